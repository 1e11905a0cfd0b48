//! What calls the hero on levels without an edge, where nobody could find it by looking.
//!
//! The goal of such a level lies in one chunk of all there are. And where the next level has an edge, only the part above
//! it has stairs. The hero feels which way that is.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Class, Dungeon, Floor, StairKind};

use crate::content::Content;
use crate::game::Game;
use crate::state::State;
use crate::view::Calling;

impl Game {
    /// What calls the hero, and where it is.
    pub(crate) fn calling(&self) -> Option<(Calling, Point)> {
        calling(&self.content, &self.dungeon, &self.state, &self.stage.floor)
    }

    /// Whether the hero carries what wins the game.
    pub(crate) fn carries_goal(&self) -> bool {
        carries_goal(&self.content, &self.dungeon, &self.state)
    }
}

/// What calls the hero on the floor that it is on, and where it is.
pub(crate) fn calling(
    content: &Content,
    dungeon: &Arc<Dungeon>,
    state: &State,
    floor: &Floor,
) -> Option<(Calling, Point)> {
    let Floor::Endless(endless) = floor else { return None };
    let goal = dungeon.plan().goal()?;
    let (depth, here) = (state.depth, state.hero.body.at);
    let above = || Some((Calling::Up, stairs_of_bounded(dungeon, depth.checked_sub(1)?, StairKind::Down, here)?));
    if carries_goal(content, dungeon, state) || goal.depth < depth {
        return above();
    }
    if goal.depth == depth {
        let home = ChunkAt::of(endless.start().ok()?);
        let chunk = endless.chunk(home).ok()?;
        let spawn = chunk.spawns.iter().find(|spawn| spawn.class == Class::Item && spawn.kind == goal.item)?;
        return Some((Calling::Goal, home.cells().min() + spawn.at));
    }
    Some((Calling::Down, stairs_of_bounded(dungeon, depth + 1, StairKind::Up, here)?))
}

/// The stairs of a neighbouring level with an edge that are nearest to the hero.
fn stairs_of_bounded(dungeon: &Arc<Dungeon>, depth: u32, kind: StairKind, here: Point) -> Option<Point> {
    let Ok(Floor::Bounded(level)) = dungeon.level(depth) else { return None };
    let stairs = level.stairs.iter().filter(|stair| stair.kind == kind).map(|stair| level.world(stair.at));
    stairs.min_by_key(|at| (at.chebyshev(here), *at))
}

fn carries_goal(content: &Content, dungeon: &Dungeon, state: &State) -> bool {
    let goal = dungeon.plan().goal().and_then(|goal| content.item_named(&goal.item));
    goal.is_some_and(|(id, _)| state.hero.pack.values().any(|item| item.kind == id))
}

//! Beacons: places on an endless level that the hero senses from afar, because no search would find them.
//!
//! The goal of an endless level lies in one chunk out of all of them. And where the level above or below is bounded, the
//! only stairs there are those of that level.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Class, Dungeon, Floor, StairKind};

use crate::content::GameContent;
use crate::game::Game;
use crate::state::State;
use crate::view::Beacon;

impl Game {
    /// The beacon on the hero's level, and where it is.
    pub(crate) fn beacon(&self) -> Option<(Beacon, Point)> {
        beacon(&self.content, &self.dungeon, &self.state, &self.level.floor)
    }

    /// Whether the hero carries what wins the game.
    pub(crate) fn carries_goal(&self) -> bool {
        carries_goal(&self.content, &self.dungeon, &self.state)
    }
}

/// The beacon on a floor, and where it is.
pub(crate) fn beacon(
    content: &GameContent,
    dungeon: &Arc<Dungeon>,
    state: &State,
    floor: &Floor,
) -> Option<(Beacon, Point)> {
    let Floor::Endless(endless) = floor else { return None };
    let goal = dungeon.plan().goal()?;
    let (depth, hero) = (state.depth, state.hero.body.at);
    if depth == 0 && goal.bring_out && carries_goal(content, dungeon, state) {
        // Where the hero came in is the way out.
        return Some((Beacon::Up, endless.start().ok()?));
    }
    if goal.depth < depth || carries_goal(content, dungeon, state) {
        let stairs = stairs_of_bounded(dungeon, depth.checked_sub(1)?, StairKind::Down, hero)?;
        return Some((Beacon::Up, stairs));
    }
    if goal.depth == depth {
        let home = ChunkAt::of(endless.start().ok()?);
        let chunk = endless.chunk(home).ok()?;
        let spawn = chunk.spawns.iter().find(|spawn| spawn.class == Class::Item && spawn.kind == goal.item)?;
        return Some((Beacon::Goal, home.cells().min() + spawn.at));
    }
    Some((Beacon::Down, stairs_of_bounded(dungeon, depth + 1, StairKind::Up, hero)?))
}

/// The nearest stairs of an adjacent level, if it is bounded.
fn stairs_of_bounded(dungeon: &Arc<Dungeon>, depth: u32, kind: StairKind, hero: Point) -> Option<Point> {
    let Ok(Floor::Bounded(level)) = dungeon.level(depth) else { return None };
    let stairs = level.stairs().iter().filter(|stair| stair.kind == kind).map(|stair| level.world(stair.at));
    stairs.min_by_key(|at| (at.chebyshev(hero), *at))
}

pub(crate) fn carries_goal(content: &GameContent, dungeon: &Dungeon, state: &State) -> bool {
    let goal = dungeon.plan().goal().and_then(|goal| content.item_named(&goal.item));
    goal.is_some_and(|(id, _)| state.hero.slot_of(id).is_some())
}

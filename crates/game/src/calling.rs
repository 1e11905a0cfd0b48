//! What calls the hero on levels without an edge, where nobody could find it by looking.
//!
//! The goal of such a level lies in one chunk of all there are. And where the next level has an edge, only the part above
//! it has stairs. The hero feels which way that is.

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Class, Floor, StairKind};

use crate::game::Game;
use crate::view::Calling;

impl Game {
    /// What calls the hero, and where it is.
    pub(crate) fn calling(&self) -> Option<(Calling, Point)> {
        let Floor::Endless(_) = &self.stage.floor else { return None };
        let goal = self.dungeon.plan().goal()?;
        let depth = self.state.depth;
        if self.carries_goal() {
            // Where the goal wins at once there is no way back to find.
            let above = depth.checked_sub(1)?;
            return Some((Calling::Up, self.stairs_of_bounded(above, StairKind::Down)?));
        }
        if goal.depth == depth {
            return Some((Calling::Goal, self.goal_in_home_chunk()?));
        }
        match goal.depth > depth {
            true => Some((Calling::Down, self.stairs_of_bounded(depth + 1, StairKind::Up)?)),
            false => Some((Calling::Up, self.stairs_of_bounded(depth - 1, StairKind::Down)?)),
        }
    }

    fn goal_in_home_chunk(&self) -> Option<Point> {
        let Floor::Endless(endless) = &self.stage.floor else { return None };
        let goal = self.dungeon.plan().goal()?;
        let home = ChunkAt::of(endless.start().ok()?);
        let chunk = endless.chunk(home).ok()?;
        let spawn = chunk.spawns.iter().find(|spawn| spawn.class == Class::Item && spawn.kind == goal.item)?;
        Some(home.cells().min() + spawn.at)
    }

    /// The stairs of a neighbouring level with an edge that are nearest to the hero.
    fn stairs_of_bounded(&self, depth: u32, kind: StairKind) -> Option<Point> {
        let Ok(Floor::Bounded(level)) = self.dungeon.level(depth) else { return None };
        let here = self.state.hero.body.at;
        let stairs = level.stairs.iter().filter(|stair| stair.kind == kind).map(|stair| level.world(stair.at));
        stairs.min_by_key(|at| (at.chebyshev(here), *at))
    }

    /// Whether the hero carries what wins the game.
    pub(crate) fn carries_goal(&self) -> bool {
        let goal = self.dungeon.plan().goal().and_then(|goal| self.content.item_named(&goal.item));
        goal.is_some_and(|(id, _)| self.state.hero.pack.values().any(|item| item.kind == id))
    }
}

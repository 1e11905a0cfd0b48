//! Beacons: places on an endless level that the hero senses from afar, because searching would never find them.
//!
//! The goal of an endless level lies in one chunk out of all of them. And where the level above or below is bounded, the
//! only stairs there are those of that level.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Dungeon, Floor, StairKind};

use crate::content::GameContent;
use crate::game::Game;
use crate::goal;
use crate::state::State;
use crate::view::Beacon;

impl Game {
    /// The beacon on the hero's level, and where it is.
    pub(crate) fn beacon(&self) -> Option<(Beacon, Point)> {
        beacon(&self.content, &self.dungeon, &self.state, &self.level.floor)
    }

    /// Where a level's part of the goal lies, as long as nobody has taken it.
    pub(crate) fn goal_at(&self, depth: u32, floor: &Floor) -> Option<Point> {
        goal::place(&self.content, self.plan(), &self.state, depth, floor)
    }

    /// Whether the hero carries everything needed to win.
    pub(crate) fn carries_goal(&self) -> bool {
        goal::is_carried(&self.content, self.plan(), &self.state)
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
    let is_complete = goal::is_carried(content, dungeon.plan(), state);
    if depth == 0 && goal.bring_out && is_complete {
        // Where the hero came in is the way out.
        return Some((Beacon::Up, endless.start().ok()?));
    }
    if let Some(at) = goal::place(content, dungeon.plan(), state, depth, floor).filter(|_| !is_complete) {
        return Some((Beacon::Goal, at));
    }
    if goal.depth <= depth || is_complete {
        let stairs = stairs_of_bounded(dungeon, depth.checked_sub(1)?, StairKind::Down, hero)?;
        return Some((Beacon::Up, stairs));
    }
    Some((Beacon::Down, stairs_of_bounded(dungeon, depth + 1, StairKind::Up, hero)?))
}

/// The nearest stairs of an adjacent level, if it is bounded.
fn stairs_of_bounded(dungeon: &Arc<Dungeon>, depth: u32, kind: StairKind, hero: Point) -> Option<Point> {
    let Ok(Floor::Bounded(level)) = dungeon.level(depth) else { return None };
    let stairs = level.stairs().iter().filter(|stair| stair.kind == kind).map(|stair| level.world(stair.at));
    stairs.min_by_key(|at| (at.chebyshev(hero), *at))
}

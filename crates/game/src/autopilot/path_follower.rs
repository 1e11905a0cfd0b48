//! Follows a path step by step, and finds a new one when it is blocked.

use undercroft_grid::Point;

use super::StopReason;
use super::known_map::{KnownMap, is_in_the_way};
use crate::action::{Action, Direction};
use crate::content::ItemClass;
use crate::game::Game;

/// How many times a step may fail before the path is abandoned. Opening a door takes one failed step.
const MAX_FAILURES: u32 = 3;

/// Follows a path for as long as it stays open.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathFollower {
    /// The cells left, the next one last.
    cells: Vec<Point>,
    /// The last step tried. Trying the same step again means that it failed.
    tried: Option<(Point, Point)>,
    failures: u32,
    /// Whether the path may lead over traps that the hero knows of.
    braves_traps: bool,
}

impl PathFollower {
    /// Sets whether paths may lead over known traps.
    pub(crate) fn brave_traps(&mut self, braves_traps: bool) {
        if self.braves_traps != braves_traps {
            *self = Self { braves_traps, ..Self::default() };
        }
    }

    /// The next step of the path, or of a new one if it is blocked or at its end.
    pub(crate) fn step(
        &mut self,
        game: &Game,
        find: impl FnOnce(&KnownMap<'_>) -> Option<Vec<Point>>,
    ) -> Result<Action, StopReason> {
        let here = game.view().at();
        if self.cells.last() == Some(&here) {
            self.cells.pop();
        }
        let is_open = self.cells.last().is_some_and(|next| next.chebyshev(here) == 1 && self.seems_open(game, *next));
        if !is_open {
            self.cells = find(&KnownMap::new(game, self.braves_traps)).ok_or(StopReason::NoPath)?;
            self.cells.reverse();
        }
        let Some(next) = self.cells.last().copied() else { return Err(StopReason::Done) };
        self.failures = if self.tried == Some((here, next)) { self.failures + 1 } else { 0 };
        if self.failures > MAX_FAILURES {
            self.clear();
            return Err(StopReason::NoPath);
        }
        self.tried = Some((here, next));
        Direction::between(here, next).map(Action::Walk).ok_or(StopReason::NoPath)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Where the path leads.
    pub(crate) fn target(&self) -> Option<Point> {
        self.cells.first().copied()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self { braves_traps: self.braves_traps, ..Self::default() };
    }

    /// Whether the hero believes that it can walk on a cell.
    fn seems_open(&self, game: &Game, at: Point) -> bool {
        let cell = game.view().cell(at);
        let is_avoided = |kind| game.content.item(kind).class == ItemClass::Trap && !self.braves_traps;
        let is_walkable = |tile| game.level.flags_of(tile).walkable;
        let is_open = cell.tile().is_some_and(is_walkable) || game.can_open(at);
        is_open && !cell.item().is_some_and(is_avoided) && !is_in_the_way(game, at)
    }
}

//! The ground of bounded levels: a level before its stairs are placed.

use std::sync::Arc;

use undercroft_grid::Point;

use super::plan::GroundSource;
use super::{Dungeon, DungeonError};
use crate::attempts::first_to_pass;
use crate::steps::{Start, mend_ground};
use crate::{BuildError, Draft, Parameters, checks};

/// How many grounds of an odd depth to try before accepting worse stairs.
const TRIES: u32 = 20;
/// The most cells that these grounds have together, so that a huge level is not made many times.
const TRIED_CELLS: u64 = 1_000_000;

impl Dungeon {
    /// The ground of a bounded depth; `None` for an endless one.
    pub(super) fn ground(&self, depth: u32) -> Result<Option<Arc<Draft>>, DungeonError> {
        match self.is_endless(depth)? {
            true => Ok(None),
            false => self.bounded_ground(depth).map(Some),
        }
    }

    pub(super) fn bounded_ground(&self, depth: u32) -> Result<Arc<Draft>, DungeonError> {
        self.grounds.get_or_make(depth, || self.make_ground(depth))
    }

    /// Makes the ground of a bounded depth. Even depths are the first draft that passes. Odd depths are remade, a
    /// bounded number of times, until they suit their neighbours. If none does, the first is as good as any.
    fn make_ground(&self, depth: u32) -> Result<Draft, DungeonError> {
        let (mut attempt, first) = self.ground_from(depth, 1)?;
        if depth.is_multiple_of(2) || self.suits_neighbours(depth, &first)? {
            return Ok(first);
        }
        let is_drawn = matches!(self.source(depth)?, GroundSource::Drawn(_));
        let tries = u64::from(TRIES).min(TRIED_CELLS / (first.size().area() as u64).max(1));
        for _ in 1..if is_drawn { 1 } else { tries } {
            let Ok((made, draft)) = self.ground_from(depth, attempt + 1) else { break };
            if self.suits_neighbours(depth, &draft)? {
                return Ok(draft);
            }
            attempt = made;
        }
        Ok(first)
    }

    /// The first ground that passes its checks, from an attempt on, and the attempt that made it.
    fn ground_from(&self, depth: u32, first: u32) -> Result<(u32, Draft), DungeonError> {
        let recipe = match self.source(depth)? {
            GroundSource::Drawn(drawn) => {
                let mut draft = Draft::clone(drawn);
                draft.metadata = self.metadata(depth, &drawn.metadata.recipe);
                return Ok((1, draft));
            }
            GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _) => recipe,
        };
        let attempts = recipe.max_attempts();
        let stream = self.seed().fork("level").fork(depth);
        let make = |attempt: u32, lenient: bool| {
            let mut draft = recipe.blank(self.metadata(depth, recipe.name()));
            draft.lenient = lenient;
            recipe.run_ground(&mut draft, stream.fork(attempt))?;
            if lenient {
                mend_ground(&mut draft, stream.fork(attempt).fork("mend"))?;
                draft.lenient = false;
            }
            checks::judge_ground(&draft)?;
            recipe.judge_ground(&draft)?;
            Ok(draft)
        };
        let end = first.saturating_add(attempts);
        let made = first_to_pass(first..end, |attempt| make(attempt, false))
            .or_else(|_| first_to_pass(end..end.saturating_add(attempts), |attempt| make(attempt, true)));
        made.map_err(|veto| {
            let (recipe, seed) = (recipe.name().to_owned(), self.seed().clone());
            let error = BuildError::OutOfAttempts { recipe, seed, depth, attempts, veto };
            DungeonError::Build { depth, error: Box::new(error) }
        })
    }

    /// Where the player begins on a bounded top level; `None` if nothing on its ground is free.
    pub(super) fn top_start(&self, ground: &Draft) -> Option<Point> {
        let mut draft = ground.clone();
        if draft.start.is_none()
            && let Ok(GroundSource::Bounded(recipe)) = self.source(0)
        {
            let stream = self.seed().fork("level").fork(0).fork("start");
            // If the recipe's own rule finds no start, fall back to the usual one.
            let _ = recipe.run(&mut draft, stream, |step| step.name() == Start::NAME);
        }
        draft.start.or_else(|| checks::default_start(&draft))
    }
}

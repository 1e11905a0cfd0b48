//! Runs part of a recipe: for dungeons, which make the ground first and place the stairs themselves, and for
//! endless levels.

use std::sync::Arc;

use undercroft_grid::Point;

use super::{Entry, Recipe, run};
use crate::check::Check;
use crate::seed::Stream;
use crate::step::{EndlessMode, Phase, Reach, Step};
use crate::steps::join_kept;
use crate::{BuildError, Draft, Metadata, Observer, Tileset, Veto};

impl Recipe {
    /// The random stream of a step. It depends on the step's label and on how many earlier steps share that label.
    pub(super) fn step_stream(&self, stream: Stream, index: usize) -> Stream {
        let label = &self.steps[index].label;
        let same_before = self.steps[..index].iter().filter(|entry| entry.label == *label).count();
        stream.fork(label.as_str()).fork(same_before as u32)
    }

    /// A draft of solid rock to start from. Steps may make the level larger than this.
    pub(crate) fn blank(&self, metadata: Metadata) -> Draft {
        let growth = self.growth();
        let mut draft = Draft::new(self.size, self.tileset.clone());
        draft.metadata = metadata;
        draft.origin = Point::new((growth / 2) as i32, (growth / 2) as i32);
        draft
    }

    /// The shortest path from the arrival to the stairs down that the recipe permits.
    pub(crate) fn min_path_length(&self) -> u32 {
        self.steps.iter().map(|entry| entry.step.min_path_length(self.level_size())).max().unwrap_or(0)
    }

    /// Runs the steps that shape the ground.
    pub(crate) fn run_ground(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.run(draft, stream, |step| step.phase() == Phase::Ground)?;
        join_kept(draft, stream)
    }

    /// Whether the recipe's own checks can be guaranteed in a plan, which makes the ground of each depth separately
    /// and shares stairs between neighbouring depths.
    ///
    /// # Errors
    /// The first check that cannot be guaranteed.
    pub(crate) fn validate_for_plan(&self, endless: bool) -> Result<(), BuildError> {
        let can_be_guaranteed = |check: &dyn Check| check.depends_only_on_ground() && !endless;
        // A requirement prints its range, which its name as a check lacks.
        let requirement =
            self.requirements.iter().find(|requirement| !can_be_guaranteed(*requirement)).map(ToString::to_string);
        let check =
            || self.checks.iter().find(|check| !can_be_guaranteed(&***check)).map(|check| check.name().to_owned());
        let Some(check) = requirement.or_else(check) else { return Ok(()) };
        let reason = match endless {
            true => "an endless level is never seen as a whole",
            false => {
                "it depends on where stairs and things are, and the levels of a plan share their stairs; \
                 require something of the ground, or set `walk` of the step `stairs`"
            }
        };
        Err(BuildError::UnsupportedCheck { recipe: self.name.to_string(), check, reason })
    }

    /// Runs the recipe's own checks that concern the ground.
    pub(crate) fn judge_ground(&self, draft: &Draft) -> Result<(), Veto> {
        self.checks.iter().filter(|check| check.depends_only_on_ground()).try_for_each(|check| check.judge(draft))
    }

    /// Runs the steps that satisfy a predicate, in order.
    pub(crate) fn run(
        &self,
        draft: &mut Draft,
        stream: Stream,
        passes: impl Fn(&dyn Step) -> bool,
    ) -> Result<(), Veto> {
        for (index, entry) in self.steps.iter().enumerate() {
            if passes(&*entry.step) {
                entry.run(draft, self.step_stream(stream, index), &mut Observer::none())?;
            }
        }
        Ok(())
    }

    /// The steps that shape the ground of an endless level.
    ///
    /// # Errors
    /// If a step or check needs to see the whole level.
    pub(crate) fn local_steps(&self) -> Result<LocalSteps, BuildError> {
        self.validate_for_plan(true)?;
        let mut steps: Vec<(usize, Arc<dyn Step>)> = Vec::new();
        for (index, Entry { label, step, place }) in self.steps.iter().enumerate() {
            if step.phase() != Phase::Ground {
                continue;
            }
            if place.as_ref().is_some_and(|place| !place.is_local()) {
                return Err(BuildError::NotEndless { recipe: self.name.to_string(), step: label.clone() });
            }
            match step.endless(self.size) {
                EndlessMode::Same => steps.push((index, step.clone())),
                EndlessMode::Replaced(other) => steps.push((index, other)),
                EndlessMode::Skipped => {}
                EndlessMode::Unsupported => {
                    return Err(BuildError::NotEndless { recipe: self.name.to_string(), step: label.clone() });
                }
            }
        }
        Ok(LocalSteps { recipe: self.clone(), steps })
    }

    /// Whether the recipe can make endless levels.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// assert!(Recipe::named("caves").unwrap().can_be_endless());
    /// ```
    #[must_use]
    pub fn can_be_endless(&self) -> bool {
        self.local_steps().is_ok()
    }
}

/// The ground steps of a recipe, each in a form whose reach is limited.
#[derive(Clone, Debug)]
pub(crate) struct LocalSteps {
    recipe: Recipe,
    steps: Vec<(usize, Arc<dyn Step>)>,
}

impl LocalSteps {
    /// The distance within which anything can affect a cell, counting all steps.
    pub(crate) fn reach(&self) -> u32 {
        let reach = |step: &Arc<dyn Step>| match step.reach() {
            Reach::Cells(cells) => cells,
            Reach::Whole => 0,
        };
        self.steps.iter().map(|(_, step)| reach(step)).sum()
    }

    pub(crate) fn tileset(&self) -> &Arc<Tileset> {
        &self.recipe.tileset
    }

    pub(crate) fn run(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        for (index, step) in &self.steps {
            let (stream, place) = (self.recipe.step_stream(stream, *index), self.recipe.steps[*index].place.as_ref());
            run::run_step(&**step, place, draft, stream, &mut Observer::none())?;
        }
        Ok(())
    }
}

//! Running parts of a recipe: for dungeons, which make the ground first and place stairs themselves, and for levels
//! without an edge.

use std::sync::Arc;

use undercroft_grid::{Point, Size};

use super::{Entry, Recipe};
use crate::check::Check;
use crate::seed::Stream;
use crate::step::{EndlessMode, Phase, Reach, Step};
use crate::{BuildError, Draft, Metadata, Tileset, Veto};

impl Recipe {
    /// The stream of the step at an index: its label's, and among steps of one label its own.
    pub(super) fn step_stream(&self, stream: Stream, index: usize) -> Stream {
        let label = &self.steps[index].label;
        let same_before = self.steps[..index].iter().filter(|entry| entry.label == *label).count();
        stream.fork(label.as_str()).fork(same_before as u32)
    }

    /// Solid rock to begin with: smaller than the level by what the steps will add around it.
    pub(crate) fn blank(&self, metadata: Metadata) -> Draft {
        let growth: u32 = self.steps.iter().map(|entry| entry.step.growth()).sum();
        let mut draft =
            Draft::new(Size::new(self.size.width - growth, self.size.height - growth), self.tileset.clone());
        draft.metadata = metadata;
        draft.origin = Point::new((growth / 2) as i32, (growth / 2) as i32);
        draft
    }

    /// The fewest steps from where one arrives to the stairs down that the recipe asks for.
    pub(crate) fn min_path_length(&self) -> u32 {
        self.steps.iter().map(|entry| entry.step.min_path_length(self.size)).max().unwrap_or(0)
    }

    /// Runs the steps that make the ground.
    pub(crate) fn run_ground(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.run(draft, stream, |step| step.phase() == Phase::Ground)
    }

    /// Whether the recipe's own promises can be kept on the levels of a plan, which makes the ground of each depth on its
    /// own, and shares the stairs between two.
    ///
    /// # Errors
    /// The first that cannot.
    pub(crate) fn validate_for_plan(&self, endless: bool) -> Result<(), BuildError> {
        let can_be_kept = |check: &dyn Check| check.depends_only_on_ground() && !endless;
        // A demand says more than its name as a check.
        let requirement =
            self.requirements.iter().find(|requirement| !can_be_kept(*requirement)).map(ToString::to_string);
        let check = || self.checks.iter().find(|check| !can_be_kept(&***check)).map(|check| check.name().to_owned());
        let Some(promise) = requirement.or_else(check) else { return Ok(()) };
        let why = match endless {
            true => "a level without an edge is never seen as a whole",
            false => {
                "it depends on where stairs and things are, and levels of a plan share their stairs; \
                 demand something of the ground, or set `walk` of the step `stairs`"
            }
        };
        Err(BuildError::CannotBeKept { recipe: self.name.to_string(), promise, why })
    }

    /// Judges the ground by the recipe's own promises about it.
    pub(crate) fn judge_ground(&self, draft: &Draft) -> Result<(), Veto> {
        self.checks.iter().filter(|check| check.depends_only_on_ground()).try_for_each(|check| check.judge(draft))
    }

    /// Runs those steps that pass, in their order.
    pub(crate) fn run(
        &self,
        draft: &mut Draft,
        stream: Stream,
        passes: impl Fn(&dyn Step) -> bool,
    ) -> Result<(), Veto> {
        for (index, Entry { step, .. }) in self.steps.iter().enumerate() {
            if passes(&**step) {
                step.apply(draft, self.step_stream(stream, index))?;
            }
        }
        Ok(())
    }

    /// The recipe's ground for a level without an edge.
    ///
    /// # Errors
    /// Where a step needs to see the whole level, or a promise is about it.
    pub(crate) fn local_steps(&self) -> Result<LocalSteps, BuildError> {
        self.validate_for_plan(true)?;
        let mut steps: Vec<(usize, Arc<dyn Step>)> = Vec::new();
        for (index, Entry { label, step }) in self.steps.iter().enumerate() {
            if step.phase() != Phase::Ground {
                continue;
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

    /// Whether levels without an edge can be made by this recipe.
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

/// The ground steps of a recipe in the form that looks only so far from each cell.
#[derive(Clone, Debug)]
pub(crate) struct LocalSteps {
    recipe: Recipe,
    steps: Vec<(usize, Arc<dyn Step>)>,
}

impl LocalSteps {
    /// How many cells away something can decide about a cell, all steps together.
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
            step.apply(draft, self.recipe.step_stream(stream, *index))?;
        }
        Ok(())
    }
}

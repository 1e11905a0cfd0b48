//! Running a recipe: validate, draft, check, and draft again where a check says no.

use std::cell::Cell;

use undercroft_grid::Size;

use super::{Entry, LONGEST_SIDE, MOST_CELLS, Recipe};
use crate::attempts::first_to_pass;
use crate::check::Veto;
use crate::content::ContentError;
use crate::draft::{Draft, Metadata};
use crate::seed::{Seed, Stream};
use crate::step::Phase;
use crate::steps::Stairs;
use crate::{BadParameter, Fact, Level, Observer, Parameters};

/// Why a recipe gave no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// There is no recipe of that name.
    #[error("no recipe is called `{name}`; {suggestion}")]
    UnknownRecipe {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        suggestion: String,
    },
    /// A recipe file has an error.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// A step's parameter makes no sense.
    #[error("recipe `{recipe}`, step `{step}`: {problem}")]
    BadStep {
        /// The recipe's name.
        recipe: String,
        /// The step's label.
        step: String,
        /// The parameter, and what is wrong with it.
        problem: BadParameter,
    },
    /// A step needs what no step before it provides.
    #[error("recipe `{recipe}`: step `{step}` needs {fact}, which no step before it makes; {remedy}")]
    Unprovided {
        /// The recipe's name.
        recipe: String,
        /// The step's label.
        step: String,
        /// What it needs.
        fact: Fact,
        /// Which steps would make it.
        remedy: String,
    },
    /// A step that makes ground comes after one that puts things on it.
    #[error(
        "recipe `{recipe}`: step `{step}` changes the ground but comes after `{after}`, which puts things on it; move it before"
    )]
    GroundAfterPlacing {
        /// The recipe's name.
        recipe: String,
        /// The step's label.
        step: String,
        /// The label of the earlier step that places things.
        after: String,
    },
    /// A step needs to see the whole level, so the recipe cannot be endless.
    #[error("recipe `{recipe}` cannot be endless: step `{step}` needs to see the whole level")]
    NotEndless {
        /// The recipe's name.
        recipe: String,
        /// The step's label.
        step: String,
    },
    /// What the recipe demands of its levels cannot be kept on those of a plan.
    #[error("recipe `{recipe}` asks for `{promise}`, which cannot be kept in a plan: {why}")]
    CannotBeKept {
        /// The recipe's name.
        recipe: String,
        /// The demand, or the name of the check.
        promise: String,
        /// Why, and what can be.
        why: &'static str,
    },
    /// A level of that size cannot be made.
    #[error("recipe `{recipe}`: {size} is too {problem}")]
    BadSize {
        /// The recipe's name.
        recipe: String,
        /// The size that was asked for.
        size: Size,
        /// Too small or too large, and the limit.
        problem: String,
    },
    /// Every draft was vetoed.
    #[error(
        "recipe `{recipe}`, seed {seed}, depth {depth}: none of {attempts} drafts passed; the last failed on {veto}"
    )]
    OutOfAttempts {
        /// The recipe's name.
        recipe: String,
        /// The seed.
        seed: Seed,
        /// The depth.
        depth: u32,
        /// How many drafts were made.
        attempts: u32,
        /// Why the last was not good enough.
        veto: Veto,
    },
}

/// A moment in the making of a level, as a viewer sees it.
#[derive(Debug)]
pub struct Snapshot<'a> {
    /// Which draft this is, counted from 1.
    pub attempt: u32,
    /// Which step was made last, or is being made, counted from 1; 0 before the first.
    pub step: usize,
    /// The label of that step; `None` before the first, and where a check gives the draft up.
    pub label: Option<&'a str>,
    /// Which moment part way through the step this is, counted from 1; `None` where the step is done. See
    /// [`Recipe::watch_closely`].
    pub part: Option<u32>,
    /// What has become of the level so far.
    pub draft: &'a Draft,
    /// Why the draft is given up here, if it is.
    pub veto: Option<&'a Veto>,
}

impl Recipe {
    /// Makes the level of a seed, at depth 1.
    ///
    /// # Errors
    /// Where the recipe makes no sense, or no draft passes all checks. A level that breaks a promise is never returned.
    pub fn build(&self, seed: impl Into<Seed>) -> Result<Level, BuildError> {
        self.build_at(seed, 1)
    }

    /// Makes the level of a seed and a depth.
    ///
    /// # Errors
    /// As [`Recipe::build`].
    pub fn build_at(&self, seed: impl Into<Seed>, depth: u32) -> Result<Level, BuildError> {
        self.watch(seed, depth, &mut |_| ())
    }

    /// Makes a level while a viewer looks on: it sees the draft before the first step and after each. Watching
    /// cannot change the result.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let mut stages = Vec::new();
    /// let recipe = Recipe::named("caves").unwrap();
    /// let level = recipe.watch(7, 1, &mut |stage| stages.push(stage.draft.to_string())).unwrap();
    /// assert_eq!(stages.last(), Some(&level.to_string()));
    /// assert_eq!(level, recipe.build(7).unwrap());
    /// ```
    ///
    /// # Errors
    /// As [`Recipe::build`].
    pub fn watch(
        &self,
        seed: impl Into<Seed>,
        depth: u32,
        viewer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, BuildError> {
        self.make(seed.into(), depth, false, viewer)
    }

    /// Makes a level while a viewer looks closely: besides what [`Recipe::watch`] shows, it sees what happens inside
    /// steps, such as each smoothing pass, or rooms and tunnels one by one. Watching cannot change the result.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let mut passes = 0;
    /// let caves = Recipe::named("caves").unwrap();
    /// let level = caves.watch_closely(7, 1, &mut |stage| {
    ///     passes += u32::from(stage.label == Some("smooth") && stage.part.is_some());
    /// })?;
    /// // The eighth pass is the last, and so the step's result.
    /// assert_eq!(passes, 7);
    /// assert_eq!(level, caves.build(7)?);
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Recipe::build`].
    pub fn watch_closely(
        &self,
        seed: impl Into<Seed>,
        depth: u32,
        viewer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, BuildError> {
        self.make(seed.into(), depth, true, viewer)
    }

    fn make(
        &self,
        seed: Seed,
        depth: u32,
        closely: bool,
        viewer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, BuildError> {
        if self.makes_sense.get().is_none() {
            self.validate()?;
            self.makes_sense.get_or_init(|| ());
        }
        let level_stream = seed.fork("level").fork(depth);
        let (made_so_far, stairs_failed) = (Cell::new(0), Cell::new(false));
        let mut make = |attempt: u32| {
            made_so_far.set(attempt);
            let mut draft = self.blank(Metadata { recipe: self.name.clone(), seed: seed.clone(), depth });
            draft.lenient = attempt > self.attempts;
            let made = self.attempt(draft, level_stream.fork(attempt), attempt, closely, viewer);
            if made.as_ref().is_err_and(|veto| veto.check == Stairs::NAME) {
                stairs_failed.set(true);
            }
            made
        };
        let end = self.attempts.saturating_add(1);
        let mut made = first_to_pass(1..end, &mut make);
        if made.is_err() && stairs_failed.get() {
            // No level fails because of its stairs: further attempts settle for less.
            made = first_to_pass(end..end.saturating_add(self.attempts), &mut make);
        }
        let attempts = made_so_far.get();
        match made {
            Ok((_, level)) => Ok(level),
            Err(veto) => Err(BuildError::OutOfAttempts { recipe: self.name.to_string(), seed, depth, attempts, veto }),
        }
    }

    /// Whether the recipe makes sense: sizes, parameters, order of steps, and that each step finds what it needs.
    ///
    /// # Errors
    /// What does not make sense, and what would.
    pub fn validate(&self) -> Result<(), BuildError> {
        self.validate_size()?;
        let recipe = || self.name.to_string();
        let mut provided: Vec<Fact> = Vec::new();
        let mut placing: Option<&str> = None;
        for Entry { label, step } in &self.steps {
            step.check(&self.tileset).map_err(|problem| BuildError::BadStep {
                recipe: recipe(),
                step: label.clone(),
                problem,
            })?;
            if let Some(fact) = step.needs().into_iter().find(|fact| !provided.contains(fact)) {
                let remedy = makers_of(fact);
                return Err(BuildError::Unprovided { recipe: recipe(), step: label.clone(), fact, remedy });
            }
            match (step.phase(), placing) {
                (Phase::Ground, Some(after)) => {
                    let after = after.to_owned();
                    return Err(BuildError::GroundAfterPlacing { recipe: recipe(), step: label.clone(), after });
                }
                (Phase::Placing, None) => placing = Some(label),
                _ => {}
            }
            provided.extend(step.provides());
        }
        Ok(())
    }

    fn validate_size(&self) -> Result<(), BuildError> {
        let bad =
            |problem: String| Err(BuildError::BadSize { recipe: self.name.to_string(), size: self.size, problem });
        let Size { width, height } = self.size;
        if width > LONGEST_SIDE || height > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_CELLS {
            return bad(format!("large: a level has at most {MOST_CELLS} cells and sides of at most {LONGEST_SIDE}"));
        }
        // With a border of rock around it, nothing smaller has a cell to stand on.
        let mut smallest = Size::new(3, 3);
        let mut by = None;
        let growth: u32 = self.steps.iter().map(|entry| entry.step.growth()).sum();
        let mut grown = 0;
        for Entry { label, step } in &self.steps {
            let needs = step.min_size();
            let rest = growth - grown;
            let needs = Size::new(needs.width + rest, needs.height + rest);
            if needs.width > smallest.width || needs.height > smallest.height {
                smallest = Size::new(needs.width.max(smallest.width), needs.height.max(smallest.height));
                by = Some(label);
            }
            grown += step.growth();
        }
        if width < smallest.width || height < smallest.height {
            let why = by.map_or_else(String::new, |label| format!(" for step `{label}`"));
            return bad(format!("small{why}: it must be at least {smallest}"));
        }
        Ok(())
    }

    /// Makes one draft and checks it.
    fn attempt(
        &self,
        mut draft: Draft,
        stream: Stream,
        attempt: u32,
        closely: bool,
        viewer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, Veto> {
        viewer(&Snapshot { attempt, step: 0, label: None, part: None, draft: &draft, veto: None });
        for (index, Entry { label, step }) in self.steps.iter().enumerate() {
            let stream = self.step_stream(stream, index);
            let number = index + 1;
            let made = if closely {
                let mut part = 0;
                let mut see = |draft: &Draft| {
                    part += 1;
                    viewer(&Snapshot {
                        attempt,
                        step: number,
                        label: Some(label),
                        part: Some(part),
                        draft,
                        veto: None,
                    });
                };
                step.apply_observed(&mut draft, stream, &mut Observer::new(&mut see))
            } else {
                step.apply(&mut draft, stream)
            };
            let veto = made.as_ref().err();
            viewer(&Snapshot { attempt, step: number, label: Some(label), part: None, draft: &draft, veto });
            made?;
        }
        let steps = self.steps.len();
        Level::judged_or_back(draft, &self.checks, attempt).map_err(|(draft, veto)| {
            viewer(&Snapshot { attempt, step: steps, label: None, part: None, draft: &draft, veto: Some(&veto) });
            veto
        })
    }
}

/// "put one of these before it: `rooms`, `bsp`"
fn makers_of(fact: Fact) -> String {
    let makers: Vec<String> = crate::Registry::standard()
        .iter()
        .filter(|kind| kind.default_step().provides().contains(&fact))
        .map(|kind| format!("`{}`", kind.name))
        .collect();
    match makers.as_slice() {
        [] => "a step of your own must provide it".into(),
        [one] => format!("put {one} before it"),
        several => format!("put one of these before it: {}", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_that_was_changed_is_asked_again_whether_it_makes_sense() {
        let good = Recipe::new(40, 30).scatter(0.5).connect();
        assert!(good.build(1).is_ok());
        assert!(matches!(good.clone().sized(2, 2).build(1), Err(BuildError::BadSize { .. })));
        assert!(matches!(good.clone().halls("chain").build(1), Err(BuildError::Unprovided { .. })));
        assert!(matches!(good.clone().smooth(5_000).build(1), Err(BuildError::BadStep { .. })));
        assert!(good.build(1).is_ok());
    }
}

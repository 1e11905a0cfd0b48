//! Runs a recipe: validates it, makes a draft, checks it, and starts again if a step or check vetoes it.

use std::cell::Cell;

use undercroft_grid::Size;

use super::{Entry, LONGEST_SIDE, MOST_CELLS, Recipe, Where};
use crate::attempts::first_to_pass;
use crate::check::Veto;
use crate::draft::{Draft, Metadata};
use crate::seed::{Seed, Stream};
use crate::step::Phase;
use crate::steps::{join_kept, mend_ground, mend_placing};
use crate::suggest::did_you_mean;
use crate::tile::MissingTiles;
use crate::{BadParameter, Fact, Level, LookupError, Observer, Tileset};

/// Why a recipe produced no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is no such recipe, or its file has an error.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// A step has an invalid parameter.
    #[error("recipe `{recipe}`, step `{step}`: {problem}")]
    BadStep {
        /// The recipe's name.
        recipe: String,
        /// The step's label.
        step: String,
        /// The parameter, and what is wrong with it.
        problem: Box<BadParameter>,
    },
    /// The tileset lacks tiles that the recipe uses.
    #[error("recipe `{recipe}`: {missing}")]
    MissingTiles {
        /// The recipe's name.
        recipe: String,
        /// The tiles.
        missing: MissingTiles,
    },
    /// A step needs something that no earlier step provides.
    #[error("recipe `{recipe}`: step `{step}` needs {fact}, which no earlier step provides; {remedy}")]
    Unprovided {
        /// The recipe's name.
        recipe: String,
        /// The step's label.
        step: String,
        /// What it needs.
        fact: Fact,
        /// The steps that provide it.
        remedy: String,
    },
    /// A step that changes the ground comes after one that places things on it.
    #[error(
        "recipe `{recipe}`: step `{step}` changes the ground but comes after `{after}`, which places things on it; move it before `{after}`"
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
    /// A recipe used in a plan has a check that cannot be guaranteed there.
    #[error("recipe `{recipe}` requires `{check}`, which a plan cannot guarantee: {reason}")]
    UnsupportedCheck {
        /// The recipe's name.
        recipe: String,
        /// The requirement, or the name of the check.
        check: String,
        /// The reason, and the alternative.
        reason: &'static str,
    },
    /// The level is too small or too large.
    #[error("recipe `{recipe}`: {size} is too {problem}")]
    BadSize {
        /// The recipe's name.
        recipe: String,
        /// The size given.
        size: Size,
        /// `small` or `large`, and the limit.
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
        /// The number of drafts made.
        attempts: u32,
        /// Why the last draft was vetoed.
        veto: Veto,
    },
}

/// The steps and checks whose vetoes do not make a recipe fail. If all ordinary attempts are vetoed, the next ones mend the
/// ground, and accept a shorter walk to the stairs and fewer spawns. A recipe's own requirements cannot be mended.
const MENDABLE: [&str; 15] = [
    "border",
    "connect",
    "connected",
    "doors",
    "halls",
    "keep-largest",
    "lists",
    "partitions",
    "path",
    "placement",
    "reserve",
    "rooms",
    "spawn",
    "stairs",
    "start",
];

/// A draft at one moment of its construction.
#[derive(Debug)]
#[non_exhaustive]
pub struct Snapshot<'a> {
    /// The number of the draft, from 1.
    pub attempt: u32,
    /// The number of the current or most recent step, from 1; 0 before the first.
    pub step: usize,
    /// The label of that step; `None` before the first, and when a check vetoes the draft.
    pub label: Option<&'a str>,
    /// The number of this moment within the step, from 1; `None` when the step is complete. See
    /// [`Recipe::watch_closely`].
    pub part: Option<u32>,
    /// The draft.
    pub draft: &'a Draft,
    /// Why the draft was vetoed, if it was.
    pub veto: Option<&'a Veto>,
}

impl Recipe {
    /// Builds the level for a seed, at depth 1.
    ///
    /// # Errors
    /// If the recipe is invalid or no draft passes every check. A level that fails a check is never returned.
    pub fn build(&self, seed: impl Into<Seed>) -> Result<Level, BuildError> {
        self.build_at(seed, 1)
    }

    /// Builds the level for a seed at a depth.
    ///
    /// # Errors
    /// As for [`Recipe::build`].
    pub fn build_at(&self, seed: impl Into<Seed>, depth: u32) -> Result<Level, BuildError> {
        self.watch(seed, depth, &mut |_| ())
    }

    /// Builds a level and shows the draft to `observer` before the first step and after each one. Watching cannot
    /// change the result.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let mut snapshots = Vec::new();
    /// let recipe = Recipe::named("caves").unwrap();
    /// let level = recipe.watch(7, 1, &mut |snapshot| snapshots.push(snapshot.draft.to_string())).unwrap();
    /// assert_eq!(snapshots.last(), Some(&level.to_string()));
    /// assert_eq!(level, recipe.build(7).unwrap());
    /// ```
    ///
    /// # Errors
    /// As for [`Recipe::build`].
    pub fn watch(
        &self,
        seed: impl Into<Seed>,
        depth: u32,
        observer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, BuildError> {
        self.make(seed.into(), depth, false, observer)
    }

    /// Builds a level and shows more than [`Recipe::watch`] does: `observer` also sees the draft during steps, such
    /// as after each smoothing pass, or as rooms and tunnels appear one by one. Watching cannot change the result.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let mut passes = 0;
    /// let caves = Recipe::named("caves").unwrap();
    /// let level = caves.watch_closely(7, 1, &mut |snapshot| {
    ///     passes += u32::from(snapshot.label == Some("smooth") && snapshot.part.is_some());
    /// })?;
    /// // The eighth pass is the last, and so the step's result.
    /// assert_eq!(passes, 7);
    /// assert_eq!(level, caves.build(7)?);
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Recipe::build`].
    pub fn watch_closely(
        &self,
        seed: impl Into<Seed>,
        depth: u32,
        observer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, BuildError> {
        self.make(seed.into(), depth, true, observer)
    }

    fn make(
        &self,
        seed: Seed,
        depth: u32,
        closely: bool,
        observer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, BuildError> {
        if self.validated.get().is_none() {
            self.validate()?;
            self.validated.get_or_init(|| ());
        }
        let level_stream = seed.fork("level").fork(depth);
        let (made_so_far, can_be_mended) = (Cell::new(0), Cell::new(false));
        let mut make = |attempt: u32| {
            made_so_far.set(attempt);
            let mut draft = self.blank(Metadata { recipe: self.name.clone(), seed: seed.clone(), depth });
            draft.lenient = attempt > self.attempts;
            let made = self.attempt(draft, level_stream.fork(attempt), attempt, closely, observer);
            if made.as_ref().is_err_and(|veto| MENDABLE.contains(&&*veto.check)) {
                can_be_mended.set(true);
            }
            made
        };
        let end = self.attempts.saturating_add(1);
        let mut made = first_to_pass(1..end, &mut make);
        if made.is_err() && can_be_mended.get() {
            made = first_to_pass(end..end.saturating_add(self.attempts), &mut make);
        }
        let attempts = made_so_far.get();
        match made {
            Ok((_, level)) => Ok(level),
            Err(veto) => Err(BuildError::OutOfAttempts { recipe: self.name.to_string(), seed, depth, attempts, veto }),
        }
    }

    /// Validates the recipe: its size, parameters, the order of its steps, and that each step gets what it needs.
    ///
    /// # Errors
    /// The first problem, and how to fix it.
    pub fn validate(&self) -> Result<(), BuildError> {
        self.validate_size()?;
        let recipe = || self.name.to_string();
        if let Some(missing) = self.missing_tiles() {
            return Err(BuildError::MissingTiles { recipe: recipe(), missing });
        }
        let mut provided: Vec<Fact> = Vec::new();
        let mut placing: Option<&str> = None;
        let mut zones: Vec<&str> = Vec::new();
        for Entry { label, step, place } in &self.steps {
            step.check(&self.tileset)
                .and_then(|()| step.check_size(self.size))
                .map_err(Box::new)
                .map_err(|problem| BuildError::BadStep { recipe: recipe(), step: label.clone(), problem })?;
            let needs = step.needs().into_iter().chain(place.iter().flat_map(Where::needs));
            if let Some(fact) = needs.into_iter().find(|fact| !provided.contains(fact)) {
                let remedy = remedy_for(fact);
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
            if let Some(zone) = place.iter().flat_map(Where::zones).find(|zone| !zones.contains(zone)) {
                let problem =
                    format!("no earlier step makes a zone `{zone}`; {}", did_you_mean(zone, zones.iter().copied()));
                let problem = Box::new(BadParameter::new("where", problem));
                return Err(BuildError::BadStep { recipe: recipe(), step: label.clone(), problem });
            }
            if !step.zones().is_empty() {
                zones = step.zones().iter().map(String::as_str).collect();
            }
            provided.extend(step.provides());
        }
        Ok(())
    }

    /// The standard tiles that the steps use but the tileset lacks, if any.
    pub(crate) fn missing_tiles(&self) -> Option<MissingTiles> {
        let standard = Tileset::standard();
        let mut tileset: Option<Tileset> = None;
        let mut missing: Vec<String> = Vec::new();
        for Entry { step, .. } in &self.steps {
            // A step reports one tile at a time. Each is added to a copy of the tileset until the step accepts it.
            while let Err(BadParameter { missing_tile: Some(name), .. }) =
                step.check(tileset.as_ref().unwrap_or(&self.tileset))
            {
                let name = name.into_string();
                let known = standard.id(&name).filter(|_| !missing.contains(&name));
                let tiles = tileset.clone().unwrap_or_else(|| Tileset::clone(&self.tileset));
                let Some(added) = known.and_then(|tile| tiles.with(&standard[tile])) else { break };
                (tileset, missing) = (Some(added), [missing, vec![name]].concat());
            }
        }
        MissingTiles::of(missing)
    }

    fn validate_size(&self) -> Result<(), BuildError> {
        let bad =
            |problem: String| Err(BuildError::BadSize { recipe: self.name.to_string(), size: self.size, problem });
        let Size { width, height } = self.level_size();
        if width > LONGEST_SIDE || height > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_CELLS {
            return bad(format!("large: a level has at most {MOST_CELLS} cells and sides of at most {LONGEST_SIDE}"));
        }
        // Inside a border of rock, nothing smaller than 3x3 has a walkable cell. The start takes one.
        let inside = u64::from(width.saturating_sub(2)) * u64::from(height.saturating_sub(2));
        let taken = self.steps.iter().map(|entry| u64::from(entry.step.takes())).sum::<u64>() + 1;
        if inside > 0 && inside < taken {
            return bad(format!(
                "small: its start and stairs need at least {taken} cells inside the border, and there are {inside}"
            ));
        }
        let least = 3_u32.saturating_sub(self.growth()).max(1);
        let mut smallest = Size::new(least, least);
        let mut by = None;
        let mut grown: u32 = 0;
        for Entry { label, step, .. } in &self.steps {
            let needs = step.min_size();
            let needs = Size::new(needs.width.saturating_sub(grown), needs.height.saturating_sub(grown));
            if needs.width > smallest.width || needs.height > smallest.height {
                smallest = Size::new(needs.width.max(smallest.width), needs.height.max(smallest.height));
                by = Some(label);
            }
            grown = grown.saturating_add(step.growth());
        }
        if self.size.width < smallest.width || self.size.height < smallest.height {
            let why = by.map_or_else(String::new, |label| format!(" for step `{label}`"));
            return bad(format!("small{why}: it must be at least {smallest}"));
        }
        Ok(())
    }

    /// Ends the ground phase. The ground of a lenient draft is mended.
    fn finish_ground(draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        if draft.lenient {
            mend_ground(draft, stream.fork("mend"))?;
        }
        join_kept(draft, stream)
    }

    /// Makes one draft and checks it.
    fn attempt(
        &self,
        mut draft: Draft,
        stream: Stream,
        attempt: u32,
        closely: bool,
        observer: &mut dyn FnMut(&Snapshot<'_>),
    ) -> Result<Level, Veto> {
        observer(&Snapshot { attempt, step: 0, label: None, part: None, draft: &draft, veto: None });
        let mut is_finished = false;
        for (index, entry @ Entry { label, step, .. }) in self.steps.iter().enumerate() {
            if !is_finished && step.phase() == Phase::Placing {
                Self::finish_ground(&mut draft, stream)?;
                is_finished = true;
            }
            let stream = self.step_stream(stream, index);
            let number = index + 1;
            let made = if closely {
                let mut part = 0;
                let mut see = |draft: &Draft| {
                    part += 1;
                    observer(&Snapshot {
                        attempt,
                        step: number,
                        label: Some(label),
                        part: Some(part),
                        draft,
                        veto: None,
                    });
                };
                entry.run(&mut draft, stream, &mut Observer::new(&mut see))
            } else {
                entry.run(&mut draft, stream, &mut Observer::none())
            };
            let veto = made.as_ref().err();
            observer(&Snapshot { attempt, step: number, label: Some(label), part: None, draft: &draft, veto });
            made?;
        }
        if !is_finished {
            Self::finish_ground(&mut draft, stream)?;
        }
        if draft.lenient {
            mend_placing(&mut draft)?;
        }
        let steps = self.steps.len();
        Level::judged_or_back(draft, &self.checks, attempt).map_err(|(draft, veto)| {
            observer(&Snapshot { attempt, step: steps, label: None, part: None, draft: &draft, veto: Some(&veto) });
            veto
        })
    }
}

/// "put one of these before it: `rooms`, `bsp`"
fn remedy_for(fact: Fact) -> String {
    let providers: Vec<String> = crate::Registry::standard()
        .iter()
        .filter(|kind| kind.default_step().provides().contains(&fact))
        .map(|kind| format!("`{}`", kind.name))
        .collect();
    match providers.as_slice() {
        [] => "a custom step must provide it".into(),
        [one] => format!("put {one} before it"),
        several => format!("put one of these before it: {}", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_recipe_is_validated_again() {
        let good = Recipe::new(40, 30).scatter(0.5).connect();
        assert!(good.build(1).is_ok());
        assert!(matches!(good.clone().sized(2, 2).build(1), Err(BuildError::BadSize { .. })));
        assert!(matches!(good.clone().halls("chain").build(1), Err(BuildError::Unprovided { .. })));
        assert!(matches!(good.clone().smooth(5_000).build(1), Err(BuildError::BadStep { .. })));
        assert!(good.build(1).is_ok());
    }
}

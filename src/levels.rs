//! The levels that the arguments describe: of a recipe or of a plan, bounded or endless, for many seeds and depths.

use std::ops::{ControlFlow, Deref};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;
use undercroft_mapgen::{
    BuildError, Depths, Draft, Dungeon, DungeonError, Floor, Level, Plan, Recipe, Rect, Seed, Size, Survey,
};

use crate::arguments::{LevelArguments, RangeArguments};
use crate::library::Library;
use crate::messages::{note, usage};
use crate::parallel;
use crate::progress::SlowNotice;

/// The part of an endless level that is shown unless a window is given.
const ENDLESS_WINDOW: Size = Size::new(80, 50);
/// The depth of a recipe's level unless one is given. The first level of a plan is at 0.
pub(crate) const DEFAULT_DEPTH: u32 = 1;
/// The most levels generated ahead of those being consumed, and their most cells.
const MAX_BATCH: u64 = 256;
const MAX_BATCH_CELLS: u64 = 1 << 20;

/// Levels by index: all depths of the first seed, then all of the next.
pub(crate) struct Levels {
    generator: Generator,
    first_seed: Seed,
    seeds: u64,
    first_depth: u32,
    depths: u32,
    /// The number of levels in all.
    pub(crate) count: u64,
    window: Option<Rect>,
    /// The dungeon of the latest seed: its levels share much of their work.
    dungeon: Mutex<Option<(Seed, Arc<Dungeon>)>>,
}

enum Generator {
    Recipe(Box<Recipe>),
    Plan(Arc<Plan>),
}

/// A level, or the part of one inside a window.
pub(crate) enum View {
    Whole(Arc<Level>),
    Window(Box<Draft>),
}

impl View {
    /// What metrics are measured on.
    pub(crate) fn survey(&self) -> Survey<'_> {
        match self {
            Self::Whole(level) => Survey::of(level),
            Self::Window(draft) => Survey::of_draft(draft),
        }
    }
}

impl Deref for View {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        match self {
            Self::Whole(level) => level.as_draft(),
            Self::Window(draft) => draft,
        }
    }
}

impl Levels {
    /// `count` whole levels at a single depth.
    pub(crate) fn new(library: &Library, arguments: &LevelArguments, count: u64) -> anyhow::Result<Self> {
        Self::in_range(library, arguments, &RangeArguments { count, ..RangeArguments::default() })
    }

    /// Levels at several depths, or windows of them.
    pub(crate) fn in_range(
        library: &Library,
        arguments: &LevelArguments,
        range: &RangeArguments,
    ) -> anyhow::Result<Self> {
        let (generator, depth) = match &arguments.plan {
            Some(plan) => (Generator::Plan(Arc::new(library.plan(plan)?)), 0),
            None => {
                let (_, recipe) = library.recipe_and_set(arguments)?;
                let endless =
                    range.endless || range.window.is_some() && arguments.size.is_none() && recipe.can_be_endless();
                let generator = match endless {
                    true => Generator::Plan(Arc::new(Plan::of(recipe, true).map_err(usage)?)),
                    false => Generator::Recipe(Box::new(recipe)),
                };
                (generator, DEFAULT_DEPTH)
            }
        };
        let (first_depth, depths) = match range.depths {
            Some(depths) => first_and_count(depths, &generator)?,
            None => (arguments.depth.unwrap_or(depth), 1),
        };
        let Some(count) = range.count.checked_mul(u64::from(depths)) else {
            return Err(usage(format!("--count {}: too many", range.count)));
        };
        Ok(Self {
            generator,
            first_seed: arguments.seed.clone().unwrap_or_else(random_seed),
            seeds: range.count,
            first_depth,
            depths,
            count,
            window: range.window,
            dungeon: Mutex::default(),
        })
    }

    /// The name of the plan, if the levels are a plan's.
    pub(crate) fn plan_name(&self) -> Option<&str> {
        match &self.generator {
            Generator::Plan(plan) => Some(plan.name()),
            Generator::Recipe(_) => None,
        }
    }

    /// The name of the plan or recipe.
    pub(crate) fn name(&self) -> &str {
        match &self.generator {
            Generator::Plan(plan) => plan.name(),
            Generator::Recipe(recipe) => recipe.name(),
        }
    }

    /// The suffix that distinguishes the files of levels, padded with zeros so that their names sort.
    pub(crate) fn file_suffix(&self, index: u64) -> String {
        let padded = |number: u64, last: u64| format!("-{number:0width$}", width = last.to_string().len());
        let seed = padded(index / u64::from(self.depths) + 1, self.seeds);
        let deepest = u64::from(self.first_depth) + u64::from(self.depths) - 1;
        let depth = padded(u64::from(self.depth(index)), deepest);
        match (self.seeds > 1, self.depths > 1) {
            (_, false) => seed,
            (false, true) => depth,
            (true, true) => seed + &depth,
        }
    }

    fn depth(&self, index: u64) -> u32 {
        // The remainder is below `depths`, which is a u32.
        self.first_depth + (index % u64::from(self.depths)) as u32
    }

    /// The dungeon of a plan and a seed, cached until the seed changes.
    fn dungeon(&self, plan: &Arc<Plan>, seed: Seed) -> Arc<Dungeon> {
        let mut cache = self.dungeon.lock().unwrap_or_else(PoisonError::into_inner);
        match &*cache {
            Some((cached, dungeon)) if *cached == seed => dungeon.clone(),
            _ => {
                let dungeon = Dungeon::new(plan.clone(), seed.clone());
                *cache = Some((seed, dungeon.clone()));
                dungeon
            }
        }
    }

    /// Whether each seed has several depths.
    pub(crate) const fn has_depths(&self) -> bool {
        self.depths > 1
    }

    /// Whether a level is the first of its seed.
    pub(crate) fn starts_seed(&self, index: u64) -> bool {
        index.is_multiple_of(u64::from(self.depths))
    }

    /// Prints the seed to standard error, so that a random seed can be reused.
    pub(crate) fn print_seed(&self) {
        print_seeds(&self.first_seed, self.seeds);
    }

    /// The seed of a level.
    pub(crate) fn seed(&self, index: u64) -> Seed {
        self.first_seed.after(index / u64::from(self.depths))
    }

    /// The recipe and the depth, if these are whole levels of a recipe: then its steps can be observed.
    pub(crate) fn recipe(&self) -> Option<(&Recipe, u32)> {
        match &self.generator {
            Generator::Recipe(recipe) if self.window.is_none() && self.depths == 1 => Some((recipe, self.first_depth)),
            _ => None,
        }
    }

    /// Fails if no seed at all can give a level.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        match &self.generator {
            Generator::Recipe(recipe) => Ok(recipe.validate()?),
            Generator::Plan(_) => self.level(0).map(drop),
        }
    }

    /// The size of every level, if it is known in advance.
    pub(crate) fn size(&self) -> Option<Size> {
        match (&self.window, &self.generator) {
            (Some(window), _) => Some(window.size()),
            (None, Generator::Recipe(recipe)) => Some(recipe.level_size()),
            (None, Generator::Plan(_)) => None,
        }
    }

    /// Generates a level.
    pub(crate) fn level(&self, index: u64) -> anyhow::Result<View> {
        let (seed, depth) = (self.seed(index), self.depth(index));
        // Many levels have a progress bar.
        let _notice = (self.count == 1).then(|| SlowNotice::start("making the level"));
        let plan = match &self.generator {
            Generator::Recipe(recipe) => {
                let level = recipe.build_at(seed, depth)?;
                return Ok(match self.window {
                    Some(window) => View::Window(Box::new(level.as_draft().window(window))),
                    None => View::Whole(Arc::new(level)),
                });
            }
            Generator::Plan(plan) => plan,
        };
        let floor = self.dungeon(plan, seed).level(depth).map_err(|error| match error {
            DungeonError::TooDeep { .. } => usage(format_args!("--depth: {error}")),
            error => error.into(),
        })?;
        match (floor, self.window) {
            (Floor::Bounded(level), None) => Ok(View::Whole(level)),
            (Floor::Endless(endless), None) => {
                let around = Rect::around(endless.start()?, ENDLESS_WINDOW.width, ENDLESS_WINDOW.height);
                Ok(View::Window(Box::new(endless.window(around)?)))
            }
            (floor, Some(window)) => Ok(View::Window(Box::new(floor.window(window)?))),
        }
    }

    /// Generates all levels on all cores and consumes them in order.
    pub(crate) fn for_each(
        &self,
        progress: &ProgressBar,
        mut consume: impl FnMut(u64, View) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        // A large level uses all cores by itself, and the depths of a plan share work when they come one by one.
        let size = self.size().filter(|_| self.plan_name().is_none());
        let cells = size.map_or(MAX_BATCH_CELLS, |size| size.area().max(1) as u64);
        let batch = (MAX_BATCH_CELLS / cells).min(MAX_BATCH);
        parallel::for_each_in_order(
            self.count,
            batch,
            progress,
            |index| self.level(index),
            |index, level| consume(index, level).map(ControlFlow::Continue),
        )
    }
}

/// Whether the recipe is sound, but no draft of this one seed passed its checks.
pub(crate) fn is_out_of_attempts(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(BuildError::OutOfAttempts { .. }))
}

/// The first depth and the number of depths.
fn first_and_count(depths: Depths, generator: &Generator) -> anyhow::Result<(u32, u32)> {
    let (name, levels) = match generator {
        Generator::Plan(plan) => (plan.name(), plan.levels()),
        Generator::Recipe(recipe) => (recipe.name(), None),
    };
    let deepest = levels.map(|levels| levels.saturating_sub(1));
    let Some(last) = depths.last.or(deepest) else {
        return Err(usage(format!("--depths: `{name}` has no deepest level; give the last one, as in --depths 0-9")));
    };
    if let Some(deepest) = deepest.filter(|deepest| last > *deepest || depths.first > *deepest) {
        return Err(usage(format!("--depths {depths}: the deepest level of plan `{name}` is {deepest}")));
    }
    let Some(count) = (last - depths.first).checked_add(1) else {
        return Err(usage(format!("--depths {depths}: too many")));
    };
    Ok((depths.first, count))
}

/// Prints the first of `count` seeds to standard error.
pub(crate) fn print_seeds(first: &Seed, count: u64) {
    match count {
        1 => note(format_args!("seed: {first}")),
        count => note(format_args!("seeds: {first} and the next {}", count - 1)),
    }
}

/// A random seed, short enough to type.
pub(crate) fn random_seed() -> Seed {
    Seed::random()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_files_sort_by_name() {
        let suffixes = |seeds, first_depth, depths| {
            let levels = Levels {
                generator: Generator::Recipe(Box::new(Recipe::new(9, 9))),
                first_seed: Seed::from(1),
                seeds,
                first_depth,
                depths,
                count: seeds * u64::from(depths),
                window: None,
                dungeon: Mutex::default(),
            };
            [levels.file_suffix(0), levels.file_suffix(levels.count - 1)]
        };
        assert_eq!(suffixes(9, 1, 1), ["-1", "-9"]);
        assert_eq!(suffixes(1000, 1, 1), ["-0001", "-1000"]);
        assert_eq!(suffixes(1, 0, 26), ["-00", "-25"]);
        assert_eq!(suffixes(2, 5, 6), ["-1-05", "-2-10"]);
    }

    #[test]
    fn random_seeds_differ() {
        assert_ne!(random_seed(), random_seed());
    }
}

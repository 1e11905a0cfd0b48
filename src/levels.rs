//! Which levels are asked for: of a recipe or of a plan, with an edge or without.

use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use undercroft_mapgen::{
    ContentError, Depths, Draft, Dungeon, DungeonError, Endless, Floor, Level, Plan, Recipe, Rect, Registry, Seed,
    Size, SourceFile, Survey,
};

use crate::arguments::LevelArguments;
use crate::messages::{note, usage};
use crate::recipes;

/// How much of an endless level is shown where no window is asked for.
const ENDLESS_WINDOW: Size = Size::new(80, 50);
/// The depth of a recipe's level where none is asked for. A plan's first is 0.
pub(crate) const USUAL_DEPTH: u32 = 1;

/// The levels that are asked for.
pub(crate) struct Levels {
    of: Of,
    first_seed: Seed,
    seeds: u64,
    first_depth: u32,
    /// How many depths of each seed.
    depths: u32,
    /// How many levels there are in all.
    pub(crate) count: u64,
    window: Option<Rect>,
    /// The dungeon that was asked last: its levels share much of the work.
    dungeon: Mutex<Option<(Seed, Arc<Dungeon>)>>,
}

/// What the levels are made by.
enum Of {
    Recipe(Box<Recipe>),
    Plan(Arc<Plan>),
}

/// A level, or the part of one that a window shows.
pub(crate) enum Shown {
    Level(Box<Level>),
    Shared(Arc<Level>),
    Part(Box<Draft>),
}

impl Shown {
    /// Its survey, for measuring.
    pub(crate) fn survey(&self) -> Survey<'_> {
        match self {
            Self::Level(level) => Survey::of(level),
            Self::Shared(level) => Survey::of(level),
            Self::Part(draft) => Survey::of_draft(draft),
        }
    }
}

impl Deref for Shown {
    type Target = Draft;

    fn deref(&self) -> &Draft {
        match self {
            Self::Level(level) => level,
            Self::Shared(level) => level,
            Self::Part(draft) => draft,
        }
    }
}

impl Levels {
    pub(crate) fn new(recipe: Option<&str>, arguments: &LevelArguments) -> anyhow::Result<Self> {
        let first_seed = arguments.seed.clone().unwrap_or_else(fresh_seed);
        let (of, depth) = match &arguments.plan {
            Some(plan) => (Of::Plan(Arc::new(find_plan(plan)?)), arguments.depth.unwrap_or(0)),
            None => {
                let name = recipe.unwrap_or(recipes::usual());
                let (_, recipe) = changed_recipe(name, arguments.size, &arguments.settings)?;
                let without_edge = arguments.endless
                    || arguments.window.is_some() && arguments.size.is_none() && recipe.can_be_endless();
                let of = match without_edge {
                    true => Of::Plan(Arc::new(Plan::of(recipe, true).map_err(|error| usage(error.to_string()))?)),
                    false => Of::Recipe(Box::new(recipe)),
                };
                (of, arguments.depth.unwrap_or(USUAL_DEPTH))
            }
        };
        let (first_depth, depths) = match arguments.depths {
            Some(asked) => range_of(asked, &of)?,
            None => (depth, 1),
        };
        let Some(count) = arguments.count.checked_mul(u64::from(depths)) else {
            return Err(usage(format!("--count {}: too many", arguments.count)));
        };
        Ok(Self {
            of,
            first_seed,
            seeds: arguments.count,
            first_depth,
            depths,
            count,
            window: arguments.window,
            dungeon: Mutex::default(),
        })
    }

    /// The name of the plan, where the levels are a plan's.
    pub(crate) fn plan_name(&self) -> Option<&str> {
        match &self.of {
            Of::Plan(plan) => Some(plan.name()),
            Of::Recipe(_) => None,
        }
    }

    /// What the levels are called by.
    pub(crate) fn name(&self) -> &str {
        match &self.of {
            Of::Plan(plan) => plan.name(),
            Of::Recipe(recipe) => recipe.name(),
        }
    }

    /// What sets a level apart from the others, for the name of its file: with as many digits as the last needs, so that
    /// the names sort.
    pub(crate) fn number(&self, index: u64) -> String {
        let digits = |last: u64| last.to_string().len();
        let (seed, depth) = (index / u64::from(self.depths) + 1, self.depth(index));
        let seed = format!("-{seed:0width$}", width = digits(self.seeds));
        let deepest = u64::from(self.first_depth) + u64::from(self.depths) - 1;
        let depth = format!("-{depth:0width$}", width = digits(deepest));
        match (self.seeds > 1, self.depths > 1) {
            (_, false) => seed,
            (false, true) => depth,
            (true, true) => seed + &depth,
        }
    }

    fn depth(&self, index: u64) -> u32 {
        // Less than the number of depths, which fits.
        self.first_depth + (index % u64::from(self.depths)) as u32
    }

    /// The dungeon of a plan and a seed, kept while the seed stays the same.
    fn dungeon(&self, plan: &Arc<Plan>, seed: Seed) -> Arc<Dungeon> {
        let mut kept = self.dungeon.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((of, dungeon)) if *of == seed => dungeon.clone(),
            _ => {
                let dungeon = Dungeon::new(plan.clone(), seed.clone());
                *kept = Some((seed, dungeon.clone()));
                dungeon
            }
        }
    }

    /// Whether there are several depths of each seed.
    pub(crate) const fn has_depths(&self) -> bool {
        self.depths > 1
    }

    /// Whether a level is the first of its seed.
    pub(crate) fn begins_seed(&self, index: u64) -> bool {
        index.is_multiple_of(u64::from(self.depths))
    }

    pub(crate) fn tell_seed(&self) {
        match self.seeds {
            1 => note(format_args!("seed: {}", self.first_seed)),
            count => note(format_args!("seed: {} and the {} after it", self.first_seed, count - 1)),
        }
    }

    /// The seed of a level.
    pub(crate) fn seed(&self, index: u64) -> Seed {
        self.first_seed.after(index / u64::from(self.depths))
    }

    /// The recipe and the depth, where whole levels of a recipe are asked for: then their making can be watched.
    pub(crate) fn recipe(&self) -> Option<(&Recipe, u32)> {
        match &self.of {
            Of::Recipe(recipe) if self.window.is_none() && self.depths == 1 => Some((recipe, self.first_depth)),
            _ => None,
        }
    }

    /// Whether any of them can be made at all.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        match &self.of {
            Of::Recipe(recipe) => Ok(recipe.validate()?),
            Of::Plan(_) => self.level(0).map(drop),
        }
    }

    /// How large a level is that will be shown, where that is known before it is made.
    pub(crate) fn size(&self) -> Option<Size> {
        match (&self.window, &self.of) {
            (Some(window), _) => Some(window.size()),
            (None, Of::Recipe(recipe)) => Some(recipe.size()),
            (None, Of::Plan(_)) => None,
        }
    }

    /// The level so many seeds after the first.
    pub(crate) fn level(&self, index: u64) -> anyhow::Result<Shown> {
        let (seed, depth) = (self.seed(index), self.depth(index));
        let plan = match &self.of {
            Of::Recipe(recipe) => {
                let level = recipe.build_at(seed, depth)?;
                return Ok(match self.window {
                    Some(window) => Shown::Part(Box::new(level.window(window))),
                    None => Shown::Level(Box::new(level)),
                });
            }
            Of::Plan(plan) => plan,
        };
        let floor = self.dungeon(plan, seed).level(depth).map_err(|error| match error {
            DungeonError::TooDeep { .. } => usage(format!("--depth: {error}")),
            error => error.into(),
        })?;
        match (floor, self.window) {
            (Floor::Bounded(level), None) => Ok(Shown::Shared(level)),
            (Floor::Endless(endless), None) => {
                let around = Endless::around(endless.start()?, ENDLESS_WINDOW.width, ENDLESS_WINDOW.height);
                Ok(Shown::Part(Box::new(endless.window(around)?)))
            }
            (floor, Some(window)) => Ok(Shown::Part(Box::new(floor.window(window)?))),
        }
    }
}

/// The first depth that is asked for, and how many there are.
fn range_of(asked: Depths, of: &Of) -> anyhow::Result<(u32, u32)> {
    let (name, levels) = match of {
        Of::Plan(plan) => (plan.name(), plan.levels()),
        Of::Recipe(recipe) => (recipe.name(), None),
    };
    let deepest = levels.map(|levels| levels.saturating_sub(1));
    let Some(last) = asked.last.or(deepest) else {
        return Err(usage(format!("--depths: `{name}` has no deepest level; say how far, as in --depths 0-9")));
    };
    if let Some(deepest) = deepest.filter(|deepest| last > *deepest || asked.first > *deepest) {
        return Err(usage(format!("--depths {asked}: the deepest level of plan `{name}` is {deepest}")));
    }
    let Some(count) = (last - asked.first).checked_add(1) else {
        return Err(usage(format!("--depths {asked}: too many")));
    };
    Ok((asked.first, count))
}

/// A seed that nobody has chosen: short enough to be typed again.
pub(crate) fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    // The keys of a new hasher are the one source of randomness that the standard library has.
    Seed::from(RandomState::new().hash_one("seed") % 10_000_000_000)
}

/// The recipe as it is written, and as the arguments change it.
pub(crate) fn changed_recipe(name: &str, size: Option<Size>, settings: &[String]) -> anyhow::Result<(Recipe, Recipe)> {
    let as_written = recipes::find(name)?;
    let mut recipe = recipes::with_settings(as_written.clone(), settings)?;
    if let Some(size) = size {
        recipe = recipe.sized(size.width, size.height);
    }
    recipes::validate(&recipe, &as_written)?;
    Ok((as_written, recipe))
}

/// The plan of that name, or in that file. Recipes and maps of its own lie beside it.
pub(crate) fn find_plan(name_or_path: &str) -> anyhow::Result<Plan> {
    if recipes::is_path(name_or_path) {
        let path = Path::new(name_or_path);
        let text = recipes::read(path)?;
        return Ok(read_plan(SourceFile::new(name_or_path, &text), path)?);
    }
    // Plans of our own can always be read: a test does.
    Plan::named(name_or_path)
        .map_err(|error| usage(format!("--plan: {}\n`undercroft list plans` shows all of them", error.problem)))
}

/// Reads a plan whose own recipes and maps lie beside its file.
pub(crate) fn read_plan(source: SourceFile<'_>, path: &Path) -> Result<Plan, ContentError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    Plan::parse(source, Registry::standard(), &|beside| recipes::read(&folder.join(beside)).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_files_sort_by_name() {
        let numbers = |seeds, first_depth, depths| {
            let levels = Levels {
                of: Of::Recipe(Box::new(Recipe::new(9, 9))),
                first_seed: Seed::from(1),
                seeds,
                first_depth,
                depths,
                count: seeds * u64::from(depths),
                window: None,
                dungeon: Mutex::default(),
            };
            [levels.number(0), levels.number(levels.count - 1)]
        };
        assert_eq!(numbers(9, 1, 1), ["-1", "-9"]);
        assert_eq!(numbers(1000, 1, 1), ["-0001", "-1000"]);
        assert_eq!(numbers(1, 0, 26), ["-00", "-25"]);
        assert_eq!(numbers(2, 5, 6), ["-1-05", "-2-10"]);
    }

    #[test]
    fn fresh_seeds_differ() {
        assert_ne!(fresh_seed(), fresh_seed());
    }
}

//! Which levels are asked for: of a recipe or of a plan, with an edge or without.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use undercroft_mapgen::{
    ContentError, Draft, Dungeon, DungeonError, Endless, Floor, Level, Plan, Recipe, Rect, Registry, Seed, Size, Source,
};

use crate::arguments::LevelArguments;
use crate::recipes;
use crate::report::{note, usage};

/// How much of an endless level is shown where no window is asked for.
const ENDLESS_WINDOW: Size = Size::new(80, 50);
/// The depth of a recipe's level where none is asked for. A plan's first is 0.
const USUAL_DEPTH: u32 = 1;

/// The levels that are asked for.
pub(crate) struct Levels {
    of: Of,
    first_seed: Seed,
    depth: u32,
    pub(crate) count: u64,
    window: Option<Rect>,
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
                let recipe = changed_recipe(recipe.unwrap_or(recipes::usual()), arguments)?;
                let without_edge = arguments.endless
                    || arguments.window.is_some() && arguments.size.is_none() && recipe.can_be_endless();
                let of = match without_edge {
                    true => Of::Plan(Arc::new(Plan::of(recipe, true).map_err(|error| usage(error.to_string()))?)),
                    false => Of::Recipe(Box::new(recipe)),
                };
                (of, arguments.depth.unwrap_or(USUAL_DEPTH))
            }
        };
        Ok(Self { of, first_seed, depth, count: arguments.count, window: arguments.window })
    }

    pub(crate) fn tell_seed(&self) {
        match self.count {
            1 => note(format_args!("seed: {}", self.first_seed)),
            count => note(format_args!("seed: {} and the {} after it", self.first_seed, count - 1)),
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
        let seed = self.first_seed.after(index);
        let plan = match &self.of {
            Of::Recipe(recipe) => {
                let level = recipe.build_at(seed, self.depth)?;
                return Ok(match self.window {
                    Some(window) => Shown::Part(Box::new(level.window(window))),
                    None => Shown::Level(Box::new(level)),
                });
            }
            Of::Plan(plan) => plan,
        };
        let floor = Dungeon::new(plan.clone(), seed).level(self.depth).map_err(|error| match error {
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

/// A seed that nobody has chosen: short enough to be typed again.
pub(crate) fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    // The keys of a new hasher are the one source of randomness that the standard library has.
    Seed::from(RandomState::new().hash_one("seed") % 10_000_000_000)
}

/// The recipe as the arguments change it.
fn changed_recipe(name: &str, arguments: &LevelArguments) -> anyhow::Result<Recipe> {
    let as_written = recipes::find(name)?;
    let mut recipe = recipes::with_settings(as_written.clone(), &arguments.settings)?;
    if let Some(size) = arguments.size {
        recipe = recipe.sized(size.width, size.height);
    }
    recipes::validate(&recipe, &as_written)?;
    Ok(recipe)
}

/// The plan of that name, or in that file. Recipes and maps of its own lie beside it.
pub(crate) fn find_plan(name_or_path: &str) -> anyhow::Result<Plan> {
    if recipes::is_path(name_or_path) {
        let path = Path::new(name_or_path);
        let text = recipes::read(path)?;
        return Ok(read_plan(Source::new(name_or_path, &text), path)?);
    }
    // Plans of our own can always be read: a test does.
    Plan::named(name_or_path)
        .map_err(|error| usage(format!("--plan: {}\n`undercroft list plans` shows all of them", error.problem)))
}

/// Reads a plan whose own recipes and maps lie beside its file.
pub(crate) fn read_plan(source: Source<'_>, path: &Path) -> Result<Plan, ContentError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    Plan::parse(source, Registry::standard(), &|beside| recipes::read(&folder.join(beside)).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ() {
        assert_ne!(fresh_seed(), fresh_seed());
    }
}

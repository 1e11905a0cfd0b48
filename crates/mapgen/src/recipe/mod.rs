//! Recipes: named, ordered lists of steps, with their size and checks.

mod build;
mod embedded;
mod file;
mod fluent;
mod phases;
mod registry;

use std::sync::{Arc, OnceLock};

use undercroft_grid::Size;

pub use build::{BuildError, Snapshot};
pub use file::SettingError;
pub(crate) use phases::LocalSteps;
pub use registry::{Registry, StepKind};

use crate::check::Check;
use crate::metrics::Requirement;
use crate::step::Step;
use crate::tile::Tileset;

/// The most cells a level may have: 16384 by 16384.
pub const MOST_CELLS: u64 = 1 << 28;
/// The longest side a level may have.
pub const LONGEST_SIDE: u32 = 65_536;

/// How to make levels of one kind: steps in their order, the size, and what the result must keep.
///
/// ```
/// use undercroft_mapgen::Recipe;
/// let cave = Recipe::new(80, 50).scatter(0.5).smooth(8).connect().stairs().build(42)?;
/// assert_eq!(cave.size().to_string(), "80x50");
/// # Ok::<(), undercroft_mapgen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    name: Arc<str>,
    description: String,
    size: Size,
    attempts: u32,
    tileset: Arc<Tileset>,
    steps: Vec<Entry>,
    checks: Vec<Arc<dyn Check>>,
    requirements: Vec<Requirement>,
    /// Whether it was found to make sense since it was changed last: that is not asked again for each level.
    makes_sense: OnceLock<()>,
}

/// A step at its place in a recipe.
#[derive(Clone, Debug)]
struct Entry {
    /// What tells it from the other steps: its name, or what the recipe calls it.
    label: String,
    step: Arc<dyn Step>,
}

impl Recipe {
    /// A recipe of no steps for levels of this size.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            name: "unnamed".into(),
            description: String::new(),
            size: Size::new(width, height),
            attempts: 50,
            tileset: Tileset::standard(),
            steps: Vec::new(),
            checks: Vec::new(),
            requirements: Vec::new(),
            makes_sense: OnceLock::new(),
        }
    }

    /// Adds a step: one of ours or your own.
    #[must_use]
    pub fn then(mut self, step: impl Step + 'static) -> Self {
        let label = step.name().to_owned();
        self.steps.push(Entry { label, step: Arc::new(step) });
        self.makes_sense = OnceLock::new();
        self
    }

    /// Adds a promise that every level of this recipe must keep, besides those that all levels keep.
    #[must_use]
    pub fn check(mut self, check: impl Check + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Demands that a metric of every level lies within a range. Levels that miss it are made again.
    ///
    /// ```
    /// use undercroft_mapgen::{Requirement, Metric, Recipe};
    /// let recipe = Recipe::named("rooms").unwrap().require(Requirement::parse(Metric::Rooms, "12..").unwrap());
    /// assert!(recipe.build(1)?.rooms().len() >= 12);
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn require(mut self, requirement: Requirement) -> Self {
        self.requirements.push(requirement);
        self.check(requirement)
    }

    /// What the recipe requirements of its levels.
    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The same recipe under a name.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// The same recipe for levels of another size.
    #[must_use]
    pub fn sized(mut self, width: u32, height: u32) -> Self {
        self.size = Size::new(width, height);
        self.makes_sense = OnceLock::new();
        self
    }

    /// The same recipe, with so many drafts made before giving up.
    #[must_use]
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// The same recipe with other tiles.
    #[must_use]
    pub fn tileset(mut self, tileset: Arc<Tileset>) -> Self {
        self.tileset = tileset;
        self.makes_sense = OnceLock::new();
        self
    }

    /// What the recipe is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the recipe makes, in a line.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The tiles of its levels.
    #[must_use]
    pub const fn tiles(&self) -> &Arc<Tileset> {
        &self.tileset
    }

    /// How many drafts are made before it gives up.
    pub(crate) const fn most_attempts(&self) -> u32 {
        self.attempts
    }

    /// How large its levels are.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The steps in their order, each with its label.
    pub fn steps(&self) -> impl Iterator<Item = (&str, &dyn Step)> {
        self.steps.iter().map(|entry| (entry.label.as_str(), &*entry.step))
    }
}

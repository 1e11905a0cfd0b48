//! Recipes: named, ordered lists of steps, with a size and checks.

mod build;
mod embedded;
mod file;
mod fluent;
mod phases;
mod place;
mod registry;
mod run;
#[cfg(feature = "serde")]
mod saved;

use std::sync::{Arc, OnceLock};

use undercroft_grid::Size;

pub use build::{BuildError, Snapshot};
pub use file::SettingError;
pub(crate) use phases::LocalSteps;
pub use place::Where;
pub use registry::{Registry, StepKind};
#[cfg(feature = "serde")]
pub(crate) use saved::SavedRecipe;

use crate::check::Check;
use crate::metrics::Requirement;
use crate::step::Step;
use crate::steps::Paste;
use crate::tile::Tileset;

/// The maximum number of cells in a level: 16384 by 16384.
pub const MOST_CELLS: u64 = 1 << 28;
/// The maximum side of a level.
pub const LONGEST_SIDE: u32 = 65_536;

/// Instructions for one kind of level: the steps in order, the size, and the checks that every level must pass.
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
    /// Set once the recipe has been validated, so that this is not repeated for every level. Every change resets it.
    validated: OnceLock<()>,
}

/// A step and its label.
#[derive(Clone, Debug)]
struct Entry {
    /// Distinguishes the step from others: its name, or whatever the recipe calls it.
    label: String,
    step: Arc<dyn Step>,
    /// The cells that the step is limited to; all if absent.
    place: Option<Where>,
}

impl Recipe {
    /// An empty recipe for levels of this size.
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
            validated: OnceLock::new(),
        }
    }

    /// Adds a step, built-in or custom. Steps that change the ground come before those that place things on it: see
    /// [`insert_before`](Self::insert_before).
    #[must_use]
    pub fn then(mut self, step: impl Step + 'static) -> Self {
        let label = step.name().to_owned();
        self.steps.push(Entry { label, step: Arc::new(step), place: None });
        self.validated = OnceLock::new();
        self
    }

    /// Adds a step before the first one with this label. Labels are the names of steps, unless the recipe's file calls
    /// them otherwise.
    ///
    /// ```
    /// use undercroft_mapgen::{Recipe, steps::Lakes};
    /// let caves = Recipe::named("caves")?.insert_before("start", Lakes::default().share(0.2))?;
    /// assert!(caves.build(42)?.to_string().contains('≈'));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no step has this label. The error suggests the nearest one.
    pub fn insert_before(mut self, label: &str, step: impl Step + 'static) -> Result<Self, SettingError> {
        let at = self.steps_labelled(label, |problem| SettingError { setting: label.into(), problem })?[0];
        self.steps.insert(at, Entry { label: step.name().to_owned(), step: Arc::new(step), place: None });
        self.validated = OnceLock::new();
        Ok(self)
    }

    /// Keeps a drawing as it is and generates the rest around it: pastes it before all other steps, with
    /// [`kept`](crate::steps::Paste::kept) set.
    ///
    /// ```
    /// use undercroft_mapgen::{Recipe, steps::Paste};
    /// let shrine = "#########\n#.......#\n#.._O_..+\n#.......#\n#########";
    /// let recipe = Recipe::named("halls")?.pinned(Paste::default().map(shrine).x(30).y(15));
    /// let level = recipe.build(42)?;
    /// assert_eq!(level.to_string().lines().nth(17).unwrap().chars().nth(34), Some('O'));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pinned(mut self, pins: Paste) -> Self {
        self.steps.insert(0, Entry { label: "pins".into(), step: Arc::new(pins.kept(true)), place: None });
        self.validated = OnceLock::new();
        self
    }

    /// Limits the last step to the cells where a condition holds: the rest of the map stays as it was.
    ///
    /// ```
    /// use undercroft_mapgen::{Recipe, Where};
    /// let recipe = Recipe::named("rooms").unwrap().spawn("rat", 0.2).within(Where::parse("corridor")?);
    /// let level = recipe.build(1).unwrap();
    /// let rats = || level.spawns().iter().filter(|spawn| &*spawn.kind == "rat");
    /// assert!(rats().count() > 0 && rats().all(|rat| level.areas().at(rat.at).unwrap().kind.name() == "corridor"));
    /// # Ok::<(), undercroft_mapgen::ConditionError>(())
    /// ```
    #[must_use]
    pub fn within(mut self, place: Where) -> Self {
        if let Some(entry) = self.steps.last_mut() {
            entry.place = Some(place);
        }
        self.validated = OnceLock::new();
        self
    }

    /// Adds a check that every level of this recipe must pass, in addition to the standard ones.
    #[must_use]
    pub fn check(mut self, check: impl Check + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Requires a metric of every level to lie within a range. Levels outside it are rejected and remade.
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

    /// The requirements of the recipe.
    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// Names the recipe.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the size of the ground, to which [`pad`](Self::pad) adds.
    #[must_use]
    pub fn sized(mut self, width: u32, height: u32) -> Self {
        self.size = Size::new(width, height);
        self.validated = OnceLock::new();
        self
    }

    /// Sets the number of drafts to make before giving up.
    #[must_use]
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Sets the tileset.
    #[must_use]
    pub fn tileset(mut self, tileset: Arc<Tileset>) -> Self {
        self.tileset = tileset;
        self.validated = OnceLock::new();
        self
    }

    /// The name of the recipe.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the recipe makes, in one line.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The tileset of its levels.
    #[must_use]
    pub const fn tiles(&self) -> &Arc<Tileset> {
        &self.tileset
    }

    /// The number of drafts to make before giving up.
    pub(crate) const fn max_attempts(&self) -> u32 {
        self.attempts
    }

    /// The size of the ground that the first step works on.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The size of its levels: the ground, plus what the steps add around it.
    #[must_use]
    pub fn level_size(&self) -> Size {
        let growth = self.growth();
        Size::new(self.size.width.saturating_add(growth), self.size.height.saturating_add(growth))
    }

    /// The number of cells by which the steps make the ground wider and higher.
    pub(super) fn growth(&self) -> u32 {
        self.steps.iter().fold(0, |growth, entry| growth.saturating_add(entry.step.growth()))
    }

    /// The steps in order, each with its label.
    pub fn steps(&self) -> impl Iterator<Item = (&str, &dyn Step)> {
        self.steps.iter().map(|entry| (entry.label.as_str(), &*entry.step))
    }

    /// The condition that limits each step to some cells, if there is one.
    pub fn places(&self) -> impl Iterator<Item = Option<&Where>> {
        self.steps.iter().map(|entry| entry.place.as_ref())
    }
}

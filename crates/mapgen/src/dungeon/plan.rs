//! Plans: which recipe, creatures and items each depth of a dungeon uses, how many levels there are, and how it is won.

use std::collections::BTreeSet;
use std::sync::Arc;

use undercroft_grid::Point;

use super::depths::Depths;
use super::table::Table;
use crate::recipe::LocalSteps;
use crate::{BuildError, Class, Draft, Recipe, Seed};

/// A whole dungeon, before a seed makes it one of its kind. Depth counts downwards from 0 at the top.
///
/// ```
/// use undercroft_mapgen::Plan;
/// let plan = Plan::named("two-caves")?;
/// assert_eq!(plan.levels(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) name: Arc<str>,
    pub(super) description: String,
    pub(super) levels: Option<u32>,
    pub(super) start: Point,
    pub(super) goal: Option<Goal>,
    pub(super) abilities: Vec<String>,
    pub(super) stretches: Vec<Stretch>,
}

/// What wins the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The item to take, by its name in the game's catalogue.
    pub item: Arc<str>,
    /// Where it lies: as far from the stairs as can be.
    pub depth: u32,
    /// Whether it must be carried out of the dungeon's top.
    pub bring_out: bool,
}

/// A stretch of depths that are made alike.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    pub(super) depths: Depths,
    /// Each depth rolls one of them.
    pub(super) grounds: Vec<GroundSource>,
    /// How many pairs of stairs lead down from each level; on endless levels, from each chunk there is one.
    pub(super) stairs: u32,
    /// `None` leaves it to the recipe's own steps.
    pub(super) creatures: Option<Vec<Arc<Table>>>,
    pub(super) items: Option<Vec<Arc<Table>>>,
}

/// Where the ground of a level comes from.
#[derive(Clone, Debug)]
pub(super) enum GroundSource {
    Bounded(Arc<Recipe>),
    Endless(Arc<Recipe>, Arc<LocalSteps>),
    /// A map drawn by hand.
    Drawn(Arc<Draft>),
}

impl Plan {
    /// A plan without an end whose every depth is made by one recipe: without an edge where `endless` says so.
    ///
    /// # Errors
    /// Where the recipe makes no sense, cannot be endless, or demands what levels of a plan cannot keep.
    pub fn of(recipe: Recipe, endless: bool) -> Result<Self, BuildError> {
        recipe.validate()?;
        let name = recipe.name().into();
        let ground = match endless {
            true => {
                let steps = recipe.local_steps()?;
                GroundSource::Endless(Arc::new(recipe), Arc::new(steps))
            }
            false => {
                recipe.validate_for_plan(false)?;
                GroundSource::Bounded(Arc::new(recipe))
            }
        };
        let stretch = Stretch { depths: Depths::ALL, grounds: vec![ground], stairs: 1, creatures: None, items: None };
        Ok(Self {
            name,
            description: String::new(),
            levels: None,
            start: Point::new(0, 0),
            goal: None,
            abilities: Vec::new(),
            stretches: vec![stretch],
        })
    }

    /// What the plan is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the dungeon is like, in a line.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// How many levels there are; `None` where there is no end.
    #[must_use]
    pub const fn levels(&self) -> Option<u32> {
        self.levels
    }

    /// What wins the game.
    #[must_use]
    pub const fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// What walking into things does for the player, in order.
    #[must_use]
    pub fn abilities(&self) -> &[String] {
        &self.abilities
    }

    /// The names of all creatures and items that the plan asks for: of its tables, its goal, and the steps of its
    /// recipes that spawn.
    ///
    /// ```
    /// use undercroft_mapgen::{Class, Plan};
    /// let kinds = Plan::named("two-caves")?.kinds();
    /// assert!(kinds.iter().any(|(class, kind)| *class == Class::Creature && &**kind == "bat"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn kinds(&self) -> BTreeSet<(Class, Arc<str>)> {
        let mut kinds: BTreeSet<(Class, Arc<str>)> = BTreeSet::new();
        kinds.extend(self.goal.iter().map(|goal| (Class::Item, goal.item.clone())));
        for stretch in &self.stretches {
            for (class, tables) in [(Class::Creature, &stretch.creatures), (Class::Item, &stretch.items)] {
                let entries = tables.iter().flatten().flat_map(|table| &table.entries);
                kinds.extend(entries.map(|entry| (class, entry.kind.clone())));
            }
            for ground in &stretch.grounds {
                let (GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _)) = ground else { continue };
                for (_, step) in recipe.steps() {
                    if let Some(class) = step.spawns()
                        && let Some(toml::Value::Table(named)) = step.parameters().get("kinds")
                    {
                        kinds.extend(named.keys().map(|kind| (class, kind.as_str().into())));
                    }
                }
            }
        }
        kinds
    }

    /// Whether there is a level at a depth.
    #[must_use]
    pub fn has(&self, depth: u32) -> bool {
        self.levels.is_none_or(|levels| depth < levels)
    }

    /// Whether there is a level below a depth.
    #[must_use]
    pub fn has_below(&self, depth: u32) -> bool {
        depth.checked_add(1).is_some_and(|below| self.has(below))
    }

    /// The stretch that a depth belongs to.
    pub(super) fn stretch(&self, depth: u32) -> Option<&Stretch> {
        self.stretches.iter().find(|stretch| stretch.depths.contains(depth)).filter(|_| self.has(depth))
    }

    /// What a depth's ground is made from, for a seed.
    pub(super) fn ground_source(&self, seed: &Seed, depth: u32) -> Option<&GroundSource> {
        let grounds = &self.stretch(depth)?.grounds;
        let roll = seed.fork("plan").fork(depth).rng().below(grounds.len() as u32);
        grounds.get(roll as usize)
    }
}

//! Plans: the recipe, creatures and items of each depth, the number of levels, and how the game is won.

use std::collections::BTreeSet;
use std::sync::Arc;

use undercroft_grid::{Point, Size};

use super::depths::Depths;
use super::locks::StairLock;
use super::table::Table;
use crate::recipe::LocalSteps;
use crate::{BuildError, Class, Draft, Recipe, Seed, Step};

/// A whole dungeon except for its seed. Depths count downwards from 0 at the top.
///
/// ```
/// use undercroft_mapgen::Plan;
/// let plan = Plan::named("two-caves")?;
/// assert_eq!(plan.levels(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::saved::LoadedPlan"))]
pub struct Plan {
    pub(super) name: Arc<str>,
    pub(super) description: String,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) levels: Option<u32>,
    pub(super) start: Point,
    pub(super) goal: Option<Goal>,
    pub(super) abilities: Option<Vec<String>>,
    pub(super) stair_use: StairUse,
    pub(super) stretches: Vec<Stretch>,
    /// What spawns where. If no rule mentions a class at a depth, the recipe's own steps spawn it.
    pub(super) rules: Vec<Rule>,
    /// The stairs that are locked.
    pub(super) locks: Vec<StairLock>,
}

/// How hard a plan is for a player who knows the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Difficulty {
    /// Good for a first game.
    Easy,
    /// Forgives a few mistakes.
    Fair,
    /// Forgives almost none.
    Hard,
}

impl Difficulty {
    /// The name in plan files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Fair => "fair",
            Self::Hard => "hard",
        }
    }
}

/// How the game is won: by finding one or several items and, if the plan says so, carrying them out.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct Goal {
    /// The item to find, by its name in the game's catalogue. It lies as far from the arrival as possible.
    pub item: Arc<str>,
    /// The depth at which it lies; with several, the deepest.
    pub depth: u32,
    /// How many there are to find: one at `depth`, and the others one at each depth above it.
    #[serde(default = "one")]
    pub count: u32,
    /// The creature that carries it, by its name in the game's catalogue; `None` if it lies on the floor.
    #[serde(default)]
    pub carried_by: Option<Arc<str>>,
    /// Whether the player must also carry it out through the top of the dungeon.
    #[serde(default)]
    pub bring_out: bool,
}

impl Goal {
    /// An item to take, by its name in the game's catalogue, at a depth.
    #[must_use]
    pub fn new(item: &str, depth: u32) -> Self {
        Self { item: item.into(), depth, count: 1, carried_by: None, bring_out: false }
    }

    /// The player must find this many, at this depth and at those above it.
    #[must_use]
    pub const fn count(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// A creature carries it, by its name in the game's catalogue.
    #[must_use]
    pub fn carried_by(mut self, creature: &str) -> Self {
        self.carried_by = Some(creature.into());
        self
    }

    /// The player must also carry it out through the top of the dungeon.
    #[must_use]
    pub const fn bring_out(mut self) -> Self {
        self.bring_out = true;
        self
    }

    /// The depths that have one to find.
    #[must_use]
    pub fn depths(&self) -> std::ops::RangeInclusive<u32> {
        self.depth.saturating_sub(self.count.saturating_sub(1))..=self.depth
    }
}

const fn one() -> u32 {
    1
}

/// How the player takes stairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StairUse {
    /// With a separate command, while standing on them.
    #[default]
    Command,
    /// By stepping on them.
    Step,
}

/// A range of depths that share the same rules.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Stretch {
    pub(super) depths: Depths,
    /// Each depth rolls one of them.
    pub(super) grounds: Vec<GroundSource>,
    /// The pairs of stairs from each bounded level to the next. Between endless levels, each chunk has one.
    pub(super) stairs: u32,
    /// The tile of the path from the player's start on an endless level to the stairs down.
    pub(super) path: Option<Arc<str>>,
}

/// What spawns at some depths.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Rule {
    pub(super) depths: Depths,
    /// `None` if the rule adds to everything else that spawns.
    pub(super) class: Option<Class>,
    pub(super) source: SpawnSource,
}

/// Where spawns come from.
#[derive(Clone, Debug)]
pub(super) enum SpawnSource {
    Nothing,
    Table(Arc<Table>),
    Step(Arc<dyn Step>),
}

/// What the ground of a level is made from.
#[derive(Clone, Debug)]
pub(super) enum GroundSource {
    Bounded(Arc<Recipe>),
    Endless(Arc<Recipe>, Arc<LocalSteps>),
    /// A hand-drawn map.
    Drawn(Arc<Draft>),
}

impl GroundSource {
    /// Bounded levels of a recipe.
    pub(super) fn bounded(recipe: Recipe) -> Result<Self, BuildError> {
        recipe.validate()?;
        recipe.validate_for_plan(false)?;
        Ok(Self::Bounded(Arc::new(recipe)))
    }

    /// Endless levels of a recipe.
    pub(super) fn endless(recipe: Recipe) -> Result<Self, BuildError> {
        recipe.validate()?;
        let steps = recipe.local_steps()?;
        Ok(Self::Endless(Arc::new(recipe), Arc::new(steps)))
    }

    /// The size of its levels; `None` for endless ones.
    pub(super) fn size(&self) -> Option<Size> {
        match self {
            Self::Bounded(recipe) => Some(recipe.level_size()),
            Self::Endless(..) => None,
            Self::Drawn(draft) => Some(draft.size()),
        }
    }

    /// Whether stairs, the start and a goal fit on the cells that this ground always shares with another.
    pub(super) fn has_room_for_stairs(&self, other: &Self) -> bool {
        let (Some(one), Some(other)) = (self.size().or(other.size()), other.size().or(self.size())) else {
            return true;
        };
        Size::new(one.width.min(other.width), one.height.min(other.height)).interior().area() >= 4
    }
}

impl Plan {
    /// A bottomless plan that makes every depth with one recipe. Its levels are endless if `endless` is set.
    ///
    /// # Errors
    /// If the recipe is invalid, cannot be endless, is too small for stairs, or has a requirement that a plan cannot
    /// guarantee.
    pub fn of(recipe: Recipe, endless: bool) -> Result<Self, BuildError> {
        let name: Arc<str> = recipe.name().into();
        let ground = if endless { GroundSource::endless(recipe)? } else { GroundSource::bounded(recipe)? };
        if let Some(size) = ground.size().filter(|_| !ground.has_room_for_stairs(&ground)) {
            let problem = "small: stairs need at least 4 cells inside the border".into();
            return Err(BuildError::BadSize { recipe: name.to_string(), size, problem });
        }
        let stretch = Stretch { depths: Depths::ALL, grounds: vec![ground], stairs: 1, path: None };
        Ok(Self {
            name,
            description: String::new(),
            difficulty: None,
            levels: None,
            start: Point::new(0, 0),
            goal: None,
            abilities: None,
            stair_use: StairUse::default(),
            stretches: vec![stretch],
            rules: Vec::new(),
            locks: Vec::new(),
        })
    }

    /// The plan's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description of the dungeon in one sentence.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// How hard it is, if its author says so.
    #[must_use]
    pub const fn difficulty(&self) -> Option<Difficulty> {
        self.difficulty
    }

    /// The number of levels; `None` for a bottomless dungeon.
    #[must_use]
    pub const fn levels(&self) -> Option<u32> {
        self.levels
    }

    /// How the game is won.
    #[must_use]
    pub const fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// The stairs that are locked, with their keys on levels above.
    #[must_use]
    pub fn locks(&self) -> &[StairLock] {
        &self.locks
    }

    /// The player's abilities, in order of preference where several apply; `None` leaves them to the game.
    #[must_use]
    pub fn abilities(&self) -> Option<&[String]> {
        self.abilities.as_deref()
    }

    /// How the player takes stairs.
    #[must_use]
    pub const fn stair_use(&self) -> StairUse {
        self.stair_use
    }

    /// The names of all creatures and items in the plan: in its tables, its goal, and its recipes' spawning steps.
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
        kinds.extend(self.locks.iter().map(|lock| (Class::Item, lock.item().into())));
        let carrier = self.goal.iter().filter_map(|goal| goal.carried_by.clone());
        kinds.extend(carrier.map(|creature| (Class::Creature, creature)));
        for rule in &self.rules {
            if let (Some(class), SpawnSource::Table(table)) = (&rule.class, &rule.source) {
                kinds.extend(table.entries.iter().map(|entry| (class.clone(), entry.kind.clone())));
            }
        }
        for stretch in &self.stretches {
            for ground in &stretch.grounds {
                let (GroundSource::Bounded(recipe) | GroundSource::Endless(recipe, _)) = ground else { continue };
                for (_, step) in recipe.steps() {
                    if let Some(class) = step.spawns()
                        && let Some(toml::Value::Table(named)) = step.parameters().get("kinds")
                    {
                        kinds.extend(named.keys().map(|kind| (class.clone(), kind.as_str().into())));
                    }
                }
            }
        }
        kinds
    }

    /// Whether the plan has a level at a depth.
    #[must_use]
    pub fn has(&self, depth: u32) -> bool {
        self.levels.is_none_or(|levels| depth < levels)
    }

    /// Whether the plan has a level below a depth.
    #[must_use]
    pub fn has_below(&self, depth: u32) -> bool {
        depth.checked_add(1).is_some_and(|below| self.has(below))
    }

    /// The tile of the path that leads from the start of a depth to its stairs down, if its levels have one.
    #[must_use]
    pub fn path_tile(&self, depth: u32) -> Option<&str> {
        self.stretch(depth)?.path.as_deref()
    }

    pub(super) fn stretch(&self, depth: u32) -> Option<&Stretch> {
        self.stretches.iter().find(|stretch| stretch.depths.contains(depth)).filter(|_| self.has(depth))
    }

    /// The rules of a depth.
    pub(super) fn rules_at(&self, depth: u32) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.depths.contains(depth))
    }

    /// The pairs of stairs from a bounded depth to the next.
    pub(super) fn stairs_below(&self, depth: u32) -> usize {
        self.stretch(depth).map_or(1, |stretch| stretch.stairs as usize)
    }

    /// What the ground of a depth is made from, for a seed.
    pub(super) fn ground_source(&self, seed: &Seed, depth: u32) -> Option<&GroundSource> {
        let grounds = &self.stretch(depth)?.grounds;
        let roll = seed.fork("plan").fork(depth).rng().below(grounds.len() as u32);
        grounds.get(roll as usize)
    }
}

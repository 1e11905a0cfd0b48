//! Plans and dungeons as serde saves them: recipes as the text of their files, everything else as data.
//!
//! A dungeon is its plan and its seed, so that is what is saved, with the version of the generator: another version would
//! make another dungeon. What is code cannot be saved.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use undercroft_grid::Point;

use super::Dungeon;
use super::plan::{Difficulty, Goal, GroundSource, Plan, Rule, SpawnSource, StairUse, Stretch};
use super::plan_error::{PlanError, validate};
use super::table::Table;
use crate::{Content, Draft, GENERATOR_VERSION, Recipe, Seed, SourceFile, Tileset, checks};

#[derive(Deserialize, Serialize)]
#[serde(rename = "Dungeon")]
struct SavedDungeon<P> {
    generator_version: u32,
    seed: Seed,
    plan: P,
}

/// Saves the plan, the seed and the version of the generator. It fails if the plan contains code: steps, checks or spawns
/// of your own.
///
/// ```
/// use std::sync::Arc;
/// use undercroft_mapgen::{Dungeon, Plan, Rect};
/// let dungeon = Dungeon::new(Plan::named("two-caves")?, 42);
/// let saved = serde_json::to_string(&dungeon)?;
/// let loaded: Arc<Dungeon> = serde_json::from_str(&saved)?;
/// let map = Rect::new(0, 0, 80, 50);
/// assert_eq!(loaded.level(1)?.window(map)?, dungeon.level(1)?.window(map)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Dungeon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seed = self.seed().clone();
        SavedDungeon { generator_version: GENERATOR_VERSION, seed, plan: self.plan() }.serialize(serializer)
    }
}

/// Loads a dungeon with exactly the same levels. A dungeon from another version of the generator is refused.
impl<'de> Deserialize<'de> for Dungeon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedDungeon { generator_version, seed, plan } = SavedDungeon::<Plan>::deserialize(deserializer)?;
        if generator_version != GENERATOR_VERSION {
            return Err(de::Error::custom(format!(
                "the dungeon was made by generator version {generator_version}; this is version {GENERATOR_VERSION}, \
                 which makes other levels"
            )));
        }
        Ok(Arc::into_inner(Self::new(plan, seed)).expect("nobody else has the new dungeon"))
    }
}

/// A plan that nobody has validated.
#[derive(Deserialize)]
#[serde(rename = "Plan")]
pub(super) struct LoadedPlan {
    name: Arc<str>,
    description: String,
    difficulty: Option<Difficulty>,
    levels: Option<u32>,
    start: Point,
    goal: Option<Goal>,
    abilities: Option<Vec<String>>,
    stair_use: StairUse,
    stretches: Vec<Stretch>,
    rules: Vec<Rule>,
}

impl TryFrom<LoadedPlan> for Plan {
    type Error = PlanError;

    fn try_from(loaded: LoadedPlan) -> Result<Self, PlanError> {
        let LoadedPlan { name, description, difficulty, levels, start, goal, abilities, stair_use, stretches, rules } = loaded;
        let plan = Self { name, description, difficulty, levels, start, goal, abilities, stair_use, stretches, rules };
        validate(&plan)?;
        Ok(plan)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename = "Ground", rename_all = "kebab-case")]
enum SavedGround {
    Bounded(SavedRecipe),
    Endless(SavedRecipe),
    Drawn(Arc<Draft>),
}

#[derive(Deserialize, Serialize)]
#[serde(rename = "Recipe")]
struct SavedRecipe {
    /// The text of its file.
    text: String,
    /// `None` for the standard tileset.
    tileset: Option<Arc<Tileset>>,
}

impl SavedRecipe {
    fn of<E: ser::Error>(recipe: &Recipe) -> Result<Self, E> {
        let is_standard = **recipe.tiles() == *Tileset::standard();
        let text = recipe.to_exact_toml().map_err(|problem| E::custom(format!("{problem}; {REMEDY}")))?;
        Ok(Self { text, tileset: (!is_standard).then(|| recipe.tiles().clone()) })
    }

    fn loaded<E: de::Error>(self) -> Result<Recipe, E> {
        let tileset = self.tileset.unwrap_or_else(Tileset::standard);
        Recipe::parse_in(SourceFile::new("recipe", &self.text), Content::standard(), &tileset).map_err(E::custom)
    }
}

impl Serialize for GroundSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ground = match self {
            Self::Bounded(recipe) => SavedGround::Bounded(SavedRecipe::of(recipe)?),
            Self::Endless(recipe, _) => SavedGround::Endless(SavedRecipe::of(recipe)?),
            Self::Drawn(draft) => SavedGround::Drawn(draft.clone()),
        };
        ground.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GroundSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match SavedGround::deserialize(deserializer)? {
            SavedGround::Bounded(recipe) => Self::bounded(recipe.loaded()?).map_err(de::Error::custom),
            SavedGround::Endless(recipe) => Self::endless(recipe.loaded()?).map_err(de::Error::custom),
            SavedGround::Drawn(draft) if !draft.stairs.is_empty() || draft.origin != Point::new(0, 0) => {
                Err(de::Error::custom("a drawn map has no stairs of its own, and begins at (0, 0)"))
            }
            SavedGround::Drawn(draft) => {
                checks::judge_ground(&draft).map_err(de::Error::custom)?;
                Ok(Self::Drawn(draft))
            }
        }
    }
}

/// A table, or nothing.
impl Serialize for SpawnSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => None::<&Table>.serialize(serializer),
            Self::Table(table) => Some(table).serialize(serializer),
            Self::Step(step) => Err(ser::Error::custom(format!(
                "the spawns of `{}` are code, which cannot be saved; {REMEDY}",
                step.name()
            ))),
        }
    }
}

impl<'de> Deserialize<'de> for SpawnSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Nothing, Self::Table))
    }
}

/// What to do about a dungeon that cannot be saved.
const REMEDY: &str = "save the seed, and make the dungeon again from the plan";

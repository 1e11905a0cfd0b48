//! Plans and dungeons as serde saves them: recipes as the text of their files with their own tiles and vaults, everything else as
//! data.
//!
//! A dungeon is saved as its plan, its seed and the generator version, because another version would make different
//! levels. Code cannot be saved.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use undercroft_grid::Point;

use super::locks::StairLock;
use super::plan::{Difficulty, Goal, GroundSource, Plan, Rule, SpawnSource, StairUse, Stretch};
use super::plan_error::{PlanError, validate};
use super::table::Table;
use super::{Dungeon, EditedDungeon};
use crate::recipe::SavedRecipe;
use crate::{Draft, GENERATOR_VERSION, Recipe, Seed, Tile, checks};

#[derive(Deserialize, Serialize)]
#[serde(rename = "Dungeon")]
struct SavedDungeon<P> {
    generator_version: u32,
    seed: Seed,
    plan: P,
}

/// Saves the plan, the seed and the generator version, with your own tiles and vaults. Fails if the plan contains your
/// own code: custom steps, checks or spawn functions.
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
                 which makes different levels"
            )));
        }
        Ok(Arc::into_inner(Self::new(plan, seed)).expect("the new dungeon has no other owner"))
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename = "EditedDungeon")]
struct SavedEdits<D> {
    dungeon: D,
    outside: Tile,
    edits: Vec<(u32, Point, Tile)>,
}

/// Saves the dungeon and the changes made to it.
///
/// ```
/// use undercroft_mapgen::{Dungeon, EditedDungeon, Plan, Point, Tile};
/// let mut caves = EditedDungeon::new(Dungeon::new(Plan::named("two-caves")?, 3));
/// caves.set(1, Point::new(7, 7), Tile::FLOOR);
/// let saved = serde_json::to_string(&caves)?;
/// let loaded: EditedDungeon = serde_json::from_str(&saved)?;
/// assert!(loaded.edits().eq(caves.edits()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for EditedDungeon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let edits = self.edits().collect();
        SavedEdits { dungeon: &*self.dungeon, outside: self.outside, edits }.serialize(serializer)
    }
}

/// Loads the dungeon with the same changes, if its tileset has all tiles.
impl<'de> Deserialize<'de> for EditedDungeon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedEdits { dungeon, outside, edits } = SavedEdits::<Arc<Dungeon>>::deserialize(deserializer)?;
        for (depth, at, tile) in edits.iter().copied().chain([(0, Point::new(0, 0), outside)]) {
            if dungeon.tileset(depth).map_err(de::Error::custom)?.get(tile).is_none() {
                return Err(de::Error::custom(format!("the tileset has no tile {}, at {at} on depth {depth}", tile.0)));
            }
        }
        let edits = edits.into_iter().map(|(depth, at, tile)| ((depth, at), tile)).collect();
        Ok(Self { dungeon, edits, outside })
    }
}

/// A plan that has not been validated.
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
    #[serde(default)]
    locks: Vec<StairLock>,
}

impl TryFrom<LoadedPlan> for Plan {
    type Error = PlanError;

    fn try_from(loaded: LoadedPlan) -> Result<Self, PlanError> {
        let LoadedPlan {
            name,
            description,
            difficulty,
            levels,
            start,
            goal,
            abilities,
            stair_use,
            stretches,
            rules,
            locks,
        } = loaded;
        let plan =
            Self { name, description, difficulty, levels, start, goal, abilities, stair_use, stretches, rules, locks };
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

fn saved<E: ser::Error>(recipe: &Recipe) -> Result<SavedRecipe, E> {
    SavedRecipe::of(recipe).map_err(|problem| E::custom(format!("{problem}; {REMEDY}")))
}

fn loaded<E: de::Error>(recipe: &SavedRecipe) -> Result<Recipe, E> {
    recipe.load().map_err(E::custom)
}

impl Serialize for GroundSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ground = match self {
            Self::Bounded(recipe) => SavedGround::Bounded(saved(recipe)?),
            Self::Endless(recipe, _) => SavedGround::Endless(saved(recipe)?),
            Self::Drawn(draft) => SavedGround::Drawn(draft.clone()),
        };
        ground.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GroundSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match SavedGround::deserialize(deserializer)? {
            SavedGround::Bounded(recipe) => Self::bounded(loaded(&recipe)?).map_err(de::Error::custom),
            SavedGround::Endless(recipe) => Self::endless(loaded(&recipe)?).map_err(de::Error::custom),
            SavedGround::Drawn(draft) if !draft.stairs.is_empty() || draft.origin != Point::new(0, 0) => {
                Err(de::Error::custom("a drawn map must have no stairs of its own, and its origin must be (0, 0)"))
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
const REMEDY: &str = "save the seed, and recreate the dungeon from the plan";

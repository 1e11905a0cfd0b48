//! The state of a game: plain data, and nothing in it that could be worked out from the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Tile};

use crate::action::Slot;
use crate::content::{Condition, Content, CreatureKindId, ItemKindId};
use crate::outcome::Outcome;

/// All that a checkpoint holds. Together with content, plan and seed it is the whole game:
/// [`Game::resume`](crate::Game::resume) goes on from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The content it was played with, by its fingerprint.
    pub(crate) content: u64,
    /// The plan's name.
    pub(crate) plan: String,
    /// The seed, as it is typed.
    pub(crate) seed: String,
    /// How many actions have taken time.
    pub(crate) turn: u64,
    /// The time, in hundredths of a round.
    pub(crate) clock: u64,
    /// How many dice have been rolled.
    pub(crate) rolls: u64,
    /// The number that the next creature gets.
    pub(crate) next_id: u32,
    /// The level that the hero is on.
    pub(crate) depth: u32,
    /// The deepest level that the hero has been on.
    pub(crate) deepest: u32,
    pub(crate) hero: Hero,
    /// The creatures of the chunks around the hero; all others are kept in their chunks.
    pub(crate) creatures: Vec<Creature>,
    /// Those that follow over stairs and have not arrived yet.
    pub(crate) pursuers: Vec<Pursuer>,
    /// What differs from the dungeon as it was made, by depth.
    pub(crate) levels: BTreeMap<u32, LevelState>,
    /// How many creatures of each kind the hero has defeated.
    pub(crate) kills: BTreeMap<CreatureKindId, u32>,
    pub(crate) outcome: Option<Outcome>,
}

/// What the hero has besides a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hero {
    pub(crate) body: Creature,
    pub(crate) most_hit_points: i32,
    pub(crate) attack: i32,
    pub(crate) defence: i32,
    pub(crate) sight: u32,
    pub(crate) level: u32,
    pub(crate) experience: u32,
    /// Choices that levels have given and that are not taken yet.
    pub(crate) choices: u32,
    /// Rounds of food left.
    pub(crate) food: u32,
    pub(crate) pack: BTreeMap<Slot, Item>,
    pub(crate) weapon: Option<Slot>,
    pub(crate) armour: Option<Slot>,
    pub(crate) charm: Option<Slot>,
}

/// A creature of a game. The hero's number is [`CreatureId::HERO`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Creature {
    /// What tells it from all others of the game.
    pub id: CreatureId,
    /// Its kind.
    pub kind: CreatureKindId,
    /// Where it is.
    pub at: Point,
    /// What it has left.
    pub hit_points: i32,
    /// What it is about.
    pub mind: Mind,
    /// What it is in, and for how many rounds.
    pub conditions: Vec<(Condition, u32)>,
    /// What it carries: a pedlar's wares.
    pub carried: Vec<Item>,
    /// How much it has saved up for its next action; 10,000 is one.
    pub(crate) energy: u32,
    /// The spawn of the level that it came from.
    pub(crate) home: Option<Point>,
    /// Where it stands guard.
    pub(crate) post: Point,
    /// How many more may come of it, for what spreads.
    pub(crate) brood: u16,
    /// Whether the hero has hurt it: then its death teaches something.
    pub(crate) provoked: bool,
}

/// The number of a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CreatureId(pub u32);

impl CreatureId {
    /// The hero.
    pub const HERO: Self = Self(0);
}

/// What a creature is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mind {
    /// Asleep.
    Sleeping,
    /// Awake, and unaware of the hero.
    Idle,
    /// After the hero, and for so many more rounds if it does not see it.
    Hunting(u32),
    /// Awake and hidden, until the hero comes into sight.
    Lurking,
}

impl Creature {
    /// One that has just come into being.
    pub(crate) fn newborn(content: &Content, id: CreatureId, kind: CreatureKindId, at: Point) -> Self {
        let about = content.creature(kind);
        Self {
            id,
            kind,
            at,
            hit_points: about.hit_points,
            mind: Mind::Idle,
            conditions: Vec::new(),
            carried: Vec::new(),
            energy: 0,
            home: None,
            post: at,
            brood: about.brood(),
            provoked: false,
        }
    }

    /// Whether it is in a condition.
    #[must_use]
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.iter().any(|(known, _)| *known == condition)
    }
}

/// Some things of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Item {
    /// Their kind.
    pub kind: ItemKindId,
    /// How many; never none.
    pub count: u32,
    /// Charges left, for wands.
    pub charges: u16,
    /// How much better than others of its kind it is.
    pub bonus: i8,
}

/// A creature on its way over the stairs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pursuer {
    pub(crate) creature: Creature,
    /// The level it comes to.
    pub(crate) depth: u32,
    /// Rounds until it is there.
    pub(crate) rounds: u32,
}

/// What differs from a level as it was made, chunk by chunk, whether it has an edge or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct LevelState {
    pub(crate) chunks: BTreeMap<ChunkAt, ChunkState>,
}

/// A cell of a chunk: its row times 64 and its column.
pub(crate) type Cell = u16;

/// What differs from a chunk as it was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ChunkState {
    /// Tiles that are others now.
    pub(crate) tiles: BTreeMap<Cell, Tile>,
    /// What lies where something else, or nothing, was made to lie.
    pub(crate) piles: BTreeMap<Cell, Vec<Item>>,
    /// Spawns of creatures that are spent: the creature is elsewhere, or no more.
    pub(crate) spent: BTreeSet<Cell>,
    /// Creatures that wait here until the hero comes near.
    pub(crate) creatures: Vec<Creature>,
    /// What the hero knows.
    pub(crate) memory: Memory,
}

/// What the hero knows of a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The cells that were seen, a word for each row; empty where none were.
    pub(crate) seen: Vec<u64>,
    /// Tiles that looked different when they were last seen.
    pub(crate) stale: BTreeMap<Cell, Tile>,
    /// Items that lay there when the cell was last seen.
    pub(crate) items: BTreeMap<Cell, ItemKindId>,
    /// Cells on which the hero left something on purpose: exploring does not pick it up again.
    pub(crate) left: BTreeSet<Cell>,
    /// When it was last seen, in turns.
    pub(crate) turn: u64,
}

//! The state of a game: plain data, without anything that can be derived from the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Tile};

use crate::action::Slot;
use crate::content::{CreatureKindId, GameContent, ItemClass, ItemKindId, Status};
use crate::outcome::Outcome;

/// What a checkpoint stores. With its content, plan and seed it is the whole game; see
/// [`Game::resume`](crate::Game::resume).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The fingerprint of the content.
    pub(crate) content: u64,
    pub(crate) plan: String,
    pub(crate) seed: String,
    /// The number of actions that took time.
    pub(crate) turn: u64,
    /// The time in hundredths of a round.
    pub(crate) clock: u64,
    /// The number of dice rolled.
    pub(crate) rolls: u64,
    /// The id of the next creature.
    pub(crate) next_id: u32,
    /// The hero's depth.
    pub(crate) depth: u32,
    /// The greatest depth the hero has reached.
    pub(crate) deepest: u32,
    pub(crate) hero: Hero,
    /// The creatures of the active chunks. All others are stored in their chunks.
    pub(crate) creatures: Vec<Creature>,
    /// Creatures following by the stairs that have not arrived yet.
    pub(crate) pursuers: Vec<Pursuer>,
    /// The changes to each level since it was generated.
    pub(crate) levels: BTreeMap<u32, LevelState>,
    /// How many creatures of each kind the hero has defeated.
    pub(crate) kills: BTreeMap<CreatureKindId, u32>,
    pub(crate) outcome: Option<Outcome>,
}

/// The hero: a creature with attributes and a pack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hero {
    pub(crate) body: Creature,
    pub(crate) max_hit_points: i32,
    pub(crate) attack: i32,
    pub(crate) defence: i32,
    pub(crate) sight: u32,
    pub(crate) level: u32,
    pub(crate) experience: u32,
    /// Level-ups not yet spent.
    pub(crate) choices: u32,
    /// Rounds of food left.
    pub(crate) food: u32,
    pub(crate) pack: BTreeMap<Slot, Item>,
    pub(crate) weapon: Option<Slot>,
    pub(crate) armour: Option<Slot>,
    pub(crate) charm: Option<Slot>,
    /// The keys that belong to the hero's level, which stay there when the hero leaves, and those that open stairs on other
    /// levels.
    pub(crate) keys: BTreeSet<ItemKindId>,
    /// The number of turns in a row that the hero has waited.
    pub(crate) waited: u32,
}

impl Hero {
    /// The place for equipment of a class; `None` if it can be neither wielded nor worn.
    pub(crate) const fn equipment_slot(&mut self, class: ItemClass) -> Option<&mut Option<Slot>> {
        match class {
            ItemClass::Weapon => Some(&mut self.weapon),
            ItemClass::Armour => Some(&mut self.armour),
            ItemClass::Charm => Some(&mut self.charm),
            _ => None,
        }
    }

    /// The slots of everything wielded and worn.
    pub(crate) fn equipped(&self) -> impl Iterator<Item = Slot> {
        [self.weapon, self.armour, self.charm].into_iter().flatten()
    }

    /// The first slot that holds an item of a kind.
    pub(crate) fn slot_of(&self, kind: ItemKindId) -> Option<Slot> {
        self.pack.iter().find(|(_, item)| item.kind == kind).map(|(slot, _)| *slot)
    }
}

/// A creature. The hero's id is [`CreatureId::HERO`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Creature {
    /// Its id, unique in the game.
    pub id: CreatureId,
    /// Its kind.
    pub kind: CreatureKindId,
    /// Where it is.
    pub at: Point,
    /// Its hit points.
    pub hit_points: i32,
    /// What it is doing.
    pub behaviour: Behaviour,
    /// Its status effects and the rounds they will last.
    pub statuses: Vec<(Status, u32)>,
    /// What it carries: a pedlar's wares.
    pub carried: Vec<Item>,
    /// The energy saved for its next action, which takes 10,000.
    pub(crate) energy: u32,
    /// The spawn it came from.
    pub(crate) home: Option<Point>,
    /// Where it stands guard.
    pub(crate) post: Point,
    /// How many descendants it can still have, if it spreads.
    pub(crate) brood: u16,
    /// Whether the hero has hurt it, so that its death brings experience.
    pub(crate) provoked: bool,
    /// Whether the hero already got the experience for it: it fell into a pit and lives on below.
    pub(crate) rewarded: bool,
}

/// The id of a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CreatureId(pub u32);

impl CreatureId {
    /// The hero's id.
    pub const HERO: Self = Self(0);
}

/// What a creature is doing: the state of its AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Behaviour {
    /// Asleep.
    Sleeping,
    /// Awake and unaware of the hero.
    Idle,
    /// Hunting the hero, for this many more rounds if the hero is out of sight.
    Hunting(u32),
    /// Lying in wait until the hero comes into sight.
    Lurking,
}

impl Creature {
    pub(crate) fn new(content: &GameContent, id: CreatureId, kind: CreatureKindId, at: Point) -> Self {
        let info = content.creature(kind);
        Self {
            id,
            kind,
            at,
            hit_points: info.hit_points,
            behaviour: Behaviour::Idle,
            statuses: Vec::new(),
            carried: Vec::new(),
            energy: 0,
            home: None,
            post: at,
            brood: info.spread_limit(),
            provoked: false,
            rewarded: false,
        }
    }

    /// Whether a status affects it.
    #[must_use]
    pub fn is(&self, status: Status) -> bool {
        self.statuses.iter().any(|(known, _)| *known == status)
    }

    pub(crate) const fn is_alive(&self) -> bool {
        self.hit_points > 0
    }

    /// Whether it is unaware of the hero.
    pub(crate) const fn is_unaware(&self) -> bool {
        matches!(self.behaviour, Behaviour::Sleeping | Behaviour::Idle)
    }

    pub(crate) const fn is_hunting(&self) -> bool {
        matches!(self.behaviour, Behaviour::Hunting(_))
    }
}

/// A stack of items of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Item {
    /// Their kind.
    pub kind: ItemKindId,
    /// How many there are; never 0.
    pub count: u32,
    /// The charges left, for wands.
    pub charges: u16,
    /// Its bonus over an ordinary item of its kind.
    pub bonus: i8,
}

/// A creature on the stairs, following the hero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pursuer {
    pub(crate) creature: Creature,
    /// The depth it is going to.
    pub(crate) depth: u32,
    /// The rounds until it arrives.
    pub(crate) rounds: u32,
}

/// The changes to a level since it was generated, chunk by chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct LevelState {
    pub(crate) chunks: BTreeMap<ChunkAt, ChunkState>,
}

/// The index of a cell in its chunk: 64 times its row, plus its column.
pub(crate) type Cell = u16;

/// The changes to a chunk since it was generated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ChunkState {
    /// Tiles that have changed.
    pub(crate) tiles: BTreeMap<Cell, Tile>,
    /// Piles that have changed; an empty one means nothing is left.
    pub(crate) piles: BTreeMap<Cell, Vec<Item>>,
    /// Spawns whose creature is elsewhere or dead.
    pub(crate) spent: BTreeSet<Cell>,
    /// Creatures waiting here until the hero comes near.
    pub(crate) creatures: Vec<Creature>,
    /// The machines that were set off, and the rounds since.
    pub(crate) machines: BTreeMap<Cell, u32>,
    /// What the hero remembers.
    pub(crate) memory: Memory,
}

/// What the hero remembers of a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The cells seen, a word for each row; empty if there are none.
    pub(crate) seen: Vec<u64>,
    /// The cells among them that can be walked on and are known only from a map: the hero has yet to see what lies there.
    pub(crate) mapped: BTreeSet<Cell>,
    /// Tiles that have changed since they were last seen, as they were then.
    pub(crate) stale: BTreeMap<Cell, Tile>,
    /// The topmost items when last seen.
    pub(crate) items: BTreeMap<Cell, ItemKindId>,
    /// Cells where the hero dropped something, which exploring does not pick up again.
    pub(crate) dropped: BTreeSet<Cell>,
    /// The cells searched for secret doors, a word for each row; empty if there are none.
    pub(crate) searched: Vec<u64>,
    /// The turn it was last seen.
    pub(crate) turn: u64,
}

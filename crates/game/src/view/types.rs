//! The parts of a view: cells, numbers, creatures in sight, offers.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::Tile;

use crate::action::Direction;
use crate::content::{Ability, CreatureKind, ItemKindId, Status, Tactic};
use crate::named::named_enum;
use crate::state::{Creature, Item};

/// What the hero knows of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing: the hero has never seen it.
    Unknown,
    /// What was there when the hero last saw it.
    Remembered {
        /// The tile.
        tile: Tile,
        /// The topmost item.
        item: Option<ItemKindId>,
    },
    /// What is there now.
    Visible {
        /// The tile.
        tile: Tile,
        /// The topmost item.
        item: Option<ItemKindId>,
        /// The creature, unless it is the hero.
        creature: Option<&'a Creature>,
    },
}

impl Cell<'_> {
    /// The tile, if known.
    #[must_use]
    pub const fn tile(&self) -> Option<Tile> {
        match self {
            Self::Unknown => None,
            Self::Remembered { tile, .. } | Self::Visible { tile, .. } => Some(*tile),
        }
    }

    /// The topmost item, if known.
    #[must_use]
    pub const fn item(&self) -> Option<ItemKindId> {
        match self {
            Self::Unknown => None,
            Self::Remembered { item, .. } | Self::Visible { item, .. } => *item,
        }
    }
}

/// The hero in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// The hit points.
    pub hit_points: i32,
    /// The hit points when unhurt.
    pub max_hit_points: i32,
    /// Attack strength, equipment included.
    pub attack: i32,
    /// Defence, equipment included.
    pub defence: i32,
    /// Actions per 100 rounds.
    pub speed: u32,
    /// The sight radius.
    pub sight: u32,
    /// The experience level, from 1.
    pub level: u32,
    /// The experience so far.
    pub experience: u32,
    /// The experience at which this level began.
    pub level_start: u32,
    /// The experience that the next level takes.
    pub next_level: u32,
    /// Level-ups to spend with [`Action::Choose`](crate::Action::Choose).
    pub choices: u32,
    /// Rounds of food left.
    pub food: u32,
    /// The most food that the hero can hold.
    pub max_food: u32,
    /// How hungry the hero is.
    pub hunger: Hunger,
    /// The worth of all coins, in copper.
    pub purse: u64,
}

named_enum! {
    /// How hungry the hero is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Hunger {
        /// Not hungry.
        Fed = "fed",
        /// Hungry, with no consequences yet.
        Hungry = "hungry",
        /// Too hungry to rest.
        Weak = "weak with hunger",
        /// Out of food, and losing hit points.
        Starving = "starving",
    }
}

/// A creature in sight.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Sighting<'a> {
    /// The creature.
    pub creature: &'a Creature,
    /// Its kind.
    pub kind: &'a CreatureKind,
    /// Its distance in steps.
    pub distance: u32,
}

impl Sighting<'_> {
    /// Whether it is hostile.
    #[must_use]
    pub const fn is_threat(&self) -> bool {
        !self.kind.peaceful
    }

    /// Whether it could harm the hero: it is hostile, able to attack, and not running away. Creatures that never leave their
    /// cell harm only a hero who stands next to them.
    #[must_use]
    pub fn is_dangerous(&self) -> bool {
        let kind = self.kind;
        let attacks = [Ability::Attack, Ability::Kick].iter().any(|ability| kind.abilities.contains(ability));
        let shoots = |tactic: &Tactic| matches!(tactic, Tactic::Shoot { .. } | Tactic::Burst(_));
        self.is_threat()
            && (attacks || kind.tactics.iter().any(shoots))
            && !self.is_fleeing()
            && (self.distance <= 1 || !kind.is_rooted())
    }

    /// Whether it is running away: afraid, or wounded and of a kind that flees then.
    #[must_use]
    pub fn is_fleeing(&self) -> bool {
        let (most, left) = (i64::from(self.kind.hit_points), i64::from(self.creature.hit_points) * 100);
        let flees = |tactic: &Tactic| matches!(tactic, Tactic::Flee(percent) if left < i64::from(*percent) * most);
        self.creature.is(Status::Afraid) || self.kind.tactics.iter().any(flees)
    }
}

/// Where a beacon lies from the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    /// The beacon.
    pub beacon: Beacon,
    /// Its direction.
    pub direction: Direction,
    /// Its distance as the crow flies.
    pub distance: u32,
}

/// A place that the hero senses from afar on an endless level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Beacon {
    /// The goal.
    Goal,
    /// The only stairs down.
    Down,
    /// The only stairs up.
    Up,
}

/// Something for sale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Its price in copper.
    pub price: u64,
    /// The item; `None` for a blessing.
    pub item: Option<Item>,
}

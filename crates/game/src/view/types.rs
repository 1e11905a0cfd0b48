//! What a view tells of: cells, numbers, creatures in sight, offers.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::Tile;

use crate::action::Direction;
use crate::content::{CreatureKind, ItemKindId};
use crate::state::{Creature, Item};

/// What the hero knows of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing: it was never seen.
    Unknown,
    /// What was there when it was last seen.
    Remembered {
        /// The tile.
        tile: Tile,
        /// The topmost of what lay there.
        item: Option<ItemKindId>,
    },
    /// What is there now.
    Visible {
        /// The tile.
        tile: Tile,
        /// The topmost of what lies there.
        item: Option<ItemKindId>,
        /// Who is there, if it is not the hero.
        creature: Option<&'a Creature>,
    },
}

impl Cell<'_> {
    /// The tile, as far as it is known.
    #[must_use]
    pub const fn tile(&self) -> Option<Tile> {
        match self {
            Self::Unknown => None,
            Self::Remembered { tile, .. } | Self::Visible { tile, .. } => Some(*tile),
        }
    }

    /// What lies there, as far as it is known.
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
pub struct Stats {
    /// Hit points left.
    pub hit_points: i32,
    /// Hit points when unhurt.
    pub most_hit_points: i32,
    /// With all that is wielded and worn.
    pub attack: i32,
    /// With all that is wielded and worn.
    pub defence: i32,
    /// Actions in 100 rounds.
    pub speed: u32,
    /// How far sight reaches.
    pub sight: u32,
    /// The level of experience, from 1.
    pub level: u32,
    /// Experience so far.
    pub experience: u32,
    /// The experience at which this level began.
    pub level_began: u32,
    /// The experience that the next level takes.
    pub next_level: u32,
    /// Choices that wait to be taken with [`Action::Choose`](crate::Action::Choose).
    pub choices: u32,
    /// Rounds of food left.
    pub food: u32,
    /// How much food there can be.
    pub stomach: u32,
    /// How hungry the hero is.
    pub hunger: Hunger,
    /// The worth of all coins, in copper.
    pub purse: u64,
}

/// How hungry the hero is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hunger {
    /// Not at all.
    Fed,
    /// It would be good to eat.
    Hungry,
    /// It would be bad not to eat.
    Weak,
    /// There is nothing left.
    Starving,
}

impl Hunger {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fed => "fed",
            Self::Hungry => "hungry",
            Self::Weak => "weak with hunger",
            Self::Starving => "starving",
        }
    }
}

/// A creature in sight.
#[derive(Clone, Copy, Debug)]
pub struct Sighting<'a> {
    /// Which.
    pub creature: &'a Creature,
    /// Of which kind.
    pub kind: &'a CreatureKind,
    /// How many steps away.
    pub distance: u32,
}

impl Sighting<'_> {
    /// Whether it means harm.
    #[must_use]
    pub const fn is_danger(&self) -> bool {
        !self.kind.peaceful
    }
}

/// Which way something lies that the hero feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    /// What it is.
    pub what: Calling,
    /// Which way.
    pub direction: Direction,
    /// How many steps away, as the crow flies.
    pub distance: u32,
}

/// What calls the hero on a level without an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Calling {
    /// The goal.
    Goal,
    /// The only stairs down.
    Down,
    /// The only stairs up.
    Up,
}

/// Something that can be bought where the hero stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is.
    pub name: String,
    /// What it costs, in copper.
    pub price: u64,
    /// The item, if it is one; else a blessing.
    pub item: Option<Item>,
}

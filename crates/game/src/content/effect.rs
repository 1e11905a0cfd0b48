//! Effects: the small words that potions, blows, traps and altars are made of.

use serde::{Deserialize, Serialize};

use crate::action::Improvement;

/// One thing that happens to somebody or somewhere. In content files: `{ heal = 40 }`, `"teleport"`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Gives hit points back.
    Heal(u32),
    /// Fills the stomach.
    Feed(u32),
    /// Takes 1 to this many hit points, past all armour.
    Hurt(u32),
    /// Burns for 1 to this many hit points; the fireproof do not mind.
    Burn(u32),
    /// Puts into a condition for some rounds.
    Inflict {
        /// Which.
        condition: Condition,
        /// For how long.
        rounds: u32,
    },
    /// Ends every condition that does harm.
    Cure,
    /// Moves somewhere else on the level, out of sight.
    Teleport,
    /// Shows the lie of the land, this many cells around.
    Reveal(u32),
    /// Makes a tunnel of up to this many cells.
    Tunnel(u32),
    /// Strikes the first creature on the line for 1 to this many hit points.
    Bolt(u32),
    /// Pushes the first creature on the line this many cells away.
    Shove(u32),
    /// Hurts everything around.
    Blast {
        /// For 1 to this many hit points.
        damage: u32,
        /// How far it reaches.
        radius: u32,
    },
    /// Every enemy in sight is put into a condition.
    Daunt {
        /// Which.
        condition: Condition,
        /// For how long.
        rounds: u32,
    },
    /// Creatures appear around.
    Summon {
        /// Their kind.
        kind: String,
        /// How many.
        count: u32,
    },
    /// The weapon in hand becomes better by one.
    Whet,
    /// The armour that is worn becomes better by one.
    Temper,
    /// Better for good.
    Improve {
        /// In what.
        what: Improvement,
        /// By how much.
        amount: u32,
    },
    /// The cell becomes another tile.
    Become(String),
    /// Falls to the level below.
    Fall,
    /// Goes up.
    Climb,
    /// Goes down.
    Descend,
    /// Tells the hero something.
    Tell(String),
}

/// A state that lasts for some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Loses a hit point every round.
    Poisoned,
    /// Loses a few hit points every round, and shows others what hurts.
    Burning,
    /// Cannot leave the cell; struggling shortens it.
    Webbed,
    /// Walks where it did not mean to.
    Confused,
    /// Acts twice as often.
    Hasted,
    /// Acts half as often.
    Slowed,
    /// Gains hit points every round.
    Mending,
    /// Turns blows aside.
    Shielded,
    /// Does not dare to come near.
    Afraid,
    /// Can do nothing at all.
    Stunned,
    /// Has a burning fuse.
    Lit,
}

impl Condition {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Poisoned,
        Self::Burning,
        Self::Webbed,
        Self::Confused,
        Self::Hasted,
        Self::Slowed,
        Self::Mending,
        Self::Shielded,
        Self::Afraid,
        Self::Stunned,
        Self::Lit,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Poisoned => "poisoned",
            Self::Burning => "burning",
            Self::Webbed => "webbed",
            Self::Confused => "confused",
            Self::Hasted => "hasted",
            Self::Slowed => "slowed",
            Self::Mending => "mending",
            Self::Shielded => "shielded",
            Self::Afraid => "afraid",
            Self::Stunned => "stunned",
            Self::Lit => "about to burst",
        }
    }

    /// Whether it does harm to who is in it.
    #[must_use]
    pub const fn is_harmful(self) -> bool {
        !matches!(self, Self::Hasted | Self::Mending | Self::Shielded)
    }
}

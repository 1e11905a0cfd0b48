//! Effects: what potions, attacks, traps and altars can do.

use serde::{Deserialize, Serialize};

use crate::action::Improvement;
use crate::named::named_enum;

/// Something that happens to somebody or somewhere. In content files: `{ heal = 40 }`, `"teleport"`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Effect {
    /// Restores hit points.
    Heal(u32),
    /// Adds this many rounds of food.
    Feed(u32),
    /// Costs 1 to this many hit points, regardless of armour.
    Hurt(u32),
    /// Burns for 1 to this many hit points. Fireproof creatures are immune.
    Burn(u32),
    /// Inflicts a status effect.
    Inflict {
        /// The status.
        status: Status,
        /// Its duration.
        rounds: u32,
    },
    /// Ends every harmful status effect.
    Cure,
    /// Teleports to a random place out of sight on the same level.
    Teleport,
    /// Maps the level within this many cells.
    Reveal(u32),
    /// Digs a tunnel up to this many cells long.
    Tunnel(u32),
    /// Costs the first creature in the line of fire 1 to this many hit points.
    Bolt(u32),
    /// Pushes the first creature in the line of fire this many cells away.
    Shove(u32),
    /// Hurts everyone nearby.
    Blast {
        /// The maximum damage; the minimum is 1.
        damage: u32,
        /// How far it reaches.
        radius: u32,
    },
    /// Inflicts a status effect on every enemy in sight.
    Daunt {
        /// The status.
        status: Status,
        /// Its duration.
        rounds: u32,
    },
    /// Summons creatures.
    Summon {
        /// Their kind.
        kind: String,
        /// How many.
        count: u32,
    },
    /// Adds one to the bonus of the wielded weapon.
    Whet,
    /// Adds one to the bonus of the worn armour.
    Temper,
    /// Improves the hero permanently.
    Improve {
        /// The attribute.
        what: Improvement,
        /// By how much.
        amount: u32,
    },
    /// Turns the cell into another tile.
    Become(String),
    /// Drops to the level below.
    Fall,
    /// Takes the hero up the stairs.
    Climb,
    /// Takes the hero down the stairs.
    Descend,
    /// Shows the player a message.
    Message(String),
}

named_enum! {
    /// A status effect: a condition that lasts a number of rounds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[non_exhaustive]
    pub enum Status {
        /// Loses a hit point each round.
        Poisoned = "poisoned",
        /// Loses a few hit points each round.
        Burning = "burning",
        /// Cannot leave the cell. Struggling shortens it.
        Webbed = "webbed",
        /// Stumbles in random directions.
        Confused = "confused",
        /// Acts twice as often.
        Hasted = "hasted",
        /// Acts half as often.
        Slowed = "slowed",
        /// Regains hit points each round.
        Mending = "mending",
        /// Deflects more of each attack.
        Shielded = "shielded",
        /// Dares not approach.
        Afraid = "afraid",
        /// Cannot act.
        Stunned = "stunned",
        /// Has lit its fuse.
        Lit = "about to explode",
        /// Sees, and is seen, only from close by.
        Darkened = "in the dark",
    }
}

impl Status {
    /// Whether it is harmful.
    #[must_use]
    pub const fn is_harmful(self) -> bool {
        !matches!(self, Self::Hasted | Self::Mending | Self::Shielded)
    }
}

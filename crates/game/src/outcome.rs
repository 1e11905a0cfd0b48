//! How a game ends.

use serde::{Deserialize, Serialize};

use crate::content::{CreatureKindId, GameContent, ItemKindId};
use crate::grammar::{a_creature, an_item_kind};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The hero reached the goal.
    Won(Summary),
    /// The hero died.
    Lost {
        /// Of what.
        cause: Cause,
        /// What the hero had achieved.
        summary: Summary,
    },
}

impl Outcome {
    /// What the hero had achieved.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        match self {
            Self::Won(summary) | Self::Lost { summary, .. } => summary,
        }
    }

    /// Whether the hero reached the goal.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        matches!(self, Self::Won(_))
    }
}

/// A game in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Summary {
    /// The depth where it ended.
    pub depth: u32,
    /// The greatest depth reached.
    pub deepest: u32,
    /// The number of turns.
    pub turns: u64,
    /// The hero's experience level.
    pub level: u32,
    /// The number of creatures defeated.
    pub kills: u32,
    /// What the hero carried, in copper.
    pub wealth: u64,
    /// The score.
    pub score: u64,
}

/// What somebody died of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Cause {
    /// A creature's attack.
    Creature(CreatureKindId),
    /// The hero's attack.
    Hero,
    /// An item that was thrown, zapped or stepped on.
    Item(ItemKindId),
    /// The explosion of a creature.
    Blast(CreatureKindId),
    /// Poison.
    Poison,
    /// Fire or lava.
    Fire,
    /// Starvation.
    Hunger,
    /// A fall.
    Fall,
    /// Being pushed into an obstacle.
    Crash,
    /// Something else.
    Mishap,
}

impl Cause {
    /// The cause as the end of a sentence: "killed by a goblin".
    #[must_use]
    pub fn describe(self, content: &GameContent) -> String {
        match self {
            Self::Creature(kind) => format!("killed by {}", a_creature(content, kind)),
            Self::Hero => "killed by your own hand".into(),
            Self::Item(kind) => format!("killed by {}", an_item_kind(content.item(kind))),
            Self::Blast(kind) => format!("blown up by {}", a_creature(content, kind)),
            Self::Poison => "killed by poison".into(),
            Self::Fire => "burnt to death".into(),
            Self::Hunger => "starved to death".into(),
            Self::Fall => "killed by a fall".into(),
            Self::Crash => "crushed against the rock".into(),
            Self::Mishap => "killed by misfortune".into(),
        }
    }
}

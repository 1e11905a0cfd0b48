//! How a game ends.

use serde::{Deserialize, Serialize};

use crate::content::{Content, CreatureKindId, ItemKindId};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The goal was reached.
    Won(Summary),
    /// The hero died.
    Lost {
        /// Of what.
        cause: Cause,
        /// What was reached.
        summary: Summary,
    },
}

impl Outcome {
    /// What was reached.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        match self {
            Self::Won(summary) | Self::Lost { summary, .. } => summary,
        }
    }

    /// Whether the goal was reached.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        matches!(self, Self::Won(_))
    }
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Summary {
    /// Where it ended.
    pub depth: u32,
    /// The deepest that the hero came.
    pub deepest: u32,
    /// How many turns it took.
    pub turns: u64,
    /// The hero's level of experience.
    pub level: u32,
    /// How many creatures the hero defeated.
    pub kills: u32,
    /// What the hero carried, in copper.
    pub wealth: u64,
    /// All of it in one number.
    pub score: u64,
}

/// What somebody died of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// A blow, a shot or a kick of a creature.
    Creature(CreatureKindId),
    /// What the hero did.
    Hero,
    /// Something that was thrown or zapped.
    Item(ItemKindId),
    /// What somebody's burst did.
    Blast(CreatureKindId),
    /// Poison.
    Poison,
    /// Fire, or molten rock.
    Fire,
    /// An empty stomach.
    Hunger,
    /// A fall.
    Fall,
    /// Being pushed against something hard.
    Crash,
    /// Something else.
    Mishap,
}

impl Cause {
    /// The cause as the end of a sentence: "killed by a goblin".
    #[must_use]
    pub fn describe(self, content: &Content) -> String {
        match self {
            Self::Creature(kind) => format!("killed by {}", crate::names::a_creature(content, kind)),
            Self::Hero => "killed by your own hand".into(),
            Self::Item(kind) => format!("killed by {}", crate::names::with_article(&content.item(kind).name)),
            Self::Blast(kind) => format!("blown up by {}", crate::names::a_creature(content, kind)),
            Self::Poison => "killed by poison".into(),
            Self::Fire => "burnt to death".into(),
            Self::Hunger => "starved".into(),
            Self::Fall => "killed by a fall".into(),
            Self::Crash => "dashed against the rock".into(),
            Self::Mishap => "killed by mishap".into(),
        }
    }
}

//! How a game ended, in words that need no content.

use serde::{Deserialize, Serialize};

use crate::content::GameContent;
use crate::outcome::{Outcome, Summary};

/// How a game ended. Unlike an [`Outcome`], it can be shown without the content that the game was played with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The cause of death as the end of a sentence: "killed by a goblin". `None` if the game was won.
    pub cause: Option<String>,
    /// The game in numbers.
    pub summary: Summary,
}

impl Ending {
    /// The ending of an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome, content: &GameContent) -> Self {
        let cause = match outcome {
            Outcome::Won(_) => None,
            Outcome::Lost { cause, .. } => Some(cause.describe(content)),
        };
        Self { cause, summary: *outcome.summary() }
    }

    /// Whether the game was won.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.cause.is_none()
    }
}

//! How a game ended, in words that need no catalogue.

use serde::{Deserialize, Serialize};

use crate::content::Content;
use crate::outcome::{Outcome, Summary};

/// How a game ended. Other than an [`Outcome`] it can be told without the content that it was played with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// What the hero died of, as the end of a sentence: "killed by a goblin". Nothing where the game was won.
    pub cause: Option<String>,
    /// What was reached.
    pub summary: Summary,
}

impl Ending {
    /// The ending of an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome, content: &Content) -> Self {
        let cause = match outcome {
            Outcome::Won(_) => None,
            Outcome::Lost { cause, .. } => Some(cause.describe(content)),
        };
        Self { cause, summary: *outcome.summary() }
    }

    /// Whether the goal was reached.
    #[must_use]
    pub const fn is_won(&self) -> bool {
        self.cause.is_none()
    }
}

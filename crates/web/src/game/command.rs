//! What the page can tell the hero to do: an action of the game, or something that takes many.

use serde::Deserialize;
use undercroft_game::{Action, Errand};

/// What the page can tell the hero to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// One action.
    Act(Action),
    /// Anything else that a single key or click does.
    #[serde(untagged)]
    Errand(Errand),
}

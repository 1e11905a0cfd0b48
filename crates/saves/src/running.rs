//! A game that is being played, with every action on disk.

use std::path::Path;

use undercroft_game::{Action, Event, Game};

use crate::ShelfError;

/// A game that was gone on with.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub running: Running,
    /// What happened since its last checkpoint.
    pub events: Vec<Event>,
    /// What was recovered or lost.
    pub word: Option<String>,
}

/// A game whose every action is on disk before [`Running::act`] returns.
#[derive(Debug)]
pub struct Running {
    game: Game,
}

impl Running {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Does one action; it is on disk when this returns. When the depth changes there is a checkpoint, and when the game
    /// ends the save becomes a replay.
    ///
    /// # Errors
    /// Where it cannot be written. The game in memory has the action nevertheless, and what happened is given with the next one.
    pub fn act(&mut self, action: Action) -> Result<Vec<Event>, ShelfError> {
        Ok(self.game.act(action))
    }

    /// Makes a checkpoint, for quitting.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn checkpoint(&mut self) -> Result<(), ShelfError> {
        todo!("skeleton")
    }

    /// The replay, once the game has ended.
    #[must_use]
    pub fn replay_file(&self) -> Option<&Path> {
        None
    }
}

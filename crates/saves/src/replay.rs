//! A game that was played.

use std::path::Path;

use undercroft_game::{Action, Content, Game};
use undercroft_mapgen::Seed;

use crate::{ShelfError, World};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Replay {
    plan: String,
    seed: Seed,
    actions: Vec<Action>,
}

/// Whether a game that is played again ends in the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Same {
        /// The hash of the last state.
        hash: u64,
    },
    /// It does not.
    Differs {
        /// The number of actions after which the state was still the same.
        good: u64,
        /// The number of actions after which it was another.
        bad: u64,
    },
}

impl Replay {
    /// Reads a replay, or the save of a game that is not over.
    ///
    /// # Errors
    /// Where the file cannot be read or is no replay.
    pub fn read(_path: &Path) -> Result<Self, ShelfError> {
        todo!("skeleton")
    }

    /// Writes a replay of a game that was played from its start, whole or not at all.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(
        _path: &Path,
        _plan: &str,
        _seed: &Seed,
        _content: &Content,
        _actions: &[Action],
        _game: &Game,
    ) -> Result<(), ShelfError> {
        todo!("skeleton")
    }

    /// The plan, by its name or path.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// What the player did.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The game before the first action.
    ///
    /// # Errors
    /// Where it is of another version, or cannot be made.
    pub fn start(&self, _world: &World) -> Result<Game, ShelfError> {
        todo!("skeleton")
    }

    /// Plays it all again.
    ///
    /// # Errors
    /// As [`Replay::start`].
    pub fn verify(&self, _world: &World) -> Result<Verdict, ShelfError> {
        todo!("skeleton")
    }
}

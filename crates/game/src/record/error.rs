//! Why bytes are no game.

use crate::game::GameError;

/// Why bytes are no journal or checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// They do not begin like one.
    #[error("it does not begin like a saved game")]
    Foreign,
    /// They are of another format.
    #[error("its format is version {found}, and this is a game for version {ours}", ours = super::FORMAT_VERSION)]
    OtherFormat {
        /// Which.
        found: u32,
    },
    /// They begin like one, but a part without which nothing can be done is broken.
    #[error("{0}")]
    Damaged(String),
    /// Something to be written is larger than the format allows.
    #[error("the {what} has {length} bytes, and {limit} is the most that can be kept")]
    TooLong {
        /// What.
        what: &'static str,
        /// Its bytes.
        length: usize,
        /// The most.
        limit: usize,
    },
}

impl From<postcard::Error> for RecordError {
    fn from(error: postcard::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Why a game cannot be gone on with or played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecoverError {
    /// It was played by another version of the program, with other content, or with a plan that has changed.
    #[error("{0}")]
    OtherVersion(String),
    /// Nothing of it is left.
    #[error("{0}")]
    Nothing(String),
    /// There is no such plan any more.
    #[error("its plan `{plan}` cannot be had: {reason}")]
    Plan {
        /// Its name or path.
        plan: String,
        /// Why not.
        reason: String,
    },
    /// The game cannot be made.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Played again, it becomes another game.
    #[error(
        "played again, it is the same game for {good} actions and another one after {bad}: it was played by other rules"
    )]
    Differs {
        /// After so many actions it was the same.
        good: u64,
        /// After so many actions it was another.
        bad: u64,
    },
}

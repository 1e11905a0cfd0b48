//! Why bytes are not a game, or cannot be resumed.

use crate::game::GameError;

/// Why bytes are not a journal or a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// They do not start with the magic number.
    #[error("it is not a saved game")]
    Foreign,
    /// They have another format.
    #[error("it has format version {found}; this program reads version {ours}", ours = super::FORMAT_VERSION)]
    OtherFormat {
        /// The format version.
        found: u32,
    },
    /// An essential part is damaged.
    #[error("{0}")]
    Damaged(String),
    /// Something is larger than the format allows.
    #[error("the {what} takes {length} bytes; the limit is {limit}")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// Its length in bytes.
        length: usize,
        /// The limit in bytes.
        limit: usize,
    },
}

impl From<postcard::Error> for RecordError {
    fn from(error: postcard::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Why a game cannot be resumed or played back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecoverError {
    /// It was played with another version of the program, other content, or a plan that has changed.
    #[error("{0}")]
    OtherVersion(String),
    /// None of it can be read.
    #[error("{0}")]
    Unreadable(String),
    /// Its plan is not available.
    #[error("its plan `{plan}` is not available: {reason}")]
    Plan {
        /// The plan's name or path.
        plan: String,
        /// Why it is not available.
        reason: String,
    },
    /// The game cannot be started.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Playing it back gives a different game.
    #[error("its replay agrees with the record for {good} actions but differs after {bad}: the rules have changed")]
    Differs {
        /// The number of actions after which it still agreed.
        good: u64,
        /// The number of actions after which it no longer agreed.
        bad: u64,
    },
}

//! What can go wrong with games on disk.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use undercroft_game::GameError;
use undercroft_game::record::{RecordError, RecoverError};

/// Why a game cannot be kept, read or gone on with. Each says where, and what to do about it. A game in memory is not harmed
/// by any of them.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// A file or a folder cannot be read or written.
    #[error("cannot {deed} {}: {source}; {}", path.display(), remedy(source))]
    File {
        /// What was tried: "write", "read".
        deed: &'static str,
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The game is being played, here or by another process.
    #[error("{} is being played already; end that game first, or begin another", path.display())]
    InUse {
        /// Its save.
        path: PathBuf,
    },
    /// There is no such plan.
    #[error("there is no plan `{plan}` to play: {reason}")]
    Plan {
        /// What was asked for.
        plan: String,
        /// Why not.
        reason: String,
    },
    /// The game cannot be made.
    #[error("the game cannot begin: {0}")]
    Game(#[from] GameError),
    /// The game cannot be gone on with, or played again.
    #[error("{}: {reason}. It is left as it is{}", path.display(), advice(reason))]
    Refused {
        /// Its file.
        path: PathBuf,
        /// Why not.
        reason: Box<RecoverError>,
    },
    /// A file is no game.
    #[error("{}: {reason}. It is left as it is", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: RecordError,
    },
    /// Something cannot be written down.
    #[error("the game cannot be written down: {0}")]
    Record(#[from] RecordError),
    /// Actions were given for a replay that do not lead to the game that was given with them.
    #[error(
        "these actions do not lead to this game; a replay takes all actions from the start, and the same plan and seed"
    )]
    OtherActions,
}

impl ShelfError {
    /// For a game that cannot be gone on with.
    pub(crate) fn refused(path: &Path, reason: RecoverError) -> Self {
        Self::Refused { path: path.into(), reason: Box::new(reason) }
    }

    /// For a result of the system.
    pub(crate) fn file(deed: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { deed, path: path.into(), source }
    }
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make some room on the disk and try again",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "allow writing there, or choose another folder with --data-dir"
        }
        ErrorKind::NotFound => "see that it is there, or choose another with --data-dir",
        ErrorKind::FileTooLarge => "it is no saved game",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "something else has that name; choose another folder with --data-dir"
        }
        _ => "see that the disk is in order, or choose another folder with --data-dir",
    }
}

const fn advice(reason: &RecoverError) -> &'static str {
    match reason {
        RecoverError::OtherVersion(_) | RecoverError::Differs { .. } => {
            "; play it with the program, content and plan that it was begun with"
        }
        RecoverError::Plan { .. } => "; put the plan back where it was",
        RecoverError::Nothing(_) | RecoverError::Game(_) => "",
    }
}

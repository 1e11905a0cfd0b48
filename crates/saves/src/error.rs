//! What can go wrong with games on disk.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use undercroft_game::GameError;
use undercroft_game::record::{RecordError, RecoverError};

/// Why a game cannot be saved, read or resumed, with the file and a remedy. None of these errors harms a game in memory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A file or a folder cannot be read or written.
    #[error("cannot {operation} {}: {source}; {}", path.display(), remedy(source))]
    File {
        /// What was tried: "write", "read".
        operation: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The game is being played, here or by another process.
    #[error("{} is already being played; close that game first, or start another", path.display())]
    InUse {
        /// Its save.
        path: PathBuf,
    },
    /// The plan is not available.
    #[error("cannot play the plan `{plan}`: {reason}")]
    Plan {
        /// The plan's name or path.
        plan: String,
        /// Why not.
        reason: String,
    },
    /// The game cannot be started.
    #[error("cannot start the game: {0}")]
    Game(#[from] GameError),
    /// The game cannot be resumed or played back.
    #[error("{}: {reason}. The file is left unchanged{}", path.display(), advice(reason))]
    Refused {
        /// Its file.
        path: PathBuf,
        /// Why not.
        reason: Box<RecoverError>,
    },
    /// A file is not a game.
    #[error("{}: {reason}. The file is left unchanged", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: RecordError,
    },
    /// The game cannot be encoded.
    #[error("cannot encode the game: {0}")]
    Record(#[from] RecordError),
    /// The actions for a replay do not lead to the game given with them.
    #[error(
        "these actions do not lead to this game; a replay needs every action from the start, with the same plan and seed"
    )]
    OtherActions,
}

impl SaveError {
    pub(crate) fn refused(path: &Path, reason: RecoverError) -> Self {
        Self::Refused { path: path.into(), reason: Box::new(reason) }
    }

    /// Adds the operation and the path to a system error.
    pub(crate) fn file(operation: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { operation, path: path.into(), source }
    }

    pub(crate) fn not_found(path: &Path) -> Self {
        Self::file("read", path)(ErrorKind::NotFound.into())
    }
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some disk space and try again",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "grant write permission, or choose another folder with --data-dir"
        }
        ErrorKind::NotFound => "check that it exists, or choose another with --data-dir",
        ErrorKind::FileTooLarge => "it is too large to be a saved game",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "something else has that name; choose another folder with --data-dir"
        }
        _ => "check the disk, or choose another folder with --data-dir",
    }
}

const fn advice(reason: &RecoverError) -> &'static str {
    match reason {
        RecoverError::OtherVersion(_) | RecoverError::Differs { .. } => {
            "; play it with the program, content and plan it was started with"
        }
        RecoverError::Plan { .. } => "; put the plan back where it was",
        _ => "",
    }
}

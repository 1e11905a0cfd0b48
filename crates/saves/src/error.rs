//! What can go wrong with games on disk.

use std::path::PathBuf;

/// Why a game cannot be kept, read or gone on with. Each says where, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// A file or a folder cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

//! Why a level could not be exported.

use std::io;

use crate::{MissingTile, PictureError};

/// Why a level could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The tileset does not show all of the level.
    #[error(transparent)]
    MissingTile(#[from] MissingTile),
    /// The picture is not possible.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The format cannot hold it.
    #[error("{0}")]
    Impossible(String),
    /// What is written to refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}

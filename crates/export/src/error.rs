//! Why a level could not be exported.

use std::io;

use crate::ldtk::{MOST_LDTK_CELLS, MOST_LDTK_LEVELS};
use crate::{MissingTile, PictureError};

/// Why a level could not be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The art has no picture for a tile of the level.
    #[error(transparent)]
    MissingTile(#[from] MissingTile),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The art does not fit its image or the level.
    #[error(transparent)]
    Art(#[from] crate::ArtError),
    /// A GIF's sides have 16 bits.
    #[error("a GIF cannot be {width}x{height} pixels: each side must be from 1 to 65535")]
    GifSize {
        /// The width in pixels.
        width: u32,
        /// The height in pixels, with captions.
        height: u32,
    },
    /// A frame differs in size from the first.
    #[error("every frame of a GIF must have the same size")]
    GifFrame,
    /// An LDtk project has too many cells.
    #[error(
        "{0} cells are too many for one LDtk project (at most {MOST_LDTK_CELLS}): export part of a level with --window, \
         or fewer levels"
    )]
    LdtkCells(u64),
    /// An LDtk project has too many levels.
    #[error("{0} levels are too many for one LDtk project (at most {MOST_LDTK_LEVELS})")]
    LdtkLevels(usize),
    /// LDtk's tiles are square.
    #[error("LDtk needs square tiles; those of `{sheet}` are {size} pixels")]
    LdtkTiles {
        /// The art sheet's name.
        sheet: String,
        /// The size of its tiles.
        size: undercroft_mapgen::Size,
    },
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

//! The folder where settings, saves and replays live.

use std::path::{Path, PathBuf};

use crate::{Entry, Resumed, Running, Setting, ShelfError, World};

/// The folder where settings, saves and replays live.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The platform's place for a program's data.
    #[must_use]
    pub fn usual_folder() -> Option<PathBuf> {
        None
    }

    /// Opens a shelf; makes the folders that lack.
    ///
    /// # Errors
    /// Where that cannot be done.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, ShelfError> {
        Ok(Self { folder: folder.into() })
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the settings are.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.folder.join("settings.toml")
    }

    /// The games that can be gone on with, the newest first.
    #[must_use]
    pub fn saves(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// The games that have ended, the newest first.
    #[must_use]
    pub fn replays(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Begins a game.
    ///
    /// # Errors
    /// Where the game cannot be made, or its file.
    pub fn begin(&self, _setting: Setting) -> Result<Running, ShelfError> {
        todo!("skeleton")
    }

    /// Goes on with a game.
    ///
    /// # Errors
    /// Where it is in use, of another version, or nothing of it can be read.
    pub fn resume(&self, _path: &Path, _world: &World) -> Result<Resumed, ShelfError> {
        todo!("skeleton")
    }
}

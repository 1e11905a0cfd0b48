//! The names of a game's files.

use std::path::{Path, PathBuf};

use crate::ShelfError;
use crate::files::folder_of;

pub(crate) const JOURNAL: &str = "save";
pub(crate) const CHECKPOINT: &str = "checkpoint";
pub(crate) const REPLAY: &str = "replay";
const LOCK: &str = "lock";

/// Letters of a seed or a plan that come into a file's name, at most.
const LONGEST: usize = 24;

/// Where the files of a game that is not over are.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    folder: PathBuf,
    stem: String,
}

impl Place {
    pub(crate) fn new(folder: &Path, stem: impl Into<String>) -> Self {
        Self { folder: folder.into(), stem: stem.into() }
    }

    /// The place of the game that a save is of.
    pub(crate) fn of(save: &Path) -> Result<Self, ShelfError> {
        match save.file_stem() {
            Some(stem) => Ok(Self::new(folder_of(save), stem.to_string_lossy())),
            None => Err(ShelfError::file("read", save)(std::io::ErrorKind::NotFound.into())),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn stem(&self) -> &str {
        &self.stem
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.file(JOURNAL)
    }

    pub(crate) fn checkpoint(&self) -> PathBuf {
        self.file(CHECKPOINT)
    }

    pub(crate) fn lock(&self) -> PathBuf {
        self.file(LOCK)
    }

    fn file(&self, extension: &str) -> PathBuf {
        // Not `with_extension`: a stem may have a dot in it.
        self.folder.join(format!("{}.{extension}", self.stem))
    }
}

/// What a game of a plan and a seed is called, as the so-manieth of them.
pub(crate) fn stem(plan: &str, seed: &str, number: u32) -> String {
    let (plan, seed) = (plain(plan), plain(seed));
    match number {
        1 => format!("{plan}-{seed}"),
        _ => format!("{plan}-{seed}-{number}"),
    }
}

/// A text with only such letters as every disk takes.
fn plain(text: &str) -> String {
    let letters =
        text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let plain: String = letters.take(LONGEST).collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "game".into() } else { plain.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_every_disk() {
        assert_eq!(stem("two-caves", "42", 1), "two-caves-42");
        assert_eq!(stem("two-caves", "A walk, in the dark!", 3), "two-caves-a-walk--in-the-dark-3");
        assert_eq!(stem("../../etc", "", 1), "etc-game");
        assert_eq!(stem("x", &"ß".repeat(900), 1), "x-game");
        assert!(stem("x", &"y".repeat(900), 1).len() < 40);
    }

    #[test]
    fn a_save_is_beside_its_checkpoint() {
        let place = Place::of(Path::new("saves/plan-1.5.save")).unwrap();
        assert_eq!(place.journal(), Path::new("saves/plan-1.5.save"));
        assert_eq!(place.checkpoint(), Path::new("saves/plan-1.5.checkpoint"));
        assert!(Place::of(Path::new("..")).is_err());
    }
}

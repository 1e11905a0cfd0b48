//! The paths of a game's files.

use std::path::{Path, PathBuf};

use crate::SaveError;
use crate::files::folder_of;

pub(crate) const JOURNAL: &str = "save";
pub(crate) const CHECKPOINT: &str = "checkpoint";
pub(crate) const REPLAY: &str = "replay";
const LOCK: &str = "lock";

/// The most letters of a plan or a seed in a file name.
const MAX_LETTERS: usize = 24;

/// The paths of the files of a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct SavePaths {
    folder: PathBuf,
    stem: String,
}

impl SavePaths {
    pub(crate) fn new(folder: &Path, stem: impl Into<String>) -> Self {
        Self { folder: folder.into(), stem: stem.into() }
    }

    /// The paths of the game that a save belongs to.
    pub(crate) fn of(save: &Path) -> Result<Self, SaveError> {
        let stem = save.file_stem().ok_or_else(|| SaveError::not_found(save))?;
        Ok(Self::new(folder_of(save), stem.to_string_lossy()))
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
        // Not `with_extension`, because a stem may contain a dot.
        self.folder.join(format!("{}.{extension}", self.stem))
    }
}

/// The file stem of the nth game of a plan and a seed.
pub(crate) fn stem(plan: &str, seed: &str, number: u32) -> String {
    numbered(&format!("{}-{}", plain(plan), plain(seed)), number)
}

/// Appends a number to a name, unless it is the first.
pub(crate) fn numbered(name: &str, number: u32) -> String {
    if number == 1 { name.into() } else { format!("{name}-{number}") }
}

/// Replaces every character that some file system might reject.
fn plain(text: &str) -> String {
    let letters =
        text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let plain: String = letters.take(MAX_LETTERS).collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "game".into() } else { plain.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_suit_every_file_system() {
        assert_eq!(stem("two-caves", "42", 1), "two-caves-42");
        assert_eq!(stem("two-caves", "A walk, in the dark!", 3), "two-caves-a-walk--in-the-dark-3");
        assert_eq!(stem("../../etc", "", 1), "etc-game");
        assert_eq!(stem("x", &"ß".repeat(900), 1), "x-game");
        assert!(stem("x", &"y".repeat(900), 1).len() < 40);
    }

    #[test]
    fn a_save_is_beside_its_checkpoint() {
        let paths = SavePaths::of(Path::new("saves/plan-1.5.save")).unwrap();
        assert_eq!(paths.journal(), Path::new("saves/plan-1.5.save"));
        assert_eq!(paths.checkpoint(), Path::new("saves/plan-1.5.checkpoint"));
        assert!(SavePaths::of(Path::new("..")).is_err());
    }
}

//! The debug log: a file with a line for each key that means nothing, and for other things that are of use when
//! something is wrong.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that lines are added to; nothing where none is asked for.
#[derive(Debug, Default)]
pub(super) struct DebugLog {
    file: Option<File>,
}

impl DebugLog {
    /// Opens the file of the settings, or the one that the environment names.
    pub(super) fn open(path: Option<&Path>) -> Self {
        let named = std::env::var_os("UNDERCROFT_LOG").filter(|path| !path.is_empty()).map(PathBuf::from);
        let path = named.as_deref().or(path);
        // It must never be in the way of the game: a file that cannot be opened is no log.
        let file = path.and_then(|path| OpenOptions::new().create(true).append(true).open(path).ok());
        Self { file }
    }

    pub(super) fn write(&mut self, lines: &[String]) {
        let Some(file) = self.file.as_mut().filter(|_| !lines.is_empty()) else { return };
        let text = lines.join("\n") + "\n";
        if file.write_all(text.as_bytes()).is_err() {
            self.file = None;
        }
    }
}

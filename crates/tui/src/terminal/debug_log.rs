//! The debug log: a file with unknown keys and other details that help to track down a fault.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file to append lines to, if one is configured.
#[derive(Debug, Default)]
pub(super) struct DebugLog {
    file: Option<File>,
}

impl DebugLog {
    /// Opens the file that the environment names, or else the one in the settings.
    pub(super) fn open(path: Option<&Path>) -> Self {
        let named = std::env::var_os("UNDERCROFT_LOG").filter(|path| !path.is_empty()).map(PathBuf::from);
        let path = named.as_deref().or(path);
        // The log must never get in the way: a file that cannot be opened is ignored.
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

//! Key chords and settings files.

use undercroft_mapgen::SourceFile;
use undercroft_tui::{Chord, Settings};

use crate::text;

/// A key with its modifiers.
pub(crate) fn chord(data: &[u8]) {
    let Some(chord) = text(data).and_then(|text| text.parse::<Chord>().ok()) else { return };
    assert_eq!(chord.to_string().parse(), Ok(chord), "a written key reads back");
}

/// A settings file.
pub(crate) fn settings(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(settings) = Settings::read(SourceFile::new("settings.toml", text)) {
        let _ = settings.capabilities(|_| None);
    }
}

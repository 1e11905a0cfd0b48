//! The level as comma-separated tile ids, one line per row.
//!
//! The ids are those of `undercroft list tiles` and of `tiles` in [`json`](crate::json).

use std::io::{self, Write};

use undercroft_mapgen::Draft;

/// Writes the tile ids of a level, row by row.
///
/// ```
/// use undercroft_mapgen::Draft;
/// let mut text = Vec::new();
/// undercroft_export::csv::write(&Draft::parse("##\n#."), &mut text)?;
/// assert_eq!(text, b"0,0\n0,1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    let ids: Vec<String> = (0..=255_u8).map(|id| id.to_string()).collect();
    let mut line = String::new();
    for row in draft.tiles().rows() {
        line.clear();
        for tile in row {
            line.push_str(&ids[usize::from(tile.0)]);
            line.push(',');
        }
        line.pop();
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

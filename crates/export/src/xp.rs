//! [REXPaint](https://www.gridsagegames.com/rexpaint/) images with two layers: the terrain, and the things that
//! stand on it.
//!
//! A file is a gzip stream of little-endian numbers: a version, the number of layers, and for each layer its width,
//! its height and its cells column by column: a Code Page 437 glyph, its colour, and the background.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use undercroft_mapgen::{Colour, Draft, Point, cp437};

use crate::appearance::{Appearance, Appearances, buried, rgb};

const VERSION: i32 = -1;
/// REXPaint's background colour for a transparent cell.
const NOTHING: Colour = rgb(255, 0, 255);
/// A transparent cell.
const NOTHING_THERE: [u8; 10] = [b' ', 0, 0, 0, 0, 0, 0, 255, 0, 255];

/// Writes a level for REXPaint. Rock surrounded by rock has no glyph, as in pictures.
///
/// ```
/// use undercroft_mapgen::Draft;
/// let mut file = Vec::new();
/// undercroft_export::xp::write(&Draft::parse("##\n#."), &mut file)?;
/// assert!(file.starts_with(&[0x1f, 0x8b]), "it is compressed");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If writing fails.
pub fn write(draft: &Draft, out: &mut impl Write) -> io::Result<()> {
    let (size, looks, hidden) = (draft.size(), Appearances::of(draft), buried(draft));
    let mut things = looks.things().to_vec();
    things.sort_by_key(|thing| thing.at.x);
    let mut file = GzEncoder::new(out, Compression::default());
    let number = |file: &mut GzEncoder<_>, number: i32| file.write_all(&number.to_le_bytes());
    number(&mut file, VERSION)?;
    number(&mut file, 2)?;
    let mut column = Vec::with_capacity(size.height as usize * 10);
    for is_terrain in [true, false] {
        number(&mut file, size.width as i32)?;
        number(&mut file, size.height as i32)?;
        let mut things = things.as_slice();
        for x in 0..size.width as i32 {
            column.clear();
            if is_terrain {
                for at in (0..size.height as i32).map(|y| Point::new(x, y)) {
                    let look = looks.tile(draft.tile(at));
                    push(&mut column, Appearance { glyph: if hidden.contains(at) { ' ' } else { look.glyph }, ..look });
                }
            } else {
                let here = things.partition_point(|thing| thing.at.x <= x);
                (0..size.height).for_each(|_| column.extend_from_slice(&NOTHING_THERE));
                for thing in &things[..here] {
                    // A thing on a cell hides the cell's glyph but not its background.
                    let bg = looks.tile(draft.tile(thing.at)).bg;
                    let mut cell = Vec::with_capacity(10);
                    push(&mut cell, Appearance { glyph: thing.glyph, fg: thing.fg, bg });
                    column[thing.at.y as usize * 10..][..10].copy_from_slice(&cell);
                }
                things = &things[here..];
            }
            file.write_all(&column)?;
        }
    }
    file.finish()?.flush()
}

fn push(column: &mut Vec<u8>, look: Appearance) {
    column.extend_from_slice(&u32::from(cp437::code(look.glyph).unwrap_or(b'?')).to_le_bytes());
    // A tile that happens to use the transparent colour becomes a shade darker.
    let bg = if look.bg == NOTHING { rgb(254, 0, 254) } else { look.bg };
    column.extend([look.fg.red, look.fg.green, look.fg.blue, bg.red, bg.green, bg.blue]);
}

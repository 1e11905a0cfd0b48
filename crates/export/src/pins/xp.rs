//! REXPaint images: the first layer. See [`xp`](crate::xp) for the format.

use std::io::{self, Read};

use flate2::read::GzDecoder;
use undercroft_mapgen::{Colour, Tile, Tileset, cp437};

use super::{PinError, Pins, check_size};

/// The bytes of a cell: a glyph, its colour, and the background.
const CELL: usize = 10;
/// The background of a transparent cell.
const TRANSPARENT: [u8; 3] = [255, 0, 255];

fn invalid(problem: io::Error) -> PinError {
    PinError::Invalid { format: "xp", problem: problem.to_string() }
}

pub(super) fn read(bytes: &[u8], tileset: &Tileset) -> Result<Pins, PinError> {
    let mut file = GzDecoder::new(bytes);
    let mut number = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).map(|()| i32::from_le_bytes(bytes)).map_err(invalid)
    };
    // Old files begin with the number of layers, newer ones with a version below 0.
    if number()? < 0 {
        number()?;
    }
    let size = check_size(number()?.into(), number()?.into())?;
    let mut pins = Pins::new(size);
    let mut column = vec![0; size.height as usize * CELL];
    for x in 0..size.width as usize {
        file.read_exact(&mut column).map_err(invalid)?;
        for (y, cell) in column.as_chunks::<CELL>().0.iter().enumerate() {
            let [code, _, _, _, red, green, blue, background @ ..] = *cell;
            let glyph = cp437::glyph(code);
            if glyph == ' ' || background == TRANSPARENT {
                continue;
            }
            let index = y * size.width as usize + x;
            let colour = crate::appearance::rgb(red, green, blue);
            let Some(tile) = tile_like(glyph, colour, tileset) else {
                return Err(PinError::Unknown {
                    at: pins.place(index),
                    problem: format!("`{glyph}` is not the glyph of a tile"),
                });
            };
            pins.put(index, tile);
        }
    }
    Ok(pins)
}

/// The tile with this glyph, and if possible with this colour.
fn tile_like(glyph: char, colour: Colour, tileset: &Tileset) -> Option<Tile> {
    let like = |with_colour: bool| {
        let is_like = |glyph_of: char, fg: Colour| glyph_of == glyph && (!with_colour || fg == colour);
        tileset.iter().find(|(_, info)| is_like(info.glyph, info.fg)).map(|(tile, _)| tile)
    };
    like(true).or_else(|| like(false)).or_else(|| tileset.drawn_as(glyph))
}

//! Draws the built-in tile set from its text files: `undercroft.png` and `undercroft.toml` in `content/art`.
//!
//! ```sh
//! cargo run -p undercroft-export --example tileset
//! cargo run -p undercroft-export --example tileset -- things.png     # also draws creatures and items, enlarged
//! ```

mod edges;
mod ground;
mod pixels;
mod sheet;
mod walls;

use std::{env, error::Error, fs, path::Path};

use undercroft_export::Picture;

use pixels::SIDE;
use sheet::Sheet;

fn main() -> Result<(), Box<dyn Error>> {
    let sheet = sheet::draw();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/art");
    let mut png = Vec::new();
    sheet.image().write_png(&mut png)?;
    fs::write(folder.join("undercroft.png"), &png)?;
    fs::write(folder.join("undercroft.toml"), &sheet.file)?;
    println!("{} pictures, {} colours, {} bytes", sheet.pictures.len(), sheet.palette.len(), png.len());
    if let Some(path) = env::args().nth(1) {
        let mut file = Vec::new();
        contact_sheet(&sheet).write_png(&mut file)?;
        fs::write(path, file)?;
    }
    Ok(())
}

/// Creatures and items, enlarged, on the colour of the floor.
fn contact_sheet(sheet: &Sheet) -> Picture {
    const SCALE: i32 = 3;
    const COLUMNS: usize = 12;
    const CELL: i32 = (SIDE + 2) * SCALE;
    let rows = sheet.things.len().div_ceil(COLUMNS) as i32;
    let mut picture = Picture::new(COLUMNS as u32 * CELL as u32, (rows * CELL) as u32);
    let mut fill = |at, size, letter| {
        if let Some(colour) = sheet.palette.colour(letter) {
            picture.fill(at, size, colour);
        }
    };
    fill((0, 0), (COLUMNS as i32 * CELL, rows * CELL), b'5');
    for (place, index) in sheet.things.values().enumerate() {
        let (left, top) = ((place % COLUMNS) as i32 * CELL + SCALE, (place / COLUMNS) as i32 * CELL + SCALE);
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            fill((left + x * SCALE, top + y * SCALE), (SCALE, SCALE), sheet.pictures[*index].get(x, y));
        }
    }
    picture
}

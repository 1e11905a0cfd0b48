//! Draws the built-in tile set from its text files: `undercroft.png` and `undercroft.toml` in `content/art`.
//!
//! ```sh
//! cargo run -p undercroft-export --example tileset
//! cargo run -p undercroft-export --example tileset -- big.png     # and every picture, enlarged eight times
//! ```

mod edges;
mod ground;
mod pixels;
mod sheet;
mod walls;

use std::{env, error::Error, fs, path::Path};

use undercroft_export::Picture;

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
        enlarged(&sheet.image(), 8).write_png(&mut file)?;
        fs::write(path, file)?;
    }
    Ok(())
}

fn enlarged(picture: &Picture, scale: u32) -> Picture {
    let mut large = Picture::new(picture.width() * scale, picture.height() * scale);
    for (x, y) in (0..picture.height()).flat_map(|y| (0..picture.width()).map(move |x| (x, y))) {
        if let Some(colour) = picture.colour(x, y) {
            large.fill(((x * scale) as i32, (y * scale) as i32), (scale as i32, scale as i32), colour);
        }
    }
    large
}

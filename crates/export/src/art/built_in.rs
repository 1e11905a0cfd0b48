//! The built-in art: a tile set with a picture of every standard tile and of every creature and item of the game.
//!
//! The files in `content/art` are drawn by the example `tileset`.

use undercroft_mapgen::{SourceFile, Tileset};

use super::{Art, ArtSheet, png_size};
use crate::Picture;

const FILE: &str = include_str!("../../content/art/undercroft.toml");
const IMAGE: &[u8] = include_bytes!("../../content/art/undercroft.png");

impl ArtSheet {
    /// The name of the built-in art.
    pub const UNDERCROFT: &str = "undercroft";

    /// The built-in art, 16×16 pixels per cell.
    ///
    /// ```
    /// let sheet = undercroft_export::ArtSheet::undercroft();
    /// assert_eq!(sheet.name(), "undercroft");
    /// assert!(sheet.thing("kobold").is_some() && sheet.png()?.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn undercroft() -> Self {
        let size = |_: &str| png_size(IMAGE).ok_or_else(|| "not a PNG file".into());
        let sheet = Self::parse(SourceFile::new("undercroft.toml", FILE), &Tileset::standard(), size);
        // A test reads both files.
        Self { picture: Some(image()), ..sheet.expect("the built-in art file is valid") }
    }
}

impl Art {
    /// The built-in art with its image.
    #[must_use]
    pub fn undercroft() -> Self {
        Self::new(ArtSheet::undercroft(), image()).expect("the built-in art was described for its image")
    }
}

fn image() -> Picture {
    Picture::read_png(IMAGE).expect("the built-in image is a PNG file")
}

//! Art files and their images: whatever is accepted can be drawn.

use undercroft_export::tiled::{self, TiledOptions};
use undercroft_export::{Art, ArtSheet, Picture, PictureOptions, Projection, draw_art, ldtk, png_size};
use undercroft_mapgen::{Draft, Size, SourceFile, Tileset};

use crate::text;

/// Something of everything.
const MAP: &str = "########\n#..~.+.#\n#.>..#.#\n#....#<#\n########\n";
/// The side of the image that art files refer to.
const SIDE: u32 = 128;
/// The most pixels to draw.
const PIXELS: u64 = 1 << 20;

/// An art file, for a square image.
pub(crate) fn art(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let image = |_: &str| Ok(Size::new(SIDE, SIDE));
    let Ok(sheet) = ArtSheet::parse(SourceFile::new("art.toml", text), &Tileset::standard(), image) else { return };
    let draft = Draft::parse(MAP);
    let (options, mut file) = (TiledOptions::default(), Vec::new());
    let _ = tiled::write_tmx(&draft, &sheet, &options, &mut file);
    let _ = tiled::write_tmj(&draft, &sheet, &options, &mut file);
    let _ = ldtk::write(&[&draft], &sheet, None, &mut file);
    let Ok(art) = Art::new(sheet, Picture::new(SIDE, SIDE)) else { return };
    for projection in [Projection::TopDown, Projection::Oblique] {
        let options = PictureOptions { projection, ..PictureOptions::default() };
        let size = art.picture_size(draft.size(), &options);
        if size.is_ok_and(|size| u64::from(size.width) * u64::from(size.height) <= PIXELS) {
            let _ = draw_art(&draft, &art, &options);
        }
    }
}

/// An image.
pub(crate) fn image(data: &[u8]) {
    let size = png_size(data);
    // The parser's own limit is 2²⁷ pixels, which takes a second to decode.
    if size.is_some_and(|size| u64::from(size.width) * u64::from(size.height) > PIXELS) {
        return;
    }
    if let Ok(picture) = Picture::read_png(data) {
        assert_eq!(size, Some(Size::new(picture.width(), picture.height())));
    }
}

//! Thumbnails of levels: cells of 1 to 16 pixels, averaged from the full-size picture.

use std::convert::Infallible;

use undercroft_mapgen::{Draft, Point};

use crate::appearance::{Appearance, Appearances, buried};
use crate::font::SIDE;
use crate::picture::{MOST_PIXELS, Picture, PictureError};

/// Draws a level from above with cells of 1, 2, 4, 8 or 16 pixels. With 16 the result equals [`draw`](crate::draw).
///
/// ```
/// use undercroft_export::draw_thumbnail;
/// use undercroft_mapgen::Draft;
///
/// let picture = draw_thumbnail(&Draft::parse("####\n#·@#\n####"), 4)?;
/// assert_eq!((picture.width(), picture.height()), (16, 12));
/// # Ok::<(), undercroft_export::PictureError>(())
/// ```
///
/// # Errors
/// If the cell size is not one of these, the level has no cells, or the picture would exceed [`MOST_PIXELS`].
pub fn draw_thumbnail(draft: &Draft, cell: u32) -> Result<Picture, PictureError> {
    if !matches!(cell, 1 | 2 | 4 | 8 | 16) {
        return Err(PictureError::Cell(cell));
    }
    let (width, height) = (u64::from(draft.size().width * cell), u64::from(draft.size().height * cell));
    if width * height == 0 {
        return Err(PictureError::Empty);
    }
    if width * height > MOST_PIXELS {
        return Err(PictureError::TooLarge { width, height });
    }
    // Neither exceeds `MOST_PIXELS`, which fits.
    let mut picture = Picture::new(width as u32, height as u32);
    let (looks, buried) = (Appearances::of(draft), buried(draft));
    // Appearances are few and cells are many: draw each appearance once.
    let mut drawn: Vec<((Appearance, bool), Picture)> = Vec::new();
    let mut latest = 0;
    let mut y = 0;
    // Drawing cannot fail.
    let Ok(()) = looks.each_row(draft, |row| {
        for (x, look) in (0..).zip(row) {
            let at = Point::new(x, y);
            let plain = buried.contains(at) && *look == looks.tile(draft.tile(at));
            // Most cells look like the one before.
            if drawn.get(latest).is_none_or(|(known, _)| *known != (*look, plain)) {
                latest = drawn.iter().position(|(known, _)| *known == (*look, plain)).unwrap_or(drawn.len());
            }
            if latest == drawn.len() {
                drawn.push(((*look, plain), shrunk_cell(*look, plain, cell)));
            }
            picture.lay((x * cell as i32, y * cell as i32), &drawn[latest].1);
        }
        y += 1;
        Ok::<(), Infallible>(())
    });
    Ok(picture)
}

fn shrunk_cell(look: Appearance, plain: bool, cell: u32) -> Picture {
    let mut picture = Picture::new(SIDE, SIDE);
    picture.fill((0, 0), (SIDE as i32, SIDE as i32), look.bg);
    if !plain {
        picture.glyph((0, 0), look.glyph, look.fg);
    }
    picture.shrunk(SIDE / cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw;
    use undercroft_mapgen::{Recipe, Size, Tileset};

    #[test]
    fn a_thumbnail_is_the_full_picture_shrunk() {
        for name in ["halls", "vaults", "crystal", "surface"] {
            let level = Recipe::named(name).unwrap().sized(40, 30).build(2).unwrap();
            let large = draw(level.as_draft(), &Default::default()).unwrap();
            for cell in [1, 2, 4, 8, 16] {
                assert!(draw_thumbnail(level.as_draft(), cell).unwrap() == large.shrunk(16 / cell), "{name}, {cell}");
            }
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let level = Draft::new(Size::new(20_000, 10_000), Tileset::standard());
        assert!(matches!(draw_thumbnail(&level, 1), Err(PictureError::TooLarge { .. })));
        assert_eq!(draw_thumbnail(&Draft::parse("."), 3), Err(PictureError::Cell(3)));
        assert_eq!(draw_thumbnail(&Draft::parse(""), 4), Err(PictureError::Empty));
    }
}

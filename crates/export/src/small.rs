//! Small pictures of levels: cells of 1 to 16 pixels, each the mean of what it would be in a large picture.

use std::collections::HashMap;
use std::convert::Infallible;

use undercroft_mapgen::{Draft, Point};

use crate::font::SIDE;
use crate::look::{Look, Looks, buried};
use crate::picture::{MOST_PIXELS, Picture, PictureError};

/// Draws a level from straight above, with cells of so many pixels: 1, 2, 4, 8 or 16. With 16 it is what
/// [`draw`](crate::draw) gives.
///
/// ```
/// use undercroft_export::draw_small;
/// use undercroft_mapgen::Draft;
///
/// let picture = draw_small(&Draft::parse("####\n#·@#\n####"), 4)?;
/// assert_eq!((picture.width(), picture.height()), (16, 12));
/// # Ok::<(), undercroft_export::PictureError>(())
/// ```
///
/// # Errors
/// Where cells cannot have so many pixels, the level has none, or the picture would have more than [`MOST_PIXELS`].
pub fn draw_small(draft: &Draft, cell: u32) -> Result<Picture, PictureError> {
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
    // Neither is above `MOST_PIXELS`, which fits.
    let mut picture = Picture::new(width as u32, height as u32);
    let (looks, buried) = (Looks::of(draft), buried(draft));
    // There are few looks and many cells: each look is drawn once, however large the level is.
    let mut drawn: HashMap<(Look, bool), Picture> = HashMap::new();
    let mut y = 0;
    // Drawing cannot fail.
    let Ok(()) = looks.each_row(draft, |row| {
        for (x, look) in (0..).zip(row) {
            let at = Point::new(x, y);
            let plain = buried.contains(at) && *look == looks.tile(draft.tile(at));
            let small = drawn.entry((*look, plain)).or_insert_with(|| shrunk_cell(*look, plain, cell));
            picture.lay((x * cell as i32, y * cell as i32), small);
        }
        y += 1;
        Ok::<(), Infallible>(())
    });
    Ok(picture)
}

fn shrunk_cell(look: Look, plain: bool, cell: u32) -> Picture {
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
    fn a_small_picture_is_the_large_one_shrunk() {
        for name in ["halls", "vaults", "crystal", "surface"] {
            let level = Recipe::named(name).unwrap().sized(40, 30).build(2).unwrap();
            let large = draw(&level, &Default::default()).unwrap();
            for cell in [1, 2, 4, 8, 16] {
                assert!(draw_small(&level, cell).unwrap() == large.shrunk(16 / cell), "{name}, {cell}");
            }
        }
    }

    #[test]
    fn sizes_that_are_not_possible_are_refused() {
        let level = Draft::new(Size::new(20_000, 10_000), Tileset::standard());
        assert!(matches!(draw_small(&level, 1), Err(PictureError::TooLarge { .. })));
        assert_eq!(draw_small(&Draft::parse("."), 3), Err(PictureError::Cell(3)));
        assert_eq!(draw_small(&Draft::parse(""), 4), Err(PictureError::Empty));
    }
}

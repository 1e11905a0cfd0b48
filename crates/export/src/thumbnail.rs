//! Thumbnails of levels: cells of 1 to 16 pixels, averaged from the full-size picture.

use std::convert::Infallible;

use undercroft_mapgen::{Colour, Draft, Point, StairKind};

use crate::appearance::{Appearance, Appearances, PLAYER, STAIRS, buried, rgb};
use crate::font::SIDE;
use crate::picture::{MOST_PIXELS, Picture, PictureError};

/// The largest cells, in pixels, whose glyphs cannot be told apart.
const LARGEST_BLURRED: u32 = 4;
const BLACK: Colour = rgb(0, 0, 0);

/// Draws a level from above with cells of 1, 2, 4, 8 or 16 pixels. With 16 the result equals [`draw`](crate::draw). Where
/// cells are too small for glyphs, up to 4 pixels, the start is a white disc, and stairs are yellow: a disc leads down, a
/// ring up.
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
    if cell <= LARGEST_BLURRED {
        mark_ends(&mut picture, draft, cell as i32);
    }
    Ok(picture)
}

/// Draws discs and rings where a level begins and ends.
fn mark_ends(picture: &mut Picture, draft: &Draft, cell: i32) {
    let radius = (cell * 3 / 2).max(1);
    let mut mark = |at: Point, inside: Colour, outside: Colour| {
        let centre = Point::new(at.x * cell + cell / 2, at.y * cell + cell / 2);
        for (dx, dy) in (-radius - 1..=radius + 1).flat_map(|dy| (-radius - 1..=radius + 1).map(move |dx| (dx, dy))) {
            let colour = match dx * dx + dy * dy {
                square if square <= (radius - 1) * (radius - 1) => inside,
                square if square <= radius * radius => outside,
                square if square <= (radius + 1) * (radius + 1) => BLACK,
                _ => continue,
            };
            picture.put(centre.x + dx, centre.y + dy, colour);
        }
    };
    for stair in draft.stairs.iter().filter(|stair| draft.size().contains(stair.at)) {
        mark(stair.at, if stair.kind == StairKind::Down { STAIRS } else { BLACK }, STAIRS);
    }
    draft.start.filter(|at| draft.size().contains(*at)).into_iter().for_each(|at| mark(at, PLAYER, PLAYER));
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
            let mut plain = level.as_draft().clone();
            (plain.start, plain.stairs) = (None, Vec::new());
            let bare = draw(&plain, &Default::default()).unwrap();
            for cell in [1, 2, 4, 8, 16] {
                let (draft, large) = if cell > LARGEST_BLURRED { (level.as_draft(), &large) } else { (&plain, &bare) };
                assert!(draw_thumbnail(draft, cell).unwrap() == large.shrunk(16 / cell), "{name}, {cell}");
            }
        }
    }

    #[test]
    fn start_and_stairs_can_be_found_at_any_size() {
        let mut draft = Draft::parse("#############\n#...........#\n#.....<...>.#\n#...........#\n#############");
        draft.start = Some(Point::new(2, 2));
        for cell in [1, 2, 4_u32] {
            let picture = draw_thumbnail(&draft, cell).unwrap();
            let at = |x: u32| picture.colour(x * cell + cell / 2, 2 * cell + cell / 2).unwrap();
            assert_eq!((at(2), at(6), at(10)), (PLAYER, BLACK, STAIRS), "{cell} pixels");
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

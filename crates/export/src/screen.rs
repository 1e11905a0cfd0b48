//! A text screen as a picture: what a terminal shows, for manuals.

use undercroft_mapgen::{Colour, Draft, Grid, Point, Rect};

use crate::appearance::Appearances;
use crate::font::{self, SIDE};
use crate::picture::{MOST_PIXELS, Picture, PictureError};

/// The width of a cell in pixels. The font centres letters in square cells; text looks better with less space.
const WIDTH: u32 = 10;

/// A cell of a text screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenCell {
    /// A character of Code Page 437; any other is drawn as a question mark.
    pub glyph: char,
    /// The colour of the glyph.
    pub fg: Colour,
    /// The background colour.
    pub bg: Colour,
}

/// The appearance of the cells in a rectangle of world coordinates, things included. Anything outside the level
/// is cut off.
///
/// ```
/// use undercroft_export::screen_cells;
/// use undercroft_mapgen::{Draft, Point, Rect};
/// let cells = screen_cells(&Draft::parse("###\n#.#\n###"), Rect::new(1, 1, 9, 9));
/// assert_eq!(cells.size().to_string(), "2x2");
/// assert_eq!(cells[Point::new(0, 0)].glyph, '·');
/// ```
#[must_use]
pub fn screen_cells(draft: &Draft, part: Rect) -> Grid<ScreenCell> {
    let level = Rect::new(draft.origin.x, draft.origin.y, draft.size().width, draft.size().height);
    let part = draft.window(part.intersection(level));
    let looks = Appearances::of(&part);
    let mut cells = part.tiles().map(|tile| {
        let look = looks.tile(*tile);
        ScreenCell { glyph: look.glyph, fg: look.fg, bg: look.bg }
    });
    for thing in looks.things() {
        if let Some(cell) = cells.get_mut(Point::new(thing.at.x, thing.at.y)) {
            (cell.glyph, cell.fg) = (thing.glyph, thing.fg);
        }
    }
    cells
}

/// Draws a screen with this many columns. `cells` are in row order.
///
/// ```
/// use undercroft_export::{ScreenCell, draw_screen};
/// let cell = ScreenCell { glyph: '@', fg: "#ffffff".parse()?, bg: "#000000".parse()? };
/// let picture = draw_screen(3, &[cell; 6])?;
/// assert_eq!((picture.width(), picture.height()), (30, 32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are no cells, or the picture would exceed [`MOST_PIXELS`].
pub fn draw_screen(columns: u32, cells: &[ScreenCell]) -> Result<Picture, PictureError> {
    if columns == 0 || cells.is_empty() {
        return Err(PictureError::Empty);
    }
    let rows = (cells.len() as u64).div_ceil(u64::from(columns));
    let (width, height) = (u64::from(columns) * u64::from(WIDTH), rows * u64::from(SIDE));
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(PictureError::TooLarge { width, height });
    }
    // Neither exceeds `MOST_PIXELS`, which fits.
    let mut picture = Picture::new(width as u32, height as u32);
    let margin = (SIDE - WIDTH) as i32 / 2;
    for (index, cell) in cells.iter().enumerate() {
        let (column, row) = (index % columns as usize, index / columns as usize);
        let (x, y) = (column as i32 * WIDTH as i32, row as i32 * SIDE as i32);
        picture.fill((x, y), (WIDTH as i32, SIDE as i32), cell.bg);
        for (dx, dy) in font::dots(cell.glyph) {
            let dx = dx - margin;
            if (0..WIDTH as i32).contains(&dx) {
                picture.put(x + dx, y + dy, cell.fg);
            }
        }
    }
    Ok(picture)
}

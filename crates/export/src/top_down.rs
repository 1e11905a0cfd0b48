//! Pictures from straight above: each cell is a glyph on its background.

use std::convert::Infallible;

use undercroft_mapgen::{Draft, Point};

use crate::appearance::{Appearances, buried};
use crate::font::SIDE;
use crate::picture::Picture;

pub(crate) fn draw(draft: &Draft, picture: &mut Picture) {
    let (looks, buried) = (Appearances::of(draft), buried(draft));
    let side = SIDE as i32;
    let mut y = 0;
    // Drawing cannot fail.
    let Ok(()) = looks.each_row(draft, |row| {
        for (x, look) in (0..).zip(row) {
            let (at, corner) = (Point::new(x, y), (x * side, y * side));
            picture.fill(corner, (side, side), look.bg);
            if !buried.contains(at) || *look != looks.tile(draft.tile(at)) {
                picture.glyph(corner, look.glyph, look.fg);
            }
        }
        y += 1;
        Ok::<(), Infallible>(())
    });
}

//! Ways that lead round in a circle, counted by the rock they go around.
//!
//! ```text
//! #########
//! #.......#
//! #.##.#..#
//! #.##..#.#        three loops,
//! #.......#        two of them around rock of two cells or more
//! #..#....#
//! #.......#
//! #########
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, Components, Neighbours};

/// How many separate pieces of rock of at least `min_rock_cells` cells one can walk around, stepping four-way.
///
/// Rock is what is not open. Cells of it that share an edge or a corner are one piece, since no four-way step
/// leads between two cells that share a corner. A piece on the map's border has no way around it. A piece with a
/// closed vault in it is still one piece.
///
/// ```
/// use undercroft_grid::{BitGrid, loops_around};
/// let open = BitGrid::parse(
///     "#########
///      #.......#
///      #.##.#..#
///      #.##..#.#
///      #.......#
///      #..#....#
///      #.......#
///      #########",
///     |glyph| glyph == '.',
/// );
/// assert_eq!(loops_around(&open, 1), 3);
/// assert_eq!(loops_around(&open, 2), 2);
/// ```
#[must_use]
pub fn loops_around(open: &BitGrid, min_rock_cells: usize) -> usize {
    let mut rock = open.clone();
    rock.invert();
    let pieces = Components::of(&rock, Neighbours::Eight);
    let mut counts: Vec<bool> = (0..pieces.count() as u32).map(|label| pieces.size(label) >= min_rock_cells).collect();
    let mut on_border = rock;
    on_border.remove_rect(open.size().interior());
    for label in on_border.points().filter_map(|at| pieces.label(at)) {
        counts[label as usize] = false;
    }
    counts.into_iter().filter(|counts| *counts).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::maps;
    use crate::{Point, flood};

    /// Euler's formula: what is enclosed is edges less corners, less the squares that are filled, plus one for
    /// each part.
    fn loops_by_euler(open: &BitGrid) -> usize {
        let has = |at: Point, dx: i32, dy: i32| open.contains(at + Point::new(dx, dy));
        let mut loops = Components::of(open, Neighbours::Four).count() as i64 - open.count() as i64;
        for at in open.points() {
            loops += i64::from(has(at, 1, 0)) + i64::from(has(at, 0, 1));
            loops -= i64::from(has(at, 1, 0) && has(at, 0, 1) && has(at, 1, 1));
        }
        loops as usize
    }

    fn loops_by_flooding(open: &BitGrid, min_rock_cells: usize) -> usize {
        let size = open.size();
        let mut rock = BitGrid::from_fn(size, |at| !open.contains(at));
        let mut loops = 0;
        while let Some(first) = rock.first() {
            let piece = flood(&rock, first, Neighbours::Eight);
            rock.subtract(&piece);
            let enclosed = !piece.points().any(|at| size.on_border(at));
            loops += usize::from(enclosed && piece.count() >= min_rock_cells);
        }
        loops
    }

    proptest! {
        #[test]
        fn loops_obey_eulers_formula(open in maps()) {
            prop_assert_eq!(loops_around(&open, 0), loops_by_euler(&open), "of\n{}", open);
        }

        #[test]
        fn loops_go_around_flooded_rock(open in maps(), min in 0..5_usize) {
            prop_assert_eq!(loops_around(&open, min), loops_by_flooding(&open, min), "of\n{}", open);
        }
    }
}

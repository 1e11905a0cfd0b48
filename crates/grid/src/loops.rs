//! Loops, counted by the rock they go around.
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

/// The number of components of rock with at least `min_rock_cells` cells that can be walked around in four directions.
///
/// Every closed cell is rock. Rock is connected in eight directions, since no step leads between two cells that share a corner.
/// Rock that touches the map's border cannot be walked around. Rock with a closed room inside is still one component.
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
    rocks_to_walk_around(open, min_rock_cells).1.into_iter().filter(|counts| *counts).count()
}

/// The cells of the rock that [`loops_around`] counts.
///
/// ```
/// use undercroft_grid::{BitGrid, Point, islands};
/// let open = BitGrid::parse("#####\n#...#\n#.#.#\n#...#\n#####", |glyph| glyph == '.');
/// assert!(islands(&open, 1).points().eq([Point::new(2, 2)]));
/// assert!(islands(&open, 2).is_empty());
/// ```
#[must_use]
pub fn islands(open: &BitGrid, min_rock_cells: usize) -> BitGrid {
    let (rocks, counts) = rocks_to_walk_around(open, min_rock_cells);
    rocks.cells_where(|label| counts[label as usize])
}

/// The components of rock, and which of them can be walked around.
fn rocks_to_walk_around(open: &BitGrid, min_rock_cells: usize) -> (Components, Vec<bool>) {
    let mut rock = open.clone();
    rock.invert();
    let rocks = Components::of(&rock, Neighbours::Eight);
    let mut counts: Vec<bool> = (0..rocks.count() as u32).map(|label| rocks.size(label) >= min_rock_cells).collect();
    let mut on_border = rock;
    on_border.remove_rect(open.size().interior());
    for label in on_border.points().filter_map(|at| rocks.label(at)) {
        counts[label as usize] = false;
    }
    (rocks, counts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::flood;
    use crate::testing::maps;

    fn loops_by_flooding(open: &BitGrid, min_rock_cells: usize) -> usize {
        let size = open.size();
        let mut rock = BitGrid::from_fn(size, |at| !open.contains(at));
        let mut loops = 0;
        while let Some(first) = rock.first() {
            let found = flood(&rock, first, Neighbours::Eight);
            rock.subtract(&found);
            let enclosed = !found.points().any(|at| size.on_border(at));
            loops += usize::from(enclosed && found.count() >= min_rock_cells);
        }
        loops
    }

    proptest! {
        #[test]
        fn loops_go_around_components_of_rock(open in maps(), min in 0..5_usize) {
            prop_assert_eq!(loops_around(&open, min), loops_by_flooding(&open, min), "of\n{}", open);
        }
    }
}

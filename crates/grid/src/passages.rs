//! Narrow places: corridors and dead ends.
//!
//! ```text
//! #########        .........        .........
//! #...#...#        .........        .#.#.#...
//! #.......#   →    .........        ....#....
//! #...#...#        .........        .#.#.#...
//! #######.#        .........        .......#.
//! #.......#        .#.......        .#######.
//! #########        .........        .........
//!                  dead ends        corridors
//! ```

use crate::BitGrid;

/// The open cells with exactly one open neighbour in four directions.
///
/// ```
/// use undercroft_grid::{BitGrid, dead_ends};
/// let open = BitGrid::parse("..###\n..###\n.....", |glyph| glyph == '.');
/// assert_eq!(dead_ends(&open).to_string(), ".....\n.....\n....#\n");
/// ```
#[must_use]
pub fn dead_ends(open: &BitGrid) -> BitGrid {
    open.map_words(|here, around| here & Sum::of(around).exactly_one())
}

/// The open cells with at most two open neighbours in four directions: corridors, dead ends, doorways, and the corners of rooms.
///
/// ```
/// use undercroft_grid::{BitGrid, corridors};
/// let open = BitGrid::parse("...###\n...###\n......", |glyph| glyph == '.');
/// assert_eq!(corridors(&open).to_string(), "#.#...\n......\n#..###\n");
/// ```
#[must_use]
pub fn corridors(open: &BitGrid) -> BitGrid {
    open.map_words(|here, around| here & !Sum::of(around).three_or_more())
}

/// The number of open neighbours of four, for 64 cells at a time, as a sum of two pairs.
struct Sum {
    ones: u64,
    first_pair_full: u64,
    second_pair_full: u64,
}

impl Sum {
    fn of([up, left, right, down]: [u64; 4]) -> Self {
        Self { ones: up ^ left ^ right ^ down, first_pair_full: up & left, second_pair_full: right & down }
    }

    /// An odd number but not three, which would fill a pair.
    fn exactly_one(&self) -> u64 {
        self.ones & !(self.first_pair_full | self.second_pair_full)
    }

    /// An odd number that fills a pair, or both pairs full.
    fn three_or_more(&self) -> u64 {
        self.ones & (self.first_pair_full | self.second_pair_full) | self.first_pair_full & self.second_pair_full
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Point;
    use crate::testing;
    use crate::testing::{maps, marked};

    proptest! {
        #[test]
        fn narrow_cells_have_few_open_neighbours(open in maps()) {
            let count = |at: Point| at.four().filter(|next| open.contains(*next)).count();
            prop_assert_eq!(
                dead_ends(&open),
                BitGrid::from_fn(open.size(), |at| open.contains(at) && count(at) == 1)
            );
            prop_assert_eq!(
                corridors(&open),
                BitGrid::from_fn(open.size(), |at| open.contains(at) && count(at) <= 2)
            );
        }
    }

    #[test]
    fn the_drawing_shows_the_narrow_cells() {
        let open = testing::open(
            "#########
             #...#...#
             #.......#
             #...#...#
             #######.#
             #.......#
             #########",
        );
        let ends = BitGrid::from_fn(open.size(), |at| at == Point::new(1, 5));
        assert_eq!(dead_ends(&open), ends);
        let narrow = marked(
            ".........
             .#.#.#.#.
             ....#....
             .#.#.#...
             .......#.
             .#######.
             .........",
        );
        assert_eq!(corridors(&open), narrow);
    }
}

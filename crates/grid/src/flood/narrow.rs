//! A flood over a small map whose rows are single words: sweeps down and up until nothing more is reached.
//!
//! ```text
//! ..#.....        ..#@@@@@
//! ..#.@.##   →    ..#@@@##      the row above reaches its open cells here, and from them the run they belong to
//! ..#..#..        ..#@@#..
//! ```
//!
//! Rooms and caves take two or three sweeps, in a fifth of the time that [`blocks`](super::blocks) needs. A maze takes as many as its
//! paths turn, so larger maps are left to those.

use crate::{BitGrid, Neighbours, Point};

const MOST_ROWS: u32 = 64;

/// Everything reachable from an open cell; `None` if the map is too large.
pub(super) fn flooded(open: &BitGrid, from: Point, neighbours: Neighbours) -> Option<BitGrid> {
    if open.words_in_row() != 1 || open.size().height > MOST_ROWS {
        return None;
    }
    let mut reached = BitGrid::new(open.size());
    let (open, rows) = (open.words(), reached.words_mut());
    rows[from.y as usize] = whole_runs(1 << from.x, open[from.y as usize]);
    let last = rows.len() - 1;
    let mut reach = |y: usize, before: usize| {
        let cells = match neighbours {
            Neighbours::Four => rows[before],
            Neighbours::Eight => rows[before] | rows[before] << 1 | rows[before] >> 1,
        };
        let fresh = cells & open[y] & !rows[y];
        if fresh != 0 {
            rows[y] = whole_runs(rows[y] | fresh, open[y]);
        }
        fresh != 0
    };
    loop {
        let down = (1..=last).fold(false, |any, y| reach(y, y - 1) | any);
        let up = (0..last).rev().fold(false, |any, y| reach(y, y + 1) | any);
        if !down && !up {
            return Some(reached);
        }
    }
}

/// The runs of open cells that some cells belong to.
const fn whole_runs(cells: u64, open: u64) -> u64 {
    // Upwards by one addition: the carry of a cell goes on to the end of its run.
    let mut filled = cells | open & !open.wrapping_add(cells);
    // Downwards by doubling (Kogge and Stone, 1973).
    let (mut run, mut by) = (open, 1);
    while by < 64 {
        filled |= run & filled >> by;
        run &= run >> by;
        by *= 2;
    }
    filled
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::blocks::Blocks;
    use super::*;
    use crate::Size;
    use crate::testing::{BOTH, noise};

    proptest! {
        #[test]
        fn small_maps_are_flooded_like_large_ones(
            (width, height) in (1..70_u32, 1..70_u32),
            (percent, seed) in (40..100_u64, any::<u64>()),
        ) {
            let open = noise(Size::new(width, height), percent, seed);
            for neighbours in BOTH {
                for from in open.points().step_by(97) {
                    let fits = width <= 64 && height <= MOST_ROWS;
                    let expected = fits.then(|| Blocks::flooded(&open, from, neighbours).reached(&open));
                    prop_assert_eq!(flooded(&open, from, neighbours), expected);
                }
            }
        }
    }
}

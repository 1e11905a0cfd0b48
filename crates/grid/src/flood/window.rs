//! A short flood in a small window of the map: every step updates the whole window, row by row.
//!
//! ```text
//! ..#.....        ..#.....
//! ..#.@...        ..#@@@..
//! ..#.....   →    ..#.@...
//! ........        ........
//! ```
//!
//! Each row is one or two words. A step touches more cells than the frontier has, but it does the same to all of them: several
//! rows fit a vector, and nothing branches. On maps of 80 by 50 this takes half the instructions of [`blocks`](super::blocks).
//!
//! The rows of one vector are not neighbours. The window is cut into as many parts as a vector has lanes, and each lane goes down
//! one part (the striped layout of Farrar, 2007). So the rows above and below those of a vector are whole vectors too.

use core::ops::Range;

use crate::{BitGrid, Point, simd};

const MAX_STEPS: u32 = 64;

/// The number of rows that a step updates at once.
const LANES: usize = 8;

/// The most rows in a lane.
const MAX_IN_LANE: usize = 12;

/// One row of each lane.
type Rows = [u64; LANES];

/// 64 columns of a window. The last entry is for the rows below the last of each lane.
type Strip = [Rows; MAX_IN_LANE + 1];

/// The open cells at most `limit` steps in four directions away from the sources, which are open. The rows and columns are those
/// the flood can reach. `None` if they are too many for a window.
pub(super) fn flooded_within(
    open: &BitGrid,
    sources: &[Point],
    [rows, columns]: [Range<u32>; 2],
    limit: u32,
) -> Option<BitGrid> {
    if limit > MAX_STEPS || rows.len() > LANES * MAX_IN_LANE {
        return None;
    }
    match columns.len() {
        0..=64 => Some(Window::<1>::of(open, rows, columns.start).flooded(open, sources, limit)),
        65..=128 => Some(Window::<2>::of(open, rows, columns.start).flooded(open, sources, limit)),
        _ => None,
    }
}

/// A window of a map, one or two strips wide.
struct Window<const STRIPS: usize> {
    rows: Range<u32>,
    left: u32,
    /// The number of rows in each lane.
    in_lane: usize,
    open: [Strip; STRIPS],
}

impl<const STRIPS: usize> Window<STRIPS> {
    fn of(map: &BitGrid, rows: Range<u32>, left: u32) -> Self {
        let in_lane = rows.len().div_ceil(LANES);
        let mut open = [[[0; LANES]; MAX_IN_LANE + 1]; STRIPS];
        let mut words = [0; LANES * MAX_IN_LANE];
        for (strip, x) in open.iter_mut().zip((left..).step_by(64)) {
            map.column_words(x, rows.start, &mut words[..rows.len()]);
            for (lane, words) in words[..in_lane * LANES].chunks_exact(in_lane).enumerate() {
                strip.iter_mut().zip(words).for_each(|(rows, word)| rows[lane] = *word);
            }
        }
        Self { rows, left, in_lane, open }
    }

    fn flooded(&self, map: &BitGrid, sources: &[Point], limit: u32) -> BitGrid {
        let mut reached = [[[0; LANES]; MAX_IN_LANE + 1]; STRIPS];
        for source in sources {
            let (x, y) = ((source.x as u32 - self.left) as usize, (source.y as u32 - self.rows.start) as usize);
            reached[x / 64][y % self.in_lane][y / self.in_lane] |= 1 << (x % 64);
        }
        simd::dispatch(
            #[inline(always)]
            || {
                for _ in 0..limit {
                    self.step(&mut reached);
                }
            },
        );
        let mut cells = BitGrid::new(map.size());
        let mut words = [0; LANES * MAX_IN_LANE];
        for (strip, x) in reached.iter().zip((self.left..).step_by(64)) {
            for (lane, words) in words[..self.in_lane * LANES].chunks_exact_mut(self.in_lane).enumerate() {
                words.iter_mut().zip(strip).for_each(|(word, rows)| *word = rows[lane]);
            }
            cells.unite_column_words(x, self.rows.start, &words[..self.rows.len()]);
        }
        cells
    }

    #[inline(always)]
    fn step(&self, reached: &mut [Strip; STRIPS]) {
        let (mut above, mut here) = ([[0; LANES]; STRIPS], [[0; LANES]; STRIPS]);
        for strip in 0..STRIPS {
            // Above the first row of a lane is the last row of the lane before.
            let (first, last) = (reached[strip][0], reached[strip][self.in_lane - 1]);
            above[strip][1..].copy_from_slice(&last[..LANES - 1]);
            reached[strip][self.in_lane][..LANES - 1].copy_from_slice(&first[1..]);
            here[strip] = first;
        }
        for row in 0..self.in_lane {
            let mut below = [[0; LANES]; STRIPS];
            for strip in 0..STRIPS {
                below[strip] = reached[strip][row + 1];
                for lane in 0..LANES {
                    let cells = here[strip][lane];
                    // The last column of the first strip and the first column of the second are neighbours.
                    let across = match (STRIPS, strip) {
                        (1, _) => 0,
                        (_, 0) => here[1 % STRIPS][lane] << 63,
                        _ => here[0][lane] >> 63,
                    };
                    let reach = cells | cells << 1 | cells >> 1 | across | above[strip][lane] | below[strip][lane];
                    reached[strip][row][lane] = reach & self.open[strip][row][lane];
                }
            }
            (above, here) = (here, below);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::super::in_reach;
    use super::*;
    use crate::testing::noise;
    use crate::{Distances, Neighbours, Size};

    proptest! {
        #[test]
        fn a_window_has_the_cells_within_the_limit_or_is_refused(
            (width, height) in (1..200_u32, 1..120_u32),
            (percent, seed) in (60..100_u64, any::<u64>()),
            (x, y) in (0..200_u32, 0..120_u32),
            apart in prop::collection::vec((-6..7, -6..7), 1..4),
            limit in 0..=MAX_STEPS + 1,
        ) {
            let open = noise(Size::new(width, height), percent, seed);
            let near = Point::new((x % width) as i32, (y % height) as i32);
            let sources: Vec<Point> = apart.into_iter().map(|(dx, dy)| near + Point::new(dx, dy)).collect();
            let sources: Vec<Point> = sources.into_iter().filter(|source| open.contains(*source)).collect();
            prop_assume!(!sources.is_empty());
            let [rows, columns] = in_reach(&open, &sources, limit);
            let fits = limit <= MAX_STEPS && rows.len() <= LANES * MAX_IN_LANE && columns.len() <= 128;
            let distances = Distances::within(&open, sources.iter().copied(), Neighbours::Four, limit);
            let expected = BitGrid::from_fn(open.size(), |at| distances.get(at).is_some());
            prop_assert_eq!(flooded_within(&open, &sources, [rows, columns], limit), fits.then_some(expected));
        }
    }
}

//! Waves of few steps on a small window of the map: each step goes over all of it, whole rows at a time.
//!
//! ```text
//! ..#.....        ..#.....
//! ..#.@...        ..#@@@..
//! ..#.....   →    ..#.@...      a word or two for each row: no front to be kept, and nothing to be guessed
//! ........        ........
//! ```
//!
//! A step looks at more cells than those of the front. But it is the same for all of them, so that several rows go through
//! a vector at once, and no step has to wait for what the last one has found.
//!
//! Rows that go through a vector at once are not neighbours: the window is cut into as many parts as there are lanes, and
//! each lane goes down one of them (Farrar's striped layout of 2007). So the rows above and below are whole vectors too,
//! and a step never loads what was stored in two halves, for which processors wait long.

use core::ops::Range;

use crate::{BitGrid, Point, simd};

/// So many steps at most: in that many a wave comes to most of a small window anyway.
const MOST_STEPS: u32 = 64;

/// So many rows are stepped at once.
const LANES: usize = 8;

/// The most rows of a lane.
const MOST_IN_LANE: usize = 12;

/// A row of each lane.
type Rows = [u64; LANES];

/// 64 columns of a window, a word for each row. Behind the last rows of the lanes is place for the rows below them.
type Strip = [Rows; MOST_IN_LANE + 1];

/// The open cells at most `limit` steps in the four directions away from some of them, which lie in some rows and columns
/// as do all of those; `None` where that is too much for a window.
pub(super) fn flooded_within(
    open: &BitGrid,
    sources: &[Point],
    [rows, columns]: [Range<u32>; 2],
    limit: u32,
) -> Option<BitGrid> {
    if limit > MOST_STEPS || rows.len() > LANES * MOST_IN_LANE {
        return None;
    }
    match columns.len() {
        0..=64 => Some(Window::<1>::of(open, rows, columns.start).flooded(open, sources, limit)),
        65..=128 => Some(Window::<2>::of(open, rows, columns.start).flooded(open, sources, limit)),
        _ => None,
    }
}

/// A part of a map, one or two strips wide.
struct Window<const STRIPS: usize> {
    rows: Range<u32>,
    left: u32,
    /// How many rows each lane has.
    in_lane: usize,
    open: [Strip; STRIPS],
}

impl<const STRIPS: usize> Window<STRIPS> {
    fn of(map: &BitGrid, rows: Range<u32>, left: u32) -> Self {
        let in_lane = rows.len().div_ceil(LANES);
        let mut open = [[[0; LANES]; MOST_IN_LANE + 1]; STRIPS];
        let mut words = [0; LANES * MOST_IN_LANE];
        for (strip, x) in open.iter_mut().zip((left..).step_by(64)) {
            map.column_words(x, rows.start, &mut words[..rows.len()]);
            for (lane, words) in words[..in_lane * LANES].chunks_exact(in_lane).enumerate() {
                strip.iter_mut().zip(words).for_each(|(rows, word)| rows[lane] = *word);
            }
        }
        Self { rows, left, in_lane, open }
    }

    fn flooded(&self, map: &BitGrid, sources: &[Point], limit: u32) -> BitGrid {
        let mut reached = [[[0; LANES]; MOST_IN_LANE + 1]; STRIPS];
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
        let mut words = [0; LANES * MOST_IN_LANE];
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
            // What is above the first row of a lane is the last of the lane before, and the other way round.
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
                    // Of two strips, the last column of the first is beside the first column of the last.
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
    use crate::masks::scattered;
    use crate::{Distances, Neighbours, Size};

    proptest! {
        /// Cell by cell, for windows of one strip, of two, and of more than there is place for.
        #[test]
        fn a_window_has_all_cells_within_the_limit(
            (width, height) in (1..200_u32, 1..120_u32),
            (percent, seed) in (60..100_u64, any::<u64>()),
            (x, y) in (0..200_u32, 0..120_u32),
            apart in prop::collection::vec((-6..7, -6..7), 1..4),
            limit in 0..=MOST_STEPS + 1,
        ) {
            let open = scattered(Size::new(width, height), percent, seed);
            let near = Point::new((x % width) as i32, (y % height) as i32);
            let sources: Vec<Point> = apart.into_iter().map(|(dx, dy)| near + Point::new(dx, dy)).collect();
            let sources: Vec<Point> = sources.into_iter().filter(|source| open.contains(*source)).collect();
            prop_assume!(!sources.is_empty());
            let [rows, columns] = in_reach(&open, &sources, limit);
            let fits = limit <= MOST_STEPS && rows.len() <= LANES * MOST_IN_LANE && columns.len() <= 128;
            let distances = Distances::within(&open, sources.iter().copied(), Neighbours::Four, limit);
            let expected = BitGrid::from_fn(open.size(), |at| distances.get(at).is_some());
            prop_assert_eq!(flooded_within(&open, &sources, [rows, columns], limit), fits.then_some(expected));
        }
    }
}

//! Finds the openings: the places where a short tunnel through rock joins two components.
//!
//! ```text
//! ..#..        ..###        ..##..
//! ..#..        ..#..        ..##..
//! ..#..        ###..        ..##..
//! straight     corner       two cells, always straight
//! ```
//!
//! Shifted rows of bits tell for 64 cells at a time where a run of rock lies between two open cells. Labels are looked up only at
//! the ends of such runs.

use std::ops::Range;

use undercroft_grid::internal::{parallel, simd};
use undercroft_grid::{BitGrid, Components, Point};

use crate::Stream;
use crate::words::set_bits;

/// A straight run of rock that separates two components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// Openings of the same length are taken in the order of their ranks.
    pub(super) rank: u64,
    start: Point,
    step: Point,
    length: u32,
    /// The labels of the two components.
    pub(super) joins: [u32; 2],
}

impl Opening {
    /// The cells of rock.
    pub(super) fn cells(self) -> impl Iterator<Item = Point> {
        (0..self.length).map(move |index| self.start + scaled(self.step, index))
    }
}

const RIGHT: Point = Point::new(1, 0);
const DOWN: Point = Point::new(0, 1);

/// The ground in which openings are found.
pub(super) struct Ground<'a> {
    pub(super) open: &'a BitGrid,
    /// The closed cells inside the border: tunnels pass through these only.
    pub(super) rock: BitGrid,
    pub(super) components: &'a Components,
    pub(super) stream: Stream,
}

impl<'a> Ground<'a> {
    pub(super) fn new(open: &'a BitGrid, components: &'a Components, stream: Stream) -> Self {
        let mut rock = BitGrid::new(open.size());
        rock.insert_rect(open.size().interior());
        rock.subtract(open);
        Self { open, rock, components, stream }
    }

    /// Finds the openings of a length between components of different sets, by rank. `roots` gives the set of each component.
    ///
    /// A single cell of rock gives an opening for each pair of components that it may join. Longer openings count only if one
    /// end is `loose`.
    pub(super) fn openings(&self, length: u32, loose: &BitGrid, roots: &[u32]) -> Vec<Opening> {
        const MIN_WORDS_PER_THREAD: usize = 1 << 14;
        let height = self.open.size().height;
        let threads = parallel::threads_for(height as usize * self.open.words_in_row(), MIN_WORDS_PER_THREAD) as u32;
        let strips = (0..threads).map(|strip| height * strip / threads..height * (strip + 1) / threads);
        let find = |rows: Range<u32>| match length {
            1 => self.single_cells(rows, roots),
            _ => self.straight_runs(rows, length, loose, roots),
        };
        let mut openings = parallel::map(strips.collect(), find).concat();
        openings.sort_by_key(|opening| opening.rank);
        openings
    }

    /// The openings of one cell.
    fn single_cells(&self, rows: Range<u32>, roots: &[u32]) -> Vec<Opening> {
        let ranks = self.stream.fork(1_u64);
        let mut openings = Vec::new();
        // The rows of the border have no rock, and all others have rows above and below.
        for y in rows.start.max(1)..rows.end.min(self.open.size().height.saturating_sub(1)) {
            let near = [y - 1, y, y + 1].map(|y| self.open.row(y));
            for (word, rock) in self.rock.row(y).iter().enumerate() {
                for start in points(rock & thin_walls(near, word), word, y) {
                    let rank = ranks.at(start);
                    let opening = |joins| Opening { rank, start, step: RIGHT, length: 1, joins };
                    openings.extend(self.differing(start.four(), roots).map(opening));
                }
            }
        }
        openings
    }

    /// The openings of several cells.
    fn straight_runs(&self, rows: Range<u32>, length: u32, loose: &BitGrid, roots: &[u32]) -> Vec<Opening> {
        let ranks = self.stream.fork(length);
        let axes = [(RIGHT, ranks.fork("right")), (DOWN, ranks.fork("down"))];
        let mut openings = Vec::new();
        let [mut left, mut upper, mut scratch] = [(); 3].map(|()| vec![0; self.open.words_in_row()]);
        for y in rows {
            simd::dispatch(
                #[inline(always)]
                || {
                    self.left_ends(y, length, loose, &mut left, &mut scratch);
                    self.upper_ends(y, length, loose, &mut upper);
                },
            );
            for (ends, (step, ranks)) in [&left, &upper].into_iter().zip(axes) {
                for (word, &ends) in ends.iter().enumerate().filter(|(_, ends)| **ends != 0) {
                    for end in points(ends, word, y) {
                        let (start, other) = (end + step, end + scaled(step, length + 1));
                        let opening = |joins| Opening { rank: ranks.at(start), start, step, length, joins };
                        openings.extend(self.differing([end, other].into_iter(), roots).map(opening));
                    }
                }
            }
        }
        openings
    }

    /// The cells of a row from which an opening leads to the right.
    #[inline(always)]
    fn left_ends(&self, y: u32, length: u32, loose: &BitGrid, ends: &mut [u64], scratch: &mut [u64]) {
        let (open, loose, rock) = (self.open.row(y), loose.row(y), self.rock.row(y));
        pull(loose, length + 1, scratch);
        ends.iter_mut().zip(open).zip(&*scratch).for_each(|((end, open), far)| *end = open & far);
        pull(open, length + 1, scratch);
        ends.iter_mut().zip(loose).zip(&*scratch).for_each(|((end, loose), far)| *end |= loose & far);
        if ends.iter().any(|end| *end != 0) {
            for distance in 1..=length {
                pull(rock, distance, scratch);
                ends.iter_mut().zip(&*scratch).for_each(|(end, rock)| *end &= rock);
            }
        }
    }

    /// The cells of a row from which an opening leads down.
    #[inline(always)]
    fn upper_ends(&self, y: u32, length: u32, loose: &BitGrid, ends: &mut [u64]) {
        let below = y + length + 1;
        if below >= self.open.size().height {
            ends.fill(0);
            return;
        }
        let pairs = [(self.open.row(y), loose.row(below)), (loose.row(y), self.open.row(below))];
        let [first, second] = pairs.map(|(upper, lower)| upper.iter().zip(lower));
        for (end, ((a, b), (c, d))) in ends.iter_mut().zip(first.zip(second)) {
            *end = a & b | c & d;
        }
        for row in y + 1..below {
            ends.iter_mut().zip(self.rock.row(row)).for_each(|(end, rock)| *end &= rock);
        }
    }

    /// The label of the first open cell among some, paired with the label of each that belongs to another set.
    fn differing(&self, cells: impl Iterator<Item = Point>, roots: &[u32]) -> impl Iterator<Item = [u32; 2]> {
        let mut labels = cells.filter_map(|at| self.components.label(at));
        let first = labels.next();
        let differs = move |a: u32, b: u32| roots[a as usize] != roots[b as usize];
        labels.filter_map(move |other| first.filter(|first| differs(*first, other)).map(|first| [first, other]))
    }
}

/// Where a cell of rock may separate two components: open cells lie on opposite sides of it, or on adjacent sides with no open
/// cell between those. Given are three rows of open cells, of which the middle one is looked at, and a word.
#[inline(always)]
fn thin_walls(rows: [&[u64]; 3], word: usize) -> u64 {
    let [[up_left, up, up_right], [left, _, right], [down_left, down, down_right]] = rows.map(|row| {
        let before = if word == 0 { 0 } else { row[word - 1] };
        let after = row.get(word + 1).copied().unwrap_or(0);
        [row[word] << 1 | before >> 63, row[word], row[word] >> 1 | after << 63]
    });
    left & right
        | up & down
        | left & up & !up_left
        | right & up & !up_right
        | left & down & !down_left
        | right & down & !down_right
}

/// Moves the cells of a row to the left, by fewer than 64 columns.
#[inline(always)]
fn pull(row: &[u64], by: u32, moved: &mut [u64]) {
    for (moved, pair) in moved.iter_mut().zip(row.windows(2)) {
        *moved = pair[0] >> by | pair[1] << (64 - by);
    }
    if let (Some(moved), Some(last)) = (moved.last_mut(), row.last()) {
        *moved = last >> by;
    }
}

/// The set bits of a word as points.
fn points(bits: u64, word: usize, y: u32) -> impl Iterator<Item = Point> {
    set_bits(bits).map(move |bit| Point::new(64 * word as i32 + bit as i32, y as i32))
}

const fn scaled(step: Point, by: u32) -> Point {
    Point::new(step.x * by as i32, step.y * by as i32)
}

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
        /// Enough words for long loops, few enough to stay in the cache.
        const WORDS_PER_BLOCK: u32 = 1 << 10;
        let ranks = self.stream.fork(length);
        let axes = [(RIGHT, ranks.fork("right")), (DOWN, ranks.fork("down"))];
        let words_in_row = self.open.words_in_row();
        let rows_per_block = (WORDS_PER_BLOCK / words_in_row as u32).max(1);
        let mut block = Block::default();
        let mut openings = Vec::new();
        for top in rows.clone().step_by(rows_per_block as usize) {
            let bottom = rows.end.min(top + rows_per_block);
            let sets = [self.open, loose, &self.rock];
            if !block.load(sets, top..bottom, length) {
                continue;
            }
            simd::dispatch(
                #[inline(always)]
                || block.find_ends(words_in_row, length),
            );
            for (ends, (step, ranks)) in block.ends.iter().zip(axes) {
                for (index, &ends) in ends.iter().enumerate().filter(|(_, ends)| **ends != 0) {
                    for end in points(ends, index % words_in_row, top + (index / words_in_row) as u32) {
                        let (start, other) = (end + step, end + scaled(step, length + 1));
                        let opening = |joins| Opening { rank: ranks.at(start), start, step, length, joins };
                        openings.extend(self.differing([end, other].into_iter(), roots).map(opening));
                    }
                }
            }
        }
        openings
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
/// cell between those. Given are the open cells of three rows, and a word of the middle one.
#[inline(always)]
fn thin_walls([above, row, below]: [&[u64]; 3], word: usize) -> u64 {
    // The cells to the left and to the right of those of a word.
    let beside = |row: &[u64]| {
        let before = if word == 0 { 0 } else { row[word - 1] };
        let after = row.get(word + 1).copied().unwrap_or(0);
        (row[word] << 1 | before >> 63, row[word] >> 1 | after << 63)
    };
    let (up, down) = (above[word], below[word]);
    let ((up_left, up_right), (left, right), (down_left, down_right)) = (beside(above), beside(row), beside(below));
    let straight = left & right | up & down;
    let corner_above = up & (left & !up_left | right & !up_right);
    let corner_below = down & (left & !down_left | right & !down_right);
    straight | corner_above | corner_below
}

/// Some rows of the ground, word after word, with as many more below as an opening may reach into.
///
/// Rows follow each other without a gap: no run of rock continues from one row into the next, as the border has no rock.
#[derive(Default)]
struct Block {
    open: Vec<u64>,
    loose: Vec<u64>,
    rock: Vec<u64>,
    /// The cells of the rows from which an opening leads to the right, and down.
    ends: [Vec<u64>; 2],
}

impl Block {
    /// Copies rows of the ground. Returns whether any cell there is loose.
    fn load(&mut self, [open, loose, rock]: [&BitGrid; 3], rows: Range<u32>, length: u32) -> bool {
        let reached = rows.start..rows.end + length + 1;
        copy_rows(&mut self.loose, loose, reached.clone());
        if self.loose.iter().all(|word| *word == 0) {
            return false;
        }
        copy_rows(&mut self.open, open, reached.clone());
        copy_rows(&mut self.rock, rock, reached);
        self.ends.iter_mut().for_each(|ends| ends.resize(rows.len() * open.words_in_row(), 0));
        true
    }

    /// Finds the ends of openings.
    #[inline(always)]
    fn find_ends(&mut self, words_in_row: usize, length: u32) {
        let Self { open, loose, rock, ends: [left, upper] } = self;
        let count = left.len();
        let shifted = |words: &[u64], index: usize, by: u32| words[index] >> by | words[index + 1] << (64 - by);
        let (near_open, near_loose, near_rock) = (&open[..=count], &loose[..=count], &rock[..=count]);
        for index in 0..count {
            left[index] = near_open[index] & shifted(near_loose, index, length + 1)
                | near_loose[index] & shifted(near_open, index, length + 1);
        }
        for by in 1..=length {
            left.iter_mut().enumerate().for_each(|(index, end)| *end &= shifted(near_rock, index, by));
        }
        let below = (length as usize + 1) * words_in_row;
        let (far_open, far_loose) = (&open[below..][..count], &loose[below..][..count]);
        for (index, end) in upper.iter_mut().enumerate() {
            *end = near_open[index] & far_loose[index] | near_loose[index] & far_open[index];
        }
        for by in 1..=length as usize {
            upper.iter_mut().zip(&rock[by * words_in_row..]).for_each(|(end, rock)| *end &= rock);
        }
    }
}

/// Copies rows, of which those below the map are empty.
fn copy_rows(words: &mut Vec<u64>, set: &BitGrid, rows: Range<u32>) {
    words.clear();
    let height = set.size().height;
    (rows.start..rows.end.min(height)).for_each(|y| words.extend_from_slice(set.row(y)));
    words.resize(rows.len() * set.words_in_row(), 0);
}

/// The set bits of a word as points.
fn points(bits: u64, word: usize, y: u32) -> impl Iterator<Item = Point> {
    set_bits(bits).map(move |bit| Point::new(64 * word as i32 + bit as i32, y as i32))
}

const fn scaled(step: Point, by: u32) -> Point {
    Point::new(step.x * by as i32, step.y * by as i32)
}

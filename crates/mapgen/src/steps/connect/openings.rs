//! Finds the openings: the places where a short tunnel through rock joins two components.
//!
//! ```text
//! ..#..        ..###        ..##..
//! ..#..        ..#..        ..##..
//! ..#..        ###..        ..##..
//! straight     corner       two cells, always straight
//! ```
//!
//! Shifting rows of bits finds the runs of rock between two open cells, 64 cells at a time. Labels are looked up only
//! at the ends of such runs.

use std::ops::Range;

use undercroft_grid::internal::{parallel, simd};
use undercroft_grid::{BitGrid, Components, Point};

use crate::Stream;
use crate::bits::set_bits;

/// A straight run of rock that separates two components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// Openings of equal length are taken in order of rank.
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

/// The thickest wall that is cut in a straight line. Longer tunnels wind.
pub(super) const MAX_WALL: u32 = 6;

/// Once walls of this thickness are cut, most components have joined the largest.
pub(super) const COMMON_WALL: u32 = 2;

const RIGHT: Point = Point::new(1, 0);
const DOWN: Point = Point::new(0, 1);

/// The ground to search for openings.
pub(super) struct Ground<'a> {
    open: Padded,
    /// The closed cells inside the border that need not be kept: tunnels pass through these only.
    pub(super) rock: BitGrid,
    padded_rock: Padded,
    pub(super) components: &'a Components,
    pub(super) stream: Stream,
}

impl<'a> Ground<'a> {
    pub(super) fn new(open: &BitGrid, kept: Option<&BitGrid>, components: &'a Components, stream: Stream) -> Self {
        let mut rock = BitGrid::new(open.size());
        rock.insert_rect(open.size().interior());
        rock.subtract(open);
        kept.into_iter().for_each(|kept| rock.subtract(kept));
        Self { open: Padded::of(open), padded_rock: Padded::of(&rock), rock, components, stream }
    }

    /// Finds the openings of a length between components of different sets, by rank. `roots` gives the set of each component.
    ///
    /// A single cell of rock gives an opening for each pair of components that it may join. Longer openings count only if one
    /// end is `loose`.
    pub(super) fn openings(&self, length: u32, loose: &Padded, roots: &[u32]) -> Vec<Opening> {
        const MIN_WORDS_PER_THREAD: usize = 1 << 14;
        let height = self.rock.size().height;
        let threads = parallel::threads_for(height as usize * self.rock.words_in_row(), MIN_WORDS_PER_THREAD) as u32;
        let strips = (0..threads).map(|strip| height * strip / threads..height * (strip + 1) / threads);
        let find = |rows: Range<u32>| self.openings_in(rows, length, loose, roots);
        let mut strips = parallel::map(strips.collect(), find).into_iter();
        let mut openings = strips.next().unwrap_or_default();
        strips.for_each(|more| openings.extend(more));
        openings.sort_by_key(|opening| opening.rank);
        openings
    }

    /// The openings in some rows.
    fn openings_in(&self, rows: Range<u32>, length: u32, loose: &Padded, roots: &[u32]) -> Vec<Opening> {
        /// Enough words for long loops, few enough to stay in the cache.
        const WORDS_PER_BLOCK: u32 = 1 << 10;
        let words_in_row = self.rock.words_in_row();
        let rows_per_block = (WORDS_PER_BLOCK / words_in_row as u32).max(1);
        let mut scratch = Scratch::default();
        let mut openings = Vec::new();
        for top in rows.clone().step_by(rows_per_block as usize) {
            let rows = top..rows.end.min(top + rows_per_block);
            let [open, loose, rock] = [&self.open, loose, &self.padded_rock].map(|set| set.block(rows.clone(), length));
            if loose.iter().all(|word| *word == 0) {
                continue;
            }
            let block = Block { open, loose, rock, words_in_row, length };
            scratch.resize(rows.len() * words_in_row);
            simd::dispatch(
                #[inline(always)]
                || match length {
                    1 => block.find_thin_walls(&mut scratch.found[0]),
                    _ => block.find_ends(&mut scratch),
                },
            );
            let found = scratch.found.each_ref().map(|cells| points(cells, words_in_row, top));
            match length {
                1 => self.add_single_cells(&mut openings, found[0].clone(), roots),
                _ => self.add_straight_runs(&mut openings, found, length, roots),
            }
        }
        openings
    }

    /// Adds the openings of one cell: one for each pair of components that the cell may join.
    fn add_single_cells(&self, openings: &mut Vec<Opening>, cells: impl Iterator<Item = Point>, roots: &[u32]) {
        let ranks = self.stream.fork(1_u64);
        for start in cells {
            let opening = |joins| Opening { rank: ranks.at(start), start, step: RIGHT, length: 1, joins };
            openings.extend(self.differing(start.four(), roots).map(opening));
        }
    }

    /// Adds the openings of several cells, given the cells from which one leads to the right, and down.
    fn add_straight_runs(
        &self,
        openings: &mut Vec<Opening>,
        ends: [impl Iterator<Item = Point>; 2],
        length: u32,
        roots: &[u32],
    ) {
        let ranks = self.stream.fork(length);
        let axes = [(RIGHT, ranks.fork("right")), (DOWN, ranks.fork("down"))];
        for (ends, (step, ranks)) in ends.into_iter().zip(axes) {
            for end in ends {
                let (start, other) = (end + step, end + scaled(step, length + 1));
                let opening = |joins| Opening { rank: ranks.at(start), start, step, length, joins };
                openings.extend(self.differing([end, other].into_iter(), roots).map(opening));
            }
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

/// The words of a set, row after row, between empty rows: one above, and as many below as an opening may reach into. An empty
/// word comes first and last. So the cells `by` cells away, in any direction, are the same slice at an offset.
///
/// Rows follow each other without a gap: no run of rock continues from one row into the next, as the border has no rock.
pub(super) struct Padded {
    words: Vec<u64>,
    words_in_row: usize,
}

impl Padded {
    pub(super) fn of(set: &BitGrid) -> Self {
        let (words_in_row, height) = (set.words_in_row(), set.size().height);
        let rows = 1 + height as usize + MAX_WALL as usize + 1;
        let mut words = Vec::with_capacity(rows * words_in_row + 2);
        words.resize(1 + words_in_row, 0);
        words.extend_from_slice(set.rows(0..height));
        words.resize(rows * words_in_row + 2, 0);
        Self { words, words_in_row }
    }

    /// Some rows with the row above and `length + 1` rows below, and a word before and after.
    fn block(&self, rows: Range<u32>, length: u32) -> &[u64] {
        let count = 1 + rows.len() + length as usize + 1;
        &self.words[rows.start as usize * self.words_in_row..][..count * self.words_in_row + 2]
    }
}

/// The openings found in the rows of a block.
#[derive(Default)]
struct Scratch {
    /// The cells from which an opening leads to the right, and down. Or, in the first set, openings of one cell.
    found: [Vec<u64>; 2],
    /// The cells beside which a whole side is open.
    side: Vec<u64>,
}

impl Scratch {
    fn resize(&mut self, words: usize) {
        self.found.iter_mut().chain([&mut self.side]).for_each(|cells| cells.resize(words, 0));
    }
}

/// Some rows of the ground.
struct Block<'a> {
    open: &'a [u64],
    loose: &'a [u64],
    rock: &'a [u64],
    words_in_row: usize,
    length: u32,
}

impl Block<'_> {
    /// Finds the cells of rock that may separate two components: open cells lie on opposite or adjacent sides, and no path
    /// through the eight cells around leads from one to the other.
    #[inline(always)]
    fn find_thin_walls(&self, found: &mut [u64]) {
        let count = found.len();
        let row = |number: usize| &self.open[number * self.words_in_row..][..count + 2];
        let (above, here, below) = (row(0), row(1), row(2));
        let rock = &self.rock[self.words_in_row..][..count + 2];
        for (index, found) in found.iter_mut().enumerate() {
            let (up, down) = (above[index + 1], below[index + 1]);
            let (left, right) = (cells_before(here, index), cells_at(here, index, 1));
            let (up_left, up_right) = (cells_before(above, index), cells_at(above, index, 1));
            let (down_left, down_right) = (cells_before(below, index), cells_at(below, index, 1));
            let across = left & right & !(up_left & up & up_right | down_left & down & down_right);
            let upright = up & down & !(up_left & left & down_left | up_right & right & down_right);
            let corner_above = up & (left & !up_left | right & !up_right);
            let corner_below = down & (left & !down_left | right & !down_right);
            *found = rock[index + 1] & (across | upright | corner_above | corner_below);
        }
    }

    /// Finds the ends of openings of several cells.
    #[inline(always)]
    fn find_ends(&self, scratch: &mut Scratch) {
        let Self { open, loose, rock, length, .. } = *self;
        let Scratch { found: [left, upper], side } = scratch;
        // The words of a row, from the one above the first on, begin with the last word of the row before.
        let row = |number: u32| number as usize * self.words_in_row;
        join_ends(left, [&open[row(1)..], &loose[row(1)..]], [&open[row(1)..], &loose[row(1)..]], length + 1);
        for by in 1..=length {
            keep_where(left, &rock[row(1)..], by);
        }
        let far = row(length + 2);
        join_ends(upper, [&open[row(1)..], &loose[row(1)..]], [&open[far..], &loose[far..]], 0);
        for by in 1..=length {
            keep_where(upper, &rock[row(1 + by)..], 0);
        }
        // A wall with open cells all along one side separates nothing. Skipping such walls saves many look-ups while
        // most cells are loose.
        if length > COMMON_WALL {
            return;
        }
        for beside in [&open[row(0)..], &open[row(2)..]] {
            side.fill(u64::MAX);
            for by in 0..=length + 1 {
                keep_where(side, beside, by);
            }
            left.iter_mut().zip(&*side).for_each(|(end, side)| *end &= !side);
        }
        side.fill(u64::MAX);
        for by in 1..=length + 2 {
            keep_where(side, &open[row(by)..], 1);
        }
        upper.iter_mut().zip(&*side).for_each(|(end, side)| *end &= !side);
        side.fill(u64::MAX);
        for by in 1..=length + 2 {
            keep_where_before(side, &open[row(by)..]);
        }
        upper.iter_mut().zip(&*side).for_each(|(end, side)| *end &= !side);
    }
}

/// Marks the cells where one end is open and the other, `by` cells to the right in another row, is loose, or vice
/// versa.
#[inline(always)]
fn join_ends(ends: &mut [u64], near: [&[u64]; 2], far: [&[u64]; 2], by: u32) {
    let count = ends.len();
    let [near_open, near_loose] = near.map(|row| &row[..count + 2]);
    let [far_open, far_loose] = far.map(|row| &row[..count + 2]);
    for (index, end) in ends.iter_mut().enumerate() {
        *end = near_open[index + 1] & cells_at(far_loose, index, by)
            | near_loose[index + 1] & cells_at(far_open, index, by);
    }
}

/// Keeps the cells whose neighbour `by` cells to the right is in the row.
#[inline(always)]
fn keep_where(cells: &mut [u64], row: &[u64], by: u32) {
    let row = &row[..cells.len() + 2];
    cells.iter_mut().enumerate().for_each(|(index, cells)| *cells &= cells_at(row, index, by));
}

/// Keeps the cells whose neighbour to the left is in the row.
#[inline(always)]
fn keep_where_before(cells: &mut [u64], row: &[u64]) {
    let row = &row[..cells.len() + 2];
    cells.iter_mut().enumerate().for_each(|(index, cells)| *cells &= cells_before(row, index));
}

/// The word `index` of a row, as it is `by` cells further to the right.
#[inline(always)]
fn cells_at(row: &[u64], index: usize, by: u32) -> u64 {
    // Shifted in two parts, because a shift by 64 would overflow.
    row[index + 1] >> by | row[index + 2] << 1 << (63 - by)
}

/// The word `index` of a row, as it is one cell further to the left.
#[inline(always)]
fn cells_before(row: &[u64], index: usize) -> u64 {
    row[index + 1] << 1 | row[index] >> 63
}

/// The cells of some rows as points.
fn points(words: &[u64], words_in_row: usize, top: u32) -> impl Iterator<Item = Point> + Clone {
    words.iter().enumerate().filter(|(_, bits)| **bits != 0).flat_map(move |(index, &bits)| {
        let (x, y) = (64 * (index % words_in_row) as i32, top as i32 + (index / words_in_row) as i32);
        set_bits(bits).map(move |bit| Point::new(x + bit as i32, y))
    })
}

const fn scaled(step: Point, by: u32) -> Point {
    Point::new(step.x * by as i32, step.y * by as i32)
}

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

/// Once walls of this thickness are cut, most components have joined the largest.
pub(super) const COMMON_WALL: u32 = 2;

const RIGHT: Point = Point::new(1, 0);
const DOWN: Point = Point::new(0, 1);

/// The ground to search for openings.
pub(super) struct Ground<'a> {
    pub(super) open: &'a BitGrid,
    /// The closed cells inside the border that need not be kept: tunnels pass through these only.
    pub(super) rock: BitGrid,
    pub(super) components: &'a Components,
    pub(super) stream: Stream,
}

impl<'a> Ground<'a> {
    pub(super) fn new(open: &'a BitGrid, kept: Option<&BitGrid>, components: &'a Components, stream: Stream) -> Self {
        let mut rock = BitGrid::new(open.size());
        rock.insert_rect(open.size().interior());
        rock.subtract(open);
        kept.into_iter().for_each(|kept| rock.subtract(kept));
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
        let find = |rows: Range<u32>| self.openings_in(rows, length, loose, roots);
        let mut openings = parallel::map(strips.collect(), find).concat();
        openings.sort_by_key(|opening| opening.rank);
        openings
    }

    /// The openings in some rows.
    fn openings_in(&self, rows: Range<u32>, length: u32, loose: &BitGrid, roots: &[u32]) -> Vec<Opening> {
        /// Enough words for long loops, few enough to stay in the cache.
        const WORDS_PER_BLOCK: u32 = 1 << 10;
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
                || match length {
                    1 => block.find_thin_walls(words_in_row),
                    _ => block.find_ends(words_in_row, length),
                },
            );
            let found = block.found.each_ref().map(|cells| points(cells, words_in_row, top));
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

/// Some rows of the ground, word after word, with the row above them and as many more below as an opening may reach into.
///
/// Rows follow each other without a gap: no run of rock continues from one row into the next, as the border has no rock.
#[derive(Default)]
struct Block {
    open: Vec<u64>,
    loose: Vec<u64>,
    rock: Vec<u64>,
    /// The cells of the rows from which an opening leads to the right, and down. Or, in the first set, openings of one cell.
    found: [Vec<u64>; 2],
    /// The cells beside which a whole side is open.
    side: Vec<u64>,
}

impl Block {
    /// Copies rows of the ground. Returns whether any cell there is loose.
    fn load(&mut self, [open, loose, rock]: [&BitGrid; 3], rows: Range<u32>, length: u32) -> bool {
        copy_rows(&mut self.loose, loose, rows.clone(), length);
        if self.loose.iter().all(|word| *word == 0) {
            return false;
        }
        copy_rows(&mut self.open, open, rows.clone(), length);
        copy_rows(&mut self.rock, rock, rows.clone(), length);
        let words = rows.len() * open.words_in_row();
        self.found.iter_mut().chain([&mut self.side]).for_each(|cells| cells.resize(words, 0));
        true
    }

    /// Finds the cells of rock that may separate two components: open cells lie on opposite or adjacent sides, and no path
    /// through the eight cells around leads from one to the other.
    #[inline(always)]
    fn find_thin_walls(&mut self, words_in_row: usize) {
        let count = self.side.len();
        let row = |number: usize| &self.open[number * words_in_row..][..count + 2];
        let (above, here, below) = (row(0), row(1), row(2));
        let rock = &self.rock[words_in_row..][..count + 2];
        for (index, found) in self.found[0].iter_mut().enumerate() {
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
    fn find_ends(&mut self, words_in_row: usize, length: u32) {
        let Self { open, loose, rock, found: [left, upper], side } = self;
        // The words of a row, from the one above the first on, begin with the last word of the row before.
        let row = |number: u32| number as usize * words_in_row;
        join_ends(left, [&open[row(1)..], &loose[row(1)..]], [&open[row(1)..], &loose[row(1)..]], length + 1);
        for by in 1..=length {
            keep_where(left, &rock[row(1)..], by);
        }
        let far = row(length + 2);
        join_ends(upper, [&open[row(1)..], &loose[row(1)..]], [&open[far..], &loose[far..]], 0);
        for by in 1..=length {
            keep_where(upper, &rock[row(1 + by)..], 0);
        }
        // A wall with open cells all along one side separates nothing. To know that saves many look-ups as long as most cells
        // are loose.
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

/// Copies rows, with the row above and `length + 1` rows below, between two empty words. Rows outside the map are
/// empty.
fn copy_rows(words: &mut Vec<u64>, set: &BitGrid, rows: Range<u32>, length: u32) {
    let (width, height) = (set.words_in_row(), set.size().height);
    words.clear();
    words.push(0);
    match rows.start.checked_sub(1) {
        Some(above) => words.extend_from_slice(set.row(above)),
        None => words.resize(1 + width, 0),
    }
    let last = rows.end + length + 1;
    (rows.start..last.min(height)).for_each(|y| words.extend_from_slice(set.row(y)));
    words.resize(2 + (1 + (last - rows.start) as usize) * width, 0);
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

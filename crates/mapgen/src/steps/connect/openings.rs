//! Finds the openings: the places where a short tunnel through rock joins two components.
//!
//! ```text
//! ..#..      ..###      ..##..
//! ..#..      ..#..      ..##..
//! ..#..      ###..      ..##..
//! straight, one cell    straight, two cells
//!            around a corner, one cell
//! ```
//!
//! Bit rows answer for 64 cells at a time. Cells cast rays through the rock; a ray that has passed through `length` cells of
//! rock and comes out in the open has found an opening. Labels are looked up only at its two ends.

use std::ops::Range;

use undercroft_grid::internal::parallel;
use undercroft_grid::{BitGrid, Components, FOUR, Point};

use crate::Stream;
use crate::words::set_bits;

/// A straight run of rock that separates two components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// Openings of the same length are taken in the order of their ranks.
    pub(super) rank: u64,
    start: Point,
    step: Point,
    length: i32,
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
    /// A single cell of rock gives an opening for each pair of components that it may join. Longer openings are found from
    /// their `loose` ends, and so twice if both are loose.
    pub(super) fn openings(&self, length: i32, loose: &BitGrid, roots: &[u32]) -> Vec<Opening> {
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
        for (y, word) in self.words(rows) {
            for start in points(self.thin_walls(word, y), word, y) {
                let rank = ranks.at(start);
                let opening = |joins| Opening { rank, start, step: RIGHT, length: 1, joins };
                openings.extend(self.differing(start.four(), roots).map(opening));
            }
        }
        openings
    }

    /// The cells of rock in a word with open cells on opposite sides, or on adjacent sides and no open cell between those.
    /// Anywhere else the open cells around a cell of rock are one component.
    #[inline]
    fn thin_walls(&self, word: usize, y: i32) -> u64 {
        let open = |x: i32, dy: i32| shifted(self.open, word, y, Point::new(x, dy));
        let [left, right, up, down] = [open(-1, 0), open(1, 0), open(0, -1), open(0, 1)];
        let straight = left & right | up & down;
        let corner = left & up & !open(-1, -1)
            | right & up & !open(1, -1)
            | left & down & !open(-1, 1)
            | right & down & !open(1, 1);
        shifted(&self.rock, word, y, Point::new(0, 0)) & (straight | corner)
    }

    /// The openings of several cells.
    fn straight_runs(&self, rows: Range<u32>, length: i32, loose: &BitGrid, roots: &[u32]) -> Vec<Opening> {
        let ranks = self.stream.fork(length as u64);
        let axes = [(RIGHT, ranks.fork("right")), (DOWN, ranks.fork("down"))];
        let mut openings = Vec::new();
        for (y, word) in self.words(rows) {
            let cells = loose.row(y as u32)[word];
            if cells == 0 {
                continue;
            }
            for direction in FOUR {
                let (step, ranks) = axes[usize::from(direction.x == 0)];
                for end in points(self.cast_rays(cells, word, y, direction, length), word, y) {
                    let other = end + scaled(direction, length + 1);
                    let start = end.min(other) + step;
                    let opening = |joins| Opening { rank: ranks.at(start), start, step, length, joins };
                    openings.extend(self.differing([end, other].into_iter(), roots).map(opening));
                }
            }
        }
        openings
    }

    /// Those cells of a word from which a ray passes through `length` cells of rock and then meets an open cell.
    #[inline]
    fn cast_rays(&self, cells: u64, word: usize, y: i32, direction: Point, length: i32) -> u64 {
        let mut rays = cells;
        for distance in 1..=length {
            rays &= shifted(&self.rock, word, y, scaled(direction, distance));
            if rays == 0 {
                return 0;
            }
        }
        rays & shifted(self.open, word, y, scaled(direction, length + 1))
    }

    /// The label of the first open cell among some, paired with the label of each that belongs to another set.
    fn differing(&self, cells: impl Iterator<Item = Point>, roots: &[u32]) -> impl Iterator<Item = [u32; 2]> {
        let mut labels = cells.filter_map(|at| self.components.label(at));
        let first = labels.next();
        let differs = move |a: u32, b: u32| roots[a as usize] != roots[b as usize];
        labels.filter_map(move |other| first.filter(|first| differs(*first, other)).map(|first| [first, other]))
    }

    /// The words of some rows, each as its row and its index there.
    fn words(&self, rows: Range<u32>) -> impl Iterator<Item = (i32, usize)> + use<> {
        let words_in_row = self.open.words_in_row();
        rows.flat_map(move |y| (0..words_in_row).map(move |word| (y as i32, word)))
    }
}

/// The set bits of a word as points.
fn points(bits: u64, word: usize, y: i32) -> impl Iterator<Item = Point> {
    set_bits(bits).map(move |bit| Point::new(64 * word as i32 + bit as i32, y))
}

const fn scaled(step: Point, by: i32) -> Point {
    Point::new(step.x * by, step.y * by)
}

/// The 64 cells of a set that lie `by` from those of a word, less than 64 columns away. Off the map there are none.
#[inline(always)]
fn shifted(set: &BitGrid, word: usize, y: i32, by: Point) -> u64 {
    let y = y + by.y;
    if y < 0 || y >= set.size().height as i32 {
        return 0;
    }
    let row = set.row(y as u32);
    let beside = |word: usize| row.get(word).copied().unwrap_or(0);
    match by.x {
        0 => row[word],
        1.. => row[word] >> by.x | beside(word + 1) << (64 - by.x),
        _ => row[word] << -by.x | beside(word.wrapping_sub(1)) >> (64 + by.x),
    }
}

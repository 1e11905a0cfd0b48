//! Finds what is nearest to a part where that is not far, in a window around the part, 64 cells at a time.
//!
//! ```text
//! ##########        ##########        ##########
//! #..####..#        #..1##1..#        #..####..#        The numbers are levels: 1 is a step away from the part on
//! #..####..#   →    #..12#1..#   →    #......#.#        the left, 2 two steps. In level 3 the other part is met.
//! #######.##        #112##3.##        ########.#
//! ##########        ##########        ##########
//! ```
//!
//! Most parts have another within a few cells. So all that is around a part is copied into a small bitmap, and grown
//! there as a whole: a level is one loop over its words without a branch, and each level is kept. When another part is
//! met, the cells that lie on a shortest way to it are found by going back through the levels, and of those ways the one
//! that the rule asks for is followed.

use undercroft_grid::internal::simd;
use undercroft_grid::{BitGrid, Point};

use super::parts::Cells;
use super::way;
use crate::words::set_bits;

/// How many cells the window has around the part: first, and where nothing was met within that.
const MARGINS: [u32; 2] = [6, 24];

/// The window on a map that was looked through last.
///
/// The window is kept column of words by column of words, as most parts are narrower than a word. Above and below each
/// column there is a word that is not of the window, and 0: so nothing is grown over an edge, and no word has to be asked
/// where it lies.
#[derive(Default)]
pub(super) struct Window {
    /// The column and row of the window's first cell. The column is a multiple of eight.
    left: u32,
    top: u32,
    /// How many columns of words the window has.
    columns: usize,
    /// Words from a column to the next.
    stride: usize,
    /// Rock that a tunnel may be dug through.
    rock: Vec<u64>,
    /// Cells of other parts.
    others: Vec<u64>,
    /// Level after level, what is so many steps from the part or fewer; level 0 is the part's rim.
    levels: Vec<u64>,
    /// What is open, and the part.
    around: Vec<u64>,
    part: Vec<u64>,
    /// A column of nothing: what is to the left and right of the window.
    nothing: Vec<u64>,
    /// Of each level the cells that lie on a shortest way, and at last what of other parts was met. Only some rows
    /// have any: `ways_top` is the first of them, and from a column to the next it is `ways_stride`.
    ways: Vec<u64>,
    ways_top: u32,
    ways_stride: usize,
}

/// The smallest rectangle that holds some cells: its first and last column and row.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) first: [u32; 2],
    pub(super) last: [u32; 2],
}

impl Bounds {
    /// Of no cell.
    pub(super) const NOTHING: Self = Self { first: [u32::MAX; 2], last: [0; 2] };

    #[inline(always)]
    pub(super) const fn of(cells: Cells) -> Self {
        let (column, row) = (8 * cells.column, 8 * cells.row);
        // All rows laid over each other.
        let columns = cells.bits | cells.bits >> 32;
        let columns = columns | columns >> 16;
        let columns = (columns | columns >> 8) as u8;
        Self {
            first: [column + columns.trailing_zeros(), row + cells.bits.trailing_zeros() / 8],
            last: [column + 7 - columns.leading_zeros(), row + 7 - cells.bits.leading_zeros() / 8],
        }
    }

    /// Of all cells of a square of eight by eight, given its first.
    #[inline(always)]
    pub(super) const fn of_square(corner: Point) -> Self {
        let first = [corner.x as u32, corner.y as u32];
        Self { first, last: [first[0] + 7, first[1] + 7] }
    }

    pub(super) const fn of_cell(at: Point) -> Self {
        let cell = [at.x as u32, at.y as u32];
        Self { first: cell, last: cell }
    }

    /// How many words of 64 cells it takes to hold it.
    pub(super) const fn words(self) -> usize {
        let [width, height] = [self.last[0] - self.first[0], self.last[1] - self.first[1]];
        (width as usize / 64 + 1) * (height as usize + 1)
    }

    /// With so many cells more on all sides, where the map has them at the top and on the left.
    pub(super) const fn grown(self, by: u32) -> Self {
        let ([left, top], [right, bottom]) = (self.first, self.last);
        Self { first: [left.saturating_sub(by), top.saturating_sub(by)], last: [right + by, bottom + by] }
    }

    /// Of both.
    #[inline(always)]
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            first: [self.first[0].min(other.first[0]), self.first[1].min(other.first[1])],
            last: [self.last[0].max(other.last[0]), self.last[1].max(other.last[1])],
        }
    }
}

impl Window {
    /// Finds the shortest way on a map from a part, which lies within bounds, to another. Of several it is the one that a search
    /// would find first that began with the part's cells in this order. Says whether there is any: not where it is far.
    ///
    /// From the part's own tunnels, which are `shut`, nothing is grown.
    pub(super) fn nearest<K: Ord>(
        &mut self,
        open: &BitGrid,
        part: &[Cells],
        shut: &[Point],
        bounds: Bounds,
        order: impl Fn(Point) -> K,
        tunnel: &mut Vec<Point>,
    ) -> bool {
        for margin in MARGINS {
            if !self.frame(open, bounds, margin) {
                return false;
            }
            let level = simd::dispatch(
                #[inline(always)]
                || {
                    if self.columns == 1 {
                        self.search::<true>(open, part, shut, margin as usize)
                    } else {
                        self.search::<false>(open, part, shut, margin as usize)
                    }
                },
            );
            if let Some(level) = level {
                way::follow(self.first_sources(), level, order, |level, at| self.is_on_way(level, at), tunnel);
                return true;
            }
        }
        false
    }

    /// Grows the part until another is met, and goes back from there; gives the level in which that was.
    #[inline(always)]
    fn search<const NARROW: bool>(
        &mut self,
        open: &BitGrid,
        part: &[Cells],
        shut: &[Point],
        most: usize,
    ) -> Option<usize> {
        self.fill::<NARROW>(open, part, shut);
        // Not by a method that takes a closure, which would not be compiled for wide vectors.
        for level in 1..=most {
            if self.grow::<NARROW>(level) {
                self.go_back::<NARROW>(level);
                return Some(level);
            }
        }
        None
    }

    /// Chooses the window: the part with so many cells around it. Says whether it is not so large that it would take too
    /// much memory.
    fn frame(&mut self, open: &BitGrid, bounds: Bounds, margin: u32) -> bool {
        let size = open.size();
        let Bounds { first, last } = bounds;
        self.left = first[0].saturating_sub(margin) / 8 * 8;
        self.top = first[1].saturating_sub(margin);
        self.columns = ((last[0] + margin).min(size.width - 1) - self.left) as usize / 64 + 1;
        self.stride = ((last[1] + margin).min(size.height - 1) - self.top) as usize + 3;
        let most = 1_000_000.max(size.height as usize * open.words_in_row());
        self.length() * (margin as usize / 4) <= most
    }

    /// For how many words it has memory.
    pub(super) fn words(&self) -> usize {
        let all = [&self.rock, &self.others, &self.levels, &self.around, &self.part, &self.nothing, &self.ways];
        all.iter().map(|words| words.capacity()).sum()
    }

    /// How many words a level has.
    const fn length(&self) -> usize {
        self.stride * self.columns
    }

    /// Copies the part and what is around it into the window.
    #[inline(always)]
    fn fill<const NARROW: bool>(&mut self, open: &BitGrid, part: &[Cells], shut: &[Point]) {
        self.part.clear();
        self.part.resize(self.length(), 0);
        for cells in part {
            self.add_to_part(*cells);
        }
        self.surround::<NARROW>(open, shut.iter());
    }

    /// Copies what is around the part, which is in the window already.
    #[inline(always)]
    fn surround<'a, const NARROW: bool>(&mut self, open: &BitGrid, shut: impl Iterator<Item = &'a Point>) {
        let (length, stride) = (self.length(), self.stride);
        for words in [&mut self.around, &mut self.levels, &mut self.rock, &mut self.others] {
            make_room(words, 0, length, stride);
        }
        self.nothing.resize(stride.max(self.nothing.len()), 0);
        for column in 0..self.columns {
            let here = column * stride + 1..(column + 1) * stride - 1;
            open.column_words(self.left + 64 * column as u32, self.top, &mut self.around[here]);
        }
        let size = open.size();
        let rows = stride - 2;
        // Nothing is dug on the border of the map.
        let below = rows - usize::from(self.top as usize + rows == size.height as usize);
        let inner = below.min(usize::from(self.top == 0))..below;
        for column in 0..self.columns {
            let here = column * stride + 1..(column + 1) * stride - 1;
            let inside = inner_columns(self.left + 64 * column as u32, size.width);
            let (around, part) = (&self.around[here.clone()], &self.part[here.clone()]);
            let [rock, others] = [&mut self.rock, &mut self.others].map(|words| {
                let words = &mut words[here.clone()];
                words[..inner.start].fill(0);
                words[inner.end..].fill(0);
                words[inner.clone()].iter_mut()
            });
            for (((rock, others), open), part) in rock.zip(others).zip(&around[inner.clone()]).zip(&part[inner.clone()])
            {
                *rock = inside & !open;
                *others = inside & open & !part;
            }
            // It grows from cells that have a closed one beside them: what is open all around has only its own part beside
            // it, or tunnels that reached it already. Outside of the map nothing is open.
            let near = Near::of::<NARROW>(&self.around[..length], &self.nothing, stride, column);
            for ((rim, near), part) in self.levels[here].iter_mut().zip(near.iter::<NARROW>()).zip(part) {
                *rim = part & !near.all();
            }
        }
        for at in shut {
            let (word, bit) = place(self.left, self.top, stride, *at);
            self.others[word] &= !bit;
        }
    }

    /// Adds cells of a square to the part.
    #[inline(always)]
    fn add_to_part(&mut self, cells: Cells) {
        // The window begins where a square does, so that a square's row lies in one word.
        let x = 8 * cells.column - self.left;
        let first = cells.bits.trailing_zeros() / 8;
        let column = x as usize / 64 * self.stride;
        let row = (8 * cells.row + first + 1 - self.top) as usize;
        let mut left = cells.bits >> (8 * first);
        for word in &mut self.part[column + row..] {
            *word |= (left & 0xff) << (x % 64);
            left >>= 8;
            if left == 0 {
                return;
            }
        }
    }

    /// Makes a level of the one before it; says whether another part was met.
    #[inline(always)]
    fn grow<const NARROW: bool>(&mut self, level: usize) -> bool {
        let (length, stride) = (self.length(), self.stride);
        make_room(&mut self.levels, level * length, length, stride);
        let (last, made) = self.levels[(level - 1) * length..].split_at_mut(length);
        let mut met = 0;
        for column in 0..self.columns {
            let here = column * stride + 1..(column + 1) * stride - 1;
            let near = Near::of::<NARROW>(last, &self.nothing, stride, column);
            let made = made[here.clone()].iter_mut().zip(near.iter::<NARROW>());
            for (((made, near), rock), others) in made.zip(&self.rock[here.clone()]).zip(&self.others[here]) {
                let next = near.any();
                *made = next & rock | near.here;
                met |= next & others;
            }
        }
        met != 0
    }

    /// Goes back through the levels from what was met in one: a cell of a level that is beside one of the next on a
    /// shortest way is on one too.
    #[inline(always)]
    fn go_back<const NARROW: bool>(&mut self, level: usize) {
        let (length, stride) = (self.length(), self.stride);
        // The first and last row, counted in a column with the word above it, where something was met. The part is
        // needed no more.
        let (mut first, mut last) = (stride, 0);
        for column in 0..self.columns {
            let near =
                Near::of::<NARROW>(&self.levels[(level - 1) * length..][..length], &self.nothing, stride, column);
            let here = column * stride + 1..(column + 1) * stride - 1;
            let words = self.part[here.clone()].iter_mut().zip(near.iter::<NARROW>()).zip(&self.others[here]).zip(1..);
            for (((met, near), others), row) in words {
                *met = near.any() & others;
                if *met != 0 {
                    (first, last) = (first.min(row), last.max(row));
                }
            }
        }
        // As many rows further no shortest way can be.
        (first, last) = (first.saturating_sub(level).max(1), (last + level).min(stride - 2));
        let rows = last + 1 - first;
        (self.ways_top, self.ways_stride) = (self.top + first as u32 - 1, rows + 2);
        let length_of_ways = self.columns * self.ways_stride;
        self.ways.clear();
        self.ways.resize((level + 1) * length_of_ways, 0);
        let inner = |column: usize| column * (rows + 2) + 1..column * (rows + 2) + 1 + rows;
        for column in 0..self.columns {
            let met = &self.part[column * stride + first..][..rows];
            self.ways[level * length_of_ways..][inner(column)].copy_from_slice(met);
        }
        for level in (0..level).rev() {
            let (ways, behind) = self.ways[level * length_of_ways..].split_at_mut(length_of_ways);
            for column in 0..self.columns {
                let near = Near::of::<NARROW>(&behind[..length_of_ways], &self.nothing, rows + 2, column);
                let reached = &self.levels[level * length + column * stride + first..][..rows];
                for ((way, near), reached) in ways[inner(column)].iter_mut().zip(near.iter::<NARROW>()).zip(reached) {
                    *way = near.any() & reached;
                }
            }
        }
    }

    /// The cells of the part that shortest ways begin at.
    fn first_sources(&self) -> impl Iterator<Item = Point> {
        let level = &self.ways[..self.columns * self.ways_stride];
        let (columns, left, top) = (level.chunks(self.ways_stride).zip(0..), self.left, self.ways_top);
        columns.flat_map(move |(column, index)| {
            column.iter().zip(0..).filter(|(word, _)| **word != 0).flat_map(move |(word, row)| {
                set_bits(*word).map(move |bit| Point::new((left + 64 * index + bit) as i32, (top + row) as i32 - 1))
            })
        })
    }

    /// Whether a cell, which is on a shortest way or beside one, lies on one in a level.
    fn is_on_way(&self, level: usize, at: Point) -> bool {
        let (word, bit) = place(self.left, self.ways_top, self.ways_stride, at);
        let length = self.columns * self.ways_stride;
        self.ways[level * length..][..length].get(word).is_some_and(|ways| ways & bit != 0)
    }
}

/// Makes room for so many words from a place on, of which all will be written but those above and below each column.
#[inline(always)]
fn make_room(words: &mut Vec<u64>, first: usize, length: usize, stride: usize) {
    words.resize(words.len().max(first + length), 0);
    for column in words[first..first + length].chunks_exact_mut(stride) {
        column[0] = 0;
        column[stride - 1] = 0;
    }
}

/// A cell's word in a window, and its bit there. The cell is in the window or a step off it; on the left and right of the
/// window there is no such word.
const fn place(left: u32, top: u32, stride: usize, at: Point) -> (usize, u64) {
    if at.x < left as i32 {
        return (usize::MAX, 0);
    }
    let x = at.x as usize - left as usize;
    (x / 64 * stride + (at.y + 1 - top as i32) as usize, 1 << (x % 64))
}

/// The words of a column of a window with those around them.
struct Near<'a> {
    before: &'a [u64],
    up: &'a [u64],
    here: &'a [u64],
    down: &'a [u64],
    after: &'a [u64],
}

/// A word and the cells that lie above, to the left, to the right of and below its cells.
struct Word {
    here: u64,
    around: [u64; 4],
}

impl<'a> Near<'a> {
    /// Of the rows of a column. In a narrow window, which has but one, nothing is asked for on both sides of it.
    #[inline(always)]
    fn of<const NARROW: bool>(words: &'a [u64], nothing: &'a [u64], stride: usize, column: usize) -> Self {
        let (first, rows) = (column * stride + 1, stride - 2);
        let here = &words[first..][..rows];
        let [before, after] = if NARROW {
            [here; 2]
        } else {
            let before = if column == 0 { nothing } else { &words[first - stride..] };
            let after = words.get(first + stride..).unwrap_or(nothing);
            [&before[..rows], &after[..rows]]
        };
        Self { before, up: &words[first - 1..][..rows], here, down: &words[first + 1..][..rows], after }
    }

    /// Word by word. In a narrow window there is nothing on both sides.
    #[inline(always)]
    fn iter<const NARROW: bool>(&self) -> impl Iterator<Item = Word> {
        let rows = self.up.iter().zip(self.here).zip(self.down);
        rows.zip(self.before.iter().zip(self.after)).map(|(((up, here), down), (before, after))| {
            let [before, after] = if NARROW { [0; 2] } else { [before >> 63, after << 63] };
            Word { here: *here, around: [*up, here << 1 | before, here >> 1 | after, *down] }
        })
    }
}

impl Word {
    /// Cells that have one of these beside them.
    #[inline(always)]
    fn any(&self) -> u64 {
        self.around.iter().fold(0, |all, side| all | side)
    }

    /// Cells that have nothing but these beside them.
    #[inline(always)]
    fn all(&self) -> u64 {
        self.around.iter().fold(u64::MAX, |all, side| all & side)
    }
}

/// The 64 columns from one on that are inside the border of a map.
pub(super) const fn inner_columns(first: u32, width: u32) -> u64 {
    let columns = (width - 1).saturating_sub(first);
    let left = if first == 0 { u64::MAX - 1 } else { u64::MAX };
    if columns < 64 { left & !(u64::MAX << columns) } else { left }
}

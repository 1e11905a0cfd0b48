//! A set of cells, 64 to a word.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::{Grid, Point, Rect, Size, parallel, simd};

mod largest_rect;
mod morphology;
mod nearest;
mod rects;
mod runs;
mod transpose;

/// A set of cells of a map: one bit per cell, 64 cells to a word, every row starting with a new word.
///
/// ```
/// use undercroft_grid::{BitGrid, Point};
/// let mut a = BitGrid::parse("##..", |glyph| glyph == '#');
/// let b = BitGrid::parse(".##.", |glyph| glyph == '#');
/// a.intersect(&b);
/// assert_eq!(a.points().collect::<Vec<_>>(), [Point::new(1, 0)]);
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct BitGrid {
    size: Size,
    words_in_row: usize,
    // Bits past the width are always 0, so counting and comparing need no mask.
    words: Vec<u64>,
}

impl Clone for BitGrid {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        (self.size, self.words_in_row) = (other.size, other.words_in_row);
        self.words.clone_from(&other.words);
    }
}

impl BitGrid {
    /// An empty set.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let words_in_row = size.width.div_ceil(64) as usize;
        Self { size, words_in_row, words: alloc::vec![0; words_in_row * size.height as usize] }
    }

    /// The set with these words, row by row. Bits past the width must be 0.
    pub(crate) fn from_words(size: Size, words: Vec<u64>) -> Self {
        let words_in_row = size.width.div_ceil(64) as usize;
        debug_assert_eq!(words.len(), words_in_row * size.height as usize);
        Self { size, words_in_row, words }
    }

    /// Every cell of the map.
    #[must_use]
    pub fn full(size: Size) -> Self {
        let mut all = Self::new(size);
        all.invert();
        all
    }

    /// The cells for which `has` returns `true`.
    #[must_use]
    pub fn from_fn(size: Size, mut has: impl FnMut(Point) -> bool) -> Self {
        let mut set = Self::new(size);
        for y in 0..size.height {
            let row = set.row_mut(y);
            for (index, word) in row.iter_mut().enumerate() {
                let first = index as u32 * 64;
                for bit in 0..64.min(size.width - first) {
                    let at = Point::new((first + bit) as i32, y as i32);
                    *word |= u64::from(has(at)) << bit;
                }
            }
        }
        set
    }

    /// The cells of an area for which `has` returns `true`. Coordinates in the set are relative to the first cell of the area.
    pub(crate) fn over(area: Rect, mut has: impl FnMut(Point) -> bool) -> Self {
        Self::from_fn(area.size(), |at| has(at + area.min()))
    }

    /// The cells of a grid whose value passes.
    #[must_use]
    pub fn where_grid<T>(grid: &Grid<T>, mut passes: impl FnMut(&T) -> bool) -> Self {
        let size = grid.size();
        let mut set = Self::new(size);
        for y in 0..size.height {
            for (word, values) in set.row_mut(y).iter_mut().zip(grid.row(y).chunks(64)) {
                *word =
                    values.iter().enumerate().fold(0, |bits, (bit, value)| bits | (u64::from(passes(value)) << bit));
            }
        }
        set
    }

    /// Reads a set from a drawing; see [`Grid::parse`].
    #[must_use]
    pub fn parse(drawing: &str, has: impl FnMut(char) -> bool) -> Self {
        Self::where_grid(&Grid::parse(drawing, has), |has| *has)
    }

    /// Width and height of the map.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether the cell is in the set. No cell outside the map is.
    #[must_use]
    pub fn contains(&self, at: Point) -> bool {
        self.size.contains(at) && {
            let (word, bit) = self.place(at);
            self.words[word] >> bit & 1 == 1
        }
    }

    /// Adds a cell. Returns whether it is new.
    ///
    /// # Panics
    /// If the cell is outside the map.
    pub fn insert(&mut self, at: Point) -> bool {
        assert!(self.size.contains(at), "{at} is outside a map of {}", self.size);
        let (word, bit) = self.place(at);
        let was = self.words[word] >> bit & 1 == 1;
        self.words[word] |= 1 << bit;
        !was
    }

    /// Removes a cell. Returns whether it was there.
    ///
    /// # Panics
    /// If the cell is outside the map.
    pub fn remove(&mut self, at: Point) -> bool {
        assert!(self.size.contains(at), "{at} is outside a map of {}", self.size);
        let (word, bit) = self.place(at);
        let was = self.words[word] >> bit & 1 == 1;
        self.words[word] &= !(1 << bit);
        was
    }

    /// Adds a cell or removes it.
    ///
    /// # Panics
    /// If the cell is outside the map.
    pub fn put(&mut self, at: Point, is_in: bool) {
        assert!(self.size.contains(at), "{at} is outside a map of {}", self.size);
        let (word, bit) = self.place(at);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(is_in) << bit;
    }

    /// The number of cells in the set.
    #[must_use]
    pub fn count(&self) -> usize {
        simd::dispatch(
            #[inline(always)]
            || self.words.iter().map(|word| word.count_ones() as usize).sum(),
        )
    }

    /// Whether no cell is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The first cell of the set, row by row.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        let index = self.words.iter().position(|word| *word != 0)?;
        let (y, x) = (index / self.words_in_row, index % self.words_in_row);
        Some(Point::new(x as i32 * 64 + self.words[index].trailing_zeros() as i32, y as i32))
    }

    /// The cell with `index` cells of the set before it, row by row: with a random index, a random cell.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<Point> {
        simd::dispatch(
            #[inline(always)]
            || self.nth_by_words(index),
        )
    }

    #[inline(always)]
    fn nth_by_words(&self, index: usize) -> Option<Point> {
        let mut left = index;
        // Counting the bits of many words together is faster, so the right group of words comes first.
        for (group, words) in self.words.chunks(16).enumerate() {
            let here = words.iter().map(|word| word.count_ones() as usize).sum();
            if left >= here {
                left -= here;
                continue;
            }
            for (place, word) in words.iter().enumerate() {
                let here = word.count_ones() as usize;
                if left < here {
                    let (y, x) = ((group * 16 + place) / self.words_in_row, (group * 16 + place) % self.words_in_row);
                    let word = (0..left).fold(*word, |word, _| word & (word - 1));
                    return Some(Point::new(x as i32 * 64 + word.trailing_zeros() as i32, y as i32));
                }
                left -= here;
            }
        }
        None
    }

    /// The cells of the set, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        (0..self.size.height).flat_map(move |y| {
            self.row(y).iter().enumerate().flat_map(move |(x, word)| {
                let mut left = *word;
                core::iter::from_fn(move || {
                    let bit = (left != 0).then(|| left.trailing_zeros())?;
                    left &= left - 1;
                    Some(Point::new(x as i32 * 64 + bit as i32, y as i32))
                })
            })
        })
    }

    /// The words of a row: bit `b` of word `w` is column `64 * w + b`.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, y: u32) -> &[u64] {
        &self.words[y as usize * self.words_in_row..][..self.words_in_row]
    }

    /// The words of some rows, row after row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn rows(&self, rows: Range<u32>) -> &[u64] {
        &self.words[rows.start as usize * self.words_in_row..rows.end as usize * self.words_in_row]
    }

    /// The words of a row, mutable. Bits past the width must stay 0: see [`BitGrid::last_word_mask`].
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_mut(&mut self, y: u32) -> &mut [u64] {
        &mut self.words[y as usize * self.words_in_row..][..self.words_in_row]
    }

    /// All words, row by row.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words, row by row, mutable. Bits past the width must stay 0.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Changes rows, split into strips for several threads if the map is large. `change` gets the first row of a strip, a multiple of
    /// eight, and the strip's words. Bits past the width must stay 0.
    #[doc(hidden)]
    pub fn change_strips(&mut self, change: impl Fn(u32, &mut [u64]) + Send + Sync) {
        const MIN_WORDS_PER_THREAD: usize = 1 << 15;
        let strips = parallel::threads_for(self.words.len(), MIN_WORDS_PER_THREAD);
        if strips == 1 {
            return change(0, &mut self.words);
        }
        let rows = (self.size.height as usize).div_ceil(strips).next_multiple_of(8);
        let strips = self.words.chunks_mut(rows * self.words_in_row).zip((0..).step_by(rows));
        parallel::map(strips.collect(), |(words, first)| change(first, words));
    }

    /// Copies 64 columns of consecutive rows, starting at column `x` and row `y`: one word per row. Cells to the right of the map are
    /// not in the set.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub(crate) fn column_words(&self, x: u32, y: u32, words: &mut [u64]) {
        let (first, shift) = (x as usize / 64, x % 64);
        if words.is_empty() || first >= self.words_in_row {
            words.fill(0);
            return;
        }
        let rows = self.words[y as usize * self.words_in_row..].chunks_exact(self.words_in_row);
        if shift == 0 || first + 1 == self.words_in_row {
            words.iter_mut().zip(rows).for_each(|(word, row)| *word = row[first] >> shift);
        } else {
            let pairs = rows.map(|row| (row[first], row[first + 1]));
            words.iter_mut().zip(pairs).for_each(|(word, (low, high))| *word = low >> shift | high << (64 - shift));
        }
    }

    /// Adds 64 columns of consecutive rows, as copied by [`column_words`](Self::column_words). All cells must be on the map.
    pub(crate) fn unite_column_words(&mut self, x: u32, y: u32, words: &[u64]) {
        let (first, shift) = (x as usize / 64, x % 64);
        if first >= self.words_in_row {
            return;
        }
        let rows = self.words[y as usize * self.words_in_row..].chunks_exact_mut(self.words_in_row);
        if shift == 0 || first + 1 == self.words_in_row {
            rows.zip(words).for_each(|(row, word)| row[first] |= word << shift);
        } else {
            rows.zip(words).for_each(|(row, word)| {
                row[first] |= word << shift;
                row[first + 1] |= word >> (64 - shift);
            });
        }
    }

    /// The number of words in a row.
    #[must_use]
    pub const fn words_in_row(&self) -> usize {
        self.words_in_row
    }

    /// The bits of a row's last word that are on the map.
    #[must_use]
    pub const fn last_word_mask(&self) -> u64 {
        match self.size.width % 64 {
            0 => u64::MAX,
            used => (1 << used) - 1,
        }
    }

    /// Adds the cells of the other set: a union.
    ///
    /// # Panics
    /// If the sets differ in size, as with all set algebra here.
    pub fn unite(&mut self, other: &Self) {
        self.combine(other, |a, b| a | b);
    }

    /// Keeps only the cells that are also in the other set: an intersection.
    pub fn intersect(&mut self, other: &Self) {
        self.combine(other, |a, b| a & b);
    }

    /// Removes the cells of the other set: a difference.
    pub fn subtract(&mut self, other: &Self) {
        self.combine(other, |a, b| a & !b);
    }

    /// Whether the two sets share a cell.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.assert_same_size(other);
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell of this set is in the other.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.assert_same_size(other);
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Replaces the set with its complement.
    pub fn invert(&mut self) {
        let mask = self.last_word_mask();
        for y in 0..self.size.height {
            let row = self.row_mut(y);
            for word in row.iter_mut() {
                *word = !*word;
            }
            if let Some(last) = row.last_mut() {
                *last &= mask;
            }
        }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    fn combine(&mut self, other: &Self, with: impl Fn(u64, u64) -> u64) {
        self.assert_same_size(other);
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a = with(*a, *b);
        }
    }

    fn assert_same_size(&self, other: &Self) {
        assert_eq!(self.size, other.size, "set algebra needs two sets of the same size");
    }

    const fn place(&self, at: Point) -> (usize, u32) {
        (at.y as usize * self.words_in_row + at.x as usize / 64, at.x as u32 % 64)
    }
}

/// Draws the set: `#` for cells in it, `.` for the others.
impl fmt::Display for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.size.height {
            for x in 0..self.size.width {
                let glyph = if self.contains(Point::new(x as i32, y as i32)) { "#" } else { "." };
                f.write_str(glyph)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Draws the set, so a failed assertion shows the map.
impl fmt::Debug for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitGrid {}\n{self}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn inverting_sets_no_bit_past_the_width() {
        for width in [1, 63, 64, 65, 130] {
            let all = BitGrid::full(Size::new(width, 3));
            assert_eq!(all.count(), width as usize * 3);
        }
    }

    #[test]
    fn nth_counts_row_by_row() {
        let set = BitGrid::from_fn(Size::new(100, 30), |at| (at.x + at.y) % 7 == 0);
        let points: Vec<Point> = set.points().collect();
        for (index, at) in points.iter().enumerate() {
            assert_eq!(set.nth(index), Some(*at));
        }
        assert_eq!(set.first(), points.first().copied());
        assert_eq!(BitGrid::new(set.size()).first(), None);
        assert_eq!(set.nth(points.len()), None);
    }
}

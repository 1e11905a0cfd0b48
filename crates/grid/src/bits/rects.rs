//! Rectangles of a set of cells: changed and asked about a word at a time.

use core::ops::Range;

use super::BitGrid;
use crate::{Point, Rect};

/// Of a rectangle that is at most so wide, one column of words after the other is gone through: its mask is the same in
/// all rows. Of a wider one all words of a row are, as they are neighbours in memory.
const WIDE: u32 = 128;

impl BitGrid {
    /// Puts every cell of the rectangle that is on the map into the set.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect, Size};
    /// let mut set = BitGrid::new(Size::new(5, 3));
    /// set.insert_rect(Rect::new(3, 1, 9, 9));
    /// assert_eq!(set.to_string(), ".....\n...##\n...##\n");
    /// ```
    pub fn insert_rect(&mut self, rect: Rect) {
        self.change(rect, |word, mask| *word |= mask);
    }

    /// Takes every cell of the rectangle out of the set.
    pub fn remove_rect(&mut self, rect: Rect) {
        self.change(rect, |word, mask| *word &= !mask);
    }

    /// How many cells of the rectangle are in the set.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect};
    /// let set = BitGrid::parse("##..\n.##.", |glyph| glyph == '#');
    /// assert_eq!(set.count_in(Rect::new(1, 0, 2, 2)), 3);
    /// ```
    #[must_use]
    pub fn count_in(&self, rect: Rect) -> usize {
        self.words_in(rect).map(|(word, mask)| (word & mask).count_ones() as usize).sum()
    }

    /// Whether every cell of the rectangle is in the set. Outside the map nothing is.
    #[must_use]
    pub fn contains_rect(&self, rect: Rect) -> bool {
        self.size.rect().encloses(rect) && !self.finds(rect, |word, mask| !word & mask)
    }

    /// Whether some cell of the rectangle is in the set.
    #[must_use]
    pub fn meets_rect(&self, rect: Rect) -> bool {
        self.finds(rect, |word, mask| word & mask)
    }

    /// Whether some cell of the first row of the part of the rectangle on the map, of each row that comes `every` rows
    /// after one of them, or of the last row is in the set. That is enough where nothing in the set is less high.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect};
    /// let set = BitGrid::parse("....\n.##.\n.##.\n....\n....", |glyph| glyph == '#');
    /// assert!(set.meets_rows(Rect::new(0, 0, 4, 5), 2));
    /// assert!(!set.meets_rows(Rect::new(0, 0, 4, 5), 3));
    /// ```
    #[must_use]
    pub fn meets_rows(&self, rect: Rect, every: u32) -> bool {
        let part = self.size.rect().intersection(rect);
        let every = every.max(1) as usize * self.words_in_row;
        word_masks(columns(part)).any(|(word, mask)| {
            let column = &self.words[self.column_of_words(part, word)];
            let last = column.last().copied().unwrap_or(0);
            column.iter().step_by(every).fold(last, |met, word| met | word) & mask != 0
        })
    }

    /// The smallest rectangle that holds all cells of the set; empty (of size 0) where there are none.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect};
    /// let set = BitGrid::parse("....\n.#..\n..#.", |glyph| glyph == '#');
    /// assert_eq!(set.bounding_rect(), Rect::new(1, 1, 2, 2));
    /// ```
    #[must_use]
    pub fn bounding_rect(&self) -> Rect {
        let mut corners: Option<(Point, Point)> = None;
        for y in 0..self.size.height {
            let row = self.row(y);
            let (Some(first), Some(last)) =
                (row.iter().position(|word| *word != 0), row.iter().rposition(|word| *word != 0))
            else {
                continue;
            };
            let left = first as i32 * 64 + row[first].trailing_zeros() as i32;
            let right = last as i32 * 64 + 63 - row[last].leading_zeros() as i32;
            let (min, max) = corners.unwrap_or((Point::new(left, y as i32), Point::new(right, y as i32)));
            corners = Some((Point::new(min.x.min(left), min.y), Point::new(max.x.max(right), y as i32)));
        }
        corners.map_or(Rect::new(0, 0, 0, 0), |(min, max)| Rect::spanning(min, max))
    }

    /// The part of the set inside a rectangle as a set of the rectangle's size, whose (0, 0) is the rectangle's
    /// first cell. The rectangle may reach beyond the map, where nothing is in the set.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect};
    /// let set = BitGrid::parse("...#\n..##\n.###", |glyph| glyph == '#');
    /// assert_eq!(set.cropped(Rect::new(1, 1, 4, 2)).to_string(), ".##.\n###.\n");
    /// ```
    #[must_use]
    pub fn cropped(&self, rect: Rect) -> Self {
        let mut part = Self::new(rect.size());
        let mask = part.last_word_mask();
        for y in rows(self.size.rect().intersection(rect)) {
            let from = self.row(y);
            let to = part.row_mut((i64::from(y) - i64::from(rect.y)) as u32);
            for (index, word) in to.iter_mut().enumerate() {
                *word = word_from(from, i64::from(rect.x) + index as i64 * 64);
            }
            if let Some(last) = to.last_mut() {
                *last &= mask;
            }
        }
        part
    }

    /// Writes a part of the map that is at most 64 columns wide, a word for each row.
    pub(crate) fn copy_window(&self, window: Rect, rows: &mut [u64]) {
        let mask = if window.width == 0 { 0 } else { u64::MAX >> (64 - window.width.min(64)) };
        let (word, shift) = (window.x as usize / 64, window.x as u32 % 64);
        for (y, to) in self::rows(self.size.rect().intersection(window)).zip(rows) {
            let row = self.row(y);
            let behind = row.get(word + 1).copied().unwrap_or(0);
            // Twice, as no word can be shifted by 64.
            *to = (row[word] >> shift | behind << 1 << (63 - shift)) & mask;
        }
    }

    /// Adds the cells of a set of any size, moved by an offset; what then lies outside the map is left out.
    /// With [`cropped`](Self::cropped), a part of a map can be cut out, worked on and put back.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Point, Size};
    /// let mut map = BitGrid::new(Size::new(5, 3));
    /// map.unite_moved(&BitGrid::parse("##\n#.", |glyph| glyph == '#'), Point::new(4, 1));
    /// assert_eq!(map.to_string(), ".....\n....#\n....#\n");
    /// ```
    pub fn unite_moved(&mut self, other: &Self, by: Point) {
        let part = self.size.rect().intersection(other.size.rect().moved(by));
        for y in rows(part) {
            let from = other.row((i64::from(y) - i64::from(by.y)) as u32);
            let to = self.row_mut(y);
            for (word, mask) in word_masks(columns(part)) {
                to[word] |= mask & word_from(from, word as i64 * 64 - i64::from(by.x));
            }
        }
    }

    /// Puts some columns of a row, all on the map, into the set.
    pub(crate) fn insert_span(&mut self, y: u32, columns: Range<u32>) {
        let row = self.row_mut(y);
        for (word, mask) in word_masks(columns) {
            row[word] |= mask;
        }
    }

    /// Takes all of a row but some columns, all on the map, out of the set.
    pub(crate) fn keep_span(&mut self, y: u32, columns: Range<u32>) {
        let width = self.size.width;
        let row = self.row_mut(y);
        for (word, mask) in word_masks(0..columns.start).chain(word_masks(columns.end..width)) {
            row[word] &= !mask;
        }
    }

    /// Puts those of some columns of a row, all on the map, into the set that are not in the other set.
    pub(crate) fn insert_others(&mut self, y: u32, columns: Range<u32>, other: &Self) {
        let row = self.row_mut(y);
        for (word, mask) in word_masks(columns) {
            row[word] |= mask & !other.row(y)[word];
        }
    }

    /// Changes the words that the part of the rectangle on the map has a share in, each by the bits of that share.
    #[inline(always)]
    fn change(&mut self, rect: Rect, change: impl Fn(&mut u64, u64)) {
        let part = self.size.rect().intersection(rect);
        match self.words_in_row {
            1 => return change_narrow::<1>(&mut self.words, part, change),
            2 => return change_narrow::<2>(&mut self.words, part, change),
            _ => {}
        }
        if part.width > WIDE {
            for y in rows(part) {
                let row = self.row_mut(y);
                word_masks(columns(part)).for_each(|(word, mask)| change(&mut row[word], mask));
            }
            return;
        }
        for (word, mask) in word_masks(columns(part)) {
            let column = self.column_of_words(part, word);
            self.words[column].iter_mut().step_by(self.words_in_row).for_each(|word| change(word, mask));
        }
    }

    /// Whether any bits are found in the words that the part of the rectangle on the map has a share in, each looked at
    /// with the bits of that share.
    #[inline(always)]
    fn finds(&self, rect: Rect, find: impl Fn(u64, u64) -> u64) -> bool {
        let part = self.size.rect().intersection(rect);
        match self.words_in_row {
            1 => return finds_narrow::<1>(&self.words, part, find),
            2 => return finds_narrow::<2>(&self.words, part, find),
            _ => {}
        }
        if part.width > WIDE {
            let mut rows = rows(part).map(|y| self.row(y));
            return rows.any(|row| word_masks(columns(part)).any(|(word, mask)| find(row[word], mask) != 0));
        }
        word_masks(columns(part)).any(|(word, mask)| {
            let words = self.words[self.column_of_words(part, word)].iter().step_by(self.words_in_row);
            words.fold(0, |found, word| found | find(*word, mask)) != 0
        })
    }

    /// Where among all words those of a column of words are, from the first to the last row of a part of the map, which
    /// must not be empty.
    const fn column_of_words(&self, part: Rect, word: usize) -> Range<usize> {
        let first = part.y as usize * self.words_in_row + word;
        first..first + (part.height as usize - 1) * self.words_in_row + 1
    }

    /// The words that the part of the rectangle on the map has a share in, each with the bits of that share.
    fn words_in(&self, rect: Rect) -> impl Iterator<Item = (u64, u64)> {
        let part = self.size.rect().intersection(rect);
        rows(part).flat_map(move |y| word_masks(columns(part)).map(move |(word, mask)| (self.row(y)[word], mask)))
    }
}

/// Changes a part of a map with so few words in a row that all of them are changed at once: rows go through a vector, which
/// a column of words does not.
#[inline(always)]
fn change_narrow<const WORDS: usize>(words: &mut [u64], part_of_map: Rect, change: impl Fn(&mut u64, u64)) {
    if part_of_map.is_empty() {
        return;
    }
    let masks = narrow_masks::<WORDS>(part_of_map);
    for row in &mut words.as_chunks_mut::<WORDS>().0[part_of_map.y as usize..][..part_of_map.height as usize] {
        for (word, mask) in row.iter_mut().zip(masks) {
            change(word, mask);
        }
    }
}

/// Whether any bits are found in such a part.
#[inline(always)]
fn finds_narrow<const WORDS: usize>(words: &[u64], part_of_map: Rect, find: impl Fn(u64, u64) -> u64) -> bool {
    if part_of_map.is_empty() {
        return false;
    }
    let masks = narrow_masks::<WORDS>(part_of_map);
    let mut found = [0; WORDS];
    for row in &words.as_chunks::<WORDS>().0[part_of_map.y as usize..][..part_of_map.height as usize] {
        for ((found, word), mask) in found.iter_mut().zip(row).zip(masks) {
            *found |= find(*word, mask);
        }
    }
    found != [0; WORDS]
}

/// The bits of a row of at most two words that lie in a part of the map, which must not be empty.
#[inline(always)]
fn narrow_masks<const WORDS: usize>(part_of_map: Rect) -> [u64; WORDS] {
    let columns = u128::MAX >> (128 - part_of_map.width) << part_of_map.x;
    core::array::from_fn(|word| (columns >> (64 * word)) as u64)
}

fn rows(part_of_map: Rect) -> Range<u32> {
    part_of_map.y as u32..part_of_map.y as u32 + part_of_map.height
}

fn columns(part_of_map: Rect) -> Range<u32> {
    part_of_map.x as u32..part_of_map.x as u32 + part_of_map.width
}

/// The words of a row that some columns lie in, each with the bits of those columns.
fn word_masks(columns: Range<u32>) -> impl Iterator<Item = (usize, u64)> {
    let words = if columns.is_empty() { 0..0 } else { columns.start / 64..columns.end.div_ceil(64) };
    words.map(move |word| {
        let first = word * 64;
        let (low, high) = (columns.start.saturating_sub(first), (columns.end - first).min(64));
        (word as usize, u64::MAX << low & u64::MAX >> (64 - high))
    })
}

/// The 64 bits of a row from a column on, which may lie before the row's start; what is not in the row is 0.
fn word_from(row: &[u64], column: i64) -> u64 {
    let word_at = |index: i64| usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0);
    let (index, shift) = (column.div_euclid(64), column.rem_euclid(64));
    match shift {
        0 => word_at(index),
        _ => word_at(index) >> shift | word_at(index + 1) << (64 - shift),
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::Size;
    use crate::masks::{masks, rects};

    proptest! {
        #[test]
        fn rectangles_agree_with_their_cells(set in masks(), rect in rects()) {
            let inside: Vec<Point> = set.points().filter(|at| rect.contains(*at)).collect();
            prop_assert_eq!(set.count_in(rect), inside.len());
            prop_assert_eq!(set.meets_rect(rect), !inside.is_empty());
            prop_assert_eq!(set.contains_rect(rect), rect.points().all(|at| set.contains(at)));
            let part = set.size().rect().intersection(rect);
            for every in [1, 2, 5, 30] {
                let looked_at = |at: &Point| (at.y - part.y) % every == 0 || at.y == part.bottom() - 1;
                prop_assert_eq!(set.meets_rows(rect, every as u32), inside.iter().any(looked_at));
            }

            let mut with = set.clone();
            with.insert_rect(rect);
            prop_assert_eq!(with, BitGrid::from_fn(set.size(), |at| set.contains(at) || rect.contains(at)));

            let mut without = set.clone();
            without.remove_rect(rect);
            prop_assert_eq!(without, BitGrid::from_fn(set.size(), |at| set.contains(at) && !rect.contains(at)));
        }

        #[test]
        fn a_cropped_part_fits_back_where_it_was(set in masks(), rect in rects()) {
            let part = set.cropped(rect);
            prop_assert_eq!(&part, &BitGrid::from_fn(rect.size(), |at| set.contains(at + rect.min())));

            let mut back = BitGrid::new(set.size());
            back.unite_moved(&part, rect.min());
            prop_assert_eq!(back, BitGrid::from_fn(set.size(), |at| set.contains(at) && rect.contains(at)));
        }

        #[test]
        fn the_bounding_rectangle_touches_cells_on_every_side(set in masks()) {
            let bounds = set.bounding_rect();
            let xs = || set.points().map(|at| at.x);
            let ys = || set.points().map(|at| at.y);
            match (xs().min(), ys().min(), xs().max(), ys().max()) {
                (Some(left), Some(top), Some(right), Some(bottom)) => {
                    prop_assert_eq!(bounds, Rect::spanning(Point::new(left, top), Point::new(right, bottom)));
                }
                _ => prop_assert!(bounds.is_empty()),
            }
        }
    }

    #[test]
    fn rectangles_at_the_end_of_the_range_are_no_trouble() {
        let mut set = BitGrid::full(Size::new(3, 3));
        for rect in [Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX), Rect::new(i32::MAX, i32::MAX, 5, 5)] {
            let inside = set.count_in(rect);
            set.insert_rect(rect);
            assert_eq!(set.count(), 9);
            assert_eq!(set.meets_rect(rect), inside > 0);
            assert!(!set.contains_rect(rect));
        }
    }
}

//! Rectangles of a set of cells, a word at a time.

use core::ops::Range;

use super::BitGrid;
use crate::{Point, Rect};

impl BitGrid {
    /// Adds every cell of the rectangle that is on the map.
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

    /// Removes every cell of the rectangle.
    pub fn remove_rect(&mut self, rect: Rect) {
        self.change(rect, |word, mask| *word &= !mask);
    }

    /// The number of cells of the rectangle that are in the set.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect};
    /// let set = BitGrid::parse("##..\n.##.", |glyph| glyph == '#');
    /// assert_eq!(set.count_in(Rect::new(1, 0, 2, 2)), 3);
    /// ```
    #[must_use]
    pub fn count_in(&self, rect: Rect) -> usize {
        let part = self.size.rect().intersection(rect);
        let mut count = 0;
        for y in rows(part) {
            let row = self.row(y);
            Span::of(columns(part)).for_each(|word, mask| count += (row[word] & mask).count_ones() as usize);
        }
        count
    }

    /// Whether every cell of the rectangle is in the set. No cell outside the map is.
    #[must_use]
    pub fn contains_rect(&self, rect: Rect) -> bool {
        let part = self.size.rect().intersection(rect);
        self.size.rect().encloses(rect) && !self.any_in(rows(part), columns(part), |word| !word)
    }

    /// Whether any cell of the rectangle is in the set.
    #[must_use]
    pub fn meets_rect(&self, rect: Rect) -> bool {
        let part = self.size.rect().intersection(rect);
        self.any_in(rows(part), columns(part), |word| word)
    }

    /// Like [`meets_rect`](Self::meets_rect), but looks only at every `step`th row of the part on the map, and at its last row.
    /// That is enough if everything in the set is at least `step` rows high.
    #[doc(hidden)]
    #[must_use]
    pub fn meets_rows(&self, rect: Rect, step: u32) -> bool {
        let part = self.size.rect().intersection(rect);
        let every_step = rows(part).step_by(step.max(1) as usize);
        self.any_in(every_step.chain(rows(part).next_back()), columns(part), |word| word)
    }

    /// The smallest rectangle that contains every cell of the set; of size 0 if there are none.
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

    /// The cells inside a rectangle as a set of the rectangle's size, whose (0, 0) is the rectangle's first cell. The rectangle
    /// may extend beyond the map, where no cell is in the set.
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

    /// Adds the cells of a set of any size, moved by an offset. Cells that end up outside the map are left out. The counterpart of
    /// [`cropped`](Self::cropped): cut out part of a map, work on it, put it back.
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
            Span::of(columns(part)).for_each(|word, mask| {
                to[word] |= mask & word_from(from, word as i64 * 64 - i64::from(by.x));
            });
        }
    }

    /// Adds columns of a row, all of them on the map.
    pub(crate) fn insert_span(&mut self, y: u32, columns: Range<u32>) {
        let row = self.row_mut(y);
        Span::of(columns).for_each(|word, mask| row[word] |= mask);
    }

    /// Adds those of a row's columns, all of them on the map, that are not in the other set.
    pub(crate) fn insert_others(&mut self, y: u32, columns: Range<u32>, other: &Self) {
        let (row, other) = (self.row_mut(y), other.row(y));
        Span::of(columns).for_each(|word, mask| row[word] |= mask & !other[word]);
    }

    /// Removes everything from a row but some columns, all of them on the map.
    pub(crate) fn keep_span(&mut self, y: u32, columns: Range<u32>) {
        let width = self.size.width;
        let row = self.row_mut(y);
        for removed in [0..columns.start, columns.end..width] {
            Span::of(removed).for_each(|word, mask| row[word] &= !mask);
        }
    }

    /// Changes each word that the rectangle has cells in, given the bits of those cells.
    #[inline(always)]
    fn change(&mut self, rect: Rect, change: impl Fn(&mut u64, u64)) {
        let part = self.size.rect().intersection(rect);
        let span = Span::of(columns(part));
        for y in rows(part) {
            let row = self.row_mut(y);
            span.for_each(|word, mask| change(&mut row[word], mask));
        }
    }

    /// Whether `find` returns a bit in any of the given columns of the given rows, all of them on the map.
    #[inline(always)]
    fn any_in(&self, mut rows: impl Iterator<Item = u32>, columns: Range<u32>, find: impl Fn(u64) -> u64) -> bool {
        let span = Span::of(columns);
        rows.any(|y| {
            let (row, mut found) = (self.row(y), 0);
            span.for_each(|word, mask| found |= find(row[word]) & mask);
            found != 0
        })
    }
}

fn rows(part_of_map: Rect) -> Range<u32> {
    part_of_map.y as u32..part_of_map.y as u32 + part_of_map.height
}

fn columns(part_of_map: Rect) -> Range<u32> {
    part_of_map.x as u32..part_of_map.x as u32 + part_of_map.width
}

/// The words of a row that contain some columns, and the bits of those columns in the first and the last of them.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    last: usize,
    first_mask: u64,
    last_mask: u64,
}

impl Span {
    #[inline(always)]
    const fn of(columns: Range<u32>) -> Self {
        if columns.start >= columns.end {
            return Self { first: 0, last: 0, first_mask: 0, last_mask: 0 };
        }
        let last = columns.end - 1;
        Self {
            first: columns.start as usize / 64,
            last: last as usize / 64,
            first_mask: u64::MAX << (columns.start % 64),
            last_mask: u64::MAX >> (63 - last % 64),
        }
    }

    /// Calls `f` with the index of each word and the bits of the columns in it.
    #[inline(always)]
    fn for_each(&self, mut f: impl FnMut(usize, u64)) {
        match self.first_mask & self.last_mask {
            0 if self.first_mask == 0 => {}
            both if self.first == self.last => f(self.first, both),
            _ => {
                f(self.first, self.first_mask);
                (self.first + 1..self.last).for_each(|word| f(word, u64::MAX));
                f(self.last, self.last_mask);
            }
        }
    }
}

/// The 64 bits of a row from a column on, which may lie before the row's start. Bits outside the row are 0.
fn word_from(row: &[u64], column: i64) -> u64 {
    let word_at = |index: usize| row.get(index).copied().unwrap_or(0);
    // A word before the row's start gets an index past its end.
    let (index, shift) = (column.div_euclid(64) as usize, column.rem_euclid(64));
    word_at(index) >> shift | word_at(index.wrapping_add(1)) << 1 << (63 - shift)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::Size;
    use crate::testing::{maps, rects};

    proptest! {
        #[test]
        fn rectangles_agree_with_their_cells(set in maps(), rect in rects()) {
            let inside: Vec<Point> = set.points().filter(|at| rect.contains(*at)).collect();
            prop_assert_eq!(set.count_in(rect), inside.len());
            prop_assert_eq!(set.meets_rect(rect), !inside.is_empty());
            prop_assert_eq!(set.contains_rect(rect), rect.points().all(|at| set.contains(at)));
            let part = set.size().rect().intersection(rect);
            for step in [1, 2, 5, 30] {
                let in_row = |at: &Point| (at.y - part.y) % step == 0 || at.y == part.bottom() - 1;
                prop_assert_eq!(set.meets_rows(rect, step as u32), inside.iter().any(in_row));
            }

            let mut with = set.clone();
            with.insert_rect(rect);
            prop_assert_eq!(with, BitGrid::from_fn(set.size(), |at| set.contains(at) || rect.contains(at)));

            let mut without = set.clone();
            without.remove_rect(rect);
            prop_assert_eq!(without, BitGrid::from_fn(set.size(), |at| set.contains(at) && !rect.contains(at)));
        }

        #[test]
        fn a_cropped_part_fits_back_where_it_was(set in maps(), rect in rects()) {
            let part = set.cropped(rect);
            prop_assert_eq!(&part, &BitGrid::from_fn(rect.size(), |at| set.contains(at + rect.min())));

            let mut back = BitGrid::new(set.size());
            back.unite_moved(&part, rect.min());
            prop_assert_eq!(back, BitGrid::from_fn(set.size(), |at| set.contains(at) && rect.contains(at)));
        }

        #[test]
        fn the_bounding_rectangle_touches_cells_on_every_side(set in maps()) {
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
    fn rectangles_at_the_ends_of_the_coordinate_range_are_handled() {
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

//! The connected parts of a set of cells.
//!
//! ```text
//! ..#.        00 1
//! .##.   →    0  1
//! #...         111
//! ```

mod parts;
mod pieces;

use alloc::vec::Vec;
use core::ops::Range;

use self::parts::Parts;
use self::pieces::Pieces;

use crate::{BitGrid, Neighbours, Point, Size, parallel};

/// The connected parts of a set of cells, numbered from 0 in the order of their first cells, row by row.
///
/// The map is looked at in squares of eight by eight cells, each a word. What is connected inside a square is found by
/// operations on the word; pieces that touch in squares beside each other belong to one part (union-find). So the
/// cost goes by the number of pieces, of which a cave has fewer than squares.
///
/// ```
/// use undercroft_grid::{BitGrid, Components, Neighbours, Point};
/// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
/// let components = Components::of(&open, Neighbours::Four);
/// assert_eq!(components.count(), 3);
/// assert_eq!(components.largest(), Some(2));
/// assert_eq!(components.label(Point::new(3, 0)), Some(1));
/// assert_eq!(components.label(Point::new(2, 0)), None);
/// ```
#[derive(Clone, Debug)]
pub struct Components {
    size: Size,
    /// The pieces with their parts' numbers: those of each strip of the map, of which a large one has several.
    strips: Vec<Pieces>,
    sizes: Vec<usize>,
    firsts: Vec<Point>,
}

/// Some connected cells of a part that lie in one square of eight by eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The top left cell of the square: both its numbers are multiples of eight.
    pub corner: Point,
    /// The cells: (x, y) of the square is bit `8 * y + x`.
    pub cells: u64,
    /// The part that they belong to.
    pub label: u32,
}

impl Drop for Components {
    fn drop(&mut self) {
        // Only the pieces of a large map are in several strips.
        if self.strips.len() > 1 {
            parallel::drop_in_background(core::mem::take(&mut self.strips));
        }
    }
}

impl Components {
    /// Finds the parts of `open`.
    #[must_use]
    pub fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        let (strips, sizes, firsts) = Parts::of(open, neighbours).numbered();
        Self { size: open.size(), strips, sizes, firsts }
    }

    /// The strip that holds a row of squares.
    #[inline]
    fn strip(&self, band: usize) -> &Pieces {
        match &self.strips[..] {
            [only] => only,
            strips => &strips[strips.partition_point(|strip| strip.first_band <= band) - 1],
        }
    }

    /// How many parts a set of cells has: what [`Components::count`] says, for less.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// assert_eq!(Components::count_of(&open, Neighbours::Four), 3);
    /// ```
    #[must_use]
    pub fn count_of(open: &BitGrid, neighbours: Neighbours) -> usize {
        parts::count(open, neighbours)
    }

    /// How many parts there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Which part a cell belongs to.
    #[must_use]
    pub fn label(&self, at: Point) -> Option<u32> {
        if !self.size.contains(at) {
            return None;
        }
        let (x, y) = (at.x as usize, at.y as usize);
        let bit = 8 * (y % 8) + x % 8;
        let strip = self.strip(y / 8);
        let piece = strip.of_square(x / 8, y / 8).find(|piece| strip.cells[*piece] >> bit & 1 == 1)?;
        Some(strip.same[piece])
    }

    /// How many cells a part has.
    ///
    /// # Panics
    /// Where there is no such part.
    #[must_use]
    pub fn size(&self, label: u32) -> usize {
        self.sizes[label as usize]
    }

    /// The first cell of a part, row by row.
    ///
    /// # Panics
    /// Where there is no such part.
    #[must_use]
    pub fn first(&self, label: u32) -> Point {
        self.firsts[label as usize]
    }

    /// The part with the most cells; of equals, the one that comes first.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        let labels = 0..self.sizes.len() as u32;
        labels.rev().max_by_key(|label| self.size(*label))
    }

    /// All runs of cells side by side, row by row: the row, the columns, and the part they belong to.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("..#.\n....", |glyph| glyph == '.');
    /// let components = Components::of(&open, Neighbours::Four);
    /// assert_eq!(components.runs().collect::<Vec<_>>(), [(0, 0..2, 0), (0, 3..4, 0), (1, 0..4, 0)]);
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = (u32, Range<u32>, u32)> {
        let open = self.all_where(|_| true);
        (0..self.size.height).flat_map(move |y| {
            // All cells of a run are open, so that the first has a label.
            let label = |x| self.label(Point::new(x as i32, y as i32)).unwrap_or_default();
            let row: Vec<_> = open.runs(y).map(|columns| (y, columns.clone(), label(columns.start))).collect();
            row
        })
    }

    /// The cells of all parts, in squares of eight by eight, row by row of squares. A part may have several pieces in a
    /// square, that are connected only outside of it. A piece of a [forgotten](Self::forget) part has no cells, and a label that
    /// no part has.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours, Point};
    /// let open = BitGrid::parse("........#.\n.########.", |glyph| glyph == '#');
    /// let components = Components::of(&open, Neighbours::Four);
    /// let cells: Vec<(Point, u64)> = components.fragments().map(|piece| (piece.corner, piece.cells)).collect();
    /// assert_eq!(cells, [(Point::new(0, 0), 0xfe00), (Point::new(8, 0), 0x101)]);
    /// ```
    pub fn fragments(&self) -> impl Iterator<Item = Fragment> {
        self.strips.iter().flat_map(|strip| strip.some(0..strip.cells.len()))
    }

    /// How many [`fragments`](Self::fragments) there are.
    #[must_use]
    pub fn fragment_count(&self) -> usize {
        self.strips.iter().map(|strip| strip.cells.len()).sum()
    }

    /// Shows some of the [`fragments`](Self::fragments), one after the other.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("........#.\n.########.", |glyph| glyph == '#');
    /// let mut cells = Vec::new();
    /// Components::of(&open, Neighbours::Four).for_each_fragment(1..2, |piece| cells.push(piece.cells));
    /// assert_eq!(cells, [0x101]);
    /// ```
    #[inline(always)]
    pub fn for_each_fragment(&self, pieces: Range<usize>, mut see: impl FnMut(Fragment)) {
        for strip in &self.strips {
            let within = strip.first..strip.first + strip.cells.len();
            let [start, end] = [pieces.start, pieces.end].map(|end| end.clamp(within.start, within.end) - strip.first);
            for piece in strip.some(start..end) {
                see(piece);
            }
        }
    }

    /// Shows the [`fragments`](Self::fragments) of all squares that meet a rectangle, given its first and last column and row, one after
    /// the other. What reaches beyond the map is left out.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("........#.\n.########.", |glyph| glyph == '#');
    /// let mut cells = Vec::new();
    /// Components::of(&open, Neighbours::Four).for_each_fragment_within([9, 0], [20, 1], |piece| cells.push(piece.cells));
    /// assert_eq!(cells, [0x101]);
    /// ```
    #[inline(always)]
    pub fn for_each_fragment_within(&self, first: [u32; 2], last: [u32; 2], mut see: impl FnMut(Fragment)) {
        let Size { width, height } = self.size;
        if first[0] >= width || first[1] >= height {
            return;
        }
        let columns = first[0] as usize / 8..=last[0].min(width - 1) as usize / 8;
        for band in first[1] as usize / 8..=last[1].min(height - 1) as usize / 8 {
            let strip = self.strip(band);
            let pieces = strip.of_square(*columns.start(), band).start..strip.of_square(*columns.end(), band).end;
            for piece in strip.some(pieces) {
                see(piece);
            }
        }
    }

    /// The cells of a part.
    #[must_use]
    pub fn cells(&self, label: u32) -> BitGrid {
        self.cells_where(|here| here == label)
    }

    /// The cells of all parts that pass, such as every pocket of fewer than ten cells.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// let components = Components::of(&open, Neighbours::Four);
    /// let pockets = components.cells_where(|label| components.size(label) < 3);
    /// assert_eq!(pockets.to_string(), "##.#\n....\n....\n");
    /// ```
    #[must_use]
    pub fn cells_where(&self, mut passes: impl FnMut(u32) -> bool) -> BitGrid {
        let passing: Vec<bool> = (0..self.sizes.len() as u32).map(&mut passes).collect();
        self.all_where(|part| passing[part as usize])
    }

    fn all_where(&self, passes: impl Fn(u32) -> bool) -> BitGrid {
        let mut cells = BitGrid::new(self.size);
        self.strips.iter().for_each(|strip| strip.put_where(&mut cells, &passes));
        cells
    }

    /// Takes the cells of all parts that pass out of a set.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let mut open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// let components = Components::of(&open, Neighbours::Four);
    /// components.remove_from(&mut open, |label| label != 2);
    /// assert_eq!(open.to_string(), "....\n....\n####\n");
    /// ```
    ///
    /// # Panics
    /// Where the set is of another size.
    pub fn remove_from(&self, cells: &mut BitGrid, passes: impl Fn(u32) -> bool + Send + Sync) {
        assert_eq!(cells.size(), self.size, "the parts are of a map of another size");
        let words_in_row = cells.words_in_row();
        if words_in_row == 0 {
            return;
        }
        cells.change_strips(|first, words| {
            let (first, height) = (first as usize / 8, words.len() / words_in_row);
            let bands = first..first + height.div_ceil(8);
            for strip in &self.strips {
                let is_known = |piece: &usize| strip.cells[*piece] != 0;
                for piece in strip.of_bands(&bands).filter(is_known).filter(|piece| passes(strip.same[*piece])) {
                    let [column, band] = strip.place(piece).map(|place| place as usize);
                    let rows = words[8 * (band - first) * words_in_row + column / 8..].iter_mut().step_by(words_in_row);
                    for (row, byte) in rows.zip(strip.cells[piece].to_le_bytes()) {
                        *row &= !(u64::from(byte) << (8 * (column % 8)));
                    }
                }
            }
        });
    }

    /// Forgets the parts that pass: their cells are of no part, and the others are numbered anew, in the same order.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours, Point};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// let mut components = Components::of(&open, Neighbours::Four);
    /// components.forget(|label| label == 1);
    /// assert_eq!(components.count(), 2);
    /// assert_eq!([Point::new(3, 0), Point::new(3, 2)].map(|at| components.label(at)), [None, Some(1)]);
    /// components.forget(|_| true);
    /// assert!(components.cells_where(|_| true).is_empty());
    /// ```
    pub fn forget(&mut self, passes: impl Fn(u32) -> bool) {
        let mut count = 0;
        let numbers: Vec<Option<u32>> = (0..self.count() as u32)
            .map(|label| {
                let number = (!passes(label)).then_some(count);
                count += u32::from(number.is_some());
                number
            })
            .collect();
        let is_left = |label: usize| numbers[label].is_some();
        let mut label = 0..;
        self.sizes.retain(|_| label.next().is_some_and(is_left));
        let mut label = 0..;
        self.firsts.retain(|_| label.next().is_some_and(is_left));
        parallel::map(self.strips.iter_mut().collect(), |strip| strip.renumber(&numbers));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::flood;
    use crate::masks::masks;

    proptest! {
        #[test]
        fn parts_are_floods_from_their_first_cells(open in masks()) {
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let components = Components::of(&open, neighbours);
                prop_assert_eq!(Components::count_of(&open, neighbours), components.count());
                let mut left = open.clone();
                for label in 0..components.count() as u32 {
                    let first = left.first();
                    prop_assert_eq!(first, Some(components.first(label)));
                    let part = flood(&open, components.first(label), neighbours);
                    prop_assert_eq!(components.size(label), part.count());
                    prop_assert!(part.points().all(|at| components.label(at) == Some(label)));
                    prop_assert_eq!(components.cells(label), part.clone());
                    left.subtract(&part);
                }
                prop_assert!(left.is_empty(), "cells of no part:\n{left}");
                let mut left = open.clone();
                for piece in components.fragments() {
                    for bit in (0..64).filter(|bit| piece.cells >> bit & 1 == 1) {
                        let at = piece.corner + Point::new(bit % 8, bit / 8);
                        prop_assert_eq!(components.label(at), Some(piece.label));
                        prop_assert!(left.remove(at), "{} is in two pieces", at);
                    }
                }
                prop_assert!(left.is_empty(), "cells of no piece:\n{left}");
                let runs: Vec<_> = (0..open.size().height).flat_map(|y| open.runs(y).map(move |run| (y, run))).collect();
                prop_assert_eq!(components.runs().map(|(y, run, _)| (y, run)).collect::<Vec<_>>(), runs);
                for at in open.size().rect().grown(1).points() {
                    prop_assert_eq!(components.label(at).is_some(), open.contains(at));
                }
                let largest = (0..components.count()).max_by_key(|label| (components.sizes[*label], -(*label as i64)));
                prop_assert_eq!(components.largest(), largest.map(|label| label as u32));
            }
        }
    }

    #[test]
    fn a_spiral_is_one_part() {
        let spiral = BitGrid::parse(
            "#######
             ......#
             #####.#
             #...#.#
             #.###.#
             #.....#
             #######",
            |glyph| glyph == '#',
        );
        assert_eq!(Components::of(&spiral, Neighbours::Four).count(), 1);
    }
}

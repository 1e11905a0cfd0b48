//! The connected components of a set of cells.
//!
//! ```text
//! ..#.        00 1
//! .##.   →    0  1
//! #...         111
//! ```
//!
//! The map is cut into [blocks](crate::block) of eight by eight cells. The connected cells inside one block are a fragment;
//! word operations find them. A [`DisjointSet`](crate::DisjointSet) then unites fragments that touch across the edges of blocks.
//! So the cost depends on the number of fragments, not cells. A cave has about 1.3 fragments per block.

mod fragments;

use alloc::vec::Vec;
use core::ops::Range;

use self::fragments::Fragments;
use crate::block::transpose;
use crate::{BitGrid, Neighbours, Point, Size, simd};

/// The connected components of a set of cells, labelled from 0 by their first cells, row by row.
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
    fragments: Fragments,
    /// The component of each fragment, or [`FORGOTTEN`].
    labels: Vec<u32>,
    sizes: Vec<usize>,
    firsts: Vec<Point>,
}

/// The label of fragments whose component was forgotten.
const FORGOTTEN: u32 = u32::MAX;

/// Connected cells of one component that lie in one block of eight by eight cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The top left cell of the block: both coordinates are multiples of eight.
    pub corner: Point,
    /// The cells: (x, y) of the block is bit `8 * y + x`.
    pub cells: u64,
    /// The component.
    pub label: u32,
}

impl Components {
    /// Finds the components of `open`.
    #[must_use]
    pub fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        let (fragments, sets) = Fragments::united(open, neighbours);
        // Labelled in the order of their first fragments at first.
        let mut labels = sets.labels();
        let mut found: Vec<Found> = (0..sets.count() as u32).map(Found::new).collect();
        simd::dispatch(
            #[inline(always)]
            || {
                fragments.for_each_block(
                    #[inline(always)]
                    |column, band, here| {
                        for (cells, label) in fragments.cells[here.clone()].iter().zip(&labels[here]) {
                            found[*label as usize].add(column, band, *cells);
                        }
                    },
                );
            },
        );
        found.sort_unstable_by_key(|component| component.first);
        let mut order = alloc::vec![0; found.len()];
        found.iter().zip(0..).for_each(|(component, label)| order[component.label as usize] = label);
        labels.iter_mut().for_each(|label| *label = order[*label as usize]);
        Self {
            size: open.size(),
            fragments,
            labels,
            sizes: found.iter().map(|component| component.size).collect(),
            firsts: found.iter().map(Found::first_cell).collect(),
        }
    }

    /// The number of components.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The component that a cell belongs to.
    #[must_use]
    pub fn label(&self, at: Point) -> Option<u32> {
        if !self.size.contains(at) {
            return None;
        }
        let (x, y) = (at.x as usize, at.y as usize);
        let bit = 8 * (y % 8) + x % 8;
        let mut here = self.fragments.of_block(y / 8 * self.fragments.columns + x / 8);
        let fragment = here.find(|fragment| self.fragments.cells[*fragment] >> bit & 1 == 1)?;
        Some(self.labels[fragment]).filter(|label| *label != FORGOTTEN)
    }

    /// The number of cells in a component.
    ///
    /// # Panics
    /// If there is no such component.
    #[must_use]
    pub fn size(&self, label: u32) -> usize {
        self.sizes[label as usize]
    }

    /// The first cell of a component, row by row.
    ///
    /// # Panics
    /// If there is no such component.
    #[must_use]
    pub fn first(&self, label: u32) -> Point {
        self.firsts[label as usize]
    }

    /// The component with the most cells; on a tie, the first.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        let labels = 0..self.sizes.len() as u32;
        labels.rev().max_by_key(|label| self.size(*label))
    }

    /// The cells of a component.
    #[must_use]
    pub fn cells(&self, label: u32) -> BitGrid {
        self.cells_where(|here| here == label)
    }

    /// The cells of all components that pass, such as every pocket of fewer than ten cells.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// let components = Components::of(&open, Neighbours::Four);
    /// let pockets = components.cells_where(|label| components.size(label) < 3);
    /// assert_eq!(pockets.to_string(), "##.#\n....\n....\n");
    /// ```
    #[must_use]
    pub fn cells_where(&self, passes: impl FnMut(u32) -> bool) -> BitGrid {
        let mut cells = BitGrid::new(self.size);
        self.change(&mut cells, passes, |word, bits| *word |= bits);
        cells
    }

    /// Removes the cells of all components that pass from a set.
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
    /// If the set has another size.
    pub fn remove_from(&self, cells: &mut BitGrid, passes: impl FnMut(u32) -> bool) {
        assert_eq!(cells.size(), self.size, "the components belong to a map of another size");
        self.change(cells, passes, |word, bits| *word &= !bits);
    }

    /// Changes the words of a set in which the components that pass have cells.
    fn change(&self, set: &mut BitGrid, passes: impl FnMut(u32) -> bool, change: impl Fn(&mut u64, u64)) {
        let passing: Vec<bool> = (0..self.count() as u32).map(passes).collect();
        let (stride, columns) = (set.words_in_row(), self.fragments.columns);
        for (index, band) in set.words_mut().chunks_mut(8 * stride.max(1)).enumerate() {
            for word in 0..stride {
                let mut blocks = [0; 8];
                let first = index * columns + 8 * word;
                for (cells, block) in blocks.iter_mut().take(columns - 8 * word).zip(first..) {
                    let here = self.fragments.of_block(block);
                    for (fragment, label) in self.fragments.cells[here.clone()].iter().zip(&self.labels[here]) {
                        if passing.get(*label as usize).is_some_and(|passes| *passes) {
                            *cells |= fragment;
                        }
                    }
                }
                if blocks != [0; 8] {
                    let rows = band[word..].iter_mut().step_by(stride);
                    rows.zip(transpose(blocks)).for_each(|(row, cells)| change(row, cells));
                }
            }
        }
    }

    /// Forgets the components that pass: their cells belong to none, and the others are relabelled in the same order.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours, Point};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// let mut components = Components::of(&open, Neighbours::Four);
    /// components.forget(|label| label == 1);
    /// assert_eq!(components.count(), 2);
    /// assert_eq!([Point::new(3, 0), Point::new(3, 2)].map(|at| components.label(at)), [None, Some(1)]);
    /// ```
    pub fn forget(&mut self, passes: impl Fn(u32) -> bool) {
        let kept: Vec<u32> = (0..self.count() as u32).filter(|label| !passes(*label)).collect();
        let mut new_labels = alloc::vec![FORGOTTEN; self.count()];
        kept.iter().zip(0..).for_each(|(old, new)| new_labels[*old as usize] = new);
        for label in self.labels.iter_mut().filter(|label| **label != FORGOTTEN) {
            *label = new_labels[*label as usize];
        }
        self.sizes = kept.iter().map(|label| self.sizes[*label as usize]).collect();
        self.firsts = kept.iter().map(|label| self.firsts[*label as usize]).collect();
    }

    /// All runs of cells in rows: the row, the columns, and the component they belong to.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Components, Neighbours};
    /// let open = BitGrid::parse("..#.\n....", |glyph| glyph == '.');
    /// let components = Components::of(&open, Neighbours::Four);
    /// assert_eq!(components.runs().collect::<Vec<_>>(), [(0, 0..2, 0), (0, 3..4, 0), (1, 0..4, 0)]);
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = (u32, Range<u32>, u32)> {
        let open = self.cells_where(|_| true);
        (0..self.size.height).flat_map(move |y| {
            // All cells of a run are open, so the first one has a label.
            let label = |x| self.label(Point::new(x as i32, y as i32)).unwrap_or_default();
            let row: Vec<_> = open.runs(y).map(|columns| (y, columns.clone(), label(columns.start))).collect();
            row
        })
    }

    /// The fragments of all components, block by block. A component may have several fragments in a block, connected only
    /// outside it.
    #[doc(hidden)]
    pub fn fragments(&self) -> impl Iterator<Item = Fragment> {
        let blocks = self.fragments.starts.len() - 1;
        (0..blocks).flat_map(move |block| {
            let (band, column) = (block / self.fragments.columns, block % self.fragments.columns);
            let corner = Point::new(8 * column as i32, 8 * band as i32);
            let here = self.fragments.of_block(block);
            let all = here.map(move |at| Fragment { corner, cells: self.fragments.cells[at], label: self.labels[at] });
            all.filter(|fragment| fragment.label != FORGOTTEN)
        })
    }
}

/// A component during the search.
struct Found {
    /// The row of its first cell in the upper half, the column in the lower.
    first: u64,
    size: usize,
    label: u32,
}

impl Found {
    const fn new(label: u32) -> Self {
        Self { first: u64::MAX, size: 0, label }
    }

    /// Adds cells of a block.
    #[inline(always)]
    fn add(&mut self, column: usize, band: usize, cells: u64) {
        let bit = cells.trailing_zeros() as usize;
        let first = ((8 * band + bit / 8) as u64) << 32 | (8 * column + bit % 8) as u64;
        self.first = self.first.min(first);
        self.size += cells.count_ones() as usize;
    }

    const fn first_cell(&self) -> Point {
        Point::new(self.first as u32 as i32, (self.first >> 32) as i32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::flood;
    use crate::testing::{BOTH, maps, marked};

    proptest! {
        #[test]
        fn components_are_floods_from_their_first_cells(open in maps()) {
            for neighbours in BOTH {
                let components = Components::of(&open, neighbours);
                let mut left = open.clone();
                for label in 0..components.count() as u32 {
                    prop_assert_eq!(left.first(), Some(components.first(label)));
                    let cells = flood(&open, components.first(label), neighbours);
                    prop_assert_eq!(components.size(label), cells.count());
                    prop_assert!(cells.points().all(|at| components.label(at) == Some(label)));
                    prop_assert_eq!(components.cells(label), cells.clone());
                    left.subtract(&cells);
                }
                prop_assert!(left.is_empty(), "cells without a component:\n{left}");
                for at in open.size().rect().grown(1).points() {
                    prop_assert_eq!(components.label(at).is_some(), open.contains(at));
                }
                let largest = (0..components.count()).max_by_key(|label| (components.sizes[*label], -(*label as i64)));
                prop_assert_eq!(components.largest(), largest.map(|label| label as u32));
            }
        }

        #[test]
        fn fragments_and_runs_hold_every_cell_once(open in maps(), modulus in 1..4_u32) {
            let mut components = Components::of(&open, Neighbours::Four);
            components.forget(|label| label % modulus == 1);
            let mut left = components.cells_where(|_| true);
            let runs: Vec<_> = (0..left.size().height).flat_map(|y| left.runs(y).map(move |run| (y, run))).collect();
            prop_assert_eq!(components.runs().map(|(y, run, _)| (y, run)).collect::<Vec<_>>(), runs);
            for fragment in components.fragments() {
                for bit in (0..64).filter(|bit| fragment.cells >> bit & 1 == 1) {
                    let at = fragment.corner + Point::new(bit % 8, bit / 8);
                    prop_assert_eq!(components.label(at), Some(fragment.label));
                    prop_assert!(left.remove(at), "{} is in two fragments", at);
                }
            }
            prop_assert!(left.is_empty(), "cells without a fragment:\n{left}");
        }
    }

    #[test]
    fn a_spiral_is_one_component() {
        let spiral = marked(
            "#######
             ......#
             #####.#
             #...#.#
             #.###.#
             #.....#
             #######",
        );
        assert_eq!(Components::of(&spiral, Neighbours::Four).count(), 1);
    }
}

//! The connected parts of a set of cells.
//!
//! ```text
//! ..#.        00 1
//! .##.   →    0  1
//! #...         111
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use crate::{BitGrid, Neighbours, Point, Size};

/// The connected parts of a set of cells, numbered from 0 in the order of their first cells, row by row.
///
/// Parts are found and kept as runs of cells side by side: two runs in rows next to each other that touch
/// belong to one part (union-find, over the parts that were begun by runs without a touching one above). So the cost goes
/// by the number of runs, not of cells.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, Regions};
/// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
/// let regions = Regions::of(&open, Neighbours::Four);
/// assert_eq!(regions.count(), 3);
/// assert_eq!(regions.largest(), Some(2));
/// assert_eq!(regions.label(Point::new(3, 0)), Some(1));
/// assert_eq!(regions.label(Point::new(2, 0)), None);
/// ```
#[derive(Clone, Debug)]
pub struct Regions {
    size: Size,
    runs: Vec<Run>,
    // Where each row's runs start in `runs`, and at last where those of the last row end.
    row_starts: Vec<usize>,
    sizes: Vec<usize>,
    firsts: Vec<Point>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    left: u32,
    // One past the last column.
    right: u32,
    part: u32,
}

impl Regions {
    /// Finds the parts of `open`.
    #[must_use]
    pub fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        // Counting them first is cheaper than moving them each time that they have grown.
        let mut runs: Vec<Run> = Vec::with_capacity((0..open.size().height).map(|y| open.count_runs(y)).sum());
        let mut row_starts = Vec::with_capacity(open.size().height as usize + 1);
        let parts = join_rows(open, neighbours, |row| {
            row_starts.push(runs.len());
            runs.extend_from_slice(row);
        });
        row_starts.push(runs.len());
        let (labels, firsts) = parts.numbered();
        let mut sizes = alloc::vec![0; firsts.len()];
        for run in &mut runs {
            run.part = labels[run.part as usize];
            sizes[run.part as usize] += (run.right - run.left) as usize;
        }
        Self { size: open.size(), runs, row_starts, sizes, firsts }
    }

    /// How many parts a set of cells has: what [`Regions::count`] says, for less.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Neighbours, Regions};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// assert_eq!(Regions::count_of(&open, Neighbours::Four), 3);
    /// ```
    #[must_use]
    pub fn count_of(open: &BitGrid, neighbours: Neighbours) -> usize {
        join_rows(open, neighbours, |_| ()).count()
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
        let row = &self.runs[self.row_starts[at.y as usize]..self.row_starts[at.y as usize + 1]];
        let run = row.get(row.partition_point(|run| run.right <= at.x as u32))?;
        (run.left <= at.x as u32).then_some(run.part)
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
    /// use undercroft_grid::{BitGrid, Neighbours, Regions};
    /// let open = BitGrid::parse("..#.\n....", |glyph| glyph == '.');
    /// let regions = Regions::of(&open, Neighbours::Four);
    /// assert_eq!(regions.runs().collect::<Vec<_>>(), [(0, 0..2, 0), (0, 3..4, 0), (1, 0..4, 0)]);
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = (u32, Range<u32>, u32)> {
        (0..self.size.height).flat_map(move |y| {
            let row = &self.runs[self.row_starts[y as usize]..self.row_starts[y as usize + 1]];
            row.iter().map(move |run| (y, run.left..run.right, run.part))
        })
    }

    /// The cells of a part.
    #[must_use]
    pub fn cells(&self, label: u32) -> BitGrid {
        self.cells_where(|here| here == label)
    }

    /// The cells of all parts that pass, such as every pocket of fewer than ten cells.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Neighbours, Regions};
    /// let open = BitGrid::parse("..#.\n####\n....", |glyph| glyph == '.');
    /// let regions = Regions::of(&open, Neighbours::Four);
    /// let pockets = regions.cells_where(|label| regions.size(label) < 3);
    /// assert_eq!(pockets.to_string(), "##.#\n....\n....\n");
    /// ```
    #[must_use]
    pub fn cells_where(&self, mut passes: impl FnMut(u32) -> bool) -> BitGrid {
        let passing: Vec<bool> = (0..self.sizes.len() as u32).map(&mut passes).collect();
        let mut cells = BitGrid::new(self.size);
        for y in 0..self.size.height {
            for run in &self.runs[self.row_starts[y as usize]..self.row_starts[y as usize + 1]] {
                if passing[run.part as usize] {
                    cells.insert_span(y, run.left..run.right);
                }
            }
        }
        cells
    }
}

/// The parts that runs were given so far, and which of them have turned out to be one.
#[derive(Default)]
struct Parts {
    /// For each part an earlier one that is the same; itself where there is none.
    same: Vec<u32>,
    firsts: Vec<Point>,
    joined: usize,
}

impl Parts {
    fn begin(&mut self, first: Point) -> u32 {
        let part = self.same.len() as u32;
        self.same.push(part);
        self.firsts.push(first);
        part
    }

    /// Makes two parts one: the earlier of them.
    fn join(&mut self, one: u32, other: u32) -> u32 {
        let (one, other) = (self.root(one), self.root(other));
        self.joined += usize::from(one != other);
        self.same[one.max(other) as usize] = one.min(other);
        one.min(other)
    }

    /// The earliest of what is one part; halves the way there for the next time.
    fn root(&mut self, mut part: u32) -> u32 {
        while self.same[part as usize] != part {
            let next = self.same[part as usize];
            self.same[part as usize] = self.same[next as usize];
            part = next;
        }
        part
    }

    fn count(&self) -> usize {
        self.same.len() - self.joined
    }

    /// The number of each part, from 0 without gaps, and the first cell of each number.
    fn numbered(mut self) -> (Vec<u32>, Vec<Point>) {
        let mut firsts = Vec::with_capacity(self.count());
        for part in 0..self.same.len() {
            let same = self.same[part] as usize;
            self.same[part] = if same == part {
                firsts.push(self.firsts[part]);
                firsts.len() as u32 - 1
            } else {
                // An earlier part has its number already.
                self.same[same]
            };
        }
        (self.same, firsts)
    }
}

/// Finds the runs of each row, and joins them with those of the row above that they touch. A run's part is the one that
/// it was given first; which of them are one is known at the end.
fn join_rows(open: &BitGrid, neighbours: Neighbours, mut each_row: impl FnMut(&[Run])) -> Parts {
    // Behind the last run of a row there is one that ends beyond all others, and that nothing touches.
    const BEYOND: Run = Run { left: u32::MAX - 1, right: u32::MAX - 1, part: 0 };
    let overhang = neighbours.overhang();
    let mut parts = Parts::default();
    let (mut upper, mut row, mut edges) = (alloc::vec![BEYOND], Vec::new(), Vec::new());
    for y in 0..open.size().height {
        open.run_edges(y, &mut edges);
        row.clear();
        let mut above = 0;
        for run in edges.chunks_exact(2) {
            let (left, right) = (run[0], run[1]);
            while upper[above].right + overhang <= left {
                above += 1;
            }
            let mut part = None;
            while upper[above].left < right + overhang {
                let touched = upper[above].part;
                part = match part {
                    Some(part) if part != touched => Some(parts.join(part, touched)),
                    _ => Some(touched),
                };
                // One that reaches farther than this run may touch the next one as well.
                if upper[above].right + overhang > right {
                    break;
                }
                above += 1;
            }
            let part = part.unwrap_or_else(|| parts.begin(Point::new(left as i32, y as i32)));
            row.push(Run { left, right, part });
        }
        each_row(&row);
        row.push(BEYOND);
        core::mem::swap(&mut upper, &mut row);
    }
    parts
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
                let regions = Regions::of(&open, neighbours);
                prop_assert_eq!(Regions::count_of(&open, neighbours), regions.count());
                let mut left = open.clone();
                for label in 0..regions.count() as u32 {
                    let first = left.first();
                    prop_assert_eq!(first, Some(regions.first(label)));
                    let part = flood(&open, regions.first(label), neighbours);
                    prop_assert_eq!(regions.size(label), part.count());
                    prop_assert!(part.points().all(|at| regions.label(at) == Some(label)));
                    prop_assert_eq!(regions.cells(label), part.clone());
                    left.subtract(&part);
                }
                prop_assert!(left.is_empty(), "cells of no part:\n{left}");
                for at in open.size().rect().grown(1).points() {
                    prop_assert_eq!(regions.label(at).is_some(), open.contains(at));
                }
                let largest = (0..regions.count()).max_by_key(|label| (regions.sizes[*label], -(*label as i64)));
                prop_assert_eq!(regions.largest(), largest.map(|label| label as u32));
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
        assert_eq!(Regions::of(&spiral, Neighbours::Four).count(), 1);
    }
}

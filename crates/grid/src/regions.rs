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
/// belong to one part (union-find). So the cost goes by the number of runs, not of cells.
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
    // While parts are being found, the index of a run of the same part that is no later than this one; then
    // the part's label.
    part: u32,
}

impl Regions {
    /// Finds the parts of `open`.
    #[must_use]
    pub fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        // Counting them first is cheaper than moving them each time that they have grown.
        let mut runs: Vec<Run> = Vec::with_capacity((0..open.size().height).map(|y| open.count_runs(y)).sum());
        let mut row_starts = Vec::with_capacity(open.size().height as usize + 1);
        let mut edges = Vec::new();
        let (mut above_start, mut row_start) = (0, 0);
        for y in 0..open.size().height {
            row_starts.push(row_start);
            open.run_edges(y, &mut edges);
            let mut upper = above_start;
            for run in edges.chunks_exact(2) {
                let (left, right) = (run[0], run[1]);
                let index = runs.len();
                runs.push(Run { left, right, part: index as u32 });
                upper = join_to_row_above(&mut runs, upper..row_start, index, neighbours.overhang());
            }
            (above_start, row_start) = (row_start, runs.len());
        }
        row_starts.push(row_start);
        let mut regions = Self { size: open.size(), runs, row_starts, sizes: Vec::new(), firsts: Vec::new() };
        regions.number_parts();
        regions
    }

    /// Gives each part its label: a part's first run points to itself, and all later ones to earlier ones, which
    /// already have theirs.
    fn number_parts(&mut self) {
        for y in 0..self.size.height {
            for index in self.row_starts[y as usize]..self.row_starts[y as usize + 1] {
                let Run { left, right, part } = self.runs[index];
                let label = if part as usize == index {
                    self.sizes.push(0);
                    self.firsts.push(Point::new(left as i32, y as i32));
                    self.sizes.len() as u32 - 1
                } else {
                    self.runs[part as usize].part
                };
                self.runs[index].part = label;
                self.sizes[label as usize] += (right - left) as usize;
            }
        }
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

/// Joins a run with those of the row above that it touches, of which those before `above` end too far to the left. Gives
/// the first that may touch the next run of the row too.
fn join_to_row_above(runs: &mut [Run], above: Range<usize>, index: usize, overhang: u32) -> usize {
    let Run { left, right, .. } = runs[index];
    let mut upper = above.start;
    while upper < above.end && runs[upper].right + overhang <= left {
        upper += 1;
    }
    // The run's part so far: the first that it touches is taken as it is, as the run stands alone before.
    let mut part = index;
    while upper < above.end && runs[upper].left < right + overhang {
        let touched = root(runs, upper);
        if part == index {
            part = touched;
        } else if part != touched {
            let first = part.min(touched);
            runs[part.max(touched)].part = first as u32;
            part = first;
        }
        // One that reaches farther than this run may touch the next one as well.
        if runs[upper].right + overhang > right {
            break;
        }
        upper += 1;
    }
    runs[index].part = part as u32;
    upper
}

/// The first run of a run's part, as far as it is known; halves the way there for the next time.
fn root(runs: &mut [Run], mut index: usize) -> usize {
    while runs[index].part as usize != index {
        let next = runs[index].part as usize;
        runs[index].part = runs[next].part;
        index = next;
    }
    index
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

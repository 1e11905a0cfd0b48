//! The connected parts of a set of cells.
//!
//! ```text
//! ..#.        00 1
//! .##.   →    0  1
//! #...         111
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, Grid, Neighbours, Point};

/// The connected parts of a set of cells, numbered from 0 in the order of their first cells, row by row.
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
    // 0 is no region; a region's label is stored one higher.
    labels: Grid<u32>,
    sizes: Vec<usize>,
    firsts: Vec<Point>,
}

impl Regions {
    /// Finds the parts of `open`.
    #[must_use]
    pub fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        let mut regions = Self { labels: Grid::new(open.size(), 0), sizes: Vec::new(), firsts: Vec::new() };
        let mut stack = Vec::new();
        for first in open.points() {
            if regions.labels[first] != 0 {
                continue;
            }
            let label = regions.sizes.len() as u32 + 1;
            let mut cells = 1;
            regions.labels[first] = label;
            stack.push(first);
            while let Some(at) = stack.pop() {
                for &offset in neighbours.offsets() {
                    let next = at + offset;
                    if open.contains(next) && regions.labels[next] == 0 {
                        regions.labels[next] = label;
                        cells += 1;
                        stack.push(next);
                    }
                }
            }
            regions.sizes.push(cells);
            regions.firsts.push(first);
        }
        regions
    }

    /// How many parts there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Which part a cell belongs to.
    #[must_use]
    pub fn label(&self, at: Point) -> Option<u32> {
        self.labels.get(at)?.checked_sub(1)
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

    /// The cells of a part.
    #[must_use]
    pub fn cells(&self, label: u32) -> BitGrid {
        BitGrid::where_grid(&self.labels, |here| *here == label + 1)
    }
}

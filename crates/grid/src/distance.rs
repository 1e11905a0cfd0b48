//! How many steps each cell is away from the nearest of some sources.
//!
//! ```text
//! @..#.        0123 7
//! .#.#.   →    1#3#6        four-way, # is not open
//! .#...        2#456
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, Grid, Neighbours, Point};

/// For each open cell, the fewest steps over open cells to the nearest source.
///
/// ```
/// use undercroft_grid::{BitGrid, Distances, Neighbours, Point};
/// let open = BitGrid::parse("...\n##.\n...", |glyph| glyph == '.');
/// let distances = Distances::from(&open, [Point::new(0, 0)], Neighbours::Four);
/// assert_eq!(distances.get(Point::new(0, 2)), Some(6));
/// assert_eq!(distances.get(Point::new(0, 1)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    // u32::MAX where no source reaches.
    steps: Grid<u32>,
}

impl Distances {
    /// The distances from all sources; a source that is not open is left out.
    #[must_use]
    pub fn from(open: &BitGrid, sources: impl IntoIterator<Item = Point>, neighbours: Neighbours) -> Self {
        Self::within(open, sources, neighbours, u32::MAX - 1)
    }

    /// The distances from all sources up to `limit` steps; cells farther away count as not reached.
    #[must_use]
    pub fn within(
        open: &BitGrid,
        sources: impl IntoIterator<Item = Point>,
        neighbours: Neighbours,
        limit: u32,
    ) -> Self {
        let mut steps = Grid::new(open.size(), u32::MAX);
        let mut queue: Vec<Point> = Vec::new();
        for source in sources {
            if open.contains(source) && steps[source] == u32::MAX {
                steps[source] = 0;
                queue.push(source);
            }
        }
        let mut next = 0;
        while next < queue.len() {
            let at = queue[next];
            next += 1;
            let here = steps[at];
            if here >= limit {
                break;
            }
            for &offset in neighbours.offsets() {
                let there = at + offset;
                if open.contains(there) && steps[there] == u32::MAX {
                    steps[there] = here + 1;
                    queue.push(there);
                }
            }
        }
        Self { steps }
    }

    /// The steps to a cell, or `None` where no source reaches it.
    #[must_use]
    pub fn get(&self, at: Point) -> Option<u32> {
        self.steps.get(at).copied().filter(|steps| *steps != u32::MAX)
    }

    /// The cell that is farthest away, with its distance; of equals, the first row by row.
    #[must_use]
    pub fn farthest(&self) -> Option<(Point, u32)> {
        let reached = self.steps.iter().filter(|(_, steps)| **steps != u32::MAX);
        reached.map(|(at, steps)| (at, *steps)).reduce(|best, here| if here.1 > best.1 { here } else { best })
    }

    /// The cells that were reached.
    #[must_use]
    pub fn reached(&self) -> BitGrid {
        BitGrid::where_grid(&self.steps, |steps| *steps != u32::MAX)
    }
}

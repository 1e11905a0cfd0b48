//! How many steps each cell is away from the nearest of some sources, and the way there.
//!
//! ```text
//! @..#.        012#8
//! .#.#.   →    1#3#7        four-way, # is not open
//! .#...        2#456
//! ```

use alloc::vec::Vec;

use crate::bfs::Bfs;
use crate::{BitGrid, Grid, Neighbours, Point, Size};

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
    // 0 where no source reaches; elsewhere one more than the steps, as a grid of zeros costs nothing to make.
    marks: Grid<u32>,
    neighbours: Neighbours,
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
        let limit = limit.min(u32::MAX - 1);
        let mut distances = Self::unknown(open.size(), neighbours);
        let width = open.size().width as usize;
        let marks = distances.marks.as_mut_slice();
        let mut bfs = Bfs::new(open, sources, neighbours);
        for steps in 0..=limit {
            for at in bfs.ring() {
                marks[at.y() as usize * width + at.x() as usize] = steps + 1;
            }
            if steps == limit || !bfs.spread() {
                break;
            }
        }
        distances
    }

    /// No distance anywhere yet.
    pub(crate) fn unknown(size: Size, neighbours: Neighbours) -> Self {
        Self { marks: Grid::new(size, 0), neighbours }
    }

    /// Sets the distance of a cell.
    #[cfg(test)]
    pub(crate) fn set(&mut self, at: Point, steps: u32) {
        self.marks[at] = steps + 1;
    }

    /// The steps to a cell, or `None` where no source reaches it.
    #[must_use]
    pub fn get(&self, at: Point) -> Option<u32> {
        self.marks.get(at)?.checked_sub(1)
    }

    /// The neighbour that is one step nearer to a source; `None` on a source and where no source reaches. Of several,
    /// one that shares an edge before one that shares a corner, then the first in the order of
    /// [`Neighbours::offsets`].
    ///
    /// So any number of walkers can share one field: each asks for its next cell.
    #[must_use]
    pub fn next_step(&self, from: Point) -> Option<Point> {
        let nearer = self.get(from)?.checked_sub(1)?;
        let mut around = self.neighbours.straight_first().iter().map(|offset| from + *offset);
        around.find(|next| self.get(*next) == Some(nearer))
    }

    /// The way down from a cell to a nearest source, both ends included, as [`next_step`](Self::next_step) leads;
    /// empty where no source reaches.
    ///
    /// ```text
    /// 0123        *...
    /// 1##4   →    *##.
    /// 2345        **a.
    /// ```
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Distances, Neighbours, Point};
    /// let open = BitGrid::parse("....\n.##.\n....", |glyph| glyph == '.');
    /// let distances = Distances::from(&open, [Point::new(0, 0)], Neighbours::Four);
    /// let way = distances.descend(Point::new(2, 2));
    /// assert_eq!(way, [(2, 2), (1, 2), (0, 2), (0, 1), (0, 0)].map(|(x, y)| Point::new(x, y)));
    /// ```
    #[must_use]
    pub fn descend(&self, from: Point) -> Vec<Point> {
        let start = self.get(from).map(|_| from);
        core::iter::successors(start, |at| self.next_step(*at)).collect()
    }

    /// The cell that is farthest away, with its distance; of equals, the first row by row.
    #[must_use]
    pub fn farthest(&self) -> Option<(Point, u32)> {
        let reached = self.marks.iter().filter_map(|(at, mark)| Some((at, mark.checked_sub(1)?)));
        reached.reduce(|best, here| if here.1 > best.1 { here } else { best })
    }

    /// The cells that were reached.
    #[must_use]
    pub fn reached(&self) -> BitGrid {
        BitGrid::where_grid(&self.marks, |mark| *mark != 0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{BOTH, maps};

    proptest! {
        #[test]
        fn distances_count_the_rings_grown_around_the_sources(
            open in maps(), sources in prop::collection::vec((0..130, 0..16), 0..4), limit in 0..60_u32
        ) {
            let sources: Vec<Point> = sources.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            for neighbours in BOTH {
                let distances = Distances::within(&open, sources.iter().copied(), neighbours, limit);
                let mut ring = BitGrid::from_fn(open.size(), |at| open.contains(at) && sources.contains(&at));
                let mut reached = ring.clone();
                for steps in 0..=limit {
                    prop_assert!(ring.points().all(|at| distances.get(at) == Some(steps)), "{steps} steps:\n{ring}");
                    if steps < limit {
                        ring = ring.grown(neighbours);
                        ring.intersect(&open);
                        ring.subtract(&reached);
                        reached.unite(&ring);
                    }
                }
                prop_assert_eq!(distances.reached(), reached);
            }
        }

        #[test]
        fn descending_takes_as_many_steps_as_the_distance_says(open in maps(), sources in maps()) {
            for neighbours in BOTH {
                let sources = sources.points().step_by(9);
                let distances = Distances::from(&open, sources, neighbours);
                for at in open.points() {
                    let way = distances.descend(at);
                    let expected: Vec<u32> = distances.get(at).map_or_else(Vec::new, |steps| (0..=steps).rev().collect());
                    prop_assert_eq!(way.iter().filter_map(|at| distances.get(*at)).collect::<Vec<_>>(), expected);
                    prop_assert!(way.windows(2).all(|pair| neighbours.offsets().contains(&(pair[1] - pair[0]))));
                }
            }
        }
    }

    #[test]
    fn a_field_without_sources_reaches_nothing() {
        let distances = Distances::from(&BitGrid::full(Size::new(3, 3)), [], Neighbours::Four);
        assert!(distances.reached().is_empty() && distances.farthest().is_none());
        assert!(distances.descend(Point::new(1, 1)).is_empty());
    }
}

//! Distance fields (Dijkstra maps): how far each cell is from the nearest source, and the path there.
//!
//! ```text
//! @..#.        012#8
//! .#.#.   →    1#3#7        in four directions; # is not open
//! .#...        2#456
//! ```
//!
//! If all steps cost the same, this is a breadth-first search. [`costs`] handles the other case.

mod costs;

use alloc::vec::Vec;

use crate::bfs::Bfs;
use crate::{BitGrid, Grid, Neighbours, Point, Rect};

/// For each open cell, the fewest steps over open cells to the nearest source, or the least [cost](Distances::with_costs).
///
/// Any number of walkers can share one field: each looks up its [next step](Distances::next_step).
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
    /// The first cell of the grids.
    corner: Point,
    // One more than the distance; 0 if no source reaches the cell, because a zeroed grid costs nothing to allocate.
    marks: Grid<u32>,
    neighbours: Neighbours,
    /// What it costs to enter a cell; 0 if it cannot be entered. Without it, every step costs 1.
    costs: Option<Grid<u32>>,
}

impl Distances {
    /// The distances from the nearest source. Sources that are not open are ignored.
    #[must_use]
    pub fn from(open: &BitGrid, sources: impl IntoIterator<Item = Point>, neighbours: Neighbours) -> Self {
        Self::within(open, sources, neighbours, u32::MAX - 1)
    }

    /// The distances of cells at most `limit` steps away; cells farther away count as not reached.
    #[must_use]
    pub fn within(
        open: &BitGrid,
        sources: impl IntoIterator<Item = Point>,
        neighbours: Neighbours,
        limit: u32,
    ) -> Self {
        let limit = limit.min(u32::MAX - 1);
        let mut marks = Grid::new(open.size(), 0);
        let width = open.size().width as usize;
        let mut search = Bfs::new(open, sources, neighbours);
        for steps in 0..=limit {
            for at in search.frontier() {
                marks.as_mut_slice()[at.y() as usize * width + at.x() as usize] = steps + 1;
            }
            if steps == limit || !search.step() {
                break;
            }
        }
        Self { corner: Point::new(0, 0), marks, neighbours, costs: None }
    }

    /// The distances over your own map: `open` is called once for each cell of `area`, and nothing outside counts as open.
    ///
    /// `area` is the [`Size`](crate::Size) of the map or, if the map is endless, a [`Rect`] of it. It bounds the time and the
    /// memory.
    ///
    /// ```
    /// use undercroft_grid::{Distances, Neighbours, Point, Size};
    /// let map: Vec<&str> = "...\n##.\n...".lines().collect();
    /// let open = |at: Point| &map[at.y as usize][at.x as usize..][..1] == ".";
    /// let distances = Distances::over(Size::new(3, 3), [Point::new(0, 0)], Neighbours::Four, open);
    /// assert_eq!(distances.get(Point::new(0, 2)), Some(6));
    /// ```
    #[must_use]
    pub fn over(
        area: impl Into<Rect>,
        sources: impl IntoIterator<Item = Point>,
        neighbours: Neighbours,
        open: impl FnMut(Point) -> bool,
    ) -> Self {
        let area = area.into();
        let corner = area.min();
        let sources = sources.into_iter().map(|source| source - corner);
        Self { corner, ..Self::from(&BitGrid::over(area, open), sources, neighbours) }
    }

    /// The number of steps to a cell, or their cost; `None` if no source reaches it.
    #[must_use]
    pub fn get(&self, at: Point) -> Option<u32> {
        self.marks.get(at - self.corner)?.checked_sub(1)
    }

    /// The best neighbour to step to on the way to a source, which is downhill. `None` if no neighbour is better, as on a source, and for
    /// cells that no source reaches. Ties prefer straight steps to diagonal ones, then the order of [`Neighbours::offsets`].
    #[doc(alias = "downhill")]
    #[must_use]
    pub fn next_step(&self, from: Point) -> Option<Point> {
        let here = self.get(from)?;
        let mut around = self.neighbours.straight_first().iter().map(|offset| from + *offset);
        around.find(|next| {
            let total = self.get(*next).and_then(|there| there.checked_add(self.cost_to_enter(*next - self.corner)));
            total == Some(here)
        })
    }

    fn cost_to_enter(&self, at_in_grid: Point) -> u32 {
        self.costs.as_ref().map_or(1, |costs| costs[at_in_grid])
    }

    /// The path from a cell to a nearest source, both ends included, following [`next_step`](Self::next_step). Empty if no source
    /// reaches the cell.
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
    /// let path = distances.descend(Point::new(2, 2));
    /// assert_eq!(path, [(2, 2), (1, 2), (0, 2), (0, 1), (0, 0)].map(|(x, y)| Point::new(x, y)));
    /// ```
    #[must_use]
    pub fn descend(&self, from: Point) -> Vec<Point> {
        let start = self.get(from).map(|_| from);
        core::iter::successors(start, |at| self.next_step(*at)).collect()
    }

    /// The farthest cell and its distance; on a tie, the first, row by row.
    #[must_use]
    pub fn farthest(&self) -> Option<(Point, u32)> {
        self.iter().reduce(|best, here| if here.1 > best.1 { here } else { best })
    }

    /// The cells that a source reaches with their distances, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Point, u32)> {
        self.marks.iter().filter_map(|(at, mark)| Some((at + self.corner, mark.checked_sub(1)?)))
    }

    /// The cells that a source reaches, as a set of the map's size or, for fields over an area, of the area's size and relative to its
    /// first cell.
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
        fn distances_count_the_dilations_of_the_sources(
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
        fn a_closure_gives_the_distances_of_its_cells(open in maps(), sources in maps(), corner in (-99..99, -99..99)) {
            let corner = Point::from(corner);
            let sources: Vec<Point> = sources.points().step_by(9).collect();
            let area = Rect { x: corner.x, y: corner.y, ..open.size().rect() };
            for neighbours in BOTH {
                let expected = Distances::from(&open, sources.iter().copied(), neighbours);
                let moved = sources.iter().map(|at| *at + corner);
                let distances = Distances::over(area, moved, neighbours, |at| open.contains(at - corner));
                for at in area.grown(2).points() {
                    prop_assert_eq!(distances.get(at), expected.get(at - corner));
                    prop_assert_eq!(distances.next_step(at), expected.next_step(at - corner).map(|next| next + corner));
                }
                prop_assert_eq!(distances.farthest(), expected.farthest().map(|(at, steps)| (at + corner, steps)));
                let moved: Vec<_> = expected.iter().map(|(at, steps)| (at + corner, steps)).collect();
                prop_assert_eq!(distances.iter().collect::<Vec<_>>(), moved);
            }
        }

        #[test]
        fn descending_takes_as_many_steps_as_the_distance(open in maps(), sources in maps()) {
            for neighbours in BOTH {
                let sources = sources.points().step_by(9);
                let distances = Distances::from(&open, sources, neighbours);
                for at in open.points() {
                    let path = distances.descend(at);
                    let expected: Vec<u32> = distances.get(at).map_or_else(Vec::new, |steps| (0..=steps).rev().collect());
                    prop_assert_eq!(path.iter().filter_map(|at| distances.get(*at)).collect::<Vec<_>>(), expected);
                    prop_assert!(path.windows(2).all(|pair| neighbours.offsets().contains(&(pair[1] - pair[0]))));
                }
            }
        }
    }

    #[test]
    fn a_field_without_sources_reaches_nothing() {
        let distances = Distances::from(&BitGrid::full(crate::Size::new(3, 3)), [], Neighbours::Four);
        assert!(distances.reached().is_empty() && distances.farthest().is_none());
        assert!(distances.descend(Point::new(1, 1)).is_empty());
    }
}

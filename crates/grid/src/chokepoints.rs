//! Chokepoints: cells that every path between two sides passes through.
//!
//! ```text
//! ...#...        .......
//! .......   →    ..###..
//! ...#.##        ....#..
//! ...#...        ....##.
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, FOUR, Grid, Point};

/// The open cells whose removal would disconnect their component, in four directions.
///
/// These are the articulation points of the graph of open cells, found by one depth-first search (Hopcroft and Tarjan, 1973).
///
/// ```
/// use undercroft_grid::{BitGrid, chokepoints};
/// let open = BitGrid::parse("...#...\n.......\n...#...", |glyph| glyph == '.');
/// assert_eq!(chokepoints(&open).to_string(), ".......\n..###..\n.......\n");
/// ```
#[must_use]
pub fn chokepoints(open: &BitGrid) -> BitGrid {
    let mut found = BitGrid::new(open.size());
    let mut search = Search { open, visits: Grid::new(open.size(), UNVISITED), visited: 0 };
    for first in open.points() {
        if search.visits[first].order == 0 {
            search.component(first, &mut found);
        }
    }
    found
}

/// What the search knows about a cell.
#[derive(Clone, Copy)]
struct Visit {
    /// When the cell was visited, counted from 1; 0 if it was not.
    order: u32,
    /// The earliest cell that is a neighbour of this cell or of those visited from it.
    earliest: u32,
}

const UNVISITED: Visit = Visit { order: 0, earliest: 0 };

struct Search<'a> {
    open: &'a BitGrid,
    visits: Grid<Visit>,
    visited: u32,
}

/// A cell on the path from the first cell to the current one.
struct OnPath {
    at: Point,
    next_direction: usize,
}

impl Search<'_> {
    /// Visits the component of `first` depth first.
    fn component(&mut self, first: Point, found: &mut BitGrid) {
        let mut path: Vec<OnPath> = Vec::new();
        let mut branches_of_first = 0;
        self.arrive(first, &mut path);
        while let Some(here) = path.last_mut() {
            let at = here.at;
            if let Some(offset) = FOUR.get(here.next_direction) {
                here.next_direction += 1;
                let next = at + *offset;
                if !self.open.contains(next) {
                    continue;
                }
                match self.visits[next].order {
                    0 => self.arrive(next, &mut path),
                    order => self.note_earlier(at, order),
                }
                continue;
            }
            path.pop();
            let Some(before) = path.last().map(|before| before.at) else { break };
            let earliest = self.visits[at].earliest;
            self.note_earlier(before, earliest);
            if before == first {
                branches_of_first += 1;
            } else if earliest >= self.visits[before].order {
                // Nothing visited after `before` gets past it.
                found.insert(before);
            }
        }
        if branches_of_first > 1 {
            found.insert(first);
        }
    }

    fn arrive(&mut self, at: Point, path: &mut Vec<OnPath>) {
        self.visited += 1;
        self.visits[at] = Visit { order: self.visited, earliest: self.visited };
        path.push(OnPath { at, next_direction: 0 });
    }

    fn note_earlier(&mut self, at: Point, order: u32) {
        let visit = &mut self.visits[at];
        visit.earliest = visit.earliest.min(order);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing;
    use crate::testing::{maps, marked, small_maps};
    use crate::{Components, Neighbours, Size};

    fn chokepoints_by_removing_each(open: &BitGrid) -> BitGrid {
        let count = Components::of(open, Neighbours::Four).count();
        BitGrid::from_fn(open.size(), |at| {
            let mut without = open.clone();
            without.remove(at) && Components::of(&without, Neighbours::Four).count() > count
        })
    }

    proptest! {
        #[test]
        fn removing_a_chokepoint_adds_components(open in prop_oneof![1 => maps(), 3 => small_maps()]) {
            prop_assert_eq!(chokepoints(&open), chokepoints_by_removing_each(&open), "of\n{}", open);
        }
    }

    #[test]
    fn a_door_and_the_cells_beside_it_are_chokepoints() {
        let open = testing::open("...#...\n.......\n...#.##\n...#...");
        let expected = marked(".......\n..###..\n....#..\n....##.");
        assert_eq!(chokepoints(&open), expected);
    }

    #[test]
    fn all_of_a_long_corridor_but_its_ends_are_chokepoints() {
        let corridor = BitGrid::full(Size::new(100_000, 1));
        assert_eq!(chokepoints(&corridor).count(), 99_998);
    }
}

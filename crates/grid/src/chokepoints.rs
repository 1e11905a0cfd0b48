//! Cells that all ways between two sides go through.
//!
//! ```text
//! ...#...        .......
//! .......   →    ..###..
//! ...#.##        ....#..
//! ...#...        ....##.
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, FOUR, Grid, Point};

/// The open cells whose loss would cut the open cells they are connected with apart, stepping four-way.
///
/// These are the articulation points of the graph of open cells, found in one walk over it (Hopcroft and
/// Tarjan, 1973).
///
/// ```
/// use undercroft_grid::{BitGrid, chokepoints};
/// let open = BitGrid::parse("...#...\n.......\n...#...", |glyph| glyph == '.');
/// assert_eq!(chokepoints(&open).to_string(), ".......\n..###..\n.......\n");
/// ```
#[must_use]
pub fn chokepoints(open: &BitGrid) -> BitGrid {
    let mut found = BitGrid::new(open.size());
    let mut walk = Walk { open, visits: Grid::new(open.size(), UNVISITED), visited: 0 };
    for first in open.points() {
        if walk.visits[first].order == 0 {
            walk.part(first, &mut found);
        }
    }
    found
}

/// What the walk knows of a cell.
#[derive(Clone, Copy)]
struct Visit {
    // When the cell was come to, counted from 1; 0 is not yet.
    order: u32,
    // The earliest cell that the cell and those come to from it have a neighbour in.
    earliest: u32,
}

const UNVISITED: Visit = Visit { order: 0, earliest: 0 };

struct Walk<'a> {
    open: &'a BitGrid,
    visits: Grid<Visit>,
    visited: u32,
}

/// A cell on the way from the first cell to where the walk is now.
struct OnWay {
    at: Point,
    next_direction: usize,
}

impl Walk<'_> {
    /// Walks all cells connected with `first` depth first, going back from each once its neighbours are done.
    fn part(&mut self, first: Point, found: &mut BitGrid) {
        let mut way: Vec<OnWay> = Vec::new();
        let mut branches_of_first = 0;
        self.arrive(first, &mut way);
        while let Some(here) = way.last_mut() {
            let at = here.at;
            if let Some(offset) = FOUR.get(here.next_direction) {
                here.next_direction += 1;
                let next = at + *offset;
                if !self.open.contains(next) {
                    continue;
                }
                match self.visits[next].order {
                    0 => self.arrive(next, &mut way),
                    order => self.note_earlier(at, order),
                }
                continue;
            }
            way.pop();
            let Some(before) = way.last().map(|before| before.at) else { break };
            let earliest = self.visits[at].earliest;
            self.note_earlier(before, earliest);
            if before == first {
                branches_of_first += 1;
            } else if earliest >= self.visits[before].order {
                // Nothing come to after `before` gets past it.
                found.insert(before);
            }
        }
        if branches_of_first > 1 {
            found.insert(first);
        }
    }

    fn arrive(&mut self, at: Point, way: &mut Vec<OnWay>) {
        self.visited += 1;
        self.visits[at] = Visit { order: self.visited, earliest: self.visited };
        way.push(OnWay { at, next_direction: 0 });
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
        let parts = Components::of(open, Neighbours::Four).count();
        BitGrid::from_fn(open.size(), |at| {
            let mut without = open.clone();
            without.remove(at) && Components::of(&without, Neighbours::Four).count() > parts
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn without_a_chokepoint_there_are_more_parts(open in maps()) {
            prop_assert_eq!(chokepoints(&open), chokepoints_by_removing_each(&open), "of\n{}", open);
        }
    }

    proptest! {
        #[test]
        fn without_a_chokepoint_there_are_more_parts_on_small_maps(open in small_maps()) {
            prop_assert_eq!(chokepoints(&open), chokepoints_by_removing_each(&open), "of\n{}", open);
        }
    }

    #[test]
    fn the_cells_before_a_door_are_chokepoints_as_the_door_is() {
        let open = testing::open("...#...\n.......\n...#.##\n...#...");
        let expected = marked(".......\n..###..\n....#..\n....##.");
        assert_eq!(chokepoints(&open), expected);
    }

    #[test]
    fn a_long_corridor_is_all_chokepoints_but_its_ends() {
        let corridor = BitGrid::full(Size::new(100_000, 1));
        assert_eq!(chokepoints(&corridor).count(), 99_998);
    }
}

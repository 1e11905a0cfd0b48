//! Everything that can be reached from a cell.
//!
//! ```text
//! ..#..        ##...
//! ..#..   →    ##...        from the top left cell
//! ..#..        ##...
//! ```

use crate::{BitGrid, Neighbours, Point};

/// The open cells that can be reached from `from` over open cells; empty where `from` itself is not open.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, flood};
/// let open = BitGrid::parse("..#..\n..#..", |glyph| glyph == '.');
/// assert_eq!(flood(&open, Point::new(0, 0), Neighbours::Four).count(), 4);
/// ```
#[must_use]
pub fn flood(open: &BitGrid, from: Point, neighbours: Neighbours) -> BitGrid {
    let mut reached = BitGrid::new(open.size());
    if !open.contains(from) {
        return reached;
    }
    // Whole runs of a row are reached at once, so that looking at one cell of a run tells of all of it.
    let (y, run) = (from.y as u32, open.run_around(from.x as u32, from.y as u32));
    reached.insert_span(y, run.clone());
    let mut stack = alloc::vec![(y, run)];
    while let Some((y, run)) = stack.pop() {
        let first = run.start.saturating_sub(neighbours.overhang());
        let end = run.end + neighbours.overhang();
        let (above, below) = (y.checked_sub(1), Some(y + 1).filter(|below| *below < open.size().height));
        for beside in above.into_iter().chain(below) {
            let mut from = first;
            while let Some(x) = open.next_in_row(from, beside).filter(|x| *x < end) {
                let next = open.run_around(x, beside);
                from = next.end;
                if !reached.contains(Point::new(x as i32, beside as i32)) {
                    reached.insert_span(beside, next.clone());
                    stack.push((beside, next));
                }
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::masks::masks;

    fn flooded_until_nothing_changes(open: &BitGrid, from: Point, neighbours: Neighbours) -> BitGrid {
        let mut reached = BitGrid::new(open.size());
        reached.insert(from);
        reached.intersect(open);
        loop {
            let mut next = reached.grown(neighbours);
            next.intersect(open);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    proptest! {
        #[test]
        fn a_flood_ends_where_growing_does(open in masks(), x in 0..130, y in 0..16) {
            let from = Point::new(x % open.size().width as i32, y % open.size().height as i32);
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                prop_assert_eq!(
                    flood(&open, from, neighbours),
                    flooded_until_nothing_changes(&open, from, neighbours)
                );
            }
        }
    }
}

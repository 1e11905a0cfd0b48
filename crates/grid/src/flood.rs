//! Everything that can be reached from a cell.
//!
//! ```text
//! ..#..        ##...
//! ..#..   →    ##...        from the top left cell
//! ..#..        ##...
//! ```

use alloc::vec::Vec;

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
    reached.insert(from);
    let mut stack: Vec<Point> = alloc::vec![from];
    while let Some(at) = stack.pop() {
        for &offset in neighbours.offsets() {
            let next = at + offset;
            if open.contains(next) && reached.insert(next) {
                stack.push(next);
            }
        }
    }
    reached
}

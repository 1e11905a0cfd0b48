//! Lines between two cells: straight ones, and the two legs of an L.

use alloc::vec::Vec;

use crate::Point;

/// Which leg of an L comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Along the row first, then up or down.
    RowFirst,
    /// Up or down first, then along the row.
    ColumnFirst,
}

/// The cells of an L from one cell to another, both ends included, each cell once, each sharing an edge
/// with the one before.
///
/// ```text
/// a---+        a....
/// ....|        |....
/// ....b        +---b
/// RowFirst     ColumnFirst
/// ```
///
/// ```
/// use undercroft_grid::{Corner, Point, l_shape};
/// let cells = l_shape(Point::new(0, 0), Point::new(2, 1), Corner::RowFirst);
/// assert_eq!(cells.len(), 4);
/// assert_eq!(cells[2], Point::new(2, 0));
/// ```
#[must_use]
pub fn l_shape(from: Point, to: Point, corner: Corner) -> Vec<Point> {
    let knee = match corner {
        Corner::RowFirst => Point::new(to.x, from.y),
        Corner::ColumnFirst => Point::new(from.x, to.y),
    };
    let mut cells = alloc::vec![from];
    let mut at = from;
    for target in [knee, to] {
        while at != target {
            at = at + Point::new((target.x - at.x).signum(), (target.y - at.y).signum());
            cells.push(at);
        }
    }
    cells
}

/// The cells of the straight line between two cells by Bresenham's algorithm, both ends included.
///
/// ```text
/// a....
/// .**..
/// ...*b
/// ```
///
/// ```
/// use undercroft_grid::{Point, bresenham};
/// let cells = bresenham(Point::new(0, 0), Point::new(4, 2));
/// assert_eq!(cells.len(), 5);
/// assert_eq!(cells[4], Point::new(4, 2));
/// ```
#[must_use]
pub fn bresenham(from: Point, to: Point) -> Vec<Point> {
    let (dx, dy) = (i64::from(from.x.abs_diff(to.x)), i64::from(from.y.abs_diff(to.y)));
    let step = Point::new((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut error = dx - dy;
    let mut at = from;
    let mut cells = alloc::vec![at];
    while at != to {
        let doubled = 2 * error;
        if doubled > -dy {
            error -= dy;
            at.x += step.x;
        }
        if doubled < dx {
            error += dx;
            at.y += step.y;
        }
        cells.push(at);
    }
    cells
}

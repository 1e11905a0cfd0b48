//! Lines between two cells: straight, straight in four directions, and L-shaped.

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

/// The cells of an L from one cell to another, both ends included. Each cell shares an edge with the one before.
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
    l_cells(from, to, corner).collect()
}

/// The cells of the straight line between two cells by Bresenham's algorithm, both ends included.
///
/// ```text
/// a*...
/// ..**.
/// ....b
/// ```
///
/// ```
/// use undercroft_grid::{Point, bresenham};
/// let cells = bresenham(Point::new(0, 0), Point::new(4, 2));
/// assert_eq!(cells, [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)].map(|(x, y)| Point::new(x, y)));
/// ```
#[must_use]
pub fn bresenham(from: Point, to: Point) -> Vec<Point> {
    straight_cells(from, to).collect()
}

/// The cells that the straight line between the centres of two cells passes through, both ends included. Each cell shares an edge with
/// the one before; where the line passes exactly through a corner, the step along the row comes first.
///
/// ```text
/// a*...
/// .***.
/// ...*b
/// ```
///
/// ```
/// use undercroft_grid::{Point, stepped_line};
/// let cells = stepped_line(Point::new(0, 0), Point::new(4, 2));
/// let expected = [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2)];
/// assert_eq!(cells, expected.map(|(x, y)| Point::new(x, y)));
/// ```
#[must_use]
pub fn stepped_line(from: Point, to: Point) -> Vec<Point> {
    stepped_cells(from, to).collect()
}

// Lines are iterators so that tests can look at the start of the longest ones.

fn l_cells(from: Point, to: Point, corner: Corner) -> impl Iterator<Item = Point> {
    let knee = match corner {
        Corner::RowFirst => Point::new(to.x, from.y),
        Corner::ColumnFirst => Point::new(from.x, to.y),
    };
    let mut target = knee;
    cells_until(from, to, move |at| {
        if at == knee {
            target = to;
        }
        at + direction(at, target)
    })
}

fn straight_cells(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let (dx, dy) = distances(from, to);
    let step = direction(from, to);
    let mut error = dx - dy;
    cells_until(from, to, move |mut at| {
        let doubled = 2 * error;
        if doubled > -dy {
            error -= dy;
            at.x += step.x;
        }
        if doubled < dx {
            error += dx;
            at.y += step.y;
        }
        at
    })
}

fn stepped_cells(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let (dx, dy) = distances(from, to);
    let step = direction(from, to);
    // How much farther along the line the next edge between columns is than the next edge between rows.
    let mut lead = dy - dx;
    cells_until(from, to, move |mut at| {
        if lead <= 0 {
            lead += 2 * dy;
            at.x += step.x;
        } else {
            lead -= 2 * dx;
            at.y += step.y;
        }
        at
    })
}

fn cells_until(from: Point, to: Point, mut next: impl FnMut(Point) -> Point) -> impl Iterator<Item = Point> {
    core::iter::successors(Some(from), move |at| (*at != to).then(|| next(*at)))
}

/// The numbers of columns and rows between two cells, which may not fit an `i32`.
fn distances(from: Point, to: Point) -> (i64, i64) {
    (i64::from(from.x.abs_diff(to.x)), i64::from(from.y.abs_diff(to.y)))
}

/// The step of at most one column and one row towards a cell.
fn direction(from: Point, to: Point) -> Point {
    Point::new(to.x.cmp(&from.x) as i32, to.y.cmp(&from.y) as i32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{EIGHT, FOUR, Rect};

    fn points() -> impl Strategy<Value = Point> {
        (-40..40, -40..40).prop_map(|(x, y)| Point::new(x, y))
    }

    /// How far a cell's centre is from the line, times twice the line's length.
    fn doubled_area(from: Point, to: Point, at: Point) -> u32 {
        let (line, cell) = (to - from, at - from);
        2 * (line.x * cell.y - line.y * cell.x).unsigned_abs()
    }

    fn runs_from_to(cells: &[Point], from: Point, to: Point, steps: &[Point]) -> bool {
        let stepwise = cells.windows(2).all(|pair| steps.contains(&(pair[1] - pair[0])));
        stepwise && cells.first() == Some(&from) && cells.last() == Some(&to)
    }

    proptest! {
        #[test]
        fn straight_lines_stay_within_half_a_cell(from in points(), to in points()) {
            let cells = bresenham(from, to);
            prop_assert!(runs_from_to(&cells, from, to, &EIGHT), "{:?}", cells);
            prop_assert_eq!(cells.len() as u32, from.chebyshev(to) + 1);
            prop_assert!(cells.iter().all(|at| doubled_area(from, to, *at) <= from.chebyshev(to)), "{:?}", cells);
        }

        #[test]
        fn stepped_lines_use_only_cells_that_the_line_touches(from in points(), to in points()) {
            let cells = stepped_line(from, to);
            prop_assert!(runs_from_to(&cells, from, to, &FOUR), "{:?}", cells);
            prop_assert_eq!(cells.len() as u32, from.manhattan(to) + 1);
            prop_assert!(cells.iter().all(|at| doubled_area(from, to, *at) <= from.manhattan(to)), "{:?}", cells);
        }

        #[test]
        fn an_l_is_one_row_and_one_column(from in points(), to in points()) {
            for (corner, knee) in
                [(Corner::RowFirst, Point::new(to.x, from.y)), (Corner::ColumnFirst, Point::new(from.x, to.y))]
            {
                let cells = l_shape(from, to, corner);
                prop_assert!(runs_from_to(&cells, from, to, &FOUR), "{:?}", cells);
                prop_assert_eq!(cells.len() as u32, from.manhattan(to) + 1);
                let legs = [Rect::spanning(from, knee), Rect::spanning(knee, to)];
                prop_assert!(cells.iter().all(|at| legs.iter().any(|leg| leg.contains(*at))), "{:?}", cells);
            }
        }
    }

    #[test]
    fn lines_across_the_whole_coordinate_range_start_towards_their_end() {
        let (first, last) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX - 1));
        for (from, to, away) in [(first, last, 1), (last, first, -1)] {
            let nearer = Point::new(from.x + away, from.y);
            assert_eq!(l_cells(from, to, Corner::RowFirst).nth(1), Some(nearer));
            assert_eq!(stepped_cells(from, to).nth(1), Some(nearer));
            assert_eq!(straight_cells(from, to).nth(1), Some(nearer + Point::new(0, away)));
        }
    }
}

//! Light that goes out from a cell row by row, in beams that what blocks it cuts into narrower ones.

use alloc::vec::Vec;
use core::ops::Range;

use crate::{BitGrid, Point, Size};

/// What is seen from a cell of a window, and whether light reaches the window's edge and may go on beyond it.
pub(super) fn look_around(transparent: &BitGrid, origin: Point) -> (BitGrid, bool) {
    let mut seen = BitGrid::new(transparent.size());
    seen.insert(origin);
    let above_or_below = look_up_and_down(transparent, origin, &mut seen);
    // To the left and right is up and down on the map with x and y exchanged.
    let transparent = transparent.transposed();
    let mut turned = BitGrid::new(transparent.size());
    let beside = look_up_and_down(&transparent, Point::new(origin.y, origin.x), &mut turned);
    seen.unite(&turned.transposed());
    (seen, above_or_below || beside)
}

/// A direction: so many columns to the right in so many rows.
#[derive(Clone, Copy)]
struct Slope {
    columns: i64,
    rows: i64,
}

impl Slope {
    const LEFTMOST: Self = Self { columns: -1, rows: 1 };
    const RIGHTMOST: Self = Self { columns: 1, rows: 1 };

    /// The column it comes to in a row, rounded down, and what that leaves over, out of `rows`.
    const fn column_at(self, depth: i64) -> (i64, i64) {
        let columns = self.columns * depth;
        (columns.div_euclid(self.rows), columns.rem_euclid(self.rows))
    }
}

/// Light that falls between two directions, both included.
#[derive(Clone, Copy)]
struct Beam {
    left: Slope,
    right: Slope,
}

/// Adds what is seen in the quarters above and below a cell; says whether light reaches the first or the last row.
fn look_up_and_down(transparent: &BitGrid, origin: Point, seen: &mut BitGrid) -> bool {
    let (mut beams, mut passed) = (Vec::new(), Vec::new());
    // Lights row after row, going away from the origin, as long as light goes on.
    let mut goes_on_after = |rows: &mut dyn Iterator<Item = i32>| {
        beams.clear();
        beams.push(Beam { left: Slope::LEFTMOST, right: Slope::RIGHTMOST });
        for y in rows {
            let row = Row { y: y as u32, depth: i64::from(y.abs_diff(origin.y)), middle: i64::from(origin.x) };
            for beam in beams.drain(..) {
                row.light(beam, transparent, seen, &mut passed);
            }
            core::mem::swap(&mut beams, &mut passed);
            if beams.is_empty() {
                return false;
            }
        }
        true
    };
    let goes_on_above = goes_on_after(&mut (0..origin.y).rev());
    let goes_on_below = goes_on_after(&mut (origin.y + 1..transparent.size().height as i32));
    goes_on_above || goes_on_below
}

/// A row of the quarter that is looked into.
struct Row {
    y: u32,
    // How many rows it is away from the origin, and the origin's column.
    depth: i64,
    middle: i64,
}

impl Row {
    /// Lights the cells of the row that a beam falls on, and adds what of it goes on behind them.
    fn light(&self, beam: Beam, transparent: &BitGrid, seen: &mut BitGrid, passed: &mut Vec<Beam>) {
        let (left, left_over) = beam.left.column_at(self.depth);
        let (right, right_over) = beam.right.column_at(self.depth);
        // A cell reaches half a column to both sides of its middle.
        let touched = self.on_map(
            left + i64::from(2 * left_over >= beam.left.rows),
            right + i64::from(2 * right_over > beam.right.rows),
            transparent.size(),
        );
        let middle_lit = self.on_map(left + i64::from(left_over > 0), right, transparent.size());
        if touched.is_empty() {
            return;
        }
        // Symmetry is in this: what is transparent is seen only where its middle is lit.
        seen.insert_span(self.y, middle_lit);
        seen.insert_others(self.y, touched.clone(), transparent);

        let mut from = touched.start;
        while let Some(start) = transparent.next_in_row(from, self.y).filter(|start| *start < touched.end) {
            let end = transparent.run_end(start, self.y).min(touched.end);
            passed.push(Beam {
                left: if start == touched.start { beam.left } else { self.left_edge(start) },
                right: if end == touched.end { beam.right } else { self.left_edge(end) },
            });
            from = end;
        }
    }

    /// The columns of the map between two offsets from the middle, both included.
    fn on_map(&self, first: i64, last: i64, map: Size) -> Range<u32> {
        let start = (self.middle + first).max(0);
        let end = (self.middle + last + 1).min(i64::from(map.width)).max(start);
        start as u32..end as u32
    }

    /// The direction of the left edge of a cell of this row.
    fn left_edge(&self, column: u32) -> Slope {
        Slope { columns: 2 * (i64::from(column) - self.middle) - 1, rows: 2 * self.depth }
    }
}

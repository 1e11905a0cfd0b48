//! Symmetric shadowcasting for any radius, by runs of cells.
//!
//! Light spreads from row to row in beams. A run of transparent cells lets part of a beam through; a blocking cell splits it into
//! narrower ones.

use alloc::vec::Vec;
use core::ops::Range;

use crate::{BitGrid, Point, Size};

/// The cells seen from `origin`, and whether light reaches the edge of the map.
pub(super) fn look_around(transparent: &BitGrid, origin: Point) -> (BitGrid, bool) {
    let mut seen = BitGrid::new(transparent.size());
    seen.insert(origin);
    let above_or_below = look_up_and_down(transparent, origin, &mut seen);
    // Left and right are up and down on the transposed map.
    let transparent = transparent.transposed();
    let mut beside = BitGrid::new(transparent.size());
    let left_or_right = look_up_and_down(&transparent, Point::new(origin.y, origin.x), &mut beside);
    seen.unite(&beside.transposed());
    (seen, above_or_below || left_or_right)
}

/// A direction as a fraction: `columns` to the right for every `rows` away from the origin.
#[derive(Clone, Copy)]
struct Slope {
    columns: i64,
    rows: i64,
}

impl Slope {
    /// The column it meets at a depth, rounded down, and the remainder, of `rows`.
    const fn column_at(self, depth: i64) -> (i64, i64) {
        let columns = self.columns * depth;
        (columns.div_euclid(self.rows), columns.rem_euclid(self.rows))
    }
}

/// The light between two directions, both included.
#[derive(Clone, Copy)]
struct Beam {
    left: Slope,
    right: Slope,
}

impl Beam {
    const QUADRANT: Self = Self { left: Slope { columns: -1, rows: 1 }, right: Slope { columns: 1, rows: 1 } };
}

/// Adds what is seen in the quadrants above and below the origin. Returns whether light reaches the first or the last row.
fn look_up_and_down(transparent: &BitGrid, origin: Point, seen: &mut BitGrid) -> bool {
    let (mut beams, mut next_beams) = (Vec::new(), Vec::new());
    let mut light_rows = |rows: &mut dyn Iterator<Item = i32>| {
        beams.clear();
        beams.push(Beam::QUADRANT);
        for y in rows {
            let row = Row { y: y as u32, depth: i64::from(y.abs_diff(origin.y)), middle: i64::from(origin.x) };
            for beam in beams.drain(..) {
                row.light(beam, transparent, seen, &mut next_beams);
            }
            core::mem::swap(&mut beams, &mut next_beams);
            if beams.is_empty() {
                return false;
            }
        }
        true
    };
    let above = light_rows(&mut (0..origin.y).rev());
    let below = light_rows(&mut (origin.y + 1..transparent.size().height as i32));
    above || below
}

/// A row of a quadrant.
struct Row {
    y: u32,
    /// Its distance from the origin.
    depth: i64,
    /// The origin's column.
    middle: i64,
}

impl Row {
    /// Marks the cells of the row that a beam lights, and adds the beams that continue behind it.
    fn light(&self, beam: Beam, transparent: &BitGrid, seen: &mut BitGrid, next_beams: &mut Vec<Beam>) {
        let (left, left_rest) = beam.left.column_at(self.depth);
        let (right, right_rest) = beam.right.column_at(self.depth);
        // A cell extends half a column to both sides of its centre.
        let touched = self.on_map(
            left + i64::from(2 * left_rest >= beam.left.rows),
            right + i64::from(2 * right_rest > beam.right.rows),
            transparent.size(),
        );
        let centre_lit = self.on_map(left + i64::from(left_rest > 0), right, transparent.size());
        if touched.is_empty() {
            return;
        }
        // This is what makes it symmetric: a transparent cell is seen only if its centre is lit.
        seen.insert_span(self.y, centre_lit);
        seen.insert_others(self.y, touched.clone(), transparent);

        let mut from = touched.start;
        while let Some(start) = transparent.next_in_row(from, self.y).filter(|start| *start < touched.end) {
            let end = transparent.run_end(start, self.y).min(touched.end);
            next_beams.push(Beam {
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

    /// The direction of the left edge of a cell in this row.
    fn left_edge(&self, column: u32) -> Slope {
        Slope { columns: 2 * (i64::from(column) - self.middle) - 1, rows: 2 * self.depth }
    }
}

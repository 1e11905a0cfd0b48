//! The same light as in the general case, where all that can be seen lies in a window of at most 64 by 64 cells: a row is
//! a word, and nothing is kept anywhere but on the stack.

use super::slope::Slope;
use crate::{BitGrid, Point, Rect};

/// The longest side of a window that is looked at this way.
pub(super) const LONGEST: u32 = 64;

/// The rows of a window: bit n is column n.
type Rows = [u64; LONGEST as usize];

/// What is seen from a cell of a window of the map, and whether light reaches the window's edge and may go on beyond it.
pub(super) fn look_around(transparent: &BitGrid, window: Rect, origin: Point) -> (BitGrid, bool) {
    let mut rows: Rows = [0; LONGEST as usize];
    transparent.copy_window(window, &mut rows);
    let mut upright = Eye { rows, width: window.width, origin, seen: [0; LONGEST as usize], goes_on: false };
    upright.seen[origin.y as usize] = 1 << origin.x;
    upright.look_up_and_down(window.height);
    // To the left and right is up and down with x and y exchanged.
    let side = window.width.max(window.height) as usize;
    BitGrid::transpose_block(&mut rows, side);
    let (width, origin) = (window.height, Point::new(origin.y, origin.x));
    let mut turned = Eye { rows, width, origin, seen: [0; LONGEST as usize], goes_on: false };
    turned.look_up_and_down(window.width);
    BitGrid::transpose_block(&mut turned.seen, side);
    let mut seen = BitGrid::new(window.size());
    for (y, (upright, turned)) in (0..window.height).zip(upright.seen.iter().zip(turned.seen)) {
        seen.row_mut(y)[0] = upright | turned;
    }
    (seen, upright.goes_on || turned.goes_on)
}

/// Looks up and down from a cell.
struct Eye {
    rows: Rows,
    width: u32,
    origin: Point,
    seen: Rows,
    goes_on: bool,
}

impl Eye {
    fn look_up_and_down(&mut self, height: u32) {
        self.cast(-1, height as i32, 1, Slope::LEFTMOST, Slope::RIGHTMOST);
        self.cast(1, height as i32, 1, Slope::LEFTMOST, Slope::RIGHTMOST);
    }

    /// Follows a beam of light between two directions, both included, from a row to the next. Where something parts it,
    /// the last part goes on from here, and the others are followed on their own.
    fn cast(&mut self, step: i32, height: i32, depth: i32, left: Slope, right: Slope) {
        let (mut depth, mut left, mut right) = (depth, left, right);
        loop {
            let y = self.origin.y + step * depth;
            if !(0..height).contains(&y) {
                self.goes_on = true;
                return;
            }
            let y = y as usize;
            let [touched, middle_lit] = left.columns_to(right, depth).map(|columns| self.on_map(columns));
            let clear = self.rows[y];
            // Symmetry is in this: what is transparent is seen only where its middle is lit.
            self.seen[y] |= middle_lit | (touched & !clear);
            let mut passes = touched & clear;
            if passes == 0 {
                return;
            }
            let (first, end) = (touched.trailing_zeros(), 64 - touched.leading_zeros());
            loop {
                let start = passes.trailing_zeros();
                let stop = start + (!(passes >> start)).trailing_zeros();
                let through_left = if start == first { left } else { self.left_edge(start, depth) };
                let through_right = if stop == end { right } else { self.left_edge(stop, depth) };
                passes = passes.checked_shr(stop).unwrap_or(0).checked_shl(stop).unwrap_or(0);
                if passes == 0 {
                    (left, right) = (through_left, through_right);
                    break;
                }
                self.cast(step, height, depth + 1, through_left, through_right);
            }
            depth += 1;
        }
    }

    /// The columns of the window between two offsets from the middle, both included.
    fn on_map(&self, [first, last]: [i32; 2]) -> u64 {
        let start = (self.origin.x + first).max(0);
        let end = (self.origin.x + last + 1).min(self.width as i32);
        if start >= end { 0 } else { u64::MAX << start & u64::MAX >> (64 - end) }
    }

    /// The direction of the left edge of a cell of a row.
    const fn left_edge(&self, column: u32, depth: i32) -> Slope {
        Slope { columns: 2 * (column as i32 - self.origin.x) - 1, rows: 2 * depth }
    }
}

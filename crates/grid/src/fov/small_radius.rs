//! Symmetric shadowcasting within a small radius: eight octants at once, without a branch or a division per cell.
//!
//! The edges of all cells within the radius cut an octant into sectors:
//!
//! ```text
//! direction, in columns per row     0    1/4    1/2    3/4    1
//! cells one row away                |     0      |     1      |
//! cells two rows away               |  0  |      1     |  2   |
//! sectors of these two rows         |  a  |  b   |  c  |  d   |
//! ```
//!
//! The light in an octant is a set of sectors, one bit each. A blocking cell removes the sectors it touches, which a table lists. The
//! octants are mirror images, so loops over lanes treat them all alike, and compilers vectorise those loops.

use alloc::vec::Vec;
use core::array;

use crate::{BitGrid, Point, Rect};

/// The largest radius in the table. Up to here the edges make 32 sectors, one for each bit of a word.
pub(super) const MAX_RADIUS: u32 = 9;

/// The distances from the centre, 0 included.
const RINGS: usize = MAX_RADIUS as usize + 1;

/// The rows around the centre: bit n is column n, and the centre is at row and column [`MAX_RADIUS`].
type Rows = [u32; 2 * RINGS - 1];

/// Words for two rows equally far above and below the centre, for the columns to the right and to the left: right above, right
/// below, left above, left below.
///
/// Four octants lead away from the centre by rows, the other four by columns. Both kinds use the same lanes, with rows and
/// columns exchanged.
type Lanes = [u32; 4];

/// The bits of the columns at each distance from the centre.
const COLUMNS: [Lanes; RINGS] = {
    let mut columns = [[0; 4]; RINGS];
    let mut distance = 0;
    while distance < RINGS {
        let (right, left) = (1 << (RINGS - 1 + distance), 1 << (RINGS - 1 - distance));
        columns[distance] = [right, right, left, left];
        distance += 1;
    }
    columns
};

/// The cells seen within a radius of at most [`MAX_RADIUS`]. The window is the part of the map the radius covers, and `origin` lies
/// in it.
pub(super) fn look_around(transparent: &BitGrid, window: Rect, origin: Point, radius: u32) -> BitGrid {
    let (first, shift) = (MAX_RADIUS as usize - origin.y as usize, MAX_RADIUS - origin.x as u32);
    let on_map = first..first + window.height as usize;
    let mut words = [0; 2 * RINGS - 1];
    transparent.column_words(window.x as u32, window.y as u32, &mut words[on_map.clone()]);
    let seen = light(&words.map(|word| (word << shift) as u32), radius as usize);
    // Cells outside the map count as walls, and must not be reported as seen.
    let columns = u32::MAX >> (32 - window.width);
    let words: Vec<u64> = seen[on_map].iter().map(|row| u64::from(row >> shift & columns)).collect();
    BitGrid::from_words(window.size(), words)
}

/// The cells that a light in the centre reaches.
fn light(clear: &Rows, radius: usize) -> Rows {
    let centre = RINGS - 1;
    let clear: [Lanes; RINGS] = array::from_fn(|distance| {
        let (above, below) = (clear[centre - distance], clear[centre + distance]);
        [above, below, above, below]
    });
    let mut seen = [[0; 4]; RINGS];
    let (mut by_rows, mut by_columns) = (Octants::LIT, Octants::LIT);
    for depth in 1..=radius {
        let mut seen_in_row = [0; 4];
        for aside in 0..CELLS_IN_ROW[radius][depth] {
            let cell = CELLS[depth][aside];
            by_rows.light(cell, clear[depth], COLUMNS[aside], &mut seen_in_row);
            by_columns.light(cell, clear[aside], COLUMNS[depth], &mut seen[aside]);
        }
        for lane in 0..4 {
            seen[depth][lane] |= seen_in_row[lane];
        }
        by_rows.finish_row();
        by_columns.finish_row();
    }
    let mut rows: Rows = [0; 2 * RINGS - 1];
    for (distance, [above, below, above_left, below_left]) in seen.into_iter().enumerate() {
        rows[centre - distance] |= above | above_left;
        rows[centre + distance] |= below | below_left;
    }
    rows[centre] |= 1 << centre;
    rows
}

/// Four octants: the sectors that light reaches.
struct Octants {
    light: Lanes,
    /// The light that remains behind the current row.
    behind: Lanes,
}

impl Octants {
    const LIT: Self = Self { light: [u32::MAX; 4], behind: [u32::MAX; 4] };

    /// Lights one cell of the current row in each octant, and marks it if it is seen.
    #[inline(always)]
    fn light(&mut self, cell: Cell, clear: Lanes, column: Lanes, seen: &mut Lanes) {
        for lane in 0..4 {
            let shadow = if clear[lane] & column[lane] == 0 { cell.touched } else { 0 };
            self.behind[lane] &= !shadow;
            // This is what makes it symmetric: a transparent cell is seen only if its centre is lit.
            let is_lit = self.light[lane] & (shadow | cell.centre) != 0;
            seen[lane] |= if is_lit { column[lane] } else { 0 };
        }
    }

    const fn finish_row(&mut self) {
        self.light = self.behind;
    }
}

/// The sectors of an octant that concern a cell, one bit each.
#[derive(Clone, Copy)]
struct Cell {
    /// The sectors that the cell overlaps.
    touched: u32,
    /// The sectors that its centre lies in, or on the edge of.
    centre: u32,
}

/// The cells of an octant, by depth (rows away from the centre) and columns aside.
const CELLS: [[Cell; RINGS]; RINGS] = cells();

/// The number of cells in each row of an octant within a radius, by radius and depth.
const CELLS_IN_ROW: [[usize; RINGS]; RINGS] = cells_in_rows();

/// Directions are given as columns for this many rows. Twice every depth divides it, so the edges and centres of all cells are
/// whole numbers.
const ROWS: usize = 2 * 2520;

const fn cells() -> [[Cell; RINGS]; RINGS] {
    let is_edge = edges();
    let mut cells = [[Cell { touched: 0, centre: 0 }; RINGS]; RINGS];
    let (mut start, mut index) = (0, 0);
    let mut end = 1;
    while end <= ROWS {
        if is_edge[end] {
            add_sector(&mut cells, start, end, 1 << index);
            (start, index) = (end, index + 1);
        }
        end += 1;
    }
    cells
}

/// Which directions are the end of the octant or the edge of a cell that has others behind it.
const fn edges() -> [bool; ROWS + 1] {
    let mut is_edge = [false; ROWS + 1];
    is_edge[ROWS] = true;
    let mut depth = 1;
    while depth < MAX_RADIUS as usize {
        let mut aside = 0;
        while aside < depth {
            is_edge[(2 * aside + 1) * ROWS / (2 * depth)] = true;
            aside += 1;
        }
        depth += 1;
    }
    is_edge
}

/// Adds the sector between two directions to the cells it concerns.
const fn add_sector(cells: &mut [[Cell; RINGS]; RINGS], start: usize, end: usize, bit: u32) {
    let mut depth = 1;
    while depth < RINGS {
        let mut aside = 0;
        while aside <= depth {
            let (centre, half) = (aside * ROWS / depth, ROWS / (2 * depth));
            let cell = &mut cells[depth][aside];
            if start < centre + half && end + half > centre {
                cell.touched |= bit;
            }
            if start <= centre && centre <= end {
                cell.centre |= bit;
            }
            aside += 1;
        }
        depth += 1;
    }
}

const fn cells_in_rows() -> [[usize; RINGS]; RINGS] {
    let mut counts = [[0; RINGS]; RINGS];
    let mut radius = 0;
    while radius < RINGS {
        let mut depth = 1;
        while depth <= radius {
            let mut aside = 0;
            while aside <= depth && depth * depth + aside * aside <= radius * radius + radius {
                aside += 1;
            }
            counts[radius][depth] = aside;
            depth += 1;
        }
        radius += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_each_row_share_all_sectors() {
        for (depth, row) in CELLS.iter().enumerate().skip(1) {
            let cells = &row[..=depth];
            assert_eq!(cells.iter().fold(0, |all, cell| all | cell.touched), u32::MAX, "row {depth}");
            assert!(cells.iter().all(|cell| cell.centre & !cell.touched == 0 && cell.centre != 0), "row {depth}");
            // Nothing is lit behind the last row, so its cells may share sectors.
            if depth < MAX_RADIUS as usize {
                let counts = cells.iter().map(|cell| cell.touched.count_ones());
                assert_eq!(counts.sum::<u32>(), u32::BITS, "row {depth}");
            }
        }
    }
}

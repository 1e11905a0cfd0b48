//! The sectors that the edges of near cells cut an octant into, an eighth of all directions from a cell.
//!
//! ```text
//! direction, as columns aside in a row:  0    1/4    1/2    3/4    1
//! cells of the first row outwards        |     0      |     1      |
//! cells of the second row                |  0  |      1     |  2   |
//! sectors of these two rows              |  a  |  b   |  c  |  d   |
//! ```
//!
//! With the edges of all rows that light goes through, each cell's shadow is a set of whole sectors, and so is the light
//! behind any cells.

/// The largest radius that there are sectors for: the edges of all rows before the last make 32, as many as a word has bits.
pub(super) const LARGEST: u32 = 9;

/// How many rings of cells there are, with the cell in the middle as the first.
pub(super) const RINGS: usize = LARGEST as usize + 1;

/// The sectors of an octant that have to do with a cell: a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Sectors {
    /// Those that some of the cell lies in.
    pub(super) touched: u32,
    /// Those that its middle lies in, or on the edge of.
    pub(super) middle: u32,
}

/// The sectors of each cell of an octant, by how far outwards and how far aside it is.
pub(super) const SECTORS: [[Sectors; RINGS]; RINGS] = sectors();

/// How many cells of an octant lie within a radius in a row, by the radius and how far outwards the row is.
pub(super) const CELLS_IN_ROW: [[usize; RINGS]; RINGS] = cells_in_rows();

/// A direction is told by how many columns it goes aside in so many rows. Twice the number of each row divides it: so the
/// directions of all edges and middles of cells are whole numbers.
const ROWS: usize = 2 * 2520;

const fn sectors() -> [[Sectors; RINGS]; RINGS] {
    let is_edge = edges();
    let mut sectors = [[Sectors { touched: 0, middle: 0 }; RINGS]; RINGS];
    let (mut start, mut index) = (0, 0);
    let mut end = 1;
    while end <= ROWS {
        if is_edge[end] {
            add_sector(&mut sectors, start, end, 1 << index);
            (start, index) = (end, index + 1);
        }
        end += 1;
    }
    sectors
}

/// Which directions are edges of cells that have others behind them, or the end of the octant.
const fn edges() -> [bool; ROWS + 1] {
    let mut is_edge = [false; ROWS + 1];
    is_edge[ROWS] = true;
    let mut outwards = 1;
    while outwards < LARGEST as usize {
        let mut aside = 0;
        while aside < outwards {
            is_edge[(2 * aside + 1) * ROWS / (2 * outwards)] = true;
            aside += 1;
        }
        outwards += 1;
    }
    is_edge
}

/// Adds a sector between two directions to the cells that it has to do with.
const fn add_sector(sectors: &mut [[Sectors; RINGS]; RINGS], start: usize, end: usize, bit: u32) {
    let mut outwards = 1;
    while outwards < RINGS {
        let mut aside = 0;
        while aside <= outwards {
            let (middle, half) = (aside * ROWS / outwards, ROWS / (2 * outwards));
            let cell = &mut sectors[outwards][aside];
            if start < middle + half && end + half > middle {
                cell.touched |= bit;
            }
            if start <= middle && middle <= end {
                cell.middle |= bit;
            }
            aside += 1;
        }
        outwards += 1;
    }
}

const fn cells_in_rows() -> [[usize; RINGS]; RINGS] {
    let mut cells = [[0; RINGS]; RINGS];
    let mut radius = 0;
    while radius < RINGS {
        let mut outwards = 1;
        while outwards <= radius {
            let mut aside = 0;
            while aside <= outwards && outwards * outwards + aside * aside <= radius * radius + radius {
                aside += 1;
            }
            cells[radius][outwards] = aside;
            outwards += 1;
        }
        radius += 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_row_share_out_all_sectors() {
        for (outwards, row) in SECTORS.iter().enumerate().skip(1) {
            let cells = &row[..=outwards];
            assert_eq!(cells.iter().fold(0, |all, cell| all | cell.touched), u32::MAX, "row {outwards}");
            assert!(cells.iter().all(|cell| cell.middle & !cell.touched == 0 && cell.middle != 0), "row {outwards}");
            // Behind the last row nothing is lit, so that its cells need no sectors of their own.
            if outwards < LARGEST as usize {
                let counts = cells.iter().map(|cell| cell.touched.count_ones());
                assert_eq!(counts.sum::<u32>(), u32::BITS, "row {outwards}");
            }
        }
    }
}

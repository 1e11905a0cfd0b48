//! The same light within a small radius, into all eight octants at once, and without a branch or a division for any cell.
//!
//! Light in an octant is a set of its [sectors](super::sectors), the bits of a word; a cell that blocks takes out those
//! that it touches. Octants are mirror images of each other: what is done to a cell of one is done to the like cells of
//! the others, in loops over lanes that compilers make vectors of.

use alloc::vec::Vec;
use core::array;

use super::sectors::{CELLS_IN_ROW, LARGEST, RINGS, SECTORS, Sectors};
use crate::{BitGrid, Point, Rect};

/// The rows around the middle one: bit n is column n, and the middle is bit and row [`LARGEST`].
type Rows = [u32; 2 * RINGS - 1];

/// Words for a row above the middle and the like row below it, once for the columns to the right, once for those to the
/// left: right above, right below, left above, left below.
///
/// Octants above and below go outwards by rows and aside by columns, those to the right and left aside by rows and
/// outwards by columns. So the lanes are the four octants of either kind, with rows and columns exchanged.
type Lanes = [u32; 4];

/// The bits of the columns that are so far away from the middle.
const COLUMNS: [Lanes; RINGS] = {
    let mut columns = [[0; 4]; RINGS];
    let mut away = 0;
    while away < RINGS {
        let (right, left) = (1 << (RINGS - 1 + away), 1 << (RINGS - 1 - away));
        columns[away] = [right, right, left, left];
        away += 1;
    }
    columns
};

/// What is seen within a radius of at most [`LARGEST`] from a cell of a window, which is all of the map that the radius
/// reaches.
pub(super) fn look_around(transparent: &BitGrid, window: Rect, origin: Point, radius: u32) -> BitGrid {
    let (first, shift) = (LARGEST as usize - origin.y as usize, LARGEST - origin.x as u32);
    let on_map = first..first + window.height as usize;
    let mut words = [0; 2 * RINGS - 1];
    transparent.column_words(window.x as u32, window.y as u32, &mut words[on_map.clone()]);
    let seen = light(&words.map(|word| (word << shift) as u32), radius as usize);
    // What is off the map blocks sight here, and may be seen as such.
    let columns = u32::MAX >> (32 - window.width);
    let words: Vec<u64> = seen[on_map].iter().map(|row| u64::from(row >> shift & columns)).collect();
    BitGrid::from_words(window.size(), words)
}

/// The cells that a light in the middle falls on.
fn light(clear: &Rows, radius: usize) -> Rows {
    let middle = RINGS - 1;
    let clear: [Lanes; RINGS] = array::from_fn(|away| {
        let (above, below) = (clear[middle - away], clear[middle + away]);
        [above, below, above, below]
    });
    let mut seen = [[0; 4]; RINGS];
    let (mut above_and_below, mut beside) = (Octants::LIT, Octants::LIT);
    for outwards in 1..=radius {
        let mut seen_in_row = [0; 4];
        for aside in 0..CELLS_IN_ROW[radius][outwards] {
            let sectors = SECTORS[outwards][aside];
            above_and_below.light(sectors, clear[outwards], COLUMNS[aside], &mut seen_in_row);
            beside.light(sectors, clear[aside], COLUMNS[outwards], &mut seen[aside]);
        }
        for lane in 0..4 {
            seen[outwards][lane] |= seen_in_row[lane];
        }
        above_and_below.go_on();
        beside.go_on();
    }
    let mut rows: Rows = [0; 2 * RINGS - 1];
    for (away, [above, below, above_left, below_left]) in seen.into_iter().enumerate() {
        rows[middle - away] |= above | above_left;
        rows[middle + away] |= below | below_left;
    }
    rows[middle] |= 1 << middle;
    rows
}

/// The light in four octants: the sectors that it falls into.
struct Octants {
    light: Lanes,
    // What is left of it behind the cells of the row that it falls on.
    behind: Lanes,
}

impl Octants {
    const LIT: Self = Self { light: [u32::MAX; 4], behind: [u32::MAX; 4] };

    /// Lights a cell of the row in each octant, and adds those that are seen.
    #[inline(always)]
    fn light(&mut self, sectors: Sectors, clear: Lanes, column: Lanes, seen: &mut Lanes) {
        for lane in 0..4 {
            let shadow = if clear[lane] & column[lane] == 0 { sectors.touched } else { 0 };
            self.behind[lane] &= !shadow;
            // Symmetry is in this: what is transparent is seen only where its middle is lit.
            let is_lit = self.light[lane] & (shadow | sectors.middle) != 0;
            seen[lane] |= if is_lit { column[lane] } else { 0 };
        }
    }

    /// Goes on to the next row.
    const fn go_on(&mut self) {
        self.light = self.behind;
    }
}

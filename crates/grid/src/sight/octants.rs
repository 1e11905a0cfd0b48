//! The same light for small radii: all eight eighths of the circle at once, without a division or a branch for a cell.
//!
//! ```text
//!    \ 1 | 0 /         Light goes out from the middle into eight octants that are mirror images of each other. Seen
//!   3 \  |  / 2        from the middle, the edges of all cells of an octant cut its directions into few sectors, so
//!  -----   -----       that a word holds a bit for each. A cell that blocks takes the light from the sectors that it
//!   3' / | \ 2'        covers; what is lit is told by the sectors that are left.
//!    / 1'| 0'\
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, Point, Rect};

/// The largest radius that is looked at this way: the edges of the cells of the rings before the last must not make more
/// sectors than a word of 32 bits has.
pub(super) const LARGEST: u32 = 9;

const RINGS: usize = LARGEST as usize + 1;

/// A word for each row of the same distance to the middle, above and below, and for both sides of the middle: the rows
/// `[above, below, above, below]`, of which the first two are looked at to the right, the others to the left.
///
/// An octant above or below goes outwards by rows and aside by columns, one to the left or right the other way round:
/// so the two are the same but for which of the two picks the row and which the bit.
type Lanes = [u32; 4];

/// The bit of the column that is so far from the middle, in each lane.
const COLUMNS: [Lanes; RINGS] = {
    let mut columns = [[0; 4]; RINGS];
    let mut aside = 0;
    while aside < RINGS {
        let (right, left) = (1 << (LARGEST as usize + aside), 1 << (LARGEST as usize - aside));
        columns[aside] = [right, right, left, left];
        aside += 1;
    }
    columns
};

/// The sectors of an octant that belong to a cell.
#[derive(Clone, Copy)]
struct Sectors {
    /// Those that the cell lies in, in part or as a whole.
    touched: u32,
    /// Those that its middle lies in, or on the edge of.
    middle: u32,
}

/// The sectors of each cell of an octant, by how far out and how far aside it is.
const SECTORS: [[Sectors; RINGS]; RINGS] = sectors();

/// How far aside the cells of a ring are, by the radius and how far out the ring is.
const WIDTHS: [[usize; RINGS]; RINGS] = widths();

const fn sectors() -> [[Sectors; RINGS]; RINGS] {
    // Directions as columns aside in so many rows outwards: as all smaller numbers divide it, the edges and middles of
    // all cells are whole numbers.
    const ROWS: usize = 2 * 2520;
    let mut is_edge = [false; ROWS];
    let mut out = 1;
    while out < RINGS - 1 {
        let mut aside = 0;
        while aside < out {
            is_edge[(2 * aside + 1) * ROWS / (2 * out)] = true;
            aside += 1;
        }
        out += 1;
    }
    let mut sectors = [[Sectors { touched: 0, middle: 0 }; RINGS]; RINGS];
    let (mut start, mut sector) = (0, 1_u32);
    let mut end = 1;
    while end <= ROWS {
        if end == ROWS || is_edge[end] {
            let mut out = 1;
            while out < RINGS {
                let mut aside = 0;
                while aside <= out {
                    let (half, middle) = (ROWS / (2 * out), aside * ROWS / out);
                    if start < middle + half && end + half > middle {
                        sectors[out][aside].touched |= sector;
                    }
                    if start <= middle && middle <= end {
                        sectors[out][aside].middle |= sector;
                    }
                    aside += 1;
                }
                out += 1;
            }
            start = end;
            sector = sector.wrapping_shl(1);
        }
        end += 1;
    }
    sectors
}

const fn widths() -> [[usize; RINGS]; RINGS] {
    let mut widths = [[0; RINGS]; RINGS];
    let mut radius = 1;
    while radius < RINGS {
        let mut out = 1;
        while out <= radius {
            while widths[radius][out] < out
                && (widths[radius][out] + 1) * (widths[radius][out] + 1) + out * out <= radius * radius + radius
            {
                widths[radius][out] += 1;
            }
            out += 1;
        }
        radius += 1;
    }
    widths
}

/// What is seen from a cell of the map within a radius, in the window of the map around it.
pub(super) fn look_around(transparent: &BitGrid, window: Rect, origin: Point, radius: u32) -> BitGrid {
    let clear = rows_around(transparent, window, origin);
    let seen = light(&clear, radius as usize);
    let shift = LARGEST - (origin.x - window.x) as u32;
    let mask = u32::MAX >> (32 - window.width);
    let first = (LARGEST as i32 - (origin.y - window.y)) as usize;
    let rows = &seen[first..][..window.height as usize];
    let words: Vec<u64> = rows.iter().map(|row| u64::from(row >> shift & mask)).collect();
    BitGrid::from_words(window.size(), words)
}

/// The rows around a cell, which is the middle bit of the middle one; where the map ends, they are blocked.
fn rows_around(transparent: &BitGrid, window: Rect, origin: Point) -> [u32; 2 * RINGS - 1] {
    let mut rows = [0; 2 * RINGS - 1];
    let first = (LARGEST as i32 - (origin.y - window.y)) as usize;
    let rows_of_window = &mut rows[first..][..window.height as usize];
    let words_in_row = transparent.words_in_row();
    let words = transparent.words()[window.y as usize * words_in_row..].chunks_exact(words_in_row);
    // From the word before the first one, as the leftmost column may be off the map.
    let column = origin.x as u32 + 64 - LARGEST;
    let (word, shift) = (column as usize / 64, column % 64);
    for (to, row) in rows_of_window.iter_mut().zip(words) {
        let left = if word > 0 { row[word - 1] } else { 0 };
        let right = if word < words_in_row { row[word] } else { 0 };
        // Twice, as no word can be shifted by 64.
        *to = (left >> shift | right << 1 << (63 - shift)) as u32;
    }
    rows
}

/// The cells that are lit, of rows of cells with the light in the middle.
fn light(clear: &[u32; 2 * RINGS - 1], radius: usize) -> [u32; 2 * RINGS - 1] {
    let clear: [Lanes; RINGS] = core::array::from_fn(|away| {
        let (above, below) = (clear[RINGS - 1 - away], clear[RINGS - 1 + away]);
        [above, below, above, below]
    });
    let mut seen = [[0; 4]; RINGS];
    seen[0] = COLUMNS[0];
    let (mut upright, mut turned) = ([u32::MAX; 4], [u32::MAX; 4]);
    for out in 1..=radius {
        let (mut upright_left, mut turned_left) = (upright, turned);
        for aside in 0..=WIDTHS[radius][out] {
            let sectors = SECTORS[out][aside];
            let lit = pass(upright, &mut upright_left, clear[out], COLUMNS[aside], sectors);
            for lane in 0..4 {
                seen[out][lane] |= lit[lane];
            }
            let lit = pass(turned, &mut turned_left, clear[aside], COLUMNS[out], sectors);
            for lane in 0..4 {
                seen[aside][lane] |= lit[lane];
            }
        }
        (upright, turned) = (upright_left, turned_left);
    }
    let mut rows = [0; 2 * RINGS - 1];
    rows[RINGS - 1] = seen[0][0] | seen[0][1] | seen[0][2] | seen[0][3];
    for away in 1..RINGS {
        rows[RINGS - 1 - away] = seen[away][0] | seen[away][2];
        rows[RINGS - 1 + away] = seen[away][1] | seen[away][3];
    }
    rows
}

/// Lets light fall on a cell of each lane: the column if it is seen; takes the sectors that are blocked out of what is left.
#[inline]
fn pass(light: Lanes, left: &mut Lanes, clear: Lanes, column: Lanes, sectors: Sectors) -> Lanes {
    core::array::from_fn(|lane| {
        let covered = if clear[lane] & column[lane] == 0 { sectors.touched } else { 0 };
        left[lane] &= !covered;
        // Symmetry is in this: what is transparent is seen only where its middle is lit.
        if light[lane] & (covered | sectors.middle) == 0 { 0 } else { column[lane] }
    })
}

//! Converts between tiles (a byte per cell) and sets of cells (a bit per cell), 8 or 64 cells at a time.

use undercroft_grid::{BitGrid, Grid};

use crate::tile::Tile;

/// Expands each bit of a byte into a byte: all ones where the bit is set, zero elsewhere.
const SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte][bit] = if byte >> bit & 1 == 1 { u8::MAX } else { 0 };
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Floor where `open` is set, rock elsewhere.
pub(super) fn floor_on_rock(open: &BitGrid) -> Grid<Tile> {
    let size = open.size();
    let mut tiles = Vec::with_capacity(size.area());
    for y in 0..size.height {
        let mut left = size.width as usize;
        for word in open.row(y) {
            let mut cells = [Tile::WALL; 64];
            for (eight, byte) in cells.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
                *eight = SPREAD[usize::from(byte)].map(|mask| Tile(mask & Tile::FLOOR.0));
            }
            tiles.extend_from_slice(&cells[..left.min(64)]);
            left = left.saturating_sub(64);
        }
    }
    Grid::from_vec(size, tiles)
}

/// Sets every cell of a row whose bit is set to `tile`. Bit `b` of word `w` is column `64 * w + b`.
pub(super) fn paint(cells: &mut [Tile], words: &[u64], tile: Tile) {
    for_each_eight(cells, words, |cells, mask| {
        for (cell, mask) in cells.iter_mut().zip(mask) {
            cell.0 = (cell.0 & !mask) | (tile.0 & mask);
        }
    });
}

/// Replaces every cell of a row whose bit is set with the table's entry for its tile.
pub(super) fn repaint(cells: &mut [Tile], words: &[u64], table: &[Tile; 256]) {
    let of_rock = table[usize::from(Tile::WALL.0)];
    for_each_eight(cells, words, |cells, mask| {
        // Rock is 0, and usually these cells are all rock.
        if cells.iter().zip(mask).fold(0, |other, (cell, mask)| other | (cell.0 & mask)) == 0 {
            for (cell, mask) in cells.iter_mut().zip(mask) {
                cell.0 |= of_rock.0 & mask;
            }
        } else {
            for (cell, _) in cells.iter_mut().zip(mask).filter(|(_, mask)| **mask != 0) {
                *cell = table[usize::from(cell.0)];
            }
        }
    });
}

/// Calls `each` with every group of eight cells and a byte mask for it, skipping words without set bits. The last
/// group of a row may be shorter.
#[inline(always)]
fn for_each_eight(cells: &mut [Tile], words: &[u64], mut each: impl FnMut(&mut [Tile], &[u8])) {
    for (cells, word) in cells.chunks_mut(64).zip(words) {
        if *word == 0 {
            continue;
        }
        let (eights, rest) = cells.as_chunks_mut::<8>();
        let bytes = word.to_le_bytes();
        for (eight, byte) in eights.iter_mut().zip(bytes) {
            each(eight, &SPREAD[usize::from(byte)]);
        }
        if !rest.is_empty() {
            let byte = bytes[cells.len() / 8];
            let rest = cells.as_chunks_mut::<8>().1;
            let mask = &SPREAD[usize::from(byte)][..rest.len()];
            each(rest, mask);
        }
    }
}

/// Evaluates a predicate on rows of tiles, 64 at a time. The predicate runs once per kind of tile, not once per cell.
pub(super) struct Sieve<F> {
    passes: F,
    /// The result for rock and for floor, repeated across 64 bits.
    common: [u64; 2],
    /// The result for every tile, 0 or 1. Computed on first use.
    table: Option<Box<[u8; 256]>>,
}

impl<F: Fn(Tile) -> bool> Sieve<F> {
    pub(super) fn new(passes: F) -> Self {
        let common = [Tile::WALL, Tile::FLOOR].map(|tile| if passes(tile) { u64::MAX } else { 0 });
        Self { passes, common, table: None }
    }

    /// Sets the bits of the cells in a row that pass and clears all others.
    pub(super) fn row(&mut self, cells: &[Tile], words: &mut [u64]) {
        let (chunks, rest) = cells.as_chunks::<64>();
        let (whole, last) = words.split_at_mut(chunks.len());
        for (chunk, word) in chunks.iter().zip(whole) {
            *word = self.word(chunk);
        }
        if let Some(word) = last.first_mut() {
            let mut chunk = [Tile::WALL; 64];
            chunk[..rest.len()].copy_from_slice(rest);
            // Clears the bits beyond the end of the row.
            *word = self.word(&chunk) & !(u64::MAX << rest.len());
        }
    }

    #[inline(always)]
    fn word(&mut self, cells: &[Tile; 64]) -> u64 {
        // Rock and floor are 0 and 1, and usually there is nothing else.
        if cells.iter().fold(0, |all, cell| all | cell.0) <= 1 {
            let floor = pack(cells, |cell| cell.0);
            (floor & self.common[1]) | (!floor & self.common[0])
        } else {
            let passes = &self.passes;
            let table =
                self.table.get_or_insert_with(|| Box::new(std::array::from_fn(|id| u8::from(passes(Tile(id as u8))))));
            pack(cells, |cell| table[usize::from(cell.0)])
        }
    }
}

/// Packs 64 values, each 0 or 1, into the bits of a word.
#[inline(always)]
fn pack(cells: &[Tile; 64], value: impl Fn(Tile) -> u8) -> u64 {
    // The multiplication moves the lowest bit of byte n to bit 56 + n; no two partial products overlap.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = cells.as_chunks::<8>();
    let bytes = eights.iter().map(|eight| u64::from_le_bytes(eight.map(&value)).wrapping_mul(GATHER) >> 56);
    bytes.enumerate().fold(0, |word, (index, byte)| word | byte << (8 * index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    /// Random rows of rock and floor; every second row has other tiles too.
    fn rows() -> impl Iterator<Item = (Vec<Tile>, Vec<u64>)> {
        (0..600_u64).map(|seed| {
            let mut rng = Seed::from(seed).fork("row").rng();
            let kinds = if seed % 2 == 0 { 2 } else { 9 };
            let cells: Vec<Tile> = (0..rng.below(200)).map(|_| Tile(rng.below(kinds) as u8)).collect();
            let mut words: Vec<u64> = (0..cells.len().div_ceil(64)).map(|_| rng.next_u64() & rng.next_u64()).collect();
            if let Some(last) = words.last_mut().filter(|_| !cells.len().is_multiple_of(64)) {
                *last &= !(u64::MAX << (cells.len() % 64));
            }
            (cells, words)
        })
    }

    fn is_set(words: &[u64], column: usize) -> bool {
        words[column / 64] >> (column % 64) & 1 == 1
    }

    #[test]
    fn painting_changes_the_cells_that_are_set() {
        let table: [Tile; 256] = std::array::from_fn(|id| Tile(id as u8 ^ 3));
        for (cells, words) in rows() {
            let mut painted = cells.clone();
            paint(&mut painted, &words, Tile(7));
            let mut repainted = cells.clone();
            repaint(&mut repainted, &words, &table);
            for (column, cell) in cells.iter().enumerate() {
                let set = is_set(&words, column);
                assert_eq!(painted[column], if set { Tile(7) } else { *cell });
                assert_eq!(repainted[column], if set { Tile(cell.0 ^ 3) } else { *cell });
            }
        }
    }

    #[test]
    fn a_sieve_selects_the_cells_that_pass() {
        let rules: [fn(Tile) -> bool; 4] =
            [|tile| tile == Tile::FLOOR, |tile| tile == Tile::WALL, |tile| tile.0 % 3 == 1, |_| true];
        for (cells, mut words) in rows() {
            for rule in rules {
                Sieve::new(rule).row(&cells, &mut words);
                for (column, cell) in cells.iter().enumerate() {
                    assert_eq!(is_set(&words, column), rule(*cell), "column {column} of {cells:?}");
                }
                let past_the_end = words.last().map_or(0, |last| last >> (cells.len() % 64));
                assert!(cells.len() % 64 == 0 || past_the_end == 0);
            }
        }
    }
}

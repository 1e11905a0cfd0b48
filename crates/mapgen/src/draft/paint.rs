//! Between tiles, a byte a cell, and sets of cells, a bit a cell: eight and sixty-four cells at a time.

use undercroft_grid::{BitGrid, Grid};

use crate::tile::Tile;

/// For each byte, eight bytes: all ones where its bit is set, else zero.
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

/// Floor where cells are in a set, and rock elsewhere.
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

/// Makes of a tile the cells of a row whose bits are set: bit `b` of word `w` is column `64 * w + b`.
pub(super) fn paint(cells: &mut [Tile], words: &[u64], tile: Tile) {
    each_eight(cells, words, |cells, mask| {
        for (cell, mask) in cells.iter_mut().zip(mask) {
            cell.0 = (cell.0 & !mask) | (tile.0 & mask);
        }
    });
}

/// Makes the cells of a row whose bits are set of what a table says for the tile that is there.
pub(super) fn repaint(cells: &mut [Tile], words: &[u64], table: &[Tile; 256]) {
    let of_rock = table[usize::from(Tile::WALL.0)];
    each_eight(cells, words, |cells, mask| {
        // Rock is 0, and mostly it is all that there is.
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

/// Calls for each eight cells of which some are set, with a mask of them; at the end of a row with fewer of both.
#[inline(always)]
fn each_eight(cells: &mut [Tile], words: &[u64], mut each: impl FnMut(&mut [Tile], &[u8])) {
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

/// Which of 64 tiles pass: asked for each kind of tile, not for each cell.
pub(super) struct Sieve<F> {
    passes: F,
    /// Whether rock and whether floor passes, as words of 64 cells each.
    common: [u64; 2],
    /// 1 for each tile that passes, filled in when it is needed.
    table: Option<Box<[u8; 256]>>,
}

impl<F: Fn(Tile) -> bool> Sieve<F> {
    pub(super) fn new(passes: F) -> Self {
        let common = [Tile::WALL, Tile::FLOOR].map(|tile| if passes(tile) { u64::MAX } else { 0 });
        Self { passes, common, table: None }
    }

    /// The cells of a row that pass, as the words of the row.
    pub(super) fn row(&mut self, cells: &[Tile], words: &mut [u64]) {
        let (chunks, rest) = cells.as_chunks::<64>();
        let (whole, last) = words.split_at_mut(chunks.len());
        for (chunk, word) in chunks.iter().zip(whole) {
            *word = self.word(chunk);
        }
        if let Some(word) = last.first_mut() {
            let mut chunk = [Tile::WALL; 64];
            chunk[..rest.len()].copy_from_slice(rest);
            // Fewer than 64 are left where the last word is not whole.
            *word = self.word(&chunk) & !(u64::MAX << rest.len());
        }
    }

    #[inline(always)]
    fn word(&mut self, cells: &[Tile; 64]) -> u64 {
        // Rock and floor are 0 and 1, and mostly there is nothing else.
        if cells.iter().fold(0, |all, cell| all | cell.0) <= 1 {
            let floor = gathered(cells, |cell| cell.0);
            (floor & self.common[1]) | (!floor & self.common[0])
        } else {
            let passes = &self.passes;
            let table =
                self.table.get_or_insert_with(|| Box::new(std::array::from_fn(|id| u8::from(passes(Tile(id as u8))))));
            gathered(cells, |cell| table[usize::from(cell.0)])
        }
    }
}

/// The lowest bits of 64 bytes, of which no other bits may be set.
#[inline(always)]
fn gathered(cells: &[Tile; 64], value: impl Fn(Tile) -> u8) -> u64 {
    // The product has the lowest bit of byte n at place 56 + n, and no two bits meet on the way there.
    const TO_THE_TOP: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = cells.as_chunks::<8>();
    let bytes = eights.iter().map(|eight| u64::from_le_bytes(eight.map(&value)).wrapping_mul(TO_THE_TOP) >> 56);
    bytes.enumerate().fold(0, |word, (index, byte)| word | byte << (8 * index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    /// Mostly rock and floor, in some rows other tiles too.
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
    fn a_sieve_lets_through_what_passes() {
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

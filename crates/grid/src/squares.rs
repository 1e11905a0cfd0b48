//! Squares of eight by eight cells, each of them a word: cell (x, y) of a square is bit `8 * y + x`.
//!
//! What is connected inside a square is found with a few dozen operations on the word, without asking for a cell. And the
//! front of a wave, which runs aslant, has several cells in a square where a row of 64 cells has one or two.

/// The first column of a square, and its last.
pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
pub(crate) const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
/// The first row of a square.
pub(crate) const FIRST_ROW: u64 = 0xff;

/// Makes of eight rows of 64 cells the eight squares side by side that they are, or of eight squares the rows.
///
/// Byte `x` of word `y` becomes byte `y` of word `x`, by exchanging ever smaller squares above the diagonal with those
/// below it (Warren, Hacker's Delight, 7-3).
#[inline(always)]
pub(crate) fn turned(mut words: [u64; 8]) -> [u64; 8] {
    for (square, mask) in [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)] {
        for two_squares in words.chunks_exact_mut(2 * square) {
            let (upper, lower) = two_squares.split_at_mut(square);
            for (above, below) in upper.iter_mut().zip(lower) {
                let exchanged = (*above >> (8 * square) ^ *below) & mask;
                *above ^= exchanged << (8 * square);
                *below ^= exchanged;
            }
        }
    }
    words
}

/// The cells of a square that can be reached from the first of them without leaving it.
#[inline(always)]
pub(crate) const fn first_filled<const EIGHT: bool>(open: u64) -> u64 {
    let mut reached = open & open.wrapping_neg();
    if !EIGHT {
        // Nothing open lies above the first cell's row.
        reached = along_rows(down_columns(along_rows(reached, open), open), open);
        if reached == open {
            return reached;
        }
    }
    filled::<EIGHT>(reached, open)
}

/// The cells of a square that can be reached from some of them, which are open too, without leaving it.
#[inline(always)]
pub(crate) const fn filled<const EIGHT: bool>(mut reached: u64, open: u64) -> u64 {
    loop {
        if !EIGHT {
            reached = along_rows(up_columns(down_columns(reached, open), open), open);
        }
        if reached == open {
            return reached;
        }
        let next = around::<EIGHT>(reached) & open;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The same of several squares at once, stepping in the four directions: what has to wait for one is done for another.
#[inline(always)]
pub(crate) fn all_filled<const N: usize>(mut reached: [u64; N], open: [u64; N]) -> [u64; N] {
    loop {
        let mut fresh = 0;
        for (reached, open) in reached.iter_mut().zip(open) {
            let swept = along_rows(up_columns(down_columns(*reached, open), open), open);
            *reached = around::<false>(swept) & open;
            fresh |= *reached ^ swept;
        }
        if fresh == 0 {
            return reached;
        }
    }
}

/// The same from the first cell of each square.
#[inline(always)]
pub(crate) fn all_first_filled<const N: usize>(open: [u64; N]) -> [u64; N] {
    all_filled(open.map(|open| along_rows(open & open.wrapping_neg(), open)), open)
}

/// What is reached by going on along rows as far as one can. Steps are doubled: what can be reached by two and by four is
/// known from what can by half as many (Kogge and Stone).
#[inline(always)]
const fn along_rows(mut reached: u64, open: u64) -> u64 {
    let (mut right, mut left) = (open & !FIRST_COLUMN, open & !LAST_COLUMN);
    reached |= reached << 1 & right | reached >> 1 & left;
    right &= right << 1;
    left &= left >> 1;
    reached |= reached << 2 & right | reached >> 2 & left;
    right &= right << 2;
    left &= left >> 2;
    reached | reached << 4 & right | reached >> 4 & left
}

/// The same down columns.
#[inline(always)]
const fn down_columns(mut reached: u64, mut open: u64) -> u64 {
    reached |= reached << 8 & open;
    open &= open << 8;
    reached |= reached << 16 & open;
    open &= open << 16;
    reached | reached << 32 & open
}

/// The same up columns.
#[inline(always)]
const fn up_columns(mut reached: u64, mut open: u64) -> u64 {
    reached |= reached >> 8 & open;
    open &= open >> 8;
    reached |= reached >> 16 & open;
    open &= open >> 16;
    reached | reached >> 32 & open
}

/// Some cells and what is beside them.
#[inline(always)]
const fn around<const EIGHT: bool>(cells: u64) -> u64 {
    let row = cells | cells << 1 & !FIRST_COLUMN | cells >> 1 & !LAST_COLUMN;
    let column = if EIGHT { row } else { cells };
    row | column << 8 | column >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_bytes_are_at_the_turned_place() {
        let words: [u64; 8] =
            core::array::from_fn(|y| u64::from_le_bytes(core::array::from_fn(|x| (16 * y + x) as u8)));
        let squares = turned(words);
        for (x, word) in squares.iter().enumerate() {
            assert_eq!(word.to_le_bytes(), core::array::from_fn(|y| (16 * y + x) as u8));
        }
        assert_eq!(turned(squares), words);
    }
}

//! Squares of eight by eight cells, each of them a word: cell (x, y) of a square is bit `8 * y + x`.
//!
//! What is connected inside a square is found with a few dozen operations on the word, without asking for a cell.

/// The first column of a square, and its last.
pub(super) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
/// The first row of a square.
pub(super) const FIRST_ROW: u64 = 0xff;

/// Makes of eight rows of 64 cells the eight squares side by side that they are, or of eight squares the rows.
///
/// Rows and squares are one another's columns of bytes: those are exchanged as in [`BitGrid::transposed`](crate::BitGrid::transposed).
pub(super) const fn exchanged(mut words: [u64; 8]) -> [u64; 8] {
    const MASKS: [u64; 3] = [0x0000_0000_ffff_ffff, 0x0000_ffff_0000_ffff, 0x00ff_00ff_00ff_00ff];
    let mut stage = 0;
    while stage < 3 {
        let apart = 4 >> stage;
        let mut word = 0;
        while word < 8 {
            if word & apart == 0 {
                let (upper, lower) = (words[word], words[word + apart]);
                let moved = (upper >> (8 * apart) ^ lower) & MASKS[stage];
                words[word] = upper ^ moved << (8 * apart);
                words[word + apart] = lower ^ moved;
            }
            word += 1;
        }
        stage += 1;
    }
    words
}

/// The cells of a square that can be reached from some of them without leaving it.
#[inline(always)]
pub(super) const fn filled<const EIGHT: bool>(from: u64, open: u64) -> u64 {
    let mut reached = from;
    loop {
        if !EIGHT {
            reached = along_rows(along_columns(along_rows(reached, open), open), open);
        }
        let next = around::<EIGHT>(reached) & open;
        if next == reached {
            return next;
        }
        reached = next;
    }
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

/// The same along columns.
#[inline(always)]
const fn along_columns(mut reached: u64, open: u64) -> u64 {
    let (mut down, mut up) = (open, open);
    reached |= reached << 8 & down | reached >> 8 & up;
    down &= down << 8;
    up &= up >> 8;
    reached |= reached << 16 & down | reached >> 16 & up;
    down &= down << 16;
    up &= up >> 16;
    reached | reached << 32 & down | reached >> 32 & up
}

/// Some cells and what is beside them.
#[inline(always)]
const fn around<const EIGHT: bool>(cells: u64) -> u64 {
    let row = cells | cells << 1 & !FIRST_COLUMN | cells >> 1 & !LAST_COLUMN;
    let column = if EIGHT { row } else { cells };
    row | column << 8 | column >> 8
}

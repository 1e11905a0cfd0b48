//! Blocks of eight by eight cells, one `u64` each: cell (x, y) of a block is bit `8 * y + x`.
//!
//! A few dozen word operations find the connected cells inside a block, with no branch per cell. Also, the frontier of a breadth-first
//! search runs diagonally, so it has several cells in a block, but only one or two in a row of 64 cells.

pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
pub(crate) const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
pub(crate) const FIRST_ROW: u64 = 0xff;

/// Turns eight rows of 64 cells into the eight blocks they cover, and eight blocks back into rows.
///
/// Byte `x` of word `y` becomes byte `y` of word `x`: a matrix transposition (Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
pub(crate) fn transpose(mut words: [u64; 8]) -> [u64; 8] {
    for (half, mask) in [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)] {
        for pair in words.chunks_exact_mut(2 * half) {
            let (upper, lower) = pair.split_at_mut(half);
            for (above, below) in upper.iter_mut().zip(lower) {
                let swapped = (*above >> (8 * half) ^ *below) & mask;
                *above ^= swapped << (8 * half);
                *below ^= swapped;
            }
        }
    }
    words
}

/// The cells of a block reachable from its first open cell; none if nothing is open.
#[inline(always)]
pub(crate) const fn fill_first<const EIGHT: bool>(open: u64) -> u64 {
    let first = open & open.wrapping_neg();
    fill::<EIGHT>(along_rows(first, open), open)
}

/// The cells of a block reachable from the open cells in `reached`.
#[inline(always)]
pub(crate) const fn fill<const EIGHT: bool>(mut reached: u64, open: u64) -> u64 {
    loop {
        if !EIGHT {
            reached = along_rows(up_columns(down_columns(reached, open), open), open);
        }
        if reached == open {
            return reached;
        }
        let next = spread::<EIGHT>(reached) & open;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// [`fill`] for several blocks at once: a single fill is a chain of operations, each waiting for the one before.
#[inline(always)]
pub(crate) fn fill_all<const EIGHT: bool, const N: usize>(mut reached: [u64; N], open: [u64; N]) -> [u64; N] {
    loop {
        let mut fresh = [0; N];
        for lane in 0..N {
            let (from, open) = (reached[lane], open[lane]);
            let before = if EIGHT { from } else { along_rows(up_columns(down_columns(from, open), open), open) };
            reached[lane] = spread::<EIGHT>(before) & open;
            fresh[lane] = reached[lane] ^ before;
        }
        if fresh == [0; N] {
            return reached;
        }
    }
}

/// [`fill_first`] for several blocks at once.
#[inline(always)]
pub(crate) fn fill_first_all<const EIGHT: bool, const N: usize>(open: [u64; N]) -> [u64; N] {
    // A loop, because closures of array methods are compiled as separate functions, without wide vectors.
    let mut firsts = open;
    for first in &mut firsts {
        *first = along_rows(*first & first.wrapping_neg(), *first);
    }
    fill_all::<EIGHT, N>(firsts, open)
}

/// Extends `reached` along rows until something is closed. Each line doubles the distance covered, as in a Kogge–Stone adder.
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

#[inline(always)]
const fn down_columns(mut reached: u64, mut open: u64) -> u64 {
    reached |= reached << 8 & open;
    open &= open << 8;
    reached |= reached << 16 & open;
    open &= open << 16;
    reached | reached << 32 & open
}

#[inline(always)]
const fn up_columns(mut reached: u64, mut open: u64) -> u64 {
    reached |= reached >> 8 & open;
    open &= open >> 8;
    reached |= reached >> 16 & open;
    open &= open >> 16;
    reached | reached >> 32 & open
}

/// The cells and their neighbours inside the block.
#[inline(always)]
pub(crate) const fn spread<const EIGHT: bool>(cells: u64) -> u64 {
    let row = cells | cells << 1 & !FIRST_COLUMN | cells >> 1 & !LAST_COLUMN;
    let column = if EIGHT { row } else { cells };
    row | column << 8 | column >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_moves_each_byte_across_the_diagonal() {
        let words: [u64; 8] =
            core::array::from_fn(|y| u64::from_le_bytes(core::array::from_fn(|x| (16 * y + x) as u8)));
        let blocks = transpose(words);
        for (x, block) in blocks.iter().enumerate() {
            assert_eq!(block.to_le_bytes(), core::array::from_fn(|y| (16 * y + x) as u8));
        }
        assert_eq!(transpose(blocks), words);
    }
}

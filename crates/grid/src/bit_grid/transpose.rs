//! Transposing a set, 64 by 64 cells at a time.

use super::BitGrid;
use crate::Size;

impl BitGrid {
    /// The set with x and y exchanged. Work along columns becomes work along rows, a word at a time.
    ///
    /// ```text
    /// ##.        #.
    /// .#.   →    ##
    ///            ..
    /// ```
    ///
    /// ```
    /// use undercroft_grid::BitGrid;
    /// let set = BitGrid::parse("##.\n.#.", |glyph| glyph == '#');
    /// assert_eq!(set.transposed().to_string(), "#.\n##\n..\n");
    /// ```
    #[must_use]
    pub fn transposed(&self) -> Self {
        let mut turned = Self::new(Size::new(self.size.height, self.size.width));
        let mut block = [0; 64];
        for (band, top) in (0..self.size.height).step_by(64).enumerate() {
            let rows = top..self.size.height.min(top + 64);
            for word in 0..self.words_in_row {
                let left = word as u32 * 64;
                let columns = left..self.size.width.min(left + 64);
                block.fill(0);
                for (bits, y) in block.iter_mut().zip(rows.clone()) {
                    *bits = self.row(y)[word];
                }
                transpose_block(&mut block, rows.len().max(columns.len()));
                for (bits, x) in block.iter().zip(columns) {
                    turned.row_mut(x)[band] = *bits;
                }
            }
        }
        turned
    }
}

/// Transposes the first `side` rows and columns, swapping ever smaller squares across the diagonal (Warren, *Hacker's Delight*,
/// 7-3).
fn transpose_block(block: &mut [u64; 64], side: usize) {
    let side = side.next_power_of_two();
    let mut square = side / 2;
    while square > 0 {
        // The left half of each pair of squares.
        let mask = u64::MAX / ((1 << square) + 1);
        for pair in block[..side].chunks_exact_mut(2 * square) {
            let (upper, lower) = pair.split_at_mut(square);
            for (above, below) in upper.iter_mut().zip(lower) {
                let swapped = (*above >> square ^ *below) & mask;
                *above ^= swapped << square;
                *below ^= swapped;
            }
        }
        square /= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Point;
    use crate::testing::maps;

    proptest! {
        #[test]
        fn transposing_exchanges_x_and_y(set in maps()) {
            let turned = set.transposed();
            let size = Size::new(set.size().height, set.size().width);
            prop_assert_eq!(&turned, &BitGrid::from_fn(size, |at| set.contains(Point::new(at.y, at.x))));
            prop_assert_eq!(turned.transposed(), set);
        }
    }
}

//! Directions as fractions, in 32 bits: for windows of at most 64 cells.

/// A direction: so many columns to the right in so many rows.
#[derive(Clone, Copy)]
pub(super) struct Slope {
    pub(super) columns: i32,
    pub(super) rows: i32,
}

impl Slope {
    pub(super) const LEFTMOST: Self = Self { columns: -1, rows: 1 };
    pub(super) const RIGHTMOST: Self = Self { columns: 1, rows: 1 };

    /// The columns of a row that light from here to another direction touches, and those whose middles it lights: the
    /// first and the last of each.
    #[inline(always)]
    pub(super) const fn columns_to(self, right: Self, depth: i32) -> [[i32; 2]; 2] {
        let (first, first_over) = self.column_at(depth);
        let (last, last_over) = right.column_at(depth);
        // A cell reaches half a column to both sides of its middle.
        let touched_first = first + (2 * first_over >= self.rows) as i32;
        let touched_last = last + (2 * last_over > right.rows) as i32;
        [[touched_first, touched_last], [first + (first_over > 0) as i32, last]]
    }

    /// The column it comes to in a row, rounded down, and what that leaves over, out of `rows`.
    #[inline(always)]
    const fn column_at(self, depth: i32) -> (i32, i32) {
        // No direction goes more than a column aside in a row: so the sum is not below 0, and can be divided without
        // asking for its sign.
        let columns = (self.columns * depth + self.rows * depth) as u32;
        let rows = self.rows as u32;
        ((columns / rows) as i32 - depth, (columns % rows) as i32)
    }
}

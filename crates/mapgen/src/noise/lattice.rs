//! The lattice that noise is based on: the fixed-point positions of cells on it, and the keys of its points.

use undercroft_grid::Point;

use crate::{Rng, RowStream};

/// The number of samples worked on together: few enough to stay in the first-level cache.
pub(super) const BLOCK: usize = 128;
/// The number of samples of a run written at once.
const STRIDE: usize = 8;

/// The bit of a number that is its sign.
const SIGN: u32 = 0x8000_0000;

/// A number per sample of a block, with space for the end of the last stride.
pub(super) type Samples<T> = [T; SAMPLES];
pub(super) const SAMPLES: usize = BLOCK + STRIDE;

/// One coordinate of a lattice, in units of 1 / 2^32, as a linear function of a cell's column and row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    offset: u64,
    by_column: u64,
    by_row: u64,
    /// The number of adjacent cells that always fit between two lattice points.
    sure_run: u64,
}

/// A lattice coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position(u64);

impl Axis {
    /// An axis with a random offset that advances by these lattice units per column and row.
    pub(super) fn new(rng: &mut Rng, by_column: f64, by_row: f64) -> Self {
        let [by_column, by_row] = [by_column, by_row].map(|step| (step * 4_294_967_296.0) as u64);
        Self { offset: rng.next_u64(), by_column, by_row, sure_run: (1_u64 << 32).checked_div(by_column).unwrap_or(0) }
    }

    /// The coordinate of a cell.
    #[inline(always)]
    pub(super) const fn at(&self, place: Point) -> Position {
        let columns = (place.x as u64).wrapping_mul(self.by_column);
        let rows = (place.y as u64).wrapping_mul(self.by_row);
        Position(self.offset.wrapping_add(columns).wrapping_add(rows))
    }

    /// Whether adjacent cells never skip a lattice interval.
    pub(super) const fn is_fine(&self) -> bool {
        self.by_column <= 1 << 32
    }

    /// The fractions of a row of cells.
    #[inline(always)]
    pub(super) fn fractions(&self, first: Point, fractions: &mut Samples<f32>) {
        // Only the lower halves matter, and twice as many of them fit in a register.
        let mut position = self.at(first).0 as u32;
        for fraction in fractions {
            *fraction = Position(u64::from(position)).fraction();
            position = position.wrapping_add(self.by_column as u32);
        }
    }

    /// Calls `each` for every lattice interval that a row of `count` cells crosses, with the interval, the index of its
    /// first cell and the number of its cells.
    #[inline(always)]
    pub(super) fn runs(&self, first: Point, count: usize, mut each: impl FnMut(i32, usize, usize)) {
        let mut position = self.at(first);
        let mut index = 0;
        // The first cell may lie anywhere in its interval, so its run needs a division.
        let mut run = match self.by_column {
            0 => u64::MAX,
            step => ((1 << 32) - u64::from(position.0 as u32)).div_ceil(step),
        };
        while index < count {
            let here = run.min((count - index) as u64) as usize;
            each(position.cell(), index, here);
            index += here;
            position.0 = position.0.wrapping_add(self.by_column.wrapping_mul(run));
            // Later runs begin less than a step after a lattice point: they have this many cells or one more.
            let one_more = u64::from(position.0 as u32) + self.sure_run * self.by_column < 1 << 32;
            run = self.sure_run + u64::from(one_more);
        }
    }
}

impl Position {
    /// The lattice point at or before the position.
    #[inline(always)]
    pub(super) const fn cell(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// The distance from that point, from 0 to just below 1, in the 24 bits that the type can hold.
    #[inline(always)]
    pub(super) const fn fraction(self) -> f32 {
        (self.0 as u32 >> 8) as i32 as f32 * (1.0 / 16_777_216.0)
    }
}

/// Writes the values of a run in whole strides, which may spill into samples that are written later.
#[inline(always)]
pub(super) fn write_run<T: Copy, const N: usize>(
    samples: &mut [&mut Samples<T>; N],
    first: usize,
    count: usize,
    values: [T; N],
) {
    for start in (first..first + count).step_by(STRIDE) {
        for (samples, value) in samples.iter_mut().zip(values) {
            samples[start..start + STRIDE].copy_from_slice(&[value; STRIDE]);
        }
    }
}

/// Calls `each` for the blocks of a row. Columns wrap around at the end of the world.
#[inline(always)]
pub(super) fn blocks(first: Point, values: &mut [f32], mut each: impl FnMut(Point, &mut [f32])) {
    let mut start = first;
    let mut rest = values;
    while !rest.is_empty() {
        let to_the_end = i64::from(i32::MAX) - i64::from(start.x) + 1;
        let (block, behind) = rest.split_at_mut(to_the_end.min(BLOCK.min(rest.len()) as i64) as usize);
        each(start, block);
        start = Point::new(start.x.wrapping_add(block.len() as i32), start.y);
        rest = behind;
    }
}

/// The keys of coordinates along one axis. The key of a lattice point is the XOR of the keys of its coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys(RowStream);

impl Keys {
    /// The keys from a random stream.
    pub(super) const fn new(stream: RowStream) -> Self {
        Self(stream)
    }

    /// The key of a coordinate.
    #[inline(always)]
    pub(super) const fn key(self, cell: i32) -> u32 {
        (self.0.at(cell) >> 32) as u32
    }

    /// The key of a coordinate, and its turn: XOR with it gives the key of the next coordinate.
    #[inline(always)]
    pub(super) const fn with_turn(self, cell: i32) -> (u32, u32) {
        let key = self.key(cell);
        (key, key ^ self.key(cell.wrapping_add(1)))
    }

    /// The keys and turns for a row of `count` cells.
    #[inline(always)]
    pub(super) fn row(self, axis: &Axis, first: Point, count: usize, mut keys_and_turns: [&mut Samples<u32>; 2]) {
        let mut next = self.key(axis.at(first).cell());
        let mut next_cell = axis.at(first).cell();
        axis.runs(
            first,
            count,
            #[inline(always)]
            |cell, index, count| {
                // Usually an interval starts where the last one ended.
                let key = if cell == next_cell { next } else { self.key(cell) };
                next_cell = cell.wrapping_add(1);
                next = self.key(next_cell);
                write_run(&mut keys_and_turns, index, count, [key, key ^ next]);
            },
        );
    }
}

/// Hashes a key. Use the highest bits: every bit of the key affects them.
#[inline(always)]
pub(super) const fn scramble(key: u32) -> u32 {
    // The addition keeps the compiler from repeating the multiplication for every bit that is tested.
    key.wrapping_mul(0x9e37_79b1).wrapping_add(0x5851_f42d)
}

/// The number, negated if the highest bit is set.
#[inline(always)]
pub(super) const fn flipped(number: f32, bits: u32) -> f32 {
    f32::from_bits(number.to_bits() ^ (bits & SIGN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn runs_cover_exactly_the_cells_of_their_interval() {
        let mut rng = Seed::from(1).fork("axis").rng();
        for scale in [0.0, 1e-9, 0.013, 0.2, 0.5, 0.999, 1.0, 1.7, 40.0] {
            let axis = Axis::new(&mut rng, scale, 0.3);
            let first = Point::new(-7, 9);
            let mut cells = Vec::new();
            axis.runs(first, 200, |cell, index, count| {
                assert_eq!(index, cells.len());
                cells.extend(std::iter::repeat_n(cell, count));
            });
            let expected: Vec<i32> = (0..200).map(|x| axis.at(first + Point::new(x, 0)).cell()).collect();
            assert_eq!(cells, expected, "at scale {scale}");
        }
    }

    /// The corners of a square share coordinates; their gradients must not show it.
    #[test]
    fn the_gradients_of_a_square_are_independent() {
        let stream = Seed::from(1).fork("gradients");
        let [columns, rows] = [0, 1].map(|axis| Keys::new(stream.row(axis)));
        let mut seen = vec![0_u32; 4_096];
        let squares = 600;
        for y in 0..squares {
            for x in 0..squares {
                let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                let bits = corners.map(|(x, y)| scramble(columns.key(x) ^ rows.key(y)) >> 29);
                seen[bits.into_iter().fold(0, |all, bits| all << 3 | bits as usize)] += 1;
            }
        }
        let expected = f64::from(squares * squares) / 4_096.0;
        let off: f64 = seen.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        // Chi-squared with 4,095 degrees of freedom has a standard deviation of 90.
        assert!((off - 4_095.0).abs() < 6.0 * 90.0, "{off}");
    }
}

//! Where cells lie on a noise's lattice, in fixed point.

use undercroft_grid::Point;

use crate::{Rng, RowStream};

/// How many samples of a row are worked on together: few enough to stay in the nearest cache.
pub(super) const BLOCK: usize = 128;
/// How many samples a run is written at once.
const STRIDE: usize = 8;

/// The bit of a number that is its sign.
const SIGN: u32 = 0x8000_0000;

/// A number for each sample of a block, with room behind it for the end of the last stride.
pub(super) type Samples<T> = [T; SAMPLES];
pub(super) const SAMPLES: usize = BLOCK + STRIDE;

/// One coordinate of a lattice, in units of 1 / 2^32, as a linear function of a cell's column and row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    offset: u64,
    by_column: u64,
    by_row: u64,
    /// So many cells side by side are sure to lie between two lattice points.
    sure_run: u64,
}

/// A lattice coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position(u64);

impl Axis {
    /// An axis that begins anywhere and grows by so many lattice units for each column and row.
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

    /// Whether no two cells side by side have a whole lattice interval between them.
    pub(super) const fn is_fine(&self) -> bool {
        self.by_column <= 1 << 32
    }

    /// The fractions of cells side by side.
    #[inline(always)]
    pub(super) fn fractions(&self, first: Point, fractions: &mut Samples<f32>) {
        // Only the lower halves matter, and of those twice as many fit into a register.
        let mut position = self.at(first).0 as u32;
        for fraction in fractions {
            *fraction = Position(u64::from(position)).fraction();
            position = position.wrapping_add(self.by_column as u32);
        }
    }

    /// Goes through the lattice intervals that `count` cells side by side lie in: calls `each` with the interval, the
    /// index of the first cell there, and how many there are.
    #[inline(always)]
    pub(super) fn runs(&self, first: Point, count: usize, mut each: impl FnMut(i32, usize, usize)) {
        let mut position = self.at(first);
        let mut index = 0;
        // The first cell may lie anywhere in its interval, so that the number of its followers must be divided out.
        let mut run = match self.by_column {
            0 => u64::MAX,
            step => ((1 << 32) - u64::from(position.0 as u32)).div_ceil(step),
        };
        while index < count {
            let here = run.min((count - index) as u64) as usize;
            each(position.cell(), index, here);
            index += here;
            position.0 = position.0.wrapping_add(self.by_column.wrapping_mul(run));
            // Later ones begin less than a step behind a lattice point: a run has this many cells or one more.
            let one_more = u64::from(position.0 as u32) + self.sure_run * self.by_column < 1 << 32;
            run = self.sure_run + u64::from(one_more);
        }
    }
}

impl Position {
    /// The lattice point at or before it.
    #[inline(always)]
    pub(super) const fn cell(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// How far behind that point it is, from 0 to just below 1: 24 bits, as many as the type can hold.
    #[inline(always)]
    pub(super) const fn fraction(self) -> f32 {
        (self.0 as u32 >> 8) as i32 as f32 * (1.0 / 16_777_216.0)
    }
}

/// Writes values for all samples of a run, and perhaps over some behind it that have not been written yet.
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

/// Calls `each` for the blocks of a row. A row that runs over the end of the world goes on at its other end.
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

/// The keys of lattice points along one axis. A lattice point's key is that of all its coordinates together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys(RowStream);

impl Keys {
    /// The keys that a stream rolls.
    pub(super) const fn new(stream: RowStream) -> Self {
        Self(stream)
    }

    /// The key of a coordinate.
    #[inline(always)]
    pub(super) const fn key(self, cell: i32) -> u32 {
        (self.0.at(cell) >> 32) as u32
    }

    /// The key of a coordinate, and what changes it to that of the next one.
    #[inline(always)]
    pub(super) const fn with_turn(self, cell: i32) -> (u32, u32) {
        let key = self.key(cell);
        (key, key ^ self.key(cell.wrapping_add(1)))
    }

    /// The same for `count` cells side by side.
    #[inline(always)]
    pub(super) fn row(self, axis: &Axis, first: Point, count: usize, mut keys_and_turns: [&mut Samples<u32>; 2]) {
        let mut next = self.key(axis.at(first).cell());
        let mut next_cell = axis.at(first).cell();
        axis.runs(
            first,
            count,
            #[inline(always)]
            |cell, index, count| {
                // Mostly an interval ends where the next one begins.
                let key = if cell == next_cell { next } else { self.key(cell) };
                next_cell = cell.wrapping_add(1);
                next = self.key(next_cell);
                write_run(&mut keys_and_turns, index, count, [key, key ^ next]);
            },
        );
    }
}

/// Makes gradient bits of a key: every bit of it decides about the highest ones, which are those to use.
#[inline(always)]
pub(super) const fn scramble(key: u32) -> u32 {
    // What is added keeps the compiler from multiplying anew for each bit that is asked for.
    key.wrapping_mul(0x9e37_79b1).wrapping_add(0x5851_f42d)
}

/// The number with its sign changed where the highest of the bits is set.
#[inline(always)]
pub(super) const fn flipped(number: f32, bits: u32) -> f32 {
    f32::from_bits(number.to_bits() ^ (bits & SIGN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn runs_are_the_cells_of_an_interval() {
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

    /// Four corners of a square share four keys in pairs; what is made of them must not show it.
    #[test]
    fn the_gradients_around_a_square_are_unrelated() {
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
        // The sum of 4,095 squares: 4,095 on average, with a standard deviation of 90.
        assert!((off - 4_095.0).abs() < 6.0 * 90.0, "{off}");
    }
}

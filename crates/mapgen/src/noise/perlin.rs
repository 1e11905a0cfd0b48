//! Ken Perlin's improved noise of 2002, in the plane.

use undercroft_grid::Point;
use undercroft_grid::internal::simd;

use super::lattice::{Axis, BLOCK, Keys, SAMPLES, blocks, flipped, scramble, write_run};
use super::rows::WantedRanges;
use super::{Noise, each_at};
use crate::Stream;

/// Improved Perlin noise in the plane.
///
/// Values lie from -1 to 1, symmetric about 0 and mostly near it. They are 0 on lattice points.
///
/// ```
/// use undercroft_mapgen::noise::{Noise, Perlin};
/// use undercroft_mapgen::{Point, Seed};
///
/// let hills = Perlin::new(Seed::from(1).fork("hills"), 0.2);
/// let mut row = [0.0; 100];
/// hills.row(Point::new(-50, 7), &mut row);
/// assert_eq!(row[99], hills.at(Point::new(49, 7)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perlin {
    columns: Keys,
    rows: Keys,
    x: Axis,
    y: Axis,
}

impl Perlin {
    /// Noise that advances by `scale` lattice intervals per cell: hills are about 1 / `scale` cells wide.
    #[must_use]
    pub fn new(stream: Stream, scale: f64) -> Self {
        let mut rng = stream.fork("offset").rng();
        let x = Axis::new(&mut rng, scale, 0.0);
        let y = Axis::new(&mut rng, 0.0, scale);
        let [columns, rows] = [0, 1].map(|axis| Keys::new(stream.fork("gradients").row(axis)));
        Self { columns, rows, x, y }
    }
}

impl Noise for Perlin {
    fn at(&self, place: Point) -> f32 {
        let band = Band::new(self, place);
        let x = self.x.at(place);
        let [left, right] = [x.cell(), x.cell().wrapping_add(1)].map(|x| band.line(self.columns.key(x)));
        blend(left, left.turn_to(right), x.fraction())
    }

    fn row(&self, first: Point, values: &mut [f32]) {
        if !self.x.is_fine() {
            return each_at(self, first, values);
        }
        simd::dispatch(
            #[inline(always)]
            || self.fine_row(first, values),
        );
    }
}

/// The most lattice columns that a block of fine noise spans.
const COLUMNS: usize = BLOCK + 2;

impl Perlin {
    /// A row of noise whose cells skip no lattice column.
    #[inline(always)]
    fn fine_row(&self, first: Point, values: &mut [f32]) {
        let band = Band::new(self, first);
        // First a line per lattice column, then per sample the line on its left and the turn to the one on its right.
        // Slopes and lifts are in separate arrays so that the loops vectorise.
        let (mut slopes, mut lifts) = ([0.0; COLUMNS], [0.0; COLUMNS]);
        let (mut left_slopes, mut left_lifts) = ([0.0; SAMPLES], [0.0; SAMPLES]);
        let (mut turn_slopes, mut turn_lifts) = ([0.0; SAMPLES], [0.0; SAMPLES]);
        let mut fractions = [0.0; SAMPLES];
        blocks(
            first,
            values,
            #[inline(always)]
            |first, values| {
                let first_cell = self.x.at(first).cell();
                let last = Point::new(first.x + (values.len() as i32 - 1), first.y);
                let columns = self.x.at(last).cell().wrapping_sub(first_cell) as usize + 2;
                for ((slope, lift), index) in slopes[..columns].iter_mut().zip(&mut lifts).zip(0..) {
                    Line { slope: *slope, lift: *lift } = band.line(self.columns.key(first_cell.wrapping_add(index)));
                }
                let mut lines = [&mut left_slopes, &mut left_lifts, &mut turn_slopes, &mut turn_lifts];
                self.x.runs(
                    first,
                    values.len(),
                    #[inline(always)]
                    |cell, index, count| {
                        let column = cell.wrapping_sub(first_cell) as usize;
                        let [left, right] =
                            [column, column + 1].map(|column| Line { slope: slopes[column], lift: lifts[column] });
                        let turn = left.turn_to(right);
                        write_run(&mut lines, index, count, [left.slope, left.lift, turn.slope, turn.lift]);
                    },
                );
                self.x.fractions(first, &mut fractions);
                for range in WantedRanges::new(None, values.len()) {
                    let lefts = left_slopes[range.clone()].iter().zip(&left_lifts[range.clone()]);
                    let turns = turn_slopes[range.clone()].iter().zip(&turn_lifts[range.clone()]);
                    let samples = fractions[range.clone()].iter().zip(lefts).zip(turns);
                    for (value, ((fraction, left), turn)) in values[range].iter_mut().zip(samples) {
                        let [left, turn] = [left, turn].map(|(slope, lift)| Line { slope: *slope, lift: *lift });
                        *value = blend(left, turn, *fraction);
                    }
                }
            },
        );
    }
}

/// What a row of cells shares: the lattice rows above and below it.
struct Band {
    above: u32,
    below: u32,
    /// The distance from the lattice row above.
    depth: f32,
    /// The weight of the lattice row below.
    weight: f32,
}

impl Band {
    #[inline(always)]
    fn new(noise: &Perlin, place: Point) -> Self {
        let y = noise.y.at(place);
        let depth = y.fraction();
        let [above, below] = [y.cell(), y.cell().wrapping_add(1)].map(|y| noise.rows.key(y));
        Self { above, below, depth, weight: fade(depth) }
    }

    /// The combined contribution of a column's lattice points above and below the row.
    #[inline(always)]
    fn line(&self, column: u32) -> Line {
        let (above, below) = (gradient(column ^ self.above), gradient(column ^ self.below));
        let lift = above.1 * self.depth;
        Line {
            slope: above.0 + self.weight * (below.0 - above.0),
            lift: lift + self.weight * (below.1 * (self.depth - 1.0) - lift),
        }
    }
}

/// A linear function along a row.
#[derive(Clone, Copy)]
struct Line {
    slope: f32,
    /// The value at the line's own column.
    lift: f32,
}

impl Line {
    /// The difference to the line of the next column.
    #[inline(always)]
    fn turn_to(self, right: Self) -> Self {
        Self { slope: right.slope - self.slope, lift: (right.lift - right.slope) - self.lift }
    }
}

/// The value between two columns, at this fraction of the distance from the left one.
#[inline(always)]
fn blend(left: Line, turn: Line, fraction: f32) -> f32 {
    (left.slope * fraction + left.lift) + fade(fraction) * (turn.slope * fraction + turn.lift)
}

/// Perlin's quintic fade curve from 0 to 1.
#[inline(always)]
const fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// One of eight directions, 45 degrees apart, none along an axis or a diagonal.
#[inline(always)]
const fn gradient(key: u32) -> (f32, f32) {
    // The cosine and sine of 22.5 degrees, scaled so that the highest possible value is 1.
    const LONG: f32 = 1.398_09;
    const SHORT: f32 = 0.579_107;
    let hash = scramble(key);
    let (x, y) = if (hash as i32) < 0 { (LONG, SHORT) } else { (SHORT, LONG) };
    (flipped(x, hash << 1), flipped(y, hash << 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn lattice_points_are_zero() {
        let noise = Perlin::new(Seed::from(1).fork("noise"), 0.2);
        for seed in 0..100 {
            let band = Band { depth: 0.0, weight: fade(0.0), ..Band::new(&noise, Point::new(seed, seed)) };
            let [left, right] = [seed, seed + 1].map(|column| band.line(noise.columns.key(column)));
            let value = blend(left, left.turn_to(right), 0.0);
            assert!(value.abs() < 1e-9, "{value}");
        }
    }

    #[test]
    fn values_match_the_textbook() {
        let noise = Perlin::new(Seed::from(1).fork("noise"), 0.2);
        let fade = |t: f64| t.powi(3) * (t * (t * 6.0 - 15.0) + 10.0);
        for place in (0..2_500).map(|n| Point::new(n % 50 - 25, n / 50 - 25)) {
            let (x, y) = (noise.x.at(place), noise.y.at(place));
            let (dx, dy) = (f64::from(x.fraction()), f64::from(y.fraction()));
            let mut sum = 0.0;
            for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let key = noise.columns.key(x.cell() + right) ^ noise.rows.key(y.cell() + down);
                let (slope_x, slope_y) = gradient(key);
                let (dx, dy) = (dx - f64::from(right), dy - f64::from(down));
                let weight = (1.0 - fade(dx.abs())) * (1.0 - fade(dy.abs()));
                sum += weight * (f64::from(slope_x) * dx + f64::from(slope_y) * dy);
            }
            let value = noise.at(place);
            assert!((f64::from(value) - sum).abs() < 1e-5, "{value} instead of {sum} at {place}");
        }
    }

    #[test]
    fn the_eight_gradients_are_equally_likely() {
        let noise = Perlin::new(Seed::from(1).fork("noise"), 0.2);
        let mut seen = std::collections::BTreeMap::new();
        for column in 0..80_000 {
            let (x, y) = gradient(noise.columns.key(column) ^ noise.rows.key(7));
            *seen.entry((x.to_bits(), y.to_bits())).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 8);
        assert!(seen.values().all(|count| count.abs_diff(10_000) < 500), "{seen:?}");
    }
}

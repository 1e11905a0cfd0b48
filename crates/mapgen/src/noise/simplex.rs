//! Simplex noise in the plane: Ken Perlin's noise of 2001, on a lattice of triangles.

use undercroft_grid::Point;

use super::Noise;
use super::lattice::{Axis, Keys, flipped, scramble};
use super::rows::{OnLattice, Stretch, fill, value_at};
use crate::Stream;

/// Simplex noise in the plane.
///
/// Values lie from -1 to 1, symmetric about 0. Hills are rounder than those of [`Perlin`](super::Perlin) and favour no
/// direction.
///
/// ```
/// use undercroft_mapgen::noise::{Noise, Simplex};
/// use undercroft_mapgen::{Point, Seed};
///
/// let clouds = Simplex::new(Seed::from(1).fork("clouds"), 0.1);
/// let mut row = [0.0; 100];
/// clouds.row(Point::new(-50, 7), &mut row);
/// assert_eq!(row[99], clouds.at(Point::new(49, 7)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Simplex {
    axes: [(Axis, Keys); 2],
}

/// (√3 - 1) / 2: skewing by this turns equilateral triangles into halves of squares.
const SKEW: f64 = 0.366_025_403_784_438_65;
/// (3 - √3) / 6: skewing by this undoes it.
const BACK: f32 = 0.211_324_87;

impl Simplex {
    /// Noise that advances by `scale` units per cell: hills are a little less than 1 / `scale` cells wide.
    #[must_use]
    pub fn new(stream: Stream, scale: f64) -> Self {
        let mut rng = stream.fork("offset").rng();
        let (along, across) = (scale * (1.0 + SKEW), scale * SKEW);
        let axes = [Axis::new(&mut rng, along, across), Axis::new(&mut rng, across, along)];
        let keys = [0, 1].map(|axis| Keys::new(stream.fork("gradients").row(axis)));
        Self { axes: [0, 1].map(|axis: usize| (axes[axis], keys[axis])) }
    }
}

impl Noise for Simplex {
    fn at(&self, place: Point) -> f32 {
        value_at(&self.axes, place, value)
    }

    fn row(&self, first: Point, values: &mut [f32]) {
        fill(self, first, None, values);
    }

    fn row_where(&self, first: Point, wanted: &[u8], values: &mut [f32]) {
        fill(self, first, Some(wanted), values);
    }
}

impl OnLattice<2> for Simplex {
    #[inline(always)]
    fn axes(&self) -> &[(Axis, Keys); 2] {
        &self.axes
    }

    #[inline(always)]
    fn fill_stretch(stretch: Stretch<'_, 2>, values: &mut [f32]) {
        let Stretch { fractions: [u, v], keys, turns } = stretch;
        let places = u.iter().zip(v);
        let keys = keys[0].iter().zip(keys[1]);
        let turns = turns[0].iter().zip(turns[1]);
        for (((made, (u, v)), (a, b)), (turn_u, turn_v)) in values.iter_mut().zip(places).zip(keys).zip(turns) {
            *made = value([*u, *v], a ^ b, [*turn_u, *turn_v]);
        }
    }
}

/// The value at a point in a lattice square. `key` is the key of its first corner; XOR with a turn gives the key of the
/// next corner along that axis.
#[inline(always)]
fn value([u, v]: [f32; 2], key: u32, [turn_u, turn_v]: [u32; 2]) -> f32 {
    let back = (u + v) * BACK;
    let (x, y) = (u - back, v - back);
    // The diagonal halves the square, and the middle corner is the one on the same side as the place.
    let upper = if u >= v { u32::MAX } else { 0 };
    let middle_key = key ^ (turn_u & upper) ^ (turn_v & !upper);
    let (step_x, step_y) = if u >= v { (1.0, 0.0) } else { (0.0, 1.0) };
    corner(key, x, y)
        + corner(middle_key, x - step_x + BACK, y - step_y + BACK)
        + corner(key ^ turn_u ^ turn_v, x - 1.0 + 2.0 * BACK, y - 1.0 + 2.0 * BACK)
}

/// The contribution of a corner to a point at this offset from it.
#[inline(always)]
fn corner(key: u32, x: f32, y: f32) -> f32 {
    // The cosine and sine of 22.5 degrees, scaled so that the highest possible value is 1.
    const LONG: f32 = 92.42;
    const SHORT: f32 = 38.28;
    let hash = scramble(key);
    let (long, short) = if (hash as i32) < 0 { (x, y) } else { (y, x) };
    let slope = flipped(LONG * long, hash << 1) + flipped(SHORT * short, hash << 2);
    let near = 0.5 - x * x - y * y;
    let near = if near > 0.0 { near } else { 0.0 };
    let near = near * near;
    near * near * slope
}

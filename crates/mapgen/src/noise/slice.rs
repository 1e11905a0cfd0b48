//! Slices through simplex noise in space: Ken Perlin's noise of 2001, on a lattice of tetrahedra.

use undercroft_grid::Point;

use super::Noise;
use super::lattice::{Axis, Keys, flipped, scramble};
use super::rows::{OnLattice, Stretch, fill, value_at};
use crate::{Label, Stream};

/// A flat slice through simplex noise in space.
///
/// All slices of a stream cut the same noise, far from each other: each has a name, which decides its direction, one of
/// (x, y, s), (x, s, y) and (s, x, y), and its offset. So the water of two recipes lies in the same places, whatever
/// other slices they have. Values lie from -1 to 1, symmetric about 0; about one in ten is above 0.5.
///
/// ```
/// use undercroft_mapgen::noise::{Noise, Slice};
/// use undercroft_mapgen::{Point, Seed};
///
/// let stream = Seed::from(1).fork("caves");
/// let (walls, water) = (Slice::new(stream, 0.1, "wall"), Slice::new(stream, 0.1, "water"));
/// let here = Point::new(10, -4);
/// assert_ne!(walls.at(here), water.at(here));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    axes: [(Axis, Keys); 3],
}

/// Skewing by 1/3 turns the tetrahedra into sixths of cubes, and by 1/6 back.
const SKEW: f64 = 1.0 / 3.0;
const BACK: f32 = 1.0 / 6.0;

impl Slice {
    /// The slice with this name, which advances by `scale` units per cell.
    #[must_use]
    pub fn new(stream: Stream, scale: f64, name: impl Label) -> Self {
        let mut rng = stream.fork("slice").fork(name).rng();
        let (along, across) = (scale * (1.0 + SKEW), scale * SKEW);
        let [columns, rows, still] = [(along, across), (across, along), (across, across)];
        let steps = match rng.below(3) {
            0 => [columns, rows, still],
            1 => [columns, still, rows],
            _ => [still, columns, rows],
        };
        let axes = steps.map(|(by_column, by_row)| Axis::new(&mut rng, by_column, by_row));
        let keys = [0, 1, 2].map(|axis| Keys::new(stream.fork("gradients").row(axis)));
        Self { axes: [0, 1, 2].map(|axis: usize| (axes[axis], keys[axis])) }
    }
}

impl Noise for Slice {
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

impl OnLattice<3> for Slice {
    #[inline(always)]
    fn axes(&self) -> &[(Axis, Keys); 3] {
        &self.axes
    }

    #[inline(always)]
    fn fill_stretch(stretch: Stretch<'_, 3>, values: &mut [f32]) {
        let Stretch { fractions: [u, v, w], keys, turns } = stretch;
        let places = u.iter().zip(v).zip(w);
        let keys = keys[0].iter().zip(keys[1]).zip(keys[2]);
        let turns = turns[0].iter().zip(turns[1]).zip(turns[2]);
        for (((made, ((u, v), w)), ((a, b), c)), ((turn_u, turn_v), turn_w)) in
            values.iter_mut().zip(places).zip(keys).zip(turns)
        {
            *made = value([*u, *v, *w], a ^ b ^ c, [*turn_u, *turn_v, *turn_w]);
        }
    }
}

/// The value at a point in a lattice cube. `key` is the key of its first corner; XOR with a turn gives the key of the
/// next corner along that axis.
#[inline(always)]
fn value([u, v, w]: [f32; 3], key: u32, turns: [u32; 3]) -> f32 {
    // Scales the highest possible value to 1.
    const STRENGTH: f32 = 76.88;
    let back = (u + v + w) * BACK;
    let (x, y, z) = (u - back, v - back, w - back);
    let mask = |yes: bool| if yes { u32::MAX } else { 0 };
    let (uv, vw, uw) = (mask(u >= v), mask(v >= w), mask(u >= w));
    // From the first corner to the last, along the axes in the order of the place's coordinates, largest first.
    let second = [uv & uw, !uv & vw, !(uw | vw)];
    let third = [uv | uw, !uv | vw, !(uw & vw)];
    let at = |steps: [u32; 3], back: f32| {
        let key = key ^ (turns[0] & steps[0]) ^ (turns[1] & steps[1]) ^ (turns[2] & steps[2]);
        let [x, y, z] = [(x, steps[0]), (y, steps[1]), (z, steps[2])].map(|(x, step)| x + back - flag(step));
        corner(key, x, y, z)
    };
    let corners = corner(key, x, y, z)
        + at(second, BACK)
        + at(third, 2.0 * BACK)
        + corner(key ^ turns[0] ^ turns[1] ^ turns[2], x - 0.5, y - 0.5, z - 0.5);
    corners * STRENGTH
}

/// 1 for all bits set, 0 for none.
#[inline(always)]
const fn flag(mask: u32) -> f32 {
    f32::from_bits(mask & 1.0_f32.to_bits())
}

/// The contribution of a corner to a point at this offset from it, with Perlin's twelve gradients towards the edges of
/// a cube.
#[inline(always)]
fn corner(key: u32, x: f32, y: f32, z: f32) -> f32 {
    let hash = scramble(key);
    let third = hash as i32;
    let one = if third > -715_827_883 { x } else { y };
    let other = if third > 715_827_882 { y } else { z };
    let slope = flipped(one, hash << 8) + flipped(other, hash << 9);
    let near = 0.5 - x * x - y * y - z * z;
    let near = if near > 0.0 { near } else { 0.0 };
    let near = near * near;
    near * near * slope
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn values_match_the_textbook() {
        let stream = Seed::from(1).fork("noise");
        for name in ["wall", "water", "tree"] {
            let slice = Slice::new(stream, 0.13, name);
            for place in (0..2_500).map(|n| Point::new(n % 50 - 25, n / 50 - 25)) {
                let positions = slice.axes.map(|(axis, _)| axis.at(place));
                let inside = positions.map(|position| f64::from(position.fraction()));
                let mut order = [0, 1, 2];
                order.sort_by(|a, b| inside[*b].total_cmp(&inside[*a]));
                let mut steps = [0_i32; 3];
                let mut sum = 0.0;
                for walked in 0..4 {
                    let mut key = 0;
                    let mut from_corner = [0.0; 3];
                    for axis in 0..3 {
                        key ^= slice.axes[axis].1.key(positions[axis].cell() + steps[axis]);
                        let skewed_back = (inside.iter().sum::<f64>() - f64::from(steps.iter().sum::<i32>())) / 6.0;
                        from_corner[axis] = inside[axis] - f64::from(steps[axis]) - skewed_back;
                    }
                    sum += f64::from(corner(key, from_corner[0] as f32, from_corner[1] as f32, from_corner[2] as f32));
                    if let Some(axis) = order.get(walked) {
                        steps[*axis] = 1;
                    }
                }
                let value = f64::from(slice.at(place));
                assert!((value - sum * 76.88).abs() < 1e-4, "{value} instead of {} at {place}", sum * 76.88);
            }
        }
    }

    #[test]
    fn the_twelve_gradients_are_equally_likely() {
        let mut seen = std::collections::BTreeMap::new();
        for roll in 0..120_000_u32 {
            // Near a corner its contribution is about the gradient times the offset, divided by 16.
            let key = roll.wrapping_mul(0x85eb_ca6b).rotate_left(7);
            let along = |x, y, z| (corner(key, x, y, z) * 16.0 / 0.01).round() as i32;
            let gradient = [along(0.01, 0.0, 0.0), along(0.0, 0.01, 0.0), along(0.0, 0.0, 0.01)];
            *seen.entry(gradient).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 12, "{seen:?}");
        assert!(seen.values().all(|count| count.abs_diff(10_000) < 500), "{seen:?}");
    }
}

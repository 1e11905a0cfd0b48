//! Layers of noise, each twice as fine and half as strong as the one before.

use undercroft_grid::Point;

use super::Noise;
use crate::Stream;

/// Layers of noise, each twice as fine and half as strong as the one before, scaled so that their sum stays within ±1.
///
/// ```
/// use undercroft_mapgen::noise::{Noise, Octaves, Perlin};
/// use undercroft_mapgen::{Point, Seed};
///
/// let coast = Octaves::new(4, 0.05, Seed::from(1).fork("coast"), Perlin::new);
/// assert!(coast.at(Point::new(3, 4)).abs() <= 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Octaves<N> {
    /// The noises with their strengths, the coarsest first.
    layers: Vec<(f32, N)>,
}

impl<N> Octaves<N> {
    /// `count` layers, each with its own stream, the coarsest with this scale. Layers beyond the 16th would be invisible
    /// and are left out.
    #[must_use]
    pub fn new(count: u32, scale: f64, stream: Stream, make: impl Fn(Stream, f64) -> N) -> Self {
        let count = count.min(16);
        // 1 + 1/2 + 1/4 + …
        let sum = 2.0 - 2.0 / f64::from(1_u32 << count);
        let layers = (0..count).map(|octave| {
            let finer = f64::from(1_u32 << octave);
            ((1.0 / (finer * sum)) as f32, make(stream.fork(octave), scale * finer))
        });
        Self { layers: layers.collect() }
    }
}

impl<N: Noise> Noise for Octaves<N> {
    fn at(&self, place: Point) -> f32 {
        self.layers.iter().fold(0.0, |sum, (strength, layer)| sum + strength * layer.at(place))
    }

    fn row(&self, first: Point, values: &mut [f32]) {
        values.fill(0.0);
        let mut layer_values = [0.0; 256];
        for (block, sums) in values.chunks_mut(layer_values.len()).enumerate() {
            let x = first.x.wrapping_add((block * layer_values.len()) as i32);
            for (strength, layer) in &self.layers {
                let layer_values = &mut layer_values[..sums.len()];
                layer.row(Point::new(x, first.y), layer_values);
                for (sum, value) in sums.iter_mut().zip(layer_values) {
                    *sum += strength * *value;
                }
            }
        }
    }
}

//! The outline of a basin, as a height above its edge at every cell.

use undercroft_grid::{Point, Rect, Size};

use crate::noise::{Noise, Octaves, Simplex};
use crate::{Chance, Rng, Stream};

/// How far noise moves the edge, as a share of the basin's smaller radius.
const RAGGED: f32 = 0.75;
/// How many cells from the bounds the ground begins to rise, so that no basin ends in a straight line.
const RISE: f32 = 5.0;

pub(super) struct Outline {
    /// The cells that the basin may cover.
    pub(super) bounds: Rect,
    form: Form,
    noise: Octaves<Simplex>,
    /// The most cells that noise moves the edge by.
    ragged: f32,
}

/// The outline before noise moves its edge.
enum Form {
    /// An ellipse.
    Disc { centre: (f32, f32), radii: (f32, f32) },
    /// A band from one side of the map to the other, along the x or the y axis.
    Band { along_x: bool, from: f32, slope: f32, half_width: f32 },
}

impl Outline {
    /// An outline somewhere on a map, covering these shares of its width and height, but no more than `longest` cells.
    pub(super) fn new(
        map: Size,
        shares: (f64, f64),
        longest: f32,
        across: Chance,
        stream: Stream,
        rng: &mut Rng,
    ) -> Self {
        let noise = Octaves::new(2, 0.07, stream.fork("outline"), Simplex::new);
        let (width, height) = (map.width as f32, map.height as f32);
        let mut vary = |share: f64| (share * rng.float_in(0.75..1.25)) as f32;
        let (wide, high) = ((vary(shares.0) * width).min(longest), (vary(shares.1) * height).min(longest));
        if rng.chance(across) {
            // Prefer the shorter side, where the band divides the map into halves.
            let along_x = rng.below(3) == 0;
            let (length, breadth) = if along_x { (width, height) } else { (height, width) };
            let (from, to) = (rng.float_in(0.25..0.75) as f32 * breadth, rng.float_in(0.25..0.75) as f32 * breadth);
            let half_width = (if along_x { high } else { wide } * 0.2).clamp(2.0, 7.0);
            let form = Form::Band { along_x, from, slope: (to - from) / length.max(1.0), half_width };
            return Self { bounds: map.interior(), form, noise, ragged: half_width + 1.5 };
        }
        let radii = ((wide / 2.0).max(1.5), (high / 2.0).max(1.5));
        let mut centre = |side: f32, radius: f32| {
            let margin = (radius * 0.8 + 2.0).min(side / 2.0);
            margin + rng.float() as f32 * (side - 2.0 * margin)
        };
        let (x, y) = (centre(width, radii.0), centre(height, radii.1));
        let ragged = radii.0.min(radii.1) * RAGGED;
        let (reach_x, reach_y) = ((radii.0 * 1.6 + 2.0) as i32, (radii.1 * 1.6 + 2.0) as i32);
        let (left, top) = (x as i32 - reach_x, y as i32 - reach_y);
        let bounds = Rect::new(left, top, 2 * reach_x as u32 + 1, 2 * reach_y as u32 + 1).intersection(map.interior());
        Self { bounds, form: Form::Disc { centre: (x, y), radii }, noise, ragged }
    }

    /// Roughly how many cells outside the edge a cell lies; negative inside.
    pub(super) fn height(&self, at: Point) -> f32 {
        let (x, y) = (at.x as f32, at.y as f32);
        let value = self.noise.at(at);
        match self.form {
            Form::Disc { centre, radii } => {
                let (dx, dy) = ((x - centre.0) / radii.0, (y - centre.1) / radii.1);
                ((dx * dx + dy * dy).sqrt() - 1.0) * radii.0.min(radii.1) + value * self.ragged + self.rise(x, y, value)
            }
            Form::Band { along_x, from, slope, half_width } => {
                let (along, aside) = if along_x { (x, y) } else { (y, x) };
                let middle = from + slope * along + value * self.ragged;
                // Noise sampled elsewhere makes the band wider in some places and narrower in others.
                let wide = half_width * (1.0 + 0.5 * self.noise.at(Point::new(at.x + 1000, at.y)));
                // The band may leave the map at its ends.
                let centre = self.bounds.centre();
                let (x, y) = if along_x { (centre.x as f32, y) } else { (x, centre.y as f32) };
                (aside - middle).abs() - wide + self.rise(x, y, value)
            }
        }
    }

    /// How much the ground rises because the bounds are near.
    fn rise(&self, x: f32, y: f32, value: f32) -> f32 {
        let (left, top) = (x - self.bounds.x as f32, y - self.bounds.y as f32);
        let (right, bottom) = (self.bounds.right() as f32 - x, self.bounds.bottom() as f32 - y);
        let to_side = left.min(right).min(top).min(bottom);
        (RISE + 3.0 * value - to_side).max(0.0) * 1.2
    }
}

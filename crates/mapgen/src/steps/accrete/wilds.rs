//! Chooses which side of a map is wild.
//!
//! ```text
//! wwwwww.......
//! wwwww........        w is wild: only caves
//! wwww.........
//! ```

use undercroft_grid::{Point, Size};

use crate::{Chance, Rng};

/// One side of a map, beyond a straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wilds {
    /// The share of the map on this side.
    pub(super) share: Chance,
    /// The direction in which it lies.
    towards: (f64, f64),
    size: Size,
    /// How far in that direction it begins, from 0 to 1.
    begins: f64,
}

impl Wilds {
    /// This share of the map, on a random side. Left and right are likelier than above and below, because maps are
    /// wide.
    pub(super) fn somewhere(size: Size, share: f64, rng: &mut Rng) -> Self {
        let towards =
            [(1.0, 0.0), (-1.0, 0.0), (0.7, 0.3), (0.7, -0.3), (-0.7, 0.3), (-0.7, -0.3), (0.2, 0.8), (0.2, -0.8)];
        let towards = towards[rng.below(towards.len() as u32) as usize];
        Self { share: Chance::clamped(share), towards, size, begins: 1.0 - share }
    }

    pub(super) fn contains(&self, at: Point) -> bool {
        let part = |place: i32, side: u32, towards: f64| {
            let part = (f64::from(place) + 0.5) / f64::from(side.max(1));
            towards.abs() * if towards < 0.0 { 1.0 - part } else { part }
        };
        part(at.x, self.size.width, self.towards.0) + part(at.y, self.size.height, self.towards.1) >= self.begins
    }
}

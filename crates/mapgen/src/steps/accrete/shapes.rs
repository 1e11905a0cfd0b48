//! The shapes of rooms.
//!
//! ```text
//! ..####....        ########        ..####..        ...####....
//! ..####....        ########        .######.        .#######...
//! ##########        ########        ###..###        ##########.
//! ##########        ########        ###..###        .##########
//! ..####....                        .######.        ..######.##
//! ..####....                        ..####..        ....##.....
//!   cross           rectangle        circle            cave
//! ```

use undercroft_grid::{BitGrid, Point, Rect, Size};

use crate::steps::blob::blob;
use crate::{Chance, Rng};

/// The weights and sizes of shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shapes {
    /// The weights of cross, rectangle, circle and cave.
    pub(super) weights: [u32; 4],
    pub(super) shortest_side: u32,
    pub(super) longest_side: u32,
    /// The largest size that fits the map.
    pub(super) fits: Size,
}

impl Shapes {
    /// A random shape, cropped to its bounds.
    pub(super) fn any(&self, rng: &mut Rng) -> BitGrid {
        match rng.weighted(&self.weights) {
            Some(0) => self.cross(rng),
            Some(2) => self.circle(rng),
            Some(3) => self.cave(rng),
            _ => self.rectangle(rng),
        }
    }

    /// A random width. Maps and screens are wider than high, and so are most rooms.
    fn width(&self, rng: &mut Rng) -> u32 {
        self.side(rng, self.longest_side).min(self.fits.width)
    }

    fn height(&self, rng: &mut Rng) -> u32 {
        self.side(rng, (self.longest_side * 2).div_ceil(3)).min(self.fits.height)
    }

    fn side(&self, rng: &mut Rng, longest: u32) -> u32 {
        rng.range(self.shortest_side as i32..=longest.max(self.shortest_side) as i32) as u32
    }

    /// A rectangle; a large one may have a core of rock, like a cloister.
    fn rectangle(&self, rng: &mut Rng) -> BitGrid {
        let mut cells = BitGrid::full(Size::new(self.width(rng), self.height(rng)));
        let core = cells.size().rect().shrunk(2);
        if core.width > 1 && core.height > 1 && rng.coin() {
            cells.remove_rect(core);
        }
        cells
    }

    /// A horizontal and a vertical bar.
    fn cross(&self, rng: &mut Rng) -> BitGrid {
        let widths = [self.width(rng), self.width(rng)];
        let heights = [self.height(rng), self.height(rng)];
        let size = Size::new(widths[0].max(widths[1]), heights[0].max(heights[1]));
        let (narrow, flat) = (widths[0].min(widths[1]), heights[0].min(heights[1]));
        let x = rng.range(0..=(size.width - narrow) as i32);
        let y = rng.range(0..=(size.height - flat) as i32);
        let mut cells = BitGrid::new(size);
        cells.insert_rect(Rect::new(x, 0, narrow, size.height));
        cells.insert_rect(Rect::new(0, y, size.width, flat));
        cells
    }

    /// A disc; a large one may have a core of rock.
    fn circle(&self, rng: &mut Rng) -> BitGrid {
        let most = (self.longest_side * 5 / 6).max(self.shortest_side).min(self.fits.width).min(self.fits.height);
        let across = rng.range(self.shortest_side.min(most) as i32..=most as i32) as u32;
        let mut cells = disc(across);
        if across >= 7 && rng.coin() {
            let ring = (across / 3) as i32;
            for at in disc(across - 2 * ring as u32).points() {
                cells.remove(at + Point::new(ring, ring));
            }
        }
        cells
    }

    fn cave(&self, rng: &mut Rng) -> BitGrid {
        let (width, height) = (self.width(rng) + self.longest_side / 3, self.height(rng) + self.longest_side / 4);
        self.grown_cave(rng, Size::new(width, height))
    }

    /// A cave in a box of this size, or a rectangle if none grows.
    pub(super) fn grown_cave(&self, rng: &mut Rng, size: Size) -> BitGrid {
        let size = Size::new(size.width.min(self.fits.width), size.height.min(self.fits.height));
        for _ in 0..4 {
            if let Some(cave) = blob(rng, size, Chance::clamped(0.52)).filter(|cave| cave.count() >= 9) {
                return cave;
            }
        }
        self.rectangle(rng)
    }
}

/// The cells whose centres are no farther from the middle than half of `across`.
fn disc(across: u32) -> BitGrid {
    BitGrid::from_fn(Size::new(across, across), |at| {
        // Twice the distance from the middle, in whole numbers for even and odd sizes alike.
        let (dx, dy) = (2 * at.x + 1 - across as i32, 2 * at.y + 1 - across as i32);
        dx * dx + dy * dy <= (across * across) as i32
    })
}

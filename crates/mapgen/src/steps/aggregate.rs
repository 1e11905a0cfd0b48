//! Grows branches like frost: drifting particles stick where they touch.
//!
//! ```text
//! .............        .......♦.....
//! .............        ..♦...♦♦..♦..
//! ......♦......   →    ..♦♦♦..♦♦♦♦..
//! .............        ....♦♦♦♦...♦.
//! .............        ...♦♦..♦.....
//! ```

use undercroft_grid::{BitGrid, FOUR, Point, Rect};

use super::walk::any_cell;
use crate::{BadParameter, Draft, Fact, Observer, Rng, Size, Step, Stream, Tile, Tileset, Veto, require, step};

step! {
    /// Grows branches like frost: drifting particles stick where they touch.
    ///
    /// This is diffusion-limited aggregation (Witten and Sander, 1981). Particles start near the growth and are dropped
    /// when they drift too far away, which bounds the time. Growth ends when there is no space for another branch.
    pub struct Aggregate = "aggregate" {
        /// The largest share of the map inside the border to fill.
        pub share: f64 = 0.4,
        /// How far from the growth particles start: the farther, the wider the gaps between branches.
        pub drift: u32 = 4,
        /// One seed per this many cells, besides the one in the centre; 0 for no others.
        pub seed_every: u32 = 0,
        /// The symmetry: `none`, `across` (left and right), `down` (top and bottom) or `both`.
        pub mirror: String = "none".into(),
        /// The tile of the branches.
        pub tile: String = "floor".into(),
        /// The only tile to grow over; if empty, any tile.
        pub on: String = String::new(),
    }
}

/// The values of `mirror`.
const MIRRORS: [&str; 4] = ["none", "across", "down", "both"];
/// How many particles may be lost near a cell before no more start there.
const PATIENCE: u8 = 16;

impl Step for Aggregate {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::share("share", self.share)?;
        require::within("drift", self.drift, 1..=32)?;
        require::one_of("mirror", &self.mirror, &MIRRORS)?;
        require::tile("tile", &self.tile, tileset)?;
        require::optional_tile("on", &self.on, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let inside = draft.size().interior();
        let (tile, on) = (draft.named(&self.tile)?, draft.optionally_named(&self.on)?);
        let mut free = draft.where_tile(|here| here != tile && on.is_none_or(|on| here == on));
        let mut border = BitGrid::full(draft.size());
        border.remove_rect(inside);
        free.subtract(&border);
        let mut growth = Growth::new(free, self);
        growth.add(inside.centre());
        for _ in 0..(inside.area() as u32).checked_div(self.seed_every).unwrap_or(0) {
            growth.add(any_cell(&mut rng, inside));
        }
        let enough = (inside.area() as f64 * self.share) as usize;
        while growth.grown.len() < enough && !growth.homes.is_empty() {
            growth.let_drift(&mut rng);
            if observer.is_watching() {
                growth.lay(draft, tile);
                observer.show_progress(growth.grown.len(), enough, draft);
            }
        }
        growth.lay(draft, tile);
        Ok(())
    }
}

struct Growth<'a> {
    step: &'a Aggregate,
    grown: Vec<Point>,
    /// How many of them are on the map already.
    laid: usize,
    /// The cells that may still grow.
    free: BitGrid,
    /// The cells beside the growth, where particles stick.
    rim: BitGrid,
    /// The cells near the growth: a particle that started there would only fill the gap between two branches.
    near: BitGrid,
    /// The grown cells near which particles start, each with the number of particles lost there.
    homes: Vec<(Point, u8)>,
}

impl<'a> Growth<'a> {
    fn new(free: BitGrid, step: &'a Aggregate) -> Self {
        let none = BitGrid::new(free.size());
        Self { step, grown: Vec::new(), laid: 0, free, rim: none.clone(), near: none, homes: Vec::new() }
    }

    /// Adds a cell and its mirror images, where they are free.
    fn add(&mut self, at: Point) {
        let Size { width, height } = self.free.size();
        let across = |at: Point| Point::new(width as i32 - 1 - at.x, at.y);
        let down = |at: Point| Point::new(at.x, height as i32 - 1 - at.y);
        let images = match self.step.mirror.as_str() {
            "across" => [at, across(at), at, at],
            "down" => [at, down(at), at, at],
            "both" => [at, across(at), down(at), across(down(at))],
            _ => [at; 4],
        };
        for at in images {
            if !self.free.contains(at) {
                continue;
            }
            self.free.remove(at);
            for beside in at.four().filter(|beside| self.free.contains(*beside)) {
                self.rim.insert(beside);
            }
            self.near.insert_rect(Rect::new(at.x, at.y, 1, 1).grown(self.step.drift / 2));
            self.homes.push((at, 0));
            self.grown.push(at);
        }
    }

    /// Draws everything that has grown since the last call.
    fn lay(&mut self, draft: &mut Draft, tile: Tile) {
        for at in &self.grown[self.laid..] {
            draft.set(*at, tile);
        }
        self.laid = self.grown.len();
    }

    /// Sends out a particle, which either sticks or is lost.
    fn let_drift(&mut self, rng: &mut Rng) {
        let index = rng.below(self.homes.len() as u32) as usize;
        match self.drift(rng, self.homes[index].0) {
            Some(at) => self.add(at),
            None => {
                self.homes[index].1 += 1;
                if self.homes[index].1 >= PATIENCE {
                    self.homes.swap_remove(index);
                }
            }
        }
    }

    /// Where a particle that starts near a cell sticks; `None` if it is lost.
    fn drift(&self, rng: &mut Rng, home: Point) -> Option<Point> {
        let distance = self.step.drift as i32;
        let along = rng.range(-distance..=distance);
        let away = if rng.coin() { distance } else { -distance };
        let mut at = home + if rng.coin() { Point::new(along, away) } else { Point::new(away, along) };
        if !self.free.contains(at) || self.near.contains(at) {
            return None;
        }
        for _ in 0..4 * distance * distance {
            let next = at + FOUR[rng.below(4) as usize];
            if self.free.contains(next) {
                at = next;
                if self.rim.contains(at) {
                    return Some(at);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use undercroft_grid::{Components, Neighbours};

    fn grown(step: &Aggregate, size: Size, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        step.apply(&mut draft, Seed::from(seed).fork("aggregate")).unwrap();
        draft
    }

    #[test]
    fn branches_are_connected_and_reach_far() {
        for seed in 0..20 {
            let draft = grown(&Aggregate::default(), Size::new(60, 40), seed);
            let open = draft.open();
            assert_eq!(Components::of(open, Neighbours::Four).count(), 1, "{draft}");
            assert!(open.points().all(|at| !draft.size().on_border(at)), "{draft}");
            let spread = open.bounding_rect();
            assert!(spread.width > 40 && spread.height > 25, "{spread:?}\n{draft}");
            // These are branches, not a blob: hardly any cell has eight grown neighbours.
            let thick = open.points().filter(|at| at.eight().all(|near| open.contains(near))).count();
            assert!(thick * 20 < open.count(), "{thick} of {} cells are inside a blob:\n{draft}", open.count());
        }
    }

    #[test]
    fn growth_is_symmetric() {
        for (mirror, across, down) in [("across", true, false), ("down", false, true), ("both", true, true)] {
            let step = Aggregate::default().mirror(mirror);
            let draft = grown(&step, Size::new(31, 20), 3);
            for at in draft.size().points() {
                let image = Point::new(if across { 30 - at.x } else { at.x }, if down { 19 - at.y } else { at.y });
                assert_eq!(draft.tile(at), draft.tile(image), "{mirror}: {at} and {image} differ\n{draft}");
            }
        }
    }

    #[test]
    fn only_the_given_tile_is_grown_over() {
        let mut draft =
            Draft::parse(&format!("{}\n{}", ".".repeat(40), "≈".repeat(40)).repeat(9).replace(".≈", ".\n≈"));
        let water = draft.where_tile(|tile| Some(tile) == Tileset::standard().id("water"));
        let step = Aggregate::default().tile("crystal").on("floor").seed_every(30).share(1.0);
        step.apply(&mut draft, Seed::from(1).fork("aggregate")).unwrap();
        assert_eq!(water, draft.where_tile(|tile| Some(tile) == Tileset::standard().id("water")), "{draft}");
        assert!(draft.where_tile(|tile| tile == Tile::FLOOR).count() < 40 * 9, "{draft}");
    }

    #[test]
    fn every_small_size_and_every_drift_works() {
        for (width, height) in [(3, 3), (3, 9), (4, 4), (5, 5), (100, 3)] {
            for drift in [1, 2, 5, 32] {
                let step = Aggregate::default().drift(drift).seed_every(10);
                assert!(!grown(&step, Size::new(width, height), 1).open().is_empty());
            }
        }
    }
}

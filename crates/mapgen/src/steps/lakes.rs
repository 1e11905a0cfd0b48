//! Adds lakes with shallow rims, without ever cutting the level in two.
//!
//! ```text
//! ##############        ##############
//! #............#        #..~~~~......#
//! #............#        #.~≈≈≈~~.....#
//! #......#######   →    #.~≈≈≈≈≈≈≈####
//! #......#######        #.~≈≈≈≈≈######
//! #............#        #..~~~~~~....#
//! ##############        ##############
//! ```

use undercroft_grid::{BitGrid, Neighbours, Point, Rect, Size, cuts_apart};

use super::blob::{WIDEST, blob, fill_holes};
use crate::{BadParameter, Chance, Draft, Fact, Observer, Rng, Step, Stream, Tile, Tileset, Veto, require, step};

/// How many places to try for a shape before making another.
const PLACES_PER_SHAPE: u32 = 8;
/// How many places to try in all, plus one for every `CELLS_PER_PLACE` cells.
const MIN_PLACES: usize = 64;
const CELLS_PER_PLACE: usize = 32;

step! {
    /// Adds lakes with shallow rims, over floor and rock alike, without ever cutting the level in two.
    ///
    /// Wherever a lake covers a path, another path leads around it nearby.
    pub struct Lakes = "lakes" {
        /// The chance that the level has lakes at all.
        pub chance: f64 = 1.0,
        /// The tile of the lakes, which must not be walkable.
        pub deep: String = "water".into(),
        /// The tile of the floor along their rims, which must be walkable.
        pub rim: String = "ford".into(),
        /// The width of the rim.
        pub rim_width: u32 = 1,
        /// The share of the map to cover, space permitting.
        pub share: f64 = 0.1,
        /// The least width of a lake.
        pub narrowest: u32 = 6,
        /// The greatest width of a lake. Lakes are about half as high as they are wide.
        pub widest: u32 = 24,
        /// How far from a lake the path around it may lead.
        pub detour: u32 = 6,
    }
}

impl Step for Lakes {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::share("chance", self.chance)?;
        require::tile("deep", &self.deep, tileset)?;
        require::walkable("rim", &self.rim, tileset)?;
        if tileset.id_or_floor(&self.deep).is_some_and(|tile| tileset.is_walkable(tile)) {
            return Err(BadParameter::new("deep", format!("`{}` is walkable; lakes must not be", self.deep)));
        }
        require::within("rim-width", self.rim_width, 0..=10)?;
        require::within("detour", self.detour, 1..=1_000)?;
        require::share("share", self.share)?;
        require::within("narrowest", self.narrowest, 1..=WIDEST)?;
        require::within("widest", self.widest, 1..=WIDEST)?;
        require::ordered(("narrowest", self.narrowest), ("widest", self.widest))
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let (deep, rim) = (draft.named(&self.deep)?, draft.named(&self.rim)?);
        if !rng.chance(Chance::clamped(self.chance)) {
            return Ok(());
        }
        let wanted = (draft.size().area() as f64 * self.share) as usize;
        let mut lakes = Lakefield::of(draft);
        let mut covered = 0;
        let mut places_left = MIN_PLACES + draft.size().area() / CELLS_PER_PLACE;
        while covered < wanted && places_left > 0 {
            places_left -= 1;
            let Some(shape) = self.shape(&mut rng, wanted - covered) else { continue };
            for _ in 0..PLACES_PER_SHAPE {
                if let Some(lake) = lakes.place(&shape, self.detour, &mut rng) {
                    covered += lakes.lay(&lake, draft, deep, rim, self.rim_width);
                    observer.show(draft);
                    break;
                }
                places_left = places_left.saturating_sub(1);
            }
        }
        draft.trim_rooms();
        draft.doorways.retain(|doorway| lakes.open.contains(*doorway));
        Ok(())
    }
}

impl Lakes {
    /// The shape of a lake, with at most a few more cells than `wanted`.
    fn shape(&self, rng: &mut Rng, wanted: usize) -> Option<BitGrid> {
        let width = rng.range(self.narrowest as i32..=self.widest as i32) as u32;
        let height = rng.range((width / 3).max(2) as i32..=(width * 2 / 3).max(3) as i32) as u32;
        let mut shape = blob(rng, Size::new(width, height), Chance::clamped(0.55))?;
        fill_holes(&mut shape);
        (shape.count() >= 4 && shape.count() <= wanted + 20).then_some(shape)
    }
}

/// A lake at its place: a window of the map with some of its surroundings.
struct Lake {
    window: Rect,
    cells: BitGrid,
}

/// What the placement of lakes depends on.
struct Lakefield {
    open: BitGrid,
    /// The cells where no lake may be: doors and the cells beside them, occupied and kept cells, and other lakes.
    dry: BitGrid,
}

impl Lakefield {
    fn of(draft: &Draft) -> Self {
        // Keep apart from earlier lakes, whatever they are made of.
        let mut dry = draft.transparent();
        dry.subtract(draft.open());
        dry = dry.grown(Neighbours::Eight);
        dry.unite(&draft.taken());
        draft.kept().into_iter().for_each(|kept| dry.unite(kept));
        for &door in &draft.doors {
            for at in door.four().chain([door]).filter(|at| draft.size().contains(*at)) {
                dry.insert(at);
            }
        }
        Self { open: draft.open().clone(), dry }
    }

    /// Tries to place a shape at a random position.
    fn place(&self, shape: &BitGrid, detour: u32, rng: &mut Rng) -> Option<Lake> {
        let inside = self.open.size().interior();
        let (width, height) = (shape.size().width, shape.size().height);
        let at = Point::new(
            rng.range(inside.x..=inside.right() - width as i32),
            rng.range(inside.y..=inside.bottom() - height as i32),
        );
        let place = Rect::new(at.x, at.y, width, height);
        if !inside.encloses(place) || self.dry.cropped(place).meets(shape) {
            return None;
        }
        let mut wet = self.open.cropped(place);
        wet.intersect(shape);
        // A lake inside rock would go unseen.
        if wet.count() * 3 < shape.count() {
            return None;
        }
        let window = place.grown(detour);
        let open = self.open.cropped(window);
        let mut cells = BitGrid::new(window.size());
        cells.unite_moved(shape, at - window.min());
        let mut shore = cells.grown(Neighbours::Four);
        shore.subtract(&cells);
        // Without a shore, the lake would cover everything.
        (shore.meets(&open) && !cuts_apart(&open, &cells, Neighbours::Four)).then_some(Lake { window, cells })
    }

    /// Changes the tiles; returns the number of cells that the lake covers.
    fn lay(&mut self, lake: &Lake, draft: &mut Draft, deep: Tile, rim: Tile, rim_width: u32) -> usize {
        let whole = lake.window.size().rect().grown(rim_width);
        let corner = lake.window.min() + whole.min();
        let lake = lake.cells.cropped(whole);
        let mut around = lake.clone();
        for _ in 0..rim_width {
            around = around.grown(Neighbours::Eight);
        }
        around.subtract(&lake);
        for at in around.points().map(|at| at + corner) {
            if self.open.contains(at) && !self.dry.contains(at) {
                draft.set(at, rim);
            }
        }
        for at in lake.points().map(|at| at + corner) {
            self.open.remove(at);
            draft.set(at, deep);
        }
        lake.count()
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Components;

    use super::*;
    use crate::Seed;

    /// Two rooms and a passage between them.
    const HALL: &str = "
        ##########################
        #..........####..........#
        #..........####..........#
        #..........####..........#
        #........................#
        #..........####..........#
        #..........####..........#
        #..........####..........#
        ##########################";

    #[test]
    fn lakes_never_cut_the_level_in_two_or_cover_a_door() {
        let step = Lakes::default().share(0.5).narrowest(3).widest(12);
        let mut covered = 0;
        for seed in 0..200 {
            let mut draft = Draft::parse(HALL);
            draft.set(Point::new(11, 4), draft.named("door").unwrap());
            draft.doors.push(Point::new(11, 4));
            draft.rooms.extend([Rect::new(1, 1, 10, 7), Rect::new(15, 1, 10, 7)]);
            step.apply(&mut draft, Seed::from(seed).fork("lakes")).unwrap();
            assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 1, "seed {seed}:\n{draft}");
            assert_eq!(draft.info(Point::new(11, 4)).name, "door", "seed {seed}:\n{draft}");
            for room in &draft.rooms {
                assert!(draft.open().contains_rect(*room), "seed {seed}: a room under water:\n{draft}");
            }
            covered += draft.where_tile(|tile| draft.named("water") == Ok(tile)).count();
        }
        assert!(covered > 200 * 20, "only {covered} cells of water in 200 halls");
    }

    #[test]
    fn every_open_cell_beside_a_lake_is_rim() {
        let mut draft = Draft::parse(HALL);
        Lakes::default().share(0.2).apply(&mut draft, Seed::from(3).fork("lakes")).unwrap();
        let deep = draft.where_tile(|tile| draft.named("water") == Ok(tile));
        assert!(!deep.is_empty(), "\n{draft}");
        for at in deep.points().flat_map(Point::eight).filter(|at| draft.is_open(*at)) {
            assert_eq!(draft.info(at).name, "ford", "at {at}:\n{draft}");
        }
    }

    #[test]
    fn a_chance_of_zero_means_no_lakes() {
        let mut draft = Draft::parse(HALL);
        Lakes::default().chance(0.0).apply(&mut draft, Seed::from(1).fork("lakes")).unwrap();
        assert_eq!(draft, Draft::parse(HALL));
    }
}

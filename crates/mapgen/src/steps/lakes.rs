//! Lays lakes with a shallow rim, where they cut no way off.
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

/// How many places are tried for one shape before another is made.
const PLACES_FOR_A_SHAPE: u32 = 8;
/// How many places are tried at least; on large maps, one for so many cells.
const PLACES_AT_LEAST: usize = 64;
const CELLS_FOR_A_PLACE: usize = 32;

step! {
    /// Lays lakes with a shallow rim, over floor and rock alike, where they cut no way off.
    ///
    /// For every way that a lake covers there is another around it nearby.
    pub struct Lakes = "lakes" {
        /// The chance that the level has such lakes at all.
        pub chance: f64 = 1.0,
        /// What they are made of; nobody should be able to walk on it.
        pub deep: String = "water".into(),
        /// What the floor at their rim becomes.
        pub rim: String = "ford".into(),
        /// How wide the rim is.
        pub rim_width: u32 = 1,
        /// The share of the map that they cover, where there is room for them.
        pub share: f64 = 0.1,
        /// The smallest width of a lake.
        pub narrowest: u32 = 6,
        /// The largest width of a lake. Lakes are about half as high as wide.
        pub widest: u32 = 24,
        /// How far from a lake the way around it may lead.
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
        require::tile("rim", &self.rim, tileset)?;
        if !tileset.id(&self.rim).is_some_and(|tile| tileset.is_walkable(tile)) {
            return Err(BadParameter::new("rim", format!("nobody can walk on `{}`", self.rim)));
        }
        if tileset.id(&self.deep).is_some_and(|tile| tileset.is_walkable(tile)) {
            return Err(BadParameter::new("deep", format!("one can walk on `{}`", self.deep)));
        }
        require::within("rim-width", self.rim_width, 0..=10)?;
        require::within("detour", self.detour, 1..=1_000)?;
        require::share("share", self.share)?;
        require::within("narrowest", self.narrowest, 1..=WIDEST)?;
        require::within("widest", self.widest, 1..=WIDEST)?;
        require::ordered(("narrowest", self.narrowest), ("widest", self.widest))
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
        let mut places_left = PLACES_AT_LEAST + draft.size().area() / CELLS_FOR_A_PLACE;
        while covered < wanted && places_left > 0 {
            places_left -= 1;
            let Some(shape) = self.shape(&mut rng, wanted - covered) else { continue };
            for _ in 0..PLACES_FOR_A_SHAPE {
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
    /// The shape of a lake, of not many more cells than are wanted.
    fn shape(&self, rng: &mut Rng, wanted: usize) -> Option<BitGrid> {
        let width = rng.range(self.narrowest as i32..=self.widest as i32) as u32;
        let height = rng.range((width / 3).max(2) as i32..=(width * 2 / 3).max(3) as i32) as u32;
        let mut shape = blob(rng, Size::new(width, height), Chance::clamped(0.55))?;
        fill_holes(&mut shape);
        (shape.count() >= 4 && shape.count() <= wanted + 20).then_some(shape)
    }
}

/// A lake with its place: the window of the map that it lies in, with some of what is around it.
struct Lake {
    window: Rect,
    cells: BitGrid,
}

/// What has to be known of a map to lay lakes in it.
struct Lakefield {
    open: BitGrid,
    /// Where no lake may be: doors and what is before them, and other lakes.
    dry: BitGrid,
}

impl Lakefield {
    fn of(draft: &Draft) -> Self {
        // Lakes laid before, of whatever they are made, keep apart from these.
        let mut dry = draft.transparent();
        dry.subtract(draft.open());
        dry = dry.grown(Neighbours::Eight);
        dry.unite(&draft.taken());
        for &door in &draft.doors {
            for at in door.four().chain([door]).filter(|at| draft.size().contains(*at)) {
                dry.insert(at);
            }
        }
        Self { open: draft.open().clone(), dry }
    }

    /// Puts a shape somewhere on the map, if it may be there.
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
        // Nobody sees a lake that lies in rock.
        if wet.count() * 3 < shape.count() {
            return None;
        }
        let window = place.grown(detour);
        let open = self.open.cropped(window);
        let mut cells = BitGrid::new(window.size());
        cells.unite_moved(shape, at - window.min());
        let mut shore = cells.grown(Neighbours::Four);
        shore.subtract(&cells);
        // Without a shore, the lake would drown all there is.
        (shore.meets(&open) && !cuts_apart(&open, &cells, Neighbours::Four)).then_some(Lake { window, cells })
    }

    /// Changes the tiles; says how many cells the lake covers.
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

    /// A hall with two rooms and a passage between them.
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
    fn lakes_cut_no_way_off_and_cover_no_door() {
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
    fn every_open_cell_beside_the_deep_is_rim() {
        let mut draft = Draft::parse(HALL);
        Lakes::default().share(0.2).apply(&mut draft, Seed::from(3).fork("lakes")).unwrap();
        let deep = draft.where_tile(|tile| draft.named("water") == Ok(tile));
        assert!(!deep.is_empty(), "\n{draft}");
        for at in deep.points().flat_map(Point::eight).filter(|at| draft.is_open(*at)) {
            assert_eq!(draft.info(at).name, "ford", "at {at}:\n{draft}");
        }
    }

    #[test]
    fn a_level_without_luck_stays_dry() {
        let mut draft = Draft::parse(HALL);
        Lakes::default().chance(0.0).apply(&mut draft, Seed::from(1).fork("lakes")).unwrap();
        assert_eq!(draft, Draft::parse(HALL));
    }
}

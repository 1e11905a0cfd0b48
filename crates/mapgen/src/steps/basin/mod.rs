//! Opens a large basin in the rock: a lake, a chasm or a field of lava to walk around, with shores, islands and cliffs.
//!
//! ```text
//! ######################        ######################
//! ######################        #######......#########
//! ######################        ####...~~~~~~~....####
//! ######################   →    ###..~~≈≈≈≈≈≈≈~~...###
//! ######################        ###..~≈≈≈~.~≈≈≈≈≈≈####
//! ######################        ####..~~≈≈~≈≈≈≈≈≈#####
//! ######################        #######...~~~~~~..####
//! ######################        ######################
//! ```
//!
//! The outline is a disc, or a band across the map, whose edge is moved in and out by noise. Where a second noise is
//! low, the shore becomes a cliff.

mod outline;

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Components, Neighbours, Point, Rect};

use self::outline::Outline;
use super::connect::{fill_components, join_all};
use crate::noise::{Noise, Simplex};
use crate::{BadParameter, Chance, Draft, Fact, Rng, Step, Stream, Tileset, Veto, require, step};

/// A stretch of shore with fewer cells than this is closed again.
const SHORTEST_SHORE: usize = 10;
/// The distance between an island and the shore, besides the island's radius.
const ISLAND_TO_SHORE: f32 = 1.8;

/// Something a basin may be filled with.
///
/// In a recipe: `{ deep = "water", rim = "ford", weight = 3 }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Filling {
    /// The tile in the middle, which must not be walkable.
    pub deep: String,
    /// The tile along the rim, which must be walkable.
    pub rim: String,
    /// How often it is chosen, relative to the others.
    pub weight: u32,
}

impl Filling {
    /// Something to fill a basin with.
    #[must_use]
    pub fn new(deep: &str, rim: &str, weight: u32) -> Self {
        Self { deep: deep.into(), rim: rim.into(), weight }
    }
}

step! {
    /// Opens a large basin in the rock: a lake, a chasm or a field of lava, with shores, islands and cliffs.
    ///
    /// Later steps can grow rooms onto its shores and lay crossings over it. The cells it opens are connected, by fords
    /// or bridges where a cliff interrupts the shore.
    pub struct Basin = "basin" {
        /// The chance that the level has a basin.
        pub chance: f64 = 1.0,
        /// What the basin may be filled with; one is chosen at random.
        pub fillings: Vec<Filling> =
            vec![Filling::new("water", "ford", 4), Filling::new("pit", "rubble", 3), Filling::new("lava", "rubble", 2)],
        /// The basin's width without shores, as a share of the map's. It varies by a quarter.
        pub width: f64 = 0.4,
        /// The basin's height as a share of the map's.
        pub height: f64 = 0.45,
        /// The longest side of the basin in cells, without shores, however large the map is.
        pub longest_side: u32 = 1_000,
        /// The chance that the basin runs across the whole map, like a river.
        pub across: f64 = 0.3,
        /// The width of the widest shore.
        pub shore: u32 = 4,
        /// Roughly how much of the shore is cliff, as a share.
        pub cliffs: f64 = 0.2,
        /// The most islands.
        pub islands: u32 = 2,
    }
}

impl Step for Basin {
    fn provides(&self) -> Vec<Fact> {
        if self.chance >= 1.0 { vec![Fact::OPEN] } else { Vec::new() }
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::share("chance", self.chance)?;
        if self.fillings.iter().all(|filling| filling.weight == 0) {
            let problem =
                "no weight is above 0; list at least one, as in `{ deep = \"water\", rim = \"ford\", weight = 1 }`";
            return Err(BadParameter::new("fillings", problem));
        }
        for filling in &self.fillings {
            let tiles = require::tile("deep", &filling.deep, tileset)
                .and_then(|()| require::walkable("rim", &filling.rim, tileset))
                .and_then(|()| {
                    match tileset.id_or_floor(&filling.deep).is_some_and(|tile| tileset.is_walkable(tile)) {
                        true => Err(BadParameter::new(
                            "deep",
                            format!("`{}` is walkable; the middle of a basin must not be", filling.deep),
                        )),
                        false => Ok(()),
                    }
                });
            tiles.map_err(|error| error.inside("fillings"))?;
        }
        require::within("width", self.width, 0.05..=0.9)?;
        require::within("height", self.height, 0.05..=0.9)?;
        require::within("longest-side", self.longest_side, 3..=10_000)?;
        require::share("across", self.across)?;
        require::within("shore", self.shore, 1..=20)?;
        require::share("cliffs", self.cliffs)?;
        require::within("islands", self.islands, 0..=20)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let weights: Vec<u32> = self.fillings.iter().map(|filling| filling.weight).collect();
        let filling = rng.weighted(&weights).and_then(|index| self.fillings.get(index));
        let (Some(filling), true) = (filling, rng.chance(Chance::clamped(self.chance))) else { return Ok(()) };
        let (deep_tile, rim_tile) = (draft.named(&filling.deep)?, draft.named(&filling.rim)?);
        let shares = (self.width, self.height);
        let across = Chance::clamped(self.across);
        let outline = Outline::new(draft.size(), shares, self.longest_side as f32, across, stream, &mut rng);
        let inside = draft.size().interior();
        let bounds = outline.bounds.grown(self.shore + 2).intersection(inside);
        let shores = Simplex::new(stream.fork("shores"), 0.08);

        let mut deep = BitGrid::new(draft.size());
        let mut open = BitGrid::new(draft.size());
        let mut middle = Vec::new();
        for at in bounds.points() {
            let height = outline.height(at);
            if height < 0.0 && bounds.shrunk(1).contains(at) {
                deep.insert(at);
                middle.push((height, at));
            } else if height < self.shore_width(shores.at(at)) {
                open.insert(at);
            }
        }
        // Keep only the largest component: bays that noise has cut off would be ponds.
        let sheets = Components::of(&deep, Neighbours::Four);
        let Some(largest) = sheets.largest() else { return Ok(()) };
        sheets.remove_from(&mut deep, |label| label != largest);
        self.raise_islands(&mut deep, &mut open, &middle, &mut rng);

        open.subtract(&deep);
        // Shores that no longer border on anything stay rock.
        let strips = Components::of(&open, Neighbours::Four);
        let island = |label: u32| {
            strips.cells(label).points().flat_map(Point::four).all(|at| deep.contains(at) || open.contains(at))
        };
        let gone: Vec<bool> = (0..strips.count() as u32)
            .map(|label| strips.size(label) < SHORTEST_SHORE && Some(label) != strips.largest() && !island(label))
            .collect();
        strips.remove_from(&mut open, |label| gone[label as usize]);
        if open.is_empty() {
            return Ok(());
        }

        draft.clear_away(|at| deep.contains(at));
        for at in deep.points() {
            draft.set(at, deep_tile);
        }
        for at in open.points() {
            if !draft.is_open(at) {
                draft.set(at, crate::Tile::FLOOR);
            }
        }
        let ring = deep.grown(Neighbours::Eight);
        let wide = ring.grown(Neighbours::Four);
        for at in wide.points() {
            let wet = shores.at(Point::new(at.x.wrapping_mul(2), at.y.wrapping_add(500)));
            let enough = if ring.contains(at) { -0.5 } else { 0.3 };
            if wet > enough && draft.is_open(at) {
                draft.set(at, rim_tile);
            }
        }
        draft.trim_rooms();
        draft.drop_odd_doors();
        let draft_open = draft.open().clone();
        draft.doorways.retain(|doorway| draft_open.contains(*doorway));
        // Pockets of earlier ground that the basin has left over.
        let components = Components::of(draft.open(), Neighbours::Four);
        if let Some(largest) = components.largest() {
            fill_components(draft, &components, |label| label != largest && components.size(label) < 4);
        }
        join_all(draft, stream.fork("crossings"))
    }
}

impl Basin {
    /// The width of the shore where the noise has this value; 0 for a cliff.
    fn shore_width(&self, value: f32) -> f32 {
        let cliff = self.cliffs as f32 * 2.0 - 1.0;
        if value < cliff * 0.7 - 0.1 { 0.0 } else { 1.2 + (self.shore as f32 - 1.0) * (0.5 + 0.5 * value) }
    }

    /// Raises round islands far from the shores.
    fn raise_islands(&self, deep: &mut BitGrid, open: &mut BitGrid, middle: &[(f32, Point)], rng: &mut Rng) {
        let count = rng.below(self.islands + 1);
        for _ in 0..count {
            let radius = rng.float_in(1.2..3.2) as f32;
            let offshore: Vec<Point> =
                middle.iter().filter(|(height, _)| *height < -(radius + ISLAND_TO_SHORE)).map(|(_, at)| *at).collect();
            let Some(&centre) = rng.pick(&offshore) else { continue };
            let map = deep.size().rect();
            for at in Rect::around(centre, 9, 7).intersection(map).points() {
                let (dx, dy) = ((at.x - centre.x) as f32, (at.y - centre.y) as f32 * 1.3);
                let near = dx * dx + dy * dy <= radius * radius + rng.float_in(-1.0..1.0) as f32;
                // Never beyond the water, where the border may be.
                if near && deep.contains(at) {
                    deep.remove(at);
                    open.insert(at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;
    use crate::Seed;

    fn opened(step: &Basin, size: Size, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("basin")).unwrap();
        draft
    }

    fn of(draft: &Draft, name: &str) -> BitGrid {
        draft.where_tile(|tile| draft.named(name) == Ok(tile))
    }

    #[test]
    fn the_cells_a_basin_opens_are_connected_and_lie_on_its_shores() {
        for across in [0.0, 1.0] {
            let step = Basin::default().fillings(vec![Filling::new("water", "ford", 1)]).across(across);
            for seed in 0..60 {
                let draft = opened(&step, Size::new(79, 29), seed);
                let water = of(&draft, "water").count();
                assert!(water > 60, "seed {seed}: only {water} cells of water\n{draft}");
                assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 1, "seed {seed}:\n{draft}");
                let size = draft.size();
                let border = size.points().filter(|at| size.on_border(*at));
                assert!(border.into_iter().all(|at| draft.tile(at) == crate::Tile::WALL), "seed {seed}:\n{draft}");
            }
        }
    }

    #[test]
    fn a_band_runs_across_the_map_and_a_disc_does_not() {
        let step = |across| Basin::default().fillings(vec![Filling::new("pit", "rubble", 1)]).across(across).width(0.3);
        for seed in 0..30 {
            let band = opened(&step(1.0), Size::new(79, 29), seed);
            let bounds = of(&band, "pit").bounding_rect();
            assert!(bounds.width > 55 || bounds.height > 20, "seed {seed}: {bounds:?}\n{band}");
            let disc = opened(&step(0.0), Size::new(79, 29), seed);
            assert!(of(&disc, "pit").bounding_rect().width < 60, "seed {seed}:\n{disc}");
        }
    }

    #[test]
    fn a_chance_of_zero_means_no_basin_and_any_map_is_large_enough() {
        let none = opened(&Basin::default().chance(0.0), Size::new(40, 20), 1);
        assert_eq!(none.open().count(), 0, "\n{none}");
        for side in 1..12 {
            for seed in 0..10 {
                opened(&Basin::default(), Size::new(side, 12 - side), seed);
                opened(&Basin::default().across(1.0), Size::new(side * 7, 9), seed);
            }
        }
    }

    #[test]
    fn the_ground_stays_connected_when_a_basin_opens_in_it() {
        for seed in 0..40 {
            let mut draft = Draft::new(Size::new(60, 30), Tileset::standard());
            draft.fill(draft.size().interior(), crate::Tile::FLOOR);
            Basin::default().apply(&mut draft, Seed::from(seed).fork("basin")).unwrap();
            assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 1, "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn a_walkable_filling_is_refused() {
        let step = Basin::default().fillings(vec![Filling::new("ford", "ford", 1)]);
        assert_eq!(step.check(&Tileset::standard()).unwrap_err().parameter, "fillings");
    }
}

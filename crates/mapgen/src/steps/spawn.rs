//! Places creatures, items or other things on free cells.
//!
//! ```text
//! #########        #########
//! #@......#   →    #@..r...#
//! #.......#        #......r#
//! #########        #########
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Neighbours, Point, Rect, Size, flood_within};

use crate::draft::problem_with;
use crate::rng::weighted_by;
use crate::{
    BadParameter, Chance, Class, Draft, Fact, Phase, Properties, Reach, Step, Stream, Tileset, Veto, require, step,
};

/// The values of `how`.
const METHODS: [&str; 3] = ["chance", "rooms", "count"];

step! {
    /// Places creatures, items or other things on free cells.
    ///
    /// A cell's roll depends only on its position in the world. Nothing spawns on doors or occupied cells.
    pub struct Spawn = "spawn" {
        /// The class: `creature`, `item`, or one that your game defines, such as `trap` or `light`.
        pub class: Class = Class::Creature,
        /// The names to choose from, with their weights.
        pub kinds: BTreeMap<String, u32> = BTreeMap::from([("rat".into(), 1)]),
        /// Properties for the game to read, as in `{ damage = 3 }`.
        pub properties: Properties = Properties::new(),
        /// How to choose cells. `chance`: each free cell rolls. `rooms`: the centre of every room except the one with
        /// the start. `count`: a fixed number of cells, anywhere.
        pub how: String = "chance".into(),
        /// For `chance`: the chance that a free cell is chosen.
        pub chance: f64 = 0.01,
        /// For `count`: the number of spawns.
        pub count: u32 = 10,
        /// The shortest path allowed between the start and a spawn.
        pub from_start: u32 = 0,
        /// The smallest distance between two spawns. A diagonal step counts as one.
        pub apart: u32 = 0,
    }
}

impl Step for Spawn {
    fn reach(&self) -> Reach {
        match self.how.as_str() {
            "chance" if self.from_start == 0 => Reach::Cells(self.apart.saturating_sub(1)),
            _ => Reach::Whole,
        }
    }

    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn spawns(&self) -> Option<Class> {
        Some(self.class.clone())
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        self.kinds.keys().map(|kind| ("kinds", self.class.clone(), kind.as_str())).collect()
    }

    fn needs(&self) -> Vec<Fact> {
        let ground = if self.how == "rooms" { Fact::ROOMS } else { Fact::OPEN };
        let start = (self.from_start > 0).then_some(Fact::START);
        std::iter::once(ground).chain(start).collect()
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        if self.kinds.values().all(|weight| *weight == 0) {
            let problem = "no weight is above 0; list names with their weights, as in `{ rat = 3, bat = 1 }`";
            return Err(BadParameter::new("kinds", problem));
        }
        if self.kinds.keys().any(|kind| kind.trim().is_empty()) {
            return Err(BadParameter::new("kinds", "one of the names is empty"));
        }
        if self.class.name().trim().is_empty() {
            return Err(BadParameter::new("class", "it is empty; write `creature`, `item`, or your own class"));
        }
        if let Some(problem) = problem_with(&self.properties) {
            return Err(BadParameter::new("properties", problem));
        }
        require::one_of("how", &self.how, &METHODS)?;
        require::share("chance", self.chance)?;
        require::within("count", self.count, 0..=100_000)?;
        require::within("from-start", self.from_start, 0..=1_000_000)?;
        require::within("apart", self.apart, 0..=10_000)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let free = self.free_cells(draft);
        let places = match self.how.as_str() {
            "rooms" => self.in_rooms(draft, free),
            "count" => self.anywhere(free, stream, draft.lenient)?,
            _ => self.by_chance(draft, &free, stream),
        };
        let (names, weights): (Vec<Arc<str>>, Vec<u32>) =
            self.kinds.iter().map(|(kind, weight)| (Arc::from(kind.as_str()), *weight)).unzip();
        let kinds = stream.fork("kinds");
        for at in places {
            if let Some(index) = weighted_by(kinds.at(draft.world(at)), &weights) {
                let (kind, class, properties) = (names[index].clone(), self.class.clone(), self.properties.clone());
                draft.spawns.push(crate::Spawn { kind, class, at, properties });
            }
        }
        Ok(())
    }
}

impl Spawn {
    /// The cells where something may be placed.
    fn free_cells(&self, draft: &Draft) -> BitGrid {
        let mut free = draft.free_cells();
        if let (Some(start), Some(limit)) = (draft.start, self.from_start.checked_sub(1)) {
            free.subtract(&flood_within(draft.open(), [start], Neighbours::Four, limit));
        }
        free
    }

    /// The cells whose rolls succeed, thinned out so that they keep their distance.
    fn by_chance(&self, draft: &Draft, free: &BitGrid, stream: Stream) -> Vec<Point> {
        let chance = Chance::clamped(self.chance);
        let hits = super::hit_cells(draft, free, stream, chance);
        match self.apart {
            0 | 1 => hits.collect(),
            apart => {
                let ranks = stream.fork("ranks");
                let ranked = hits.map(|at| (ranks.at(draft.world(at)), at)).collect();
                highest_within(ranked, draft.size(), apart)
            }
        }
    }

    /// The centre of each room, or the free cell nearest to it.
    fn in_rooms(&self, draft: &Draft, mut free: BitGrid) -> Vec<Point> {
        let has_start = |room: &Rect| draft.start.is_some_and(|start| room.contains(start));
        let mut places = Vec::with_capacity(draft.rooms.len());
        for room in draft.rooms.iter().filter(|room| !has_start(room)) {
            let centre = room.centre();
            let place = if free.contains(centre) {
                Some(centre)
            } else {
                let others = room.points().filter(|at| free.contains(*at));
                others.min_by_key(|at| (at.manhattan(centre), at.y, at.x))
            };
            if let Some(at) = place {
                free.remove_rect(self.near(at));
                places.push(at);
            }
        }
        places
    }

    /// A fixed number of free cells, chosen uniformly; a lenient draft gets as many as there are.
    fn anywhere(&self, mut free: BitGrid, stream: Stream, lenient: bool) -> Result<Vec<Point>, Veto> {
        let mut rng = stream.rng();
        let size = free.size();
        let row = |y: i32| Rect::new(0, y, size.width, 1);
        let mut in_row: Vec<u32> = (0..size.height as i32).map(|y| free.count_in(row(y)) as u32).collect();
        let mut left: u32 = in_row.iter().sum();
        let mut places = Vec::with_capacity(self.count as usize);
        while (places.len() as u32) < self.count {
            let Some(at) = nth_by_row(&free, &in_row, rng.below(left)) else {
                if lenient {
                    break;
                }
                let reason = format!("only {} of {} found a free cell", places.len(), self.count);
                return Err(Veto::new("spawn", reason));
            };
            let near = size.rect().intersection(self.near(at));
            free.remove_rect(near);
            for y in near.y..near.bottom() {
                let count = free.count_in(row(y)) as u32;
                left -= in_row[y as usize] - count;
                in_row[y as usize] = count;
            }
            places.push(at);
        }
        Ok(places)
    }

    /// The cells too close to one spawn for another.
    fn near(&self, at: Point) -> Rect {
        Rect::new(at.x, at.y, 1, 1).grown(self.apart.saturating_sub(1))
    }
}

/// The cell of the set with this index, in row order, given the number of cells in each row.
fn nth_by_row(set: &BitGrid, in_row: &[u32], mut index: u32) -> Option<Point> {
    let y = in_row.iter().position(|count| {
        let here = index < *count;
        index -= if here { 0 } else { *count };
        here
    })?;
    set.row(y as u32).iter().enumerate().find_map(|(word, bits)| {
        let here = bits.count_ones();
        if index >= here {
            index -= here;
            return None;
        }
        let bits = (0..index).fold(*bits, |bits, _| bits & (bits - 1));
        Some(Point::new(word as i32 * 64 + bits.trailing_zeros() as i32, y as i32))
    })
}

/// The places that outrank all others closer than `apart` cells. No two of them are closer than that, and each depends
/// only on its surroundings.
fn highest_within(ranked: Vec<(u64, Point)>, size: Size, apart: u32) -> Vec<Point> {
    // All places in a square with sides of `apart` cells are too close to each other, so only its highest can win, and
    // only the eight squares around it can hold a rival.
    let bucket = |at: Point| Point::new(at.x / apart as i32, at.y / apart as i32);
    let mut buckets: Grid<Vec<(u64, Point)>> =
        Grid::new(Size::new(size.width.div_ceil(apart), size.height.div_ceil(apart)), Vec::new());
    for &(rank, at) in &ranked {
        buckets[bucket(at)].push((rank, at));
    }
    let wins = |&(rank, at): &(u64, Point)| {
        let here = bucket(at);
        if buckets[here].iter().any(|other| *other > (rank, at)) {
            return false;
        }
        let around = here.eight().filter_map(|near| buckets.get(near)).flatten();
        !around.into_iter().any(|other| *other > (rank, at) && other.1.chebyshev(at) < apart)
    };
    ranked.iter().filter(|one| wins(one)).map(|(_, at)| *at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Recipe, Seed, SourceFile};

    fn spawned(step: &Spawn, mut draft: Draft, seed: u64) -> Draft {
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("spawn")).unwrap();
        draft
    }

    fn hall(size: Size) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        draft.fill(size.interior(), crate::Tile::FLOOR);
        draft
    }

    #[test]
    fn one_cell_in_a_hundred_has_a_rat() {
        let draft = spawned(&Spawn::default(), hall(Size::new(402, 302)), 1);
        let expected = 400.0 * 300.0 / 100.0;
        let off = (draft.spawns.len() as f64 - expected).abs() / f64::sqrt(expected);
        assert!(off < 5.0, "{} rats where {expected} were expected", draft.spawns.len());
    }

    #[test]
    fn weights_decide_how_often_a_kind_appears() {
        let kinds = BTreeMap::from([("bat".into(), 3), ("rat".into(), 1), ("dragon".into(), 0)]);
        let step = Spawn::default().kinds(kinds).chance(0.2);
        let draft = spawned(&step, hall(Size::new(202, 202)), 1);
        let count = |kind: &str| draft.spawns.iter().filter(|spawn| &*spawn.kind == kind).count() as f64;
        let share = count("bat") / draft.spawns.len() as f64;
        assert!((0.72..0.78).contains(&share), "a share of {share} are bats");
        assert_eq!(count("dragon"), 0.0);
    }

    #[test]
    fn occupied_cells_stay_as_they_are() {
        let mut draft = Draft::parse("########\n#..+.<.#\n########");
        draft.start = Some(Point::new(1, 1));
        let all = Spawn::default().chance(1.0);
        let draft = spawned(&all, draft, 1);
        assert_eq!(draft.to_string(), "########\n#@r+r<r#\n########\n");
        assert_eq!(spawned(&all, draft.clone(), 2), draft, "no cell should be left for a second step");
    }

    #[test]
    fn spawns_keep_their_distance_from_the_start_and_each_other() {
        for how in ["chance", "count"] {
            let step = Spawn::default().how(how).chance(0.3).count(30).apart(5).from_start(12);
            for seed in 0..40 {
                let mut draft = hall(Size::new(60, 40));
                draft.start = Some(Point::new(30, 20));
                let draft = spawned(&step, draft, seed);
                assert!(draft.spawns.len() >= 20, "{how}: only {}\n{draft}", draft.spawns.len());
                for (index, spawn) in draft.spawns.iter().enumerate() {
                    assert!(spawn.at.manhattan(Point::new(30, 20)) >= 12, "{how}: {} is too near\n{draft}", spawn.at);
                    let near = |other: &crate::Spawn| other.at.chebyshev(spawn.at) < 5;
                    assert!(!draft.spawns[..index].iter().any(near), "{how}: {}\n{draft}", spawn.at);
                }
            }
        }
    }

    #[test]
    fn more_spawns_than_free_cells_are_vetoed() {
        let step = Spawn::default().how("count").count(7);
        let mut draft = Draft::parse("#####\n#...#\n#...#\n#####");
        let veto = step.apply(&mut draft, Seed::from(1).fork("spawn")).unwrap_err();
        assert_eq!(veto.to_string(), "spawn: only 6 of 7 found a free cell");
    }

    #[test]
    fn every_room_except_the_one_with_the_start_gets_a_spawn_in_its_centre() {
        let mut draft = Draft::parse("#############\n#...#...#...#\n#...#...#...#\n#...#.<.#...#\n#############");
        draft.rooms = [1, 5, 9].map(|x| Rect::new(x, 1, 3, 3)).to_vec();
        draft.start = Some(Point::new(1, 1));
        let step = Spawn::default().how("rooms");
        let draft = spawned(&step, draft, 1);
        let places: Vec<Point> = draft.spawns.iter().map(|spawn| spawn.at).collect();
        assert_eq!(places, [Point::new(6, 2), Point::new(10, 2)], "{draft}");
    }

    #[test]
    fn tables_without_a_name_or_weight_are_refused() {
        for kinds in [BTreeMap::new(), BTreeMap::from([("rat".into(), 0)]), BTreeMap::from([(" ".into(), 1)])] {
            let step = Spawn::default().kinds(kinds);
            assert_eq!(step.check(&Tileset::standard()).unwrap_err().parameter, "kinds");
        }
    }

    #[test]
    fn traps_and_lights_are_spawned_with_their_properties() {
        let text = "name = \"x\"\ndescription = \"x\"\nsize = \"20x9\"\n[[step]]\ndo = \"fill\"\ntile = \"floor\"\n\
                    [[step]]\ndo = \"border\"\n[[step]]\ndo = \"spawn\"\nclass = \"trap\"\nhow = \"count\"\ncount = 4\n\
                    kinds = { snare = 1 }\nproperties = { damage = 3, hidden = true }\n";
        let recipe = Recipe::parse(SourceFile::new("x.toml", text), Content::standard()).unwrap();
        let level = recipe.build(1).unwrap();
        assert_eq!(level.spawns().len(), 4, "{level}");
        for spawn in level.spawns() {
            assert_eq!(*spawn, crate::Spawn::new("snare", "trap", spawn.at).with("damage", 3).with("hidden", true));
        }
        let again = Recipe::parse(SourceFile::new("y.toml", &recipe.to_toml()), Content::standard()).unwrap();
        assert_eq!(again.build(1).unwrap(), level);
        let tame = recipe.set("spawn.properties={ damage = 0 }").unwrap();
        assert_ne!(tame.build(1).unwrap().fingerprint(), level.fingerprint());
    }
}

//! Divides the level into zones: themed regions that later steps refer to by name.
//!
//! ```text
//! where = "zone wet"        ~~~~~~..####
//!                           ~~~~~...####        where = "zone built"
//!                           ~~~~~~....##
//! ```

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use undercroft_grid::{Distances, FOUR, Grid, Neighbours, Point};

use crate::draft::Zones;
use crate::noise::{Noise, Perlin};
use crate::{Areas, BadParameter, Draft, Fact, Phase, Reach, Step, Stream, Tileset, Veto, require, step};

/// The values of `by`.
const WAYS: [&str; 4] = ["noise", "area", "distance", "start"];
/// How far noise bends the borders between zones, as a share of their size.
const BEND: f32 = 0.6;

step! {
    /// Divides the level into zones: themed regions that later steps refer to, as in `where = "zone flooded"`.
    ///
    /// Zones change no tile. On an endless level, zones by `noise` are biomes that span many chunks. If a recipe has
    /// several `zone` steps, the last one decides. The names of zones become tags of areas.
    pub struct Zone = "zone" {
        /// The names of the zones. For `distance` and `start`, list them from near to far.
        pub names: Vec<String> = vec!["wild".into(), "tame".into()],
        /// How to divide the level. `noise`: irregular patches that cover rock and floor alike. `area`: groups of
        /// connected rooms and chambers. `distance`: bands of equal size by walking distance from one end of the level.
        /// `start`: the same by walking distance from the start, for steps that place things.
        pub by: String = "noise".into(),
        /// For `noise`: the approximate width of a patch, in cells.
        pub size: u32 = 32,
    }
}

impl Step for Zone {
    fn reach(&self) -> Reach {
        if self.by == "noise" { Reach::Cells(0) } else { Reach::Whole }
    }

    fn phase(&self) -> Phase {
        if self.by == "start" { Phase::Placing } else { Phase::Ground }
    }

    fn needs(&self) -> Vec<Fact> {
        match self.by.as_str() {
            "noise" => Vec::new(),
            "start" => vec![Fact::OPEN, Fact::START],
            _ => vec![Fact::OPEN],
        }
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::ZONES]
    }

    fn zones(&self) -> &[String] {
        &self.names
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::one_of("by", &self.by, &WAYS)?;
        require::within("size", self.size, 4..=10_000)?;
        let distinct: BTreeSet<&str> = self.names.iter().map(String::as_str).collect();
        let bad = |problem: String| Err(BadParameter::new("names", problem));
        match self.names.iter().find(|name| !is_word(name)) {
            Some(name) => {
                bad(format!("`{name}` is not a valid name: use letters, digits and hyphens, starting with a letter"))
            }
            None if self.names.is_empty() => bad("a level needs at least one zone".into()),
            None if self.names.len() > 100 => bad("a level has at most 100 zones".into()),
            None if distinct.len() < self.names.len() => bad("two zones have the same name".into()),
            None => Ok(()),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let zones = match self.by.as_str() {
            "area" => self.by_area(draft, stream),
            "distance" => self.by_distance(draft, one_end(draft)),
            "start" => self.by_distance(draft, draft.arrival()),
            _ => self.by_noise(draft, stream),
        };
        draft.zones = Some(Arc::new(zones));
        Ok(())
    }
}

/// Whether conditions can name it without quotes.
fn is_word(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
}

impl Zone {
    /// Each cell takes the zone of the nearest site of a jittered lattice, as seen through noise that bends the borders.
    /// The zone depends only on the seed and the cell's position in the world.
    fn by_noise(&self, draft: &Draft, stream: Stream) -> Zones {
        let side = i64::from(self.size);
        let bends = ["across", "down"].map(|axis| Perlin::new(stream.fork(axis), 1.5 / f64::from(self.size)));
        let bend = |noise: &Perlin, at: Point| (noise.at(at) * BEND * self.size as f32) as i64;
        let site = |column: i64, row: i64| {
            let roll = stream.at(Point::new(column as i32, row as i32));
            let jitter = |bits: u64| (bits % self.size as u64) as i64;
            (column * side + jitter(roll), row * side + jitter(roll >> 24), roll >> 48)
        };
        let zone = |roll: u64| (roll % self.names.len() as u64) as usize;
        let owner = |at: Point| {
            let world = draft.world(at);
            let (x, y) = (i64::from(world.x) + bend(&bends[0], world), i64::from(world.y) + bend(&bends[1], world));
            let (column, row) = (x.div_euclid(side), y.div_euclid(side));
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy)));
            around.min_by_key(|(column, row)| {
                let (sx, sy, _) = site(*column, *row);
                (sx - x) * (sx - x) + (sy - y) * (sy - y)
            })
        };
        let owners: Grid<(i64, i64)> = Grid::from_fn(draft.size(), |at| owner(at).unwrap_or_default());
        if draft.endless {
            return Zones::new(&self.names, draft.size(), |at| zone(site(owners[at].0, owners[at].1).2));
        }
        // A bounded level shows all its zones if it has enough patches: zones take turns, in an order of the level's
        // own.
        let mut blots: Vec<(i64, i64)> =
            owners.as_slice().iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        stream.fork("turns").rng().shuffle(&mut blots);
        let turn = |owner: (i64, i64)| blots.iter().position(|blot| *blot == owner).unwrap_or(0) % self.names.len();
        Zones::new(&self.names, draft.size(), |at| turn(owners[at]))
    }

    /// Areas join the zone that reaches them first, from seeds far apart; the smallest zone grows next.
    fn by_area(&self, draft: &Draft, stream: Stream) -> Zones {
        let areas = Areas::of(draft);
        let mut rng = stream.rng();
        let mut seeds: Vec<u32> = Vec::new();
        if !areas.is_empty() {
            seeds.push(rng.below(areas.len() as u32));
        }
        while !seeds.is_empty() && seeds.len() < self.names.len().min(areas.len()) {
            let hops = hops_from(&areas, &seeds);
            let farthest = hops.iter().enumerate().filter(|(_, hops)| **hops > 0).max_by_key(|(_, hops)| **hops);
            let Some((next, _)) = farthest else { break };
            seeds.push(next as u32);
        }
        let mut zone_of: Vec<Option<usize>> = vec![None; areas.len()];
        let mut sizes = vec![0; seeds.len()];
        let mut frontiers: Vec<VecDeque<u32>> = seeds.iter().map(|seed| VecDeque::from([*seed])).collect();
        while let Some(zone) =
            (0..seeds.len()).filter(|zone| !frontiers[*zone].is_empty()).min_by_key(|zone| sizes[*zone])
        {
            let Some(next) = frontiers[zone].pop_front() else { break };
            if zone_of[next as usize].is_none() {
                zone_of[next as usize] = Some(zone);
                sizes[zone] += areas.get(next).map_or(0, |area| area.cells);
                frontiers[zone].extend(areas.neighbours(next).filter(|beside| zone_of[*beside as usize].is_none()));
            }
        }
        let zone = |at: Point| areas.at(at).and_then(|area| zone_of[area.id as usize]);
        spread(&self.names, draft, zone)
    }

    /// Bands of equal size by walking distance from a cell.
    fn by_distance(&self, draft: &Draft, from: Option<Point>) -> Zones {
        let walk = Distances::from(draft.open(), from, Neighbours::Four);
        let mut steps: Vec<u32> = draft.open().points().filter_map(|at| walk.get(at)).collect();
        steps.sort_unstable();
        let count = self.names.len();
        let ends: Vec<u32> = (1..count).filter_map(|band| steps.get(steps.len() * band / count).copied()).collect();
        spread(&self.names, draft, |at| walk.get(at).map(|steps| ends.iter().filter(|end| steps >= **end).count()))
    }
}

/// The cell at one end of the longest walk, or nearly.
fn one_end(draft: &Draft) -> Option<Point> {
    let from_any = Distances::from(draft.open(), draft.open().first(), Neighbours::Four);
    from_any.farthest().map(|(at, _)| at)
}

/// The number of links from each area to the nearest of the given areas.
fn hops_from(areas: &Areas, seeds: &[u32]) -> Vec<u32> {
    let mut hops = vec![0; areas.len()];
    let mut seen = vec![false; areas.len()];
    let mut queue: VecDeque<u32> = seeds.iter().copied().collect();
    seeds.iter().for_each(|seed| seen[*seed as usize] = true);
    while let Some(next) = queue.pop_front() {
        for beside in areas.neighbours(next) {
            if !std::mem::replace(&mut seen[beside as usize], true) {
                hops[beside as usize] = hops[next as usize] + 1;
                queue.push_back(beside);
            }
        }
    }
    hops
}

/// The zones of open cells; rock takes the zone of the nearest open cell.
fn spread(names: &[String], draft: &Draft, zone: impl Fn(Point) -> Option<usize>) -> Zones {
    let mut zones: Grid<Option<usize>> = Grid::from_fn(draft.size(), zone);
    let mut queue: VecDeque<Point> = draft.size().points().filter(|at| zones[*at].is_some()).collect();
    while let Some(at) = queue.pop_front() {
        let own = zones[at];
        for near in FOUR.map(|offset| at + offset) {
            if let Some(cell) = zones.get_mut(near).filter(|cell| cell.is_none()) {
                *cell = own;
                queue.push_back(near);
            }
        }
    }
    Zones::new(names, draft.size(), |at| zones[at].unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, Rect, Seed, Where};

    fn zoned(draft: &Draft, step: &Zone, seed: u64) -> Draft {
        let mut draft = draft.clone();
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("zone")).unwrap();
        draft
    }

    fn three() -> Zone {
        Zone::default().names(vec!["a".into(), "b".into(), "c".into()])
    }

    fn counts(draft: &Draft) -> [usize; 3] {
        let count = |name: &str| draft.open().points().filter(|at| draft.zone_at(*at) == Some(name)).count();
        ["a", "b", "c"].map(count)
    }

    #[test]
    fn every_zone_gets_its_share_of_a_level() {
        for seed in 0..10 {
            let level = Recipe::named("halls").unwrap().build(seed).unwrap();
            for by in ["noise", "area", "distance", "start"] {
                let draft = zoned(level.as_draft(), &three().by(by).size(20), seed);
                let counts = counts(&draft);
                assert_eq!(counts.iter().sum::<usize>(), draft.open().count(), "{by}");
                assert!(counts.iter().all(|count| *count > 0), "{by}, seed {seed}: {counts:?}\n{draft}");
                if by == "distance" {
                    let even = draft.open().count() / 3;
                    assert!(counts.iter().all(|count| count.abs_diff(even) < even / 2), "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn every_area_lies_in_one_zone() {
        for seed in 0..10 {
            let level = Recipe::named("halls").unwrap().build(seed).unwrap();
            let draft = zoned(level.as_draft(), &three().by("area"), seed);
            let areas = Areas::of(&draft);
            for area in &areas {
                let zones: BTreeSet<Option<&str>> = areas.cells(area.id).map(|at| draft.zone_at(at)).collect();
                assert_eq!(zones.len(), 1, "seed {seed}, {area:?}");
                assert!(zones.into_iter().flatten().all(|zone| area.has_tag(zone)), "seed {seed}: {area:?}");
            }
        }
    }

    #[test]
    fn zones_of_an_endless_level_depend_only_on_position() {
        let mut whole = Draft::new(crate::Size::new(200, 100), Tileset::standard());
        whole.endless = true;
        whole.origin = Point::new(-90, 1_000_000);
        let mut part = whole.window(Rect::new(-20, 1_000_040, 60, 30));
        part.endless = true;
        let (whole, part) = (zoned(&whole, &three(), 7), zoned(&part, &three(), 7));
        for at in part.size().points() {
            assert_eq!(part.zone_at(at), whole.zone_at(part.world(at) - whole.origin), "{at}");
        }
    }

    #[test]
    fn steps_work_only_inside_their_zone() {
        let recipe = Recipe::new(60, 40)
            .then(three().size(16))
            .scatter(0.5)
            .smooth(4)
            .within(Where::parse("zone a").unwrap())
            .replace("floor", "moss", 1.0)
            .within(Where::parse("zone b").unwrap())
            .connect();
        for seed in 0..10 {
            let level = recipe.build(seed).unwrap();
            let draft = level.as_draft();
            let moss = draft.named("moss").unwrap();
            for at in draft.open().points().filter(|at| draft.tile(*at) == moss) {
                assert_eq!(draft.zone_at(at), Some("b"), "seed {seed}, {at}\n{draft}");
            }
        }
        let unknown = recipe.clone().within(Where::parse("zone d").unwrap()).build(1).unwrap_err().to_string();
        assert!(unknown.contains("no earlier step makes a zone `d`"), "{unknown}");
        let none = Recipe::new(60, 40).scatter(0.5).within(Where::parse("zone a").unwrap()).build(1).unwrap_err();
        assert!(
            none.to_string()
                .contains("needs zones, which no earlier step provides; put one of these before it: `mission`, `zone`"),
            "{none}"
        );
    }
}

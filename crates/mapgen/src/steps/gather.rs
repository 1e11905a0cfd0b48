//! Places packs of creatures, far from the arrival and beside items worth guarding.
//!
//! ```text
//! ############        ############
//! #@....#....#        #@....#.gg.#
//! #.....#..*.#   →    #.....#.g*.#
//! #..........#        #..........#
//! ############        ############
//! ```

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Distances, Neighbours, Point, Rect};

use super::by_depth;
use crate::{
    BadParameter, Class, Draft, EndlessMode, Fact, Phase, Rng, Size, Step, Stream, Tileset, Veto, require, step,
};

/// The greatest distance of a pack's members from the first.
const PACK_RADIUS: u32 = 3;

step! {
    /// Places packs of creatures, far from the arrival and beside items worth guarding.
    ///
    /// All creatures in a pack are of one kind. The deeper the level is below the kind's first depth, the larger its
    /// packs.
    pub struct Gather = "gather" {
        /// The names of the creatures, each with the first depth where it appears. That depth also counts as its
        /// strength.
        pub from_depth: BTreeMap<String, u32> = BTreeMap::from([("rat".into(), 1), ("goblin".into(), 4)]),
        /// The fewest packs.
        pub fewest: u32 = 1,
        /// The most packs.
        pub most: u32 = 2,
        /// The most creatures in a pack.
        pub largest: u32 = 5,
        /// The shortest path from the arrival to a pack.
        pub from_start: u32 = 16,
        /// The smallest distance between two packs.
        pub apart: u32 = 12,
        /// The share of packs that stand beside an item, if one lies far enough away.
        pub guards: f64 = 0.7,
    }
}

impl Step for Gather {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        self.from_depth.keys().map(|kind| ("from-depth", Class::Creature, kind.as_str())).collect()
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn endless(&self, _: Size) -> EndlessMode {
        // An endless level has no arrival to measure distances from.
        EndlessMode::Skipped
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        by_depth::check(&self.from_depth)?;
        require::within("most", self.most, 0..=10_000)?;
        require::ordered(("fewest", self.fewest), ("most", self.most))?;
        require::within("largest", self.largest, 1..=40)?;
        require::within("from-start", self.from_start, 0..=1_000_000)?;
        require::within("apart", self.apart, 1..=1_000)?;
        require::share("guards", self.guards)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let wanted = rng.range(self.fewest as i32..=self.most as i32);
        let arrival = draft.arrival().or(draft.start);
        let distances = Distances::from(draft.open(), arrival, Neighbours::Four);
        let far = |at: Point| arrival.is_none() || distances.get(at).is_some_and(|steps| steps >= self.from_start);
        let mut free = draft.free_cells();
        let mut places: BitGrid = free.clone();
        free.points().filter(|at| !far(*at)).for_each(|at| {
            places.remove(at);
        });
        for _ in 0..wanted {
            let Some(den) = self.den(draft, &places, &mut rng) else { break };
            let reach = self.apart as i32 - 1;
            places.remove_rect(Rect::new(den.x - reach, den.y - reach, 2 * self.apart - 1, 2 * self.apart - 1));
            let Some(kind) = by_depth::pick(&self.from_depth, draft.metadata.depth, &mut rng) else { break };
            let strength = self.from_depth.get(&*kind).copied().unwrap_or(1).max(1);
            let most = 1_u32.saturating_add(draft.metadata.depth.saturating_add(2) / strength).clamp(1, self.largest);
            let count = rng.range(most.div_ceil(2) as i32..=most as i32) as usize;
            let around = Distances::within(draft.open(), [den], Neighbours::Four, PACK_RADIUS);
            let mut cells: Vec<(u32, u32, Point)> = around
                .iter()
                .filter(|(at, _)| free.contains(*at))
                .map(|(at, steps)| (steps, rng.below(1 << 16), at))
                .collect();
            cells.sort_unstable_by_key(|(steps, luck, at)| (*steps, *luck, at.y, at.x));
            for (_, _, at) in cells.into_iter().take(count) {
                free.remove(at);
                let (kind, class) = (kind.clone(), Class::Creature);
                draft.spawns.push(crate::Spawn { kind, class, at, properties: Default::default() });
            }
        }
        Ok(())
    }
}

impl Gather {
    /// Where the next pack stands: beside an item, or anywhere it may.
    fn den(&self, draft: &Draft, places: &BitGrid, rng: &mut Rng) -> Option<Point> {
        let items = draft.spawns.iter().filter(|spawn| spawn.class == Class::Item);
        let guarded: Vec<Point> = items.flat_map(|spawn| spawn.at.four()).filter(|at| places.contains(*at)).collect();
        if rng.chance(crate::Chance::clamped(self.guards))
            && let Some(at) = rng.pick(&guarded)
        {
            return Some(*at);
        }
        places.nth(rng.below(places.count() as u32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Spawn};

    fn hall() -> Draft {
        let mut draft = Draft::new(Size::new(60, 12), Tileset::standard());
        draft.fill(draft.size().interior(), crate::Tile::FLOOR);
        draft.start = Some(Point::new(2, 5));
        draft.metadata.depth = 6;
        draft
    }

    fn gathered(step: &Gather, mut draft: Draft, seed: u64) -> Draft {
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("gather")).unwrap();
        draft
    }

    #[test]
    fn a_pack_is_of_one_kind_close_together_and_far_from_the_start() {
        for seed in 0..40 {
            let draft = gathered(&Gather::default().fewest(1).most(1), hall(), seed);
            let first = &draft.spawns[0];
            assert!(draft.spawns.len() <= 5, "seed {seed}:\n{draft}");
            for spawn in &draft.spawns {
                assert_eq!(spawn.kind, first.kind, "seed {seed}:\n{draft}");
                assert!(spawn.at.manhattan(first.at) <= 2 * PACK_RADIUS, "seed {seed}:\n{draft}");
            }
            assert!(first.at.manhattan(Point::new(2, 5)) >= 16, "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn packs_guard_items() {
        for seed in 0..40 {
            let mut draft = hall();
            draft.spawns.push(Spawn::new("crown", Class::Item, Point::new(50, 8)));
            let draft = gathered(&Gather::default().fewest(1).most(1).guards(1.0), draft, seed);
            assert!(draft.spawns[1].at.manhattan(Point::new(50, 8)) <= 2, "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn packs_grow_with_depth() {
        let step = Gather::default().fewest(2).most(2).from_depth(BTreeMap::from([("goblin".into(), 4)]));
        let count = |depth| -> usize {
            let at_depth = |seed| {
                let mut draft = hall();
                draft.metadata.depth = depth;
                gathered(&step, draft, seed).spawns.len()
            };
            (0..40).map(at_depth).sum()
        };
        assert_eq!(count(3), 0);
        assert!(count(12) > count(4) * 3 / 2, "{} and {}", count(4), count(12));
    }
}

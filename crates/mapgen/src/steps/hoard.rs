//! Places items off the main path: in dead ends, on islands, in the far corners of side rooms.
//!
//! ```text
//! ###############        ###############
//! #@...........>#        #@...........>#
//! #.#####.#####.#   →    #.#####.#####.#
//! #.#...#.#   #.#        #.#..*#.#   #.#
//! #.....#.#   #*#        #.....#*#   #*#
//! ```

use std::collections::BTreeMap;

use undercroft_grid::{Distances, Neighbours, Point, shortest_path};

use super::by_depth;
use crate::{
    BadParameter, Class, Draft, EndlessMode, Fact, Phase, Rng, Size, StairKind, Step, Stream, Tileset, Veto, require,
    step,
};

/// The shortest distance of an item from the main path.
const ASIDE: u32 = 3;

step! {
    /// Places items off the main path: in dead ends, on islands, in the far corners of side rooms.
    ///
    /// The farther a place is from the path between the stairs, the more likely it is to hold an item.
    pub struct Hoard = "hoard" {
        /// The names of the items, each with the first depth where it appears. Of the items that can appear on a level,
        /// the later ones are the more common.
        pub from_depth: BTreeMap<String, u32> = BTreeMap::from([("copper coin".into(), 0), ("health potion".into(), 1)]),
        /// The fewest items.
        pub fewest: u32 = 3,
        /// The most items.
        pub most: u32 = 5,
        /// The smallest distance between two items. A diagonal step counts as one.
        pub apart: u32 = 6,
    }
}

impl Step for Hoard {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        self.from_depth.keys().map(|kind| ("from-depth", Class::Item, kind.as_str())).collect()
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn endless(&self, _: Size) -> EndlessMode {
        // There is no main path across an endless level.
        EndlessMode::Skipped
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        by_depth::check(&self.from_depth)?;
        require::within("most", self.most, 0..=10_000)?;
        require::ordered(("fewest", self.fewest), ("most", self.most))?;
        require::within("apart", self.apart, 1..=1_000)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let wanted = rng.range(self.fewest as i32..=self.most as i32) as usize;
        let mut laid: Vec<Point> = Vec::new();
        for at in remote_cells(draft, &mut rng) {
            if laid.len() == wanted {
                break;
            }
            if laid.iter().all(|other| other.chebyshev(at) >= self.apart) {
                laid.push(at);
            }
        }
        for at in laid {
            if let Some(kind) = by_depth::pick(&self.from_depth, draft.metadata.depth, &mut rng) {
                draft.spawns.push(crate::Spawn { kind, class: Class::Item, at, properties: Default::default() });
            }
        }
        Ok(())
    }
}

/// The free cells with no neighbour farther from the main path. The farthest tend to come first, with some luck
/// involved.
fn remote_cells(draft: &Draft, rng: &mut Rng) -> Vec<Point> {
    let open = draft.open();
    let from = draft.arrival().or(draft.start).or_else(|| open.first());
    let to = draft.stairs_to(StairKind::Down).or(from);
    let path = from.zip(to).and_then(|(from, to)| shortest_path(open, from, to, Neighbours::Four)).unwrap_or_default();
    let distances = Distances::from(open, path, Neighbours::Four);
    let free = draft.free_cells();
    let distance = |at: Point| distances.get(at).unwrap_or(0);
    let peaks =
        free.points().filter(|at| distance(*at) >= ASIDE && at.eight().all(|near| distance(near) <= distance(*at)));
    let mut ranked: Vec<(u64, Point)> =
        peaks.map(|at| (u64::from(distance(at)) * (128 + u64::from(rng.below(256))), at)).collect();
    ranked.sort_unstable_by_key(|(rank, at)| (std::cmp::Reverse(*rank), at.y, at.x));
    ranked.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn hoarded(step: &Hoard, drawing: &str, seed: u64) -> Draft {
        let mut draft = Draft::parse(drawing);
        draft.metadata.depth = 1;
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("hoard")).unwrap();
        draft
    }

    /// A path along the top, and two side rooms.
    const SIDES: &str = "
        ###############
        #<...........>#
        #.#####.#######
        #.#...#.#.....#
        #.....#.#.....#
        #.#...#.......#
        ###############";

    #[test]
    fn items_lie_off_the_path_between_the_stairs() {
        for seed in 0..30 {
            let draft = hoarded(&Hoard::default().fewest(2).most(2).apart(4), SIDES, seed);
            assert_eq!(draft.spawns.len(), 2, "seed {seed}:\n{draft}");
            assert!(draft.spawns.iter().all(|spawn| spawn.at.y >= 3), "seed {seed}:\n{draft}");
            let [one, other] = [draft.spawns[0].at, draft.spawns[1].at];
            assert!(one.chebyshev(other) >= 4, "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn a_level_without_a_side_room_gets_no_items() {
        let draft = hoarded(&Hoard::default(), "#######\n#<...>#\n#######", 1);
        assert!(draft.spawns.is_empty(), "\n{draft}");
    }
}

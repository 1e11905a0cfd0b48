//! Puts stairs up where one arrives, and stairs down a good walk away.
//!
//! ```text
//! #########        #########
//! #@......#   →    #@<....>#
//! #########        #########
//! ```
//!
//! They may be cut into walls, so that nobody has to walk around them:
//!
//! ```text
//! #########        #########
//! #########        ##<######
//! #.......#   →    #.@.....#
//! #.......#        #.......#
//! #########        ######>##
//! #########        #########
//! ```

use undercroft_grid::{BitGrid, Distances, FOUR, Neighbours, Point, Size, beyond_flood, flood_within};

use crate::step::{Parameters, table_of};
use crate::{
    BadParameter, Draft, Fact, Phase, Reach, Rng, StairKind, Step, Stream, Tile, Tileset, Veto, require, step,
};

step! {
    /// Puts stairs up where one arrives, and stairs down a good walk away.
    pub struct PlaceStairs = "stairs" {
        /// Whether there are stairs up.
        pub up: bool = true,
        /// Whether there are stairs down.
        pub down: bool = true,
        /// The shortest walk from where one arrives to the stairs down, as a share of the level's width plus height.
        pub walk: f64 = 0.25,
        /// How many steps the stairs up may be away from the start, where there is one.
        pub near: u32 = 6,
        /// The shortest walk to the stairs down, as a share of the longest that there is on the level.
        pub far: f64 = 0.0,
        /// Whether the stairs stand in niches of their own, cut into walls, where there are walls for that.
        pub niche: bool = false,
    }
}

impl Step for PlaceStairs {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn asked_walk(&self, level: Size) -> u32 {
        (f64::from(level.width + level.height) * self.walk) as u32
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("walk", self.walk, 0.0..=100.0)?;
        require::within("near", self.near, 1..=100_000)?;
        require::share("far", self.far)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        draft.shortest_walk = self.asked_walk(draft.size());
        if self.up {
            let open = draft.as_open();
            let near = draft.start.map(|start| flood_within(open, [start], Neighbours::Four, self.near));
            let at = self
                .pick(draft, near.unwrap_or_else(|| open.clone()), &mut rng)
                .ok_or_else(|| Veto::new("stairs", "there is no free cell for the stairs up"))?;
            draft.put_stairs(StairKind::Up, at)?;
            if draft.start.is_none() {
                draft.start = crate::checks::usual_start(draft);
            }
        }
        if self.down {
            let open = draft.as_open();
            let arrivals = || draft.start.into_iter().chain(draft.stairs_to(StairKind::Up));
            let mut shortest_walk = draft.shortest_walk;
            if self.far > 0.0 {
                let longest =
                    Distances::from(open, arrivals(), Neighbours::Four).farthest().map_or(0, |(_, steps)| steps);
                shortest_walk = shortest_walk.max((f64::from(longest) * self.far) as u32);
            }
            let far = match shortest_walk.checked_sub(1) {
                Some(limit) => beyond_flood(open, arrivals(), Neighbours::Four, limit),
                None => open.clone(),
            };
            draft.shortest_walk = shortest_walk;
            let at = self.pick(draft, far, &mut rng).ok_or_else(|| {
                Veto::new("stairs", format!("no free cell is {shortest_walk} steps away from the arrival"))
            })?;
            draft.put_stairs(StairKind::Down, at)?;
        }
        Ok(())
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

impl PlaceStairs {
    /// A place for stairs that is reached from one of some open cells that is free.
    fn pick(&self, draft: &Draft, open: BitGrid, rng: &mut Rng) -> Option<Point> {
        let mut free = open;
        draft.remove_taken(&mut free);
        for &door in &draft.doors {
            free.remove(door);
        }
        // What was drawn by hand is left alone where there is another place.
        free = without_where_possible(free, !draft.vaults.is_empty(), |free| {
            draft.vaults.iter().for_each(|vault| free.remove_rect(vault.area));
        });
        if self.niche {
            let niches = niches(draft, &free);
            if !niches.is_empty() {
                return any_of(&niches, rng);
            }
        }
        // Cells before a doorway are taken only where there is no other.
        free = without_where_possible(free, !draft.doors.is_empty(), |free| {
            for at in draft.doors.iter().flat_map(|door| door.four()).filter(|at| draft.size().contains(*at)) {
                free.remove(at);
            }
        });
        any_of(&free, rng)
    }
}

/// Takes cells out of a set, where there are such and others are left.
fn without_where_possible(cells: BitGrid, are_some: bool, take_out: impl FnOnce(&mut BitGrid)) -> BitGrid {
    if !are_some {
        return cells;
    }
    let mut left = cells.clone();
    take_out(&mut left);
    if left.is_empty() { cells } else { left }
}

fn any_of(cells: &BitGrid, rng: &mut Rng) -> Option<Point> {
    cells.nth(rng.below(cells.count() as u32) as usize)
}

/// The rock inside the border that one open cell lies before, a free one, with rock at all other sides: stairs cut
/// into it are found in a wall, at the end of no passage, and block no way.
///
/// ```text
/// #######        ##>####
/// ..f....   →    .......
/// .......        .......
/// ```
fn niches(draft: &Draft, free: &BitGrid) -> BitGrid {
    let rock = draft.where_tile(|tile| tile == Tile::WALL);
    let inside = draft.size().interior();
    let mut niches = BitGrid::new(draft.size());
    for before in free.points() {
        for outwards in FOUR {
            let (at, aside) = (before + outwards, Point::new(outwards.y, outwards.x));
            let walls = [at, at + outwards, at + aside, at - aside, at + outwards + aside, at + outwards - aside];
            let flat = [before + aside, before - aside];
            if inside.contains(at)
                && walls.iter().all(|wall| rock.contains(*wall))
                && flat.iter().all(|cell| draft.is_open(*cell))
            {
                niches.insert(at);
            }
        }
    }
    niches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn with_stairs(drawing: &str, step: &PlaceStairs, seed: u64) -> Draft {
        let mut draft = Draft::parse(drawing);
        step.apply(&mut draft, Seed::from(seed).fork("stairs")).unwrap();
        draft
    }

    const ROOM: &str = "
        ################
        ################
        ##............##
        ##............##
        ##............##
        ################
        ################";

    #[test]
    fn niches_are_cut_into_flat_walls() {
        let step = PlaceStairs { niche: true, ..PlaceStairs::default() };
        for seed in 0..50 {
            let draft = with_stairs(ROOM, &step, seed);
            let before = Draft::parse(ROOM);
            for stair in &draft.stairs {
                let ways: Vec<Point> = stair.at.four().filter(|at| draft.is_open(*at)).collect();
                assert!(!before.is_open(stair.at) && ways.len() == 1, "seed {seed}:\n{draft}");
                assert!(before.size().interior().contains(stair.at), "seed {seed}:\n{draft}");
            }
        }
    }

    #[test]
    fn without_walls_for_niches_stairs_stand_in_the_open() {
        let draft =
            with_stairs("#####\n#...#\n#...#\n#...#\n#####", &PlaceStairs { niche: true, ..PlaceStairs::default() }, 1);
        assert_eq!(draft.open().count(), 9, "\n{draft}");
        assert_eq!(draft.stairs.len(), 2);
    }

    #[test]
    fn stairs_that_are_to_be_far_are_at_least_so_far() {
        let step = PlaceStairs { walk: 0.0, far: 1.0, ..PlaceStairs::default() };
        for seed in 0..50 {
            let draft = with_stairs(ROOM, &step, seed);
            let arrivals = draft.start.into_iter().chain(draft.stairs_to(StairKind::Up));
            let distances = Distances::from(&draft.open(), arrivals, Neighbours::Four);
            let down = draft.stairs_to(StairKind::Down).and_then(|down| distances.get(down));
            assert_eq!(down, distances.farthest().map(|(_, steps)| steps), "seed {seed}:\n{draft}");
            assert_eq!(Some(draft.shortest_walk), down);
        }
    }
}

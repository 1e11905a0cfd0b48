//! Places stairs up near the start, and stairs down a long walk away.
//!
//! ```text
//! #########        #########
//! #@......#   →    #@<....>#
//! #########        #########
//! ```
//!
//! With `niche`, stairs are cut into walls, where they are not in the way:
//!
//! ```text
//! #########        #########
//! #########        ##<######
//! #.......#   →    #.@.....#
//! #.......#        #.......#
//! #########        ######>##
//! #########        #########
//! ```

use undercroft_grid::internal::cells_farther_than;
use undercroft_grid::{BitGrid, Distances, FOUR, Neighbours, Point, Size, flood_within};

use crate::{
    BadParameter, Draft, Fact, Phase, Rng, StairKind, Step, Stream, Tile, Tileset, Veto, checks, require, step,
};

step! {
    /// Places stairs up near the start, and stairs down a long walk away.
    pub struct Stairs = "stairs" {
        /// Whether to place stairs up.
        pub up: bool = true,
        /// Whether to place stairs down.
        pub down: bool = true,
        /// The shortest walk from the arrival to the stairs down, as a share of the level's width plus height.
        pub walk: f64 = 0.25,
        /// The greatest distance from the start to the stairs up, in steps.
        pub near: u32 = 6,
        /// The shortest walk from the arrival to the stairs down, as a share of the walk to the farthest cell.
        pub far: f64 = 0.0,
        /// Whether to cut stairs into walls as niches, where there are suitable walls.
        pub niche: bool = false,
    }
}

impl Step for Stairs {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::START]
    }

    fn takes(&self) -> u32 {
        u32::from(self.up) + u32::from(self.down)
    }

    fn min_path_length(&self, level: Size) -> u32 {
        (f64::from(level.width + level.height) * self.walk) as u32
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        for (parameter, wanted, kind) in [("up", self.up, StairKind::Up), ("down", self.down, StairKind::Down)] {
            if wanted {
                require::known_tile(parameter, kind.tile_name(), tileset)?;
            }
        }
        require::within("walk", self.walk, 0.0..=100.0)?;
        require::within("near", self.near, 1..=100_000)?;
        require::share("far", self.far)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        if self.up {
            let open = draft.open();
            let near = draft
                .start
                .map_or_else(|| open.clone(), |start| flood_within(open, [start], Neighbours::Four, self.near));
            let at = match self.pick(draft, near, StairKind::Up, &mut rng) {
                Some(at) => at,
                None if draft.lenient => {
                    let open = draft.open().clone();
                    self.pick(draft, open, StairKind::Up, &mut rng).map_or_else(|| carve_beside_open(draft), Ok)?
                }
                None => return Err(Veto::new("stairs", "no cell near the start is free for the stairs up")),
            };
            draft.put_stairs(StairKind::Up, at)?;
        }
        if draft.start.is_none() {
            draft.start = checks::default_start(draft);
        }
        if draft.start.is_none() && draft.lenient {
            draft.start = Some(carve_beside_open(draft)?);
        }
        draft.min_path_length = self.min_path_length(draft.size());
        if self.down {
            self.place_down(draft, &mut rng)?;
        }
        Ok(())
    }
}

impl Stairs {
    fn place_down(&self, draft: &mut Draft, rng: &mut Rng) -> Result<(), Veto> {
        if self.far > 0.0 {
            let distances = distances_from_arrival(draft);
            let mut goals = draft.open().clone();
            draft.keep_planned(&mut goals, StairKind::Down);
            let longest = goals.points().filter_map(|at| distances.get(at)).max().unwrap_or(0);
            draft.min_path_length = draft.min_path_length.max((f64::from(longest) * self.far) as u32);
        }
        let required = draft.min_path_length;
        let far_enough = match required.checked_sub(1) {
            Some(limit) => cells_farther_than(draft.open(), arrivals(draft), Neighbours::Four, limit),
            None => draft.open().clone(),
        };
        let at = match self.pick(draft, far_enough, StairKind::Down, rng) {
            Some(at) => at,
            None if draft.lenient => farthest_or_carved(draft)?,
            None => return Err(Veto::new("stairs", format!("no free cell is {required} steps from the arrival"))),
        };
        draft.put_stairs(StairKind::Down, at)
    }

    /// A place for stairs that is reached from one of these open cells.
    fn pick(&self, draft: &Draft, open: BitGrid, kind: StairKind, rng: &mut Rng) -> Option<Point> {
        let mut free = open;
        draft.remove_taken(&mut free);
        draft.keep_planned(&mut free, kind);
        remove_all(&mut free, draft.doors.iter().copied());
        prefer(&mut free, !draft.vaults.is_empty(), |free| {
            draft.vaults.iter().for_each(|vault| free.remove_rect(vault.area));
        });
        if self.niche {
            let niches = niches(draft, &free);
            if !niches.is_empty() {
                return any(&niches, rng);
            }
        }
        prefer(&mut free, !draft.doors.is_empty(), |free| {
            remove_all(free, draft.doors.iter().flat_map(|door| door.four()));
        });
        any(&free, rng)
    }
}

/// Where the player arrives: the start, and the stairs up.
fn arrivals(draft: &Draft) -> impl Iterator<Item = Point> {
    draft.start.into_iter().chain(draft.stairs_to(StairKind::Up))
}

fn distances_from_arrival(draft: &Draft) -> Distances {
    Distances::from(draft.open(), arrivals(draft), Neighbours::Four)
}

/// The free cell farthest from the arrival; if there is none, one is carved.
fn farthest_or_carved(draft: &mut Draft) -> Result<Point, Veto> {
    let distances = distances_from_arrival(draft);
    let is_free = |at: &Point| !draft.is_taken(*at) && !draft.doors.contains(at);
    let farthest = draft.open().points().filter(is_free).max_by_key(|at| distances.get(*at));
    farthest.map_or_else(|| carve_beside_open(draft), Ok)
}

/// The steps from the arrival to the nearest stairs down; `None` if there are none.
pub(crate) fn walk_to_stairs(draft: &Draft) -> Option<u32> {
    let distances = distances_from_arrival(draft);
    let down = draft.stairs.iter().filter(|stair| stair.kind == StairKind::Down);
    down.filter_map(|stair| distances.get(stair.at)).min()
}

/// Opens the closed cell nearest to the arrival that is inside the border and beside an open cell. If everything is
/// open, the last spawn makes way.
///
/// # Errors
/// If everything inside the border is open and there is no spawn to remove.
pub(crate) fn carve_beside_open(draft: &mut Draft) -> Result<Point, Veto> {
    let open = draft.open();
    let mut beside = BitGrid::new(open.size());
    beside.insert_rect(open.size().interior());
    beside.intersect(&open.grown(Neighbours::Four));
    beside.subtract(open);
    draft.kept().into_iter().for_each(|kept| beside.subtract(kept));
    let near = draft.arrival().unwrap_or_else(|| draft.size().rect().centre());
    let Some(at) = beside.nearest_to(near) else {
        let spawn = draft.spawns.pop().ok_or_else(|| Veto::new("stairs", "no cell is free, and none can be carved"))?;
        return Ok(spawn.at);
    };
    draft.carve(at);
    draft.drop_odd_doors();
    Ok(at)
}

/// Narrows a set down, unless nothing would be left.
fn prefer(cells: &mut BitGrid, narrows: bool, narrow: impl FnOnce(&mut BitGrid)) {
    if narrows {
        let mut left = cells.clone();
        narrow(&mut left);
        if !left.is_empty() {
            *cells = left;
        }
    }
}

fn remove_all(cells: &mut BitGrid, gone: impl Iterator<Item = Point>) {
    let size = cells.size();
    for at in gone.filter(|at| size.contains(*at)) {
        cells.remove(at);
    }
}

fn any(cells: &BitGrid, rng: &mut Rng) -> Option<Point> {
    cells.nth(rng.below(cells.count() as u32) as usize)
}

/// The rock inside the border that stairs can be cut into, so that they stand in a flat wall and block no passage.
///
/// ```text
/// #######        ##>####
/// .......   →    .......
/// .......        .......
/// ```
fn niches(draft: &Draft, free: &BitGrid) -> BitGrid {
    let mut rock = draft.where_tile(|tile| tile == Tile::WALL);
    draft.kept().into_iter().for_each(|kept| rock.subtract(kept));
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

    fn with_stairs(drawing: &str, step: &Stairs, seed: u64) -> Draft {
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
        let step = Stairs::default().niche(true);
        for seed in 0..50 {
            let draft = with_stairs(ROOM, &step, seed);
            let before = Draft::parse(ROOM);
            for stair in &draft.stairs {
                let exits = stair.at.four().filter(|at| draft.is_open(*at)).count();
                assert!(!before.is_open(stair.at) && exits == 1, "seed {seed}:\n{draft}");
                assert!(before.size().interior().contains(stair.at), "seed {seed}:\n{draft}");
            }
        }
    }

    #[test]
    fn without_suitable_walls_stairs_stand_in_the_open() {
        let step = Stairs::default().niche(true);
        let draft = with_stairs("#####\n#...#\n#...#\n#...#\n#####", &step, 1);
        assert_eq!(draft.open().count(), 9, "\n{draft}");
        assert_eq!(draft.stairs.len(), 2);
    }

    #[test]
    fn far_stairs_are_as_far_as_possible_with_and_without_stairs_up() {
        for up in [true, false] {
            let step = Stairs::default().up(up).walk(0.0).far(1.0);
            for seed in 0..50 {
                let draft = with_stairs(ROOM, &step, seed);
                let longest = distances_from_arrival(&draft).farthest().map(|(_, steps)| steps);
                assert!(draft.start.is_some() && longest > Some(5), "seed {seed}:\n{draft}");
                assert_eq!(walk_to_stairs(&draft), longest, "seed {seed}:\n{draft}");
                assert_eq!(Some(draft.min_path_length), longest);
            }
        }
    }

    #[test]
    fn a_lenient_draft_gets_the_longest_walk_its_ground_offers() {
        let step = Stairs::default().walk(9.0);
        for (drawing, walk) in
            [("#######\n#.....#\n#######", 2), ("#####\n#...#\n#####", 1), ("#####\n#..##\n#####", 1)]
        {
            let mut draft = Draft::parse(drawing);
            let stream = Seed::from(1).fork("stairs");
            assert!(step.apply(&mut draft.clone(), stream).is_err());
            draft.lenient = true;
            step.apply(&mut draft, stream).unwrap();
            assert!(walk_to_stairs(&draft) >= Some(walk), "\n{draft}");
        }
    }
}

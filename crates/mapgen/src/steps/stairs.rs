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

use undercroft_grid::internal::{cells_farther_than, choose_farther_than, parallel};
use undercroft_grid::{BitGrid, Distances, FOUR, Neighbours, Point, Rect, Size, flood_within};

use crate::{BadParameter, Draft, Fact, Phase, Rng, StairKind, Step, Stream, Tile, Tileset, Veto, require, step};

step! {
    /// Puts stairs up where one arrives, and stairs down a good walk away.
    pub struct Stairs = "stairs" {
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

impl Step for Stairs {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn min_path_length(&self, level: Size) -> u32 {
        (f64::from(level.width + level.height) * self.walk) as u32
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("walk", self.walk, 0.0..=100.0)?;
        require::within("near", self.near, 1..=100_000)?;
        require::share("far", self.far)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        draft.min_path_length = self.min_path_length(draft.size());
        if self.up {
            let open = draft.as_open();
            let near = match draft.start {
                Some(start) => Part::near(open, start, self.near),
                None => Part::all(open.clone()),
            };
            let at = self
                .pick(draft, near, &mut rng)
                .ok_or_else(|| Veto::new("stairs", "there is no free cell for the stairs up"))?;
            draft.put_stairs(StairKind::Up, at)?;
            if draft.start.is_none() {
                draft.start = crate::checks::default_start(draft);
            }
        }
        if self.down {
            let open = draft.as_open();
            let arrivals = || draft.start.into_iter().chain(draft.stairs_to(StairKind::Up));
            let mut min_path_length = draft.min_path_length;
            if self.far > 0.0 {
                let longest =
                    Distances::from(open, arrivals(), Neighbours::Four).farthest().map_or(0, |(_, steps)| steps);
                min_path_length = min_path_length.max((f64::from(longest) * self.far) as u32);
            }
            let at = match min_path_length.checked_sub(1) {
                Some(limit) if self.takes_any_free_cell(draft) => {
                    let choose = |count| rng.below(count as u32) as usize;
                    let flood =
                        || choose_farther_than(open, arrivals(), Neighbours::Four, limit, draft.taken_cells(), choose);
                    beside_check(draft, flood)
                }
                Some(limit) => {
                    self.pick(draft, Part::all(cells_farther_than(open, arrivals(), Neighbours::Four, limit)), &mut rng)
                }
                None => self.pick(draft, Part::all(open.clone()), &mut rng),
            };
            draft.min_path_length = min_path_length;
            let at = at.ok_or_else(|| {
                Veto::new("stairs", format!("no free cell is {min_path_length} steps away from the arrival"))
            })?;
            draft.put_stairs(StairKind::Down, at)?;
        }
        Ok(())
    }
}

impl Stairs {
    /// Whether any cell will do that nobody stands on.
    const fn takes_any_free_cell(&self, draft: &Draft) -> bool {
        !self.niche && draft.doors.is_empty() && draft.vaults.is_empty()
    }

    /// A place for stairs that is reached from one of some open cells that is free.
    fn pick(&self, draft: &Draft, open: Part, rng: &mut Rng) -> Option<Point> {
        let mut free = open;
        draft.taken_cells().chain(draft.doors.iter().copied()).for_each(|at| free.remove(at));
        // What was drawn by hand is left alone where there is another place.
        free = free.without_where_possible(!draft.vaults.is_empty(), |free| {
            draft.vaults.iter().for_each(|vault| free.remove_rect(vault.area));
        });
        if self.niche {
            let niches = niches(draft, free.points());
            if !niches.is_empty() {
                return Part::all(niches).any(rng);
            }
        }
        // Cells before a doorway are taken only where there is no other.
        free = free.without_where_possible(!draft.doors.is_empty(), |free| {
            draft.doors.iter().flat_map(|door| door.four()).for_each(|at| free.remove(at));
        });
        free.any(rng)
    }
}

/// Does something that one core does. Others meanwhile see whether a large level is connected, as will be asked in the end.
fn beside_check<T: Send>(draft: &Draft, alone: impl FnOnce() -> T + Send) -> T {
    /// So many cells are worth a core of their own.
    const MANY: usize = 1 << 19;
    match parallel::threads_for(draft.size().area(), MANY) {
        1 => alone(),
        _ => parallel::join(alone, || draft.is_connected()).0,
    }
}

/// Cells of a part of a level, so that a few of a large level are held in little memory.
#[derive(Clone)]
struct Part {
    corner: Point,
    cells: BitGrid,
}

impl Part {
    const fn all(cells: BitGrid) -> Self {
        Self { corner: Point::new(0, 0), cells }
    }

    /// The open cells that are at most so many steps away from one.
    fn near(open: &BitGrid, from: Point, steps: u32) -> Self {
        /// So many cells make a level large.
        const MANY: usize = 1 << 17;
        if open.size().area() < MANY {
            return Self::all(flood_within(open, [from], Neighbours::Four, steps));
        }
        let seen = Rect::spanning(from, from).grown(steps).intersection(open.size().rect());
        let corner = seen.min();
        Self { corner, cells: flood_within(&open.cropped(seen), [from - corner], Neighbours::Four, steps) }
    }

    fn remove(&mut self, at: Point) {
        let at = at - self.corner;
        if self.cells.size().contains(at) {
            self.cells.remove(at);
        }
    }

    fn remove_rect(&mut self, rect: Rect) {
        self.cells.remove_rect(rect.moved(Point::new(0, 0) - self.corner));
    }

    /// Takes cells out, where there are such and others are left.
    fn without_where_possible(self, are_some: bool, take_out: impl FnOnce(&mut Self)) -> Self {
        if !are_some {
            return self;
        }
        let mut left = self.clone();
        take_out(&mut left);
        if left.cells.is_empty() { self } else { left }
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        self.cells.points().map(|at| at + self.corner)
    }

    fn any(&self, rng: &mut Rng) -> Option<Point> {
        let at = self.cells.nth(rng.below(self.cells.count() as u32) as usize)?;
        Some(at + self.corner)
    }
}

/// The rock inside the border that one open cell lies before, a free one, with rock at all other sides: stairs cut
/// into it are found in a wall, at the end of no passage, and block no way.
///
/// ```text
/// #######        ##>####
/// ..f....   →    .......
/// .......        .......
/// ```
fn niches(draft: &Draft, free: impl Iterator<Item = Point>) -> BitGrid {
    let rock = draft.where_tile(|tile| tile == Tile::WALL);
    let inside = draft.size().interior();
    let mut niches = BitGrid::new(draft.size());
    for before in free {
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
                let ways: Vec<Point> = stair.at.four().filter(|at| draft.is_open(*at)).collect();
                assert!(!before.is_open(stair.at) && ways.len() == 1, "seed {seed}:\n{draft}");
                assert!(before.size().interior().contains(stair.at), "seed {seed}:\n{draft}");
            }
        }
    }

    #[test]
    fn without_walls_for_niches_stairs_stand_in_the_open() {
        let draft = with_stairs("#####\n#...#\n#...#\n#...#\n#####", &Stairs::default().niche(true), 1);
        assert_eq!(draft.open().count(), 9, "\n{draft}");
        assert_eq!(draft.stairs.len(), 2);
    }

    #[test]
    fn cells_near_another_are_the_same_on_a_large_level() {
        let size = Size::new(400, 400);
        let open = BitGrid::from_fn(size, |at| (at.x * 7 + at.y * 13) % 5 != 0 && (at.x ^ at.y) % 11 != 0);
        for from in [Point::new(0, 0), Point::new(399, 399), Point::new(3, 200), Point::new(130, 64), Point::new(9, 9)]
        {
            for steps in [1, 6, 70, 100_000] {
                let near = Part::near(&open, from, steps);
                let expected = flood_within(&open, [from], Neighbours::Four, steps);
                assert!(near.points().eq(expected.points()), "{steps} steps from {from}");
            }
        }
    }

    #[test]
    fn stairs_that_are_to_be_far_are_at_least_so_far() {
        let step = Stairs::default().walk(0.0).far(1.0);
        for seed in 0..50 {
            let draft = with_stairs(ROOM, &step, seed);
            let arrivals = draft.start.into_iter().chain(draft.stairs_to(StairKind::Up));
            let distances = Distances::from(&draft.open(), arrivals, Neighbours::Four);
            let down = draft.stairs_to(StairKind::Down).and_then(|down| distances.get(down));
            assert_eq!(down, distances.farthest().map(|(_, steps)| steps), "seed {seed}:\n{draft}");
            assert_eq!(Some(draft.min_path_length), down);
        }
    }
}

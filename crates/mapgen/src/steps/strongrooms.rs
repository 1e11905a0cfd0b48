//! Locks a treasure away in each region of an endless level, and hides its key elsewhere in the region.
//!
//! ```text
//! one chunk        another chunk of the region
//! .......          .......
//! ..###..          ..¬....
//! ..#*£..          .......
//! ..###..          .......
//! ```
//!
//! Where things are depends on the region's position alone, so every chunk can be made without the others. Nothing but the
//! treasure is behind the door, so no other place ever depends on the key.

use undercroft_grid::{FOUR, Point, Rect};

use super::closet::Closet;
use super::stream_of;
use crate::dungeon::is_clear_of_stairs;
use crate::{
    BadParameter, BitGrid, CHUNK_SIDE, ChunkAt, Class, Draft, Fact, Reach, Rng, Spawn, Step, Stream, Tileset, Veto,
    require, step,
};

/// The distance that both parts keep from a chunk's edge, where its gates are.
const MARGIN: i32 = 8;

step! {
    /// Locks a treasure away in each region of an endless level, and hides its key elsewhere in the region.
    ///
    /// A region is a square of chunks. The key never lies in the same chunk as the locked door, and nothing but the
    /// treasure is behind the door. A bounded level has no regions: there, this step does nothing, and `furnish` lays
    /// missions.
    pub struct Strongrooms = "strongrooms" {
        /// The side of a region in chunks, each 64 cells wide.
        pub region: u32 = 3,
        /// The item that opens the doors. Each key opens one.
        pub key: String = "iron key".into(),
        /// The items to choose treasures from.
        pub rewards: Vec<String> = vec!["emerald".into()],
    }
}

impl Step for Strongrooms {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        let rewards = self.rewards.iter().map(|name| ("rewards", Class::Item, name.as_str()));
        rewards.chain([("key", Class::Item, self.key.as_str())]).collect()
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        if !(2..=64).contains(&self.region) {
            return Err(BadParameter::new("region", format!("{} is not a number from 2 to 64", self.region)));
        }
        if self.rewards.is_empty() {
            return Err(BadParameter::new("rewards", "name at least one item"));
        }
        require::tile("key", crate::mission::tiles::LOCKED_DOOR, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        if !draft.endless {
            return Ok(());
        }
        let area = draft.size().rect().moved(draft.origin);
        // A room beside the area may reach into it, so regions are looked up around the rooms too.
        let rooms = draft.rooms.iter().map(|room| room.moved(draft.origin));
        let mut regions: Vec<Point> = rooms.chain([area]).flat_map(|cells| regions_over(cells, self.region)).collect();
        regions.sort_unstable_by_key(|region| (region.y, region.x));
        regions.dedup();
        for region in regions {
            let Some(plan) = RegionPlan::of(region, self, stream) else { continue };
            let id = format!("region {},{}", region.x, region.y);
            self.build(draft, &plan, &id)?;
        }
        Ok(())
    }
}

impl Strongrooms {
    /// Builds the parts of a region that lie on the map.
    fn build(&self, draft: &mut Draft, plan: &RegionPlan, id: &str) -> Result<(), Veto> {
        let local = |at: Point| at - draft.origin;
        let closet = Closet { at: local(plan.closet.at), door: local(plan.closet.door) };
        let key = local(plan.key);
        draft.rooms.retain(|room| !room.meets(closet.block()));
        if draft.size().rect().meets(closet.block().grown(1)) {
            closet.build(draft)?;
        }
        if draft.size().contains(closet.at) {
            draft.spawns.push(Spawn::new(&plan.reward, Class::Item, closet.at).with(Draft::BEHIND, id));
        }
        if draft.size().contains(key) {
            if !draft.is_open(key) {
                draft.carve(key);
            }
            draft.doors.retain(|door| *door != key);
            draft.spawns.retain(|spawn| spawn.at != key);
            draft.spawns.push(Spawn::new(&self.key, Class::Item, key).with("key", id));
            let mut cell = BitGrid::new(draft.size());
            cell.insert(key);
            draft.keep("a key", &cell, &[]);
        }
        Ok(())
    }
}

/// Where the parts of a region are, in world coordinates.
struct RegionPlan {
    closet: Closet,
    reward: String,
    key: Point,
}

impl RegionPlan {
    /// `None` at the ends of the plane, where a region may be incomplete.
    fn of(region: Point, step: &Strongrooms, stream: Stream) -> Option<Self> {
        let mut rng = stream_of(stream, region).rng();
        let side = step.region;
        let door = rng.below(side * side);
        let key = (door + 1 + rng.below(side * side - 1)) % (side * side);
        let (door, key) = (chunk_in(region, side, door)?, chunk_in(region, side, key)?);
        let at = cell_in(door, &mut rng);
        let door = at + *rng.pick(&FOUR)?;
        let key = cell_in(key, &mut rng);
        Some(Self { closet: Closet { at, door }, reward: rng.pick(&step.rewards)?.clone(), key })
    }
}

/// A chunk of a region, by its number; `None` if it is not on the plane.
fn chunk_in(region: Point, side: u32, number: u32) -> Option<ChunkAt> {
    let [first, last] = ChunkAt::ENDS.map(i64::from);
    let along = |region: i32, offset: u32| {
        let from = i64::from(region) * i64::from(side);
        let is_whole = from >= first && from + i64::from(side) - 1 <= last;
        is_whole.then_some((from + i64::from(offset)) as i32)
    };
    Some(ChunkAt { x: along(region.x, number % side)?, y: along(region.y, number / side)? })
}

/// A cell of a chunk, away from its edges and from everywhere that stairs can be.
fn cell_in(chunk: ChunkAt, rng: &mut Rng) -> Point {
    let inside = MARGIN..=CHUNK_SIDE as i32 - 1 - MARGIN;
    loop {
        let at = chunk.cells().min() + Point::new(rng.range(inside.clone()), rng.range(inside.clone()));
        if is_clear_of_stairs(at, 2) {
            return at;
        }
    }
}

/// The regions that share a cell with a rectangle.
fn regions_over(area: Rect, side: u32) -> impl Iterator<Item = Point> {
    let last = Point::new(
        area.x.wrapping_add_unsigned(area.width).wrapping_sub(1),
        area.y.wrapping_add_unsigned(area.height).wrapping_sub(1),
    );
    let region = move |cell: Point| {
        let chunk = ChunkAt::of(cell);
        Point::new(chunk.x.div_euclid(side as i32), chunk.y.div_euclid(side as i32))
    };
    let (first, last) = (region(area.min()), region(last));
    (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| Point::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn the_key_lies_in_another_chunk_of_the_same_region() {
        let (step, stream) = (Strongrooms::default(), Seed::from(5).fork("strongrooms"));
        for region in Rect::new(-20, -20, 40, 40).points() {
            let plan = RegionPlan::of(region, &step, stream).expect("the region is on the plane");
            let region_of = |at: Point| regions_over(Rect::new(at.x, at.y, 1, 1), 3).next();
            assert_eq!([region_of(plan.key), region_of(plan.closet.at)], [Some(region); 2]);
            assert_ne!(ChunkAt::of(plan.key), ChunkAt::of(plan.closet.at));
            let cells = plan.closet.block().points().chain([plan.closet.front(), plan.key]);
            assert!(cells.into_iter().all(|at| is_clear_of_stairs(at, 0)), "{region}");
        }
    }

    #[test]
    fn incomplete_regions_at_the_ends_of_the_plane_are_empty() {
        let (step, stream) = (Strongrooms::default(), Seed::from(5).fork("strongrooms"));
        for at in [Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX)] {
            let region = regions_over(Rect::new(at.x, at.y, 1, 1), 3).next().expect("a cell is in a region");
            assert!(RegionPlan::of(region, &step, stream).is_none(), "{region}");
        }
    }
}

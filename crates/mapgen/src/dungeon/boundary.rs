//! The stairs between a depth and the next: decided by the boundary between them, so that both levels agree and
//! either can be made without the other having been asked for.
//!
//! Stairs stand where the ground of both levels is open. Neighbouring boundaries choose from cells of different
//! parity, so that no two stairs of a level can meet. Where one of the levels is endless, they also choose from
//! different bands of rows, which keeps their stairs apart whatever the order in which chunks are made.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Neighbours, Point, Rect, Size, flood_within};

use super::chunk::{CHUNK_SIDE, ChunkAt};
use super::{Dungeon, DungeonError, Side};
use crate::{Draft, Rng};

/// The rows of a chunk in which stairs of even and of odd boundaries stand.
const BANDS: [std::ops::Range<i32>; 2] = [0..20, 32..52];

/// The fewest steps between the stairs up and down on an endless level, which the bands enforce.
pub(super) const ENDLESS_WALK: u32 = 13;

/// The stairs of a boundary that has a bounded level on one side or both.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Where they stand, on both levels.
    pub(super) at: Vec<Point>,
    /// How often the walk that was asked for had to be halved, because no cell was so far away.
    pub(super) halvings: u32,
}

/// From which other stairs those of a boundary keep away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// From those on the upper level alone: for trying out a ground for it, before the stairs further down are known.
    AwayAbove,
    /// From those on both levels.
    AwayOnBoth,
}

/// Whether a boundary may have its stairs on a cell, as far as other boundaries' are concerned.
fn is_its_cell(boundary: u32, banded: bool, at: Point) -> bool {
    let parity = boundary % 2;
    let in_band = || BANDS[parity as usize].contains(&at.y.rem_euclid(CHUNK_SIDE as i32));
    (at.x ^ at.y) & 1 == parity as i32 && (!banded || in_band())
}

/// The cells of any chunk on which a boundary between endless levels may have its stairs.
fn its_cells(boundary: u32) -> BitGrid {
    const EVEN_COLUMNS: u64 = u64::MAX / 3;
    let parity = boundary % 2;
    let mut cells = BitGrid::new(Size::new(CHUNK_SIDE, CHUNK_SIDE));
    for y in BANDS[parity as usize].clone() {
        // A chunk's sides are even, so that parities in it are those of the world.
        cells.row_mut(y as u32)[0] = if y as u32 % 2 == parity { EVEN_COLUMNS } else { !EVEN_COLUMNS };
    }
    cells
}

impl Dungeon {
    /// The stairs between `boundary` and the depth below it, where one of the two is bounded.
    pub(super) fn crossing(&self, boundary: u32) -> Result<Arc<Crossing>, DungeonError> {
        self.crossings.get(boundary, || {
            let above = self.side(boundary)?;
            let below = self.side(boundary + 1)?;
            self.choose_crossing(boundary, &above, &below, Keep::AwayOnBoth)
        })
    }

    /// Chooses the stairs of a boundary for given grounds on both sides.
    pub(super) fn choose_crossing(
        &self,
        boundary: u32,
        above: &Side,
        below: &Side,
        keep: Keep,
    ) -> Result<Crossing, DungeonError> {
        let banded = matches!(above, Side::Endless) || matches!(below, Side::Endless);
        let area = overlap(above, below);
        let own = BitGrid::from_fn(area.size(), |at| is_its_cell(boundary, banded, at + area.min()));
        let mut common = self.free_in(boundary, above, area)?;
        common.intersect(&self.free_in(boundary + 1, below, area)?);
        common.intersect(&own);
        let mut rng = self.seed.fork("stairs").fork(boundary).rng();
        let count = self.plan.stretch(boundary).map_or(1, |stretch| stretch.stairs) as usize;
        if common.is_empty() {
            let landing = self.landing(boundary, above, area, &own, &mut rng)?;
            return Ok(Crossing { at: vec![landing], halvings: 0 });
        }
        for halvings in 0..32 {
            let mut far = common.clone();
            far.subtract(&self.too_near(boundary, [above, below], keep, area, halvings)?);
            if !far.is_empty() || halvings == 31 {
                let choice = if far.is_empty() { common } else { far };
                let at = pick_apart(choice, count, &mut rng).into_iter().map(|at| at + area.min()).collect();
                return Ok(Crossing { at, halvings });
            }
        }
        unreachable!("the last round returns")
    }

    /// The cells of an area from which the next stairs, or the start, would be too near on a bounded level.
    ///
    /// Even boundaries choose first and look only at the start; odd ones keep away from the even ones on both sides. So no
    /// boundary depends on a chain of others.
    fn too_near(
        &self,
        boundary: u32,
        [above, below]: [&Side; 2],
        keep: Keep,
        area: Rect,
        halvings: u32,
    ) -> Result<BitGrid, DungeonError> {
        let mut near = BitGrid::new(area.size());
        let mut add = |draft: &Draft, depth: u32, sources: &[Point]| {
            // One step more than asked: who arrives stands beside the stairs, and that may be a step nearer.
            let limit = self.min_path_length(depth) >> halvings;
            if limit > 0 {
                let sources = sources.iter().copied();
                let reached = flood_within(draft.as_open(), sources, Neighbours::Four, limit);
                near.unite(&reached.cropped(area));
            }
        };
        if let (0, Side::Bounded(draft)) = (boundary, above) {
            add(draft, 0, &[self.top_start_on(draft)]);
        }
        if boundary % 2 == 1 {
            if let Side::Bounded(draft) = above {
                let up = self.choose_crossing(boundary - 1, &self.side(boundary - 1)?, above, keep)?;
                add(draft, boundary, &up.at);
            }
            if let (Side::Bounded(draft), Keep::AwayOnBoth) = (below, keep)
                && self.plan.has_below(boundary + 1)
            {
                add(draft, boundary + 1, &self.crossing(boundary + 1)?.at);
            }
        }
        Ok(near)
    }

    /// A cell for stairs where no cell is open on both levels: it will be carved. One that is open above is preferred.
    fn landing(
        &self,
        boundary: u32,
        above: &Side,
        area: Rect,
        own: &BitGrid,
        rng: &mut Rng,
    ) -> Result<Point, DungeonError> {
        let inside = BitGrid::from_fn(area.size(), |at| own.contains(at) && area.size().interior().contains(at));
        let mut open_above = self.free_in(boundary, above, area)?;
        open_above.intersect(&inside);
        let any = BitGrid::from_fn(area.size(), |at| area.size().interior().contains(at));
        let choice = [open_above, inside, any].into_iter().find(|set| !set.is_empty());
        let at = choice.and_then(|set| set.nth(rng.below(set.count() as u32) as usize));
        at.map(|at| at + area.min()).ok_or(DungeonError::NoRoomForStairs { depth: boundary })
    }

    /// The cells of an area on which stairs could stand: open, and with nothing on them. Doors and what is before them
    /// are left free.
    fn free_in(&self, depth: u32, side: &Side, area: Rect) -> Result<BitGrid, DungeonError> {
        match side {
            Side::Bounded(draft) => {
                let mut free = draft.open();
                free.subtract(&draft.taken());
                for at in draft.doors.iter().flat_map(|door| door.four().chain([*door])) {
                    if draft.size().contains(at) {
                        free.remove(at);
                    }
                }
                let mut outside_vaults = free.clone();
                draft.vaults.iter().for_each(|vault| outside_vaults.remove_rect(vault.area));
                let free = if outside_vaults.is_empty() { free } else { outside_vaults };
                Ok(free.cropped(area))
            }
            Side::Endless => {
                let mut free = BitGrid::new(area.size());
                for chunk in ChunkAt::over(area) {
                    let ground = self.chunk_ground(depth, chunk)?;
                    for at in ground.draft.open().points() {
                        let at = at + chunk.cells().min() - area.min();
                        if area.size().contains(at) {
                            free.insert(at);
                        }
                    }
                }
                Ok(free)
            }
        }
    }

    /// The stairs of a boundary in a chunk of an endless level.
    pub(super) fn stairs_in_chunk(&self, boundary: u32, chunk: ChunkAt) -> Result<Vec<Point>, DungeonError> {
        let cells = chunk.cells();
        if !(self.is_endless(boundary)? && self.is_endless(boundary + 1)?) {
            let crossing = self.crossing(boundary)?;
            return Ok(crossing.at.iter().copied().filter(|at| cells.contains(*at)).collect());
        }
        let above = self.chunk_ground(boundary, chunk)?.draft.open();
        let mut both = above.clone();
        both.intersect(self.chunk_ground(boundary + 1, chunk)?.draft.as_open());
        let own = its_cells(boundary);
        let mut above = above;
        above.intersect(&own);
        both.intersect(&own);
        let mut rng = self.seed.fork("stairs").fork(boundary).fork(chunk.x).fork(chunk.y).rng();
        // The last of the three is never empty.
        let choice = [both, above, own].into_iter().find(|set| !set.is_empty());
        let at = choice.and_then(|set| set.nth(rng.below(set.count() as u32) as usize));
        Ok(at.map(|at| at + cells.min()).into_iter().collect())
    }
}

/// The cells that both levels have, without a bounded level's border.
fn overlap(above: &Side, below: &Side) -> Rect {
    match (above, below) {
        (Side::Bounded(above), Side::Bounded(below)) => above.size().rect().intersection(below.size().rect()),
        (Side::Bounded(one), Side::Endless) | (Side::Endless, Side::Bounded(one)) => one.size().rect(),
        (Side::Endless, Side::Endless) => Rect::default(),
    }
}

/// Up to `count` cells of a set, each as far from those before as half of a few tries can find.
fn pick_apart(mut set: BitGrid, count: usize, rng: &mut Rng) -> Vec<Point> {
    let mut chosen: Vec<Point> = Vec::new();
    while chosen.len() < count && !set.is_empty() {
        let tries = if chosen.is_empty() { 1 } else { 8 };
        let candidates = (0..tries).filter_map(|_| set.nth(rng.below(set.count() as u32) as usize));
        let apart = |at: &Point| chosen.iter().map(|other| other.manhattan(*at)).min().unwrap_or(0);
        let Some(best) = candidates.max_by_key(|at| (apart(at), at.y, at.x)) else { break };
        set.remove(best);
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_boundary_are_the_same_in_every_chunk() {
        for chunk in [ChunkAt { x: 0, y: 0 }, ChunkAt { x: -3, y: 5 }, ChunkAt { x: 8, y: -1 }] {
            let corner = chunk.cells().min();
            for boundary in 0..4 {
                let asked = BitGrid::from_fn(chunk.cells().size(), |at| is_its_cell(boundary, true, at + corner));
                assert_eq!(its_cells(boundary), asked);
            }
        }
    }
}

//! Chooses the cells of the stairs between neighbouring depths.
//!
//! The boundary between two depths decides, so both levels agree and either can be made without the other.
//!
//! - Between bounded levels, stairs stand on a random cell that is open on both. If there is none, both carve a landing.
//! - Between endless levels, only the seed, the boundary and the chunk decide the cell, and both levels carve a landing
//!   there, so no chunk needs the ground above or below it.
//! - Between a bounded and an endless level, the bounded ground decides, and the endless level carves a landing.
//!
//! A level has the stairs of two boundaries, one even and one odd. They use cells of different parity, so they never
//! meet. Next to an endless level they use different diagonals, so they are always [`ENDLESS_WALK`] steps apart. On
//! bounded levels, odd boundaries keep their distance from the even ones, which choose first.
//!
//! In the chunk of the plan's start, stairs between endless levels stand near that start. The player begins at most
//! [`MAX_START_WALK`] steps from them.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Components, Distances, Neighbours, Point, Rect, Size};

use super::chunk::{CHUNK_SIDE, ChunkAt};
use super::floor::nearest;
use super::{Dungeon, DungeonError};
use crate::{Draft, Rng, Stair, StairKind};

/// The fewest steps between the stairs up and down on an endless level. They may be nearer only beside a bounded level
/// so small that all its suitable cells are taken. The cells farthest from the other stairs then have to do.
pub(super) const ENDLESS_WALK: u32 = 13;

/// The most steps from the start of an endless level to the nearest stairs down.
pub(super) const MAX_START_WALK: u32 = 40;

/// The most cells between the plan's start and the stairs in its chunk, counted in columns plus rows. Wherever in its
/// chunk the start lies, both boundaries have cells that near, and most walks are not much longer.
const MAX_START_DISTANCE: u32 = 36;

/// The diagonals, x + y modulo 32, that even and odd boundaries use next to an endless level. A step leads to the next
/// diagonal at most, so the gaps between them are the shortest walk.
const DIAGONALS: [&[i32]; 2] = [&[2, 4], &[17, 19, 21]];
/// The distance that stairs keep from a chunk's edge, where its gates are.
const MARGIN: i32 = 2;

/// The stairs of a boundary that has a bounded level on at least one side.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Their cells, the same on both levels.
    pub(super) at: Vec<Point>,
    /// Whether they stand on open ground, where planned missions begin and end, with walks as long as both levels require.
    pub(super) is_good: bool,
}

/// A distance that stairs should keep on a level.
struct Walk {
    from: Distances,
    steps: u32,
}

impl Walk {
    /// The number of steps by which a cell is too near. The distance of a cell still to be carved is unknown.
    fn shortfall(&self, at: Point) -> u32 {
        self.steps.saturating_sub(self.from.get(at).unwrap_or(self.steps))
    }
}

impl Dungeon {
    /// The stairs of an endless level in one of its chunks.
    pub(super) fn stairs_in_chunk(&self, depth: u32, chunk: ChunkAt) -> Result<Vec<Stair>, DungeonError> {
        let up = depth.checked_sub(1).map(|boundary| (StairKind::Up, boundary));
        let down = self.plan().has_below(depth).then_some((StairKind::Down, depth));
        let mut stairs = Vec::new();
        for (kind, boundary) in up.into_iter().chain(down) {
            if self.is_endless(boundary)? && self.is_endless(boundary + 1)? {
                stairs.push(Stair { kind, at: self.cell_in_chunk(boundary, chunk) });
            } else {
                let crossing = self.crossing(boundary)?;
                let here = crossing.at.iter().filter(|at| chunk.cells().contains(**at));
                stairs.extend(here.map(|at| Stair { kind, at: *at }));
            }
        }
        Ok(stairs)
    }

    /// The cell of the stairs between two endless levels in a chunk.
    fn cell_in_chunk(&self, boundary: u32, chunk: ChunkAt) -> Point {
        let mut rng = self.seed().fork("stairs").fork(boundary).fork(chunk.x).fork(chunk.y).rng();
        let inside = MARGIN..=CHUNK_SIDE as i32 - 1 - MARGIN;
        let start = self.plan().start;
        let is_home = chunk == ChunkAt::of(start);
        loop {
            let at = chunk.cells().min() + Point::new(rng.range(inside.clone()), rng.range(inside.clone()));
            if may_use(boundary, true, at) && (!is_home || at.manhattan(start) <= MAX_START_DISTANCE) {
                return at;
            }
        }
    }

    /// The chunk of an endless level in which the player begins: that of the plan's start or, if the only stairs down
    /// are those to a bounded level, of the nearest of them.
    pub(super) fn home_chunk(&self, depth: u32) -> Result<ChunkAt, DungeonError> {
        let start = self.plan().start;
        if !self.plan().has_below(depth) || self.is_endless(depth + 1)? {
            return Ok(ChunkAt::of(start));
        }
        let stairs = nearest(self.crossing(depth)?.at.iter().copied(), start);
        Ok(ChunkAt::of(stairs.unwrap_or(start)))
    }

    /// The centres of activity on an endless level: the plan's start, and the stairs to neighbouring bounded levels, of
    /// which there are only a few.
    pub(super) fn hearts(&self, depth: u32) -> Result<Vec<Point>, DungeonError> {
        let mut hearts = vec![self.plan().start];
        let above = depth.checked_sub(1);
        let below = self.plan().has_below(depth).then_some(depth);
        for boundary in above.into_iter().chain(below) {
            if !self.is_endless(boundary)? || !self.is_endless(boundary + 1)? {
                hearts.extend_from_slice(&self.crossing(boundary)?.at);
            }
        }
        Ok(hearts)
    }

    /// The stairs of an endless level nearest to a cell, in columns plus rows; `None` if no stairs lead that way.
    pub(super) fn nearest_stairs(
        &self,
        depth: u32,
        from: Point,
        kind: StairKind,
    ) -> Result<Option<Point>, DungeonError> {
        let boundary = match kind {
            StairKind::Up => depth.checked_sub(1),
            StairKind::Down => Some(depth).filter(|depth| self.plan().has_below(*depth)),
        };
        let Some(boundary) = boundary else { return Ok(None) };
        if !self.is_endless(boundary)? || !self.is_endless(boundary + 1)? {
            return Ok(nearest(self.crossing(boundary)?.at.iter().copied(), from));
        }
        // Every chunk has stairs, so those three chunks away are never nearer than those in the cell's own.
        let (here, [first, last]) = (ChunkAt::of(from), ChunkAt::ENDS);
        let near = |n: i32| (n - 2).max(first)..=(n + 2).min(last);
        let chunks = near(here.y).flat_map(|y| near(here.x).map(move |x| ChunkAt { x, y }));
        Ok(nearest(chunks.map(|chunk| self.cell_in_chunk(boundary, chunk)), from))
    }

    /// The stairs of a boundary with a bounded level on at least one side.
    pub(super) fn crossing(&self, boundary: u32) -> Result<Arc<Crossing>, DungeonError> {
        self.crossings.get_or_make(boundary, || {
            let (above, below) = (self.ground(boundary)?, self.ground(boundary + 1)?);
            let mut walks = Vec::new();
            let mut avoided = Vec::new();
            if boundary % 2 == 1 {
                if let Some(above) = &above {
                    let up = self.crossing(boundary - 1)?;
                    walks.push(self.walk(boundary, above, &up.at));
                    avoided.extend(self.kept_clear(boundary, &up.at));
                }
                if let Some(below) = below.as_ref().filter(|_| self.plan().has_below(boundary + 1)) {
                    let down = self.crossing(boundary + 1)?;
                    walks.push(self.walk(boundary + 1, below, &down.at));
                    avoided.extend(self.kept_clear(boundary + 1, &down.at));
                }
            }
            self.choose_crossing(boundary, above.as_deref(), below.as_deref(), walks, &avoided)
        })
    }

    /// Whether this ground of an odd depth has good cells for the stairs to both its neighbours.
    ///
    /// The depths above and below are even and do not depend on any other ground, so there is no chain of
    /// dependencies.
    pub(super) fn suits_neighbours(&self, depth: u32, draft: &Draft) -> Result<bool, DungeonError> {
        let above = self.ground(depth - 1)?;
        let up = self.choose_crossing(depth - 1, above.as_deref(), Some(draft), Vec::new(), &[])?;
        if !up.is_good || !self.plan().has_below(depth) {
            return Ok(up.is_good);
        }
        let below = self.ground(depth + 1)?;
        let walks = vec![self.walk(depth, draft, &up.at)];
        let avoided: Vec<Point> = self.kept_clear(depth, &up.at).collect();
        Ok(self.choose_crossing(depth, Some(draft), below.as_deref(), walks, &avoided)?.is_good)
    }

    /// The stairs of a level that its other stairs must not touch: one of the two is walled in.
    fn kept_clear<'a>(&self, depth: u32, stairs: &'a [Point]) -> impl Iterator<Item = Point> + use<'a> {
        let is_locked = self.plan().locks().iter().any(|lock| lock.depth == depth);
        stairs.iter().copied().filter(move |_| is_locked)
    }

    /// The walk that a bounded depth requires between its stairs.
    fn walk(&self, depth: u32, draft: &Draft, from: &[Point]) -> Walk {
        let from = Distances::from(draft.open(), from.iter().copied(), Neighbours::Four);
        // The player may arrive beside the stairs, one step nearer.
        Walk { from, steps: self.required_walk(depth).saturating_add(1) }
    }

    /// Chooses the stairs of a boundary for the grounds on both sides, where `None` is an endless level's.
    fn choose_crossing(
        &self,
        boundary: u32,
        above: Option<&Draft>,
        below: Option<&Draft>,
        mut walks: Vec<Walk>,
        avoided: &[Point],
    ) -> Result<Crossing, DungeonError> {
        let area = area_in_common(above, below);
        let start = above.filter(|_| boundary == 0).and_then(|above| self.top_start(above));
        if let (Some(above), Some(start)) = (above, start) {
            walks.push(self.walk(0, above, &[start]));
        }
        let planned = [(above, StairKind::Down), (below, StairKind::Up)]
            .map(|(ground, kind)| ground.and_then(|ground| ground.planned_cells(kind)));
        let is_planned = |at: Point| planned.iter().flatten().all(|planned| planned.contains(at));
        let mut rng = self.seed().fork("stairs").fork(boundary).rng();
        let beside_endless = above.is_none() || below.is_none();
        // A tiny level may have no cell on the right diagonals, or be full of set pieces and spawns, which then give
        // way.
        let rules = [(beside_endless, false), (false, false), (beside_endless, true), (false, true)];
        for (on_diagonals, give_way) in rules {
            let is_clear = |at: Point| avoided.iter().all(|other| other.chebyshev(at) > 2);
            let may_use = |at: Point| may_use(boundary, on_diagonals, at) && start != Some(at) && is_clear(at);
            let own = BitGrid::from_fn(area.size(), |at| may_use(at + area.min()));
            let [above_free, above_allowed] = sites(above, planned[0].as_ref(), &own, area);
            let [below_free, below_allowed] = sites(below, planned[1].as_ref(), &own, area);
            // Prefer cells that are open on both levels, then on one, then on neither.
            let choices = match give_way {
                false => vec![
                    [&above_free, &below_free],
                    [&above_free, &below_allowed],
                    [&above_allowed, &below_free],
                    [&above_allowed, &below_allowed],
                ],
                true => vec![[&own, &own]],
            };
            // Leave one cell for something else.
            let count = self.plan().stairs_below(boundary).min(own.count().saturating_sub(1)).max(1);
            for (index, [above, below]) in choices.into_iter().enumerate() {
                let mut cells = above.clone();
                cells.intersect(below);
                if !cells.is_empty() {
                    let least = keep_farthest(&mut cells, count, |at| {
                        let at = at + area.min();
                        let on_endless = if beside_endless { diagonal_shortfall(boundary, at) } else { 0 };
                        walks.iter().map(|walk| walk.shortfall(at)).sum::<u32>() + on_endless
                    });
                    let at: Vec<Point> =
                        pick_apart(cells, count, &mut rng).into_iter().map(|at| at + area.min()).collect();
                    let is_good = index == 0 && least == 0 && !give_way && at.iter().all(|at| is_planned(*at));
                    return Ok(Crossing { at, is_good });
                }
            }
        }
        Err(DungeonError::NoRoomForStairs { depth: boundary })
    }
}

/// The diagonal of a cell: x + y modulo 32. Sums wrap around at a multiple of 32, so diagonals continue beyond the ends of
/// the plane.
fn diagonal(at: Point) -> i32 {
    at.x.wrapping_add(at.y).rem_euclid(32)
}

/// The number of diagonals by which a cell is too near to those of the other boundary.
fn diagonal_shortfall(boundary: u32, at: Point) -> u32 {
    let others = DIAGONALS[(boundary % 2) as usize ^ 1].iter();
    let apart = |other: &i32| (diagonal(at) - other).rem_euclid(32).min((other - diagonal(at)).rem_euclid(32));
    ENDLESS_WALK.saturating_sub(others.map(apart).min().unwrap_or(32) as u32)
}

/// Whether a boundary may use a cell, as far as the boundaries above and below it are concerned.
fn may_use(boundary: u32, on_diagonals: bool, at: Point) -> bool {
    let parity = (boundary % 2) as i32;
    let diagonal = diagonal(at);
    if !on_diagonals {
        return diagonal % 2 == parity;
    }
    let is_inside = |n: i32| (MARGIN..CHUNK_SIDE as i32 - MARGIN).contains(&n.rem_euclid(CHUNK_SIDE as i32));
    DIAGONALS[parity as usize].contains(&diagonal) && is_inside(at.x) && is_inside(at.y)
}

/// Whether no stairs to another endless level can be within some steps of a cell. A bounded level uses the same cells,
/// unless it is tiny or full.
pub(crate) fn is_clear_of_stairs(at: Point, steps: i32) -> bool {
    let diagonal = at.x.wrapping_add(at.y);
    (-steps..=steps).all(|by| {
        let near = diagonal.wrapping_add(by).rem_euclid(32);
        DIAGONALS.iter().all(|diagonals| !diagonals.contains(&near))
    })
}

/// The cells inside the borders of both levels.
fn area_in_common(above: Option<&Draft>, below: Option<&Draft>) -> Rect {
    let size = |draft: Option<&Draft>| draft.map_or(Size::new(u32::MAX, u32::MAX), Draft::size);
    let (above, below) = (size(above), size(below));
    Size::new(above.width.min(below.width), above.height.min(below.height)).interior()
}

/// The cells of an area where stairs can stand without carving, and those where a landing can be carved. None is
/// occupied. Vaults, doors, the cells in front of doors and the wrong regions of a planned mission are avoided if there are
/// others.
fn sites(ground: Option<&Draft>, planned: Option<&BitGrid>, cells: &BitGrid, area: Rect) -> [BitGrid; 2] {
    let mut allowed = cells.clone();
    let Some(draft) = ground else { return [allowed.clone(), allowed] };
    draft.taken_cells().for_each(|at| remove(&mut allowed, area, at));
    // No landing can be carved in a kept wall, nor where such walls leave no rock for a tunnel to the landing.
    if let Some(kept) = draft.kept() {
        let mut ways = BitGrid::new(draft.size());
        ways.insert_rect(draft.size().interior());
        ways.subtract(kept);
        ways.unite(draft.open());
        let ways = Components::of(&ways, Neighbours::Four);
        let open = draft.open().points().next().and_then(|at| ways.label(at));
        let cut_off: Vec<Point> = allowed.points().filter(|at| ways.label(*at + area.min()) != open).collect();
        cut_off.into_iter().for_each(|at| _ = allowed.remove(at));
    }
    let mut free = draft.open().cropped(area);
    free.intersect(&allowed);
    let planned = planned.map(|planned| planned.cropped(area));
    for cells in [&mut free, &mut allowed] {
        let mut better = cells.clone();
        planned.iter().for_each(|planned| better.intersect(planned));
        draft.vaults.iter().for_each(|vault| better.remove_rect(vault.area.moved(Point::new(0, 0) - area.min())));
        let doors = draft.doors.iter().flat_map(|door| door.four().chain([*door]));
        doors.for_each(|at| remove(&mut better, area, at));
        if !better.is_empty() {
            *cells = better;
        }
    }
    [free, allowed]
}

fn remove(cells: &mut BitGrid, area: Rect, at: Point) {
    if area.contains(at) {
        cells.remove(at - area.min());
    }
}

/// Keeps the `count` cells with the smallest shortfall, and any that tie with the last of them. Returns the largest
/// shortfall kept.
fn keep_farthest(cells: &mut BitGrid, count: usize, shortfall: impl Fn(Point) -> u32) -> u32 {
    let mut shortfalls: Vec<u32> = cells.points().map(&shortfall).collect();
    shortfalls.sort_unstable();
    let limit = shortfalls[count.min(shortfalls.len()) - 1];
    let too_near: Vec<Point> = cells.points().filter(|at| shortfall(*at) > limit).collect();
    for at in too_near {
        cells.remove(at);
    }
    limit
}

/// Up to `count` cells of a set. Each is the best of a few tries: the farthest from the earlier ones.
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
    fn stairs_of_neighbouring_boundaries_are_apart_next_to_endless_levels() {
        let cells = |boundary: u32| {
            let window = Rect::new(-40, -40, 80, 80);
            window.points().filter(move |at| may_use(boundary, true, *at)).collect::<Vec<Point>>()
        };
        let nearest = |at: &Point| cells(1).iter().map(|odd| odd.manhattan(*at)).min();
        assert_eq!(cells(0).iter().filter_map(nearest).min(), Some(ENDLESS_WALK));
        assert!([0, 1].iter().all(|boundary| cells(*boundary).iter().all(|at| may_use(*boundary, false, *at))));
    }

    #[test]
    fn both_boundaries_have_stairs_near_a_start_anywhere_in_its_chunk() {
        let chunk = ChunkAt { x: 0, y: 0 }.cells();
        for boundary in [0, 1] {
            for start in chunk.points() {
                let near = |at: &Point| at.manhattan(start) <= MAX_START_DISTANCE;
                assert!(chunk.points().filter(near).any(|at| may_use(boundary, true, at)), "{start} {boundary}");
            }
        }
    }

    #[test]
    fn a_small_bounded_level_has_cells_of_both_boundaries() {
        for boundary in [0, 1] {
            let cells = Size::new(12, 9).interior();
            assert!(cells.points().any(|at| may_use(boundary, true, at)), "boundary {boundary}");
        }
    }

    #[test]
    fn a_cell_off_the_diagonals_falls_short_by_what_brings_it_nearer() {
        let shortfalls =
            |boundary: u32| (0..32).map(|x| diagonal_shortfall(boundary, Point::new(x, 0))).collect::<Vec<_>>();
        for boundary in [0, 1] {
            for at in Rect::new(-40, -40, 80, 80).points().filter(|at| may_use(boundary, true, *at)) {
                assert_eq!(diagonal_shortfall(boundary, at), 0, "{at}");
            }
        }
        assert_eq!(shortfalls(0)[3..=17], [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(shortfalls(1)[4..=17], [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }

    #[test]
    fn the_walk_is_relaxed_no_more_than_necessary() {
        let shortfall = |at: Point| 3_u32.saturating_sub(at.x as u32);
        let left = |count: usize| {
            let mut cells = BitGrid::full(Size::new(3, 1));
            (keep_farthest(&mut cells, count, shortfall), cells.count())
        };
        assert_eq!([left(1), left(2), left(9)], [(1, 1), (2, 2), (3, 3)]);
    }
}

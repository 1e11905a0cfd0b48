//! Levels without an edge, made chunk by chunk as they are looked at.

use std::sync::Arc;

use undercroft_grid::internal::parallel;
use undercroft_grid::{Point, Rect};

use super::boundary::ENDLESS_WALK;
use super::chunk::{self, ChunkAt, ChunkGround};
use super::plan::GroundSource;
use super::{Dungeon, DungeonError};
use crate::check::Veto;
use crate::recipe::{LONGEST_SIDE, MOST_CELLS};
use crate::{Draft, Spawn, Stair, StairKind, Stream, Tile, checks};

/// How many chunks side by side are made at once, at most: their ground takes a few hundred KiB.
const MOST_AT_ONCE: usize = 16;

/// So many chunks are worth a core of their own.
const MANY: usize = 8;

/// A level without an edge: a function from place to tile, over the whole range of 32-bit coordinates.
///
/// ```
/// use undercroft_mapgen::{Dungeon, Floor, Plan, Recipe, Rect};
/// let dungeon = Dungeon::new(Plan::of(Recipe::named("caves")?, true)?, 7);
/// let Floor::Endless(cave) = dungeon.level(1)? else { unreachable!() };
/// let far_away = cave.window(Rect::new(2_000_000_000, -2_000_000_000, 40, 20))?;
/// assert!(far_away.open().count() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endless {
    dungeon: Arc<Dungeon>,
    depth: u32,
}

impl Endless {
    pub(super) const fn new(dungeon: Arc<Dungeon>, depth: u32) -> Self {
        Self { dungeon, depth }
    }

    /// How deep it lies.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// A chunk with all that is in it; a function of plan, seed, depth and chunk alone.
    ///
    /// # Errors
    /// Where the recipe gives none.
    pub fn chunk(&self, at: ChunkAt) -> Result<Arc<Draft>, DungeonError> {
        self.dungeon.chunks.get((self.depth, at), || self.dungeon.make_chunk(self.depth, at))
    }

    /// The tile of a cell.
    ///
    /// # Errors
    /// Where its chunk cannot be made.
    pub fn tile(&self, at: Point) -> Result<Tile, DungeonError> {
        let chunk = ChunkAt::of(at);
        Ok(self.chunk(chunk)?.tile(at - chunk.cells().min()))
    }

    /// Where the player begins, on the top level; on others, beside the stairs up that are nearest to the plan's start.
    ///
    /// # Errors
    /// Where a chunk cannot be made.
    pub fn start(&self) -> Result<Point, DungeonError> {
        let middle = self.dungeon.plan.start;
        let home = ChunkAt::of(middle);
        let draft = self.chunk(home)?;
        let local = draft.start.or_else(|| checks::default_start(&draft));
        Ok(local.map_or(middle, |at| at + home.cells().min()))
    }

    /// The part of the level that a window shows.
    ///
    /// # Errors
    /// Where the window is beyond the limits, or a chunk cannot be made.
    pub fn window(&self, window: Rect) -> Result<Draft, DungeonError> {
        check_window(window)?;
        let GroundSource::Endless(recipe, steps) = self.dungeon.source(self.depth)? else {
            return Err(self.dungeon.has_no_chunks(self.depth));
        };
        let mut draft = Draft::new(window.size(), steps.tileset().clone());
        draft.metadata = self.dungeon.metadata(self.depth, recipe.name());
        draft.origin = window.min();
        draft.endless = true;
        draft.min_path_length = ENDLESS_WALK;
        let chunks: Vec<ChunkAt> = ChunkAt::over(window).collect();
        let rows = chunks.chunk_by(|one, next| one.y == next.y);
        let groups: Vec<&[ChunkAt]> = rows.flat_map(|row| row.chunks(MOST_AT_ONCE)).collect();
        for groups in groups.chunks(parallel::threads_for(chunks.len(), MANY)) {
            let made = parallel::map(groups.to_vec(), |group| self.chunks_side_by_side(group));
            for (group, made) in groups.iter().zip(made) {
                for (at, chunk) in group.iter().zip(made?) {
                    self.show(*at, &chunk, window, &mut draft)?;
                }
            }
        }
        Ok(draft)
    }

    /// Makes chunks side by side.
    fn chunks_side_by_side(&self, chunks: &[ChunkAt]) -> Result<Vec<Arc<Draft>>, DungeonError> {
        self.dungeon.prepare(self.depth, chunks);
        chunks.iter().map(|at| self.chunk(*at)).collect()
    }

    /// Puts what a window shows of a chunk on its draft.
    fn show(&self, at: ChunkAt, chunk: &Draft, window: Rect, draft: &mut Draft) -> Result<(), DungeonError> {
        let inside = |at: &Point| window.size().contains(*at);
        let offset = at.cells().min() - window.min();
        copy_tiles(chunk, draft, offset);
        draft.doors.extend(chunk.doors.iter().map(|door| *door + offset).filter(inside));
        let stairs = chunk.stairs.iter().map(|stair| Stair { at: stair.at + offset, ..*stair });
        draft.stairs.extend(stairs.filter(|stair| inside(&stair.at)));
        let spawns = chunk.spawns.iter().map(|spawn| Spawn { at: spawn.at + offset, ..spawn.clone() });
        draft.spawns.extend(spawns.filter(|spawn| inside(&spawn.at)));
        draft.start = draft.start.or(chunk.start.map(|start| start + offset).filter(inside));
        for room in &self.dungeon.chunk_ground(self.depth, at)?.rooms {
            let shown = room.intersection(window).moved(Point::new(0, 0) - window.min());
            if !shown.is_empty() && !draft.rooms.contains(&shown) {
                draft.rooms.push(shown);
            }
        }
        Ok(())
    }

    /// The window of that size around the start.
    #[must_use]
    pub fn around(start: Point, width: u32, height: u32) -> Rect {
        let corner = |middle: i32, side: u32| {
            let lowest = i64::from(i32::MIN);
            let highest = i64::from(i32::MAX) + 1 - i64::from(side);
            (i64::from(middle) - i64::from(side) / 2).clamp(lowest, highest.max(lowest)) as i32
        };
        Rect::new(corner(start.x, width), corner(start.y, height), width, height)
    }
}

/// A window has limits: of size, and of the plane's own ends.
pub(super) fn check_window(window: Rect) -> Result<(), DungeonError> {
    let bad = |problem: String| Err(DungeonError::BadWindow { window, problem });
    let Rect { x, y, width, height } = window;
    if width == 0 || height == 0 {
        return bad("it must be at least 1x1".into());
    }
    if width > LONGEST_SIDE || height > LONGEST_SIDE || u64::from(width) * u64::from(height) > MOST_CELLS {
        return bad(format!("a window has at most {MOST_CELLS} cells and sides of at most {LONGEST_SIDE}"));
    }
    let ends_inside = |first: i32, side: u32| i64::from(first) + i64::from(side) <= i64::from(i32::MAX) + 1;
    if !ends_inside(x, width) || !ends_inside(y, height) {
        return bad(format!("it ends beyond {}, the last row and column there is", i32::MAX));
    }
    Ok(())
}

/// Copies the part of a chunk's tiles that a draft shows.
fn copy_tiles(chunk: &Draft, draft: &mut Draft, offset: Point) {
    let shown = chunk.size().rect().moved(offset).intersection(draft.size().rect());
    for y in 0..shown.height as i32 {
        let from = Point::new(shown.x, shown.y + y) - offset;
        let source = &chunk.tiles().row(from.y as u32)[from.x as usize..][..shown.width as usize];
        draft.tiles_mut().row_mut((shown.y + y) as u32)[shown.x as usize..][..shown.width as usize]
            .copy_from_slice(source);
    }
}

impl Dungeon {
    /// The ground of a chunk of an endless level.
    pub(super) fn chunk_ground(&self, depth: u32, at: ChunkAt) -> Result<Arc<ChunkGround>, DungeonError> {
        self.chunk_grounds.get((depth, at), || {
            let GroundSource::Endless(recipe, steps) = self.source(depth)? else {
                return Err(self.has_no_chunks(depth));
            };
            let metadata = self.metadata(depth, recipe.name());
            chunk::ground(steps, metadata, self.ground_stream(depth), at).map_err(|veto| self.broken(depth, veto))
        })
    }

    /// The same stream as a bounded level's first draft: the same ground, but for the border.
    fn ground_stream(&self, depth: u32) -> Stream {
        self.seed.fork("level").fork(depth).fork(1_u32)
    }

    fn has_no_chunks(&self, depth: u32) -> DungeonError {
        self.broken(depth, Veto::new("dungeon", "a bounded level has no chunks"))
    }

    /// Makes the ground that chunks side by side will ask for all at once, as that is faster: their own, and for the
    /// stairs that of the levels above and below.
    fn prepare(&self, depth: u32, chunks: &[ChunkAt]) {
        let mut missing = chunks.to_vec();
        missing.retain(|at| !self.chunks.has((depth, *at)));
        let below = if self.plan.has_below(depth) { depth.checked_add(1) } else { None };
        for depth in depth.checked_sub(1).into_iter().chain([depth]).chain(below) {
            let Ok(GroundSource::Endless(recipe, steps)) = self.source(depth) else { continue };
            let mut missing = missing.clone();
            missing.retain(|at| !self.chunk_grounds.has((depth, *at)));
            for row in missing.chunk_by(|one, next| one.x + 1 == next.x) {
                let metadata = self.metadata(depth, recipe.name());
                let made = chunk::grounds(steps, metadata, self.ground_stream(depth), row[0], row.len() as u32);
                // What could not be made so is made chunk by chunk when it is asked for, and then the error is told.
                for (at, ground) in row.iter().zip(made.into_iter().flatten()) {
                    self.chunk_grounds.put((depth, *at), ground);
                }
            }
        }
    }

    /// Makes a chunk: its ground, its stairs, and what lives there.
    fn make_chunk(&self, depth: u32, at: ChunkAt) -> Result<Draft, DungeonError> {
        let ground = self.chunk_ground(depth, at)?;
        let corner = at.cells().min();
        let mut stairs: Vec<(StairKind, Point)> = Vec::new();
        if let Some(boundary) = depth.checked_sub(1) {
            stairs.extend(self.stairs_in_chunk(boundary, at)?.into_iter().map(|at| (StairKind::Up, at)));
        }
        if self.plan.has_below(depth) {
            stairs.extend(self.stairs_in_chunk(depth, at)?.into_iter().map(|at| (StairKind::Down, at)));
        }
        let mut draft = ground.draft.clone();
        let made = (|| {
            let closed: Vec<Point> =
                stairs.iter().map(|(_, at)| *at - corner).filter(|at| !draft.is_open(*at)).collect();
            for landing in &closed {
                draft.carve(*landing);
            }
            if !closed.is_empty() {
                let stream = self.seed.fork("landings").fork(depth);
                super::join::join(&mut draft, stream);
                draft.drop_odd_doors();
            }
            for (kind, at) in stairs {
                draft.put_stairs(kind, at - corner)?;
            }
            if depth == 0 && at == ChunkAt::of(self.plan.start) {
                draft.start = nearest_free(&draft, self.plan.start - corner);
            }
            let local = |room: &Rect| room.moved(Point::new(0, 0) - corner);
            draft.rooms = ground.rooms.iter().map(local).filter(|room| draft.size().contains(room.centre())).collect();
            self.populate(&mut draft)?;
            draft.rooms.clear();
            checks::judge_chunk(&draft)
        })();
        made.map_err(|veto| self.broken(depth, veto))?;
        Ok(draft)
    }
}

/// The free open cell nearest to a place.
fn nearest_free(draft: &Draft, to: Point) -> Option<Point> {
    let mut free = draft.open();
    draft.remove_taken(&mut free);
    free.nearest_to(to)
}

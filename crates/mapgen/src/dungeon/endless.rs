//! Endless levels, made chunk by chunk on demand.

use std::sync::Arc;

use undercroft_grid::internal::parallel;
use undercroft_grid::{Neighbours, Point, Rect, flood_within};

use super::chunk::{self, CHUNK_SIDE, ChunkAt};
use super::error::check_window;
use super::stairs::{ENDLESS_WALK, MAX_START_WALK};
use super::{Dungeon, DungeonError};
use crate::recipe::LocalSteps;
use crate::steps::lay_path;
use crate::{Draft, Metadata, Spawn, Stair, StairKind, Stream, Tile, Tileset, Veto, checks};

/// How many adjacent chunks are made together. More would save little time and use more memory.
const LONGEST_ROW: usize = 16;
/// The number of chunks that makes another thread worthwhile.
const CHUNKS_PER_THREAD: usize = 8;

/// An endless level: a function from position to tile, over the whole range of 32-bit coordinates.
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
    recipe: Arc<str>,
    steps: Arc<LocalSteps>,
}

impl Endless {
    pub(super) fn new(dungeon: Arc<Dungeon>, depth: u32, recipe: &str, steps: Arc<LocalSteps>) -> Self {
        Self { dungeon, depth, recipe: recipe.into(), steps }
    }

    /// The level's depth.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// A finished chunk, which depends only on the plan, the seed, the depth and its position. Its rooms may reach
    /// beyond it.
    ///
    /// # Errors
    /// If the recipe cannot make it.
    pub fn chunk(&self, at: ChunkAt) -> Result<Arc<Draft>, DungeonError> {
        // A row of one chunk has one chunk in it.
        Ok(self.chunks_in_row(&[at])?.swap_remove(0))
    }

    /// The tile of a cell.
    ///
    /// # Errors
    /// If its chunk cannot be made.
    pub fn tile(&self, at: Point) -> Result<Tile, DungeonError> {
        let chunk = ChunkAt::of(at);
        Ok(self.chunk(chunk)?.tile(at - chunk.cells().min()))
    }

    /// The tileset that the tiles refer to.
    #[must_use]
    pub fn tileset(&self) -> &Arc<Tileset> {
        self.steps.tileset()
    }

    /// Where the player begins: near the plan's start on the top level, near stairs up on the others, and at most 40
    /// steps from stairs down, if there are any.
    ///
    /// # Errors
    /// If the chunk cannot be made.
    pub fn start(&self) -> Result<Point, DungeonError> {
        let home = self.dungeon.home_chunk(self.depth)?;
        let start = self.chunk(home)?.start;
        Ok(start.map_or_else(|| home.cells().centre(), |at| at + home.cells().min()))
    }

    /// The stairs inside an area, in world coordinates. The ground around them need not be made.
    ///
    /// # Errors
    /// If the area is beyond the limits of a window, or an adjacent bounded level cannot be made.
    pub fn stairs(&self, area: Rect) -> Result<Vec<Stair>, DungeonError> {
        check_window(area)?;
        let mut stairs = Vec::new();
        for chunk in ChunkAt::rows_over(area).flatten() {
            stairs.extend(self.dungeon.stairs_in_chunk(self.depth, chunk)?);
        }
        stairs.retain(|stair| area.contains(stair.at));
        Ok(stairs)
    }

    /// The stairs of a kind nearest to a cell, in columns plus rows; `None` if no stairs lead that way.
    ///
    /// # Errors
    /// If an adjacent bounded level cannot be made.
    pub fn nearest_stairs(&self, from: Point, kind: StairKind) -> Result<Option<Point>, DungeonError> {
        self.dungeon.nearest_stairs(self.depth, from, kind)
    }

    /// Everything inside a window of the level.
    ///
    /// # Errors
    /// If the window is beyond the limits, or a chunk cannot be made.
    pub fn window(&self, window: Rect) -> Result<Draft, DungeonError> {
        check_window(window)?;
        let mut draft = Draft::new(window.size(), self.steps.tileset().clone());
        draft.metadata = self.metadata();
        draft.origin = window.min();
        draft.endless = true;
        draft.min_path_length = ENDLESS_WALK;
        let rows: Vec<Vec<ChunkAt>> = ChunkAt::rows_over(window).collect();
        let count = rows.iter().map(Vec::len).sum();
        let rows: Vec<&[ChunkAt]> = rows.iter().flat_map(|row| row.chunks(LONGEST_ROW)).collect();
        for rows in rows.chunks(parallel::threads_for(count, CHUNKS_PER_THREAD)) {
            let made = parallel::map(rows.to_vec(), |row| self.chunks_in_row(row));
            for (row, chunks) in rows.iter().zip(made) {
                row.iter().zip(chunks?).for_each(|(at, chunk)| show(*at, &chunk, &mut draft));
            }
        }
        Ok(draft)
    }

    fn metadata(&self) -> Metadata {
        self.dungeon.metadata(self.depth, &self.recipe)
    }

    /// Adjacent chunks, cached or made together, which is faster than one by one.
    fn chunks_in_row(&self, row: &[ChunkAt]) -> Result<Vec<Arc<Draft>>, DungeonError> {
        let cache = &self.dungeon.chunks;
        let cached: Vec<Option<Arc<Draft>>> = row.iter().map(|at| cache.get(&(self.depth, *at))).collect();
        let mut chunks = Vec::with_capacity(row.len());
        for run in cached.chunk_by(|one, next| one.is_some() == next.is_some()) {
            let first = chunks.len();
            match run {
                [None, ..] => {
                    let made = self.make_row(row[first], run.len() as u32)?;
                    let keys = row[first..].iter().map(|at| (self.depth, *at));
                    chunks.extend(keys.zip(made).map(|(key, chunk)| cache.put(key, chunk)));
                }
                _ => chunks.extend(run.iter().flatten().cloned()),
            }
        }
        Ok(chunks)
    }

    fn make_row(&self, first: ChunkAt, count: u32) -> Result<Vec<Draft>, DungeonError> {
        let cells = Rect { width: count * CHUNK_SIDE, ..first.cells() };
        // The stream of a bounded level's first draft, so the ground is the same except for the border.
        let stream = self.dungeon.seed().fork("level").fork(self.depth).fork(1_u32);
        let wide = chunk::with_surroundings(&self.steps, self.metadata(), stream, cells);
        let wide = wide.map_err(|veto| self.dungeon.broken(self.depth, veto))?;
        (first.x..).take(count as usize).map(|x| self.finish(&wide, stream, ChunkAt { x, ..first })).collect()
    }

    /// Makes a chunk from its ground and surroundings: with its stairs, and populated.
    fn finish(&self, wide: &Draft, stream: Stream, at: ChunkAt) -> Result<Draft, DungeonError> {
        let stairs = self.dungeon.stairs_in_chunk(self.depth, at)?;
        let landings: Vec<Point> = stairs.iter().map(|stair| stair.at).collect();
        let (corner, home) = (at.cells().min(), self.dungeon.home_chunk(self.depth)?);
        let make = || {
            let mut draft = chunk::ground(wide, stream, at, &landings)?;
            for stair in &stairs {
                draft.put_stairs(stair.kind, stair.at - corner)?;
            }
            if at == home {
                let start = self.dungeon.plan().start;
                let place = Point::new(start.x.saturating_sub(corner.x), start.y.saturating_sub(corner.y));
                draft.start = start_in_chunk(&draft, place);
                let path = self.dungeon.plan().path_tile(self.depth).and_then(|name| draft.tileset().id_or_floor(name));
                if let Some(tile) = path {
                    lay_path(&mut draft, tile, &mut stream.fork("path").rng());
                }
            }
            // A room belongs to the chunk that contains its centre.
            let rooms = std::mem::take(&mut draft.rooms);
            let size = draft.size();
            draft.rooms = rooms.iter().copied().filter(|room| size.contains(room.centre())).collect();
            self.dungeon.populate(&mut draft)?;
            draft.rooms = rooms;
            checks::judge_chunk(&draft)?;
            Ok(draft)
        };
        make().map_err(|veto: Veto| self.dungeon.broken(self.depth, veto))
    }
}

/// Where the player begins in a chunk: of the free cells within a short walk of the stairs down, the nearest to the
/// stairs up, or else to `place`.
fn start_in_chunk(chunk: &Draft, place: Point) -> Option<Point> {
    let stairs_down = chunk.stairs.iter().filter(|stair| stair.kind == StairKind::Down).map(|stair| stair.at);
    let mut near = flood_within(chunk.open(), stairs_down, Neighbours::Four, MAX_START_WALK);
    if near.is_empty() {
        near = chunk.open().clone();
    }
    chunk.remove_taken(&mut near);
    near.nearest_to(chunk.stairs_to(StairKind::Up).unwrap_or(place))
}

/// Copies the part of a chunk that lies inside a window.
fn show(at: ChunkAt, chunk: &Draft, window: &mut Draft) {
    let (size, offset) = (window.size(), at.cells().min() - window.origin);
    let inside = |at: &Point| size.contains(*at);
    let shown = chunk.size().rect().moved(offset).intersection(size.rect());
    for y in shown.y..shown.bottom() {
        let from = Point::new(shown.x, y) - offset;
        let tiles = &chunk.tiles().row(from.y as u32)[from.x as usize..][..shown.width as usize];
        window.edit_row(y as u32, |row| row[shown.x as usize..][..tiles.len()].copy_from_slice(tiles));
    }
    window.copy_zones(chunk, offset);
    window.doors.extend(chunk.doors.iter().map(|door| *door + offset).filter(inside));
    let stairs = chunk.stairs.iter().map(|stair| Stair { at: stair.at + offset, ..*stair });
    window.stairs.extend(stairs.filter(|stair| inside(&stair.at)));
    let spawns = chunk.spawns.iter().map(|spawn| Spawn { at: spawn.at + offset, ..spawn.clone() });
    window.spawns.extend(spawns.filter(|spawn| inside(&spawn.at)));
    window.start = window.start.or(chunk.start.map(|start| start + offset).filter(inside));
    let rooms = chunk.rooms.iter().map(|room| room.moved(offset).intersection(size.rect()));
    // Chunks share rooms: each room is taken from the chunk that shows its first cell.
    window.rooms.extend(rooms.filter(|room| !room.is_empty() && shown.contains(room.min())));
}

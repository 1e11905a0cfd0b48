//! What the hero remembers of the levels it has seen.

use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Floor, StairKind, Tile};

use super::active_level::ChunkRows;
use super::coordinates::{cell_of, cell_position, generated_tile};
use crate::content::ItemKindId;
use crate::game::Game;
use crate::state::{Cell, ChunkState, Memory, State};

impl Memory {
    pub(crate) fn has_seen(&self, cell: Cell) -> bool {
        let row = self.seen.get(usize::from(cell) / CHUNK_SIDE as usize).copied().unwrap_or(0);
        row >> (u32::from(cell) % CHUNK_SIDE) & 1 == 1
    }

    pub(crate) fn see(&mut self, cell: Cell) {
        mark(&mut self.seen, cell);
    }

    /// The hero has seen all these cells of the chunk.
    pub(crate) fn see_all(&mut self, cells: &ChunkRows) {
        self.seen.resize(cells.len(), 0);
        for (row, cells) in self.seen.iter_mut().zip(cells) {
            *row |= cells;
        }
    }

    /// The hero has searched a cell for secret doors.
    pub(crate) fn search(&mut self, cell: Cell) {
        mark(&mut self.searched, cell);
    }
}

fn mark(rows: &mut Vec<u64>, cell: Cell) {
    rows.resize(CHUNK_SIDE as usize, 0);
    if let Some(row) = rows.get_mut(usize::from(cell) / CHUNK_SIDE as usize) {
        *row |= 1 << (u32::from(cell) % CHUNK_SIDE);
    }
}

fn chunk_of(state: &State, at: Point) -> Option<&ChunkState> {
    state.levels.get(&state.depth)?.chunks.get(&ChunkAt::of(at))
}

/// Whether the hero has seen a cell of its level.
pub(crate) fn has_seen(state: &State, at: Point) -> bool {
    chunk_of(state, at).is_some_and(|chunk| chunk.memory.has_seen(cell_of(at)))
}

/// Whether the hero knows a cell only from a map.
pub(crate) fn is_mapped(state: &State, at: Point) -> bool {
    chunk_of(state, at).is_some_and(|chunk| chunk.memory.mapped.contains(&cell_of(at)))
}

/// Whether the hero dropped something on a cell.
pub(crate) fn was_dropped(state: &State, at: Point) -> bool {
    chunk_of(state, at).is_some_and(|chunk| chunk.memory.dropped.contains(&cell_of(at)))
}

/// The tile and the item of a cell as the hero remembers them.
pub(crate) fn recall(game: &Game, at: Point) -> Option<(Tile, Option<ItemKindId>)> {
    let (chunk, cell) = (chunk_of(&game.state, at)?, cell_of(at));
    if !chunk.memory.has_seen(cell) {
        return None;
    }
    let tile = chunk.memory.stale.get(&cell).copied().unwrap_or_else(|| tile_anywhere(game, at, chunk));
    // Only a tampered state has tiles outside the tileset.
    let tile = if game.level.tileset.get(tile).is_some() { tile } else { Tile::WALL };
    Some((game.level.disguised(at, tile), chunk.memory.items.get(&cell).copied()))
}

/// Calls `visit` with every cell of a chunk that the hero has seen, its tile and its item as the hero remembers them.
pub(crate) fn recall_chunk(game: &Game, at: ChunkAt, mut visit: impl FnMut(Cell, Tile, Option<ItemKindId>)) {
    let Some(chunk) = game.state.levels.get(&game.state.depth).and_then(|level| level.chunks.get(&at)) else { return };
    // The chunk is fetched once: looking up each cell in the level is far slower.
    let generated = match &game.level.floor {
        Floor::Endless(endless) => endless.chunk(at).ok(),
        Floor::Bounded(_) => None,
    };
    let is_active = game.level.contains(at.cells().min());
    for cell in (0..(CHUNK_SIDE * CHUNK_SIDE) as Cell).filter(|cell| chunk.memory.has_seen(*cell)) {
        let position = cell_position(at, cell);
        let tile = chunk.memory.stale.get(&cell).copied().unwrap_or_else(|| match &generated {
            Some(draft) if !is_active && !chunk.tiles.contains_key(&cell) && game.exit_here() != Some(position) => {
                draft.tile(position - at.cells().min())
            }
            _ => tile_anywhere(game, position, chunk),
        });
        visit(cell, tile, chunk.memory.items.get(&cell).copied());
    }
}

/// The tile of a cell of the hero's level, active or not.
fn tile_anywhere(game: &Game, at: Point, chunk: &ChunkState) -> Tile {
    if game.level.contains(at) {
        return game.level.tile(at);
    }
    if let Some(tile) = chunk.tiles.get(&cell_of(at)) {
        return *tile;
    }
    if game.exit_here() == Some(at) {
        return game.level.tileset.id(StairKind::Up.tile_name()).unwrap_or_default();
    }
    generated_tile(&game.level.floor, at)
}

/// The nearest cell where the hero remembers an item of a kind.
pub(crate) fn nearest_item(state: &State, kind: ItemKindId) -> Option<Point> {
    let chunks = state.levels.get(&state.depth).into_iter().flat_map(|level| &level.chunks);
    let places = chunks.flat_map(|(at, chunk)| {
        let cells = chunk.memory.items.iter().filter(move |(_, known)| **known == kind);
        cells.map(|(cell, _)| cell_position(*at, *cell))
    });
    places.min_by_key(|at| (at.chebyshev(state.hero.body.at), *at))
}

/// The smallest rectangle around all that the hero has seen of its level.
pub(crate) fn known_bounds(state: &State) -> Rect {
    let chunks = state.levels.get(&state.depth).into_iter().flat_map(|level| &level.chunks);
    let spans = chunks.flat_map(|(at, chunk)| {
        let rows = chunk.memory.seen.iter().enumerate().filter(|(_, row)| **row != 0);
        rows.flat_map(|(y, row)| {
            let columns = [row.trailing_zeros(), 63 - row.leading_zeros()];
            columns.map(|column| cell_position(*at, (y as u32 * CHUNK_SIDE + column) as Cell))
        })
    });
    let corners = spans.fold(None, |corners: Option<[Point; 2]>, at| {
        let [low, high] = corners.unwrap_or([at, at]);
        Some([Point::new(low.x.min(at.x), low.y.min(at.y)), Point::new(high.x.max(at.x), high.y.max(at.y))])
    });
    corners.map_or_else(Rect::default, |[low, high]| Rect::spanning(low, high))
}

/// How many chunks away stairs of an endless level are looked for.
const STAIRS_WITHIN: u32 = 4;

/// The stairs of a kind that the hero has seen on its level, nearest first.
pub(crate) fn stairs(game: &Game, kind: StairKind) -> Vec<Point> {
    let hero = game.state.hero.body.at;
    let mut found: Vec<Point> = match &game.level.floor {
        Floor::Bounded(level) => {
            level.stairs().iter().filter(|stair| stair.kind == kind).map(|stair| level.world(stair.at)).collect()
        }
        Floor::Endless(endless) => {
            let centre = ChunkAt::of(hero);
            let seen = game.state.levels.get(&game.state.depth).into_iter().flat_map(|level| &level.chunks);
            let near = seen.filter(|(at, chunk)| {
                let distance = at.x.abs_diff(centre.x).max(at.y.abs_diff(centre.y));
                distance <= STAIRS_WITHIN && !chunk.memory.seen.is_empty()
            });
            let chunks = near.filter_map(|(at, _)| Some((at.cells().min(), endless.chunk(*at).ok()?)));
            let stairs = chunks.flat_map(|(corner, chunk)| {
                let stairs = chunk.stairs.iter().filter(|stair| stair.kind == kind).map(move |stair| corner + stair.at);
                stairs.collect::<Vec<Point>>()
            });
            stairs.collect()
        }
    };
    found.extend(game.exit_here().filter(|_| kind == StairKind::Up));
    found.retain(|at| has_seen(&game.state, *at));
    found.sort_by_key(|at| (hero.chebyshev(*at), *at));
    found
}

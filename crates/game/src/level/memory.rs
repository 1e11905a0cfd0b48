//! What the hero remembers of the levels it has seen.

use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Floor, StairKind, Tile};

use crate::content::ItemKindId;
use crate::game::Game;
use crate::level::stage::{cell_of, cell_point};
use crate::state::{ChunkState, Memory, State};

impl Memory {
    pub(crate) fn has_seen(&self, cell: u16) -> bool {
        let row = self.seen.get(usize::from(cell) / CHUNK_SIDE as usize).copied().unwrap_or(0);
        row >> (u32::from(cell) % CHUNK_SIDE) & 1 == 1
    }

    pub(crate) fn see(&mut self, cell: u16) {
        if self.seen.is_empty() {
            self.seen = vec![0; CHUNK_SIDE as usize];
        }
        if let Some(row) = self.seen.get_mut(usize::from(cell) / CHUNK_SIDE as usize) {
            *row |= 1 << (u32::from(cell) % CHUNK_SIDE);
        }
    }
}

fn chunk(state: &State, at: ChunkAt) -> Option<&ChunkState> {
    state.levels.get(&state.depth)?.chunks.get(&at)
}

/// Whether the hero has seen a cell of the level that it is on.
pub(crate) fn has_seen(state: &State, at: Point) -> bool {
    chunk(state, ChunkAt::of(at)).is_some_and(|chunk| chunk.memory.has_seen(cell_of(at)))
}

/// Whether the hero left something on a cell on purpose.
pub(crate) fn was_left(state: &State, at: Point) -> bool {
    chunk(state, ChunkAt::of(at)).is_some_and(|chunk| chunk.memory.left.contains(&cell_of(at)))
}

/// The tile and the item of a cell as the hero remembers them.
pub(crate) fn recall(game: &Game, at: Point) -> Option<(Tile, Option<ItemKindId>)> {
    let chunk = chunk(&game.state, ChunkAt::of(at))?;
    let cell = cell_of(at);
    if !chunk.memory.has_seen(cell) {
        return None;
    }
    let tile = match chunk.memory.stale.get(&cell) {
        Some(tile) => *tile,
        None => tile_anywhere(game, at, chunk),
    };
    // As on the stage: no tile is told of that the tileset does not have.
    let tile = if game.stage.tileset.get(tile).is_some() { tile } else { Tile::WALL };
    Some((tile, chunk.memory.items.get(&cell).copied()))
}

/// The tile of a cell of the level, on the stage or not.
fn tile_anywhere(game: &Game, at: Point, chunk: &ChunkState) -> Tile {
    if game.stage.contains(at) {
        return game.stage.tile(at);
    }
    if let Some(tile) = chunk.tiles.get(&cell_of(at)) {
        return *tile;
    }
    if game.exit() == Some(at) {
        return game.stage.tileset.id(StairKind::Up.tile_name()).unwrap_or_default();
    }
    match &game.stage.floor {
        Floor::Bounded(level) => level.tile(at - level.origin),
        Floor::Endless(endless) => endless.tile(at).unwrap_or(Tile::WALL),
    }
}

/// The smallest rectangle around all that the hero knows of the level that it is on.
pub(crate) fn known(state: &State) -> Rect {
    let Some(level) = state.levels.get(&state.depth) else { return Rect::default() };
    let mut known: Option<Rect> = None;
    for (at, chunk) in &level.chunks {
        for (y, row) in chunk.memory.seen.iter().enumerate().filter(|(_, row)| **row != 0) {
            let (left, right) = (row.trailing_zeros(), 63 - row.leading_zeros());
            let cell = |column: u32| cell_point(*at, (y as u32 * CHUNK_SIDE + column) as u16);
            let span = Rect::spanning(cell(left), cell(right));
            known = Some(known.map_or(span, |known| union(known, span)));
        }
    }
    known.unwrap_or_default()
}

fn union(a: Rect, b: Rect) -> Rect {
    let last = |rect: Rect| Point::new(rect.right() - 1, rect.bottom() - 1);
    let (low, high) = (Point::new(a.x.min(b.x), a.y.min(b.y)), (last(a), last(b)));
    Rect::spanning(low, Point::new(high.0.x.max(high.1.x), high.0.y.max(high.1.y)))
}

/// How many chunks away stairs of an endless level are looked for.
const STAIRS_WITHIN: i32 = 4;

/// The stairs of a kind that the hero knows on the level that it is on, the nearest first.
pub(crate) fn stairs(game: &Game, kind: StairKind) -> Vec<Point> {
    let here = game.state.hero.body.at;
    let mut found: Vec<Point> = match &game.stage.floor {
        Floor::Bounded(level) => {
            level.stairs.iter().filter(|stair| stair.kind == kind).map(|stair| level.world(stair.at)).collect()
        }
        Floor::Endless(endless) => {
            let centre = ChunkAt::of(here);
            let known = game.state.levels.get(&game.state.depth);
            let near = known.iter().flat_map(|level| &level.chunks).filter(|(at, chunk)| {
                let near = at.x.abs_diff(centre.x).max(at.y.abs_diff(centre.y)) <= STAIRS_WITHIN.unsigned_abs();
                near && !chunk.memory.seen.is_empty()
            });
            let stairs = near.filter_map(|(at, _)| Some((at.cells().min(), endless.chunk(*at).ok()?)));
            let all = stairs.flat_map(|(corner, chunk)| {
                let stairs = chunk.stairs.iter().filter(|stair| stair.kind == kind).map(move |stair| corner + stair.at);
                stairs.collect::<Vec<Point>>()
            });
            all.collect()
        }
    };
    found.extend(game.exit().filter(|_| kind == StairKind::Up));
    found.retain(|at| has_seen(&game.state, *at));
    found.sort_by_key(|at| (here.chebyshev(*at), *at));
    found
}

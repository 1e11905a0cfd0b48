//! A whole window as planes of numbers, for learning agents: the same as cell by cell, but row by row.

use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt};

use super::View;
use super::types::Cell;
use crate::level::coordinates::cell_position;
use crate::state::ChunkState;

/// The planes of a window, as slices of its area: the number of each cell's tile, topmost item and creature, plus one.
/// A 0 means that there is none or that the hero knows of none. Numbers above 255 count as 255.
#[derive(Debug)]
pub struct Planes<'a> {
    /// The tiles.
    pub tiles: &'a mut [u8],
    /// The topmost items.
    pub items: &'a mut [u8],
    /// The creatures in sight. The hero is not among them.
    pub creatures: &'a mut [u8],
}

impl View<'_> {
    /// Fills planes with what [`View::cell`] says about every cell of a window, row by row.
    ///
    /// ```
    /// use undercroft_game::{Game, GameContent, Planes};
    /// use undercroft_mapgen::{Plan, Rect};
    /// let game = Game::new(GameContent::standard(), Plan::named("two-caves")?, 7)?;
    /// let (mut tiles, mut items, mut creatures) = ([0; 81], [0; 81], [0; 81]);
    /// let planes = Planes { tiles: &mut tiles, items: &mut items, creatures: &mut creatures };
    /// game.view().planes(Rect::around(game.view().at(), 9, 9), planes);
    /// assert!(tiles.iter().any(|tile| *tile != 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a plane is smaller than the window.
    pub fn planes(&self, window: Rect, mut planes: Planes<'_>) {
        let game = self.game;
        planes.tiles.fill(0);
        planes.items.fill(0);
        planes.creatures.fill(0);
        if window.is_empty() {
            return;
        }
        let last = Point::new(window.right() - 1, window.bottom() - 1);
        let (first, last) = (ChunkAt::of(window.min()), ChunkAt::of(last));
        let level = game.state.levels.get(&game.state.depth);
        for chunk in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkAt { x, y })) {
            // The hero remembers everything it sees, so a chunk without memory shows nothing.
            let Some(known) = level.and_then(|level| level.chunks.get(&chunk)) else { continue };
            if game.level.contains(chunk.cells().min()) {
                self.fill_known(chunk, known, window, &mut planes);
            } else {
                let cells = chunk.cells().intersection(window);
                cells.points().for_each(|at| self.fill_cell(at, window, &mut planes));
            }
        }
        // A secret door looks like a wall.
        for at in game.level.fixtures().filter(|at| window.contains(*at)) {
            self.fill_cell(at, window, &mut planes);
        }
        for creature in game.state.creatures.iter().filter(|creature| window.contains(creature.at)) {
            if game.level.sees(creature.at) {
                planes.creatures[index_in(window, creature.at)] = number(creature.kind.0);
            }
        }
    }

    fn fill_known(&self, chunk: ChunkAt, known: &ChunkState, window: Rect, planes: &mut Planes<'_>) {
        let cells = chunk.cells().intersection(window);
        let skipped = cells.x.rem_euclid(CHUNK_SIDE as i32);
        let width = cells.width as usize;
        for y in cells.y..cells.bottom() {
            let seen = known.memory.seen.get(y.rem_euclid(CHUNK_SIDE as i32) as usize).copied().unwrap_or(0) >> skipped;
            let from = Point::new(cells.x, y);
            let Some(tiles) = self.game.level.tile_row(from, width).filter(|_| seen != 0) else { continue };
            let row = &mut planes.tiles[index_in(window, from)..][..width];
            for (x, (out, tile)) in row.iter_mut().zip(tiles).enumerate() {
                // Without a branch, so that the compiler vectorises it.
                *out = tile.0.saturating_add(1) * (seen >> x & 1) as u8;
            }
        }
        let changed = known.memory.stale.keys().chain(known.memory.items.keys());
        for at in changed.map(|cell| cell_position(chunk, *cell)).filter(|at| window.contains(*at)) {
            self.fill_cell(at, window, planes);
        }
    }

    /// Fills in the tile and the item of one cell.
    fn fill_cell(&self, at: Point, window: Rect, planes: &mut Planes<'_>) {
        let (cell, index) = (self.cell(at), index_in(window, at));
        if cell != Cell::Unknown {
            planes.tiles[index] = cell.tile().map_or(0, |tile| tile.0.saturating_add(1));
            planes.items[index] = cell.item().map_or(0, |item| number(item.0));
        }
    }

    /// How many cells of its level the hero has seen.
    #[must_use]
    pub fn known_cells(&self) -> u32 {
        let level = self.game.state.levels.get(&self.game.state.depth);
        let rows = level.into_iter().flat_map(|level| level.chunks.values()).flat_map(|chunk| &chunk.memory.seen);
        rows.map(|row| row.count_ones()).sum()
    }
}

fn index_in(window: Rect, at: Point) -> usize {
    (at.y - window.y) as usize * window.width as usize + (at.x - window.x) as usize
}

fn number(id: u16) -> u8 {
    u8::try_from(id.saturating_add(1)).unwrap_or(u8::MAX)
}

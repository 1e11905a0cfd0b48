//! Many cells at once, for front ends that draw a whole window every turn.

use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Tile};

use super::View;
use super::types::Cell;
use crate::level::active_level::Occupant;
use crate::level::coordinates::cell_of;

impl<'a> View<'a> {
    /// Calls `put` with the index of every cell of a window, row by row, and what the hero knows of it. Cells that
    /// the hero has never seen are left out. Gives what [`View::cell`] gives, but looks up each chunk only once.
    ///
    /// ```
    /// use undercroft_game::{Cell, Game, GameContent};
    /// use undercroft_mapgen::{Plan, Rect};
    /// let game = Game::new(GameContent::standard(), Plan::named("two-caves")?, 7)?;
    /// let window = Rect::around(game.view().at(), 9, 9);
    /// let mut known = 0;
    /// game.view().window(window, |_, cell| known += usize::from(cell != Cell::Unknown));
    /// assert!(known > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn window(&self, window: Rect, mut put: impl FnMut(usize, Cell<'a>)) {
        if window.is_empty() {
            return;
        }
        let last = Point::new(window.right() - 1, window.bottom() - 1);
        let (first, last) = (ChunkAt::of(window.min()), ChunkAt::of(last));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                self.chunk_in_window(ChunkAt { x, y }, window, &mut put);
            }
        }
    }

    /// How many cells of its level the hero has seen.
    #[must_use]
    pub fn known_cells(&self) -> u32 {
        let level = self.game.state.levels.get(&self.game.state.depth);
        let rows = level.into_iter().flat_map(|level| level.chunks.values()).flat_map(|chunk| &chunk.memory.seen);
        rows.map(|row| row.count_ones()).sum()
    }

    fn chunk_in_window(&self, chunk: ChunkAt, window: Rect, put: &mut impl FnMut(usize, Cell<'a>)) {
        let game = self.game;
        // The hero remembers everything it sees, so a chunk without memory shows nothing.
        let Some(state) = game.state.levels.get(&game.state.depth).and_then(|level| level.chunks.get(&chunk)) else {
            return;
        };
        let (cells, memory) = (chunk.cells().intersection(window), &state.memory);
        let is_simple = memory.stale.is_empty() && memory.items.is_empty();
        for y in cells.y..cells.bottom() {
            let seen = memory.seen.get(y.rem_euclid(CHUNK_SIDE as i32) as usize).copied().unwrap_or(0);
            if seen == 0 {
                continue;
            }
            let row = (y - window.y) as usize * window.width as usize;
            for x in cells.x..cells.right() {
                if seen >> x.rem_euclid(CHUNK_SIDE as i32) & 1 == 0 {
                    continue;
                }
                let at = Point::new(x, y);
                let index = row + (x - window.x) as usize;
                let Some(local) = game.level.local(at) else {
                    put(index, self.cell(at));
                    continue;
                };
                if game.level.sees_local(local) {
                    let creature = match game.level.occupant_local(local) {
                        Occupant::Creature(index) => game.state.creatures.get(index),
                        _ => None,
                    };
                    let item = game.level.pile(at).last().map(|item| item.kind);
                    put(index, Cell::Visible { tile: game.level.tile_local(local), item, creature });
                } else if is_simple {
                    put(index, Cell::Remembered { tile: game.level.tile_local(local), item: None });
                } else {
                    let stale = memory.stale.get(&cell_of(at)).copied();
                    // Only a tampered state has tiles outside the tileset.
                    let stale =
                        stale.map(|tile| if game.level.tileset.get(tile).is_some() { tile } else { Tile::WALL });
                    let tile = stale.unwrap_or_else(|| game.level.tile_local(local));
                    put(index, Cell::Remembered { tile, item: memory.items.get(&cell_of(at)).copied() });
                }
            }
        }
    }
}

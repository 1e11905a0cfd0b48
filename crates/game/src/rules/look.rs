//! Looking around, and remembering what was seen.

use undercroft_grid::Point;
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt};

use crate::level::coordinates::{cell_of, cell_position};
use crate::rules::combat::hero_sight;
use crate::rules::turn::Turn;
use crate::state::{Cell, ChunkState, Memory};

/// The cells in a row of a chunk.
const SIDE: Cell = CHUNK_SIDE as Cell;

impl Turn<'_> {
    /// Updates what the hero sees, if anything has changed.
    pub(crate) fn look(&mut self) {
        if self.level.view_is_stale {
            let sight = hero_sight(self.content, self.state);
            self.level.update_view(self.state.hero.body.at, sight);
            self.remember(sight);
        }
    }

    fn remember(&mut self, sight: u32) {
        let (hero, turn, reach) = (self.state.hero.body.at, self.state.turn, sight as i32);
        let level = self.state.levels.entry(self.state.depth).or_default();
        let chunk_at = |by: i32| ChunkAt::of(Point::new(hero.x.saturating_add(by), hero.y.saturating_add(by)));
        let (first, last) = (chunk_at(-reach), chunk_at(reach));
        let mut has_new = false;
        for chunk in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkAt { x, y })) {
            let visible = self.level.visible_in(chunk);
            if visible == [0; CHUNK_SIDE as usize] {
                continue;
            }
            let memory = &mut level.chunks.entry(chunk).or_default().memory;
            has_new |= memory.seen.is_empty();
            memory.turn = turn;
            memory.see_all(&visible);
            let is_visible = |cell: Cell| visible[usize::from(cell / SIDE)] >> (cell % SIDE) & 1 == 1;
            let is_bare = |cell: Cell| self.level.pile(cell_position(chunk, cell)).is_empty();
            memory.mapped.retain(|cell| !is_visible(*cell));
            memory.stale.retain(|cell, _| !is_visible(*cell));
            memory.items.retain(|cell, _| !is_visible(*cell) || !is_bare(*cell));
            for (at, pile) in self.level.piles().filter(|(at, _)| ChunkAt::of(*at) == chunk) {
                if let (true, Some(item)) = (is_visible(cell_of(at)), pile.last()) {
                    memory.items.insert(cell_of(at), item.kind);
                }
            }
        }
        if has_new && self.level.is_endless() {
            self.forget();
        }
    }

    /// Forgets the chunks of an endless level that have been out of sight longest, so that saves stay small.
    fn forget(&mut self) {
        let limit = self.content.settings().remembered_chunks.max(16) as usize;
        let Some(level) = self.state.levels.get_mut(&self.state.depth) else { return };
        let is_known = |chunk: &ChunkState| !chunk.memory.seen.is_empty();
        while level.chunks.values().filter(|chunk| is_known(chunk)).count() > limit {
            let known = level.chunks.iter_mut().filter(|(_, chunk)| is_known(chunk));
            let Some((at, oldest)) = known.min_by_key(|(at, chunk)| (chunk.memory.turn, **at)) else { return };
            let at = *at;
            oldest.memory = Memory::default();
            if *oldest == ChunkState::default() {
                level.chunks.remove(&at);
            }
        }
    }
}

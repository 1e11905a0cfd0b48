//! Looking around, and remembering what was seen.

use undercroft_grid::Point;
use undercroft_mapgen::ChunkAt;

use crate::level::coordinates::cell_of;
use crate::rules::combat::hero_sight;
use crate::rules::turn::Turn;
use crate::state::{ChunkState, Memory};

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
            let mut seen = self.level.visible_cells().filter(|at| ChunkAt::of(*at) == chunk).peekable();
            if seen.peek().is_none() {
                continue;
            }
            let memory = &mut level.chunks.entry(chunk).or_default().memory;
            has_new |= memory.seen.is_empty();
            memory.turn = turn;
            for at in seen {
                let cell = cell_of(at);
                memory.see(cell);
                memory.mapped.remove(&cell);
                memory.stale.remove(&cell);
                match self.level.pile(at).last() {
                    Some(item) => memory.items.insert(cell, item.kind),
                    None => memory.items.remove(&cell),
                };
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

//! Looking around, and remembering what was seen.

use undercroft_mapgen::{ChunkAt, Floor};

use crate::level::stage::cell_of;
use crate::rules::combat::hero_sight;
use crate::rules::turn::Turn;
use crate::state::{ChunkState, Memory};

impl Turn<'_> {
    /// The hero looks around, if anything has changed since it last did.
    pub(crate) fn look(&mut self) {
        if !self.stage.sight_is_old {
            return;
        }
        let sight = hero_sight(self.content, self.state);
        self.stage.look(self.state.hero.body.at, sight);
        self.remember(sight);
    }

    fn remember(&mut self, sight: u32) {
        let (at, turn) = (self.state.hero.body.at, self.state.turn);
        let level = self.state.levels.entry(self.state.depth).or_default();
        let reach = sight as i32;
        let corner =
            |x: i32, y: i32| ChunkAt::of(undercroft_grid::Point::new(at.x.saturating_add(x), at.y.saturating_add(y)));
        let (first, last) = (corner(-reach, -reach), corner(reach, reach));
        let mut has_new = false;
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let here = ChunkAt { x, y };
                let mut seen = self.stage.seen().filter(|at| ChunkAt::of(*at) == here).peekable();
                if seen.peek().is_none() {
                    continue;
                }
                let memory = &mut level.chunks.entry(here).or_default().memory;
                has_new |= memory.seen.is_empty();
                memory.turn = turn;
                for at in seen {
                    let cell = cell_of(at);
                    memory.see(cell);
                    if !memory.stale.is_empty() {
                        memory.stale.remove(&cell);
                    }
                    match self.stage.pile(at).last() {
                        Some(item) => {
                            memory.items.insert(cell, item.kind);
                        }
                        None if memory.items.is_empty() => {}
                        None => {
                            memory.items.remove(&cell);
                        }
                    }
                }
            }
        }
        if has_new && matches!(self.stage.floor, Floor::Endless(_)) {
            self.forget();
        }
    }

    /// Forgets the chunks of an endless level that were not seen for longest, so that a save stays small.
    fn forget(&mut self) {
        let most = self.content.settings().memory.max(16) as usize;
        let Some(level) = self.state.levels.get_mut(&self.state.depth) else { return };
        let known = |chunk: &ChunkState| !chunk.memory.seen.is_empty();
        while level.chunks.values().filter(|chunk| known(chunk)).count() > most {
            let chunks = level.chunks.iter().filter(|(_, chunk)| known(chunk));
            let oldest = chunks.min_by_key(|(at, chunk)| (chunk.memory.turn, **at)).map(|(at, _)| *at);
            let Some(oldest) = oldest else { return };
            if let Some(chunk) = level.chunks.get_mut(&oldest) {
                chunk.memory = Memory::default();
                if *chunk == ChunkState::default() {
                    level.chunks.remove(&oldest);
                }
            }
        }
    }
}

//! Finding secret doors: by luck when walking past them, or reliably by searching.
//!
//! ```text
//! ####Σ###        ####+###
//! #..@...#   →    #..@...#
//! ```

use undercroft_grid::Point;

use crate::action::Action;
use crate::content::Status;
use crate::event::Event;
use crate::level::coordinates::outward;
use crate::level::tile_flags::Barrier;
use crate::rules::turn::Turn;

impl Turn<'_> {
    /// After an action that took time: a hero who stands still long enough searches, and any hero may notice a door beside it.
    pub(crate) fn look_for_secrets(&mut self, action: Action) {
        if self.state.hero.body.is(Status::Stunned) {
            return;
        }
        let settings = self.content.settings();
        let waited = if action == Action::Wait { self.state.hero.waited + 1 } else { 0 };
        self.state.hero.waited = waited;
        if action == Action::Search {
            self.search();
            if !self.found_anything() {
                self.events.push(Event::FoundNothing);
            }
        } else if waited >= settings.search_rounds.max(1) {
            self.state.hero.waited = 0;
            self.search();
        } else {
            let beside: Vec<Point> = self.hero_at().eight().filter(|at| self.is_secret(*at)).collect();
            for at in beside {
                if self.dice().percent(settings.noticing_chance) {
                    self.find_door(at);
                }
            }
        }
    }

    fn found_anything(&self) -> bool {
        self.events.iter().any(|event| matches!(event, Event::FoundDoor { .. }))
    }

    /// Finds every secret door in sight nearby.
    fn search(&mut self) {
        let radius = self.content.settings().search_radius.clamp(1, 15) as i32;
        self.look();
        let seen: Vec<Point> = outward(self.hero_at(), radius).filter(|at| self.level.sees(*at)).collect();
        for at in seen {
            if self.is_secret(at) {
                self.find_door(at);
            }
            let (chunk, cell) = self.chunk_mut(at);
            chunk.memory.search(cell);
        }
    }

    fn is_secret(&self, at: Point) -> bool {
        self.level.flags(at).barrier == Some(Barrier::Secret)
    }

    /// Turns a secret door into an ordinary door.
    pub(crate) fn find_door(&mut self, at: Point) {
        self.change_tile_to(at, "door");
        let (chunk, cell) = self.chunk_mut(at);
        chunk.memory.stale.remove(&cell);
        self.events.push(Event::FoundDoor { at });
    }
}

//! Chooses where the player begins.
//!
//! ```text
//! #######        #######
//! #.....#   →    #..@..#
//! #######        #######
//! ```

use std::borrow::Cow;

use undercroft_grid::Point;

use crate::{BadParameter, Draft, Fact, Phase, StairKind, Step, Stream, Tileset, Veto, require, step};

/// The values of `at`.
const PLACES: [&str; 4] = ["anywhere", "centre", "first-room", "any-room"];

step! {
    /// Chooses where the player begins.
    pub struct Start = "start" {
        /// Where to start: `anywhere`, the `centre` of the map (or the open cell nearest to it), or the centre of the
        /// `first-room` or of `any-room`.
        pub at: String = "anywhere".into(),
    }
}

impl Step for Start {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        match self.at.as_str() {
            "first-room" | "any-room" => vec![Fact::ROOMS],
            _ => vec![Fact::OPEN],
        }
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::START]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::one_of("at", &self.at, &PLACES)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let mut free = Cow::Borrowed(draft.open());
        // Usually nothing has been placed yet, and no copy is needed.
        if draft.start.is_some() || !draft.stairs.is_empty() || !draft.spawns.is_empty() || draft.kept().is_some() {
            draft.remove_taken(free.to_mut());
            draft.keep_planned(free.to_mut(), StairKind::Up);
        }
        let nearest = |to: Point| free.nearest_to(to);
        let chosen = match self.at.as_str() {
            "centre" => nearest(draft.size().rect().centre()),
            "first-room" => draft.rooms.first().and_then(|room| nearest(room.centre())),
            "any-room" => rng.pick(&draft.rooms).and_then(|room| nearest(room.centre())),
            _ => free.nth(rng.below(free.count() as u32) as usize),
        };
        match chosen {
            Some(at) => draft.start = Some(at),
            // A later phase finds another place for the start, or makes one.
            None if draft.lenient => {}
            None => return Err(Veto::new("start", "there is no free cell to start on")),
        }
        Ok(())
    }
}

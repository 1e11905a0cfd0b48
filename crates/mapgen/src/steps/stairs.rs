//! Puts stairs up where one arrives, and stairs down a good walk away.
//!
//! ```text
//! #########        #########
//! #@......#   →    #@<....>#
//! #########        #########
//! ```

use undercroft_grid::{BitGrid, Distances, Neighbours, Point, Size};

use crate::step::{Parameters, table_of};
use crate::{BadParameter, Draft, Fact, Phase, Reach, Rng, StairKind, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Puts stairs up where one arrives, and stairs down a good walk away.
    pub struct PlaceStairs = "stairs" {
        /// Whether there are stairs up.
        pub up: bool = true,
        /// Whether there are stairs down.
        pub down: bool = true,
        /// The shortest walk from where one arrives to the stairs down, as a share of the level's width plus height.
        pub walk: f64 = 0.25,
        /// How many steps the stairs up may be away from the start, where there is one.
        pub near: u32 = 6,
    }
}

impl Step for PlaceStairs {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn asked_walk(&self, level: Size) -> u32 {
        (f64::from(level.width + level.height) * self.walk) as u32
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("walk", self.walk, 0.0..=100.0)?;
        require::within("near", self.near, 1..=100_000)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let open = draft.open();
        draft.shortest_walk = self.asked_walk(draft.size());
        if self.up {
            let near =
                draft.start.map(|start| Distances::within(&open, [start], Neighbours::Four, self.near).reached());
            let at = pick(draft, &mut rng, near.as_ref(), None)
                .ok_or_else(|| Veto::new("stairs", "there is no free cell for the stairs up"))?;
            draft.put_stairs(StairKind::Up, at)?;
            if draft.start.is_none() {
                draft.start = crate::checks::usual_start(draft);
            }
        }
        if self.down {
            let arrivals: Vec<Point> = draft.start.into_iter().chain(draft.stairs_to(StairKind::Up)).collect();
            let too_near = draft
                .shortest_walk
                .checked_sub(1)
                .map(|limit| Distances::within(&open, arrivals, Neighbours::Four, limit).reached());
            let at = pick(draft, &mut rng, None, too_near.as_ref()).ok_or_else(|| {
                Veto::new("stairs", format!("no free cell is {} steps away from the arrival", draft.shortest_walk))
            })?;
            draft.put_stairs(StairKind::Down, at)?;
        }
        Ok(())
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

/// A free open cell, in one set and not in another. Cells in or before a doorway, and those of vaults, are taken only
/// where there is no other.
fn pick(draft: &Draft, rng: &mut Rng, within: Option<&BitGrid>, without: Option<&BitGrid>) -> Option<Point> {
    let mut free = draft.open();
    free.subtract(&draft.taken());
    if let Some(within) = within {
        free.intersect(within);
    }
    if let Some(without) = without {
        free.subtract(without);
    }
    for &door in &draft.doors {
        free.remove(door);
    }
    let mut good = free.clone();
    for at in draft.doors.iter().flat_map(|door| door.four()).filter(|at| draft.size().contains(*at)) {
        good.remove(at);
    }
    for vault in &draft.vaults {
        good.remove_rect(vault.area);
    }
    let choice = if good.is_empty() { free } else { good };
    choice.nth(rng.below(choice.count() as u32) as usize)
}

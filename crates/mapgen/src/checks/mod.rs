//! The promises that every level keeps, one file each.

mod border;
mod connected;
mod doors;
mod path;
mod placement;
mod rooms;

pub(crate) use doors::stands_between_walls;

use std::cmp::Reverse;
use std::sync::Arc;

use undercroft_grid::internal::parallel;
use undercroft_grid::{BitGrid, Distances, Neighbours, Point};

use crate::check::{Check, Veto};
use crate::draft::Draft;

/// Levels of so many cells are judged by two cores.
const LARGE: usize = 1 << 20;

/// Judges the ground alone, before anything is put on it.
pub(crate) fn judge_ground(draft: &Draft) -> Result<(), Veto> {
    judge_open_ground(draft, draft.as_open())
}

fn judge_open_ground(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    border::judge(draft, open)?;
    connected::judge(draft)?;
    rooms::judge(draft, open)?;
    doors::judge(draft)
}

/// Judges a chunk of an endless level, which has no border: that it is connected in itself, and what is on it.
pub(crate) fn judge_chunk(draft: &Draft) -> Result<(), Veto> {
    connected::judge(draft)?;
    placement::judge(draft)
}

/// Judges a draft by all promises, ours and the recipe's own.
pub(crate) fn judge_all(draft: &Draft, own: &[Arc<dyn Check>]) -> Result<(), Veto> {
    let open = draft.as_open();
    let ground = || judge_open_ground(draft, open);
    let things = || placement::judge(draft).and_then(|()| path::judge(draft, open));
    if draft.size().area() < LARGE {
        ground().and_then(|()| things())?;
    } else {
        let (ground, things) = parallel::join(ground, things);
        ground.and(things)?;
    }
    own.iter().try_for_each(|check| check.judge(draft))
}

/// Where the player begins if no step has said so: beside the stairs up, else as near the middle as can be.
pub(crate) fn usual_start(draft: &Draft) -> Option<Point> {
    let free = |at: &Point| draft.is_open(*at) && !draft.is_taken(*at);
    let beside_stairs = draft.arrival().and_then(|stairs| stairs.four().find(free));
    beside_stairs.or_else(|| {
        let centre = draft.size().rect().centre();
        let mut free = draft.open();
        draft.remove_taken(&mut free);
        free.nearest_to(centre)
    })
}

/// The free open cell that is farthest from where one arrives.
pub(crate) fn farthest_free(draft: &Draft) -> Option<Point> {
    let open = draft.as_open();
    let from = Distances::from(open, draft.arrival(), Neighbours::Four);
    let free = open.points().filter(|at| !draft.is_taken(*at) && !draft.doors.contains(at));
    free.max_by_key(|at| (from.get(*at), Reverse((at.y, at.x))))
}

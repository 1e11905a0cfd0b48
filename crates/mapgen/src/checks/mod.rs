//! The promises that every level keeps, one file each.

mod border;
mod connected;
mod doors;
mod kept;
mod lists;
mod mission;
mod path;
mod placement;
mod rooms;

pub(crate) use doors::stands_between_walls;

use std::cmp::Reverse;
use std::sync::Arc;

use undercroft_grid::internal::parallel;
use undercroft_grid::{BitGrid, Distances, Neighbours, Point};

use crate::check::{Check, Veto};
use crate::draft::{Draft, StairKind};

/// Levels with at least this many cells are checked on two threads.
const LARGE: usize = 1 << 20;

/// Checks only the ground of a plan's level, before anything is placed on it.
pub(crate) fn judge_ground(draft: &Draft) -> Result<(), Veto> {
    if let Some(stair) = draft.stairs.first() {
        return Err(Veto::new("stairs", format!("stairs at {}: leave them out; the dungeon places its own", stair.at)));
    }
    judge_open_ground(draft, draft.open())?;
    kept::judge(draft)?;
    lists::judge(draft)
}

fn judge_open_ground(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    border::judge(draft, open)?;
    connected::judge(draft)?;
    rooms::judge(draft, open)?;
    doors::judge(draft)
}

/// Checks a chunk of an endless level, which has no border.
pub(crate) fn judge_chunk(draft: &Draft) -> Result<(), Veto> {
    connected::judge(draft)?;
    placement::judge(draft)?;
    lists::judge(draft)
}

/// Checks every promise, then the recipe's own requirements.
pub(crate) fn judge_all(draft: &Draft, requirements: &[Arc<dyn Check>]) -> Result<(), Veto> {
    let open = draft.open();
    let ground = || judge_open_ground(draft, open).and_then(|()| kept::judge(draft));
    let contents = || {
        placement::judge(draft)?;
        lists::judge(draft)?;
        mission::judge(draft)?;
        path::judge(draft, open)
    };
    if draft.size().area() < LARGE {
        ground().and_then(|()| contents())?;
    } else {
        let (ground, contents) = parallel::join(ground, contents);
        ground.and(contents)?;
    }
    requirements.iter().try_for_each(|check| check.judge(draft))
}

/// Where the player starts if no step has chosen a start: beside the stairs up, or else as near the centre as possible.
pub(crate) fn default_start(draft: &Draft) -> Option<Point> {
    let is_free = |at: &Point| draft.is_open(*at) && !draft.is_taken(*at);
    let beside_stairs = draft.arrival().and_then(|stairs| stairs.four().find(is_free));
    beside_stairs.or_else(|| {
        let mut free = draft.open().clone();
        draft.remove_taken(&mut free);
        draft.keep_planned(&mut free, StairKind::Up);
        free.nearest_to(draft.size().rect().centre())
    })
}

/// The free open cell farthest from where the player arrives.
pub(crate) fn farthest_free(draft: &Draft) -> Option<Point> {
    let open = draft.open();
    let from = Distances::from(open, draft.arrival(), Neighbours::Four);
    let free = open.points().filter(|at| !draft.is_taken(*at) && !draft.doors.contains(at));
    free.max_by_key(|at| (from.get(*at), Reverse((at.y, at.x))))
}

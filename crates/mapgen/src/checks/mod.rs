//! The promises that every level keeps, one file each.

mod apart;
mod border;
mod connected;
mod doors;
mod rooms;
mod walk;

pub(crate) use doors::stands_between_walls;

use std::sync::Arc;

use undercroft_grid::Point;

use crate::check::{Check, Veto};
use crate::draft::Draft;

/// Judges a draft by all promises, ours and the recipe's own.
pub(crate) fn judge_all(draft: &Draft, own: &[Arc<dyn Check>]) -> Result<(), Veto> {
    border::judge(draft)?;
    let open = draft.open();
    connected::judge(&open)?;
    apart::judge(draft)?;
    walk::judge(draft, &open)?;
    rooms::judge(draft, &open)?;
    doors::judge(draft)?;
    own.iter().try_for_each(|check| check.judge(draft))
}

/// Where the player begins if no step has said so: beside the stairs up, else as near the middle as can be.
pub(crate) fn usual_start(draft: &Draft) -> Option<Point> {
    let free = |at: &Point| draft.is_open(*at) && !draft.is_taken(*at);
    let beside_stairs = draft.arrival().and_then(|stairs| stairs.four().find(free));
    beside_stairs.or_else(|| {
        let centre = draft.size().rect().centre();
        draft.open().points().filter(free).min_by_key(|at| (at.manhattan(centre), at.y, at.x))
    })
}

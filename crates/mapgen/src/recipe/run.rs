//! Running one step on a draft, and ending the ground phase.

use undercroft_grid::Point;

use super::{Entry, Where};
use crate::check::Veto;
use crate::checks::stands_between_walls;
use crate::seed::Stream;
use crate::step::Step;
use crate::steps::join_all;
use crate::{Draft, Observer};

impl Entry {
    /// Runs the step. Where cells are kept, the lists follow what the draft has refused.
    pub(super) fn run(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        run_step(&*self.step, self.place.as_ref(), draft, stream, observer)
    }
}

/// Runs a step, watched or not, on the whole draft or some of its cells.
pub(super) fn run_step(
    step: &dyn Step,
    place: Option<&Where>,
    draft: &mut Draft,
    stream: Stream,
    observer: &mut Observer<'_>,
) -> Result<(), Veto> {
    let mut run = |draft: &mut Draft| match observer.is_watching() {
        true => step.apply_observed(draft, stream, observer),
        false => step.apply(draft, stream),
    };
    let made = match place {
        Some(place) => {
            let mask = place.cells(draft);
            draft.within(&mask, run)
        }
        None => run(draft),
    };
    if draft.kept().is_some() {
        draft.relist_kept();
    }
    made
}

/// Ends the ground phase: joins whatever kept pieces have cut off, and walls up their doors that lead nowhere.
pub(super) fn finish_ground(draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
    if draft.kept().is_none() {
        return Ok(());
    }
    if !draft.is_connected() {
        join_all(draft, stream.fork("kept"))?;
    }
    // All of a piece can be reached by now: doors that still lead nowhere are not needed.
    let doors: Vec<Point> = draft.kept_doors().filter(|door| draft.tileset().is_door(draft.tile(*door))).collect();
    for door in doors.into_iter().filter(|door| !stands_between_walls(draft, *door)).collect::<Vec<_>>() {
        draft.wall_up(door);
    }
    draft.relist_kept();
    Ok(())
}

//! Runs one step on a draft.

use super::{Entry, Where};
use crate::check::Veto;
use crate::seed::Stream;
use crate::step::Step;
use crate::{Draft, Observer};

impl Entry {
    /// Runs the step. If cells are kept, updates the lists to match the changes that the draft has refused.
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

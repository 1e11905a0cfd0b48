//! Paths through the level, and the view along the way.

use undercroft_grid::{Distances, FieldOfView, Neighbours};

use super::Survey;

/// The limit on searches for the farthest cell. Each finds a longer path than the last, and few levels need a third.
const MOST_SWEEPS: u32 = 8;
/// The number of viewpoints.
const LOOKOUTS: usize = 64;

pub(super) fn path(survey: &Survey<'_>) -> Option<f64> {
    survey.path().map(|path| (path.len() - 1) as f64)
}

pub(super) fn detour(survey: &Survey<'_>) -> Option<f64> {
    let path = survey.path()?;
    let straight = path.first()?.manhattan(*path.last()?);
    (straight > 0).then(|| (path.len() - 1) as f64 / f64::from(straight))
}

pub(super) fn farthest(survey: &Survey<'_>) -> Option<f64> {
    survey.distances_from_start()?.farthest().map(|(_, steps)| f64::from(steps))
}

pub(super) fn longest(survey: &Survey<'_>) -> Option<f64> {
    let open = survey.open();
    let mut from = survey.start().filter(|at| open.contains(*at)).or_else(|| open.first())?;
    let mut longest = 0;
    for sweep in 0..MOST_SWEEPS {
        let (end, steps) = Distances::from(open, [from], Neighbours::Four).farthest()?;
        if sweep > 0 && steps <= longest {
            break;
        }
        (from, longest) = (end, steps);
    }
    Some(f64::from(longest))
}

pub(super) fn sight(survey: &Survey<'_>) -> Option<f64> {
    let (open, clear) = (survey.open(), survey.draft().transparent());
    let count = open.count();
    let lookouts = count.min(LOOKOUTS);
    // Each viewpoint is in the middle of an equal share of the walkable cells.
    let wanted = (0..lookouts).map(|index| (2 * index + 1) * count / (2 * lookouts));
    let seen: usize =
        wanted.filter_map(|index| open.nth(index)).map(|at| FieldOfView::from(&clear, at, None).count()).sum();
    (lookouts > 0).then(|| seen as f64 / lookouts as f64)
}

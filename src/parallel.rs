//! Levels one after the other, made ahead on all cores while those before them are written.

use std::ops::Range;

use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::levels::{Levels, Shown};

/// So many cells are made ahead at most. A level that has more is made on all cores itself.
const MOST_CELLS: u64 = 1 << 20;
/// So many levels are made ahead at most.
const MOST_LEVELS: u64 = 256;

/// Shows all levels in their order. None is shown behind one that could not be made, or that could not be dealt with.
pub(crate) fn for_each(
    levels: &Levels,
    progress: &ProgressBar,
    mut see: impl FnMut(u64, Shown) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut see = |index: u64, level: anyhow::Result<Shown>| {
        see(index, level?)?;
        progress.inc(1);
        Ok(())
    };
    let at_once = at_once(levels);
    if at_once < 2 {
        return (0..levels.count).try_for_each(|index| see(index, levels.level(index)));
    }
    let make = |indices: Range<u64>| indices.into_par_iter().map(|index| levels.level(index)).collect::<Vec<_>>();
    let mut first = 0;
    let mut made = make(0..at_once);
    while !made.is_empty() {
        let behind = first + made.len() as u64;
        let mut next = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = make(behind..levels.count.min(behind + at_once)));
            (first..).zip(made.drain(..)).try_for_each(|(index, level)| see(index, level))
        })?;
        (first, made) = (behind, next);
    }
    Ok(())
}

/// How many levels are made at once. Those of a plan are made in turn, as depths of one seed share much of the work.
fn at_once(levels: &Levels) -> u64 {
    let size = levels.size().filter(|_| levels.plan_name().is_none());
    let cells = size.map_or(MOST_CELLS, |size| size.area().max(1) as u64);
    (MOST_CELLS / cells).min(MOST_LEVELS).min(levels.count)
}

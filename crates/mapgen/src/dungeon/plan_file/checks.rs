//! Checks of a plan as a whole.

use std::ops::Range;

use toml::Spanned;

use super::format::{PlanFile, StretchFile};
use super::{ContentError, Depths, GroundSource, SourceFile, Stretch};

/// Checks that every depth belongs to exactly one stretch.
pub(super) fn check_cover(
    source: &SourceFile<'_>,
    stretches: &[Spanned<StretchFile>],
    levels: Option<u32>,
    end: Range<usize>,
) -> Result<(), ContentError> {
    let mut covered: Vec<(&Spanned<Depths>, Depths)> =
        stretches.iter().map(|stretch| (&stretch.as_ref().depths, *stretch.as_ref().depths.as_ref())).collect();
    covered.sort_by_key(|(_, depths)| depths.first);
    let mut next = Some(0);
    for (place, depths) in &covered {
        match next {
            Some(expected) if depths.first > expected => {
                return Err(source.error(place.span(), format!("no stretch has depth {expected}")));
            }
            Some(expected) if depths.first == expected => {}
            _ => return Err(source.error(place.span(), format!("depth {} is in two stretches", depths.first))),
        }
        next = depths.last.map(|last| last.saturating_add(1));
    }
    match (next, levels) {
        (None, _) => Ok(()),
        (Some(next), Some(levels)) if next >= levels => Ok(()),
        (Some(next), _) => Err(source.error(end, format!("no stretch has depth {next}"))),
    }
}

/// Checks that levels one below the other share enough cells inside their borders for stairs.
pub(super) fn check_room_for_stairs(
    source: &SourceFile<'_>,
    files: &[Spanned<StretchFile>],
    stretches: &[Stretch],
) -> Result<(), ContentError> {
    for above in stretches {
        for (below, file) in stretches.iter().zip(files) {
            let is_next = above.depths.last.is_some_and(|last| last.checked_add(1) == Some(below.depths.first));
            let has_room = |ground: &GroundSource| below.grounds.iter().all(|other| ground.has_room_for_stairs(other));
            if (is_next || above.depths == below.depths) && !above.grounds.iter().all(has_room) {
                let problem = "stairs need at least 4 cells inside the borders of this level and the next";
                return Err(source.error(file.as_ref().depths.span(), problem));
            }
        }
    }
    Ok(())
}

pub(super) fn check_tables_are_used(source: &SourceFile<'_>, file: &PlanFile) -> Result<(), ContentError> {
    let used = |name: &str| {
        let mut lists = file.stretch.iter().flat_map(|stretch| [&stretch.as_ref().creatures, &stretch.as_ref().items]);
        lists.any(|list| list.iter().flat_map(|list| list.as_ref().as_slice()).any(|used| used == name))
    };
    match file.tables.iter().find(|(name, _)| !used(name)) {
        Some((name, place)) => Err(source.error(place.span(), format!("no stretch uses the table `{name}`"))),
        None => Ok(()),
    }
}

//! The way from where one arrives to the stairs down is at least as long as the recipe asks.

use undercroft_grid::{BitGrid, Distances, Neighbours, flood_within};

use crate::check::Veto;
use crate::draft::{Draft, Stair, StairKind};

pub(super) fn judge(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    let Some(limit) = draft.min_path_length.checked_sub(1) else {
        return Ok(());
    };
    let arrivals = || draft.start.into_iter().chain(draft.stairs_to(StairKind::Up));
    // No way is shorter than one without walls: most stairs are far enough even so.
    let may_be_near = |stair: &&Stair| {
        stair.kind == StairKind::Down && arrivals().any(|at| at.manhattan(stair.at) < draft.min_path_length)
    };
    let mut suspects = draft.stairs.iter().filter(may_be_near).peekable();
    if suspects.peek().is_none() {
        return Ok(());
    }
    // A way that is too short has a cell that is half of the limit away from its one end and the rest from the other:
    // two floods half as deep see half as much as one.
    let near_arrivals = flood_within(open, arrivals(), Neighbours::Four, limit.div_ceil(2));
    for stair in suspects {
        let near_stairs = flood_within(open, [stair.at], Neighbours::Four, limit / 2);
        if near_stairs.meets(&near_arrivals) {
            let steps = Distances::from(open, arrivals(), Neighbours::Four).get(stair.at).unwrap_or(0);
            let reason = format!("{steps} steps to the stairs down, where {} are asked for", draft.min_path_length);
            return Err(Veto::new("walk", reason).at(stair.at));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn stairs_that_are_too_near_are_found() {
        let mut draft = Draft::parse("#########\n#.....>.#\n#########");
        draft.start = Some(Point::new(1, 1));
        for (asked, good) in [(0, true), (1, true), (5, true), (6, false)] {
            draft.min_path_length = asked;
            assert_eq!(judge(&draft, &draft.open()).is_ok(), good, "asked for {asked}");
        }
    }

    #[test]
    fn the_way_around_walls_is_what_counts() {
        let mut draft = Draft::parse("#####\n#.#>#\n#...#\n#####");
        draft.start = Some(Point::new(1, 1));
        for (asked, good) in [(2, true), (3, true), (4, true), (5, false)] {
            draft.min_path_length = asked;
            assert_eq!(judge(&draft, &draft.open()).is_ok(), good, "asked for {asked}");
        }
    }
}

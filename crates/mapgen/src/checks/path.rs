//! The path from the arrival to the stairs down is at least as long as the recipe requires.

use undercroft_grid::{BitGrid, Distances, Neighbours, flood_within};

use crate::check::Veto;
use crate::draft::{Draft, Stair, StairKind};

pub(super) fn judge(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    let required = draft.min_path_length;
    let Some(limit) = required.checked_sub(1) else { return Ok(()) };
    let arrivals = || draft.start.into_iter().chain(draft.stairs_to(StairKind::Up));
    // No path is shorter than the Manhattan distance, which clears most stairs without a search.
    let may_be_near =
        |stair: &&Stair| stair.kind == StairKind::Down && arrivals().any(|at| at.manhattan(stair.at) < required);
    let mut suspects = draft.stairs.iter().filter(may_be_near).peekable();
    if suspects.peek().is_none() {
        return Ok(());
    }
    // Search from both ends: two floods to half the depth visit half as many cells as one.
    let near_arrivals = flood_within(open, arrivals(), Neighbours::Four, limit.div_ceil(2));
    for stair in suspects {
        let near_stairs = flood_within(open, [stair.at], Neighbours::Four, limit / 2);
        if near_stairs.meets(&near_arrivals) {
            let steps = Distances::from(open, arrivals(), Neighbours::Four).get(stair.at).unwrap_or(0);
            let reason = format!("the stairs down are {steps} steps away; the recipe requires {required}");
            return Err(Veto::new("path", reason).at(stair.at));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    /// The longest path that the check lets a recipe require.
    fn longest_allowed(map: &str) -> u32 {
        let mut draft = Draft::parse(map);
        draft.start = Some(Point::new(1, 1));
        let allows = |required: &u32| {
            draft.min_path_length = *required;
            judge(&draft, draft.open()).is_ok()
        };
        (0..20).take_while(allows).last().expect("0 is always allowed")
    }

    #[test]
    fn stairs_that_are_too_near_are_vetoed() {
        assert_eq!(longest_allowed("#########\n#.....>.#\n#########"), 5);
    }

    #[test]
    fn the_path_goes_around_walls() {
        assert_eq!(longest_allowed("#####\n#.#>#\n#...#\n#####"), 4);
    }
}

//! Makes any ground playable, for drafts whose ordinary attempts have all failed.
//!
//! ```text
//! ######        ######        .#..        ####
//! ######   →    #·#..#        .#.#   →    #··#
//! ######        ######        ####        ####
//! ```

use undercroft_grid::Rect;

use super::border::close_open;
use super::connect::join_all;
use super::stairs::{carve_beside_open, walk_to_stairs};
use crate::checks::default_start;
use crate::{Draft, Stream, Veto};

/// Closes the border, opens a clearing if nothing else is open, and joins everything.
///
/// # Errors
/// If the map is too small to have a cell inside its border.
pub(crate) fn mend_ground(draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
    close_open(draft);
    open_something(draft);
    join_all(draft, stream)?;
    draft.drop_odd_doors();
    draft.trim_rooms();
    // A vault may have brought them before another step closed the cells they stand on.
    let open = draft.open().clone();
    draft.spawns.retain(|spawn| open.contains(spawn.at));
    Ok(())
}

/// Gives a draft whose contents are in place a start, and accepts the walk to its stairs as it is.
///
/// # Errors
/// If the start has no free cell and none can be carved.
pub(crate) fn mend_placing(draft: &mut Draft) -> Result<(), Veto> {
    if draft.start.is_none() {
        draft.start = Some(default_start(draft).map_or_else(|| carve_beside_open(draft), Ok)?);
    }
    if let Some(walk) = walk_to_stairs(draft) {
        draft.min_path_length = draft.min_path_length.min(walk);
    }
    Ok(())
}

/// Opens a clearing in the middle of a lenient draft on which nothing is open.
pub(super) fn open_something(draft: &mut Draft) {
    if draft.lenient && draft.open().is_empty() {
        let middle = draft.size().rect().centre();
        let clearing = Rect::spanning(middle, middle).grown(1).intersection(draft.size().interior());
        clearing.points().for_each(|at| draft.carve(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Point, Seed, Spawn};

    fn mended(drawing: &str) -> String {
        let mut draft = Draft::parse(drawing);
        draft.lenient = true;
        mend_ground(&mut draft, Seed::from(1).fork("mend")).unwrap();
        draft.to_string()
    }

    #[test]
    fn solid_rock_gets_a_clearing() {
        assert_eq!(mended("#####\n#####\n#####\n#####\n#####"), "#####\n#···#\n#···#\n#···#\n#####\n");
        assert_eq!(mended("###\n###\n###"), "###\n#·#\n###\n");
    }

    #[test]
    fn the_border_is_closed_and_open_cells_are_joined() {
        assert_eq!(mended(".####.\n#.##.#\n.####."), "######\n#····#\n######\n");
    }

    #[test]
    fn a_spawn_on_a_closed_cell_is_removed_and_one_makes_way_for_the_start() {
        let mut draft = Draft::parse("#####\n#.#.#\n#####");
        for x in 1..4 {
            draft.spawns.push(Spawn::new("rat", Class::Creature, Point::new(x, 1)));
        }
        draft.spawns.push(Spawn::new("rat", Class::Creature, Point::new(0, 0)));
        mend_ground(&mut draft, Seed::from(1).fork("mend")).unwrap();
        assert_eq!(draft.spawns.len(), 3, "{draft}");
        mend_placing(&mut draft).unwrap();
        assert_eq!((draft.spawns.len(), draft.start), (2, Some(Point::new(3, 1))), "{draft}");
    }

    #[test]
    fn an_impossible_walk_is_shortened_to_the_longest_there_is() {
        for (required, accepted) in [(9, 2), (2, 2), (1, 1)] {
            let mut draft = Draft::parse("######\n#<..>#\n######");
            draft.min_path_length = required;
            mend_placing(&mut draft).unwrap();
            assert_eq!(draft.min_path_length, accepted, "required {required}");
        }
    }

    #[test]
    fn a_door_that_no_longer_fits_is_removed() {
        assert_eq!(mended("#####\n#+#.#\n#####"), "#####\n#···#\n#####\n");
    }
}

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
    use crate::Seed;

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
    fn what_is_open_is_closed_at_the_border_and_joined() {
        assert_eq!(mended(".####.\n#.##.#\n.####."), "######\n#····#\n######\n");
    }

    #[test]
    fn a_door_that_no_longer_fits_is_taken_away() {
        assert_eq!(mended("#####\n#+#.#\n#####"), "#####\n#···#\n#####\n");
    }
}

//! Fills dead-end passages.
//!
//! ```text
//! ###########        ###########
//! #....######        #....######
//! #.........#   →    #....######
//! #....######        #....######
//! ###########        ###########
//! ```

use undercroft_grid::{BitGrid, Neighbours, Point, dead_ends};

use crate::{BadParameter, Draft, Fact, Observer, Step, Stream, Tile, Tileset, Veto, require, step};

step! {
    /// Fills dead-end passages back to where they branch off.
    ///
    /// Rooms and occupied cells are left alone, and so is the last open cell.
    pub struct DeadEnds = "dead-ends" {
        /// The share of dead ends to fill.
        pub share: f64 = 1.0,
    }
}

impl Step for DeadEnds {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::share("share", self.share)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut keep = draft.taken();
        for &room in &draft.rooms {
            keep.insert_rect(room);
        }
        draft.kept().into_iter().for_each(|kept| keep.unite(kept));
        let mut ends: Vec<Point> = dead_ends(draft.open()).points().collect();
        stream.rng().shuffle(&mut ends);
        ends.truncate((ends.len() as f64 * self.share + 0.5) as usize);
        let mut filled = false;
        for end in ends {
            if fill_back(draft, &keep, end) {
                filled = true;
                observer.show(draft);
            }
        }
        if filled {
            let open = draft.open().clone();
            draft.doors.retain(|door| open.contains(*door));
            draft.doorways.retain(|doorway| open.contains(*doorway));
        }
        Ok(())
    }
}

/// Fills a passage from its end to where it branches off or meets a cell to keep; returns whether it filled any.
fn fill_back(draft: &mut Draft, keep: &BitGrid, end: Point) -> bool {
    let mut at = end;
    let mut filled = false;
    while !keep.contains(at) && draft.open().neighbour_count(at, Neighbours::Four) == 1 {
        let Some(next) = at.four().find(|near| draft.is_open(*near)) else { break };
        draft.set(at, Tile::WALL);
        filled = true;
        at = next;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn filled(drawing: &str, step: &DeadEnds) -> Draft {
        let mut draft = Draft::parse(drawing);
        step.apply(&mut draft, Seed::from(1).fork("dead-ends")).unwrap();
        draft
    }

    #[test]
    fn passages_are_filled_back_to_where_they_branch_off() {
        let before = "##########\n#..#######\n#........#\n####.#####\n####.....#\n##########";
        let draft = filled(before, &DeadEnds::default());
        assert_eq!(draft.to_string(), "##########\n#··#######\n#··#######\n##########\n##########\n##########\n");
        let none = filled(before, &DeadEnds::default().share(0.0));
        assert_eq!(none, Draft::parse(before));
    }

    #[test]
    fn stairs_and_the_last_open_cell_are_kept() {
        let stairs = filled("#######\n#..+.>#\n#..####\n#######", &DeadEnds::default());
        assert_eq!(stairs.doors.len(), 1, "{stairs}");
        let passage = filled("#######\n#.....#\n#######", &DeadEnds::default());
        assert!(passage.open().count() >= 1, "{passage}");
    }

    #[test]
    fn the_door_to_a_filled_passage_is_removed() {
        let draft = filled("#######\n#..+..#\n#..####\n#######", &DeadEnds::default());
        assert!(draft.doors.is_empty(), "{draft}");
    }
}

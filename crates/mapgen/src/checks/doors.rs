//! Doors stand between two walls and lead somewhere.

use undercroft_grid::{FOUR, Point};

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    for &at in &draft.doors {
        if !draft.is_open(at) {
            return Err(Veto::new("doors", "a door is walled up").at(at));
        }
        if !stands_between_walls(draft, at) {
            return Err(Veto::new("doors", "a door does not stand between two walls and two open cells").at(at));
        }
    }
    Ok(())
}

/// Whether the cell has rock on two opposite sides and ways on the other two: the place for a door.
pub(crate) fn stands_between_walls(draft: &Draft, at: Point) -> bool {
    let [up, left, right, down] = FOUR.map(|offset| draft.is_open(at + offset));
    (up && down && !left && !right) || (left && right && !up && !down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_door_in_a_passage_is_a_door() {
        assert!(judge(&Draft::parse("#####\n#.+.#\n#####")).is_ok());
        for bad in ["#####\n#.+##\n#####", "#####\n#.+.#\n#...#\n#####", "####\n#.+#\n##.#\n####"] {
            assert!(judge(&Draft::parse(bad)).is_err(), "not found:\n{bad}");
        }
    }
}

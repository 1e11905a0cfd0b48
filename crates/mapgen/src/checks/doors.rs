//! Every door stands between two walls and joins two open cells.

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

/// Whether a door can stand on the cell: walls on two opposite sides, open cells on the other two.
pub(crate) fn stands_between_walls(draft: &Draft, at: Point) -> bool {
    let [up, left, right, down] = FOUR.map(|offset| draft.is_open(at + offset));
    (up && down && !left && !right) || (left && right && !up && !down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_must_stand_in_a_passage() {
        assert!(judge(&Draft::parse("#####\n#.+.#\n#####")).is_ok());
        for map in ["#####\n#.+##\n#####", "#####\n#.+.#\n#...#\n#####", "####\n#.+#\n##.#\n####"] {
            assert!(judge(&Draft::parse(map)).is_err(), "\n{map}");
        }
    }
}

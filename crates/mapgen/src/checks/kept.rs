//! Cells that a step has kept are as they were.

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    for (at, tile) in draft.kept_cells() {
        let (now, tileset) = (draft.tile(at), draft.tileset());
        // Stairs are things that stand on the ground, like spawns.
        let holds_stairs = draft.stairs.iter().any(|stair| stair.at == at) && tileset.is_walkable(tile);
        if now == tile || holds_stairs {
            continue;
        }
        let change = format!("`{}` became `{}`", tileset[tile].name, tileset[now].name);
        let why = if draft.size().on_border(at) { ": the border of a level is solid" } else { "" };
        return Err(Veto::new("kept", change + why).at(at));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, StairKind, Tile};

    #[test]
    fn a_kept_cell_that_has_changed_is_vetoed_unless_it_is_floor_with_stairs() {
        let mut draft = Draft::parse("#####\n#...#\n#####");
        for at in [Point::new(1, 1), Point::new(2, 0)] {
            draft.keep(at);
        }
        assert_eq!(judge(&draft), Ok(()));
        draft.put_stairs(StairKind::Down, Point::new(1, 1)).unwrap();
        assert_eq!(judge(&draft), Ok(()));
        draft.pad(1, Tile::WALL);
        assert_eq!(judge(&draft), Ok(()), "cells keep their place in the world");
        draft.set(Point::new(3, 1), Tile::FLOOR);
        assert_eq!(judge(&draft).unwrap_err().to_string(), "kept: `wall` became `floor`, at (3, 1)");
    }
}

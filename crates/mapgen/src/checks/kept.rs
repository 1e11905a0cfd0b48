//! Kept cells are as they were when the step kept them.

use undercroft_grid::Point;

use crate::Tile;
use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    for (at, tile) in draft.kept_cells() {
        let (now, tileset) = (draft.tile(at), draft.tileset());
        // Stairs stand on the ground like spawns, so they may replace kept floor.
        let holds_stairs = draft.stairs.iter().any(|stair| stair.at == at) && tileset.is_walkable(tile);
        if now == tile || holds_stairs || may_be_furnished(draft, at, now) {
            continue;
        }
        let keeper = draft.keeper(at).map_or_else(String::new, |name| format!(" in {name}"));
        let change = format!("`{}` became `{}`{keeper}", tileset[tile].name, tileset[now].name);
        return Err(Veto::new("kept", change).at(at));
    }
    Ok(())
}

/// Whether a mission may have put this tile here: a lever on the floor, or another kind of door where one is declared.
fn may_be_furnished(draft: &Draft, at: Point, now: Tile) -> bool {
    let by_mission = draft.mission.iter().any(|mission| {
        mission.barriers().chain(mission.switches.iter().map(|switch| switch.at)).any(|furnished| furnished == at)
    });
    let is_door = draft.tileset().is_door(now) && draft.kept_doors().any(|door| door == at);
    is_door || (by_mission && draft.tileset().is_walkable(now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BitGrid, StairKind};

    #[test]
    fn a_kept_cell_that_has_changed_is_vetoed_unless_it_is_floor_with_stairs() {
        let mut draft = Draft::parse("#####\n#...#\n#####");
        draft.keep("a", &BitGrid::from_fn(draft.size(), |at| at == Point::new(1, 1)), &[]);
        draft.keep("b", &BitGrid::from_fn(draft.size(), |at| at == Point::new(2, 0)), &[]);
        assert_eq!(judge(&draft), Ok(()));
        draft.put_stairs(StairKind::Down, Point::new(1, 1)).unwrap();
        assert_eq!(judge(&draft), Ok(()));
        draft.pad(1, Tile::WALL);
        assert_eq!(judge(&draft), Ok(()), "kept cells have world coordinates");
        draft.overwrite(Point::new(3, 1), Tile::FLOOR);
        assert_eq!(judge(&draft).unwrap_err().to_string(), "kept: `wall` became `floor` in b, at (3, 1)");
    }
}

//! Start, stairs and spawns stand on walkable cells, and nothing is placed twice on one cell.

use undercroft_grid::BitGrid;

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let mut taken = BitGrid::new(draft.size());
    let start = draft.start.map(|at| ("the start", at));
    let stairs = draft.stairs.iter().map(|stair| ("stairs", stair.at));
    let spawns = draft.spawns.iter().map(|spawn| (&*spawn.kind, spawn.at));
    for (what, at) in start.into_iter().chain(stairs).chain(spawns) {
        if !draft.is_open(at) {
            return Err(Veto::new("apart", format!("{what}: nobody can stand there")).at(at));
        }
        if !taken.insert(at) {
            return Err(Veto::new("apart", format!("{what}: something stands there already")).at(at));
        }
    }
    for stair in &draft.stairs {
        if draft.info(stair.at).name != stair.kind.tile_name() {
            return Err(Veto::new("apart", "the stairs in the list are not on the map").at(stair.at));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Point, Spawn};

    fn draft() -> Draft {
        let mut draft = Draft::parse("#####\n#.>.#\n#####");
        draft.start = Some(Point::new(1, 1));
        draft
    }

    fn rat(x: i32) -> Spawn {
        Spawn { kind: "rat".into(), class: Class::Creature, at: Point::new(x, 1) }
    }

    #[test]
    fn two_things_on_one_cell_are_found() {
        assert!(judge(&draft()).is_ok());
        for (x, good) in [(0, false), (1, false), (2, false), (3, true)] {
            let mut draft = draft();
            draft.spawns.push(rat(x));
            assert_eq!(judge(&draft).is_ok(), good, "a rat in column {x}");
        }
    }

    #[test]
    fn stairs_that_were_built_over_are_found() {
        let mut draft = draft();
        draft.set(Point::new(2, 1), crate::Tile::FLOOR);
        assert!(judge(&draft).is_err());
    }
}

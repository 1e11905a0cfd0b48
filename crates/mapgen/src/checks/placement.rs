//! Start, stairs and spawns stand on walkable cells, and nothing is placed twice on one cell.

use undercroft_grid::BitGrid;

use crate::check::Veto;
use crate::draft::Draft;

/// So many things are few.
const FEW: usize = 12;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let start = draft.start.map(|at| ("the start", at));
    let stairs = draft.stairs.iter().map(|stair| ("stairs", stair.at));
    let spawns = draft.spawns.iter().map(|spawn| (&*spawn.kind, spawn.at));
    let things = || start.into_iter().chain(stairs.clone()).chain(spawns.clone());
    // Few things are looked through; for many a map is kept.
    let mut taken = (things().count() > FEW).then(|| BitGrid::new(draft.size()));
    for (index, (what, at)) in things().enumerate() {
        if !draft.is_open(at) {
            return Err(Veto::new("apart", format!("{what}: nobody can stand there")).at(at));
        }
        let is_free = match &mut taken {
            Some(taken) => taken.insert(at),
            None => things().take(index).all(|(_, other)| other != at),
        };
        if !is_free {
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
    fn of_many_things_too_no_two_stand_on_one_cell() {
        for count in [FEW as i32 - 1, FEW as i32, 3 * FEW as i32] {
            let mut draft = Draft::parse(&".".repeat(100));
            draft.spawns = (0..count).map(|x| Spawn { at: Point::new(2 * x, 0), ..rat(0) }).collect();
            assert!(judge(&draft).is_ok(), "{count} rats");
            draft.spawns.push(Spawn { at: Point::new(count, 0), ..rat(0) });
            assert_eq!(judge(&draft).is_ok(), count % 2 == 1, "{count} rats and one in column {count}");
        }
    }

    #[test]
    fn stairs_that_were_built_over_are_found() {
        let mut draft = draft();
        draft.set(Point::new(2, 1), crate::Tile::FLOOR);
        assert!(judge(&draft).is_err());
    }
}

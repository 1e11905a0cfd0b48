//! Start, stairs and spawns stand on walkable cells, and no two share a cell.

use undercroft_grid::BitGrid;

use crate::check::Veto;
use crate::draft::Draft;

/// Up to this many things are compared pairwise; more are marked on a grid.
const FEW: usize = 12;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let start = draft.start.map(|at| ("the start", at));
    let stairs = draft.stairs.iter().map(|stair| ("stairs", stair.at));
    let spawns = draft.spawns.iter().map(|spawn| (&*spawn.kind, spawn.at));
    let things = || start.into_iter().chain(stairs.clone()).chain(spawns.clone());
    let mut taken = (things().count() > FEW).then(|| BitGrid::new(draft.size()));
    for (index, (what, at)) in things().enumerate() {
        if !draft.is_open(at) {
            return Err(Veto::new("placement", format!("{what}: the cell is not walkable")).at(at));
        }
        let is_free = match &mut taken {
            Some(taken) => taken.insert(at),
            None => things().take(index).all(|(_, other)| other != at),
        };
        if !is_free {
            return Err(Veto::new("placement", format!("{what}: the cell is already taken")).at(at));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Point, Spawn};

    fn rat(x: i32, y: i32) -> Spawn {
        Spawn::new("rat", Class::Creature, Point::new(x, y))
    }

    #[test]
    fn a_rat_needs_a_walkable_cell_of_its_own() {
        let mut draft = Draft::parse("#####\n#.>.#\n#####");
        draft.start = Some(Point::new(1, 1));
        assert!(judge(&draft).is_ok());
        for (x, fits) in [(0, false), (1, false), (2, false), (3, true)] {
            draft.spawns = vec![rat(x, 1)];
            assert_eq!(judge(&draft).is_ok(), fits, "column {x}\n{draft}");
        }
    }

    #[test]
    fn two_rats_on_one_cell_are_found_among_few_and_many() {
        for count in [FEW as i32 - 1, FEW as i32, 3 * FEW as i32] {
            let mut draft = Draft::parse(&".".repeat(100));
            draft.spawns = (0..count).map(|x| rat(2 * x, 0)).collect();
            assert!(judge(&draft).is_ok(), "{count} rats");
            draft.spawns.push(rat(count, 0));
            assert_eq!(judge(&draft).is_ok(), count % 2 == 1, "{count} rats and one in column {count}");
        }
    }
}

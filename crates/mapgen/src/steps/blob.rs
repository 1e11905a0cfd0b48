//! Round, ragged patches of cells for caves and lakes, grown by a cellular automaton.
//!
//! ```text
//! .##.#.##..        ..........
//! ##..####.#        ...####...
//! #.###.###.   →    ..######..
//! .####.##.#        ..######..
//! #..#.###..        ...####...
//! ```

use undercroft_grid::{Automaton, BitGrid, CellRule, Components, Neighbours, Size};

use crate::{Chance, Rng};

/// The widest blob that a step may grow.
pub(super) const WIDEST: u32 = 64;

const PASSES: u32 = 5;

/// A cell follows the majority of the nine cells around and including itself. Nothing is set outside the box.
const MAJORITY: CellRule = CellRule::BirthSurvival { birth: 0b1_1110_0000, survival: 0b1_1111_0000 };

/// A random patch of connected cells that fits a box of this size, cropped to its bounds. `None` if nothing is left.
///
/// Cells are set at random and smoothed a few times; the largest component is the blob.
pub(super) fn blob(rng: &mut Rng, size: Size, fill: Chance) -> Option<BitGrid> {
    let size = Size::new(size.width.min(WIDEST), size.height);
    let mut cells = BitGrid::from_fn(size, |_| rng.chance(fill));
    Automaton::new(MAJORITY).run(&mut cells, PASSES);
    let parts = Components::of(&cells, Neighbours::Four);
    let largest = parts.cells(parts.largest()?);
    Some(largest.cropped(largest.bounding_rect()))
}

/// Fills the holes in a set of cells.
pub(super) fn fill_holes(cells: &mut BitGrid) {
    let size = cells.size();
    let mut rest = cells.clone();
    rest.invert();
    let parts = Components::of(&rest, Neighbours::Four);
    let mut outside = vec![false; parts.count()];
    for at in size.points().filter(|at| size.on_border(*at)) {
        if let Some(label) = parts.label(at) {
            outside[label as usize] = true;
        }
    }
    cells.unite(&parts.cells_where(|label| !outside[label as usize]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn a_blob_is_one_component_without_holes_and_fills_its_box() {
        let mut rng = Seed::from(6).fork("blobs").rng();
        for _ in 0..200 {
            let Some(mut blob) = blob(&mut rng, Size::new(20, 12), Chance::clamped(0.55)) else { continue };
            fill_holes(&mut blob);
            assert_eq!(Components::of(&blob, Neighbours::Four).count(), 1, "{blob}");
            assert_eq!(blob.bounding_rect(), blob.size().rect(), "{blob}");
            let mut around = blob.cropped(blob.size().rect().grown(1));
            around.invert();
            assert_eq!(Components::of(&around, Neighbours::Eight).count(), 1, "{blob}");
        }
    }
}

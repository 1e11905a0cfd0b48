//! Blobs: round, ragged patches of cells as caves and lakes have them, grown by a small cellular automaton.
//!
//! ```text
//! .##.#.##..        ..........
//! ##..####.#        ...####...
//! #.###.###.   →    ..######..
//! .####.##.#        ..######..
//! #..#.###..        ...####...
//! ```

use undercroft_grid::{BitGrid, Components, Neighbours, Size};

use crate::{Chance, Rng};

/// The widest that a blob may be, so that a row is one word.
pub(super) const WIDEST: u32 = 64;

const PASSES: u32 = 5;

/// A patch of connected cells in a box of this size, as large as chance makes it; its own box touches it on every
/// side. `None` where chance leaves nothing.
///
/// Cells are set at random and then follow the majority of themselves and their neighbours a few times; the largest
/// part of what is left is the blob.
pub(super) fn blob(rng: &mut Rng, size: Size, fill: Chance) -> Option<BitGrid> {
    let size = Size::new(size.width.min(WIDEST), size.height);
    let mut cells = BitGrid::new(size);
    for y in 0..size.height {
        let mut word = 0;
        for x in 0..size.width {
            word |= u64::from(rng.chance(fill)) << x;
        }
        if let Some(row) = cells.row_mut(y).first_mut() {
            *row = word;
        }
    }
    for _ in 0..PASSES {
        cells = follow_majority(&cells);
    }
    let parts = Components::of(&cells, Neighbours::Four);
    let largest = parts.cells(parts.largest()?);
    Some(largest.cropped(largest.bounding_rect()))
}

/// Each cell becomes what at least five of the nine cells of itself and its neighbours are; outside nothing is set.
fn follow_majority(cells: &BitGrid) -> BitGrid {
    let size = cells.size();
    let word = |y: i64| u32::try_from(y).ok().filter(|y| *y < size.height).map_or(0, |y| cells.row(y)[0]);
    // How many of three cells side by side are set, as two binary digits for 64 columns at a time.
    let sums = |y: i64| {
        let here = word(y);
        let (left, right) = (here << 1, here >> 1);
        (left ^ here ^ right, left & here | left & right | here & right)
    };
    let mut next = BitGrid::new(size);
    let mask = next.last_word_mask();
    for y in 0..size.height {
        let rows = [-1, 0, 1].map(|offset| sums(i64::from(y) + offset));
        let [(a, a2), (b, b2), (c, c2)] = rows;
        let ones = a ^ b ^ c;
        let d2 = a & b | a & c | b & c;
        // The sum is `ones` plus twice the number of these four: five is two of them and one, or three of them.
        let (pair, other_pair) = (a2 & b2, c2 & d2);
        let (either, other_either) = (a2 | b2, c2 | d2);
        let two = pair | other_pair | either & other_either;
        let three = pair & other_either | other_pair & either;
        next.row_mut(y)[0] = (three | two & ones) & mask;
    }
    next
}

/// Fills what the cells enclose.
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
    fn the_majority_of_nine_decides() {
        let mut rng = Seed::from(5).fork("cells").rng();
        for width in [1, 5, 63, 64] {
            let cells = BitGrid::from_fn(Size::new(width, 9), |_| rng.coin());
            let expected = BitGrid::from_fn(cells.size(), |at| {
                cells.neighbour_count(at, Neighbours::Eight) + u32::from(cells.contains(at)) >= 5
            });
            assert_eq!(follow_majority(&cells), expected, "of\n{cells}");
        }
    }

    #[test]
    fn a_blob_is_one_part_without_holes_and_fills_its_box() {
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

//! Walls a cell in, behind a locked door.
//!
//! ```text
//! .......        .......
//! .......        ..###..
//! ...>...   →    ..#>£..
//! .......        ..###..
//! ```
//!
//! Nothing but the cell itself is behind the door, so the rest of the level never depends on it.

use undercroft_grid::{BitGrid, Point, Rect};

use crate::mission::tiles;
use crate::{Draft, Tile, Veto};

/// A cell and its door, in the coordinates of a draft. Parts of it may lie outside the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closet {
    pub(crate) at: Point,
    pub(crate) door: Point,
}

impl Closet {
    /// The cell in front of the door.
    pub(crate) fn front(self) -> Point {
        self.door + (self.door - self.at)
    }

    /// The cell and the walls around it, with the door among them.
    pub(crate) fn block(self) -> Rect {
        Rect::spanning(self.at, self.at).grown(1)
    }

    /// Builds it, and keeps it. Whatever stood in its walls is removed; set pieces in the way are no longer kept. The cell in
    /// front of the door is open, but may be cut off from everything else.
    ///
    /// # Errors
    /// If the tileset has no locked doors.
    pub(crate) fn build(self, draft: &mut Draft) -> Result<(), Veto> {
        let door = draft.named(tiles::LOCKED_DOOR)?;
        let (block, size) = (self.block(), draft.size());
        let mut cells = BitGrid::new(size);
        let parts = block.points().chain([self.front()]).filter(|at| size.contains(*at));
        parts.for_each(|at| _ = cells.insert(at));
        if cells.points().any(|at| draft.is_kept(at)) {
            draft.release();
        }
        draft.doors.retain(|at| !cells.contains(*at));
        draft.spawns.retain(|spawn| !cells.contains(spawn.at));
        for at in cells.points() {
            if at == self.door {
                draft.set(at, door);
            } else if at != self.at && at != self.front() {
                draft.set(at, Tile::WALL);
            } else if !draft.is_open(at) {
                draft.carve(at);
            } else if at == self.front() && draft.is_fixture(at) {
                draft.set(at, Tile::FLOOR);
            }
        }
        draft.keep("a locked closet", &cells, &[]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_walled_in_on_open_ground_and_in_rock() {
        for drawing in [".....\n.....\n.....\n.....", "#####\n#####\n#####\n#####"] {
            let mut draft = Draft::parse(drawing);
            Closet { at: Point::new(1, 1), door: Point::new(2, 1) }.build(&mut draft).unwrap();
            let rows: Vec<String> = draft.to_string().lines().map(|row| row.chars().take(3).collect()).collect();
            assert_eq!(&rows[..3], ["###", "#·£", "###"], "{draft}");
            assert!(draft.is_open(Point::new(3, 1)), "{draft}");
        }
    }

    #[test]
    fn parts_outside_the_map_are_left_out() {
        let mut draft = Draft::parse("...\n...");
        Closet { at: Point::new(3, 0), door: Point::new(4, 0) }.build(&mut draft).unwrap();
        assert_eq!(draft.to_string(), "··#\n··#\n");
    }
}

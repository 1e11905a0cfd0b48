//! Chunks: the square pieces of an endless level, each made on its own.
//!
//! The ground of a chunk is made by running the recipe's local steps on the chunk grown by all that they look at, and
//! cutting the margin off: so neighbours fit without a seam. Each edge between two chunks has a gate, opened on both
//! sides, and inside a chunk everything open is joined: so the endless plane is one connected whole.

use undercroft_grid::{Neighbours, Point, Rect, Regions};

use super::join::join;
use crate::recipe::LocalSteps;
use crate::steps::fill_regions;
use crate::{About, Draft, Stream, Veto};

/// Cells from one side of a chunk to the other.
pub const CHUNK_SIDE: u32 = 64;

/// Enclosed regions of fewer cells are filled up.
const POCKET: usize = 12;
/// Regions at the chunk's edge of fewer cells are filled up.
const SLIVER: usize = 4;

/// Which chunk of an endless level. Chunk (0, 0) holds the cells (0, 0) to (63, 63).
///
/// ```
/// use undercroft_mapgen::{ChunkAt, Point};
/// assert_eq!(ChunkAt::of(Point::new(-1, 64)), ChunkAt { x: -1, y: 1 });
/// assert_eq!(ChunkAt { x: -1, y: 1 }.cells().min(), Point::new(-64, 64));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize)]
pub struct ChunkAt {
    /// Counted from left to right.
    pub x: i32,
    /// Counted from top to bottom.
    pub y: i32,
}

impl ChunkAt {
    /// The first and the last chunk of a row or column of the plane.
    pub const ENDS: [i32; 2] = [i32::MIN / CHUNK_SIDE as i32, i32::MAX / CHUNK_SIDE as i32];

    /// The chunk that holds a cell.
    #[must_use]
    pub const fn of(cell: Point) -> Self {
        Self { x: cell.x.div_euclid(CHUNK_SIDE as i32), y: cell.y.div_euclid(CHUNK_SIDE as i32) }
    }

    /// The chunk's cells.
    #[must_use]
    pub const fn cells(self) -> Rect {
        Rect::new(self.x * CHUNK_SIDE as i32, self.y * CHUNK_SIDE as i32, CHUNK_SIDE, CHUNK_SIDE)
    }

    /// The chunks that share a cell with the rectangle, row by row.
    pub(super) fn over(rect: Rect) -> impl Iterator<Item = Self> {
        let first = Self::of(rect.min());
        // The last cell, not one past it: the rectangle may end where the plane does.
        let last = Self::of(Point::new(
            rect.x.wrapping_add_unsigned(rect.width).wrapping_sub(1),
            rect.y.wrapping_add_unsigned(rect.height).wrapping_sub(1),
        ));
        let empty = rect.is_empty();
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| Self { x, y })).filter(move |_| !empty)
    }
}

/// The ground of a chunk, joined and with its gates, before anything is put on it.
#[derive(Debug)]
pub(super) struct ChunkGround {
    /// The 64 by 64 cells. Its own list of rooms is empty.
    pub(super) draft: Draft,
    /// All rooms that share a cell with the chunk, in the world's coordinates.
    pub(super) rooms: Vec<Rect>,
}

/// Makes the ground of a chunk: a function of the steps, the level's stream and the chunk's place alone.
pub(super) fn ground(steps: &LocalSteps, about: About, stream: Stream, at: ChunkAt) -> Result<ChunkGround, Veto> {
    let cells = at.cells();
    // One cell more than the steps need, to see what stands on the other side of each edge.
    let around = grown_on_the_plane(cells, steps.reach() + 1);
    let mut wide = Draft::new(around.size(), steps.tileset().clone());
    wide.about = about;
    wide.endless = true;
    wide.origin = around.min();
    steps.run(&mut wide, stream)?;
    let rooms: Vec<Rect> =
        wide.rooms.iter().map(|room| room.moved(wide.origin)).filter(|room| room.meets(cells)).collect();
    let gates = gates(&wide, stream, at);
    let mut draft = wide.window(cells);
    draft.rooms.clear();
    fill_pockets(&mut draft);
    for gate in gates {
        draft.carve(gate);
    }
    join(&mut draft, stream.fork("join"));
    draft.drop_odd_doors();
    Ok(ChunkGround { draft, rooms })
}

/// The rectangle with so many more rings of cells around it, as far as the plane has them.
fn grown_on_the_plane(rect: Rect, rings: u32) -> Rect {
    let side = |first: i32, length: u32| {
        let low = (i64::from(first) - i64::from(rings)).max(i64::from(i32::MIN));
        let high = (i64::from(first) + i64::from(length) + i64::from(rings)).min(i64::from(i32::MAX) + 1);
        (low as i32, (high - low) as u32)
    };
    let ((x, width), (y, height)) = (side(rect.x, rect.width), side(rect.y, rect.height));
    Rect::new(x, y, width, height)
}

/// This chunk's cell of each gate. Both sides of an edge see the same cells along it and roll from the edge's own place,
/// so they choose the same gate.
fn gates(wide: &Draft, stream: Stream, at: ChunkAt) -> Vec<Point> {
    let [first, last] = ChunkAt::ENDS;
    let side = CHUNK_SIDE as i32;
    let corner = at.cells().min() - wide.origin;
    let open = |x: i32, y: i32| wide.is_open(corner + Point::new(x, y));
    let east = |x: i32, y: i32| stream.fork("gates east").at(Point::new(x, y));
    let south = |x: i32, y: i32| stream.fork("gates south").at(Point::new(x, y));
    let mut gates = Vec::new();
    if at.x > first {
        let y = gate_along(east(at.x - 1, at.y), |y| (open(-1, y), open(0, y)));
        gates.push(Point::new(0, y));
    }
    if at.x < last {
        let y = gate_along(east(at.x, at.y), |y| (open(side - 1, y), open(side, y)));
        gates.push(Point::new(side - 1, y));
    }
    if at.y > first {
        let x = gate_along(south(at.x, at.y - 1), |x| (open(x, -1), open(x, 0)));
        gates.push(Point::new(x, 0));
    }
    if at.y < last {
        let x = gate_along(south(at.x, at.y), |x| (open(x, side - 1), open(x, side)));
        gates.push(Point::new(x, side - 1));
    }
    gates
}

/// Where along an edge its gate is: where both sides are open if they are anywhere, else where one is, else anywhere.
fn gate_along(roll: u64, sides: impl Fn(i32) -> (bool, bool)) -> i32 {
    let places = 4..CHUNK_SIDE as i32 - 4;
    let both: Vec<i32> = places.clone().filter(|place| sides(*place) == (true, true)).collect();
    let one: Vec<i32> = places.clone().filter(|place| sides(*place) != (false, false)).collect();
    let choice = if !both.is_empty() {
        both
    } else if !one.is_empty() {
        one
    } else {
        places.collect()
    };
    choice[(roll % choice.len() as u64) as usize]
}

/// Fills small regions that lie wholly inside the chunk, and the smallest of those that touch its edge. A larger one
/// there may be part of a cave beside, whose wall would show as a straight cut.
fn fill_pockets(draft: &mut Draft) {
    let regions = Regions::of(draft.as_open(), Neighbours::Four);
    let size = draft.size();
    let mut touches_edge = vec![false; regions.count()];
    for (y, columns, label) in regions.runs() {
        let on_edge = y == 0 || y + 1 == size.height || columns.start == 0 || columns.end == size.width;
        touches_edge[label as usize] |= on_edge;
    }
    let smallest = |label: u32| if touches_edge[label as usize] { SLIVER } else { POCKET };
    fill_regions(draft, &regions, |label| regions.size(label) < smallest(label));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chunks_over_a_rectangle_are_those_that_share_a_cell() {
        let over = |rect| ChunkAt::over(rect).map(|at| (at.x, at.y)).collect::<Vec<_>>();
        assert_eq!(over(Rect::new(0, 0, 64, 64)), [(0, 0)]);
        assert_eq!(over(Rect::new(-1, 63, 2, 2)), [(-1, 0), (0, 0), (-1, 1), (0, 1)]);
        assert_eq!(over(Rect::new(5, 5, 0, 9)), []);
        let [first, last] = ChunkAt::ENDS;
        assert_eq!(over(Rect::new(i32::MAX, i32::MIN, 1, 1)), [(last, first)]);
        assert_eq!(over(Rect::new(i32::MAX - 63, i32::MAX - 63, 64, 64)), [(last, last)]);
    }
}

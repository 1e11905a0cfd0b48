//! Chunks: the square pieces of an endless level, each made on its own.
//!
//! The ground of a chunk is made by running the recipe's local steps on the chunk grown by all that they look at, and
//! cutting the margin off: so neighbours fit without a seam. Each edge between two chunks has a gate, opened on both
//! sides, and inside a chunk everything open is joined: so the endless plane is one connected whole.

use undercroft_grid::internal::Fragment;
use undercroft_grid::{Components, Neighbours, Point, Rect, Size};

use super::join::Parts;
use crate::recipe::LocalSteps;
use crate::steps::fill_regions;
use crate::words::set_bits;
use crate::{Draft, Metadata, Stream, Veto};

/// Cells from one side of a chunk to the other.
pub const CHUNK_SIDE: u32 = 64;

/// Enclosed regions of fewer cells are filled up.
const POCKET: usize = 12;
/// Components at the chunk's edge of fewer cells are filled up.
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
pub(super) fn ground(steps: &LocalSteps, metadata: Metadata, stream: Stream, at: ChunkAt) -> Result<ChunkGround, Veto> {
    let wide = around(steps, metadata, stream, at.cells())?;
    Ok(ground_on(&wide, stream, at))
}

/// Makes the ground of chunks side by side, all at once: each is what it would be alone, as no step looks further than
/// it says.
pub(super) fn grounds(
    steps: &LocalSteps,
    metadata: Metadata,
    stream: Stream,
    first: ChunkAt,
    count: u32,
) -> Result<Vec<ChunkGround>, Veto> {
    let cells = Rect { width: count * CHUNK_SIDE, ..first.cells() };
    let wide = around(steps, metadata, stream, cells)?;
    Ok((first.x..).take(count as usize).map(|x| ground_on(&wide, stream, ChunkAt { x, ..first })).collect())
}

/// What the steps make of some cells, with all around them that it takes.
fn around(steps: &LocalSteps, metadata: Metadata, stream: Stream, cells: Rect) -> Result<Draft, Veto> {
    // One cell more than the steps need, to see what stands on the other side of each edge.
    let around = grown_on_the_plane(cells, steps.reach() + 1);
    let mut wide = Draft::new(around.size(), steps.tileset().clone());
    wide.metadata = metadata;
    wide.endless = true;
    wide.origin = around.min();
    steps.run(&mut wide, stream)?;
    Ok(wide)
}

/// Makes the ground of a chunk from what the steps have made of its cells and those around it.
fn ground_on(wide: &Draft, stream: Stream, at: ChunkAt) -> ChunkGround {
    let cells = at.cells();
    let rooms: Vec<Rect> =
        wide.rooms.iter().map(|room| room.moved(wide.origin)).filter(|room| room.meets(cells)).collect();
    let mut draft = wide.window(cells);
    draft.rooms.clear();
    let regions = Components::of(draft.as_open(), Neighbours::Four);
    let is_pocket = pockets(&regions, draft.size());
    fill_regions(&mut draft, &regions, |label| is_pocket[label as usize]);
    let mut parts = Parts::of(&regions, |label| !is_pocket[label as usize]);
    for gate in gates(wide, stream, at) {
        draft.carve(gate);
        parts.open(gate);
    }
    parts.join(&mut draft, stream.fork("join"));
    draft.drop_odd_doors();
    ChunkGround { draft, rooms }
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
    let open = |x: i32, y: i32| u64::from(wide.is_open(corner + Point::new(x, y)));
    let row = |y: i32| (0..side).fold(0, |cells, x| cells | open(x, y) << x);
    let column = |x: i32| (0..side).fold(0, |cells, y| cells | open(x, y) << y);
    let east = |x: i32, y: i32| stream.fork("gates east").at(Point::new(x, y));
    let south = |x: i32, y: i32| stream.fork("gates south").at(Point::new(x, y));
    let mut gates = Vec::with_capacity(4);
    if at.x > first {
        gates.push(Point::new(0, gate_along(east(at.x - 1, at.y), column(-1), column(0))));
    }
    if at.x < last {
        gates.push(Point::new(side - 1, gate_along(east(at.x, at.y), column(side - 1), column(side))));
    }
    if at.y > first {
        gates.push(Point::new(gate_along(south(at.x, at.y - 1), row(-1), row(0)), 0));
    }
    if at.y < last {
        gates.push(Point::new(gate_along(south(at.x, at.y), row(side - 1), row(side)), side - 1));
    }
    gates
}

/// Where along an edge its gate is: where both sides are open if they are anywhere, else where one is, else anywhere.
/// Each side is given as the bits of its open cells.
fn gate_along(roll: u64, one_side: u64, other_side: u64) -> i32 {
    /// All but four cells at either end.
    const PLACES: u64 = u64::MAX << 8 >> 4;
    let choices = [one_side & other_side & PLACES, (one_side | other_side) & PLACES];
    let choice = choices.into_iter().find(|choice| *choice != 0).unwrap_or(PLACES);
    let number = (roll % u64::from(choice.count_ones())) as usize;
    // There are more bits than the number.
    set_bits(choice).nth(number).unwrap_or(0) as i32
}

/// Which regions of a chunk are to be filled: small ones that lie wholly inside, and the smallest of those that touch its
/// edge. A larger one there may be part of a cave beside, whose wall would show as a straight cut.
fn pockets(regions: &Components, size: Size) -> Vec<bool> {
    let mut smallest = vec![POCKET; regions.count()];
    for piece in regions.fragments().filter(|piece| is_at_edge(piece, size)) {
        smallest[piece.label as usize] = SLIVER;
    }
    (0..).zip(smallest).map(|(label, smallest)| regions.size(label) < smallest).collect()
}

/// Whether some of the cells of a piece lie at the edge of a map.
fn is_at_edge(piece: &Fragment, size: Size) -> bool {
    let column = |x: i32| if (0..8).contains(&x) { 0x0101_0101_0101_0101 << x } else { 0 };
    let row = |y: i32| if (0..8).contains(&y) { 0xff_u64 << (8 * y) } else { 0 };
    let (Point { x, y }, last) = (piece.corner, Point::new(size.width as i32 - 1, size.height as i32 - 1));
    piece.cells & (column(-x) | column(last.x - x) | row(-y) | row(last.y - y)) != 0
}

#[cfg(test)]
mod tests {
    use undercroft_grid::BitGrid;

    use super::*;
    use crate::{Recipe, Seed};

    #[test]
    fn pieces_at_the_edge_have_cells_on_the_border() {
        for size in [Size::new(64, 64), Size::new(13, 9), Size::new(8, 20)] {
            for one in size.points() {
                let regions = Components::of(&BitGrid::from_fn(size, |at| at == one), Neighbours::Four);
                assert!(regions.fragments().all(|piece| is_at_edge(&piece, size) == size.on_border(one)), "{one}");
            }
        }
    }

    /// As they are in the module's words: cell by cell.
    #[test]
    fn a_gate_is_where_both_sides_are_open_or_else_one_or_anywhere() {
        let mut rng = Seed::from(1).fork("gates").rng();
        for round in 0..3_000 {
            let mut side = || match round % 5 {
                0 => 0,
                1 => rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64(),
            };
            let (one, other, roll) = (side(), side(), rng.next_u64());
            let open = |place: &i32| (one >> place & 1) + (other >> place & 1);
            let places = 4..CHUNK_SIDE as i32 - 4;
            let of_both: Vec<i32> = places.clone().filter(|place| open(place) == 2).collect();
            let of_one: Vec<i32> = places.clone().filter(|place| open(place) > 0).collect();
            let anywhere: Vec<i32> = places.collect();
            let choice = [of_both, of_one, anywhere].into_iter().find(|choice| !choice.is_empty()).unwrap();
            assert_eq!(gate_along(roll, one, other), choice[(roll % choice.len() as u64) as usize]);
        }
    }

    /// Whatever the steps do, what they make of many chunks at once is what they make of each.
    #[test]
    fn chunks_made_at_once_are_those_made_one_by_one() {
        let recipes = Recipe::names().map(|name| Recipe::named(name).unwrap());
        for recipe in recipes.filter(Recipe::can_be_endless) {
            let steps = recipe.local_steps().unwrap();
            let [first, last] = ChunkAt::ENDS;
            for (seed, x, y) in [(1, -3, -2), (2, 0, 0), (3, first, 7), (4, last - 4, last), (5, -90_000, first)] {
                let metadata = Metadata { recipe: recipe.name().into(), seed: Seed::from(seed), depth: 1 };
                let stream = metadata.seed.fork("level");
                let together = grounds(&steps, metadata.clone(), stream, ChunkAt { x, y }, 5).unwrap();
                assert_eq!(together.len(), 5);
                for (x, one) in (x..).zip(together) {
                    let alone = ground(&steps, metadata.clone(), stream, ChunkAt { x, y }).unwrap();
                    let place = format!("{}, seed {seed}, chunk ({x}, {y})", recipe.name());
                    assert_eq!(one.draft, alone.draft, "{place}:\n{}\n{}", one.draft, alone.draft);
                    assert_eq!(one.rooms, alone.rooms, "{place}");
                }
            }
        }
    }

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

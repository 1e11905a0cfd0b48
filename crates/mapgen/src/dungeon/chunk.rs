//! Chunks: the squares that make up an endless level, each made independently.
//!
//! A chunk's ground comes from the recipe's local steps, run on the chunk and on a margin as wide as the steps'
//! reach. The margin is then cut off, so neighbouring chunks fit without a seam. Each edge between two chunks has a
//! gate, opened on both sides, and tunnels join everything inside a chunk, so the whole endless level is one
//! component.

mod gates;

use undercroft_grid::{BitGrid, Components, Neighbours, Point, Rect};

use crate::recipe::LocalSteps;
use crate::steps::{fill_components, join_all};
use crate::{Draft, Metadata, Stream, Tile, Veto};

/// The length of a chunk's side, in cells.
pub const CHUNK_SIDE: u32 = 64;

/// Components inside a chunk with fewer cells than this are filled in.
const POCKET: usize = 12;
/// Components at a chunk's edge with fewer cells than this are filled in. Larger ones may belong to a cave next door,
/// where a straight wall would show.
const SLIVER: usize = 4;

/// The position of a chunk on an endless level. Chunk (0, 0) contains the cells (0, 0) to (63, 63).
///
/// ```
/// use undercroft_mapgen::{ChunkAt, Point};
/// assert_eq!(ChunkAt::of(Point::new(-1, 64)), ChunkAt { x: -1, y: 1 });
/// assert_eq!(ChunkAt { x: -1, y: 1 }.cells().min(), Point::new(-64, 64));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize)]
pub struct ChunkAt {
    /// The column of chunks, counted from left to right.
    pub x: i32,
    /// The row of chunks, counted from top to bottom.
    pub y: i32,
}

impl ChunkAt {
    /// The first and the last row or column of chunks.
    pub const ENDS: [i32; 2] = [i32::MIN / CHUNK_SIDE as i32, i32::MAX / CHUNK_SIDE as i32];

    /// The chunk that contains a cell.
    #[must_use]
    pub const fn of(cell: Point) -> Self {
        Self { x: cell.x.div_euclid(CHUNK_SIDE as i32), y: cell.y.div_euclid(CHUNK_SIDE as i32) }
    }

    /// The chunk's cells.
    #[must_use]
    pub const fn cells(self) -> Rect {
        Rect::new(self.x * CHUNK_SIDE as i32, self.y * CHUNK_SIDE as i32, CHUNK_SIDE, CHUNK_SIDE)
    }

    /// The chunks that share a cell with a rectangle: rows of chunks from top to bottom, each from left to right.
    pub(super) fn rows_over(rect: Rect) -> impl Iterator<Item = Vec<Self>> {
        let first = Self::of(rect.min());
        // Use the last cell rather than the one after it, which may be off the plane.
        let last = Self::of(Point::new(
            rect.x.wrapping_add_unsigned(rect.width).wrapping_sub(1),
            rect.y.wrapping_add_unsigned(rect.height).wrapping_sub(1),
        ));
        let rows = (first.y..=last.y).filter(move |_| !rect.is_empty());
        rows.map(move |y| (first.x..=last.x).map(|x| Self { x, y }).collect())
    }
}

/// Runs a recipe's local steps on an area and on all the cells around it that can affect it.
pub(super) fn with_surroundings(
    steps: &LocalSteps,
    metadata: Metadata,
    stream: Stream,
    cells: Rect,
) -> Result<Draft, Veto> {
    // One cell more than the reach of the steps: gates depend on the far side of a chunk's edge.
    let around = grown_on_the_plane(cells, steps.reach() + 1);
    let mut wide = Draft::new(around.size(), steps.tileset().clone());
    wide.metadata = metadata;
    wide.endless = true;
    wide.origin = around.min();
    steps.run(&mut wide, stream)?;
    Ok(wide)
}

/// Cuts a chunk out of a draft made by [`with_surroundings`], opens its gates and its landings, and joins everything.
///
/// Its rooms are all those that share a cell with the chunk. Some reach beyond it.
///
/// # Errors
/// A veto if no tunnel can join some of its cells.
pub(super) fn ground(wide: &Draft, stream: Stream, at: ChunkAt, landings: &[Point]) -> Result<Draft, Veto> {
    let corner = at.cells().min();
    let mut draft = wide.window(at.cells());
    keep_as_in(wide, &mut draft);
    if landings.iter().any(|landing| draft.is_kept(*landing - corner)) {
        give_way(&mut draft);
    }
    let rooms = wide.rooms.iter().map(|room| room.moved(wide.origin - corner));
    draft.rooms = rooms.filter(|room| room.meets(draft.size().rect())).collect();
    fill_pockets(&mut draft);
    for gate in gates::of(wide, stream, at) {
        draft.carve(gate);
    }
    for landing in landings {
        carve_landing(&mut draft, *landing - corner, stream.fork("landing"));
    }
    join_all(&mut draft, stream.fork("join").fork(at.x).fork(at.y))?;
    draft.drop_odd_doors();
    Ok(draft)
}

/// Keeps the cells that the surroundings keep.
fn keep_as_in(wide: &Draft, draft: &mut Draft) {
    let mut cells = BitGrid::new(draft.size());
    let kept = wide.kept_cells().map(|(at, _)| wide.world(at) - draft.origin);
    kept.filter(|at| draft.size().contains(*at)).for_each(|at| _ = cells.insert(at));
    draft.keep("a set piece", &cells, &[]);
}

/// Removes what is kept: stairs to a tiny bounded level may have no other cell.
fn give_way(draft: &mut Draft) {
    let Some((cells, _)) = draft.release() else { return };
    draft.spawns.retain(|spawn| !cells.contains(spawn.at));
    cells.points().for_each(|at| draft.set(at, Tile::FLOOR));
}

/// Opens a cell for stairs and, where there was rock, a small cave around it.
fn carve_landing(draft: &mut Draft, at: Point, stream: Stream) {
    draft.doors.retain(|door| *door != at);
    if draft.is_open(at) {
        return;
    }
    for near in Rect::spanning(at, at).grown(2).intersection(draft.size().rect()).points() {
        let share = match near.manhattan(at) {
            0 | 1 => 4,
            2 => 2,
            _ => 0,
        };
        if stream.at(draft.world(near)) % 4 < share && !draft.is_open(near) {
            draft.carve(near);
        }
    }
}

fn fill_pockets(draft: &mut Draft) {
    let components = Components::of(draft.open(), Neighbours::Four);
    let mut fewest = vec![POCKET; components.count()];
    let last = CHUNK_SIDE as i32 - 1;
    let edge = (0..=last).flat_map(|n| [(n, 0), (n, last), (0, n), (last, n)]);
    for label in edge.filter_map(|(x, y)| components.label(Point::new(x, y))) {
        fewest[label as usize] = SLIVER;
    }
    fill_components(draft, &components, |label| components.size(label) < fewest[label as usize]);
}

/// The rectangle with more rings of cells around it, clipped to the plane.
fn grown_on_the_plane(rect: Rect, rings: u32) -> Rect {
    let side = |first: i32, length: u32| {
        let low = (i64::from(first) - i64::from(rings)).max(i64::from(i32::MIN));
        let high = (i64::from(first) + i64::from(length) + i64::from(rings)).min(i64::from(i32::MAX) + 1);
        (low as i32, (high - low) as u32)
    };
    let ((x, width), (y, height)) = (side(rect.x, rect.width), side(rect.y, rect.height));
    Rect::new(x, y, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, Seed, Size, Tileset};

    #[test]
    fn small_pockets_are_filled_unless_they_lie_at_the_edge() {
        let mut draft = Draft::new(Size::new(CHUNK_SIDE, CHUNK_SIDE), Tileset::standard());
        for (corner, width) in [((20, 5), POCKET), ((20, 7), POCKET - 1), ((0, 9), SLIVER), ((0, 11), SLIVER - 1)] {
            Rect::new(corner.0, corner.1, width as u32, 1).points().for_each(|at| draft.set(at, Tile::FLOOR));
        }
        fill_pockets(&mut draft);
        let places = [Point::new(20, 5), Point::new(20, 7), Point::new(0, 9), Point::new(0, 11)];
        assert_eq!(places.map(|at| draft.is_open(at)), [true, false, true, false], "{draft}");
    }

    #[test]
    fn chunks_made_together_equal_those_made_one_by_one() {
        let recipes = Recipe::names().map(|name| Recipe::named(name).unwrap());
        for recipe in recipes.filter(Recipe::can_be_endless) {
            let steps = recipe.local_steps().unwrap();
            let [first, last] = ChunkAt::ENDS;
            for (seed, x, y) in [(1, -3, -2), (2, 0, 0), (3, first, 7), (4, last - 4, last), (5, -90_000, first)] {
                let metadata = Metadata { recipe: recipe.name().into(), seed: Seed::from(seed), depth: 1 };
                let stream = metadata.seed.fork("level");
                let grounds = |x: i32, count: u32| {
                    let cells = Rect { width: count * CHUNK_SIDE, ..ChunkAt { x, y }.cells() };
                    let wide = with_surroundings(&steps, metadata.clone(), stream, cells).unwrap();
                    let landing = |at: ChunkAt| at.cells().min() + Point::new(20, 30);
                    let chunks = (x..).take(count as usize).map(|x| ChunkAt { x, y });
                    chunks.map(|at| ground(&wide, stream, at, &[landing(at)]).unwrap()).collect::<Vec<Draft>>()
                };
                for (x, in_row) in (x..).zip(grounds(x, 5)) {
                    let alone = &grounds(x, 1)[0];
                    assert!(in_row == *alone, "{} ({x}, {y}):\n{in_row}\n{alone}", recipe.name());
                }
            }
        }
    }

    #[test]
    fn the_chunks_over_a_rectangle_share_a_cell_with_it() {
        let over = |rect| ChunkAt::rows_over(rect).flatten().map(|at| (at.x, at.y)).collect::<Vec<_>>();
        assert_eq!(over(Rect::new(0, 0, 64, 64)), [(0, 0)]);
        assert_eq!(over(Rect::new(-1, 63, 2, 2)), [(-1, 0), (0, 0), (-1, 1), (0, 1)]);
        assert_eq!(over(Rect::new(5, 5, 0, 9)), []);
        let [first, last] = ChunkAt::ENDS;
        assert_eq!(over(Rect::new(i32::MAX, i32::MIN, 1, 1)), [(last, first)]);
        assert_eq!(over(Rect::new(i32::MAX - 63, i32::MAX - 63, 64, 64)), [(last, last)]);
    }
}

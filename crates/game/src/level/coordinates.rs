//! Cells, chunks and the order in which nearby cells are tried.

use undercroft_grid::Point;
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Floor, Tile};

use crate::state::Cell;

/// The index of a cell in its chunk.
pub(crate) const fn cell_of(at: Point) -> Cell {
    let side = CHUNK_SIDE as i32;
    (at.y.rem_euclid(side) * side + at.x.rem_euclid(side)) as Cell
}

/// The position of a cell of a chunk.
pub(crate) fn cell_position(chunk: ChunkAt, cell: Cell) -> Point {
    let side = CHUNK_SIDE as Cell;
    chunk.cells().min() + Point::new(i32::from(cell % side), i32::from(cell / side % side))
}

/// Whether two chunks are the same or share an edge or a corner.
pub(crate) fn are_adjacent(a: ChunkAt, b: ChunkAt) -> bool {
    a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1
}

/// The three by three chunks around one, row by row, without those beyond the end of the plane.
pub(crate) fn chunks_around(centre: ChunkAt) -> impl Iterator<Item = ChunkAt> + use<> {
    let [first, last] = ChunkAt::ENDS;
    let near = move |middle: i32| (middle - 1).max(first)..=(middle + 1).min(last);
    near(centre.y).flat_map(move |y| near(centre.x).map(move |x| ChunkAt { x, y }))
}

/// The tile of a cell as it was generated, wherever it is on its level.
pub(crate) fn generated_tile(floor: &Floor, at: Point) -> Tile {
    match floor {
        Floor::Bounded(level) => level.tile(at - level.origin()),
        Floor::Endless(endless) => endless.tile(at).unwrap_or(Tile::WALL),
    }
}

/// The centre, then the eight cells around it, then the sixteen around those, up to a radius. Each ring goes row by row.
pub(crate) fn outward(centre: Point, radius: i32) -> impl Iterator<Item = Point> {
    let ring = |ring: i32| {
        (-ring..=ring).flat_map(move |y| {
            // Inner rows of a ring consist of its two ends only.
            let step = if y.abs() == ring || ring == 0 { 1 } else { 2 * ring };
            (-ring..=ring).step_by(step as usize).map(move |x| Point::new(x, y))
        })
    };
    let within_plane =
        move |offset: Point| Some(Point::new(centre.x.checked_add(offset.x)?, centre.y.checked_add(offset.y)?));
    (0..=radius).flat_map(ring).filter_map(within_plane)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outward_visits_every_cell_once_and_the_nearest_first() {
        let centre = Point::new(5, -5);
        let cells: Vec<Point> = outward(centre, 3).collect();
        assert!(cells.is_sorted_by_key(|at| at.chebyshev(centre)), "{cells:?}");
        let unique: std::collections::BTreeSet<&Point> = cells.iter().collect();
        assert_eq!((cells.len(), unique.len()), (49, 49));
    }

    #[test]
    fn outward_stops_at_the_end_of_the_plane() {
        assert_eq!(outward(Point::new(i32::MAX, i32::MIN), 1).count(), 4);
    }
}

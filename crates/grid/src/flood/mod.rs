//! Flood fill: everything that can be reached from a cell.
//!
//! ```text
//! ..#..        ##...
//! ..#..   →    ##...        from the top left cell
//! ..#..        ##...
//! ```
//!
//! [`blocks`] does the work. [`narrow`] takes over on small maps, and [`window`] for a few steps on a small part of a map.

mod blocks;
mod narrow;
mod window;

use alloc::vec::Vec;
use core::ops::Range;

use blocks::Blocks;

use crate::{BitGrid, Neighbours, Point, Rect};

/// The open cells that can be reached from `from` over open cells; none if `from` is not open.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, flood};
/// let open = BitGrid::parse("..#..\n..#..", |glyph| glyph == '.');
/// assert_eq!(flood(&open, Point::new(0, 0), Neighbours::Four).count(), 4);
/// ```
#[must_use]
pub fn flood(open: &BitGrid, from: Point, neighbours: Neighbours) -> BitGrid {
    if !open.contains(from) {
        return BitGrid::new(open.size());
    }
    narrow::flooded(open, from, neighbours).unwrap_or_else(|| Blocks::flooded(open, from, neighbours).reached(open))
}

/// The cells that a flood reaches on your own map, row by row; see [`flood`].
///
/// `open` is called once for each cell of `area`: the [`Size`](crate::Size) of the map or, if the map is endless, a [`Rect`] of it.
/// Nothing outside counts as open.
///
/// ```
/// use undercroft_grid::{Neighbours, Point, Size, flood_over};
/// let tiles = ['.', '.', '#', '.', '.', '#']; // Two rows of three.
/// let open = |at: Point| tiles[(at.y * 3 + at.x) as usize] == '.';
/// assert_eq!(flood_over(Size::new(3, 2), Point::new(0, 0), Neighbours::Four, open).len(), 4);
/// ```
#[must_use]
pub fn flood_over(
    area: impl Into<Rect>,
    from: Point,
    neighbours: Neighbours,
    open: impl FnMut(Point) -> bool,
) -> Vec<Point> {
    let area = area.into();
    let reached = flood(&BitGrid::over(area, open), from - area.min(), neighbours);
    reached.points().map(|at| at + area.min()).collect()
}

/// Whether every open cell can be reached from every other over open cells.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, is_connected};
/// let open = BitGrid::parse("..#\n##.", |glyph| glyph == '.');
/// assert!(is_connected(&open, Neighbours::Eight) && !is_connected(&open, Neighbours::Four));
/// ```
#[must_use]
pub fn is_connected(open: &BitGrid, neighbours: Neighbours) -> bool {
    open.first().is_none_or(|from| Blocks::flooded(open, from, neighbours).all_reached())
}

/// The open cells at most `limit` steps over open cells away from the nearest source.
///
/// [`Distances::within`](crate::Distances::within) reaches the same cells and also gives the distances; this is faster.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, flood_within};
/// let open = BitGrid::parse("....#.\n......", |glyph| glyph == '.');
/// let near = flood_within(&open, [Point::new(0, 0)], Neighbours::Four, 2);
/// assert_eq!(near.to_string(), "###...\n##....\n");
/// ```
#[must_use]
pub fn flood_within(
    open: &BitGrid,
    sources: impl IntoIterator<Item = Point>,
    neighbours: Neighbours,
    limit: u32,
) -> BitGrid {
    match Reach::of(open, sources, neighbours, limit) {
        Reach::Nothing => BitGrid::new(open.size()),
        Reach::Window(reached) => reached,
        Reach::Blocks(blocks) => blocks.reached(open),
    }
}

/// The open cells more than `limit` steps over open cells away from every source: those [`flood_within`] does not reach.
///
/// ```
/// use undercroft_grid::internal::cells_farther_than;
/// use undercroft_grid::{BitGrid, Neighbours, Point};
/// let open = BitGrid::parse("....#.\n......", |glyph| glyph == '.');
/// let far = cells_farther_than(&open, [Point::new(0, 0)], Neighbours::Four, 2);
/// assert_eq!(far.to_string(), "...#.#\n..####\n");
/// ```
#[must_use]
pub fn cells_farther_than(
    open: &BitGrid,
    sources: impl IntoIterator<Item = Point>,
    neighbours: Neighbours,
    limit: u32,
) -> BitGrid {
    match Reach::of(open, sources, neighbours, limit) {
        Reach::Nothing => open.clone(),
        Reach::Window(reached) => {
            let mut rest = open.clone();
            rest.subtract(&reached);
            rest
        }
        Reach::Blocks(blocks) => blocks.unreached(open),
    }
}

/// What a flood with a limit reaches.
enum Reach {
    Nothing,
    Window(BitGrid),
    Blocks(Blocks),
}

impl Reach {
    fn of(open: &BitGrid, sources: impl IntoIterator<Item = Point>, neighbours: Neighbours, limit: u32) -> Self {
        let sources: Vec<Point> = sources.into_iter().filter(|source| open.contains(*source)).collect();
        if sources.is_empty() {
            return Self::Nothing;
        }
        let window = match neighbours {
            Neighbours::Four => window::flooded_within(open, &sources, in_reach(open, &sources, limit), limit),
            Neighbours::Eight => None,
        };
        window.map_or_else(|| Self::Blocks(Blocks::flooded_within(open, &sources, neighbours, limit)), Self::Window)
    }
}

/// The rows and the columns of a map at most `limit` away from the bounding rectangle of some cells, of which there is at least one.
fn in_reach(open: &BitGrid, sources: &[Point], limit: u32) -> [Range<u32>; 2] {
    let grown = |coordinates: &mut dyn Iterator<Item = i32>, length: u32| {
        let (first, last) =
            coordinates.fold((u32::MAX, 0), |(first, last), at| (first.min(at as u32), last.max(at as u32)));
        first.saturating_sub(limit)..last.saturating_add(limit).min(length - 1) + 1
    };
    let rows = grown(&mut sources.iter().map(|source| source.y), open.size().height);
    let columns = grown(&mut sources.iter().map(|source| source.x), open.size().width);
    [rows, columns]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{BOTH, maps, noise, on_map};
    use crate::{Distances, Size};

    fn dilated_until_stable(open: &BitGrid, from: Point, neighbours: Neighbours) -> BitGrid {
        let mut reached = BitGrid::new(open.size());
        reached.insert(from);
        reached.intersect(open);
        loop {
            let mut next = reached.grown(neighbours);
            next.intersect(open);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    proptest! {
        #[test]
        fn a_flood_with_a_limit_reaches_the_cells_within_that_distance(
            (width, height) in (1..300_u32, 1..90_u32),
            (percent, seed) in (50..100_u64, any::<u64>()),
            sources in prop::collection::vec((0..300, 0..90), 1..6),
            limit in prop_oneof![Just(0), Just(1), 2..64_u32, 2..400_u32, Just(u32::MAX)],
        ) {
            let open = noise(Size::new(width, height), percent, seed);
            let sources: Vec<Point> = sources.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            for neighbours in BOTH {
                let distances = Distances::within(&open, sources.iter().copied(), neighbours, limit);
                let reached = BitGrid::from_fn(open.size(), |at| distances.get(at).is_some());
                prop_assert_eq!(&flood_within(&open, sources.iter().copied(), neighbours, limit), &reached);
                let mut rest = open.clone();
                rest.subtract(&reached);
                prop_assert_eq!(cells_farther_than(&open, sources.iter().copied(), neighbours, limit), rest);
            }
        }

        #[test]
        fn a_set_is_connected_if_a_flood_reaches_all_of_it(open in maps()) {
            for neighbours in BOTH {
                let one = open.first().is_none_or(|from| dilated_until_stable(&open, from, neighbours) == open);
                prop_assert_eq!(is_connected(&open, neighbours), one);
            }
        }

        #[test]
        fn a_closure_is_flooded_like_a_set(open in maps(), at in (0..130, 0..16), corner in (-99..99, -99..99)) {
            let (from, corner) = (on_map(&open, at), Point::from(corner));
            for neighbours in BOTH {
                let area = open.size().rect().moved(corner);
                let reached = flood_over(area, from + corner, neighbours, |at| open.contains(at - corner));
                let expected = flood(&open, from, neighbours);
                prop_assert_eq!(reached, expected.points().map(|at| at + corner).collect::<Vec<_>>());
            }
        }

        #[test]
        fn a_flood_is_dilation_until_stable(open in maps(), x in 0..130, y in 0..16) {
            let from = Point::new(x % open.size().width as i32, y % open.size().height as i32);
            for neighbours in BOTH {
                prop_assert_eq!(
                    flood(&open, from, neighbours),
                    dilated_until_stable(&open, from, neighbours)
                );
            }
        }
    }
}

//! Everything that can be reached from a cell.
//!
//! ```text
//! ..#..        ##...
//! ..#..   →    ##...        from the top left cell
//! ..#..        ##...
//! ```

mod blocks;
mod window;

use alloc::vec::Vec;
use core::ops::Range;

use blocks::Blocks;

use crate::{BitGrid, Neighbours, Point};

/// The open cells that can be reached from `from` over open cells; empty where `from` itself is not open.
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
    Blocks::flooded(open, from, neighbours).reached(open)
}

/// Whether every open cell can be reached from every other over open cells: where there are two or more parts, not.
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

/// So many words make a large map: two cores count the parts of one sooner than one floods it, and nobody makes a set as large
/// without need.
const LARGE: usize = 1 << 17;

/// The open cells that are at most `limit` steps over open cells away from the nearest source: what
/// [`Distances::within`](crate::Distances::within) reaches, where the distances themselves do not matter.
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
    let sources = open_ones(open, sources);
    if sources.is_empty() {
        return BitGrid::new(open.size());
    }
    flooded_in_window(open, &sources, neighbours, limit)
        .unwrap_or_else(|| Blocks::spread_out(open, &sources, neighbours, limit).reached(open))
}

/// The open cells that [`flood_within`] does not reach.
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
    let sources = open_ones(open, sources);
    if sources.is_empty() {
        return open.clone();
    }
    if let Some(reached) = flooded_in_window(open, &sources, neighbours, limit) {
        let mut beyond = open.clone();
        beyond.subtract(&reached);
        return beyond;
    }
    Blocks::spread_out(open, &sources, neighbours, limit).unreached(open)
}

/// One of the cells of [`beyond_flood`], but for some that are taken: the one with as many before it, row by row, as `choose`
/// says when it is told how many there are. Of a large map the set of all is never made.
///
/// ```
/// use undercroft_grid::internal::choose_farther_than;
/// use undercroft_grid::{BitGrid, Neighbours, Point};
/// let open = BitGrid::parse("....#.\n......", |glyph| glyph == '.');
/// let last = choose_farther_than(&open, [Point::new(0, 0)], Neighbours::Four, 2, [Point::new(5, 1)], |count| count - 1);
/// assert_eq!(last, Some(Point::new(4, 1)));
/// ```
#[must_use]
pub fn choose_farther_than(
    open: &BitGrid,
    sources: impl IntoIterator<Item = Point>,
    neighbours: Neighbours,
    limit: u32,
    taken: impl IntoIterator<Item = Point>,
    choose: impl FnOnce(usize) -> usize,
) -> Option<Point> {
    let sources = open_ones(open, sources);
    if open.words().len() >= LARGE && !sources.is_empty() {
        let taken = open_ones(open, taken);
        return Blocks::spread_out(open, &sources, neighbours, limit).choose_unreached(open, taken, choose);
    }
    let mut beyond = cells_farther_than(open, sources, neighbours, limit);
    taken.into_iter().filter(|at| open.contains(*at)).for_each(|at| {
        beyond.remove(at);
    });
    beyond.nth(choose(beyond.count()))
}

/// What a flood reaches that is small enough for a window.
fn flooded_in_window(open: &BitGrid, sources: &[Point], neighbours: Neighbours, limit: u32) -> Option<BitGrid> {
    match neighbours {
        Neighbours::Four => window::flooded_within(open, sources, in_reach(open, sources, limit), limit),
        Neighbours::Eight => None,
    }
}

fn open_ones(open: &BitGrid, cells: impl IntoIterator<Item = Point>) -> Vec<Point> {
    cells.into_iter().filter(|cell| open.contains(*cell)).collect()
}

/// The rows and the columns of a map that can be seen from some cells of it, at least one, in so many steps.
fn in_reach(open: &BitGrid, sources: &[Point], limit: u32) -> [Range<u32>; 2] {
    let rows = seen(sources.iter().map(|source| source.y as u32), limit, open.size().height);
    let columns = seen(sources.iter().map(|source| source.x as u32), limit, open.size().width);
    [rows, columns]
}

/// The coordinates that are at most `limit` away from the first or the last of some, or between them.
fn seen(coordinates: impl Iterator<Item = u32>, limit: u32, length: u32) -> Range<u32> {
    let (first, last) = coordinates.fold((u32::MAX, 0), |(first, last), here| (first.min(here), last.max(here)));
    first.saturating_sub(limit)..last.saturating_add(limit).min(length - 1) + 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::masks::{masks, scattered};
    use crate::{Distances, Size};

    fn flooded_until_nothing_changes(open: &BitGrid, from: Point, neighbours: Neighbours) -> BitGrid {
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
        fn a_flood_within_a_limit_ends_where_so_many_growths_do(
            open in masks(), sources in prop::collection::vec((-2..132, -2..18), 0..4), limit in 0..60_u32
        ) {
            let sources: Vec<Point> = sources.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let mut reached = BitGrid::from_fn(open.size(), |at| open.contains(at) && sources.contains(&at));
                for _ in 0..limit {
                    reached = reached.grown(neighbours);
                    reached.intersect(&open);
                }
                let mut beyond = open.clone();
                beyond.subtract(&reached);
                prop_assert_eq!(cells_farther_than(&open, sources.iter().copied(), neighbours, limit), beyond);
                prop_assert_eq!(flood_within(&open, sources.iter().copied(), neighbours, limit), reached);
            }
        }

        /// Wave by wave, cell by cell, on maps of many blocks.
        #[test]
        fn a_flood_within_a_limit_reaches_what_has_a_distance(
            (width, height) in (1..300_u32, 1..90_u32),
            (percent, seed) in (50..100_u64, any::<u64>()),
            sources in prop::collection::vec((0..300, 0..90), 1..6),
            limit in prop_oneof![Just(0), Just(1), 2..64_u32, 2..400_u32, Just(u32::MAX)],
        ) {
            let open = scattered(Size::new(width, height), percent, seed);
            let sources: Vec<Point> = sources.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let distances = Distances::within(&open, sources.iter().copied(), neighbours, limit);
                let reached = BitGrid::from_fn(open.size(), |at| distances.get(at).is_some());
                prop_assert_eq!(flood_within(&open, sources.iter().copied(), neighbours, limit), reached);
            }
        }

        /// Row by row as on a large map, and from the set of them all as on a small one.
        #[test]
        fn a_cell_chosen_beyond_a_flood_has_so_many_before_it(
            (width, height) in (1..300_u32, 1..200_u32),
            (percent, seed) in (50..100_u64, any::<u64>()),
            sources in prop::collection::vec((0..300, 0..200), 1..4),
            taken in prop::collection::vec((-2..302, -2..202), 0..40),
            (limit, index) in (0..400_u32, any::<usize>()),
        ) {
            let open = scattered(Size::new(width, height), percent, seed);
            let sources: Vec<Point> = sources.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            let taken: Vec<Point> = taken.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let beyond = cells_farther_than(&open, sources.iter().copied(), neighbours, limit);
                let free: Vec<Point> = beyond.points().filter(|at| !taken.contains(at)).collect();
                let choose = |count: usize| {
                    assert_eq!(count, free.len());
                    index % count.max(1)
                };
                let expected = free.get(index % free.len().max(1)).copied();
                let chosen = choose_farther_than(
                    &open, sources.iter().copied(), neighbours, limit, taken.iter().copied(), choose,
                );
                prop_assert_eq!(chosen, expected);
                let sources = open_ones(&open, sources.iter().copied());
                if !sources.is_empty() {
                    let blocks = Blocks::spread_out(&open, &sources, neighbours, limit);
                    let taken = open_ones(&open, taken.iter().copied());
                    prop_assert_eq!(blocks.choose_unreached(&open, taken, choose), expected);
                }
            }
        }

        #[test]
        fn a_set_is_connected_where_a_flood_reaches_all_of_it(open in masks()) {
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let one = open.first().is_none_or(|from| flooded_until_nothing_changes(&open, from, neighbours) == open);
                prop_assert_eq!(is_connected(&open, neighbours), one);
            }
        }

        #[test]
        fn a_flood_ends_where_growing_does(open in masks(), x in 0..130, y in 0..16) {
            let from = Point::new(x % open.size().width as i32, y % open.size().height as i32);
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                prop_assert_eq!(
                    flood(&open, from, neighbours),
                    flooded_until_nothing_changes(&open, from, neighbours)
                );
            }
        }
    }
}

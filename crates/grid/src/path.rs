//! Shortest and cheapest paths between two cells.
//!
//! ```text
//! a.#..        a*#..
//! ..#..   →    .*#..
//! ....b        .***b
//! ```
//!
//! For many walkers with one goal, or one walker with many goals, compute [`Distances`](crate::Distances) once and
//! [descend](crate::Distances::descend) them for each.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::bfs::Framed;
use crate::point::STRAIGHT_FIRST;
use crate::{BitGrid, FOUR, Grid, Neighbours, Point, Rect};

/// A shortest path over open cells, both ends included; `None` if there is none or an end is not open.
///
/// With [`Neighbours::Eight`] a diagonal step is as long as a straight one, and may pass between two closed cells. If there are several
/// shortest paths, the result is always the same one.
///
/// This is A* (Hart, Nilsson and Raphael, 1968). All steps cost the same, so a bucket queue of three stacks replaces the priority
/// queue.
///
/// ```
/// use undercroft_grid::{BitGrid, Neighbours, Point, shortest_path};
/// let open = BitGrid::parse("..#..\n..#..\n.....", |glyph| glyph == '.');
/// let (from, to) = (Point::new(0, 0), Point::new(4, 2));
/// assert_eq!(shortest_path(&open, from, to, Neighbours::Four).unwrap().len(), 7);
/// assert_eq!(shortest_path(&open, from, to, Neighbours::Eight).unwrap().len(), 5);
/// assert_eq!(shortest_path(&open, from, Point::new(2, 0), Neighbours::Four), None);
/// ```
#[must_use]
pub fn shortest_path(open: &BitGrid, from: Point, to: Point, neighbours: Neighbours) -> Option<Vec<Point>> {
    if !open.contains(from) || !open.contains(to) {
        return None;
    }
    match neighbours {
        Neighbours::Four => search::<4>(open, from, to, FOUR, Point::manhattan),
        Neighbours::Eight => search::<8>(open, from, to, STRAIGHT_FIRST, Point::chebyshev),
    }
}

/// A shortest path on your own map; see [`shortest_path`].
///
/// `open` is called once for each cell of `area`: the [`Size`](crate::Size) of the map or, if the map is endless, a [`Rect`] of it.
/// The path does not leave the area.
///
/// ```
/// use undercroft_grid::{Neighbours, Point, Rect, shortest_path_over};
/// // An endless wall with one gap.
/// let open = |at: Point| at.x != 0 || at.y == 7;
/// let (from, to) = (Point::new(-1, 0), Point::new(1, 0));
/// let near = Rect::new(-20, -20, 41, 41);
/// assert_eq!(shortest_path_over(near, from, to, Neighbours::Four, open).unwrap().len(), 17);
/// assert_eq!(shortest_path_over(Rect::new(-5, -5, 11, 11), from, to, Neighbours::Four, open), None);
/// ```
#[must_use]
pub fn shortest_path_over(
    area: impl Into<Rect>,
    from: Point,
    to: Point,
    neighbours: Neighbours,
    open: impl FnMut(Point) -> bool,
) -> Option<Vec<Point>> {
    let area = area.into();
    let corner = area.min();
    let path = shortest_path(&BitGrid::over(area, open), from - corner, to - corner, neighbours)?;
    Some(path.into_iter().map(|at| at + corner).collect())
}

/// A*, given the offsets to a cell's neighbours in order, and the heuristic.
///
/// Coordinates count from a frame of one closed cell around the map, so no step has to check whether it leaves the map.
fn search<const N: usize>(
    open: &BitGrid,
    from: Point,
    to: Point,
    around: [Point; N],
    heuristic: impl Fn(Point, Point) -> u32,
) -> Option<Vec<Point>> {
    let framed = Framed::of(open);
    let frame = Point::new(1, 1);
    let (from, to) = (from + frame, to + frame);
    let width = open.size().width as usize + 2;
    let index = |at: Point| at.y as usize * width + at.x as usize;
    // One more than the steps, or 0 if no path is known, because zeroed memory costs nothing. The search goes from the goal to
    // the start, so following the steps down gives the path in order.
    let mut marks = alloc::vec![0_u32; width * (open.size().height as usize + 2)];
    marks[index(to)] = 1;
    // A step makes the estimate (steps so far plus heuristic) at most two larger, so the cells in the queue have at most three
    // different estimates: each stack holds the cells of one.
    let mut estimate = heuristic(to, from);
    let mut queue = [const { Vec::new() }; 3];
    queue[0].push(to);
    while queue.iter().any(|stack| !stack.is_empty()) {
        while let Some(at) = queue[0].pop() {
            if at == from {
                return Some(follow_down(&marks, width, from, around));
            }
            let steps = marks[index(at)] - 1;
            if steps + heuristic(at, from) != estimate {
                continue; // A shorter path to here has been found and followed since.
            }
            // A stack is last in, first out.
            for next in around.iter().rev().map(|offset| at + *offset) {
                let mark = &mut marks[index(next)];
                if framed.contains(next) && (*mark == 0 || steps + 2 < *mark) {
                    *mark = steps + 2;
                    queue[(steps + 1 + heuristic(next, from) - estimate) as usize].push(next);
                }
            }
        }
        estimate += 1;
        queue.rotate_left(1);
    }
    None
}

/// The path from a cell down to the goal. Each step goes to the first neighbour that is one nearer.
fn follow_down<const N: usize>(marks: &[u32], width: usize, from: Point, around: [Point; N]) -> Vec<Point> {
    let mark = |at: Point| marks[at.y as usize * width + at.x as usize];
    let path = core::iter::successors(Some(from), |at| {
        let nearer = mark(*at) - 1;
        around.iter().map(|offset| *at + *offset).find(|next| nearer > 0 && mark(*next) == nearer)
    });
    path.map(|at| at - Point::new(1, 1)).collect()
}

/// A path of least cost, both ends included; `None` if there is none in the area.
///
/// `area` is the [`Size`](crate::Size) of the map or, if the map is endless, a [`Rect`] of it.
///
/// `cost` returns what it costs to enter a cell, or `None` if it cannot be entered. It may be called several times for a cell and must
/// always return the same cost. The first cell is not entered: its cost does not count, but `None` there means that there is no path. If
/// there are several cheapest paths, the result is always the same one.
///
/// This is Dijkstra's algorithm (1959), which stops as soon as the path is known.
///
/// ```text
/// a~~b        a~~b        ~ costs 5
/// ....   →    ****
/// ```
///
/// ```
/// use undercroft_grid::{Grid, Neighbours, Point, cheapest_path};
/// let map = Grid::parse(".~~.\n....", |glyph| glyph);
/// let cost = |at: Point| match map[at] {
///     '.' => Some(1),
///     '~' => Some(5),
///     _ => None,
/// };
/// let path = cheapest_path(map.size(), Point::new(0, 0), Point::new(3, 0), Neighbours::Four, cost).unwrap();
/// assert_eq!(path.len(), 6);
/// ```
#[must_use]
pub fn cheapest_path(
    area: impl Into<Rect>,
    from: Point,
    to: Point,
    neighbours: Neighbours,
    cost: impl Fn(Point) -> Option<u32>,
) -> Option<Vec<Point>> {
    let area = area.into();
    let (size, corner) = (area.size(), area.min());
    let (from, to) = (from - corner, to - corner);
    let cost = |at: Point| if size.contains(at) { cost(at + corner) } else { None };
    cost(from)?;
    cost(to)?;
    // The search goes from the goal to the start, so each cell knows the next one on the path.
    let mut known = Grid::new(size, Known { total: u64::MAX, next: to });
    known[to].total = 0;
    let mut queue = BinaryHeap::from([Reverse((0, to.y, to.x))]);
    while let Some(Reverse((total, y, x))) = queue.pop() {
        let at = Point::new(x, y);
        if at == from {
            return Some(follow(&known, from, to).into_iter().map(|at| at + corner).collect());
        }
        if total > known[at].total {
            continue; // A cheaper path to here has been found and followed since.
        }
        // Only cells that can be entered are queued.
        let Some(entering) = cost(at) else { continue };
        let total = total + u64::from(entering);
        for before in neighbours.offsets().iter().map(|offset| at + *offset) {
            if cost(before).is_some() && total < known[before].total {
                known[before] = Known { total, next: at };
                queue.push(Reverse((total, before.y, before.x)));
            }
        }
    }
    None
}

/// What Dijkstra's algorithm knows about a cell: the cost of the path from here, and the next cell on it.
#[derive(Clone, Copy)]
struct Known {
    total: u64,
    next: Point,
}

fn follow(known: &Grid<Known>, from: Point, to: Point) -> Vec<Point> {
    let mut path = alloc::vec![from];
    let mut at = from;
    while at != to {
        at = known[at].next;
        path.push(at);
    }
    path
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing;
    use crate::testing::{BOTH, maps, marked, on_map, small_maps};
    use crate::{Distances, Size};

    fn steps_by_dilating(open: &BitGrid, from: Point, to: Point, neighbours: Neighbours) -> Option<usize> {
        let mut reached = BitGrid::from_fn(open.size(), |at| at == from && open.contains(at));
        for steps in 0..=open.count() {
            if reached.contains(to) {
                return Some(steps);
            }
            reached = reached.grown(neighbours);
            reached.intersect(open);
        }
        None
    }

    fn cost_by_relaxing(costs: &Grid<Option<u32>>, from: Point, to: Point, neighbours: Neighbours) -> Option<u64> {
        costs[from]?;
        let mut totals = Grid::new(costs.size(), None);
        totals[from] = Some(0_u64);
        for _ in 0..costs.size().area() {
            for at in costs.size().points() {
                let Some(cost) = costs[at] else { continue };
                let around =
                    neighbours.offsets().iter().filter_map(|offset| totals.get(at + *offset).copied().flatten());
                if let Some(total) = around.min().map(|before| before + u64::from(cost)) {
                    totals[at] = Some(totals[at].map_or(total, |known| known.min(total)));
                }
            }
        }
        totals[to]
    }

    fn is_path(path: &[Point], from: Point, to: Point, neighbours: Neighbours) -> bool {
        let steps_are_short = path.windows(2).all(|pair| neighbours.offsets().contains(&(pair[1] - pair[0])));
        steps_are_short && path.first() == Some(&from) && path.last() == Some(&to)
    }

    proptest! {
        #[test]
        fn no_path_is_shorter_than_the_one_found(open in maps(), a in (0..130, 0..16), b in (0..130, 0..16)) {
            let (from, to) = (on_map(&open, a), on_map(&open, b));
            for neighbours in BOTH {
                let path = shortest_path(&open, from, to, neighbours);
                let expected = steps_by_dilating(&open, from, to, neighbours);
                prop_assert_eq!(path.as_ref().map(|path| path.len() - 1), expected, "{} to {} in\n{}", from, to, open);
                if let Some(path) = path {
                    prop_assert!(path.iter().all(|at| open.contains(*at)));
                    prop_assert!(is_path(&path, from, to, neighbours), "{:?} in\n{}", path, open);
                }
            }
        }

        #[test]
        fn a_closure_gives_the_paths_of_its_cells(
            open in maps(), a in (0..130, 0..16), b in (0..130, 0..16), corner in (-99..99, -99..99)
        ) {
            let (from, to, corner) = (on_map(&open, a), on_map(&open, b), Point::from(corner));
            let area = open.size().rect().moved(corner);
            let moved = |path: Option<Vec<Point>>| path.map(|path| path.iter().map(|at| *at + corner).collect());
            let is_open = |at: Point| open.contains(at - corner);
            let cost = |at: Point| open.contains(at).then_some((at.x * 7 + at.y * 3) as u32 % 5);
            for neighbours in BOTH {
                let expected = moved(shortest_path(&open, from, to, neighbours));
                prop_assert_eq!(shortest_path_over(area, from + corner, to + corner, neighbours, is_open), expected);
                let expected = moved(cheapest_path(open.size(), from, to, neighbours, cost));
                let path = cheapest_path(area, from + corner, to + corner, neighbours, |at| cost(at - corner));
                prop_assert_eq!(path, expected);
            }
        }

        #[test]
        fn no_path_is_cheaper_than_the_one_found(
            open in small_maps(), salt in any::<u32>(), max_cost in 0..20_u32, a in (0..12, 0..12), b in (0..12, 0..12)
        ) {
            let costs = Grid::from_fn(open.size(), |at| {
                let roll = (at.x as u32 * 31 + at.y as u32 * 17).wrapping_mul(salt | 1) >> 16;
                open.contains(at).then_some(roll % (max_cost + 1))
            });
            let (from, to) = (on_map(&open, a), on_map(&open, b));
            for neighbours in BOTH {
                let path = cheapest_path(open.size(), from, to, neighbours, |at| costs[at]);
                let total = |path: &Vec<Point>| {
                    path[1..].iter().map(|at| costs[*at].map(u64::from)).sum::<Option<u64>>()
                };
                let expected = cost_by_relaxing(&costs, from, to, neighbours);
                prop_assert_eq!(path.as_ref().and_then(total), expected, "{} to {} in\n{}", from, to, open);
                prop_assert_eq!(path.is_some(), expected.is_some());
                prop_assert!(path.is_none_or(|path| is_path(&path, from, to, neighbours)));
            }
        }
    }

    #[test]
    fn paths_prefer_straight_steps() {
        let open = BitGrid::full(Size::new(20, 20));
        let (from, to) = (Point::new(3, 10), Point::new(16, 10));
        let path = shortest_path(&open, from, to, Neighbours::Eight);
        assert_eq!(path, Some((3..=16).map(|x| Point::new(x, 10)).collect()));
        let distances = Distances::from(&open, [to], Neighbours::Eight);
        assert_eq!(Some(distances.descend(from)), path);
    }

    #[test]
    fn the_drawing_shows_the_path() {
        let open = testing::open("..#..\n..#..\n.....");
        let path = shortest_path(&open, Point::new(0, 0), Point::new(4, 2), Neighbours::Four).unwrap_or_default();
        let drawn = BitGrid::from_fn(open.size(), |at| path.contains(&at));
        assert_eq!(drawn, marked("##...\n.#...\n.####"));
    }

    #[test]
    fn a_path_from_a_cell_to_itself_is_one_cell() {
        let here = Point::new(1, 1);
        let open = BitGrid::full(Size::new(3, 3));
        assert_eq!(shortest_path(&open, here, here, Neighbours::Four), Some(alloc::vec![here]));
        assert_eq!(cheapest_path(open.size(), here, here, Neighbours::Four, |_| Some(1)), Some(alloc::vec![here]));
    }

    #[test]
    fn there_is_no_path_to_or_from_outside_the_map() {
        let (here, outside) = (Point::new(1, 1), Point::new(3, 1));
        let open = BitGrid::full(Size::new(3, 3));
        for (from, to) in [(here, outside), (outside, here)] {
            assert_eq!(shortest_path(&open, from, to, Neighbours::Four), None);
            assert_eq!(cheapest_path(open.size(), from, to, Neighbours::Four, |_| Some(1)), None);
        }
    }

    #[test]
    fn the_largest_costs_do_not_overflow() {
        let size = Size::new(9, 1);
        let path = cheapest_path(size, Point::new(0, 0), Point::new(8, 0), Neighbours::Four, |_| Some(u32::MAX));
        assert_eq!(path.map(|path| path.len()), Some(9));
    }
}

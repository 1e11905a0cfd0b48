//! The shortest and the cheapest way from one cell to another.
//!
//! ```text
//! a.#..        a*#..
//! ..#..   →    .*#..
//! ....b        .***b
//! ```
//!
//! For many walkers with one goal, or one walker with many goals, make [`Distances`](crate::Distances) once and
//! [descend](crate::Distances::descend) it for each.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::bfs::Framed;
use crate::point::STRAIGHT_FIRST;
use crate::{BitGrid, FOUR, Grid, Neighbours, Point, Size};

/// A way with the fewest steps over open cells, both ends included; `None` where there is none or an end is not open.
///
/// With [`Neighbours::Eight`] a diagonal step is as long as a straight one, and may pass between two cells that are not
/// open. Of several shortest ways it is always the same one that is found.
///
/// This is A* (Hart, Nilsson and Raphael, 1968). As all steps are equal, the cells to look at next wait in three
/// stacks instead of a priority queue.
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

/// The search, over the cells around a cell in their order, with the fewest steps that there can be between two.
///
/// Coordinates are counted from a frame of one closed cell around the map, so that no step asks whether it leaves it.
fn search<const N: usize>(
    open: &BitGrid,
    from: Point,
    to: Point,
    around: [Point; N],
    fewest: impl Fn(Point, Point) -> u32,
) -> Option<Vec<Point>> {
    let framed = Framed::of(open);
    let frame = Point::new(1, 1);
    let (from, to) = (from + frame, to + frame);
    let width = open.size().width as usize + 2;
    let index = |at: Point| at.y as usize * width + at.x as usize;
    // 0 where no way is known; elsewhere one more than the steps, as a list of zeros costs nothing to make. The search
    // goes from the goal to the start, so that following the steps down gives the way in its order.
    let mut marks = alloc::vec![0_u32; width * (open.size().height as usize + 2)];
    marks[index(to)] = 1;
    // A step makes the whole way (the steps so far, and those to go at least) longer by two at most, so that the
    // cells that wait have ways of three lengths at most: each stack has the cells of one of them.
    let mut whole = fewest(to, from);
    let mut waiting = [const { Vec::new() }; 3];
    waiting[0].push(to);
    while waiting.iter().any(|stack| !stack.is_empty()) {
        while let Some(at) = waiting[0].pop() {
            if at == from {
                return Some(follow_down(&marks, width, from, around));
            }
            let steps = marks[index(at)] - 1;
            if steps + fewest(at, from) != whole {
                continue; // A shorter way to here was found since, and has been followed.
            }
            // What is put on a stack last is looked at first.
            for next in around.iter().rev().map(|offset| at + *offset) {
                let mark = &mut marks[index(next)];
                if framed.contains(next) && (*mark == 0 || steps + 2 < *mark) {
                    *mark = steps + 2;
                    waiting[(steps + 1 + fewest(next, from) - whole) as usize].push(next);
                }
            }
        }
        whole += 1;
        waiting.rotate_left(1);
    }
    None
}

/// The way from a cell down to where it began, each step to the first cell around that is one nearer.
fn follow_down<const N: usize>(marks: &[u32], width: usize, from: Point, around: [Point; N]) -> Vec<Point> {
    let mark = |at: Point| marks[at.y as usize * width + at.x as usize];
    let way = core::iter::successors(Some(from), |at| {
        let nearer = mark(*at) - 1;
        around.iter().map(|offset| *at + *offset).find(|next| nearer > 0 && mark(*next) == nearer)
    });
    way.map(|at| at - Point::new(1, 1)).collect()
}

/// The way that costs least, both ends included; `None` where there is none.
///
/// `cost` says what entering a cell costs, or `None` where it cannot be entered; it is asked more than once about a
/// cell and must always say the same. The first cell is not entered, so that its cost does not count, but `None`
/// there too means that there is no way. Of several ways that cost the same it is always the same one that is found.
///
/// This is Dijkstra's algorithm (1959), which ends as soon as the way is known.
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
    size: Size,
    from: Point,
    to: Point,
    neighbours: Neighbours,
    cost: impl Fn(Point) -> Option<u32>,
) -> Option<Vec<Point>> {
    let cost = |at: Point| if size.contains(at) { cost(at) } else { None };
    cost(from)?;
    cost(to)?;
    // The search goes from the goal to the start, so that each cell knows the next on the way.
    let mut known = Grid::new(size, Known { total: u64::MAX, next: to });
    known[to].total = 0;
    let mut waiting = BinaryHeap::from([Reverse((0, to.y, to.x))]);
    while let Some(Reverse((total, y, x))) = waiting.pop() {
        let at = Point::new(x, y);
        if at == from {
            return Some(follow(&known, from, to));
        }
        if total > known[at].total {
            continue; // A cheaper way to here was found since, and has been followed.
        }
        // Only cells that can be entered wait.
        let Some(entering) = cost(at) else { continue };
        let total = total + u64::from(entering);
        for before in neighbours.offsets().iter().map(|offset| at + *offset) {
            if cost(before).is_some() && total < known[before].total {
                known[before] = Known { total, next: at };
                waiting.push(Reverse((total, before.y, before.x)));
            }
        }
    }
    None
}

/// What the search for the cheapest way knows of a cell: what the way on costs, and its next cell.
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
    use crate::Distances;
    use crate::testing;
    use crate::testing::{BOTH, maps, marked, on_map, small_maps};

    /// The search on the map as it is, a cell at a time.
    fn plain_path(open: &BitGrid, from: Point, to: Point, neighbours: Neighbours) -> Option<Vec<Point>> {
        if !open.contains(from) || !open.contains(to) {
            return None;
        }
        // The search goes from the goal to the start, so that descending the distances gives the way in its order.
        let to_go = |at: Point| match neighbours {
            Neighbours::Four => at.manhattan(from),
            Neighbours::Eight => at.chebyshev(from),
        };
        let mut distances = Distances::unknown(open.size(), neighbours);
        distances.set(to, 0);
        // A step makes the whole way (the steps so far, and those to go at least) longer by two at most, so that the
        // cells that wait have ways of three lengths at most: each stack has the cells of one of them.
        let mut whole = to_go(to);
        let mut waiting = [const { Vec::new() }; 3];
        waiting[whole as usize % 3].push(to);
        while waiting.iter().any(|stack| !stack.is_empty()) {
            while let Some(at) = waiting[whole as usize % 3].pop() {
                if at == from {
                    return Some(distances.descend(from));
                }
                // A cell that waits has a distance.
                let Some(steps) = distances.get(at) else { continue };
                if steps + to_go(at) != whole {
                    continue; // A shorter way to here was found since, and has been followed.
                }
                // What is put on a stack last is looked at first.
                for next in neighbours.straight_first().iter().rev().map(|offset| at + *offset) {
                    if open.contains(next) && distances.get(next).is_none_or(|known| steps + 1 < known) {
                        distances.set(next, steps + 1);
                        waiting[(steps + 1 + to_go(next)) as usize % 3].push(next);
                    }
                }
            }
            whole += 1;
        }
        None
    }

    fn steps_by_growing(open: &BitGrid, from: Point, to: Point, neighbours: Neighbours) -> Option<usize> {
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

    fn is_way(path: &[Point], from: Point, to: Point, neighbours: Neighbours) -> bool {
        let steps_are_short = path.windows(2).all(|pair| neighbours.offsets().contains(&(pair[1] - pair[0])));
        steps_are_short && path.first() == Some(&from) && path.last() == Some(&to)
    }

    proptest! {
        #[test]
        fn no_way_is_shorter_than_the_shortest(open in maps(), a in (0..130, 0..16), b in (0..130, 0..16)) {
            let (from, to) = (on_map(&open, a), on_map(&open, b));
            for neighbours in BOTH {
                let path = shortest_path(&open, from, to, neighbours);
                prop_assert_eq!(&path, &plain_path(&open, from, to, neighbours));
                let expected = steps_by_growing(&open, from, to, neighbours);
                prop_assert_eq!(path.as_ref().map(|path| path.len() - 1), expected, "{} to {} in\n{}", from, to, open);
                if let Some(path) = path {
                    prop_assert!(path.iter().all(|at| open.contains(*at)));
                    prop_assert!(is_way(&path, from, to, neighbours), "{:?} in\n{}", path, open);
                }
            }
        }

        #[test]
        fn no_way_is_cheaper_than_the_cheapest(
            open in small_maps(), salt in any::<u32>(), dearest in 0..20_u32, a in (0..12, 0..12), b in (0..12, 0..12)
        ) {
            let costs = Grid::from_fn(open.size(), |at| {
                let roll = (at.x as u32 * 31 + at.y as u32 * 17).wrapping_mul(salt | 1) >> 16;
                open.contains(at).then_some(roll % (dearest + 1))
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
                prop_assert!(path.is_none_or(|path| is_way(&path, from, to, neighbours)));
            }
        }
    }

    #[test]
    fn ways_go_straight_where_straight_is_as_short() {
        let open = BitGrid::full(Size::new(20, 20));
        let (from, to) = (Point::new(3, 10), Point::new(16, 10));
        let path = shortest_path(&open, from, to, Neighbours::Eight);
        assert_eq!(path, Some((3..=16).map(|x| Point::new(x, 10)).collect()));
        let distances = Distances::from(&open, [to], Neighbours::Eight);
        assert_eq!(Some(distances.descend(from)), path);
    }

    #[test]
    fn the_drawing_is_right() {
        let open = testing::open("..#..\n..#..\n.....");
        let path = shortest_path(&open, Point::new(0, 0), Point::new(4, 2), Neighbours::Four).unwrap_or_default();
        let drawn = BitGrid::from_fn(open.size(), |at| path.contains(&at));
        assert_eq!(drawn, marked("##...\n.#...\n.####"));
    }

    #[test]
    fn a_way_to_where_one_stands_is_one_cell() {
        let here = Point::new(1, 1);
        let open = BitGrid::full(Size::new(3, 3));
        assert_eq!(shortest_path(&open, here, here, Neighbours::Four), Some(alloc::vec![here]));
        assert_eq!(cheapest_path(open.size(), here, here, Neighbours::Four, |_| Some(1)), Some(alloc::vec![here]));
    }

    #[test]
    fn ends_outside_the_map_have_no_way() {
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

//! Chooses one of the shortest ways between two parts: the one that a search would find first.

use undercroft_grid::Point;

/// Searches the cells that lie on shortest ways, level by level, from the sources in their order. Gives the first cell of
/// the last level, and those that it was reached by, back to the source.
///
/// `take` says whether a cell is on a shortest way in a level and was not taken before.
pub(super) fn back_from_first<K: Ord>(
    mut sources: Vec<Point>,
    levels: usize,
    order: impl Fn(Point) -> K,
    mut take: impl FnMut(usize, Point) -> bool,
) -> Vec<Point> {
    // Asking for the order of a cell is dear, and mostly there are one or two.
    if sources.len() > 1 {
        sources.sort_by_cached_key(|at| order(*at));
    }
    // Each cell with the index of the one it was reached from.
    let mut reached: Vec<(Point, usize)> = sources.into_iter().map(|at| (at, usize::MAX)).collect();
    let mut last = 0..reached.len();
    for level in 1..levels {
        for from in last.clone() {
            for next in reached[from].0.four() {
                if take(level, next) {
                    reached.push((next, from));
                }
            }
        }
        last = last.end..reached.len();
    }
    let mut from = last.start;
    let mut way = Vec::new();
    while let Some(&(at, before)) = reached.get(from) {
        way.push(at);
        from = before;
    }
    way
}

/// The way with the cell of the other part before it, which is beside its first cell, as all of the last level are.
pub(super) fn to_other(way: Vec<Point>, is_other: impl Fn(Point) -> bool) -> Vec<Point> {
    let met = way.first().and_then(|first| first.four().find(|at| is_other(*at)));
    met.into_iter().chain(way).collect()
}

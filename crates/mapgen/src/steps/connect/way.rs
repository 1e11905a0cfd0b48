//! Chooses one of the shortest ways between two parts: the one that a search would find first.
//!
//! A search from cell to cell finds the cells of a level in the order of those that it came from, and from one cell in the
//! order of the directions. So the way that it finds first begins with the first source that lies on any shortest
//! way, and from there on always takes the first direction that stays on one: a source or a cell that is found earlier but
//! lies on no shortest way cannot have found a cell that does.

use undercroft_grid::Point;

/// Follows the shortest ways from the first of some sources to the other part, so many levels on. Gives the way
/// with both ends, the other part's first.
///
/// `is_on` says whether a cell is on a shortest way in a level; the last level is the other part.
pub(super) fn follow<K: Ord>(
    sources: impl Iterator<Item = Point>,
    levels: usize,
    order: impl Fn(Point) -> K,
    is_on: impl Fn(usize, Point) -> bool,
    way: &mut Vec<Point>,
) {
    way.clear();
    way.extend(first(sources, order));
    for level in 1..=levels {
        let next = way.last().and_then(|at| at.four().find(|next| is_on(level, *next)));
        way.extend(next);
    }
    way.reverse();
}

/// The first of some cells. Where there is but one, as mostly, nothing is asked.
fn first<K: Ord>(mut cells: impl Iterator<Item = Point>, order: impl Fn(Point) -> K) -> Option<Point> {
    let only = cells.next()?;
    match cells.next() {
        None => Some(only),
        Some(second) => [only, second].into_iter().chain(cells).min_by_key(|at| order(*at)),
    }
}

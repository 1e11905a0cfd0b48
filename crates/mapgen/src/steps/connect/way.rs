//! Chooses one of the shortest ways between two parts: the one that a search would find first.

use undercroft_grid::Point;

/// The cells on the shortest ways from a part to another, and the way that is chosen of them. It serves all searches in
/// turn, so that none has to ask for memory.
#[derive(Default)]
pub(super) struct Ways {
    /// The cells of the part that shortest ways begin at.
    pub(super) sources: Vec<Point>,
    /// The way that was chosen last: both ends included, the other part's first.
    pub(super) chosen: Vec<Point>,
    /// Each cell with the index of the one it was reached from.
    reached: Vec<(Point, u32)>,
}

impl Ways {
    /// Searches the cells that lie on shortest ways, level by level, from the sources in their order. Chooses the first
    /// cell of the last level, those that it was reached by, back to the source, and the other part's cell beside it.
    ///
    /// `take` says whether a cell is on a shortest way in a level and was not taken before.
    pub(super) fn choose<K: Ord>(
        &mut self,
        levels: usize,
        order: impl Fn(Point) -> K,
        mut take: impl FnMut(usize, Point) -> bool,
        is_other: impl Fn(Point) -> bool,
    ) {
        self.sources.sort_by_key(|at| order(*at));
        self.reached.clear();
        self.reached.extend(self.sources.iter().map(|at| (*at, u32::MAX)));
        let mut last = 0..self.reached.len();
        for level in 1..levels {
            for from in last.clone() {
                for next in self.reached[from].0.four() {
                    if take(level, next) {
                        self.reached.push((next, from as u32));
                    }
                }
            }
            last = last.end..self.reached.len();
        }
        self.chosen.clear();
        // All of the last level are beside the other part.
        let first = self.reached.get(last.start).map(|(at, _)| *at);
        self.chosen.extend(first.and_then(|first| first.four().find(|at| is_other(*at))));
        let mut from = last.start;
        while let Some(&(at, before)) = self.reached.get(from) {
            self.chosen.push(at);
            from = before as usize;
        }
    }
}

//! Tests how long a loop an opening would close: whether the path between its two sides is longer than a limit.

use undercroft_grid::{BitGrid, Point, Size};

/// A breadth-first search from both ends that reuses its memory from one query to the next.
pub(super) struct LoopLength {
    seen: [BitGrid; 2],
    reached: [Vec<Point>; 2],
}

impl LoopLength {
    pub(super) fn new(size: Size) -> Self {
        Self { seen: [(); 2].map(|()| BitGrid::new(size)), reached: [Vec::new(), Vec::new()] }
    }

    /// Whether two open cells have no path of at most `limit` steps between them.
    pub(super) fn exceeds(&mut self, limit: u32, open: &BitGrid, from: Point, to: Point) -> bool {
        for (side, start) in [from, to].into_iter().enumerate() {
            self.seen[side].insert(start);
            self.reached[side].push(start);
        }
        // Where each side's frontier begins.
        let mut frontier = [0, 0];
        let mut met = from == to;
        for step in 0..limit {
            let side = step as usize % 2;
            let cells = frontier[side]..self.reached[side].len();
            if met || cells.is_empty() {
                break;
            }
            frontier[side] = cells.end;
            for index in cells {
                for next in self.reached[side][index].four() {
                    if open.contains(next) && self.seen[side].insert(next) {
                        self.reached[side].push(next);
                        met |= self.seen[1 - side].contains(next);
                    }
                }
            }
        }
        for (seen, reached) in self.seen.iter_mut().zip(&mut self.reached) {
            reached.drain(..).for_each(|at| _ = seen.remove(at));
        }
        !met
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Distances, Neighbours};

    use super::*;
    use crate::Seed;

    #[test]
    fn the_search_from_both_ends_agrees_with_a_distance_map() {
        let mut rng = Seed::from(3).fork("search").rng();
        for _ in 0..60 {
            let open = BitGrid::from_fn(Size::new(15, 9), |_| rng.below(10) < 6);
            let mut loop_length = LoopLength::new(open.size());
            let cells: Vec<Point> = open.points().collect();
            for _ in 0..20 {
                let (Some(from), Some(to)) = (rng.pick(&cells), rng.pick(&cells)) else { continue };
                let steps = Distances::from(&open, [*from], Neighbours::Four).get(*to);
                for limit in [0, 1, 2, 5, 10, 40] {
                    let exceeds = loop_length.exceeds(limit, &open, *from, *to);
                    assert_eq!(exceeds, steps.is_none_or(|steps| steps > limit), "{from} to {to} in {limit}:\n{open}");
                }
            }
        }
    }
}

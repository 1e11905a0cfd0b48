//! Whether the way between two cells is longer than so many steps, asked for many pairs of one map.

use undercroft_grid::{BitGrid, Point, Size};

/// WayAroundes from two cells towards each other, with the same memory for one search after the other.
pub(super) struct WayAround {
    seen: [BitGrid; 2],
    reached: [Vec<Point>; 2],
}

impl WayAround {
    pub(super) fn new(size: Size) -> Self {
        Self { seen: [(); 2].map(|()| BitGrid::new(size)), reached: [Vec::new(), Vec::new()] }
    }

    /// Whether the way between two open cells has more than `limit` steps, or there is none.
    pub(super) fn is_longer(&mut self, open: &BitGrid, one: Point, other: Point, limit: u32) -> bool {
        for (side, start) in [one, other].into_iter().enumerate() {
            self.seen[side].insert(start);
            self.reached[side].push(start);
        }
        // Where the cells of the last round start, on each side.
        let mut last_round = [0, 0];
        let mut met = one == other;
        for step in 0..limit {
            if met {
                break;
            }
            let side = step as usize % 2;
            let round = last_round[side]..self.reached[side].len();
            if round.is_empty() {
                break;
            }
            last_round[side] = round.end;
            for index in round {
                for next in self.reached[side][index].four() {
                    if open.contains(next) && self.seen[side].insert(next) {
                        self.reached[side].push(next);
                        met |= self.seen[1 - side].contains(next);
                    }
                }
            }
        }
        for side in 0..2 {
            for at in self.reached[side].drain(..) {
                self.seen[side].remove(at);
            }
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
    fn the_search_from_both_sides_agrees_with_a_field_of_distances() {
        let mut rng = Seed::from(3).fork("search").rng();
        for _ in 0..60 {
            let open = BitGrid::from_fn(Size::new(15, 9), |_| rng.below(10) < 6);
            let mut way_around = WayAround::new(open.size());
            let cells: Vec<Point> = open.points().collect();
            for _ in 0..20 {
                let (Some(one), Some(other)) = (rng.pick(&cells), rng.pick(&cells)) else { continue };
                let steps = Distances::from(&open, [*one], Neighbours::Four).get(*other);
                for limit in [0, 1, 2, 5, 10, 40] {
                    let longer = way_around.is_longer(&open, *one, *other, limit);
                    assert_eq!(longer, steps.is_none_or(|steps| steps > limit), "{one} to {other} in {limit}:\n{open}");
                }
            }
        }
    }
}

//! Distance fields with costs and weighted goals, by Dijkstra's algorithm (1959), and fields for fleeing.

use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use super::Distances;
use crate::{Grid, Neighbours, Point, Rect};

impl Distances {
    /// The least cost of walking to a goal, where cells cost more or less to enter.
    ///
    /// `cost` returns what it costs to enter a cell, or `None` if it cannot be entered; 0 counts as 1. It is called once for each cell of
    /// `area`, which is the [`Size`](crate::Size) of the map or a [`Rect`] of it. Costs count as in
    /// [`cheapest_path`](crate::cheapest_path): the goal counts, the cell where a walker starts does not. Totals beyond `u32::MAX - 1`
    /// count as not reached.
    ///
    /// Each goal has a value to start from. A goal with the value 5 is as attractive as one with the value 0 that costs 5 more to
    /// reach.
    ///
    /// ```text
    /// g~.        014        ~ costs 5 to enter
    /// ...   →    123
    /// ```
    ///
    /// ```
    /// use undercroft_grid::{Distances, Grid, Neighbours, Point};
    /// let map = Grid::parse(".~.\n...", |glyph| glyph);
    /// let cost = |at: Point| Some(if map[at] == '~' { 5 } else { 1 });
    /// let (gold, exit) = (Point::new(0, 0), Point::new(2, 1));
    ///
    /// let to_gold = Distances::with_costs(map.size(), [(gold, 0)], Neighbours::Four, cost);
    /// assert_eq!(to_gold.get(Point::new(2, 0)), Some(4));
    /// assert_eq!(to_gold.next_step(Point::new(2, 0)), Some(exit));
    ///
    /// let to_either = Distances::with_costs(map.size(), [(gold, 0), (exit, 2)], Neighbours::Four, cost);
    /// assert_eq!(to_either.get(exit), Some(2));
    /// assert_eq!(to_either.get(gold), Some(0));
    /// ```
    #[must_use]
    pub fn with_costs(
        area: impl Into<Rect>,
        goals: impl IntoIterator<Item = (Point, u32)>,
        neighbours: Neighbours,
        mut cost: impl FnMut(Point) -> Option<u32>,
    ) -> Self {
        let area = area.into();
        let corner = area.min();
        let costs = Grid::from_fn(area.size(), |at| cost(at + corner).map_or(0, |cost| cost.max(1)));
        let mut marks = Grid::new(area.size(), 0);
        for (goal, value) in goals {
            let at = goal - corner;
            let mark = value.saturating_add(1);
            if costs.get(at).is_some_and(|cost| *cost > 0) && (marks[at] == 0 || mark < marks[at]) {
                marks[at] = mark;
            }
        }
        spread(&mut marks, &costs, neighbours);
        Self { corner, marks, neighbours, costs: Some(costs) }
    }

    /// A field that leads away from the sources: [`next_step`](Self::next_step) goes where a fugitive should go.
    ///
    /// Going to the farthest cell nearby would end in the next corner. So every distance is multiplied by −1.2, and distances spread
    /// again from there: a fugitive leaves a dead end for somewhere much farther away, and slips past a pursuer who is still far enough
    /// off. Its values are fifths of a step, counted from 0 at the safest cell.
    ///
    /// ```text
    /// #..@....#   →    the cell on the left of @ flees to the left end, the others to the right end
    /// ```
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Distances, Neighbours, Point};
    /// let corridor = BitGrid::parse("#..@....#", |glyph| glyph != '#');
    /// let pursuer = Distances::from(&corridor, [Point::new(3, 0)], Neighbours::Four);
    /// let away = pursuer.flee();
    /// assert_eq!(away.next_step(Point::new(4, 0)), Some(Point::new(5, 0)));
    /// assert_eq!(away.descend(Point::new(4, 0)).last(), Some(&Point::new(7, 0)));
    /// assert_eq!(away.next_step(Point::new(7, 0)), None);
    /// ```
    #[doc(alias = "dijkstra map")]
    #[doc(alias = "safety map")]
    #[must_use]
    pub fn flee(&self) -> Self {
        // Whole numbers: −6 times the distance and steps of 5, moved up so that the lowest is 0.
        let highest = self.marks.as_slice().iter().copied().max().unwrap_or(0);
        let mut marks = self.marks.map(|mark| match *mark {
            0 => 0,
            mark => (highest - mark).saturating_mul(6).saturating_add(1),
        });
        let reached = |at: Point| self.marks[at] != 0;
        let costs =
            Grid::from_fn(marks.size(), |at| if reached(at) { self.cost_to_enter(at).saturating_mul(5) } else { 0 });
        spread(&mut marks, &costs, self.neighbours);
        Self { marks, costs: Some(costs), ..*self }
    }
}

/// Lowers the marks of cells until each is at most that of any neighbour plus the cost of entering that neighbour. Cells marked 0 have no
/// value yet, and cells of cost 0 never get one.
fn spread(marks: &mut Grid<u32>, costs: &Grid<u32>, neighbours: Neighbours) {
    let marked = marks.iter().filter(|(_, mark)| **mark != 0);
    let mut queue: BinaryHeap<_> = marked.map(|(at, mark)| Reverse((*mark, at.y, at.x))).collect();
    while let Some(Reverse((mark, y, x))) = queue.pop() {
        let at = Point::new(x, y);
        if mark > marks[at] {
            continue; // A cheaper path from here has been found and followed since.
        }
        let Some(total) = mark.checked_add(costs[at]) else { continue };
        for before in neighbours.offsets().iter().map(|offset| at + *offset) {
            if costs.get(before).is_some_and(|cost| *cost > 0) && (marks[before] == 0 || total < marks[before]) {
                marks[before] = total;
                queue.push(Reverse((total, before.y, before.x)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::{BOTH, open, small_maps};
    use crate::{BitGrid, Size, cheapest_path};

    const CORNER: Point = Point::new(-7, 3);

    /// Costs between 0 and `highest` for the open cells of a map, whose first cell is [`CORNER`].
    fn costs_of(open: &BitGrid, highest: u32, salt: u32) -> Grid<Option<u32>> {
        Grid::from_fn(open.size(), |at| {
            let roll = (at.x as u32 * 31 + at.y as u32 * 17).wrapping_mul(salt | 1) >> 16;
            open.contains(at).then_some(roll % (highest + 1))
        })
    }

    fn area(costs: &Grid<Option<u32>>) -> Rect {
        costs.size().rect().moved(CORNER)
    }

    /// Lowers values until none is higher than that of a neighbour plus the cost of entering it.
    fn relaxed(
        mut values: Grid<Option<i64>>,
        costs: &Grid<Option<u32>>,
        step: i64,
        neighbours: Neighbours,
    ) -> Grid<Option<i64>> {
        loop {
            let before = values.clone();
            for at in costs.size().points().filter(|at| costs[*at].is_some()) {
                for next in neighbours.offsets().iter().map(|offset| at + *offset) {
                    if let (Some(value), Some(Some(cost))) = (before.get(next).copied().flatten(), costs.get(next)) {
                        let total = value + step * i64::from(*cost).max(1);
                        values[at] = Some(values[at].map_or(total, |known| known.min(total)));
                    }
                }
            }
            if values == before {
                return values;
            }
        }
    }

    fn field_of(costs: &Grid<Option<u32>>, goals: &[(Point, u32)], neighbours: Neighbours) -> Distances {
        let goals = goals.iter().map(|(at, value)| (*at + CORNER, *value));
        Distances::with_costs(area(costs), goals, neighbours, |at| costs[at - CORNER])
    }

    fn assert_equals(field: &Distances, expected: &Grid<Option<i64>>) {
        for (at, value) in expected.iter() {
            assert_eq!(field.get(at + CORNER).map(i64::from), *value, "at {at}");
        }
    }

    /// Every step leads downhill by what it costs, and walks end where nothing is better.
    fn assert_leads_downhill(field: &Distances, costs: &Grid<Option<u32>>, step: u32) {
        for (at, _) in field.iter() {
            let path = field.descend(at);
            for pair in path.windows(2) {
                let cost = costs[pair[1] - CORNER].map(|cost| cost.max(1) * step);
                assert_eq!(field.get(pair[0]).zip(field.get(pair[1])).map(|(from, to)| from - to), cost);
            }
        }
    }

    proptest! {
        #[test]
        fn costs_are_those_of_relaxing_until_stable(
            open in small_maps(), highest in 0..20_u32, salt in any::<u32>(),
            goals in prop::collection::vec(((0..12, 0..12), 0..30_u32), 0..4)
        ) {
            let costs = costs_of(&open, highest, salt);
            let goals: Vec<(Point, u32)> = goals.into_iter().map(|(at, value)| (at.into(), value)).collect();
            let mut start = Grid::new(costs.size(), None);
            for (goal, value) in goals.iter().filter(|(goal, _)| open.contains(*goal)) {
                let value = i64::from(*value);
                start[*goal] = Some(start[*goal].map_or(value, |known: i64| known.min(value)));
            }
            for neighbours in BOTH {
                let field = field_of(&costs, &goals, neighbours);
                assert_equals(&field, &relaxed(start.clone(), &costs, 1, neighbours));
                assert_leads_downhill(&field, &costs, 1);
            }
        }

        #[test]
        fn fleeing_multiplies_by_minus_six_fifths_and_relaxes(
            open in small_maps(), highest in 1..9_u32, salt in any::<u32>(), pursuer in (0..12, 0..12)
        ) {
            let costs = costs_of(&open, highest, salt);
            for neighbours in BOTH {
                let field = field_of(&costs, &[(pursuer.into(), 0)], neighbours);
                let farthest = field.farthest().map_or(0, |(_, total)| i64::from(total));
                let start = Grid::from_fn(costs.size(), |at| {
                    field.get(at + CORNER).map(|total| 6 * (farthest - i64::from(total)))
                });
                let away = field.flee();
                assert_equals(&away, &relaxed(start, &costs, 5, neighbours));
                assert_leads_downhill(&away, &costs, 5);
            }
        }

        #[test]
        fn a_field_to_one_goal_knows_the_cost_of_the_cheapest_path(
            open in small_maps(), highest in 1..20_u32, salt in any::<u32>(), goal in (0..12, 0..12)
        ) {
            // `costs_of` may give 0, which a field counts as 1.
            let costs = costs_of(&open, highest, salt).map(|cost| cost.map(|cost| cost.max(1)));
            let goal = Point::from(goal) + CORNER;
            for neighbours in BOTH {
                let field = field_of(&costs, &[(goal - CORNER, 0)], neighbours);
                for from in area(&costs).points() {
                    let path = cheapest_path(area(&costs), from, goal, neighbours, |at| costs[at - CORNER]);
                    let total = path.map(|path| path[1..].iter().filter_map(|at| costs[*at - CORNER]).sum());
                    prop_assert_eq!(field.get(from), total);
                }
            }
        }
    }

    #[test]
    fn a_fugitive_runs_past_the_turning_rather_than_into_a_dead_end() {
        let map = open(
            "###########
             #.........#
             ##.########
             ##.########
             ###########",
        );
        let fugitive = Point::new(2, 1);
        for (pursuer, expected) in [(Point::new(1, 1), Point::new(9, 1)), (Point::new(4, 1), Point::new(2, 3))] {
            let away = Distances::from(&map, [pursuer], Neighbours::Four).flee();
            assert_eq!(away.descend(fugitive).last(), Some(&expected), "from {pursuer}");
        }
    }

    #[test]
    fn the_largest_costs_and_values_do_not_overflow() {
        let size = Size::new(4, 1);
        for value in [0, 1, u32::MAX] {
            let field = Distances::with_costs(size, [(Point::new(0, 0), value)], Neighbours::Four, |_| Some(u32::MAX));
            assert_eq!(field.get(Point::new(0, 0)), Some(value.min(u32::MAX - 1)));
            assert_eq!(field.get(Point::new(1, 0)), None);
            assert_eq!(field.flee().next_step(Point::new(0, 0)), None);
        }
        let field = Distances::with_costs(size, [(Point::new(0, 0), 0)], Neighbours::Four, |_| Some(1 << 30));
        assert_eq!(field.get(Point::new(3, 0)), Some(3 << 30));
        assert!(!field.flee().descend(Point::new(0, 0)).is_empty());
    }

    #[test]
    fn goals_outside_the_area_are_ignored() {
        let outside = [Point::new(4, 0), Point::new(i32::MIN, i32::MAX)].map(|at| (at, 0));
        let field = Distances::with_costs(Size::new(4, 1), outside, Neighbours::Eight, |_| Some(1));
        assert_eq!(field.iter().count(), 0);
        assert_eq!(field.flee().iter().count(), 0);
    }
}

//! Finds the cell of a set nearest to a point.

use super::BitGrid;
use crate::Point;

impl BitGrid {
    /// The cell of the set with the smallest Manhattan distance to a point, which may lie outside the map. On a tie, the first, row by
    /// row.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Point};
    /// let set = BitGrid::parse("#....\n...#.\n#....", |glyph| glyph == '#');
    /// assert_eq!(set.nearest_to(Point::new(2, 2)), Some(Point::new(3, 1)));
    /// assert_eq!(set.nearest_to(Point::new(1, 1)), Some(Point::new(0, 0)));
    /// ```
    #[must_use]
    pub fn nearest_to(&self, place: Point) -> Option<Point> {
        let height = i64::from(self.size.height);
        let mut best: Option<(u64, Point)> = None;
        // Move away from the point row by row, as long as a row can contain anything nearer.
        let farthest = i64::from(place.y).max(height - 1 - i64::from(place.y)).max(0);
        let first = (-i64::from(place.y)).max(i64::from(place.y) - (height - 1)).max(0);
        for away in first..=farthest {
            if best.is_some_and(|(steps, _)| steps < away as u64) {
                break;
            }
            for y in [i64::from(place.y) - away, i64::from(place.y) + away] {
                if !(0..height).contains(&y) {
                    continue;
                }
                for x in self.nearest_in_row(place.x, y as u32).into_iter().flatten() {
                    let here = Point::new(x as i32, y as i32);
                    let steps = away as u64 + u64::from(place.x.abs_diff(here.x));
                    if best.is_none_or(|(least, at)| (steps, here.y, here.x) < (least, at.y, at.x)) {
                        best = Some((steps, here));
                    }
                }
            }
        }
        best.map(|(_, at)| at)
    }

    /// The last column of a row that is in the set and at most `x`, and the first that is at least `x`.
    fn nearest_in_row(&self, x: i32, y: u32) -> [Option<u32>; 2] {
        let row = self.row(y);
        let after = self.next_in_row(x.max(0) as u32, y);
        let Some(from) = u32::try_from(x).ok().map(|x| x.min(self.size.width.saturating_sub(1))) else {
            return [None, after];
        };
        let mut masked = u64::MAX >> (63 - from % 64);
        for (index, word) in row.iter().enumerate().take(from as usize / 64 + 1).rev() {
            if word & masked != 0 {
                return [Some(index as u32 * 64 + 63 - (word & masked).leading_zeros()), after];
            }
            masked = u64::MAX;
        }
        [None, after]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{maps, marked};

    proptest! {
        #[test]
        fn no_cell_is_nearer_than_the_one_found(set in maps(), x in -20..150, y in -20..36) {
            let place = Point::new(x, y);
            let expected = set.points().min_by_key(|at| (at.manhattan(place), at.y, at.x));
            prop_assert_eq!(set.nearest_to(place), expected);
        }
    }

    #[test]
    fn points_at_the_ends_of_the_coordinate_range_have_a_nearest_cell() {
        let set = marked("#..#");
        for (x, y) in [(i32::MAX, i32::MAX), (i32::MAX, i32::MIN)] {
            assert_eq!(set.nearest_to(Point::new(x, y)), Some(Point::new(3, 0)));
        }
        assert_eq!(set.nearest_to(Point::new(i32::MIN, 0)), Some(Point::new(0, 0)));
    }
}

//! The largest rectangle inside a set.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::BitGrid;
use crate::{Point, Rect};

impl BitGrid {
    /// The largest rectangle within `inside` whose cells are all in the set; of size 0 if there is none. On a tie, the one whose first
    /// cell comes first, row by row; then the widest.
    ///
    /// ```text
    /// #..####        ...##..
    /// #..##.#   →    ...##..
    /// ...##.#        ...##..
    /// ##.##..        ...##..
    /// ```
    ///
    /// Each row is the base of a histogram: the number of consecutive cells of the set upwards in each column. A stack finds the
    /// largest rectangle in a histogram in linear time.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect};
    /// let set = BitGrid::parse("#..####\n#..##.#\n...##.#\n##.##..", |glyph| glyph == '#');
    /// assert_eq!(set.largest_rect(set.size().rect()), Rect::new(3, 0, 2, 4));
    /// assert_eq!(set.largest_rect(Rect::new(5, 0, 2, 4)), Rect::new(6, 0, 1, 3));
    /// ```
    #[must_use]
    pub fn largest_rect(&self, inside: Rect) -> Rect {
        let part = self.size.rect().intersection(inside);
        let mut best = Rect::new(part.x, part.y, 0, 0);
        let mut heights = alloc::vec![0; part.width as usize];
        // The bars that may still extend to the right, each higher than the one before: where a rectangle of that height
        // starts, and the height.
        let mut rising: Vec<(u32, u32)> = Vec::new();
        for y in part.y as u32..part.y as u32 + part.height {
            // A last column of height 0 ends every bar.
            for column in 0..=part.width {
                let height = match heights.get_mut(column as usize) {
                    Some(height) => {
                        let at = Point::new(part.x + column as i32, y as i32);
                        *height = if self.contains(at) { *height + 1 } else { 0 };
                        *height
                    }
                    None => 0,
                };
                let mut start = column;
                while let Some((left, tall)) = rising.pop_if(|(_, tall)| *tall >= height) {
                    start = left;
                    let top = y as i32 + 1 - tall as i32;
                    let found = Rect::new(part.x + left as i32, top, column - left, tall);
                    if rank(found) > rank(best) {
                        best = found;
                    }
                }
                if height > 0 {
                    rising.push((start, height));
                }
            }
        }
        best
    }
}

/// Orders rectangles from worse to better.
fn rank(rect: Rect) -> (usize, Reverse<i32>, Reverse<i32>, u32) {
    (rect.area(), Reverse(rect.y), Reverse(rect.x), rect.width)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Size;
    use crate::testing::{rects, small_maps};

    fn largest_by_trying_all(set: &BitGrid, inside: Rect) -> Rect {
        let mut best = Rect::new(0, 0, 0, 0);
        let cells: Vec<Point> = set.points().filter(|at| inside.contains(*at)).collect();
        for first in &cells {
            for last in cells.iter().filter(|last| last.x >= first.x && last.y >= first.y) {
                let rect = Rect::spanning(*first, *last);
                let larger = rect.area() > best.area();
                let wider = rect.area() == best.area() && rect.min() == best.min() && rect.width > best.width;
                if (larger || wider) && rect.points().all(|at| set.contains(at)) {
                    best = rect;
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_rectangle_is_better_than_the_one_found(set in small_maps(), inside in rects()) {
            for inside in [set.size().rect(), inside] {
                let expected = largest_by_trying_all(&set, inside);
                let found = set.largest_rect(inside);
                prop_assert_eq!(found.size(), expected.size());
                prop_assert!(found.is_empty() || found == expected, "{:?}, not {:?} in\n{}", found, expected, set);
            }
        }
    }

    #[test]
    fn a_full_map_is_its_own_largest_rectangle() {
        for width in [1, 63, 64, 65, 130] {
            let size = Size::new(width, 7);
            assert_eq!(BitGrid::full(size).largest_rect(size.rect()), size.rect());
            assert!(BitGrid::new(size).largest_rect(size.rect()).is_empty());
        }
    }
}

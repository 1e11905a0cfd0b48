//! Rectangles of cells.

use crate::{Point, Size};

/// A rectangle of cells: its first cell is (`x`, `y`), its last (`x + width - 1`, `y + height - 1`).
///
/// ```
/// use undercroft_grid::{Point, Rect};
/// let room = Rect::new(2, 1, 3, 2);
/// assert_eq!(room.points().count(), 6);
/// assert!(room.contains(Point::new(4, 2)));
/// assert!(!room.contains(Point::new(5, 2)));
/// assert!(room.grown(1).meets(Rect::new(0, 0, 2, 2)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rect {
    /// The leftmost column.
    pub x: i32,
    /// The topmost row.
    pub y: i32,
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
}

impl Rect {
    /// The rectangle whose first cell is (`x`, `y`).
    #[must_use]
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Self {
        Self { x, y, width, height }
    }

    /// The smallest rectangle that contains both cells.
    #[must_use]
    #[inline]
    pub fn spanning(a: Point, b: Point) -> Self {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Self::new(x, y, a.x.abs_diff(b.x) + 1, a.y.abs_diff(b.y) + 1)
    }

    /// A rectangle of this size centred on a cell, moved inwards at the ends of the 32-bit range.
    ///
    /// ```
    /// use undercroft_grid::{Point, Rect};
    /// assert_eq!(Rect::around(Point::new(10, 10), 5, 4), Rect::new(8, 8, 5, 4));
    /// assert_eq!(Rect::around(Point::new(i32::MAX, 0), 3, 3), Rect::new(i32::MAX - 2, -1, 3, 3));
    /// ```
    #[must_use]
    pub fn around(middle: Point, width: u32, height: u32) -> Self {
        let first = |middle: i32, side: u32| {
            let lowest = i64::from(i32::MIN);
            let highest = i64::from(i32::MAX) + 1 - i64::from(side);
            (i64::from(middle) - i64::from(side) / 2).clamp(lowest, highest.max(lowest)) as i32
        };
        Self::new(first(middle.x, width), first(middle.y, height), width, height)
    }

    /// The top left cell.
    #[must_use]
    pub const fn min(self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Width and height.
    #[must_use]
    pub const fn size(self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The number of cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.size().area()
    }

    /// Whether there are no cells.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// One past the rightmost column, at most `i32::MAX`.
    #[must_use]
    pub const fn right(self) -> i32 {
        self.x.saturating_add_unsigned(self.width)
    }

    /// One past the lowest row, at most `i32::MAX`.
    #[must_use]
    pub const fn bottom(self) -> i32 {
        self.y.saturating_add_unsigned(self.height)
    }

    /// The middle cell; the right or lower one of two.
    #[must_use]
    pub const fn centre(self) -> Point {
        Point::new(self.x.saturating_add_unsigned(self.width / 2), self.y.saturating_add_unsigned(self.height / 2))
    }

    /// Whether the cell lies in the rectangle.
    #[must_use]
    pub const fn contains(self, at: Point) -> bool {
        let (dx, dy) = (at.x as i64 - self.x as i64, at.y as i64 - self.y as i64);
        dx >= 0 && dy >= 0 && dx < self.width as i64 && dy < self.height as i64
    }

    /// Whether every cell of the other rectangle lies in this one.
    #[must_use]
    #[inline]
    pub fn encloses(self, other: Self) -> bool {
        other.is_empty() || self.intersection(other) == other
    }

    /// Whether the two share a cell.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// The cells that both have; of size 0 if there are none.
    #[must_use]
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (i64::from(self.x) + i64::from(self.width)).min(i64::from(other.x) + i64::from(other.width));
        let bottom = (i64::from(self.y) + i64::from(self.height)).min(i64::from(other.y) + i64::from(other.height));
        let (width, height) = (right - i64::from(x), bottom - i64::from(y));
        if width <= 0 || height <= 0 {
            return Self::new(x, y, 0, 0);
        }
        Self::new(x, y, width as u32, height as u32)
    }

    /// The rectangle with `rings` rings of cells added around it.
    #[must_use]
    pub const fn grown(self, rings: u32) -> Self {
        Self::new(
            self.x.saturating_sub_unsigned(rings),
            self.y.saturating_sub_unsigned(rings),
            self.width.saturating_add(rings.saturating_mul(2)),
            self.height.saturating_add(rings.saturating_mul(2)),
        )
    }

    /// The rectangle without its outermost `rings` rings; empty if nothing is left.
    #[must_use]
    pub const fn shrunk(self, rings: u32) -> Self {
        Self::new(
            self.x.saturating_add_unsigned(rings),
            self.y.saturating_add_unsigned(rings),
            self.width.saturating_sub(rings.saturating_mul(2)),
            self.height.saturating_sub(rings.saturating_mul(2)),
        )
    }

    /// The same rectangle moved by an offset.
    #[must_use]
    pub fn moved(self, by: Point) -> Self {
        let min = self.min() + by;
        Self::new(min.x, min.y, self.width, self.height)
    }

    /// Every cell, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |dy| {
            (0..self.width)
                .map(move |dx| Point::new(self.x.wrapping_add_unsigned(dx), self.y.wrapping_add_unsigned(dy)))
        })
    }
}

/// The whole map, for algorithms that take an area.
///
/// ```
/// use undercroft_grid::{Rect, Size};
/// assert_eq!(Rect::from(Size::new(80, 50)), Rect::new(0, 0, 80, 50));
/// ```
impl From<Size> for Rect {
    fn from(size: Size) -> Self {
        size.rect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_that_only_touch_do_not_meet() {
        let left = Rect::new(0, 0, 3, 3);
        assert!(!left.meets(Rect::new(3, 0, 3, 3)));
        assert!(left.meets(Rect::new(2, 2, 3, 3)));
    }

    #[test]
    fn a_rectangle_at_the_end_of_the_coordinate_range_keeps_its_cells() {
        let last = Rect::new(i32::MAX - 1, i32::MIN, 2, 2);
        assert_eq!(last.points().last(), Some(Point::new(i32::MAX, i32::MIN + 1)));
        assert!(last.contains(Point::new(i32::MAX, i32::MIN)));
        assert!(last.encloses(Rect::new(i32::MAX, i32::MIN, 1, 1)));
    }

    #[test]
    fn spanning_ignores_the_order_of_the_corners() {
        let (a, b) = (Point::new(5, 1), Point::new(2, 4));
        assert_eq!(Rect::spanning(a, b), Rect::new(2, 1, 4, 4));
        assert_eq!(Rect::spanning(a, b), Rect::spanning(b, a));
    }
}

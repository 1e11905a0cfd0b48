//! A width and a height.

use core::fmt;

use crate::{Point, Rect};

/// A width and a height in cells.
///
/// ```
/// use undercroft_grid::{Point, Size};
/// let size = Size::new(4, 3);
/// assert!(size.contains(Point::new(3, 2)));
/// assert!(!size.contains(Point::new(4, 0)));
/// assert_eq!(size.to_string(), "4x3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Size {
    /// Cells from left to right.
    pub width: u32,
    /// Cells from top to bottom.
    pub height: u32,
}

impl Size {
    /// A size of `width` by `height` cells.
    #[must_use]
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// The number of cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the cell is inside a map of this size whose first cell is (0, 0).
    #[must_use]
    pub const fn contains(self, at: Point) -> bool {
        at.x >= 0 && at.y >= 0 && (at.x as u32) < self.width && (at.y as u32) < self.height
    }

    /// Whether the cell is in the outermost ring of a map of this size.
    #[must_use]
    pub const fn on_border(self, at: Point) -> bool {
        self.contains(at) && (at.x == 0 || at.y == 0 || at.x as u32 + 1 == self.width || at.y as u32 + 1 == self.height)
    }

    /// The whole map as a rectangle.
    #[must_use]
    pub const fn rect(self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The map without its outermost ring; empty if there is no inside.
    #[must_use]
    pub const fn interior(self) -> Rect {
        Rect::new(1, 1, self.width.saturating_sub(2), self.height.saturating_sub(2))
    }

    /// Every cell, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        self.rect().points()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

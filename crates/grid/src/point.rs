//! Cells and their neighbours.

use core::fmt;
use core::ops::{Add, Sub};

/// A cell of a map, or the offset from one cell to another. `x` grows to the right, `y` downwards.
///
/// ```
/// use undercroft_grid::Point;
/// let start = Point::new(2, 3);
/// assert_eq!(start + Point::new(1, 0), Point::new(3, 3));
/// assert_eq!(start.manhattan(Point::new(0, 0)), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

/// The offsets to the four cells that share an edge: up, left, right, down.
pub const FOUR: [Point; 4] = [Point::new(0, -1), Point::new(-1, 0), Point::new(1, 0), Point::new(0, 1)];

/// The offsets to the eight cells that share an edge or a corner, row by row.
pub const EIGHT: [Point; 8] = [
    Point::new(-1, -1),
    Point::new(0, -1),
    Point::new(1, -1),
    Point::new(-1, 0),
    Point::new(1, 0),
    Point::new(-1, 1),
    Point::new(0, 1),
    Point::new(1, 1),
];

pub(crate) const STRAIGHT_FIRST: [Point; 8] =
    [FOUR[0], FOUR[1], FOUR[2], FOUR[3], EIGHT[0], EIGHT[2], EIGHT[5], EIGHT[7]];

/// Which cells are neighbours.
///
/// ```
/// use undercroft_grid::Neighbours;
/// assert_eq!(Neighbours::Four.offsets().len(), 4);
/// assert_eq!(Neighbours::Eight.offsets().len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Neighbours {
    /// Cells that share an edge.
    Four,
    /// Cells that share an edge or a corner.
    Eight,
}

impl Neighbours {
    /// The offsets from a cell to its neighbours, in a fixed order.
    #[must_use]
    pub const fn offsets(self) -> &'static [Point] {
        match self {
            Self::Four => &FOUR,
            Self::Eight => &EIGHT,
        }
    }

    /// The same offsets with straight steps before diagonal ones, so that paths go straight where a diagonal is no shorter.
    pub(crate) const fn straight_first(self) -> &'static [Point] {
        match self {
            Self::Four => &FOUR,
            Self::Eight => &STRAIGHT_FIRST,
        }
    }
}

impl Point {
    /// The point at column `x` and row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The four cells that share an edge with this one: up, left, right, down.
    pub fn four(self) -> impl Iterator<Item = Self> {
        FOUR.into_iter().map(move |offset| self + offset)
    }

    /// The eight cells around this one, row by row.
    pub fn eight(self) -> impl Iterator<Item = Self> {
        EIGHT.into_iter().map(move |offset| self + offset)
    }

    /// The number of steps between two cells in four directions, ignoring obstacles.
    #[must_use]
    pub const fn manhattan(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// The number of steps between two cells in eight directions, ignoring obstacles.
    #[must_use]
    pub fn chebyshev(self, other: Self) -> u32 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x.wrapping_add(other.x), self.y.wrapping_add(other.y))
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x.wrapping_sub(other.x), self.y.wrapping_sub(other.y))
    }
}

/// A column and a row.
///
/// ```
/// use undercroft_grid::Point;
/// assert_eq!(Point::from((3, 4)), Point::new(3, 4));
/// ```
impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Self {
        Self::new(x, y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

//! A value for each cell.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use crate::{Point, Size};

/// A value for each cell of a map, stored row by row.
///
/// ```
/// use undercroft_grid::{Grid, Point, Size};
/// let mut heights = Grid::new(Size::new(3, 2), 0);
/// heights[Point::new(2, 1)] = 7;
/// assert_eq!(heights.get(Point::new(2, 1)), Some(&7));
/// assert_eq!(heights.get(Point::new(3, 1)), None);
/// assert_eq!(heights.row(1), [0, 0, 7]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value everywhere.
    #[must_use]
    pub fn new(size: Size, value: T) -> Self {
        Self { size, cells: alloc::vec![value; size.area()] }
    }

    /// Gives every cell the same value.
    pub fn fill(&mut self, value: T) {
        self.cells.fill(value);
    }
}

impl<T> Grid<T> {
    /// A grid with these values, row by row.
    ///
    /// # Panics
    /// If there are not as many values as cells.
    #[must_use]
    pub fn from_vec(size: Size, values: Vec<T>) -> Self {
        assert_eq!(values.len(), size.area(), "{size} cells need as many values, not {}", values.len());
        Self { size, cells: values }
    }

    /// A grid of the values that `make` returns for each cell, row by row.
    #[must_use]
    pub fn from_fn(size: Size, make: impl FnMut(Point) -> T) -> Self {
        Self { size, cells: size.points().map(make).collect() }
    }

    /// Reads a grid from a drawing, one glyph per cell. White space around lines and empty lines are ignored, so a map can be indented
    /// in source code. Short lines are padded with spaces.
    ///
    /// ```
    /// use undercroft_grid::{Grid, Point};
    /// let grid = Grid::parse("#.#\n#.#", |glyph| glyph == '.');
    /// assert!(grid[Point::new(1, 1)]);
    /// ```
    #[must_use]
    pub fn parse(drawing: &str, mut read: impl FnMut(char) -> T) -> Self {
        let lines: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let mut cells = Vec::with_capacity(width * lines.len());
        for line in &lines {
            cells.extend(line.chars().chain(core::iter::repeat(' ')).take(width).map(&mut read));
        }
        Self { size: Size::new(width as u32, lines.len() as u32), cells }
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value at a cell, or `None` outside the grid.
    #[must_use]
    pub fn get(&self, at: Point) -> Option<&T> {
        self.size.contains(at).then(|| &self.cells[self.index(at)])
    }

    /// The value at a cell, mutable, or `None` outside the grid.
    pub fn get_mut(&mut self, at: Point) -> Option<&mut T> {
        if !self.size.contains(at) {
            return None;
        }
        let index = self.index(at);
        Some(&mut self.cells[index])
    }

    /// The values of a row, from left to right.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, y: u32) -> &[T] {
        let width = self.size.width as usize;
        &self.cells[y as usize * width..][..width]
    }

    /// The values of a row, mutable.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_mut(&mut self, y: u32) -> &mut [T] {
        let width = self.size.width as usize;
        &mut self.cells[y as usize * width..][..width]
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        (0..self.size.height).map(|y| self.row(y))
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &T)> {
        self.size.points().zip(&self.cells)
    }

    /// All values, row by row.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// All values, row by row, mutable.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// A grid of the same size with the results of `make` for each value.
    #[must_use]
    pub fn map<U>(&self, make: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { size: self.size, cells: self.cells.iter().map(make).collect() }
    }

    const fn index(&self, at: Point) -> usize {
        at.y as usize * self.size.width as usize + at.x as usize
    }
}

impl<T> Index<Point> for Grid<T> {
    type Output = T;

    fn index(&self, at: Point) -> &T {
        assert!(self.size.contains(at), "{at} is outside a grid of {}", self.size);
        &self.cells[self.index(at)]
    }
}

impl<T> IndexMut<Point> for Grid<T> {
    fn index_mut(&mut self, at: Point) -> &mut T {
        assert!(self.size.contains(at), "{at} is outside a grid of {}", self.size);
        let index = self.index(at);
        &mut self.cells[index]
    }
}

//! The maps that every system receives, and their file format: a line of text, then one byte per cell, 1 for open.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// A map with two open cells far apart.
#[derive(Debug, Clone)]
pub struct Map {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Row by row, 1 for open.
    pub cells: Vec<u8>,
    /// The open cell nearest to the first corner, or (0, 0).
    pub start: (usize, usize),
    /// The open cell nearest to the last corner, or (0, 0).
    pub goal: (usize, usize),
}

impl Map {
    /// Creates a map from cells.
    #[must_use]
    pub fn new(width: usize, height: usize, cells: Vec<u8>) -> Self {
        let mut map = Self { width, height, cells, start: (0, 0), goal: (0, 0) };
        let from_start = |(x, y): (usize, usize)| x + y;
        let open = || (0..width * height).filter(|&at| map.cells[at] == 1).map(|at| (at % width, at / width));
        let start = open().min_by_key(|&at| from_start(at)).unwrap_or_default();
        let goal = open().max_by_key(|&at| from_start(at)).unwrap_or_default();
        (map.start, map.goal) = (start, goal);
        map
    }

    /// Whether a cell of the map is open.
    #[must_use]
    pub fn is_open(&self, x: usize, y: usize) -> bool {
        self.cells[y * self.width + x] == 1
    }

    /// Whether a cell is open; cells outside are not.
    #[must_use]
    pub fn is_open_at(&self, x: i64, y: i64) -> bool {
        x >= 0 && y >= 0 && x < self.width as i64 && y < self.height as i64 && self.is_open(x as usize, y as usize)
    }

    /// The open neighbours of a cell in four directions.
    pub fn exits(&self, (x, y): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let steps = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        steps
            .into_iter()
            .map(move |(right, down)| (x as i64 + right, y as i64 + down))
            .filter(|&(x, y)| self.is_open_at(x, y))
            .map(|(x, y)| (x as usize, y as usize))
    }

    /// Two hundred open cells, spread evenly.
    #[must_use]
    pub fn origins(&self) -> Vec<(usize, usize)> {
        let open: Vec<usize> = (0..self.cells.len()).filter(|&at| self.cells[at] == 1).collect();
        let step = (open.len() / 200).max(1);
        open.into_iter().step_by(step).take(200).map(|at| (at % self.width, at / self.width)).collect()
    }

    /// Writes the map to a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let ((from_x, from_y), (to_x, to_y)) = (self.start, self.goal);
        let mut bytes = format!("map {} {} {from_x} {from_y} {to_x} {to_y}\n", self.width, self.height).into_bytes();
        bytes.extend_from_slice(&self.cells);
        fs::write(path, bytes)
    }

    /// Reads a map from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a map.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = fs::read(path)?;
        let no_map = || Error::new(ErrorKind::InvalidData, "not a map file");
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(no_map)?;
        let line = str::from_utf8(&bytes[..end]).map_err(|_| no_map())?;
        let numbers: Vec<usize> = line.split(' ').skip(1).map_while(|word| word.parse().ok()).collect();
        let &[width, height, from_x, from_y, to_x, to_y] = numbers.as_slice() else { return Err(no_map()) };
        let cells = bytes[end + 1..].to_vec();
        if width.checked_mul(height) != Some(cells.len()) {
            return Err(no_map());
        }
        Ok(Self { width, height, cells, start: (from_x, from_y), goal: (to_x, to_y) })
    }
}

/// SplitMix64, by Guy Steele, Doug Lea and Christine Flood: an endless stream of random words.
pub fn random_words(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

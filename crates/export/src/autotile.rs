//! Autotiling: choosing the picture of a wall, a floor or a lake that fits its neighbours.
//!
//! Art made for autotiling has one picture of a tile for each combination of neighbours of its own kind. Two sets are
//! common. In the tables below `#` is the tile's own kind, `.` is anything else, and the tile itself is in the middle;
//! the number above is the index of the picture in the set.
//!
//! **Edges**, 16 pictures: only the four sides count. North is 1, east 2, south 4, west 8, and the index is their
//! sum.
//!
//! ```text
//!   0    1    2    3    4    5    6    7    8    9   10   11   12   13   14   15
//!  ...  .#.  ...  .#.  ...  .#.  ...  .#.  ...  .#.  ...  .#.  ...  .#.  ...  .#.
//!  .#.  .#.  .##  .##  .#.  .#.  .##  .##  ##.  ##.  ###  ###  ##.  ##.  ###  ###
//!  ...  ...  ...  ...  .#.  .#.  .#.  .#.  ...  ...  ...  ...  .#.  .#.  .#.  .#.
//! ```
//!
//! **Blob**, 47 pictures: corners count too, but only between two sides of the tile's own kind, where they can be
//! seen. The index is the rank of the [mask](Surroundings) among those that remain. Most blob sets are numbered in
//! this order.
//!
//! ```text
//!   0    1    2    3    4    5    6    7    8    9   10   11   12   13   14   15
//!  ...  .#.  ...  .#.  .##  ...  .#.  ...  .#.  .##  ...  .#.  .##  ...  .#.  ...
//!  .#.  .#.  .##  .##  .##  .#.  .#.  .##  .##  .##  .##  .##  .##  ##.  ##.  ###
//!  ...  ...  ...  ...  ...  .#.  .#.  .#.  .#.  .#.  .##  .##  .##  ...  ...  ...
//!
//!  16   17   18   19   20   21   22   23   24   25   26   27   28   29   30   31
//!  .#.  .##  ...  .#.  ...  .#.  .##  ...  .#.  .##  ...  .#.  ...  .#.  .##  ...
//!  ###  ###  ##.  ##.  ###  ###  ###  ###  ###  ###  ##.  ##.  ###  ###  ###  ###
//!  ...  ...  .#.  .#.  .#.  .#.  .#.  .##  .##  .##  ##.  ##.  ##.  ##.  ##.  ###
//!
//!  32   33   34   35   36   37   38   39   40   41   42   43   44   45   46
//!  .#.  .##  ##.  ##.  ###  ##.  ##.  ###  ##.  ###  ##.  ##.  ###  ##.  ###
//!  ###  ###  ##.  ###  ###  ##.  ###  ###  ###  ###  ##.  ###  ###  ###  ###
//!  ###  ###  ...  ...  ...  .#.  .#.  .#.  .##  .##  ##.  ##.  ##.  ###  ###
//! ```
//!
//! ```
//! use undercroft_export::autotile::{Surroundings, blob47, edge16};
//!
//! let alone = Surroundings::default();
//! assert_eq!((edge16(alone), blob47(alone)), (0, 0));
//! let corridor = Surroundings::EAST | Surroundings::WEST;
//! assert_eq!((edge16(corridor), blob47(corridor)), (10, 15));
//! assert_eq!((edge16(Surroundings::ALL), blob47(Surroundings::ALL)), (15, 46));
//! ```

use std::ops::BitOr;

use undercroft_grid::Point;

/// The number of pictures in an edge set.
pub const EDGE_TILES: usize = 16;
/// The number of pictures in a blob set.
pub const BLOB_TILES: usize = 47;

/// Which of the eight neighbours are of the same kind: a bit mask, clockwise from north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Surroundings(u8);

impl Surroundings {
    /// North.
    pub const NORTH: Self = Self(1);
    /// North-east.
    pub const NORTH_EAST: Self = Self(2);
    /// East.
    pub const EAST: Self = Self(4);
    /// South-east.
    pub const SOUTH_EAST: Self = Self(8);
    /// South.
    pub const SOUTH: Self = Self(16);
    /// South-west.
    pub const SOUTH_WEST: Self = Self(32);
    /// West.
    pub const WEST: Self = Self(64);
    /// North-west.
    pub const NORTH_WEST: Self = Self(128);
    /// All eight.
    pub const ALL: Self = Self(255);

    /// The surroundings of a cell, where `is_same` says which cells are of its kind.
    ///
    /// ```
    /// use undercroft_export::autotile::Surroundings;
    /// use undercroft_mapgen::Point;
    /// let around = Surroundings::of(Point::new(0, 0), |at| at.y == 0);
    /// assert_eq!(around, Surroundings::EAST | Surroundings::WEST);
    /// ```
    pub fn of(at: Point, is_same: impl Fn(Point) -> bool) -> Self {
        const CLOCKWISE: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let bit = |(index, (x, y))| u8::from(is_same(Point::new(at.x + x, at.y + y))) << index;
        Self(CLOCKWISE.into_iter().enumerate().map(bit).fold(0, BitOr::bitor))
    }

    /// The bit mask.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Clears every corner that does not lie between two sides of the same kind.
    const fn seen(self) -> Self {
        const CORNERS: [(Surroundings, Surroundings, Surroundings); 4] = [
            (Surroundings::NORTH_EAST, Surroundings::NORTH, Surroundings::EAST),
            (Surroundings::SOUTH_EAST, Surroundings::SOUTH, Surroundings::EAST),
            (Surroundings::SOUTH_WEST, Surroundings::SOUTH, Surroundings::WEST),
            (Surroundings::NORTH_WEST, Surroundings::NORTH, Surroundings::WEST),
        ];
        let mut seen = self.0;
        let mut index = 0;
        while index < CORNERS.len() {
            let (corner, side, other) = CORNERS[index];
            if !(self.has(side) && self.has(other)) {
                seen &= !corner.0;
            }
            index += 1;
        }
        Self(seen)
    }
}

impl BitOr for Surroundings {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The index into an edge set, 0 to 15.
#[must_use]
pub const fn edge16(around: Surroundings) -> usize {
    // The sides are every second bit of the mask.
    let bits = around.0 as usize;
    bits & 1 | bits >> 1 & 2 | bits >> 2 & 4 | bits >> 3 & 8
}

/// The index into a blob set, 0 to 46.
#[must_use]
pub const fn blob47(around: Surroundings) -> usize {
    BLOB_INDEX[around.seen().0 as usize] as usize
}

/// The rank of each mask among those without hidden corners.
const BLOB_INDEX: [u8; 256] = {
    let mut index = [0; 256];
    let (mut mask, mut next) = (0, 0);
    while mask < 256 {
        if Surroundings(mask as u8).seen().0 as usize == mask {
            index[mask] = next;
            next += 1;
        }
        mask += 1;
    }
    index
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The drawings in this file's own documentation, by number.
    fn drawn(table: usize) -> Vec<(usize, Surroundings)> {
        let lines: Vec<&str> = include_str!("autotile.rs").lines().collect();
        let fences: Vec<usize> = (0..lines.len()).filter(|line| lines[*line].starts_with("//! ```")).collect();
        let rows: Vec<Vec<&str>> = lines[fences[2 * table] + 1..fences[2 * table + 1]]
            .iter()
            .map(|line| line.trim_start_matches("//!").split_whitespace().collect())
            .filter(|row: &Vec<&str>| !row.is_empty())
            .collect();
        let mut all = Vec::new();
        for block in rows.chunks(4) {
            for (column, number) in block[0].iter().enumerate() {
                let cell = |at: Point| block[(at.y + 2) as usize][column].as_bytes()[(at.x + 1) as usize] == b'#';
                all.push((number.parse().unwrap(), Surroundings::of(Point::new(0, 0), cell)));
            }
        }
        all
    }

    #[test]
    fn the_documented_tables_are_correct() {
        let (edges, blobs) = (drawn(0), drawn(1));
        assert_eq!((edges.len(), blobs.len()), (EDGE_TILES, BLOB_TILES));
        for (number, around) in edges {
            assert_eq!(edge16(around), number);
        }
        for (number, around) in blobs {
            assert_eq!(blob47(around), number);
        }
    }

    #[test]
    fn every_surrounding_maps_to_the_picture_with_the_same_visible_edges() {
        let blobs = drawn(1);
        for mask in 0..=255 {
            let around = Surroundings(mask);
            let (_, shown) = blobs[blob47(around)];
            assert_eq!(edge16(shown), edge16(around), "sides of {mask:08b}");
            for (corner, sides) in [(2, 1 | 4), (8, 4 | 16), (32, 16 | 64), (128, 64 | 1)] {
                let seen = mask & sides == sides && mask & corner != 0;
                assert_eq!(shown.bits() & corner != 0, seen, "corner {corner} of {mask:08b}");
            }
        }
    }
}

//! Where a tile ends: the sides and corners at which its neighbour is something else.

use undercroft_export::autotile::{Surroundings, blob47, edge16};
use undercroft_mapgen::Point;

use super::pixels::SIDE;

/// The neighbours of another kind. A corner counts only between two sides of the same kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edges {
    pub(crate) north: bool,
    pub(crate) east: bool,
    pub(crate) south: bool,
    pub(crate) west: bool,
    pub(crate) north_east: bool,
    pub(crate) south_east: bool,
    pub(crate) south_west: bool,
    pub(crate) north_west: bool,
}

impl Edges {
    /// All edges in the order of a blob set.
    pub(crate) fn blob() -> Vec<Self> {
        Self::all(blob47)
    }

    /// All edges in the order of an edge set, without corners.
    pub(crate) fn sides() -> Vec<Self> {
        let mut all = Self::all(edge16);
        for edges in &mut all {
            *edges =
                Self { north: edges.north, east: edges.east, south: edges.south, west: edges.west, ..Self::default() };
        }
        all
    }

    fn all(index: impl Fn(Surroundings) -> usize) -> Vec<Self> {
        let mut all = Vec::new();
        for mask in 0..=255_u8 {
            const CLOCKWISE: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
            let bit = |at: Point| {
                CLOCKWISE.iter().position(|side| (at.x, at.y) == *side).is_some_and(|bit| mask >> bit & 1 == 1)
            };
            let number = index(Surroundings::of(Point::new(0, 0), bit));
            let other = |bit: u8| mask >> bit & 1 == 0;
            let corner = |bit: u8| other(bit) && !other(bit - 1) && !other((bit + 1) % 8);
            let edges = Self {
                north: other(0),
                east: other(2),
                south: other(4),
                west: other(6),
                north_east: corner(1),
                south_east: corner(3),
                south_west: corner(5),
                north_west: corner(7),
            };
            if all.len() <= number {
                all.resize(number + 1, None);
            }
            all[number].get_or_insert(edges);
        }
        all.into_iter().map(|edges| edges.expect("every number has a mask")).collect()
    }

    /// How far a pixel is from where the tile ends, 0 at the edge itself.
    pub(crate) fn distance(self, x: i32, y: i32) -> i32 {
        self.distance_above(x, y, SIDE - 1)
    }

    /// The same, with `bottom` as the tile's last row wherever something else is to the south.
    pub(crate) fn distance_above(self, x: i32, y: i32, bottom: i32) -> i32 {
        let (east, south) = (SIDE - 1 - x, bottom - y);
        let sides = [(self.north, y), (self.east, east), (self.south, south), (self.west, x)];
        let corners = [
            (self.north_east, y.max(east)),
            (self.south_east, south.max(0).max(east)),
            (self.south_west, south.max(0).max(x)),
            (self.north_west, y.max(x)),
        ];
        let ends = sides.into_iter().chain(corners).filter(|(ends, _)| *ends);
        ends.map(|(_, distance)| distance).min().unwrap_or(2 * SIDE)
    }
}

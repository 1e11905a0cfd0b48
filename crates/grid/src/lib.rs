//! Grids and what roguelikes ask of them: regions, distances, paths, sight and lines, with no randomness and no I/O.
//!
//! A [`Grid`] holds a value for each cell, a [`BitGrid`] a yes or no. Everything that looks for connected
//! cells, ways or sight takes a [`BitGrid`] of the cells that are open to it, so that the caller decides
//! what "open" means.
//!
//! ```
//! use undercroft_grid::{BitGrid, Neighbours, Point, Regions};
//!
//! let open = BitGrid::parse(
//!     "..#..
//!      ..#..",
//!     |glyph| glyph == '.',
//! );
//! let regions = Regions::of(&open, Neighbours::Four);
//! assert_eq!(regions.count(), 2);
//! assert_ne!(regions.label(Point::new(0, 0)), regions.label(Point::new(4, 1)));
//! ```
#![no_std]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod bits;
mod blocking;
mod chokepoints;
mod distance;
mod flood;
mod grid;
mod lines;
mod loops;
#[cfg(test)]
mod masks;
mod passages;
mod path;
mod point;
mod rect;
mod regions;
mod size;

pub use bits::BitGrid;
pub use blocking::{cuts_apart, is_local_cut};
pub use chokepoints::chokepoints;
pub use distance::Distances;
pub use flood::flood;
pub use grid::Grid;
pub use lines::{Corner, bresenham, l_shape};
pub use loops::loops_around;
pub use passages::{corridors, dead_ends};
pub use path::{cheapest_path, shortest_path};
pub use point::{EIGHT, FOUR, Neighbours, Point};
pub use rect::Rect;
pub use regions::Regions;
pub use size::Size;

//! Grids and what roguelikes ask of them: regions, distances, paths, sight and lines, with no randomness and no I/O.
//!
//! A [`Grid`] holds a value for each cell, a [`BitGrid`] a yes or no. Everything that looks for connected
//! cells, ways or sight takes a [`BitGrid`] of the cells that are open to it, so that the caller decides
//! what "open" means.
//!
//! ```
//! use undercroft_grid::{BitGrid, Distances, Neighbours, Point, Regions, chokepoints, field_of_view};
//!
//! let open = BitGrid::parse(
//!     "#########
//!      #...#...#
//!      #.......#
//!      #...#...#
//!      #########",
//!     |glyph| glyph == '.',
//! );
//! let (left, right) = (Point::new(1, 1), Point::new(7, 1));
//!
//! assert_eq!(Regions::of(&open, Neighbours::Four).count(), 1);
//! assert_eq!(Distances::from(&open, [left], Neighbours::Four).get(right), Some(8));
//! assert!(chokepoints(&open).contains(Point::new(4, 2)));
//! assert!(!field_of_view(&open, left, None).contains(right));
//! ```
//!
//! | question | answer |
//! |---|---|
//! | What hangs together? | [`flood`], [`flood_within`], [`is_connected`], [`Regions`] |
//! | How far is it, and which way? | [`Distances`], [`shortest_path`], [`cheapest_path`] |
//! | What is in sight? | [`Sight`], [`field_of_view`] |
//! | Which cells join these two? | [`l_shape`], [`stepped_line`], [`bresenham`] |
//! | May this be filled? | [`cuts_apart`], [`is_local_cut`] |
//! | Where is it narrow? | [`chokepoints`], [`corridors`], [`dead_ends`] |
//! | How many ways lead round in a circle? | [`loops_around`] |
//! | What becomes of it when each cell follows its neighbours? | [`Automaton`] |
//! | What is around a set, inside it? | [`BitGrid::grown`], [`BitGrid::shrunk`], [`BitGrid::largest_rect`] |
//!
//! Coordinates are [`Point`]s of two `i32`s, with (0, 0) at the top left and `y` growing downwards. Asking about a cell
//! outside a map is never an error: it is not open, not in the set, not reached. The same question always gets the
//! same answer, of several that are as good too; which one is said where it matters.
//!
//! The crate is `no_std` and needs `alloc`; with the feature `simd`, which finds out what the processor can do, it needs
//! `std`.
#![no_std]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod bits;
mod blocking;
mod chokepoints;
mod cores;
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
mod sight;
mod size;
mod smoothing;
mod squares;
mod waves;
mod widest;

pub use bits::BitGrid;
pub use blocking::{cuts_apart, is_local_cut};
pub use chokepoints::chokepoints;
pub use cores::{both, cores, cores_for, each, each_below};
pub use distance::Distances;
pub use flood::{beyond_flood, choose_beyond_flood, flood, flood_within, is_connected};
pub use grid::Grid;
pub use lines::{Corner, bresenham, l_shape, stepped_line};
pub use loops::loops_around;
pub use passages::{corridors, dead_ends};
pub use path::{cheapest_path, shortest_path};
pub use point::{EIGHT, FOUR, Neighbours, Point};
pub use rect::Rect;
pub use regions::{Piece, Regions};
pub use sight::{Sight, field_of_view};
pub use size::Size;
pub use smoothing::{Automaton, CellRule};
pub use widest::vectorised;

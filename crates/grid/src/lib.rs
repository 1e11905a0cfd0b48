//! Grids for roguelikes: flood fill, connected components, distances, paths, field of view, lines and cellular automata, with no
//! randomness and no I/O.
//!
//! A [`Grid`] holds a value for each cell, a [`BitGrid`] is a set of cells. The algorithms take a [`BitGrid`] of the cells that are open
//! (or transparent), so the caller decides what "open" means.
//!
//! ```
//! use undercroft_grid::{BitGrid, Components, Distances, Neighbours, Point, chokepoints, field_of_view};
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
//! assert_eq!(Components::of(&open, Neighbours::Four).count(), 1);
//! assert_eq!(Distances::from(&open, [left], Neighbours::Four).get(right), Some(8));
//! assert!(chokepoints(&open).contains(Point::new(4, 2)));
//! assert!(!field_of_view(&open, left, None).contains(right));
//! ```
//!
//! | question | answer |
//! |---|---|
//! | What is connected? | [`flood`], [`flood_within`], [`is_connected`], [`Components`], [`DisjointSet`] |
//! | How far is it, and which way? | [`Distances`], [`shortest_path`], [`cheapest_path`] |
//! | Where should a creature go if water is slow and gold is worth a detour? | [`Distances::with_costs`] |
//! | Where is it safe? | [`Distances::flee`] |
//! | What is visible? | [`FieldOfView`], [`field_of_view`] |
//! | Can I use my own map, even an endless one? | [`FieldOfView::over`], [`shortest_path_over`], [`Distances::over`], [`flood_over`] |
//! | Which cells lie between these two? | [`l_shape`], [`stepped_line`], [`bresenham`] |
//! | Would filling these cells cut the map apart? | [`cuts_apart`], [`is_local_cut`] |
//! | Where is it narrow? | [`chokepoints`], [`corridors`], [`dead_ends`] |
//! | How many loops are there, and around what? | [`loops_around`], [`islands`] |
//! | How do I run a cellular automaton? | [`Automaton`] |
//! | How do I grow or shrink a set, or find the largest rectangle in it? | [`BitGrid::grown`], [`BitGrid::shrunk`], [`BitGrid::largest_rect`] |
//!
//! Coordinates are [`Point`]s of two `i32`s, with (0, 0) at the top left and `y` growing downwards. Querying a cell outside the map is
//! never an error: it is not open, not in the set, not reached. Results are deterministic: where several are equally good, the
//! documentation says which one you get.
//!
//! The crate is `no_std` and needs `alloc`. The features `simd` and `parallel` need `std`. The feature `serde` saves and loads points,
//! sizes, rectangles, grids and bit grids; `glam` and `mint` convert points and sizes to and from the vectors of game engines.
#![no_std]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod automaton;
mod bfs;
mod bit_grid;
mod block;
mod blocking;
mod chokepoints;
mod components;
#[cfg(any(feature = "glam", feature = "mint"))]
mod conversions;
mod disjoint_set;
mod distance;
mod flood;
mod fov;
mod grid;
#[doc(hidden)]
pub mod internal;
mod lines;
mod loops;
mod passages;
mod path;
mod point;
mod rect;
#[cfg(feature = "serde")]
mod saved;
mod size;
#[cfg(test)]
mod testing;

pub use automaton::{Automaton, CellRule};
pub use bit_grid::BitGrid;
pub use blocking::{cuts_apart, is_local_cut};
pub use chokepoints::chokepoints;
pub use components::Components;
pub use disjoint_set::DisjointSet;
pub use distance::Distances;
pub use flood::{flood, flood_over, flood_within, is_connected};
pub use fov::{FieldOfView, field_of_view};
pub use grid::Grid;
pub use lines::{Corner, bresenham, l_shape, stepped_line};
pub use loops::{islands, loops_around};
pub use passages::{corridors, dead_ends};
pub use path::{cheapest_path, shortest_path, shortest_path_over};
pub use point::{EIGHT, FOUR, Neighbours, Point};
pub use rect::Rect;
pub use size::Size;

use internal::{parallel, simd};

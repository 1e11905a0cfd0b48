//! Writes levels as text, JSON and pictures: bytes in memory or to any [`io::Write`](std::io::Write), never files.
//!
//! Every export reads a [`Draft`](undercroft_mapgen::Draft), which a finished [`Level`](undercroft_mapgen::Level)
//! derefs to, and gives the same bytes each time.
//!
//! ```
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! print!("{}", undercroft_export::ascii(&level));
//!
//! let mut file = Vec::new();
//! undercroft_export::draw(&level, &Default::default())?.write_png(&mut file)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ansi;
pub mod ascii;
mod font;
pub mod json;
mod look;
mod oblique;
mod picture;
mod png_file;
mod screen;
mod shade;
mod sprites;
mod top_down;

pub use ansi::{ColourDepth, ansi};
pub use ascii::{ascii, unicode};
pub use picture::{MOST_PIXELS, Picture, PictureError, PictureOptions, Projection, draw};
pub use screen::{ScreenCell, draw_screen};

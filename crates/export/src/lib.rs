//! Exports levels as text, JSON, pictures and maps for editors: to memory or any [`io::Write`](std::io::Write), never
//! to files.
//!
//! Every exporter takes a [`Draft`](undercroft_mapgen::Draft) and produces the same bytes every time. For a finished level,
//! use [`Level::as_draft`](undercroft_mapgen::Level::as_draft).
//!
//! ```
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! print!("{}", undercroft_export::ascii(level.as_draft()));
//!
//! let mut file = Vec::new();
//! undercroft_export::draw(level.as_draft(), &Default::default())?.write_png(&mut file)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
pub mod ansi;
mod appearance;
mod art;
pub mod ascii;
pub mod autotile;
mod caption;
mod contact_sheet;
pub mod csv;
mod error;
mod font;
mod format;
mod import;
pub mod json;
pub mod ldtk;
mod metadata;
mod mission;
mod mission_parts;
mod oblique;
pub mod overlay;
mod palette;
mod picture;
mod pins;
mod png_file;
mod screen;
mod shade;
pub mod svg;
mod thumbnail;
pub mod tiled;
mod top_down;
mod xml;
pub mod xp;

pub use animation::{Animation, caption_lines};
pub use ansi::{ColourDepth, ansi};
pub use art::{Art, ArtCell, ArtError, ArtPainter, ArtSheet, ArtThing, ArtView, MissingTile, draw_art, png_size};
pub use ascii::{ascii, unicode};
pub use contact_sheet::ContactSheet;
pub use error::ExportError;
pub use format::Format;
pub use import::{ReadError, read, read_with};
pub use oblique::{Side, oblique_face};
pub use overlay::{Overlay, OverlayLayer, draw_with_overlays};
pub use picture::{MOST_PIXELS, Picture, PictureError, PictureOptions, Projection, draw};
pub use pins::{PinError, ReadBeside, read_pins};
pub use png_file::PngError;
pub use screen::{ScreenCell, draw_screen, screen_cells};
pub use thumbnail::draw_thumbnail;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

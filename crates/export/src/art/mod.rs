//! Art sheets: images that hold a picture of each tile, as map editors use them.
//!
//! A sheet is drawn from glyphs ([`ArtSheet::of_glyphs`]), is the built-in art ([`ArtSheet::undercroft`]), or is the user's
//! own art, described in a TOML file ([`ArtSheet::parse`]).

mod built_in;
mod drawing;
mod file;
mod glyphs;
mod painter;
mod terrain;

use std::collections::BTreeMap;
use std::io;

use undercroft_mapgen::Size;

use crate::Picture;
use crate::autotile::{BLOB_TILES, EDGE_TILES};

pub use drawing::{Art, ArtError, draw_art};
pub use file::png_size;
pub use painter::{ArtCell, ArtPainter, ArtThing, ArtView};
pub(crate) use terrain::Terrain;

/// An image of tile pictures, all of one size, in rows from the top left.
#[derive(Clone, Debug)]
pub struct ArtSheet {
    /// The name that maps use for it.
    name: String,
    /// The image file, as maps refer to it.
    image: String,
    image_size: Size,
    tile_size: Size,
    /// Pixels around the edge of the image.
    margin: u32,
    /// Pixels between two pictures.
    spacing: u32,
    /// By tile name.
    tiles: BTreeMap<String, Vec<Choice>>,
    /// The picture for tiles without their own.
    other: Option<u32>,
    /// By kind; these pictures have a transparent background.
    things: BTreeMap<String, u32>,
    /// Each tile's picture without its glyph comes this many pictures after the one with it. Used under things and
    /// for rock surrounded by rock.
    plain_after: Option<u32>,
    /// How far raised tiles rise in oblique pictures, in pixels.
    rise: u32,
    picture: Option<Picture>,
}

/// One variant of a tile's picture. A tile with several variants uses each in proportion to its weight.
#[derive(Clone, Debug)]
struct Choice {
    weight: u32,
    pictures: Pictures,
    /// The front of a raised tile, in oblique pictures.
    front: Option<u32>,
    /// Other tiles that count as the same kind.
    joins: Vec<String>,
}

impl Choice {
    const fn one(index: u32) -> Self {
        Self { weight: 1, pictures: Pictures::One(index), front: None, joins: Vec::new() }
    }
}

#[derive(Clone, Debug)]
enum Pictures {
    One(u32),
    Edges([u32; EDGE_TILES]),
    Blob([u32; BLOB_TILES]),
}

impl Pictures {
    fn all(&self) -> &[u32] {
        match self {
            Self::One(index) => std::slice::from_ref(index),
            Self::Edges(indices) => indices,
            Self::Blob(indices) => indices,
        }
    }
}

/// A level uses a tile for which the sheet has no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("art `{sheet}` has no picture for the tile `{tile}`; add it under [tiles], or set `other` for all others")]
pub struct MissingTile {
    /// The sheet's name.
    pub sheet: String,
    /// The tile's name.
    pub tile: String,
}

impl ArtSheet {
    /// The name that maps use for the sheet.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The image file, as maps refer to it.
    #[must_use]
    pub fn image(&self) -> &str {
        &self.image
    }

    /// The same sheet with its image under another name or in another place.
    #[must_use]
    pub fn with_image(self, image: impl Into<String>) -> Self {
        Self { image: image.into(), ..self }
    }

    /// The size of the image in pixels.
    #[must_use]
    pub const fn image_size(&self) -> Size {
        self.image_size
    }

    /// The size of a picture drawn from a glyph, in pixels.
    #[must_use]
    pub const fn glyph_size() -> Size {
        Size::new(crate::font::SIDE, crate::font::SIDE)
    }

    /// The size of one picture in pixels.
    #[must_use]
    pub const fn tile_size(&self) -> Size {
        self.tile_size
    }

    /// Pixels around the edge of the image.
    #[must_use]
    pub const fn margin(&self) -> u32 {
        self.margin
    }

    /// Pixels between two pictures.
    #[must_use]
    pub const fn spacing(&self) -> u32 {
        self.spacing
    }

    /// How far raised tiles rise in oblique pictures, in pixels.
    #[must_use]
    pub const fn rise(&self) -> u32 {
        self.rise
    }

    /// Pictures per row.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        fitting(self.image_size.width, self.tile_size.width, self.margin, self.spacing)
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        fitting(self.image_size.height, self.tile_size.height, self.margin, self.spacing)
    }

    /// The number of pictures.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.columns() * self.rows()
    }

    /// The top-left corner of a picture in the image, in pixels.
    #[must_use]
    pub const fn corner(&self, index: u32) -> (u32, u32) {
        let (column, row) = (index % self.columns(), index / self.columns());
        (
            self.margin + column * (self.tile_size.width + self.spacing),
            self.margin + row * (self.tile_size.height + self.spacing),
        )
    }

    /// The image, unless it is the user's own file.
    #[must_use]
    pub const fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// The image as a PNG file, unless it is the user's own file.
    ///
    /// # Errors
    /// If encoding fails, which it never does in memory.
    pub fn png(&self) -> io::Result<Option<Vec<u8>>> {
        let Some(picture) = &self.picture else { return Ok(None) };
        let mut bytes = Vec::new();
        picture.write_png(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// The picture of something that stands on a cell: `start`, `stairs-up`, `stairs-down`, or the kind of a spawn.
    #[must_use]
    pub fn thing(&self, kind: &str) -> Option<u32> {
        self.things.get(kind).copied()
    }

    /// A picture that stands for a tile in a legend: surrounded by its own kind, or the front of a raised tile.
    #[must_use]
    pub fn tile(&self, name: &str) -> Option<u32> {
        let choice = self.tiles.get(name)?.first()?;
        choice.front.or_else(|| choice.pictures.all().last().copied())
    }

    /// Each picture in use, once, with the name of the tile or thing it shows.
    pub(crate) fn named(&self) -> BTreeMap<u32, &str> {
        let mut named = BTreeMap::new();
        for (name, choices) in &self.tiles {
            for index in choices.iter().flat_map(|choice| choice.pictures.all()) {
                named.entry(*index).or_insert(name.as_str());
                if let Some(after) = self.plain_after {
                    named.entry(index + after).or_insert(name.as_str());
                }
            }
            for index in choices.iter().filter_map(|choice| choice.front) {
                named.entry(index).or_insert(name.as_str());
            }
        }
        for (kind, index) in &self.things {
            named.entry(*index).or_insert(kind.as_str());
        }
        named
    }
}

const fn fitting(image: u32, tile: u32, margin: u32, spacing: u32) -> u32 {
    match image.checked_sub(2 * margin) {
        Some(inside) => (inside + spacing) / (tile + spacing),
        None => 0,
    }
}

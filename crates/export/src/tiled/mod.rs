//! Maps for [Tiled](https://www.mapeditor.org): `tmx` (XML) and `tmj` (JSON), with the same content.
//!
//! A map has a tile layer `terrain` and object layers `rooms`, `doors`, `stairs`, `things` (the start and all spawns, as
//! tile objects if the [art sheet](crate::ArtSheet) has a picture of them), `areas`, `links` and, if the level has one,
//! `mission`. Seed, recipe, plan, depth and generator version are custom properties of the map. Small maps are written
//! as plain numbers, large ones compressed with zlib.
//!
//! ```
//! use undercroft_export::{ArtSheet, tiled};
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! let sheet = ArtSheet::of_glyphs("caves-tiles", [level.as_draft()]);
//! let mut map = Vec::new();
//! tiled::write_tmx(level.as_draft(), &sheet, &Default::default(), &mut map)?;
//! assert!(map.starts_with(b"<?xml"));
//! // The image `caves-tiles.png` belongs beside it.
//! assert!(sheet.png()?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod objects;
mod tmj;
mod tmx;
mod world;

use std::io::{self, Write};

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use undercroft_mapgen::{Draft, Point, Property, TileInfo};

use crate::ArtSheet;
use crate::art::Terrain;
use crate::error::ExportError;

pub use tmj::{write_tmj, write_tsj};
pub use tmx::{write_tmx, write_tsx};
pub use world::TiledWorld;

/// The version of the map format; older and newer versions of Tiled read it too.
const FORMAT_VERSION: &str = "1.8";
/// Larger maps are compressed.
const MOST_PLAIN_CELLS: usize = 1 << 14;
/// The global id of the sheet's first picture; 0 means no picture.
const FIRST: u32 = 1;

/// How a map is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TiledOptions {
    /// The plan the level belongs to, recorded as a property.
    pub plan: Option<String>,
    /// Where the tileset goes.
    pub tileset: TilesetLocation,
}

/// Where the tileset of a map goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TilesetLocation {
    /// In the map; the image is a separate file.
    #[default]
    Map,
    /// In a separate file of this name, written by [`write_tsx`] or [`write_tsj`]; the image is another.
    File(String),
    /// In the map, with one embedded image per tile, so that no other file is needed. Only for `tmx`, and only for
    /// sheets drawn from glyphs. Tiled reads it; many other readers do not.
    MapWithImages,
}

/// The ids of the terrain, row by row: plain, or compressed and in Base64.
enum LayerData {
    Plain(Vec<Vec<u32>>),
    Compressed(String),
}

impl LayerData {
    fn of(draft: &Draft, sheet: &ArtSheet) -> Result<Self, ExportError> {
        let terrain = Terrain::new(sheet, draft)?;
        let row = |y: u32| (0..draft.size().width).map(move |x| Point::new(x as i32, y as i32));
        let number = |at: Point| FIRST + terrain.picture(at);
        if draft.size().area() <= MOST_PLAIN_CELLS {
            return Ok(Self::Plain((0..draft.size().height).map(|y| row(y).map(number).collect()).collect()));
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        let mut bytes = Vec::new();
        for y in 0..draft.size().height {
            bytes.clear();
            bytes.extend(row(y).flat_map(|at| number(at).to_le_bytes()));
            encoder.write_all(&bytes)?;
        }
        Ok(Self::Compressed(BASE64_STANDARD.encode(encoder.finish()?)))
    }
}

/// What the tileset says about a picture: the tile or thing it shows, and its rules.
struct PictureInfo<'a> {
    id: u32,
    class: &'a str,
    properties: Vec<(&'static str, Property)>,
}

fn picture_infos<'a>(draft: &Draft, sheet: &'a ArtSheet) -> Vec<PictureInfo<'a>> {
    let properties = |info: &TileInfo| {
        vec![("transparent", Property::Flag(info.transparent)), ("walkable", Property::Flag(info.walkable))]
    };
    let tile = |name: &str| draft.tileset().id(name).and_then(|tile| draft.tileset().get(tile));
    let info = |(id, class)| PictureInfo { id, class, properties: tile(class).map_or_else(Vec::new, properties) };
    sheet.named().into_iter().map(info).collect()
}

/// One picture of a sheet drawn from glyphs, as a PNG file in Base64.
fn image_text(sheet: &ArtSheet, index: u32) -> io::Result<Option<String>> {
    let Some(picture) = sheet.picture() else { return Ok(None) };
    let ((left, top), size) = (sheet.corner(index), sheet.tile_size());
    let mut bytes = Vec::new();
    picture.part((left as usize, top as usize), (size.width as usize, size.height as usize)).write_png(&mut bytes)?;
    Ok(Some(BASE64_STANDARD.encode(bytes)))
}

//! Art sheets: images that hold a picture of each tile, as map editors use them.
//!
//! A sheet is either drawn from glyphs ([`ArtSheet::of_glyphs`]) or the user's own art, described in a TOML file
//! ([`ArtSheet::parse`]).

mod file;
mod glyphs;

use std::collections::BTreeMap;
use std::io;

use undercroft_mapgen::{BitGrid, Draft, Point, Size, Tile};

use crate::autotile::{BLOB_TILES, EDGE_TILES, Surroundings, blob47, edge16};
use crate::{Picture, appearance};

pub use file::png_size;

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
    tiles: BTreeMap<String, Rule>,
    /// The picture for tiles that have none of their own.
    other: Option<u32>,
    /// By kind; these pictures have a transparent background.
    things: BTreeMap<String, u32>,
    /// Each tile's picture without its glyph comes this many pictures after the one with it. Used under things and
    /// for rock surrounded by rock.
    plain_after: Option<u32>,
    picture: Option<Picture>,
}

/// How to choose the picture of a tile.
#[derive(Clone, Debug)]
struct Rule {
    pictures: Pictures,
    /// Other tiles that count as the same kind.
    joins: Vec<String>,
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
#[error("art `{sheet}` has no picture for the tile `{tile}`; add it under [tiles], or set `other` for all the rest")]
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

    /// The image, if it was drawn from glyphs.
    #[must_use]
    pub const fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// The image as a PNG file, if it was drawn from glyphs.
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

    /// Each picture in use, once, with the name of the tile or thing it shows.
    pub(crate) fn named(&self) -> BTreeMap<u32, &str> {
        let mut named = BTreeMap::new();
        for (name, rule) in &self.tiles {
            for index in rule.pictures.all() {
                named.entry(*index).or_insert(name.as_str());
                if let Some(after) = self.plain_after {
                    named.entry(index + after).or_insert(name.as_str());
                }
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

/// The picture of every cell of a level.
#[derive(Debug)]
pub(crate) struct Terrain<'a> {
    draft: &'a Draft,
    rules: Vec<Option<(&'a Pictures, [bool; 256])>>,
    other: u32,
    plain: Option<(u32, BitGrid)>,
}

impl<'a> Terrain<'a> {
    /// Looks up the pictures of every tile in the level.
    pub(crate) fn new(sheet: &'a ArtSheet, draft: &'a Draft) -> Result<Self, MissingTile> {
        let mut used = [false; 256];
        draft.tiles().as_slice().iter().for_each(|tile| used[usize::from(tile.0)] = true);
        let mut rules = Vec::with_capacity(256);
        for id in 0..=255_u8 {
            let info = draft.tileset().get(Tile(id));
            let rule = info.and_then(|info| sheet.tiles.get(&info.name));
            if rule.is_none() && used[usize::from(id)] && sheet.other.is_none() {
                let tile = info.map_or_else(|| format!("number {id}"), |info| info.name.clone());
                return Err(MissingTile { sheet: sheet.name.clone(), tile });
            }
            rules.push(rule.map(|rule| {
                let joins = |other: usize| {
                    let other = draft.tileset().get(Tile(other as u8));
                    other.is_some_and(|other| rule.joins.contains(&other.name))
                };
                (&rule.pictures, std::array::from_fn(|other| other == usize::from(id) || joins(other)))
            }));
        }
        let plain = sheet.plain_after.map(|after| {
            let mut plain = appearance::buried(draft);
            for thing in appearance::Appearances::of(draft).things() {
                plain.insert(thing.at);
            }
            (after, plain)
        });
        Ok(Self { draft, rules, other: sheet.other.unwrap_or(0), plain })
    }

    /// The picture of a cell. The map is treated as continuing unchanged beyond its edge.
    pub(crate) fn picture(&self, at: Point) -> u32 {
        let tile = self.draft.tile(at);
        let Some((pictures, joins)) = &self.rules[usize::from(tile.0)] else { return self.other };
        let around = || {
            Surroundings::of(at, |near| self.draft.tiles().get(near).is_none_or(|other| joins[usize::from(other.0)]))
        };
        match pictures {
            Pictures::One(index) => match &self.plain {
                Some((after, plain)) if plain.contains(at) => index + after,
                _ => *index,
            },
            Pictures::Edges(indices) => indices[edge16(around())],
            Pictures::Blob(indices) => indices[blob47(around())],
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{SourceFile, Tileset};

    use super::*;

    fn sheet(text: &str) -> ArtSheet {
        ArtSheet::parse(SourceFile::new("own.toml", text), &Tileset::standard(), |_| Ok(Size::new(160, 160))).unwrap()
    }

    fn pictures(sheet: &ArtSheet, drawing: &str) -> Vec<u32> {
        let draft = Draft::parse(drawing);
        let terrain = Terrain::new(sheet, &draft).unwrap();
        draft.size().points().map(|at| terrain.picture(at)).collect()
    }

    #[test]
    fn walls_join_walls_and_the_tiles_listed_in_joins() {
        let alone = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 90\ndoor = 91\nwall = { edge16 = 20 }");
        assert_eq!(
            pictures(&alone, "..#..\n..+..\n..#.."),
            [90, 90, 21, 90, 90, 90, 90, 91, 90, 90, 90, 90, 24, 90, 90]
        );
        let joined = sheet(
            "image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 90\ndoor = 91\nwall = { edge16 = 20, joins = [\"door\"] }",
        );
        assert_eq!(pictures(&joined, ".#.\n.+.\n.#."), [90, 25, 90, 90, 91, 90, 90, 25, 90]);
    }

    #[test]
    fn blob_sets_show_inner_corners() {
        let blob = sheet("image = \"x.png\"\ntile-size = 16\nother = 99\n[tiles]\nwall = { blob47 = 0 }");
        let all = pictures(&blob, "###\n###\n##.");
        assert_eq!(all[4], 44, "only the south east corner is missing");
        assert_eq!(all[0], 46, "the map goes on beyond its edge");
        assert_eq!(all[8], 99);
    }

    #[test]
    fn a_tile_without_a_picture_is_named() {
        let no_walls = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 0");
        let error = Terrain::new(&no_walls, &Draft::parse("#.")).unwrap_err();
        assert!(error.to_string().contains("no picture for the tile `wall`"), "{error}");
        assert!(Terrain::new(&no_walls, &Draft::parse("..")).is_ok());
    }
}

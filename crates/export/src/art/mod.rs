//! Art sheets: images that hold a picture of each tile, as map editors use them.
//!
//! A sheet is either drawn from glyphs ([`ArtSheet::of_glyphs`]) or the user's own art, described in a TOML file
//! ([`ArtSheet::parse`]).

mod drawing;
mod file;
mod glyphs;

use std::collections::BTreeMap;
use std::io;

use undercroft_mapgen::{BitGrid, Draft, Point, Size, Stream, Tile};

use crate::autotile::{BLOB_TILES, EDGE_TILES, Surroundings, blob47, edge16};
use crate::{Picture, appearance};

pub use drawing::{Art, ArtError, draw_art};
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
    tiles: BTreeMap<String, Vec<Choice>>,
    /// The picture for tiles that have none of their own.
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

/// One of the ways to draw a tile. A tile that has several uses each as often as its weight says.
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

/// The picture of every cell of a level.
#[derive(Debug)]
pub(crate) struct Terrain<'a> {
    draft: &'a Draft,
    /// By tile: its choices, each with the tiles that it joins.
    rules: Vec<Vec<(&'a Choice, [bool; 256])>>,
    other: u32,
    plain: Option<(u32, BitGrid)>,
    /// Decides between the choices of a tile, by place in the world.
    stream: Stream,
}

impl<'a> Terrain<'a> {
    /// Looks up the pictures of every tile in the level.
    pub(crate) fn new(sheet: &'a ArtSheet, draft: &'a Draft) -> Result<Self, MissingTile> {
        let tileset = draft.tileset();
        let mut used = [false; 256];
        draft.tiles().as_slice().iter().for_each(|tile| used[usize::from(tile.0)] = true);
        let mut rules: Vec<Vec<(&Choice, [bool; 256])>> = vec![Vec::new(); 256];
        for (name, choices) in &sheet.tiles {
            // Art may call tiles by their roles.
            let Some(tile) = tileset.id(name) else { continue };
            rules[usize::from(tile.0)] = choices
                .iter()
                .map(|choice| {
                    let mut same = [false; 256];
                    let joined = choice.joins.iter().filter_map(|name| tileset.id(name));
                    joined.chain([tile]).for_each(|tile| same[usize::from(tile.0)] = true);
                    (choice, same)
                })
                .collect();
        }
        let missing = (0..=255_u8).find(|id| used[usize::from(*id)] && rules[usize::from(*id)].is_empty());
        if let Some(id) = missing.filter(|_| sheet.other.is_none()) {
            let tile = tileset.get(Tile(id)).map_or_else(|| format!("number {id}"), |info| info.name.clone());
            return Err(MissingTile { sheet: sheet.name.clone(), tile });
        }
        let plain = sheet.plain_after.map(|after| {
            let mut plain = appearance::buried(draft);
            for thing in appearance::Appearances::of(draft).things() {
                plain.insert(thing.at);
            }
            (after, plain)
        });
        let stream = draft.metadata.seed.fork("art").fork(draft.metadata.depth);
        Ok(Self { draft, rules, other: sheet.other.unwrap_or(0), plain, stream })
    }

    /// How to draw a tile at a cell.
    fn choice(&self, tile: Tile, at: Point) -> Option<&(&'a Choice, [bool; 256])> {
        let choices = &self.rules[usize::from(tile.0)];
        let total: u64 = choices.iter().map(|(choice, _)| u64::from(choice.weight)).sum();
        if choices.len() < 2 {
            return choices.first();
        }
        let roll = (u128::from(self.stream.at(self.draft.world(at))) * u128::from(total)) >> 64;
        let mut left = roll as u64;
        choices.iter().find(|(choice, _)| match left.checked_sub(u64::from(choice.weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }

    /// The picture of a cell. The map is treated as continuing unchanged beyond its edge.
    pub(crate) fn picture(&self, at: Point) -> u32 {
        self.picture_of(self.draft.tile(at), at)
    }

    /// The picture of a tile at a cell.
    fn picture_of(&self, tile: Tile, at: Point) -> u32 {
        let Some((choice, same)) = self.choice(tile, at) else { return self.other };
        let around =
            || Surroundings::of(at, |near| self.draft.tiles().get(near).is_none_or(|other| same[usize::from(other.0)]));
        match &choice.pictures {
            Pictures::One(index) => match &self.plain {
                Some((after, plain)) if plain.contains(at) => index + after,
                _ => *index,
            },
            Pictures::Edges(indices) => indices[edge16(around())],
            Pictures::Blob(indices) => indices[blob47(around())],
        }
    }

    /// The picture of the front of a cell.
    fn front(&self, at: Point) -> u32 {
        let choice = self.choice(self.draft.tile(at), at);
        choice.and_then(|(choice, _)| choice.front).unwrap_or_else(|| self.picture(at))
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
    fn variants_are_used_as_often_as_their_weights_say_and_stay_where_they_are() {
        let text = "image = \"x.png\"\ntile-size = 16\n[tiles]\nwall = { blob47 = 0 }\nfloor = [90, { tile = 91, weight = 3 }]";
        let (sheet, draft) = (sheet(text), Draft::parse(&".".repeat(4_000)));
        let terrain = Terrain::new(&sheet, &draft).unwrap();
        let count = draft.size().points().filter(|at| terrain.picture(*at) == 91).count();
        assert!((2_900..=3_100).contains(&count), "{count} of 4000");
        // A window shows the same variants as the whole.
        let part = draft.window(undercroft_mapgen::Rect::new(100, 0, 50, 1));
        let window = Terrain::new(&sheet, &part).unwrap();
        for at in part.size().points() {
            assert_eq!(window.picture(at), terrain.picture(at + Point::new(100, 0)));
        }
        let mut other = draft.clone();
        other.metadata.seed = 5.into();
        let other = Terrain::new(&sheet, &other).unwrap();
        assert!(draft.size().points().any(|at| other.picture(at) != terrain.picture(at)), "the seed decides");
    }

    #[test]
    fn art_finds_tiles_by_their_roles() {
        let tiles = "tile = [{ name = 'granite', glyph = '%', fg = '#000000', bg = '#000000' }, { name = 'dirt', glyph \
                     = '.', fg = '#000000', bg = '#000000', walkable = true }, { name = 'hatch', roles = ['door'], \
                     glyph = '+', fg = '#000000', bg = '#000000', walkable = true }]";
        let tiles = std::sync::Arc::new(Tileset::parse(SourceFile::new("t.toml", tiles)).unwrap());
        let sheet = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nwall = 1\nfloor = 2\ndoor = 3");
        let draft = Draft::parse_with("#.+", &tiles);
        let terrain = Terrain::new(&sheet, &draft).unwrap();
        assert_eq!([0, 1, 2].map(|x| terrain.picture(Point::new(x, 0))), [1, 2, 3]);
    }

    #[test]
    fn a_tile_without_a_picture_is_named() {
        let no_walls = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 0");
        let error = Terrain::new(&no_walls, &Draft::parse("#.")).unwrap_err();
        assert!(error.to_string().contains("no picture for the tile `wall`"), "{error}");
        assert!(Terrain::new(&no_walls, &Draft::parse("..")).is_ok());
    }
}

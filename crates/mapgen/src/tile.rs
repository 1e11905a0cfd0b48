//! Tiles, the ids that maps are made of, and tilesets, which say what each id looks like and how it behaves.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::content::{ContentError, SourceFile};
use crate::cp437;
use crate::draft::StairKind;
use crate::suggest::did_you_mean;

/// The id of a tile in a [`Tileset`]. In every tileset, 0 is the rock that levels are carved from and 1 is the floor
/// that carving leaves behind.
///
/// ```
/// use undercroft_mapgen::{Tile, Tileset};
/// let tiles = Tileset::standard();
/// let water = tiles.id("water").expect("the standard tileset has water");
/// assert_eq!(tiles[water].glyph, '≈');
/// assert_eq!(tiles.id("floor"), Some(Tile::FLOOR));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[repr(transparent)]
pub struct Tile(pub u8);

impl Tile {
    /// The rock that levels are carved from.
    pub const WALL: Self = Self(0);
    /// The floor that carving leaves behind.
    pub const FLOOR: Self = Self(1);
}

/// An RGB colour with opacity, written as in CSS.
///
/// ```
/// use undercroft_mapgen::Colour;
/// let moss: Colour = "#4a7c3a".parse().unwrap();
/// assert_eq!((moss.red, moss.opacity), (0x4a, 255));
/// assert_eq!(moss.to_string(), "#4a7c3a");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// The red component.
    pub red: u8,
    /// The green component.
    pub green: u8,
    /// The blue component.
    pub blue: u8,
    /// From 0, invisible, to 255, which hides everything behind it.
    pub opacity: u8,
}

/// The text is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a colour: write `#rrggbb` or `#rrggbbaa` in hexadecimal digits")]
#[non_exhaustive]
pub struct ColourError {
    /// The text.
    pub text: String,
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let problem = || ColourError { text: text.into() };
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or_else(problem)?;
        let [red, green, blue, opacity] = match text.len() {
            7 => (number << 8 | 0xff).to_be_bytes(),
            9 => number.to_be_bytes(),
            _ => return Err(problem()),
        };
        Ok(Self { red, green, blue, opacity })
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)?;
        if self.opacity < 255 {
            write!(f, "{:02x}", self.opacity)?;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a tileset says about one tile.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct TileInfo {
    /// The name that people type and read.
    pub name: String,
    /// The character that shows it, from Code Page 437.
    pub glyph: char,
    /// The foreground colour.
    pub fg: Colour,
    /// The background colour.
    pub bg: Colour,
    /// Whether creatures can stand on it.
    #[serde(default)]
    pub walkable: bool,
    /// Whether it can be seen through.
    #[serde(default)]
    pub transparent: bool,
    /// Whether it can be dug away.
    #[serde(default)]
    pub diggable: bool,
    /// The name of the tile it becomes when a path is carved through it; floor by default.
    #[serde(default)]
    pub carved: Option<String>,
    /// The name of the effect on whoever steps on it.
    #[serde(default)]
    pub on_enter: Option<String>,
    /// Its index in a picture sheet, for front ends that draw pictures instead of glyphs.
    #[serde(default)]
    pub graphic: Option<u32>,
    /// A sentence for players who look at it.
    #[serde(default)]
    pub description: String,
}

/// A tile that drafts also keep a list of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixture {
    Door,
    Stairs(StairKind),
}

impl Fixture {
    /// The fixture that the tile of this name is, if it is one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "door" | "open-door" => Some(Self::Door),
            "stairs-up" => Some(Self::Stairs(StairKind::Up)),
            "stairs-down" => Some(Self::Stairs(StairKind::Down)),
            _ => None,
        }
    }
}

impl fmt::Display for Fixture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Door => f.write_str("door"),
            Self::Stairs(kind) => write!(f, "staircase {}", kind.name()),
        }
    }
}

/// The tiles that a level is made of: at least rock and floor, at most 256.
///
/// ```
/// use undercroft_mapgen::{Tile, Tileset};
/// let tiles = Tileset::standard();
/// assert_eq!(tiles.id("floor"), Some(Tile::FLOOR));
/// assert!(tiles.is_walkable(Tile::FLOOR));
/// assert_eq!(tiles[Tile::WALL].glyph, '#');
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tileset {
    tiles: Vec<TileInfo>,
    carved: Vec<Tile>,
    fixtures: Vec<Option<Fixture>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TilesetFile {
    tile: Vec<toml::Spanned<TileInfo>>,
}

static STANDARD: LazyLock<Arc<Tileset>> = LazyLock::new(|| {
    let source = SourceFile::new("tilesets/standard.toml", include_str!("../content/tilesets/standard.toml"));
    // A test parses the embedded file.
    Arc::new(Tileset::parse(source).expect("the embedded tileset is valid"))
});

impl Tileset {
    /// The tileset of the built-in recipes.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        STANDARD.clone()
    }

    /// The names of the built-in tilesets.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        ["standard"].into_iter()
    }

    /// Reads a tileset from a TOML file's text.
    ///
    /// # Errors
    /// The text is not a valid tileset. The error says where and why.
    pub fn parse(source: SourceFile<'_>) -> Result<Self, ContentError> {
        let file: TilesetFile = source.deserialize()?;
        if file.tile.len() > 256 {
            return Err(source.error(0..0, format!("{} tiles: a tileset has at most 256", file.tile.len())));
        }
        let names: Vec<&str> = file.tile.iter().map(|tile| tile.as_ref().name.as_str()).collect();
        let mut carved = Vec::new();
        for (index, spanned) in file.tile.iter().enumerate() {
            let tile = spanned.as_ref();
            let problem = |what: String| Err(source.error(spanned.span(), format!("tile `{}`: {what}", tile.name)));
            if names[..index].contains(&tile.name.as_str()) {
                return problem("another tile has the same name".into());
            }
            if cp437::code(tile.glyph).is_none() {
                return problem(format!("the glyph `{}` is not in Code Page 437", tile.glyph));
            }
            let becomes = tile.carved.as_deref().map_or(Some(1), |name| names.iter().position(|known| *known == name));
            let Some(becomes) = becomes else {
                let name = tile.carved.as_deref().unwrap_or_default();
                return problem(format!(
                    "carved: no tile is called `{name}`; {}",
                    did_you_mean(name, names.iter().copied())
                ));
            };
            if !file.tile.get(becomes).is_some_and(|tile| tile.as_ref().walkable) {
                return problem("the tile it becomes when carved must be walkable".into());
            }
            carved.push(Tile(if tile.walkable { index as u8 } else { becomes as u8 }));
        }
        let tiles: Vec<TileInfo> = file.tile.into_iter().map(toml::Spanned::into_inner).collect();
        match tiles.as_slice() {
            [wall, floor, ..] if !wall.walkable && floor.walkable => {
                let fixtures = tiles.iter().map(|tile| Fixture::named(&tile.name)).collect();
                Ok(Self { tiles, carved, fixtures })
            }
            _ => Err(source.error(0..0, "the first tile must be solid, the rock, and the second walkable, the floor")),
        }
    }

    /// The id of the tile with this name.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<Tile> {
        self.tiles.iter().position(|tile| tile.name == name).map(|index| Tile(index as u8))
    }

    /// All tiles with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, &TileInfo)> {
        self.tiles.iter().enumerate().map(|(index, tile)| (Tile(index as u8), tile))
    }

    /// The tile with this id, if the tileset has one.
    #[must_use]
    pub fn get(&self, tile: Tile) -> Option<&TileInfo> {
        self.tiles.get(usize::from(tile.0))
    }

    /// Whether creatures can stand on the tile.
    #[must_use]
    pub fn is_walkable(&self, tile: Tile) -> bool {
        self.get(tile).is_some_and(|info| info.walkable)
    }

    /// Whether the tile can be seen through.
    #[must_use]
    pub fn is_transparent(&self, tile: Tile) -> bool {
        self.get(tile).is_some_and(|info| info.transparent)
    }

    /// The tile it becomes when a path is carved through it: rock becomes floor, water a ford, trees grass.
    #[must_use]
    pub fn carved(&self, tile: Tile) -> Tile {
        self.carved.get(usize::from(tile.0)).copied().unwrap_or(Tile::FLOOR)
    }

    /// The door or stairs that the tile is, if it is one.
    pub(crate) fn fixture(&self, tile: Tile) -> Option<Fixture> {
        self.fixtures.get(usize::from(tile.0)).copied().flatten()
    }

    /// The message for a name that no tile has: "no tile is called `flor`; did you mean `floor`?"
    pub(crate) fn unknown(&self, name: &str) -> String {
        let names = self.tiles.iter().map(|tile| tile.name.as_str());
        format!("no tile is called `{name}`; {}", did_you_mean(name, names))
    }
}

impl std::ops::Index<Tile> for Tileset {
    type Output = TileInfo;

    fn index(&self, tile: Tile) -> &TileInfo {
        &self.tiles[usize::from(tile.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Tileset, ContentError> {
        Tileset::parse(SourceFile::new("test.toml", text))
    }

    #[test]
    fn the_embedded_tileset_starts_with_wall_and_floor() {
        let tiles = Tileset::standard();
        assert_eq!((tiles.id("wall"), tiles.id("floor")), (Some(Tile(0)), Some(Tile(1))));
        assert_eq!(tiles.carved(tiles.id("water").unwrap()), tiles.id("ford").unwrap());
        assert_eq!(tiles.carved(tiles.id("tree").unwrap()), tiles.id("grass").unwrap());
    }

    #[test]
    fn an_invalid_colour_is_reported_with_its_place() {
        let error = parse("[[tile]]\nname = \"wall\"\nglyph = \"#\"\nfg = \"red\"\nbg = \"#000000\"\n").unwrap_err();
        assert_eq!((error.line, error.column), (4, 6));
        assert!(error.to_string().contains("`red` is not a colour"), "{error}");
    }

    #[test]
    fn a_tileset_without_rock_and_floor_is_refused() {
        let error =
            parse("[[tile]]\nname=\"a\"\nglyph=\"#\"\nfg=\"#000000\"\nbg=\"#000000\"\ncarved=\"a\"\n").unwrap_err();
        assert!(error.to_string().contains("must be walkable"), "{error}");
    }
}

//! Tilesets: the tiles that a level is made of, and lookup by name.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use unicode_width::UnicodeWidthChar;

use super::{Tile, TileInfo};
use crate::content::{ContentError, SourceFile};
use crate::draft::StairKind;
use crate::suggest::did_you_mean;

/// The most tiles in a tileset: an id is a byte.
const MOST_TILES: usize = 256;

/// A tile that drafts also keep a list of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixture {
    Door,
    Stairs(StairKind),
}

impl Fixture {
    /// The fixture that the tile's name or roles make it, if any.
    fn of(tile: &TileInfo) -> Result<Option<Self>, String> {
        let named = |name: &str| match name {
            "door" | "open-door" => Some(Self::Door),
            "stairs-up" => Some(Self::Stairs(StairKind::Up)),
            "stairs-down" => Some(Self::Stairs(StairKind::Down)),
            _ => None,
        };
        let all: Vec<(&str, Self)> = tile.names().filter_map(|name| Some((name, named(name)?))).collect();
        match all.as_slice() {
            [(name, first), rest @ ..] => match rest.iter().find(|(_, fixture)| fixture != first) {
                Some((other, _)) => Err(format!("a tile cannot be `{name}` and `{other}` at once")),
                None => Ok(Some(*first)),
            },
            [] => Ok(None),
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

/// The tiles that a level is made of: at least wall and floor, at most 256.
///
/// The first tile is the wall, the rock that levels are carved from, and the second is the floor, whatever they are
/// called. Steps, recipes and vaults refer to tiles by name. A tile can take on other names as `roles`.
///
/// ```
/// use undercroft_mapgen::{Recipe, SourceFile, Tile, Tileset};
/// let text = r##"
///     [[tile]]
///     name = "granite"
///     glyph = "▓"
///     fg = "#8a8782"
///     bg = "#4a4844"
///
///     [[tile]]
///     name = "dirt"
///     glyph = "."
///     fg = "#8b6b43"
///     bg = "#2a1f14"
///     walkable = true
///     transparent = true
///
///     [[tile]]
///     name = "ladder"
///     roles = ["stairs-up", "stairs-down"]
///     glyph = "H"
///     fg = "#ffcd22"
///     bg = "#2a1f14"
///     walkable = true
///     transparent = true
/// "##;
/// let error = Tileset::parse(SourceFile::new("mine.toml", text)).unwrap_err();
/// assert_eq!(error.to_string(), "mine.toml:16:5: tile `ladder`: a tile cannot be `stairs-up` and `stairs-down` at once");
///
/// let text = text.replace(", \"stairs-down\"", "");
/// let tiles = Tileset::parse(SourceFile::new("mine.toml", &text))?;
/// assert_eq!((tiles.id("granite"), tiles.id("wall")), (Some(Tile::WALL), Some(Tile::WALL)));
/// assert_eq!(tiles.id("stairs-up"), tiles.id("ladder"));
///
/// let error = Recipe::named("caves")?.tileset(tiles.into()).build(1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "recipe `caves`: the tileset has no tile `stairs-down`; add it, or give its name to another tile: \
///      roles = [\"stairs-down\"]"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tileset {
    tiles: Vec<TileInfo>,
    carved: Vec<Tile>,
    fixtures: Vec<Option<Fixture>>,
}

/// The standard tiles that differ from floor in looks alone. A small tileset can do without them.
const KINDS_OF_FLOOR: [&str; 7] = ["bridge", "carpet", "ford", "grass", "moss", "path", "rubble"];

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TilesetFile {
    tile: Vec<toml::Spanned<TileInfo>>,
}

static STANDARD: LazyLock<Arc<Tileset>> = LazyLock::new(|| {
    let source = SourceFile::new("tilesets/standard.toml", include_str!("../../content/tilesets/standard.toml"));
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
    /// If the text is not a valid tileset. The error says where and why.
    pub fn parse(source: SourceFile<'_>) -> Result<Self, ContentError> {
        let file: TilesetFile = source.read_toml()?;
        if file.tile.len() > MOST_TILES {
            return Err(source.error(0..0, format!("{} tiles: a tileset has at most {MOST_TILES}", file.tile.len())));
        }
        let (spans, tiles): (Vec<_>, Vec<TileInfo>) =
            file.tile.into_iter().map(|tile| (tile.span(), tile.into_inner())).unzip();
        if !matches!(tiles.as_slice(), [wall, floor, ..] if !wall.walkable && floor.walkable) {
            let problem = "the first tile must be solid (the wall) and the second walkable (the floor)";
            return Err(source.error(0..0, problem));
        }
        let mut tileset = Self { tiles, carved: Vec::new(), fixtures: Vec::new() };
        for (index, span) in spans.into_iter().enumerate() {
            let problem = |problem| source.error(span, format!("tile `{}`: {problem}", tileset.tiles[index].name));
            let (carved, fixture) = tileset.check(index).map_err(problem)?;
            tileset.carved.push(carved);
            tileset.fixtures.push(fixture);
        }
        Ok(tileset)
    }

    /// Checks a tile, and returns what it becomes when carved and the fixture it is.
    fn check(&self, index: usize) -> Result<(Tile, Option<Fixture>), String> {
        let tile = &self.tiles[index];
        for name in tile.names() {
            if name.is_empty() || name.chars().any(char::is_control) {
                return Err("a name needs at least one character, and no control characters".into());
            }
            if let Some(other) = self.tiles[..index].iter().find(|other| other.answers_to(name)) {
                return Err(format!("the tile `{}` already has the name or role `{name}`", other.name));
            }
        }
        for glyph in [tile.glyph, tile.top.glyph, tile.front.glyph] {
            if glyph.width() != Some(1) {
                let shown = glyph.escape_debug();
                return Err(format!("the glyph `{shown}` is not one column wide: use a character that is"));
            }
        }
        let carved = match &tile.carved {
            _ if tile.walkable => Tile(index as u8),
            None => Tile::FLOOR,
            Some(name) => self.id(name).ok_or_else(|| format!("carved: {}", self.unknown(name)))?,
        };
        if !self.is_walkable(carved) {
            return Err("the tile it becomes when carved must be walkable".into());
        }
        let fixture = Fixture::of(tile)?;
        if fixture.is_some() && !tile.walkable {
            return Err("doors and stairs must be walkable".into());
        }
        Ok((carved, fixture))
    }

    /// The id of the tile with this name or role. If no tile is called `wall` or `floor`, these are the first tile
    /// and the second.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<Tile> {
        let find = |has: &dyn Fn(&TileInfo) -> bool| self.tiles.iter().position(has).map(|index| Tile(index as u8));
        find(&|tile| tile.name == name).or_else(|| find(&|tile| tile.answers_to(name))).or(match name {
            "wall" => Some(Tile::WALL),
            "floor" => Some(Tile::FLOOR),
            _ => None,
        })
    }

    /// The tile that steps, vaults and plans use for a name: the one with this name or role, or floor for a standard tile
    /// that is only another kind of floor.
    pub(crate) fn id_or_floor(&self, name: &str) -> Option<Tile> {
        self.id(name).or_else(|| KINDS_OF_FLOOR.contains(&name).then_some(Tile::FLOOR))
    }

    /// The tile that a glyph of a drawing stands for: floor for a full stop, or else the tile with this glyph. A glyph
    /// that no tile has means the same as in the standard tileset, so that `#` is always wall and `+` a door.
    ///
    /// ```
    /// use undercroft_mapgen::{Tile, Tileset};
    /// let tiles = Tileset::standard();
    /// assert_eq!(tiles.drawn_as('.'), Some(Tile::FLOOR));
    /// assert_eq!(tiles.drawn_as('≈'), tiles.id("water"));
    /// assert_eq!(tiles.drawn_as('k'), None);
    /// ```
    #[must_use]
    pub fn drawn_as(&self, glyph: char) -> Option<Tile> {
        let named = |tiles: &Self| tiles.iter().find(|(_, tile)| tile.glyph == glyph).map(|(id, _)| id);
        match glyph {
            '.' => Some(Tile::FLOOR),
            _ => named(self).or_else(|| self.id_or_floor(&STANDARD[named(&STANDARD)?].name)),
        }
    }

    /// This tileset with the tile of another one added at the end, to find out what else it lacks.
    pub(crate) fn with(mut self, tile: &TileInfo) -> Option<Self> {
        self.tiles.push(TileInfo { carved: None, roles: Vec::new(), ..tile.clone() });
        let (carved, fixture) = self.check(self.tiles.len() - 1).ok()?;
        self.carved.push(carved);
        self.fixtures.push(fixture);
        (self.tiles.len() <= MOST_TILES).then_some(self)
    }

    /// All tiles, with their ids.
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

    /// Whether the tile is a door, closed or open: its name or a role is `door` or `open-door`.
    #[must_use]
    pub fn is_door(&self, tile: Tile) -> bool {
        self.fixture(tile) == Some(Fixture::Door)
    }

    /// The direction that the tile leads if it is stairs: its name or a role is `stairs-up` or `stairs-down`.
    #[must_use]
    pub fn stairs(&self, tile: Tile) -> Option<StairKind> {
        match self.fixture(tile) {
            Some(Fixture::Stairs(kind)) => Some(kind),
            _ => None,
        }
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

    /// A tileset of rock, floor and one more tile.
    fn with(tile: &str) -> Result<Tileset, String> {
        let colours = "fg = '#000000'\nbg = '#000000'\n";
        let text = format!(
            "[[tile]]\nname = 'rock'\nglyph = '#'\n{colours}[[tile]]\nname = 'dirt'\nglyph = '.'\nwalkable = \
             true\n{colours}[[tile]]\n{colours}{tile}"
        );
        parse(&text).map_err(|error| error.problem)
    }

    #[test]
    fn a_tileset_without_wall_and_floor_is_refused() {
        let error = parse("[[tile]]\nname=\"a\"\nglyph=\"#\"\nfg=\"#000000\"\nbg=\"#000000\"\n").unwrap_err();
        assert!(error.to_string().contains("the first tile must be solid"), "{error}");
    }

    #[test]
    fn wall_and_floor_are_the_first_two_tiles_unless_others_have_these_names() {
        let tiles = with("name = 'hatch'\nroles = ['door']\nglyph = '+'\nwalkable = true").unwrap();
        assert_eq!((tiles.id("wall"), tiles.id("floor")), (Some(Tile(0)), Some(Tile(1))));
        assert_eq!((tiles.id("door"), tiles.id("hatch")), (Some(Tile(2)), Some(Tile(2))));
        assert!(tiles.is_door(Tile(2)) && tiles.id("water").is_none());
        let tiles = with("name = 'wall'\nglyph = '%'").unwrap();
        assert_eq!((tiles.id("wall"), tiles.id("floor")), (Some(Tile(2)), Some(Tile(1))));
    }

    #[test]
    fn a_glyph_can_be_any_character_one_column_wide() {
        for glyph in ['ø', '⛧', '水', '\u{7}', '\u{301}', '\u{200b}', '🐉'] {
            let known = with(&format!("name = 'x'\nglyph = \"\\U{:08X}\"", u32::from(glyph)));
            match glyph {
                'ø' | '⛧' => assert!(known.is_ok(), "{glyph}: {known:?}"),
                '\u{7}' => assert!(known.is_err_and(|error| error.contains("control character"))),
                _ => {
                    assert!(known.as_ref().is_err_and(|error| error.contains("one column wide")), "{glyph}: {known:?}");
                }
            }
        }
        let error = with("name = 'x'\nglyph = '%'\nfront = { glyph = '水', fg = '#000000', bg = '#000000' }");
        assert!(error.is_err_and(|error| error.contains("`水` is not one column wide")));
    }

    #[test]
    fn by_default_a_tile_is_raised_if_it_is_opaque() {
        let tiles = with("name = 'x'\nglyph = '%'\ntransparent = true").unwrap();
        assert!(tiles[Tile::WALL].is_raised() && !tiles[Tile(2)].is_raised());
        assert_eq!(tiles[Tile::WALL].front, tiles[Tile::WALL].face());
        let text = "name = 'x'\nglyph = '%'\nshape = 'block'\nfront = { glyph = '=', fg = '#ff0000', bg = '#000000' }";
        let tiles = with(text).unwrap();
        assert_eq!(
            (tiles[Tile(2)].is_raised(), tiles[Tile(2)].front.glyph, tiles[Tile(2)].top.glyph),
            (true, '=', '%')
        );
    }

    #[test]
    fn tiles_that_contradict_themselves_or_each_other_are_refused() {
        for (tile, why) in [
            ("name = 'rock'\nglyph = '%'", "the tile `rock` already has the name or role `rock`"),
            ("name = 'x'\nroles = ['dirt']\nglyph = '%'", "the tile `dirt` already has the name or role `dirt`"),
            ("name = ''\nglyph = '%'", "a name needs at least one character"),
            ("name = 'x'\nroles = ['door']\nglyph = '%'", "doors and stairs must be walkable"),
            ("name = 'door'\nroles = ['stairs-up']\nglyph = '%'\nwalkable = true", "cannot be `door` and `stairs-up`"),
            ("name = 'x'\nglyph = '%'\ncarved = 'drit'", "carved: no tile is called `drit`; did you mean `dirt`?"),
            ("name = 'x'\nglyph = '%'\ncarved = 'rock'", "must be walkable"),
        ] {
            let error = with(tile).expect_err(tile);
            assert!(error.contains(why), "{tile}\n{error}");
        }
    }
}

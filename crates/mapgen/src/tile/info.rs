//! What a tileset says about one tile: its look, its faces and its properties.

use serde::{Deserialize, Serialize};

use super::Colour;

/// A glyph and its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Face {
    /// The character.
    pub glyph: char,
    /// The foreground colour.
    pub fg: Colour,
    /// The background colour.
    pub bg: Colour,
}

/// The shape of a tile in an oblique view, from above and in front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Shape {
    /// Flat on the ground.
    #[default]
    Flat,
    /// Just below the ground, like a ford.
    Shallow,
    /// Well below the ground, like deep water.
    Deep,
    /// So far below the ground that the bottom is dark.
    Pit,
    /// Raised to the height of a wall, with a top and a front.
    Block,
    /// Leaves on a trunk.
    Tree,
    /// Round and tall.
    Column,
    /// The glyph itself, standing upright on the ground.
    Figure,
}

/// What a tileset says about one tile.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "TileFile", into = "TileFile")]
#[non_exhaustive]
pub struct TileInfo {
    /// The name.
    pub name: String,
    /// Other names that recipes, vaults and rules may use for it, such as `door` for a tile called `hatch`.
    pub roles: Vec<String>,
    /// The character that represents it, one column wide.
    pub glyph: char,
    /// The foreground colour.
    pub fg: Colour,
    /// The background colour.
    pub bg: Colour,
    /// Its shape in an oblique view, from above and in front. By default, an opaque tile is a block and any other is
    /// flat.
    pub shape: Shape,
    /// The top of a block: by default the tile itself, a little lighter.
    pub top: Face,
    /// The front of a block: by default the tile itself.
    pub front: Face,
    /// Whether creatures can stand on it.
    pub walkable: bool,
    /// Whether it can be seen through.
    pub transparent: bool,
    /// Whether it can be dug away.
    pub diggable: bool,
    /// The name of the tile it becomes when a path is carved through it; floor by default.
    pub carved: Option<String>,
    /// The name of the effect on whoever steps on it. Stairs have their usual effect unless the file says otherwise.
    pub on_enter: Option<String>,
    /// A sentence for players who look at it.
    pub description: String,
}

impl TileInfo {
    /// Its appearance from directly above.
    #[must_use]
    pub const fn face(&self) -> Face {
        Face { glyph: self.glyph, fg: self.fg, bg: self.bg }
    }

    /// Whether it stands as high as a wall, so that it has a top and a front.
    ///
    /// ```
    /// use undercroft_mapgen::{Tile, Tileset};
    /// let tiles = Tileset::standard();
    /// assert!(tiles[Tile::WALL].is_raised() && !tiles[Tile::FLOOR].is_raised());
    /// ```
    #[must_use]
    pub const fn is_raised(&self) -> bool {
        matches!(self.shape, Shape::Block)
    }

    /// Whether recipes can refer to it by this name.
    #[must_use]
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.roles.iter().any(|role| role == name)
    }

    /// Its name and its roles.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.roles).map(String::as_str)
    }
}

/// A tile as written in a file, where most keys are optional.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TileFile {
    name: String,
    #[serde(default)]
    roles: Vec<String>,
    glyph: char,
    fg: Colour,
    bg: Colour,
    shape: Option<Shape>,
    top: Option<Face>,
    front: Option<Face>,
    #[serde(default)]
    walkable: bool,
    #[serde(default)]
    transparent: bool,
    #[serde(default)]
    diggable: bool,
    carved: Option<String>,
    on_enter: Option<String>,
    #[serde(default)]
    description: String,
}

impl From<TileFile> for TileInfo {
    fn from(file: TileFile) -> Self {
        let TileFile { name, roles, glyph, fg, bg, walkable, transparent, diggable, carved, on_enter, .. } = file;
        let usual = if transparent { Shape::Flat } else { Shape::Block };
        let is_stairs = |name: &&String| ["stairs-up", "stairs-down"].contains(&name.as_str());
        let on_enter = on_enter.or_else(|| std::iter::once(&name).chain(&roles).find(is_stairs).cloned());
        Self {
            shape: file.shape.unwrap_or(usual),
            top: file.top.unwrap_or(Face { glyph, fg, bg: bg.mixed(fg, 4) }),
            front: file.front.unwrap_or(Face { glyph, fg, bg }),
            description: file.description,
            name,
            roles,
            glyph,
            fg,
            bg,
            walkable,
            transparent,
            diggable,
            carved,
            on_enter,
        }
    }
}

impl From<TileInfo> for TileFile {
    fn from(tile: TileInfo) -> Self {
        Self {
            name: tile.name,
            roles: tile.roles,
            glyph: tile.glyph,
            fg: tile.fg,
            bg: tile.bg,
            shape: Some(tile.shape),
            top: Some(tile.top),
            front: Some(tile.front),
            walkable: tile.walkable,
            transparent: tile.transparent,
            diggable: tile.diggable,
            carved: tile.carved,
            on_enter: tile.on_enter,
            description: tile.description,
        }
    }
}

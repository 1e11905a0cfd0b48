//! Tiles, the ids that maps are made of, and tilesets, which say what each id looks like and how it behaves.

mod colour;
mod info;
mod missing;
mod tileset;

use serde::{Deserialize, Serialize};

pub use colour::{Colour, ColourError};
pub use info::{Face, Shape, TileInfo};
pub use missing::MissingTiles;
pub(crate) use tileset::Fixture;
pub use tileset::Tileset;

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

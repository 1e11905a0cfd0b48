//! Drafts as serde saves them: all their parts, with the tileset that the tiles refer to.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::cells::Cells;
use super::{Draft, Metadata, Spawn, Stair, StampedVault};
use crate::tile::{Tile, Tileset};
use crate::{Grid, LONGEST_SIDE, MOST_CELLS, Point, Rect};

#[derive(Deserialize, Serialize)]
#[serde(rename = "Draft")]
struct SavedDraft {
    metadata: Metadata,
    origin: Point,
    endless: bool,
    tileset: Arc<Tileset>,
    tiles: Grid<Tile>,
    rooms: Vec<Rect>,
    lattice: Option<Grid<Option<usize>>>,
    doorways: Vec<Point>,
    doors: Vec<Point>,
    start: Option<Point>,
    min_path_length: u32,
    lenient: bool,
    stairs: Vec<Stair>,
    spawns: Vec<Spawn>,
    vaults: Vec<StampedVault>,
}

impl Serialize for Draft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedDraft::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Draft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedDraft::deserialize(deserializer)?;
        saved.problem().map_or_else(|| Ok(saved.into()), |problem| Err(de::Error::custom(problem)))
    }
}

impl From<Draft> for SavedDraft {
    // Every field is named, so that none is forgotten.
    #[rustfmt::skip]
    fn from(draft: Draft) -> Self {
        let Draft {
            metadata, origin, endless, rooms, lattice, doorways, doors, start, min_path_length, lenient, stairs, spawns,
            vaults, cells, tileset,
        } = draft;
        let tiles = cells.tiles().clone();
        Self {
            metadata, origin, endless, tileset, tiles, rooms, lattice, doorways, doors, start, min_path_length, lenient,
            stairs, spawns, vaults,
        }
    }
}

impl From<SavedDraft> for Draft {
    #[rustfmt::skip]
    fn from(saved: SavedDraft) -> Self {
        let SavedDraft {
            metadata, origin, endless, tileset, tiles, rooms, lattice, doorways, doors, start, min_path_length, lenient,
            stairs, spawns, vaults,
        } = saved;
        Self {
            metadata, origin, endless, rooms, lattice, doorways, doors, start, min_path_length, lenient, stairs, spawns,
            vaults, cells: Cells::of(tiles), tileset,
        }
    }
}

impl SavedDraft {
    /// What no draft could have saved. Whether the draft makes a good level is for the checks to decide.
    fn problem(&self) -> Option<String> {
        let size = self.tiles.size();
        let cells = u64::from(size.width) * u64::from(size.height);
        if size.width.max(size.height) > LONGEST_SIDE || cells > MOST_CELLS {
            return Some(format!("{size}: a side has at most {LONGEST_SIDE} cells, and a map at most {MOST_CELLS}"));
        }
        if let Some((at, tile)) = self.tiles.iter().find(|(_, tile)| self.tileset.get(**tile).is_none()) {
            return Some(format!("the tileset has no tile {}, which is at {at}", tile.0));
        }
        let mut numbers = self.lattice.iter().flat_map(Grid::as_slice).flatten();
        if let Some(number) = numbers.find(|number| **number >= self.rooms.len()) {
            return Some(format!("the lattice has a room {number}, and there are {} rooms", self.rooms.len()));
        }
        let mut areas = self.rooms.iter().chain(self.vaults.iter().map(|vault| &vault.area));
        let area = areas.find(|area| area.width.max(area.height) > LONGEST_SIDE)?;
        Some(format!("an area of {} is too large: a side has at most {LONGEST_SIDE} cells", area.size()))
    }
}

//! Drafts as serde saves them: all their parts, with the tileset that the tiles refer to.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Draft;
use crate::{Grid, LONGEST_SIDE, MOST_CELLS};

impl Serialize for Draft {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The derived function, which is not the trait's: see `serde(remote)`.
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Draft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let draft = Self::deserialize(deserializer)?;
        draft.problem().map_or(Ok(draft), |problem| Err(de::Error::custom(problem)))
    }
}

/// The cells of a draft as a grid of tiles.
pub(super) mod tiles {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::super::cells::Cells;

    pub(in super::super) fn serialize<S: Serializer>(cells: &Cells, serializer: S) -> Result<S::Ok, S::Error> {
        cells.tiles().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cells, D::Error> {
        Deserialize::deserialize(deserializer).map(Cells::of)
    }
}

impl Draft {
    /// Finds what no saved draft can contain. Whether the draft makes a good level is for the checks to decide.
    fn problem(&self) -> Option<String> {
        let size = self.size();
        let cells = u64::from(size.width) * u64::from(size.height);
        if size.width.max(size.height) > LONGEST_SIDE || cells > MOST_CELLS {
            return Some(format!("{size}: a side has at most {LONGEST_SIDE} cells, and a map at most {MOST_CELLS}"));
        }
        if let Some((at, tile)) = self.tiles().iter().find(|(_, tile)| self.tileset.get(**tile).is_none()) {
            return Some(format!("the tileset has no tile {}, which is at {at}", tile.0));
        }
        let mut numbers = self.lattice.iter().flat_map(Grid::as_slice).flatten();
        if let Some(number) = numbers.find(|number| **number >= self.rooms.len()) {
            return Some(format!("the lattice has a room {number}, but there are {} rooms", self.rooms.len()));
        }
        let mut areas = self.rooms.iter().chain(self.vaults.iter().map(|vault| &vault.area));
        let area = areas.find(|area| area.width.max(area.height) > LONGEST_SIDE)?;
        Some(format!("an area of {} is too large: a side has at most {LONGEST_SIDE} cells", area.size()))
    }
}

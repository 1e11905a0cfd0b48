//! The world as a game sees it: a dungeon, and what has been changed in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::Point;

use super::{Dungeon, DungeonError, Floor};
use crate::Tile;

/// Three dimensions of tiles: x, y and depth, each over its whole range. It is sparse: only what was changed is
/// stored; the dungeon is asked for the rest, and where it has nothing, rock stands.
///
/// ```
/// use undercroft_mapgen::{Dungeon, Plan, Point, Tile, World};
/// let mut world = World::new(Dungeon::new(Plan::named("two-caves")?, 3));
/// let nowhere = Point::new(i32::MIN, i32::MAX);
/// assert_eq!(world.tile(1, nowhere)?, Tile::WALL);
/// world.set(1, nowhere, Tile::FLOOR);
/// assert_eq!(world.tile(1, nowhere)?, Tile::FLOOR);
/// assert_eq!(world.changes().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    dungeon: Arc<Dungeon>,
    changes: BTreeMap<(u32, Point), Tile>,
}

impl World {
    /// The dungeon as it was made.
    #[must_use]
    pub const fn new(dungeon: Arc<Dungeon>) -> Self {
        Self { dungeon, changes: BTreeMap::new() }
    }

    /// The dungeon under the changes.
    #[must_use]
    pub const fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// The tile of a cell: as changed, else as made, else rock.
    ///
    /// # Errors
    /// Where the dungeon's level cannot be made. A depth that the plan does not have is rock.
    pub fn tile(&self, depth: u32, at: Point) -> Result<Tile, DungeonError> {
        if let Some(tile) = self.changes.get(&(depth, at)) {
            return Ok(*tile);
        }
        if !self.dungeon.plan().has(depth) {
            return Ok(Tile::WALL);
        }
        match self.dungeon.level(depth)? {
            Floor::Bounded(level) => Ok(level.tile(at - level.origin)),
            Floor::Endless(endless) => endless.tile(at),
        }
    }

    /// Changes the tile of a cell.
    pub fn set(&mut self, depth: u32, at: Point, tile: Tile) {
        self.changes.insert((depth, at), tile);
    }

    /// All that was changed, by depth and place.
    pub fn changes(&self) -> impl Iterator<Item = (u32, Point, Tile)> {
        self.changes.iter().map(|((depth, at), tile)| (*depth, *at, *tile))
    }
}

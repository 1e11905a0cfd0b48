//! A dungeon together with the changes made to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::Point;

use super::{Dungeon, DungeonError, Floor};
use crate::Tile;

/// A dungeon that has been changed, by digging or building: tiles over the whole range of x, y and depth.
///
/// It is sparse. Only changed tiles are stored; the dungeon makes the others on demand, and wherever it has no level
/// there is rock, or the tile given to [`outside`](Self::outside).
///
/// ```
/// use undercroft_mapgen::{Dungeon, EditedDungeon, Plan, Point, Tile};
/// let mut caves = EditedDungeon::new(Dungeon::new(Plan::named("two-caves")?, 3));
/// let far_away = Point::new(i32::MIN, i32::MAX);
/// assert_eq!(caves.tile(1, far_away)?, Tile::WALL);
/// caves.set(1, far_away, Tile::FLOOR);
/// assert_eq!(caves.tile(1, far_away)?, Tile::FLOOR);
/// assert_eq!(caves.edits().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EditedDungeon {
    dungeon: Arc<Dungeon>,
    edits: BTreeMap<(u32, Point), Tile>,
    outside: Tile,
}

impl EditedDungeon {
    /// The dungeon as it was made.
    #[must_use]
    pub const fn new(dungeon: Arc<Dungeon>) -> Self {
        Self { dungeon, edits: BTreeMap::new(), outside: Tile::WALL }
    }

    /// The same dungeon with another tile than rock wherever it has no level and nothing was set.
    ///
    /// ```
    /// use undercroft_mapgen::{Dungeon, EditedDungeon, Plan, Point, Tileset};
    /// let sky = Tileset::standard().id("empty").expect("the standard tileset has it");
    /// let caves = EditedDungeon::new(Dungeon::new(Plan::named("two-caves")?, 3)).outside(sky);
    /// assert_eq!(caves.tile(0, Point::new(-1, 0))?, sky);
    /// assert_eq!(caves.tile(99, Point::new(5, 5))?, sky);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn outside(mut self, tile: Tile) -> Self {
        self.outside = tile;
        self
    }

    /// The dungeon without its edits.
    #[must_use]
    pub const fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// The tile of a cell: as edited, else as made, else the tile outside. A depth that the plan does not have is outside.
    ///
    /// # Errors
    /// If the level cannot be made.
    pub fn tile(&self, depth: u32, at: Point) -> Result<Tile, DungeonError> {
        if let Some(tile) = self.edits.get(&(depth, at)) {
            return Ok(*tile);
        }
        if !self.dungeon.plan().has(depth) {
            return Ok(self.outside);
        }
        match self.dungeon.level(depth)? {
            Floor::Bounded(level) => {
                let (at, origin) = ((i64::from(at.x), i64::from(at.y)), level.origin());
                let local = (at.0 - i64::from(origin.x), at.1 - i64::from(origin.y));
                let inside = |at: i64, side: u32| (0..i64::from(side)).contains(&at);
                let known = inside(local.0, level.size().width) && inside(local.1, level.size().height);
                Ok(if known { level.tile(Point::new(local.0 as i32, local.1 as i32)) } else { self.outside })
            }
            Floor::Endless(endless) => endless.tile(at),
        }
    }

    /// Changes the tile of a cell.
    pub fn set(&mut self, depth: u32, at: Point, tile: Tile) {
        self.edits.insert((depth, at), tile);
    }

    /// All edits, by depth and then by place.
    pub fn edits(&self) -> impl Iterator<Item = (u32, Point, Tile)> {
        self.edits.iter().map(|((depth, at), tile)| (*depth, *at, *tile))
    }
}

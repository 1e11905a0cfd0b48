//! A dungeon together with the changes made to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{Point, Rect};

use super::error::check_window;
use super::{Dungeon, DungeonError};
use crate::{Draft, Tile};

/// A dungeon together with the player's changes, such as digging and building. It has a tile at every x, y and depth.
///
/// Only changed tiles are stored. The dungeon makes the others on demand. Where it has no level there is rock, or the
/// tile given to [`outside`](Self::outside).
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
    pub(super) dungeon: Arc<Dungeon>,
    pub(super) edits: BTreeMap<(u32, Point), Tile>,
    pub(super) outside: Tile,
}

impl EditedDungeon {
    /// The dungeon, with no changes yet.
    #[must_use]
    pub const fn new(dungeon: Arc<Dungeon>) -> Self {
        Self { dungeon, edits: BTreeMap::new(), outside: Tile::WALL }
    }

    /// Uses a tile other than rock wherever the dungeon has no level and nothing was set.
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

    /// The tile of a cell: the edited one, else the generated one, else the outside tile. A depth that the plan lacks
    /// is outside.
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
        let floor = self.dungeon.level(depth)?;
        if floor.bounds().is_some_and(|bounds| !bounds.contains(at)) { Ok(self.outside) } else { floor.tile(at) }
    }

    /// Everything inside a window of a depth, with all edits. The lists of stairs and doors follow the edits, and
    /// nothing spawns on cells that were closed.
    ///
    /// ```
    /// use undercroft_mapgen::{Dungeon, EditedDungeon, Plan, Point, Rect, Tile};
    /// let mut caves = EditedDungeon::new(Dungeon::new(Plan::named("two-caves")?, 3));
    /// caves.set(1, Point::new(-4, -4), Tile::FLOOR);
    /// let window = caves.window(1, Rect::new(-5, -5, 80, 50))?;
    /// assert!(window.is_open(Point::new(1, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the window is beyond the limits, or the level cannot be made.
    pub fn window(&self, depth: u32, window: Rect) -> Result<Draft, DungeonError> {
        check_window(window)?;
        let mut draft = if self.dungeon.plan().has(depth) {
            self.dungeon.level(depth)?.window_over(window, self.outside)?
        } else {
            let mut nothing = Draft::new(window.size(), self.dungeon.tileset(depth)?);
            nothing.origin = window.min();
            nothing.fill(window.size().rect(), self.outside);
            nothing
        };
        let on_this_depth = (depth, Point::new(i32::MIN, i32::MIN))..=(depth, Point::new(i32::MAX, i32::MAX));
        let edits = self.edits.range(on_this_depth).filter(|((_, at), _)| window.contains(*at));
        let edits: BTreeMap<Point, Tile> = edits.map(|((_, at), tile)| (*at - window.min(), *tile)).collect();
        edits.iter().for_each(|(at, tile)| draft.set(*at, *tile));
        let tileset = draft.tileset().clone();
        draft.clear_away(|at| edits.get(&at).is_some_and(|tile| !tileset.is_walkable(*tile)));
        draft.doors.retain(|at| !edits.contains_key(at));
        draft.stairs.retain(|stair| !edits.contains_key(&stair.at));
        edits.keys().for_each(|at| draft.list_fixture(*at));
        Ok(draft)
    }

    /// Changes the tile of a cell.
    pub fn set(&mut self, depth: u32, at: Point, tile: Tile) {
        self.edits.insert((depth, at), tile);
    }

    /// All edits, sorted by depth and then by position.
    pub fn edits(&self) -> impl Iterator<Item = (u32, Point, Tile)> {
        self.edits.iter().map(|((depth, at), tile)| (*depth, *at, *tile))
    }
}

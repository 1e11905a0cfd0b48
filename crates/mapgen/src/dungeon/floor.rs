//! A level of a dungeon, bounded or endless, with the same methods for both.

use std::sync::Arc;

use undercroft_grid::{Point, Rect};

use super::error::check_window;
use super::{DungeonError, Endless};
use crate::{Draft, Level, Spawn, Stair, StairKind, Tile, TileInfo, Tileset};

/// A level of a dungeon.
///
/// A game that uses a floor need not know whether it has a border. All positions are world coordinates, and everything
/// beyond a border is rock.
///
/// ```
/// use undercroft_mapgen::{Dungeon, Plan, Rect, StairKind};
/// for name in ["two-caves", "endless"] {
///     let floor = Dungeon::new(Plan::named(name)?, 42).level(0)?;
///     let start = floor.start()?;
///     assert!(floor.is_walkable(start)?);
///     let stairs = floor.nearest_stairs(start, StairKind::Down)?.expect("there is a level below");
///     assert_eq!(floor.info(stairs)?.name, "stairs-down");
///     println!("{}", floor.window(Rect::around(start, 80, 50))?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Floor {
    /// A level with a border.
    Bounded(Arc<Level>),
    /// An endless level.
    Endless(Endless),
}

impl Floor {
    /// The level's depth.
    #[must_use]
    pub fn depth(&self) -> u32 {
        match self {
            Self::Bounded(level) => level.metadata().depth,
            Self::Endless(endless) => endless.depth(),
        }
    }

    /// The tileset that the tiles refer to.
    #[must_use]
    pub fn tileset(&self) -> &Arc<Tileset> {
        match self {
            Self::Bounded(level) => level.tileset(),
            Self::Endless(endless) => endless.tileset(),
        }
    }

    /// The cells inside and on the border; `None` for an endless level.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        match self {
            Self::Bounded(level) => Some(level.size().rect().moved(level.origin())),
            Self::Endless(_) => None,
        }
    }

    /// Where the player begins. On an endless level, stairs down are at most 40 steps away, if there are any.
    ///
    /// # Errors
    /// If a chunk cannot be made.
    pub fn start(&self) -> Result<Point, DungeonError> {
        match self {
            Self::Bounded(level) => Ok(level.world(level.start())),
            Self::Endless(endless) => endless.start(),
        }
    }

    /// The tile of a cell.
    ///
    /// # Errors
    /// If a chunk cannot be made.
    pub fn tile(&self, at: Point) -> Result<Tile, DungeonError> {
        match self {
            Self::Bounded(level) => Ok(level.tile(at - level.origin())),
            Self::Endless(endless) => endless.tile(at),
        }
    }

    /// The tile of a cell, with its name, glyph and properties.
    ///
    /// # Errors
    /// If a chunk cannot be made.
    pub fn info(&self, at: Point) -> Result<&TileInfo, DungeonError> {
        Ok(&self.tileset()[self.tile(at)?])
    }

    /// Whether the cell is walkable.
    ///
    /// # Errors
    /// If a chunk cannot be made.
    pub fn is_walkable(&self, at: Point) -> Result<bool, DungeonError> {
        Ok(self.info(at)?.walkable)
    }

    /// Everything inside a window of the level.
    ///
    /// # Errors
    /// If the window is beyond the limits, or a chunk cannot be made.
    pub fn window(&self, window: Rect) -> Result<Draft, DungeonError> {
        check_window(window)?;
        match self {
            Self::Bounded(level) => Ok(level.as_draft().window(window)),
            Self::Endless(endless) => endless.window(window),
        }
    }

    /// Everything inside a window of the level, with a tile of your choice beyond its border instead of rock.
    ///
    /// ```
    /// use undercroft_mapgen::{Dungeon, Plan, Point, Rect, Tileset};
    /// let sky = Tileset::standard().id("empty").expect("the standard tileset has it");
    /// let floor = Dungeon::new(Plan::named("two-caves")?, 3).level(0)?;
    /// let window = floor.window_over(Rect::new(-5, 0, 20, 20), sky)?;
    /// assert_eq!(window.tile(Point::new(4, 0)), sky);
    /// assert_ne!(window.tile(Point::new(5, 0)), sky);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Floor::window`].
    pub fn window_over(&self, window: Rect, outside: Tile) -> Result<Draft, DungeonError> {
        let mut draft = self.window(window)?;
        if let Some(bounds) = self.bounds().filter(|_| outside != Tile::WALL) {
            for at in window.size().points().filter(|at| !bounds.contains(window.min() + *at)) {
                draft.set(at, outside);
            }
        }
        Ok(draft)
    }

    /// The stairs inside an area. On an endless level, the ground around them need not be made.
    ///
    /// # Errors
    /// If the area is beyond the limits of a window, or an adjacent level cannot be made.
    pub fn stairs(&self, area: Rect) -> Result<Vec<Stair>, DungeonError> {
        check_window(area)?;
        match self {
            Self::Bounded(_) => Ok(self.bounded_stairs().filter(|stair| area.contains(stair.at)).collect()),
            Self::Endless(endless) => endless.stairs(area),
        }
    }

    /// The stairs of a kind nearest to a cell, in columns plus rows; `None` if no stairs lead that way. This searches
    /// the whole level, endless or not, without making the ground in between.
    ///
    /// # Errors
    /// If an adjacent level cannot be made.
    pub fn nearest_stairs(&self, from: Point, kind: StairKind) -> Result<Option<Point>, DungeonError> {
        match self {
            Self::Bounded(_) => {
                let stairs = self.bounded_stairs().filter(|stair| stair.kind == kind).map(|stair| stair.at);
                Ok(nearest(stairs, from))
            }
            Self::Endless(endless) => endless.nearest_stairs(from, kind),
        }
    }

    /// The creatures and items inside an area, in their original positions.
    ///
    /// # Errors
    /// If the area is beyond the limits of a window, or a chunk cannot be made.
    pub fn spawns(&self, area: Rect) -> Result<Vec<Spawn>, DungeonError> {
        let window = self.window(area)?;
        let place = |spawn: &Spawn| Spawn { at: window.world(spawn.at), ..spawn.clone() };
        Ok(window.spawns.iter().map(place).collect())
    }

    /// The stairs of a bounded level; none of an endless one.
    fn bounded_stairs(&self) -> impl Iterator<Item = Stair> {
        let level = match self {
            Self::Bounded(level) => Some(level),
            Self::Endless(_) => None,
        };
        level
            .into_iter()
            .flat_map(|level| level.stairs().iter().map(|stair| Stair { at: level.world(stair.at), ..*stair }))
    }
}

/// The cell nearest to a position, in columns plus rows; on a tie, the first in row order.
pub(super) fn nearest(cells: impl IntoIterator<Item = Point>, place: Point) -> Option<Point> {
    // Across the whole plane, the sum of two distances needs more than 32 bits.
    let distance = |at: Point| u64::from(at.x.abs_diff(place.x)) + u64::from(at.y.abs_diff(place.y));
    cells.into_iter().min_by_key(|at| (distance(*at), at.y, at.x))
}

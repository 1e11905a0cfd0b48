//! A finished level: a draft that has passed every check and can no longer change.

use std::fmt;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};

use crate::areas::Areas;
use crate::check::{Check, Veto};
use crate::checks;
use crate::draft::{Draft, Metadata, Spawn, Stair, StairKind, StampedVault};
use crate::mission::Mission;
use crate::seed::Seed;
use crate::tile::{Tile, TileInfo, Tileset};

/// A finished level. It has passed every check and cannot be changed.
///
/// ```
/// use undercroft_mapgen::Recipe;
/// let level = Recipe::named("caves")?.build("a walk in the dark")?;
/// assert!(level.is_open(level.start()));
/// assert_eq!(level.stairs().len(), 2);
/// println!("{level}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    draft: Draft,
    start: Point,
    attempts: u32,
}

impl Level {
    /// Checks a draft against the guarantees of every level and the recipe's own checks.
    pub(crate) fn judged(draft: Draft, own: &[Arc<dyn Check>], attempts: u32) -> Result<Self, Veto> {
        Self::judged_or_back(draft, own, attempts).map_err(|(_, veto)| veto)
    }

    /// Like [`Level::judged`], but returns the draft if it fails.
    pub(crate) fn judged_or_back(
        mut draft: Draft,
        own: &[Arc<dyn Check>],
        attempts: u32,
    ) -> Result<Self, (Box<Draft>, Veto)> {
        let Some(start) = draft.start.or_else(|| checks::default_start(&draft)) else {
            return Err((Box::new(draft), Veto::new("start", "there is no cell to stand on")));
        };
        draft.start = Some(start);
        match checks::judge_all(&draft, own) {
            Ok(()) => {
                // No step comes after this, and saves do not store kept cells.
                draft.release();
                Ok(Self { draft, start, attempts })
            }
            Err(veto) => Err((Box::new(draft), veto)),
        }
    }

    /// The recipe, seed and depth the level comes from.
    #[must_use]
    pub const fn metadata(&self) -> &Metadata {
        &self.draft.metadata
    }

    /// The seed that reproduces this level.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.draft.metadata.seed
    }

    /// The number of drafts it took.
    #[must_use]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.draft.size()
    }

    /// The top left cell in world coordinates.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.draft.origin
    }

    /// The world coordinates of a cell.
    #[must_use]
    pub fn world(&self, at: Point) -> Point {
        self.draft.world(at)
    }

    /// The tileset that the tiles refer to.
    #[must_use]
    pub const fn tileset(&self) -> &Arc<Tileset> {
        self.draft.tileset()
    }

    /// The tiles of all cells.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        self.draft.tiles()
    }

    /// The map in your game's own tiles.
    ///
    /// ```
    /// use undercroft_mapgen::{Grid, Recipe};
    ///
    /// #[derive(Clone, Copy, PartialEq)]
    /// enum MyTile { Rock, Ground, Door, Stairs }
    ///
    /// let level = Recipe::named("rooms")?.build(1)?;
    /// let map: Grid<MyTile> = level.map_tiles(|tile| match tile.name.as_str() {
    ///     "door" => MyTile::Door,
    ///     "stairs-up" | "stairs-down" => MyTile::Stairs,
    ///     _ if tile.walkable => MyTile::Ground,
    ///     _ => MyTile::Rock,
    /// });
    /// assert!(map[level.start()] == MyTile::Ground);
    /// # assert!(map.as_slice().contains(&MyTile::Stairs) && map.as_slice().contains(&MyTile::Rock));
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    pub fn map_tiles<T>(&self, tile: impl FnMut(&TileInfo) -> T) -> Grid<T> {
        self.draft.map_tiles(tile)
    }

    /// The tile of a cell; rock outside the map.
    #[must_use]
    pub fn tile(&self, at: Point) -> Tile {
        self.draft.tile(at)
    }

    /// The tile of a cell, with its name, glyph and properties.
    #[must_use]
    pub fn info(&self, at: Point) -> &TileInfo {
        self.draft.info(at)
    }

    /// Whether the cell is walkable. Cells outside the map are not.
    #[must_use]
    pub fn is_open(&self, at: Point) -> bool {
        self.draft.is_open(at)
    }

    /// The walkable cells. They form one 4-connected component.
    #[must_use]
    pub fn open(&self) -> &BitGrid {
        self.draft.open()
    }

    /// The floors of rooms, without their walls: no two overlap, and all their cells are open.
    #[must_use]
    pub fn rooms(&self) -> &[Rect] {
        &self.draft.rooms
    }

    /// The doors.
    #[must_use]
    pub fn doors(&self) -> &[Point] {
        &self.draft.doors
    }

    /// Where the player begins.
    #[must_use]
    pub const fn start(&self) -> Point {
        self.start
    }

    /// The stairs to other levels.
    #[must_use]
    pub fn stairs(&self) -> &[Stair] {
        &self.draft.stairs
    }

    /// The first stairs of this kind.
    #[must_use]
    pub fn stairs_to(&self, kind: StairKind) -> Option<Point> {
        self.draft.stairs_to(kind)
    }

    /// The creatures, items and other things to spawn.
    #[must_use]
    pub fn spawns(&self) -> &[Spawn] {
        &self.draft.spawns
    }

    /// The spawns on a cell. With the tile, they are the cell's layers.
    pub fn spawns_at(&self, at: impl Into<Point>) -> impl Iterator<Item = &Spawn> {
        self.draft.spawns_at(at)
    }

    /// The vaults on the map.
    #[must_use]
    pub fn vaults(&self) -> &[StampedVault] {
        &self.draft.vaults
    }

    /// The level's mission, if a step has laid one over it.
    #[must_use]
    pub fn mission(&self) -> Option<&Mission> {
        self.draft.mission.as_deref()
    }

    /// The areas of the level and the links between them. Every call computes them again, so keep the result.
    #[must_use]
    pub fn areas(&self) -> Areas {
        Areas::of(&self.draft)
    }

    /// A hash of the whole level: tiles by name, rooms, doors, stairs, start and spawns. It is the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.draft.fingerprint()
    }

    /// The draft that became this level, for functions that accept both levels and drafts.
    #[must_use]
    pub const fn as_draft(&self) -> &Draft {
        &self.draft
    }

    /// Returns the draft for further changes. It must pass the checks again to become a level.
    #[must_use]
    pub fn to_draft(&self) -> Draft {
        self.draft.clone()
    }
}

impl Draft {
    /// Turns the draft into a level if it passes every check. If it has no start, one is chosen.
    ///
    /// ```
    /// use undercroft_mapgen::Draft;
    /// let level = Draft::parse("#####\n#.+.#\n#####").finish()?;
    /// assert!(level.is_open(level.start()));
    /// let veto = Draft::parse("#####\n#.#.#\n#####").finish().unwrap_err();
    /// assert!(veto.to_string().starts_with("connected:"));
    /// # Ok::<(), undercroft_mapgen::Veto>(())
    /// ```
    ///
    /// # Errors
    /// The first check that fails, and where.
    pub fn finish(self) -> Result<Level, Veto> {
        Level::judged(self, &[], 1)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draft.fmt(f)
    }
}

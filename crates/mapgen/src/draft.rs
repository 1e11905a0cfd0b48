//! A level under construction: plain data that each step changes in turn.

mod cells;
mod contents;
mod geometry;
mod kept;
mod paint;
mod property_format;
mod region_missions;
mod restricted;
#[cfg(feature = "serde")]
mod saved;
mod spawn;
mod zones;

use std::fmt;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};

use self::cells::Cells;
pub use self::contents::{Metadata, Stair, StairKind, StampedVault};
use self::kept::Kept;
pub(crate) use self::spawn::problem_with;
pub use self::spawn::{Actor, Class, Properties, Property, Spawn};
pub use self::zones::Zones;
use crate::check::Veto;
use crate::mission::Mission;
use crate::rng::mix;
use crate::seed::{Label, Seed};
use crate::tile::{Tile, TileInfo, Tileset};

/// A level under construction: its tiles, and the rooms, doors, stairs and spawns placed so far. It becomes a
/// [`Level`](crate::Level) by passing its checks.
///
/// Points in a draft are relative to its top left cell, (0, 0); `origin` gives that cell's world coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(remote = "Self"))]
pub struct Draft {
    /// The recipe, seed and depth the level comes from.
    pub metadata: Metadata,
    /// The top left cell in world coordinates.
    pub origin: Point,
    /// Whether this is a window of an endless level, which has no border.
    pub endless: bool,
    /// The floors of rooms, without their walls: no two overlap, and all their cells are open.
    pub rooms: Vec<Rect>,
    /// For rooms on a grid of partitions: the index of the room in each partition.
    pub lattice: Option<Grid<Option<usize>>>,
    /// Openings in walls where doors may hang. Each was between two walls when it was made.
    pub doorways: Vec<Point>,
    /// The doors.
    pub doors: Vec<Point>,
    /// Where the player begins.
    pub start: Option<Point>,
    /// The shortest permitted path from the arrival to the stairs down.
    pub min_path_length: u32,
    /// Whether steps should be lenient because every ordinary attempt has failed: stairs accept the longest walk
    /// available, and ground without an open cell gets a clearing.
    pub(crate) lenient: bool,
    /// The stairs to other levels.
    pub stairs: Vec<Stair>,
    /// The creatures, items and other things to spawn.
    pub spawns: Vec<Spawn>,
    /// The vaults on the map.
    pub vaults: Vec<StampedVault>,
    /// The mission, if there is one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mission: Option<Arc<Mission>>,
    /// The themed regions of the level.
    #[cfg_attr(feature = "serde", serde(default))]
    pub zones: Option<Arc<Zones>>,
    /// The cells that steps leave as they are. Absent if there are none, so that ordinary levels do not pay for it.
    #[cfg_attr(feature = "serde", serde(skip))]
    kept: Option<Box<Kept>>,
    #[cfg_attr(feature = "serde", serde(rename = "tiles", with = "saved::tiles"))]
    cells: Cells,
    tileset: Arc<Tileset>,
}

impl Draft {
    /// A draft of solid rock.
    #[must_use]
    pub fn new(size: Size, tileset: Arc<Tileset>) -> Self {
        Self {
            metadata: Metadata { recipe: "unnamed".into(), seed: Seed::from(0), depth: 0 },
            origin: Point::new(0, 0),
            endless: false,
            rooms: Vec::new(),
            lattice: None,
            doorways: Vec::new(),
            doors: Vec::new(),
            start: None,
            min_path_length: 0,
            lenient: false,
            stairs: Vec::new(),
            spawns: Vec::new(),
            vaults: Vec::new(),
            mission: None,
            zones: None,
            kept: None,
            cells: Cells::rock(size),
            tileset,
        }
    }

    /// Reads a drawing in the glyphs of the standard tiles, for tests and hand-drawn levels: `#` is wall, `.` floor,
    /// and so on. Unknown glyphs become floor.
    ///
    /// ```
    /// use undercroft_mapgen::Draft;
    /// let draft = Draft::parse("####\n#..#\n####");
    /// assert_eq!(draft.open().count(), 2);
    /// ```
    #[must_use]
    pub fn parse(drawing: &str) -> Self {
        Self::parse_with(drawing, &Tileset::standard())
    }

    /// Reads a drawing in the glyphs of another tileset. See [`Draft::parse`] and [`Tileset::drawn_as`].
    #[must_use]
    pub fn parse_with(drawing: &str, tileset: &Arc<Tileset>) -> Self {
        let tiles = Grid::parse(drawing, |glyph| tileset.drawn_as(glyph).unwrap_or(Tile::FLOOR));
        let mut draft = Self::new(tiles.size(), tileset.clone());
        draft.cells = Cells::of(tiles);
        for at in draft.size().points() {
            draft.list_fixture(at);
        }
        draft
    }

    /// The width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// The tileset that the tiles refer to.
    #[must_use]
    pub const fn tileset(&self) -> &Arc<Tileset> {
        &self.tileset
    }

    /// The tiles of all cells.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        self.cells.tiles()
    }

    /// The map in your game's own tiles. See [`Level::map_tiles`](crate::Level::map_tiles).
    pub fn map_tiles<T>(&self, mut tile: impl FnMut(&TileInfo) -> T) -> Grid<T> {
        self.tiles().map(|id| tile(&self.tileset[*id]))
    }

    /// The tile of a cell; rock outside the map.
    #[must_use]
    pub fn tile(&self, at: Point) -> Tile {
        self.cells.tile(at).unwrap_or(Tile::WALL)
    }

    /// The tile of a cell, with its name, glyph and properties.
    #[must_use]
    pub fn info(&self, at: Point) -> &TileInfo {
        &self.tileset[self.tile(at)]
    }

    /// The tile with this name, or floor if the tileset lacks a tile that is only another kind of floor, such as `grass`.
    ///
    /// # Errors
    /// A veto that suggests the nearest name, if there is no such tile.
    pub fn named(&self, name: &str) -> Result<Tile, Veto> {
        self.tileset.id_or_floor(name).ok_or_else(|| Veto::new("tiles", self.tileset.unknown(name)))
    }

    /// The tile with this name, or `None` if the name is empty.
    pub(crate) fn optionally_named(&self, name: &str) -> Result<Option<Tile>, Veto> {
        if name.is_empty() { Ok(None) } else { self.named(name).map(Some) }
    }

    /// Whether the cell is walkable. Cells outside the map are not.
    #[must_use]
    pub fn is_open(&self, at: Point) -> bool {
        self.cells.is_open(at, &self.tileset)
    }

    /// The walkable cells, computed once and cached until the map changes.
    #[must_use]
    pub fn open(&self) -> &BitGrid {
        self.cells.open(&self.tileset)
    }

    /// Whether all open cells form one component, or there are none. The answer is cached.
    pub(crate) fn is_connected(&self) -> bool {
        self.cells.is_connected(&self.tileset)
    }

    /// Whether the map is known to be nothing but rock and floor. `false` does not rule it out.
    pub(crate) fn is_rock_and_floor(&self) -> bool {
        self.cells.is_rock_and_floor()
    }

    /// The transparent cells.
    #[must_use]
    pub fn transparent(&self) -> BitGrid {
        self.where_tile(|tile| self.tileset.is_transparent(tile))
    }

    /// The cells whose tile satisfies a predicate.
    #[must_use]
    pub fn where_tile(&self, predicate: impl Fn(Tile) -> bool) -> BitGrid {
        self.cells.where_tile(predicate)
    }

    /// Sets the tile of a cell. A cell outside the map is ignored, and so is one that is [kept](Draft::keep).
    pub fn set(&mut self, at: Point, tile: Tile) {
        if !self.refuses(at, tile) {
            self.cells.set(at, tile, &self.tileset);
        }
    }

    /// Edits the tiles of a row. Kept cells stay as they are.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn edit_row(&mut self, y: u32, edit: impl FnOnce(&mut [Tile])) {
        let row = self.cells.row_mut(y);
        let Some(kept) = &self.kept else { return edit(row) };
        let before = row.to_vec();
        edit(row);
        for x in kept.locked().runs(y).flatten() {
            row[x as usize] = before[x as usize];
        }
    }

    /// Fills a rectangle with a tile, clipped to the map. Kept cells stay as they are.
    ///
    /// ```
    /// use undercroft_mapgen::{Draft, Rect, Tile};
    /// let mut draft = Draft::parse("####\n####\n####");
    /// draft.fill(Rect::new(1, 1, 2, 9), Tile::FLOOR);
    /// assert_eq!(draft.to_string(), "####\n#··#\n#··#\n");
    /// ```
    pub fn fill(&mut self, area: Rect, tile: Tile) {
        let area = area.intersection(self.size().rect());
        if self.kept().is_some_and(|kept| kept.meets_rect(area)) {
            let mut mask = BitGrid::new(self.size());
            mask.insert_rect(area);
            return self.paint(mask, tile);
        }
        self.cells.fill(area, tile, &self.tileset);
    }

    /// Sets the tile of every cell in a mask of the map's size, except kept cells.
    ///
    /// ```
    /// use undercroft_mapgen::{Draft, Tile};
    /// let mut draft = Draft::parse("#.≈.#");
    /// draft.paint(draft.open().clone(), Tile::WALL);
    /// assert_eq!(draft.to_string(), "##≈##\n");
    /// ```
    ///
    /// # Panics
    /// If the mask has another size.
    pub fn paint(&mut self, mut mask: BitGrid, tile: Tile) {
        if let Some(kept) = &self.kept {
            mask.subtract(kept.locked());
        }
        self.cells.paint(mask, tile, &self.tileset);
    }

    /// Makes a cell walkable in a way that suits its tile: rock becomes floor, water a ford, trees grass. An open
    /// cell stays as it is.
    pub fn carve(&mut self, at: Point) {
        self.set(at, self.tileset.carved(self.tile(at)));
    }

    /// Carves every cell in a mask of the map's size.
    ///
    /// # Panics
    /// If the mask has another size.
    pub fn carve_all(&mut self, mask: &BitGrid) {
        self.edit_open(|open| open.unite(mask));
    }

    /// Edits the set of walkable cells as a whole: cells added to it are [carved](Draft::carve), cells removed become
    /// rock. Kept cells stay as they are.
    ///
    /// ```
    /// use undercroft_mapgen::Draft;
    /// let mut draft = Draft::parse("#.≈.#");
    /// draft.edit_open(|open| open.invert());
    /// assert_eq!(draft.to_string(), "·#~#·\n");
    /// ```
    pub fn edit_open(&mut self, edit: impl FnOnce(&mut BitGrid)) {
        let Some(kept) = &self.kept else { return self.cells.edit_open(&self.tileset, edit) };
        self.cells.edit_open(&self.tileset, |open| {
            let mut held = open.clone();
            held.intersect(kept.locked());
            edit(open);
            open.subtract(kept.locked());
            open.unite(&held);
        });
    }

    /// The world coordinates of a cell.
    #[must_use]
    pub fn world(&self, at: Point) -> Point {
        self.origin + at
    }

    /// A hash of the whole draft: tiles by name, rooms, doors, stairs, start and spawns. It is the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0_u64;
        let mut add = |value: u64| hash = mix(hash.rotate_left(5) ^ value);
        let point = |at: Point| u64::from(at.x as u32) << 32 | u64::from(at.y as u32);
        let names: Vec<u64> = self.tileset.iter().map(|(_, tile)| tile.name.as_str().key()).collect();
        add(u64::from(self.size().width) << 32 | u64::from(self.size().height));
        add(point(self.origin));
        for tile in self.tiles().as_slice() {
            add(names[usize::from(tile.0)]);
        }
        for room in &self.rooms {
            add(point(room.min()));
            add(u64::from(room.width) << 32 | u64::from(room.height));
        }
        self.doors.iter().for_each(|at| add(point(*at)));
        for stair in &self.stairs {
            add(stair.kind.name().key());
            add(point(stair.at));
        }
        self.start.into_iter().for_each(|start| add(point(start)));
        for spawn in &self.spawns {
            add((&*spawn.kind).key());
            add(spawn.class.name().key());
            add(point(spawn.at));
            for (key, value) in &spawn.properties {
                add(key.as_str().key());
                add(value.to_string().as_str().key());
            }
        }
        if let Some(mission) = &self.mission {
            add((&*mission.pattern).key());
            add(point(mission.goal));
            mission.barriers().for_each(|at| add(point(at)));
            mission.roles().for_each(|(at, role)| add(point(at) ^ role.key()));
        }
        hash
    }
}

/// Draws the map: the tiles' glyphs, `@` for the start, the first letter of each creature, `*` for items.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut glyphs = self.tiles().map(|tile| self.tileset[*tile].glyph);
        for spawn in &self.spawns {
            if let Some(glyph) = glyphs.get_mut(spawn.at) {
                *glyph = spawn.glyph();
            }
        }
        if let Some(glyph) = self.start.and_then(|start| glyphs.get_mut(start)) {
            *glyph = '@';
        }
        for row in glyphs.rows() {
            let line: String = row.iter().collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

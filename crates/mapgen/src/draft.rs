//! A level being made: plain data that steps change in turn.

mod ground;
pub(crate) mod paint;

use std::fmt;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};

use self::ground::Ground;
use crate::check::Veto;
use crate::rng::mix;
use crate::seed::{Label, Seed};
use crate::tile::{Fixture, Tile, TileInfo, Tileset};

/// A level being made: the tiles, and the rooms, doors, stairs and spawns found so far. Plain data; it becomes a
/// [`Level`](crate::Level) by passing its checks.
///
/// All places in a draft are counted from its own top left cell, (0, 0); `origin` says where in the world that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What the level is called and where it comes from.
    pub metadata: Metadata,
    /// Where in the world the top left cell is.
    pub origin: Point,
    /// Whether this is a part of a level without an edge: then there is no border.
    pub endless: bool,
    /// The floor areas of rooms, without their walls: no two overlap, and every cell of them is open.
    pub rooms: Vec<Rect>,
    /// For rooms made on a grid of partitions: which room (by its index) each partition has.
    pub lattice: Option<Grid<Option<usize>>>,
    /// Openings in walls, where doors may be hung: each stood between two walls when it was made.
    pub doorways: Vec<Point>,
    /// Where the doors are.
    pub doors: Vec<Point>,
    /// Where the player begins.
    pub start: Option<Point>,
    /// The fewest steps that the way from where one arrives to the stairs down may have.
    pub min_path_length: u32,
    /// Whether stairs settle for the longest walk there is, because ordinary attempts have all failed.
    pub(crate) lenient: bool,
    /// The ways to other levels.
    pub stairs: Vec<Stair>,
    /// The creatures and items to be.
    pub spawns: Vec<Spawn>,
    /// The vaults that were stamped on the map.
    pub vaults: Vec<StampedVault>,
    ground: Ground,
    tileset: Arc<Tileset>,
}

/// What a level is called and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The recipe's name.
    pub recipe: Arc<str>,
    /// The seed it is made from.
    pub seed: Seed,
    /// How deep it lies.
    pub depth: u32,
}

/// A vault that was stamped on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StampedVault {
    /// The vault's name.
    pub name: Arc<str>,
    /// Where it is: the smallest rectangle that holds all of it.
    pub area: Rect,
}

/// A way to the level above or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stair {
    /// Where it leads.
    pub kind: StairKind,
    /// Where it stands.
    pub at: Point,
}

/// Where stairs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StairKind {
    /// To the level above.
    Up,
    /// To the level below.
    Down,
}

impl StairKind {
    /// `up` or `down`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The name of the tile that stands there.
    #[must_use]
    pub const fn tile_name(self) -> &'static str {
        match self {
            Self::Up => "stairs-up",
            Self::Down => "stairs-down",
        }
    }
}

/// A creature or an item to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// Its name in the game's catalogue.
    pub kind: Arc<str>,
    /// Which catalogue.
    pub class: Class,
    /// Where it will be.
    pub at: Point,
}

/// Which catalogue a spawn is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Something that acts.
    Creature,
    /// Something to pick up.
    Item,
}

impl Class {
    /// `creature` or `item`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Creature => "creature",
            Self::Item => "item",
        }
    }
}

impl Draft {
    /// Solid rock.
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
            ground: Ground::rock(size),
            tileset,
        }
    }

    /// A draft from a drawing in the standard tiles' glyphs, for tests and hand-made levels: `#` wall, `.` floor, and
    /// so on. Unknown glyphs become floor.
    ///
    /// ```
    /// use undercroft_mapgen::Draft;
    /// let draft = Draft::parse("####\n#..#\n####");
    /// assert_eq!(draft.open().count(), 2);
    /// ```
    #[must_use]
    pub fn parse(drawing: &str) -> Self {
        let tileset = Tileset::standard();
        let tiles = Grid::parse(drawing, |glyph| match glyph {
            '.' => Tile::FLOOR,
            glyph => tileset.iter().find(|(_, tile)| tile.glyph == glyph).map_or(Tile::FLOOR, |(id, _)| id),
        });
        let mut draft = Self::new(tiles.size(), tileset);
        draft.ground = Ground::of(tiles);
        for at in draft.size().points() {
            draft.list_fixture(at);
        }
        draft
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Size {
        self.ground.size()
    }

    /// The tiles that the ids mean.
    #[must_use]
    pub const fn tileset(&self) -> &Arc<Tileset> {
        &self.tileset
    }

    /// The tiles of all cells.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Tile> {
        self.ground.tiles()
    }

    /// The tiles of all cells, to change.
    pub fn tiles_mut(&mut self) -> &mut Grid<Tile> {
        self.ground.tiles_mut()
    }

    /// The tile of a cell: rock outside the map.
    #[must_use]
    pub fn tile(&self, at: Point) -> Tile {
        self.ground.tile(at).unwrap_or(Tile::WALL)
    }

    /// What is known of the tile of a cell.
    #[must_use]
    pub fn info(&self, at: Point) -> &TileInfo {
        &self.tileset[self.tile(at)]
    }

    /// Makes a cell of a tile; a place outside the map is left alone.
    pub fn set(&mut self, at: Point, tile: Tile) {
        self.ground.set(at, tile, &self.tileset);
    }

    /// Fills a rectangle with a tile; what lies outside the map is left alone.
    pub fn fill(&mut self, area: Rect, tile: Tile) {
        let area = area.intersection(self.size().rect());
        let columns = area.x as usize..area.x as usize + area.width as usize;
        let tiles = self.tiles_mut();
        for y in area.y..area.bottom() {
            tiles.row_mut(y as u32)[columns.clone()].fill(tile);
        }
    }

    /// Makes a cell walkable if it is not, of what fits there: rock becomes floor, water a ford, trees grass.
    pub fn carve(&mut self, at: Point) {
        self.set(at, self.tileset.carved(self.tile(at)));
    }

    /// The tile of that name.
    ///
    /// # Errors
    /// A veto that suggests the nearest name, where there is no such tile.
    pub fn named(&self, name: &str) -> Result<Tile, Veto> {
        self.tileset.id(name).ok_or_else(|| Veto::new("tiles", self.tileset.unknown(name)))
    }

    /// Whether one can stand on the cell. Nobody can outside the map.
    #[must_use]
    pub fn is_open(&self, at: Point) -> bool {
        self.ground.is_open(at, &self.tileset)
    }

    /// The cells that one can stand on.
    #[must_use]
    pub fn open(&self) -> BitGrid {
        self.as_open().clone()
    }

    /// The cells that one can stand on, to be read only. They are kept until the tiles are changed at large, and single
    /// cells are changed in them too: so asking again costs nothing.
    #[must_use]
    pub fn as_open(&self) -> &BitGrid {
        self.ground.open(&self.tileset)
    }

    /// Whether all that one can stand on is one region, or there is nothing to stand on. It is remembered until one can stand on
    /// another cell, or on one less.
    pub(crate) fn is_connected(&self) -> bool {
        self.ground.is_connected(&self.tileset)
    }

    /// Changes tiles at large, by someone who knows what is open then.
    pub(crate) fn tiles_and_open(&mut self) -> (&mut Grid<Tile>, &mut BitGrid) {
        self.ground.both_mut(&self.tileset)
    }

    /// Whether nothing was changed since the draft was made of solid rock.
    pub(crate) const fn is_untouched(&self) -> bool {
        self.ground.is_untouched()
    }

    /// What is open, to change at large, while there is nothing on the map but rock and floor: what is opened is floor then,
    /// and what is closed rock. `None` where that is not known.
    pub(crate) fn open_mut(&mut self) -> Option<&mut BitGrid> {
        self.ground.open_mut()
    }

    /// The cells that one can see through.
    #[must_use]
    pub fn transparent(&self) -> BitGrid {
        self.where_tile(|tile| self.tileset.is_transparent(tile))
    }

    /// The cells whose tile passes.
    #[must_use]
    pub fn where_tile(&self, passes: impl Fn(Tile) -> bool) -> BitGrid {
        self.ground.where_tile(passes)
    }

    /// A number that stands for all of the draft: tiles by name, rooms, doors, stairs, start and spawns. It is the same
    /// on every machine, and any change gives another.
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
        }
        hash
    }

    /// Where in the world a cell is.
    #[must_use]
    pub fn world(&self, at: Point) -> Point {
        self.origin + at
    }

    /// Whether the start, stairs or a spawn stand on the cell.
    #[must_use]
    pub fn is_taken(&self, at: Point) -> bool {
        self.start == Some(at)
            || self.stairs.iter().any(|stair| stair.at == at)
            || self.spawns.iter().any(|spawn| spawn.at == at)
    }

    /// The cells on which the start, stairs or spawns stand.
    #[must_use]
    pub fn taken(&self) -> BitGrid {
        let mut taken = BitGrid::new(self.size());
        for at in self.taken_cells() {
            taken.insert(at);
        }
        taken
    }

    /// Takes the cells on which the start, stairs or spawns stand out of a set of the map's size.
    pub(crate) fn remove_taken(&self, cells: &mut BitGrid) {
        for at in self.taken_cells() {
            cells.remove(at);
        }
    }

    /// The cells of the map on which the start, stairs or spawns stand; some of them may come twice.
    pub(crate) fn taken_cells(&self) -> impl Iterator<Item = Point> {
        let stairs = self.stairs.iter().map(|stair| stair.at);
        let taken = stairs.chain(self.spawns.iter().map(|spawn| spawn.at)).chain(self.start);
        taken.filter(|at| self.size().contains(*at))
    }

    /// Puts stairs on a cell: their tile, and their entry in the list.
    ///
    /// # Errors
    /// A veto where the tileset has no such stairs.
    pub fn put_stairs(&mut self, kind: StairKind, at: Point) -> Result<(), Veto> {
        let tile = self.named(kind.tile_name())?;
        self.set(at, tile);
        self.stairs.push(Stair { kind, at });
        Ok(())
    }

    /// Whether the cell's tile is a door or stairs, which are on lists of their own.
    pub(crate) fn is_fixture(&self, at: Point) -> bool {
        self.tileset.fixture(self.tile(at)).is_some()
    }

    /// Puts the cell on the list of doors or of stairs where its tile is one.
    pub(crate) fn list_fixture(&mut self, at: Point) {
        match self.tileset.fixture(self.tile(at)) {
            Some(Fixture::Door) => self.doors.push(at),
            Some(Fixture::Stairs(kind)) => self.stairs.push(Stair { kind, at }),
            None => {}
        }
    }

    /// Takes the start, stairs, doors and spawns on some cells off their lists.
    pub(crate) fn clear_away(&mut self, gone: impl Fn(Point) -> bool) {
        self.doors.retain(|at| !gone(*at));
        self.doorways.retain(|at| !gone(*at));
        self.stairs.retain(|stair| !gone(stair.at));
        self.spawns.retain(|spawn| !gone(spawn.at));
        self.start = self.start.filter(|at| !gone(*at));
    }

    /// The place of the first stairs of a kind.
    #[must_use]
    pub fn stairs_to(&self, kind: StairKind) -> Option<Point> {
        self.stairs.iter().find(|stair| stair.kind == kind).map(|stair| stair.at)
    }

    /// Where one comes into the level: the stairs up where there are some, else the start.
    #[must_use]
    pub fn arrival(&self) -> Option<Point> {
        self.stairs_to(StairKind::Up).or(self.start)
    }

    /// Makes the list of rooms true again after cells were closed: a room that is no longer open all over is
    /// trimmed to its largest open rectangle that no earlier room has, and dropped where that is narrower than two
    /// cells. Rooms that are as they should be stay as they are, in the same order.
    ///
    /// ```
    /// use undercroft_mapgen::{Draft, Point, Rect, Tile};
    /// let mut draft = Draft::parse("#######\n#.....#\n#.....#\n#.....#\n#######");
    /// draft.rooms.push(Rect::new(1, 1, 5, 3));
    /// draft.set(Point::new(2, 2), Tile::WALL);
    /// draft.trim_rooms();
    /// assert_eq!(draft.rooms, [Rect::new(3, 1, 3, 3)]);
    /// ```
    pub fn trim_rooms(&mut self) {
        let mut free = self.open();
        let inside = self.size().interior();
        let mut kept: Vec<Rect> = Vec::with_capacity(self.rooms.len());
        let mut new_index = Vec::with_capacity(self.rooms.len());
        for &room in &self.rooms {
            let whole = !room.is_empty() && inside.encloses(room) && free.contains_rect(room);
            let left = if whole { room } else { free.largest_rect(room.intersection(inside)) };
            let stays = whole || (left.width > 1 && left.height > 1);
            new_index.push(stays.then_some(kept.len()));
            if stays {
                free.remove_rect(left);
                kept.push(left);
            }
        }
        self.rooms = kept;
        if let Some(lattice) = &mut self.lattice {
            for cell in lattice.as_mut_slice() {
                *cell = cell.and_then(|room| new_index.get(room).copied().flatten());
            }
        }
    }

    /// Takes away the doors that no longer stand between two walls, leaving floor.
    pub(crate) fn drop_odd_doors(&mut self) {
        let mut doors = std::mem::take(&mut self.doors);
        doors.retain(|at| {
            self.is_open(*at) && crate::checks::stands_between_walls(self, *at) || {
                if self.is_open(*at) {
                    self.set(*at, Tile::FLOOR);
                }
                false
            }
        });
        self.doors = doors;
    }

    /// Puts rings of a tile around the map. All that is on it keeps its place in the world.
    ///
    /// ```
    /// use undercroft_mapgen::{Draft, Point, Tile};
    /// let mut draft = Draft::parse("..");
    /// draft.pad(1, Tile::WALL);
    /// assert_eq!(draft.to_string(), "####\n#··#\n####\n");
    /// assert_eq!(draft.world(Point::new(1, 1)), Point::new(0, 0));
    /// ```
    pub fn pad(&mut self, rings: u32, tile: Tile) {
        let size = self.size();
        let mut tiles = Grid::new(Size::new(size.width + 2 * rings, size.height + 2 * rings), tile);
        for (y, row) in self.tiles().rows().enumerate() {
            tiles.row_mut(y as u32 + rings)[rings as usize..][..row.len()].copy_from_slice(row);
        }
        self.ground = Ground::of(tiles);
        let by = Point::new(rings as i32, rings as i32);
        self.origin = self.origin - by;
        self.rooms.iter_mut().for_each(|room| *room = room.moved(by));
        let doors = self.doors.iter_mut().chain(&mut self.doorways).chain(&mut self.start);
        let stairs = self.stairs.iter_mut().map(|stair| &mut stair.at);
        let spawns = self.spawns.iter_mut().map(|spawn| &mut spawn.at);
        doors.chain(stairs).chain(spawns).for_each(|at| *at = *at + by);
        self.vaults.iter_mut().for_each(|vault| vault.area = vault.area.moved(by));
    }

    /// Cuts a window out of the map: the same tiles and things, seen through the window, with rock where it shows what
    /// is not on the map. The window is given in the world's coordinates.
    #[must_use]
    pub fn window(&self, window: Rect) -> Self {
        let offset = window.min() - self.origin;
        let inside = |at: Point| window.size().contains(at - offset);
        let moved = |at: Point| at - offset;
        let whole = window.size().rect();
        Self {
            metadata: self.metadata.clone(),
            origin: window.min(),
            endless: self.endless,
            rooms: self
                .rooms
                .iter()
                .map(|room| room.moved(Point::new(0, 0) - offset).intersection(whole))
                .filter(|room| !room.is_empty())
                .collect(),
            lattice: None,
            doorways: self.doorways.iter().copied().filter(|at| inside(*at)).map(moved).collect(),
            doors: self.doors.iter().copied().filter(|at| inside(*at)).map(moved).collect(),
            min_path_length: 0,
            lenient: false,
            start: self.start.filter(|at| inside(*at)).map(moved),
            stairs: self
                .stairs
                .iter()
                .filter(|stair| inside(stair.at))
                .map(|stair| Stair { at: moved(stair.at), ..*stair })
                .collect(),
            spawns: self
                .spawns
                .iter()
                .filter(|spawn| inside(spawn.at))
                .map(|spawn| Spawn { at: moved(spawn.at), ..spawn.clone() })
                .collect(),
            vaults: self
                .vaults
                .iter()
                .map(|vault| StampedVault { area: vault.area.moved(Point::new(0, 0) - offset), ..vault.clone() })
                .filter(|vault| whole.meets(vault.area))
                .collect(),
            ground: self.ground.window(window.size().rect().moved(offset)),
            tileset: self.tileset.clone(),
        }
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

impl Spawn {
    /// The glyph that stands for it on a map, for who has no catalogue: a creature's first letter, `*` for an item.
    #[must_use]
    pub fn glyph(&self) -> char {
        match self.class {
            Class::Creature => self.kind.chars().next().filter(char::is_ascii_graphic).unwrap_or('c'),
            Class::Item => '*',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimmed_rooms_are_open_and_apart_and_the_lattice_follows() {
        let mut draft = Draft::parse("########\n#..#...#\n#..#...#\n#..#...#\n########");
        draft.rooms = vec![Rect::new(3, 1, 1, 3), Rect::new(1, 1, 2, 3), Rect::new(2, 1, 5, 3), Rect::new(4, 1, 1, 1)];
        draft.lattice = Some(Grid::from_fn(Size::new(2, 2), |at| Some((at.y * 2 + at.x) as usize)));
        draft.trim_rooms();
        assert_eq!(draft.rooms, [Rect::new(1, 1, 2, 3), Rect::new(4, 1, 3, 3)], "{draft}");
        let lattice = draft.lattice.expect("a lattice was set above");
        assert_eq!(lattice.as_slice(), [None, Some(0), Some(1), None]);
    }
}

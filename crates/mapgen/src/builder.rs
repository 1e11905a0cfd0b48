//! Maps made by hand: set cells, draw rectangles and lines, add actors, paste other maps.

mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{Grid, Point, Rect, Size, bresenham};

use crate::check::Veto;
use crate::draft::{Class, Draft, Spawn, StairKind};
use crate::recipe::{LONGEST_SIDE, MOST_CELLS};
use crate::{Level, Tile, Tileset};

/// The side of the squares in which cells are kept.
const SQUARE: i32 = 32;
/// The tile that stands for nothing at all.
const EMPTY: &str = "empty";

/// Makes a map by hand. Cells can be anywhere, also left of and above (0, 0); the map grows as needed, up to the size
/// of the largest level. What is never set becomes rock, or what [`outside`](Self::outside) says.
///
/// A mistake, such as a tile that does not exist, is told by [`build`](Self::build) and [`finish`](Self::finish).
///
/// ```
/// use undercroft_mapgen::{Class, MapBuilder, Rect, StairKind};
///
/// let level = MapBuilder::new()
///     .rectangle(Rect::new(0, 0, 7, 3), "floor")
///     .line((7, 1), (11, 1), "floor")
///     .set(7, 1, "door")
///     .start((1, 1))
///     .stairs(StairKind::Down, (11, 1))
///     .actor("kobold", Class::Creature, (5, 1))
///     .padding(1, "wall")
///     .finish()?;
/// let drawn = [
///     "##############",
///     "#·······######",
///     "#·@···k·+···>#",
///     "#·······######",
///     "##############",
/// ];
/// assert!(level.to_string().lines().eq(drawn), "{level}");
/// # Ok::<(), undercroft_mapgen::BuilderError>(())
/// ```
///
/// It is a [`Step`](crate::Step) too, which pastes the map on a recipe's draft at its place in the world.
#[derive(Clone, Debug)]
pub struct MapBuilder {
    name: Arc<str>,
    tileset: Arc<Tileset>,
    outside: Tile,
    /// By row and column of squares.
    squares: BTreeMap<(i32, i32), Grid<Option<Tile>>>,
    /// The smallest and the largest column and row that were set.
    corners: Option<(Point, Point)>,
    rooms: Vec<Rect>,
    spawns: Vec<Spawn>,
    start: Option<Point>,
    /// The first mistake.
    mistake: Option<BuilderError>,
}

/// Why there is no map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuilderError {
    /// A tile does not exist.
    #[error("{0}")]
    UnknownTile(String),
    /// Something is larger than any level.
    #[error("{what} is too large: a level has at most {MOST_CELLS} cells and sides of at most {LONGEST_SIDE}")]
    TooLarge {
        /// What, and how large it is.
        what: String,
    },
    /// Nothing was set.
    #[error("nothing was drawn: a map has at least one cell")]
    Nothing,
    /// The map breaks a promise that all levels keep.
    #[error(transparent)]
    Veto(#[from] Veto),
}

/// A tile by its name or by its id.
#[derive(Clone, Copy, Debug)]
pub enum TileRef<'a> {
    /// By name.
    Name(&'a str),
    /// By id.
    Id(Tile),
}

impl<'a> From<&'a str> for TileRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl From<Tile> for TileRef<'_> {
    fn from(tile: Tile) -> Self {
        Self::Id(tile)
    }
}

impl Default for MapBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl MapBuilder {
    /// A map of nothing yet, made of the standard tiles.
    #[must_use]
    pub fn new() -> Self {
        Self::with_tiles(Tileset::standard())
    }

    /// A map of nothing yet, made of other tiles.
    #[must_use]
    pub fn with_tiles(tileset: Arc<Tileset>) -> Self {
        Self {
            name: "hand-made".into(),
            tileset,
            outside: Tile::WALL,
            squares: BTreeMap::new(),
            corners: None,
            rooms: Vec::new(),
            spawns: Vec::new(),
            start: None,
            mistake: None,
        }
    }

    /// What the finished level will say that it is.
    pub fn called(&mut self, name: &str) -> &mut Self {
        self.name = name.into();
        self
    }

    /// What the cells become that are never set.
    pub fn outside<'a>(&mut self, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let Some(tile) = self.known(tile.into()) {
            self.outside = tile;
        }
        self
    }

    /// Makes a cell of a tile.
    pub fn set<'a>(&mut self, x: i32, y: i32, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let Some(tile) = self.known(tile.into()) {
            self.put(Point::new(x, y), tile);
        }
        self
    }

    /// Makes all cells of a rectangle of a tile.
    pub fn rectangle<'a>(&mut self, area: Rect, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let (Some(tile), true) = (self.known(tile.into()), self.small_enough("a rectangle", area)) {
            area.points().for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Makes the outermost cells of a rectangle of a tile.
    pub fn outline<'a>(&mut self, area: Rect, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let (Some(tile), true) = (self.known(tile.into()), self.small_enough("an outline", area)) {
            let inside = area.shrunk(1);
            area.points().filter(|at| !inside.contains(*at)).for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Makes the cells of the straight line between two cells of a tile.
    pub fn line<'a>(
        &mut self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        tile: impl Into<TileRef<'a>>,
    ) -> &mut Self {
        let (from, to) = (from.into(), to.into());
        let across = spanning(from, to);
        let long = Rect::new(0, 0, across.width.max(across.height), 1);
        if let (Some(tile), true) = (self.known(tile.into()), self.small_enough("a line", long)) {
            bresenham(from, to).into_iter().for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Draws a rectangle as a room: the level will know that it is one.
    pub fn room<'a>(&mut self, area: Rect, tile: impl Into<TileRef<'a>>) -> &mut Self {
        self.rectangle(area, tile).rooms.push(area);
        self
    }

    /// Puts a creature or an item on a cell.
    pub fn actor(&mut self, kind: &str, class: Class, at: impl Into<Point>) -> &mut Self {
        self.spawns.push(Spawn { kind: kind.into(), class, at: at.into() });
        self
    }

    /// Says where the player begins.
    pub fn start(&mut self, at: impl Into<Point>) -> &mut Self {
        self.start = Some(at.into());
        self
    }

    /// Puts stairs on a cell.
    pub fn stairs(&mut self, kind: StairKind, at: impl Into<Point>) -> &mut Self {
        let at = at.into();
        self.set(at.x, at.y, kind.tile_name())
    }

    /// Puts rings of a tile around all that was set so far.
    pub fn padding<'a>(&mut self, width: u32, tile: impl Into<TileRef<'a>>) -> &mut Self {
        let (Some(tile), Some(inside)) = (self.known(tile.into()), self.bounds()) else {
            return self;
        };
        // Wider than any level is an error below; here it must only not overflow.
        let area = inside.grown(width.min(LONGEST_SIDE));
        if self.small_enough("a map with its padding", area) {
            area.points().filter(|at| !inside.contains(*at)).for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Pastes another map with its (0, 0) at a cell of this one. What was not set there, and the tile `empty`, lets
    /// through what is here; the rest covers it, also the actors that stood there. A start that it has is the start.
    ///
    /// ```
    /// use undercroft_mapgen::{Class, MapBuilder, Rect};
    /// let mut well = MapBuilder::new();
    /// well.outline(Rect::new(-1, -1, 3, 3), "rubble").set(0, 0, "water");
    /// let mut court = MapBuilder::new();
    /// court.rectangle(Rect::new(0, 0, 9, 3), "floor").actor("rat", Class::Creature, (7, 1));
    /// court.paste(&well, (2, 1)).paste(&well, (6, 1));
    /// assert_eq!(court.build().unwrap().to_string(), "·,,,·,,,·\n·,≈,·,≈,·\n·,,,·,,,·\n");
    /// ```
    pub fn paste(&mut self, other: &Self, at: impl Into<Point>) -> &mut Self {
        let by = at.into();
        if let Some(mistake) = &other.mistake {
            self.mistake.get_or_insert_with(|| mistake.clone());
        }
        let same = Arc::ptr_eq(&self.tileset, &other.tileset) || self.tileset == other.tileset;
        for (from, tile) in other.cells() {
            let tile = if same { Some(tile) } else { self.known(TileRef::Name(&other.tileset[tile].name)) };
            if let (Some(tile), Some(to)) = (tile, moved(from, by)) {
                self.put(to, tile);
            }
        }
        self.spawns.retain(|spawn| !other.covers(spawn.at - by));
        self.start = other.start.map(|at| at + by).or(self.start.filter(|at| !other.covers(*at - by)));
        self.spawns.extend(other.spawns.iter().map(|spawn| Spawn { at: spawn.at + by, ..spawn.clone() }));
        self.rooms.extend(other.rooms.iter().map(|room| room.moved(by)));
        self
    }

    /// The tile of a cell, where it was set.
    #[must_use]
    pub fn get(&self, at: impl Into<Point>) -> Option<Tile> {
        let (square, cell) = place(at.into());
        *self.squares.get(&square)?.get(cell)?
    }

    /// The smallest rectangle that holds all cells that were set.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.corners.map(|(min, max)| spanning(min, max))
    }

    /// The map as a draft, whose origin is the first cell that was set.
    ///
    /// # Errors
    /// The first mistake that was made; or nothing was drawn, or too much.
    pub fn build(&self) -> Result<Draft, BuilderError> {
        if let Some(mistake) = &self.mistake {
            return Err(mistake.clone());
        }
        let bounds = self.bounds().ok_or(BuilderError::Nothing)?;
        if is_too_large(bounds) {
            return Err(BuilderError::TooLarge { what: format!("the map ({})", bounds.size()) });
        }
        let mut draft = Draft::new(bounds.size(), self.tileset.clone());
        draft.metadata.recipe = self.name.clone();
        draft.origin = bounds.min();
        draft.tiles_mut().fill(self.outside);
        self.put_on(&mut draft);
        Ok(draft)
    }

    /// The map as a level, after all checks that every level must pass.
    ///
    /// # Errors
    /// As [`MapBuilder::build`], and the first promise that the map breaks.
    pub fn finish(&self) -> Result<Level, BuilderError> {
        Ok(self.build()?.finish()?)
    }

    /// Puts all that is on this map on a draft, at its place in the world; what is outside the draft is left out.
    fn put_on(&self, draft: &mut Draft) {
        let (size, origin) = (draft.size(), draft.origin);
        draft.clear_away(|at| self.covers(origin + at));
        let mut fixtures = Vec::new();
        for (at, tile) in self.cells() {
            let at = at - origin;
            if size.contains(at) {
                draft.set(at, tile);
                if draft.is_fixture(at) {
                    fixtures.push(at);
                }
            }
        }
        // In the order of rows, however the cells are kept.
        fixtures.sort_unstable_by_key(|at| (at.y, at.x));
        fixtures.into_iter().for_each(|at| draft.list_fixture(at));
        let here = |at: Point| Some(at - origin).filter(|at| size.contains(*at));
        draft.start = self.start.and_then(here).or(draft.start);
        let spawns = self.spawns.iter().filter_map(|spawn| Some(Spawn { at: here(spawn.at)?, ..spawn.clone() }));
        draft.spawns.extend(spawns);
        draft.rooms.extend(self.rooms.iter().map(|room| room.moved(Point::new(0, 0) - origin)));
        draft.trim_rooms();
    }

    /// The cells that were set and are not empty, square by square.
    fn cells(&self) -> impl Iterator<Item = (Point, Tile)> {
        let empty = self.tileset.id(EMPTY);
        self.squares.iter().flat_map(move |((row, column), square)| {
            let corner = Point::new(column * SQUARE, row * SQUARE);
            square
                .iter()
                .filter_map(move |(at, tile)| Some((corner + at, (*tile).filter(|tile| Some(*tile) != empty)?)))
        })
    }

    /// Whether pasting this map would cover what is on the cell.
    fn covers(&self, at: Point) -> bool {
        self.get(at).is_some_and(|tile| Some(tile) != self.tileset.id(EMPTY))
    }

    fn put(&mut self, at: Point, tile: Tile) {
        let (square, cell) = place(at);
        let blank = || Grid::new(Size::new(SQUARE as u32, SQUARE as u32), None);
        self.squares.entry(square).or_insert_with(blank)[cell] = Some(tile);
        let (min, max) = self.corners.unwrap_or((at, at));
        let (left, top) = (min.x.min(at.x), min.y.min(at.y));
        self.corners = Some((Point::new(left, top), Point::new(max.x.max(at.x), max.y.max(at.y))));
    }

    /// The tile, where it exists; else a mistake.
    fn known(&mut self, tile: TileRef<'_>) -> Option<Tile> {
        let known = match tile {
            TileRef::Name(name) => self.tileset.id(name).ok_or_else(|| self.tileset.unknown(name)),
            TileRef::Id(tile) if self.tileset.get(tile).is_some() => Ok(tile),
            TileRef::Id(tile) => Err(format!("no tile has the id {}", tile.0)),
        };
        known.map_err(|problem| self.mistake.get_or_insert(BuilderError::UnknownTile(problem))).ok()
    }

    /// Whether a rectangle could be on a level; else it is a mistake.
    fn small_enough(&mut self, what: &str, area: Rect) -> bool {
        let large = is_too_large(area);
        if large {
            let what = format!("{what} ({})", area.size());
            self.mistake.get_or_insert(BuilderError::TooLarge { what });
        }
        !large
    }
}

/// The square that a cell is in, and where in the square it is.
const fn place(at: Point) -> ((i32, i32), Point) {
    let square = (at.y.div_euclid(SQUARE), at.x.div_euclid(SQUARE));
    (square, Point::new(at.x.rem_euclid(SQUARE), at.y.rem_euclid(SQUARE)))
}

/// The cell moved by an offset, where there is such a cell.
fn moved(at: Point, by: Point) -> Option<Point> {
    Some(Point::new(at.x.checked_add(by.x)?, at.y.checked_add(by.y)?))
}

/// The smallest rectangle that holds both cells; a side too long to be counted is cut, and too large anyway.
fn spanning(a: Point, b: Point) -> Rect {
    let (width, height) = (a.x.abs_diff(b.x).saturating_add(1), a.y.abs_diff(b.y).saturating_add(1));
    Rect::new(a.x.min(b.x), a.y.min(b.y), width, height)
}

/// Whether no level is as large as the rectangle, or it reaches beyond the last column or row that there is.
fn is_too_large(area: Rect) -> bool {
    let cells = u64::from(area.width) * u64::from(area.height);
    let ends_beyond = |from: i32, length: u32| i64::from(from) + i64::from(length) > i64::from(i32::MAX) + 1;
    area.width > LONGEST_SIDE
        || area.height > LONGEST_SIDE
        || cells > MOST_CELLS
        || ends_beyond(area.x, area.width)
        || ends_beyond(area.y, area.height)
}

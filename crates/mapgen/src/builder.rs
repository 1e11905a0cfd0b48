//! Builds maps in code: set cells, draw rectangles and lines, add actors, paste other maps.

mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{Grid, Point, Rect, Size, bresenham};

use crate::check::Veto;
use crate::draft::{Actor, Class, Draft, Spawn, StairKind};
use crate::recipe::{LONGEST_SIDE, MOST_CELLS};
use crate::{Level, Tile, Tileset};

/// Cells are stored in squares of this side.
const SQUARE: i32 = 32;
/// The tile that lets whatever is below show through.
const EMPTY: &str = "empty";

/// Builds a map cell by cell. The map grows to hold every cell that is set, even left of or above (0, 0). Cells that
/// are never set become rock, or the tile given to [`outside`](Self::outside).
///
/// Methods chain. The first error, such as an unknown tile, is returned by [`build`](Self::build) and
/// [`finish`](Self::finish).
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
/// A builder is also a [`Step`](crate::Step) that pastes the map on a recipe's draft, at the same world coordinates.
#[derive(Clone, Debug)]
pub struct MapBuilder {
    name: Arc<str>,
    tileset: Arc<Tileset>,
    outside: Tile,
    /// By row and column.
    squares: BTreeMap<(i32, i32), Grid<Option<Tile>>>,
    /// The top left and bottom right corners of the cells that were set.
    corners: Option<(Point, Point)>,
    rooms: Vec<Rect>,
    spawns: Vec<Spawn>,
    start: Option<Point>,
    /// The first error.
    error: Option<BuilderError>,
}

/// An error in a map built in code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuilderError {
    /// The tileset does not have a tile.
    #[error("{0}")]
    UnknownTile(String),
    /// Something is larger than the largest level.
    #[error("{what} is too large: levels have at most {MOST_CELLS} cells and sides of at most {LONGEST_SIDE}")]
    TooLarge {
        /// What it is, with its size.
        what: String,
    },
    /// No cell was set.
    #[error("the map is empty: set at least one cell")]
    Empty,
    /// The map fails a check that every level must pass.
    #[error(transparent)]
    Veto(#[from] Veto),
}

/// A tile, by name or by id.
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
    /// An empty map in the standard tileset.
    #[must_use]
    pub fn new() -> Self {
        Self::with_tiles(Tileset::standard())
    }

    /// An empty map in another tileset.
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
            error: None,
        }
    }

    /// Names the map, as a recipe names its levels.
    pub fn called(&mut self, name: &str) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Sets the tile of cells that are never set.
    pub fn outside<'a>(&mut self, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let Some(tile) = self.known(tile.into()) {
            self.outside = tile;
        }
        self
    }

    /// Sets a cell.
    pub fn set<'a>(&mut self, x: i32, y: i32, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let Some(tile) = self.known(tile.into()) {
            self.put(Point::new(x, y), tile);
        }
        self
    }

    /// Fills a rectangle.
    pub fn rectangle<'a>(&mut self, area: Rect, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let (Some(tile), true) = (self.known(tile.into()), self.small_enough("a rectangle", area)) {
            area.points().for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Draws the outline of a rectangle.
    pub fn outline<'a>(&mut self, area: Rect, tile: impl Into<TileRef<'a>>) -> &mut Self {
        if let (Some(tile), true) = (self.known(tile.into()), self.small_enough("an outline", area)) {
            let inside = area.shrunk(1);
            area.points().filter(|at| !inside.contains(*at)).for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Draws a straight line between two cells.
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

    /// Fills a rectangle and lists it as a room.
    pub fn room<'a>(&mut self, area: Rect, tile: impl Into<TileRef<'a>>) -> &mut Self {
        self.rectangle(area, tile).rooms.push(area);
        self
    }

    /// Covers a rectangle with noise: a cell becomes the tile of the first threshold that its height, from 0 to 1, exceeds,
    /// and `rest` if it exceeds none. Half of all cells lie above 0.5.
    ///
    /// ```
    /// use undercroft_mapgen::noise::Perlin;
    /// use undercroft_mapgen::{MapBuilder, Rect, Seed};
    /// let hills = Perlin::new(Seed::from(1).fork("ground"), 0.2);
    /// let mut map = MapBuilder::new();
    /// map.noise(Rect::new(0, 0, 60, 30), &hills, &[(0.5, "wall")], "pit");
    /// ```
    pub fn noise(
        &mut self,
        area: Rect,
        noise: &impl crate::noise::Noise,
        bands: &[(f32, &str)],
        rest: &str,
    ) -> &mut Self {
        let bands: Vec<(f32, Tile)> =
            bands.iter().filter_map(|(above, tile)| Some((*above, self.known(TileRef::Name(tile))?))).collect();
        if let (Some(rest), true) = (self.known(rest.into()), self.small_enough("an area of noise", area)) {
            for at in area.points() {
                let height = (noise.at(at) + 1.0) / 2.0;
                let tile = bands.iter().find(|(above, _)| height > *above).map_or(rest, |(_, tile)| *tile);
                self.put(at, tile);
            }
        }
        self
    }

    /// Places a creature, an item or anything else.
    pub fn actor(&mut self, kind: &str, class: impl Into<Class>, at: impl Into<Point>) -> &mut Self {
        self.add(&Actor::new(kind, class), at)
    }

    /// Places an actor. The player is not a spawn: placing it sets the start.
    ///
    /// ```
    /// use undercroft_mapgen::{Actor, MapBuilder, Rect};
    /// let mut cell = MapBuilder::new();
    /// cell.rectangle(Rect::new(0, 0, 4, 1), "floor").padding(1, "wall");
    /// cell.add(&Actor::player(), (0, 0)).add(&Actor::new("snare", "trap").with("damage", 3), (2, 0));
    /// assert_eq!(cell.finish()?.to_string(), "######\n#@·!·#\n######\n");
    /// # Ok::<(), undercroft_mapgen::BuilderError>(())
    /// ```
    pub fn add(&mut self, actor: &Actor, at: impl Into<Point>) -> &mut Self {
        if actor.is_player() {
            return self.start(at);
        }
        self.spawns.push(actor.at(at));
        self
    }

    /// Sets where the player starts.
    pub fn start(&mut self, at: impl Into<Point>) -> &mut Self {
        self.start = Some(at.into());
        self
    }

    /// Places stairs.
    pub fn stairs(&mut self, kind: StairKind, at: impl Into<Point>) -> &mut Self {
        let at = at.into();
        self.set(at.x, at.y, kind.tile_name())
    }

    /// Surrounds all cells set so far with rings of a tile.
    pub fn padding<'a>(&mut self, width: u32, tile: impl Into<TileRef<'a>>) -> &mut Self {
        let (Some(tile), Some(inside)) = (self.known(tile.into()), self.bounds()) else {
            return self;
        };
        // This must not overflow; a map wider than any level is an error below.
        let area = inside.grown(width.min(LONGEST_SIDE));
        if self.small_enough("a map with its padding", area) {
            area.points().filter(|at| !inside.contains(*at)).for_each(|at| self.put(at, tile));
        }
        self
    }

    /// Pastes another map with its (0, 0) at a cell of this one. Its cells cover those below, along with the actors on
    /// them, unless they were never set or are of the tile `empty`. If the other map has a start, it becomes the start.
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
        if let Some(error) = &other.error {
            self.error.get_or_insert_with(|| error.clone());
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

    /// The tile of a cell, if it was set.
    #[must_use]
    pub fn get(&self, at: impl Into<Point>) -> Option<Tile> {
        let (square, cell) = place(at.into());
        *self.squares.get(&square)?.get(cell)?
    }

    /// The smallest rectangle around all cells that were set.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.corners.map(|(min, max)| spanning(min, max))
    }

    /// The map as a draft, with its top left corner as the origin.
    ///
    /// # Errors
    /// The first error, or if the map is empty or too large.
    pub fn build(&self) -> Result<Draft, BuilderError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let bounds = self.bounds().ok_or(BuilderError::Empty)?;
        if is_too_large(bounds) {
            return Err(BuilderError::TooLarge { what: format!("the map ({})", bounds.size()) });
        }
        let mut draft = Draft::new(bounds.size(), self.tileset.clone());
        draft.metadata.recipe = self.name.clone();
        draft.origin = bounds.min();
        draft.fill(draft.size().rect(), self.outside);
        self.put_on(&mut draft);
        Ok(draft)
    }

    /// The map as a level, once it has passed every check.
    ///
    /// # Errors
    /// As for [`MapBuilder::build`], or if the map fails a check.
    pub fn finish(&self) -> Result<Level, BuilderError> {
        Ok(self.build()?.finish()?)
    }

    /// The map in another tileset, matching tiles by name.
    pub(crate) fn in_tiles(&self, tileset: &Arc<Tileset>) -> Result<Self, BuilderError> {
        let mut same_tiles = self.clone();
        if *self.tileset != **tileset {
            same_tiles = Self { name: self.name.clone(), ..Self::with_tiles(tileset.clone()) };
            same_tiles.paste(self, (0, 0));
            same_tiles.outside(&*self.tileset[self.outside].name);
        }
        if let Some(bounds) = same_tiles.bounds() {
            same_tiles.small_enough("the map", bounds);
        }
        same_tiles.error.clone().map_or(Ok(same_tiles), Err)
    }

    pub(crate) const fn has_start(&self) -> bool {
        self.start.is_some()
    }

    /// The tile of cells that were never set.
    pub(crate) const fn outside_tile(&self) -> Tile {
        self.outside
    }

    /// Draws the map on a draft, at the same world coordinates. Cells outside the draft are left out.
    pub(crate) fn put_on(&self, draft: &mut Draft) {
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
        // Row by row, however the cells are stored.
        fixtures.sort_unstable_by_key(|at| (at.y, at.x));
        fixtures.into_iter().for_each(|at| draft.list_fixture(at));
        let here = |at: Point| Some(at - origin).filter(|at| size.contains(*at));
        draft.start = self.start.and_then(here).or(draft.start);
        let spawns = self.spawns.iter().filter_map(|spawn| Some(Spawn { at: here(spawn.at)?, ..spawn.clone() }));
        draft.spawns.extend(spawns);
        draft.rooms.extend(self.rooms.iter().map(|room| room.moved(Point::new(0, 0) - origin)));
        draft.trim_rooms();
    }

    /// The cells that were set and are not `empty`, square by square.
    fn cells(&self) -> impl Iterator<Item = (Point, Tile)> {
        let empty = self.tileset.id(EMPTY);
        self.squares.iter().flat_map(move |((row, column), square)| {
            let corner = Point::new(column * SQUARE, row * SQUARE);
            square
                .iter()
                .filter_map(move |(at, tile)| Some((corner + at, (*tile).filter(|tile| Some(*tile) != empty)?)))
        })
    }

    /// Whether pasting this map would cover the cell.
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

    /// The tile, if it exists; otherwise records an error.
    fn known(&mut self, tile: TileRef<'_>) -> Option<Tile> {
        let known = match tile {
            TileRef::Name(name) => self.tileset.id(name).ok_or_else(|| self.tileset.unknown(name)),
            TileRef::Id(tile) if self.tileset.get(tile).is_some() => Ok(tile),
            TileRef::Id(tile) => Err(format!("no tile has the id {}", tile.0)),
        };
        known.map_err(|problem| self.error.get_or_insert(BuilderError::UnknownTile(problem))).ok()
    }

    /// Whether a rectangle fits on a level; otherwise records an error.
    fn small_enough(&mut self, what: &str, area: Rect) -> bool {
        let large = is_too_large(area);
        if large {
            let what = format!("{what} ({})", area.size());
            self.error.get_or_insert(BuilderError::TooLarge { what });
        }
        !large
    }
}

/// The square that contains a cell, and the cell's position in it.
const fn place(at: Point) -> ((i32, i32), Point) {
    let square = (at.y.div_euclid(SQUARE), at.x.div_euclid(SQUARE));
    (square, Point::new(at.x.rem_euclid(SQUARE), at.y.rem_euclid(SQUARE)))
}

/// The cell moved by an offset, unless the sum overflows.
fn moved(at: Point, by: Point) -> Option<Point> {
    Some(Point::new(at.x.checked_add(by.x)?, at.y.checked_add(by.y)?))
}

/// The smallest rectangle around two cells. A side that overflows is clamped; it is too large either way.
fn spanning(a: Point, b: Point) -> Rect {
    let (width, height) = (a.x.abs_diff(b.x).saturating_add(1), a.y.abs_diff(b.y).saturating_add(1));
    Rect::new(a.x.min(b.x), a.y.min(b.y), width, height)
}

/// Whether the rectangle is larger than any level, or reaches beyond the largest coordinates.
fn is_too_large(area: Rect) -> bool {
    let cells = u64::from(area.width) * u64::from(area.height);
    let ends_beyond = |from: i32, length: u32| i64::from(from) + i64::from(length) > i64::from(i32::MAX) + 1;
    area.width > LONGEST_SIDE
        || area.height > LONGEST_SIDE
        || cells > MOST_CELLS
        || ends_beyond(area.x, area.width)
        || ends_beyond(area.y, area.height)
}

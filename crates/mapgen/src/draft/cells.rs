//! The cells of a draft: one byte per cell for its tile, or one bit per cell while the map is rock and floor.

use std::fmt;
use std::sync::OnceLock;

use undercroft_grid::{BitGrid, Grid, Neighbours, Point, Rect, Size, is_connected};

use super::paint::{Sieve, floor_on_rock, paint, repaint};
use crate::tile::{Tile, Tileset};

/// The cells of a draft.
///
/// For most of their construction, most levels are nothing but rock and floor, and end with a few other tiles, such as
/// stairs. A set of open cells then describes them completely, at a bit per cell and 64 cells per operation; the tiles
/// are painted when they are first read. Code outside this file cannot tell the difference.
#[derive(Clone)]
pub(super) struct Cells {
    size: Size,
    /// Absent while `open` and `exceptions` describe the map completely.
    tiles: OnceLock<Grid<Tile>>,
    /// Absent after bulk changes to the tiles. At least one of `tiles` and `open` is always present.
    open: OnceLock<BitGrid>,
    /// Whether all open cells form one component, if that was computed since they last changed.
    is_connected: OnceLock<bool>,
    /// While `tiles` is absent, the few cells that are neither rock nor floor.
    exceptions: Vec<(Point, Tile)>,
    /// Whether every cell is still the rock it started as.
    is_untouched: bool,
}

/// Reading a tile searches the exceptions, so there must be few.
const MAX_EXCEPTIONS: usize = 8;

impl Cells {
    /// Solid rock.
    pub(super) fn rock(size: Size) -> Self {
        Self { is_untouched: true, ..Self::of_open(BitGrid::new(size)) }
    }

    pub(super) fn of(tiles: Grid<Tile>) -> Self {
        Self::from_parts(tiles.size(), OnceLock::from(tiles), OnceLock::new())
    }

    /// Floor where cells are open, rock elsewhere.
    fn of_open(open: BitGrid) -> Self {
        Self::from_parts(open.size(), OnceLock::new(), OnceLock::from(open))
    }

    const fn from_parts(size: Size, tiles: OnceLock<Grid<Tile>>, open: OnceLock<BitGrid>) -> Self {
        Self { size, tiles, open, is_connected: OnceLock::new(), exceptions: Vec::new(), is_untouched: false }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    pub(super) fn tiles(&self) -> &Grid<Tile> {
        self.tiles.get_or_init(|| {
            let mut tiles = floor_on_rock(self.open.get().expect("open cells are known while tiles are not"));
            self.exceptions.iter().for_each(|(at, tile)| tiles[*at] = *tile);
            tiles
        })
    }

    pub(super) fn open(&self, tileset: &Tileset) -> &BitGrid {
        self.open.get_or_init(|| self.where_tile(|tile| tileset.is_walkable(tile)))
    }

    /// Whether all open cells form one component, or there are none.
    pub(super) fn is_connected(&self, tileset: &Tileset) -> bool {
        *self.is_connected.get_or_init(|| is_connected(self.open(tileset), Neighbours::Four))
    }

    /// Whether the cells are known to be nothing but rock and floor.
    pub(super) fn is_rock_and_floor(&self) -> bool {
        self.tiles.get().is_none() && self.exceptions.is_empty()
    }

    pub(super) fn tile(&self, at: Point) -> Option<Tile> {
        match (self.tiles.get(), self.open.get()) {
            (None, Some(open)) => {
                let exception = self.exceptions.iter().find(|(place, _)| *place == at).map(|(_, tile)| *tile);
                let common = if open.contains(at) { Tile::FLOOR } else { Tile::WALL };
                self.size.contains(at).then_some(exception.unwrap_or(common))
            }
            _ => self.tiles().get(at).copied(),
        }
    }

    pub(super) fn is_open(&self, at: Point, tileset: &Tileset) -> bool {
        match self.open.get() {
            Some(open) => open.contains(at),
            None => self.tile(at).is_some_and(|tile| tileset.is_walkable(tile)),
        }
    }

    /// Sets the tile of a cell, if it is on the map.
    pub(super) fn set(&mut self, at: Point, tile: Tile, tileset: &Tileset) {
        if !self.size.contains(at) {
            return;
        }
        self.is_untouched = false;
        if let Some(tiles) = self.tiles.get_mut() {
            tiles[at] = tile;
        } else {
            self.exceptions.retain(|(place, _)| *place != at);
            if tile > Tile::FLOOR {
                self.exceptions.push((at, tile));
            }
            if self.exceptions.len() > MAX_EXCEPTIONS {
                self.tiles_mut();
            }
        }
        if let Some(open) = self.open.get_mut() {
            let is_open = tileset.is_walkable(tile);
            if open.contains(at) != is_open {
                open.put(at, is_open);
                self.is_connected = OnceLock::new();
            }
        }
    }

    /// The tiles of a row, for arbitrary editing.
    pub(super) fn row_mut(&mut self, y: u32) -> &mut [Tile] {
        self.tiles();
        self.open.take();
        self.tiles_mut().row_mut(y)
    }

    /// Sets the tiles of a rectangle on the map.
    pub(super) fn fill(&mut self, area: Rect, tile: Tile, tileset: &Tileset) {
        match (self.bits_mut(), tile) {
            (Some(open), Tile::FLOOR) => return open.insert_rect(area),
            (Some(open), Tile::WALL) => return open.remove_rect(area),
            _ => {}
        }
        let columns = area.x as usize..area.right() as usize;
        let tiles = self.tiles_mut();
        for y in area.y..area.bottom() {
            tiles.row_mut(y as u32)[columns.clone()].fill(tile);
        }
        match (self.open.get_mut(), tileset.is_walkable(tile)) {
            (Some(open), true) => open.insert_rect(area),
            (Some(open), false) => open.remove_rect(area),
            _ => {}
        }
    }

    /// Sets the tile of every cell in a mask.
    pub(super) fn paint(&mut self, mask: BitGrid, tile: Tile, tileset: &Tileset) {
        let was_untouched = self.is_untouched;
        match (self.bits_mut(), tile) {
            // Reading the untouched memory of fresh rock would cost as much as everything else combined.
            (Some(open), Tile::FLOOR) if was_untouched => return *open = mask,
            (Some(open), Tile::FLOOR) => return open.unite(&mask),
            (Some(open), Tile::WALL) => return open.subtract(&mask),
            _ => {}
        }
        let tiles = self.tiles_mut();
        for y in 0..mask.size().height {
            paint(tiles.row_mut(y), mask.row(y), tile);
        }
        match (self.open.get_mut(), tileset.is_walkable(tile)) {
            (Some(open), true) => open.unite(&mask),
            (Some(open), false) => open.subtract(&mask),
            _ => {}
        }
    }

    /// Edits the set of open cells. Cells that open become whatever carving turns their tile into; cells that close
    /// become rock.
    pub(super) fn edit_open(&mut self, tileset: &Tileset, edit: impl FnOnce(&mut BitGrid)) {
        if tileset.carved(Tile::WALL) == Tile::FLOOR
            && let Some(open) = self.bits_mut()
        {
            return edit(open);
        }
        let before = self.open(tileset).clone();
        let mut after = before.clone();
        edit(&mut after);
        let carved: [Tile; 256] = std::array::from_fn(|id| tileset.carved(Tile(id as u8)));
        let (mut opened, mut closed) = (vec![0; before.words_in_row()], vec![0; before.words_in_row()]);
        let tiles = self.tiles_mut();
        for y in 0..after.size().height {
            for (index, (was_open, is_open)) in before.row(y).iter().zip(after.row(y)).enumerate() {
                opened[index] = is_open & !was_open;
                closed[index] = was_open & !is_open;
            }
            paint(tiles.row_mut(y), &closed, Tile::WALL);
            repaint(tiles.row_mut(y), &opened, &carved);
        }
        self.open = OnceLock::from(after);
    }

    /// The open cells, for editing, if they alone describe the map.
    fn bits_mut(&mut self) -> Option<&mut BitGrid> {
        self.is_untouched = false;
        self.is_connected = OnceLock::new();
        if self.is_rock_and_floor() { self.open.get_mut() } else { None }
    }

    /// The tiles, which alone describe the map from now on. Callers must update `open` or drop it.
    fn tiles_mut(&mut self) -> &mut Grid<Tile> {
        self.is_untouched = false;
        self.is_connected = OnceLock::new();
        self.tiles();
        self.exceptions.clear();
        self.tiles.get_mut().expect("`tiles()` has painted them")
    }

    /// The cells of a rectangle, with rock where it extends beyond the map.
    pub(super) fn window(&self, window: Rect) -> Self {
        if let (None, Some(open)) = (self.tiles.get(), self.open.get()) {
            let exceptions = self.exceptions.iter().filter(|(at, _)| window.contains(*at));
            return Self {
                exceptions: exceptions.map(|(at, tile)| (*at - window.min(), *tile)).collect(),
                is_untouched: self.is_untouched,
                ..Self::of_open(open.cropped(window))
            };
        }
        let mut tiles = Grid::new(window.size(), Tile::WALL);
        let shown = self.size().rect().intersection(window);
        for y in shown.y..shown.bottom() {
            let from = &self.tiles().row(y as u32)[shown.x as usize..shown.right() as usize];
            tiles.row_mut((y - window.y) as u32)[(shown.x - window.x) as usize..][..from.len()].copy_from_slice(from);
        }
        Self::of(tiles)
    }

    /// The cells whose tile satisfies a predicate.
    pub(super) fn where_tile(&self, passes: impl Fn(Tile) -> bool) -> BitGrid {
        let size = self.size();
        let mut cells = BitGrid::new(size);
        if let (None, Some(open)) = (self.tiles.get(), self.open.get()) {
            let (rock, floor) = (passes(Tile::WALL), passes(Tile::FLOOR));
            if rock || floor {
                cells.clone_from(open);
            }
            if rock {
                cells.invert();
            }
            if rock && floor {
                cells.unite(open);
            }
            self.exceptions.iter().for_each(|(at, tile)| cells.put(*at, passes(*tile)));
            return cells;
        }
        let mut sieve = Sieve::new(passes);
        let tiles = self.tiles();
        for y in 0..size.height {
            sieve.row(tiles.row(y), cells.row_mut(y));
        }
        cells
    }
}

/// Derives the open cells from the tiles.
impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        self.tiles() == other.tiles()
    }
}

impl Eq for Cells {}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiles().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn bits_and_tiles_agree_after_every_change() {
        let tileset = Tileset::standard();
        let kinds = tileset.iter().count() as u32;
        for seed in 0..200_u64 {
            let mut rng = Seed::from(seed).fork("cells").rng();
            let size = Size::new(1 + rng.below(70), 1 + rng.below(6));
            let mut bits = Cells::rock(size);
            let mut tiles = Grid::new(size, Tile::WALL);
            for _ in 0..rng.below(60) {
                let at = Point::new(rng.range(-1..=size.width as i32), rng.range(-1..=size.height as i32));
                let tile = Tile(if rng.below(6) == 0 { rng.below(kinds) as u8 } else { rng.below(2) as u8 });
                let area = Rect::new(at.x, at.y, rng.below(70), rng.below(4)).intersection(size.rect());
                let mask = BitGrid::from_fn(size, |at| area.contains(at));
                match rng.below(6) {
                    0 => {
                        bits.fill(area, tile, &tileset);
                        area.points().for_each(|at| tiles[at] = tile);
                    }
                    1 => {
                        bits.paint(mask, tile, &tileset);
                        area.points().for_each(|at| tiles[at] = tile);
                    }
                    2 => {
                        bits.edit_open(&tileset, |open| open.unite(&mask));
                        area.points().for_each(|at| tiles[at] = tileset.carved(tiles[at]));
                    }
                    3 => {
                        bits.edit_open(&tileset, |open| open.subtract(&mask));
                        let open = |at: &Point| tileset.is_walkable(tiles[*at]);
                        area.points().filter(open).collect::<Vec<_>>().iter().for_each(|at| tiles[*at] = Tile::WALL);
                    }
                    _ => {
                        bits.set(at, tile, &tileset);
                        tiles.get_mut(at).into_iter().for_each(|cell| *cell = tile);
                    }
                }
                assert_eq!(bits.tile(at), tiles.get(at).copied(), "seed {seed}");
                for passes in [|tile: Tile| tile.0 % 3 == 1, |tile: Tile| tile.0 < 2, |tile: Tile| tile.0 != 1] {
                    let expected = BitGrid::where_grid(&tiles, |tile| passes(*tile));
                    assert_eq!(bits.where_tile(passes), expected, "seed {seed}");
                }
                let open = BitGrid::where_grid(&tiles, |tile| tileset.is_walkable(*tile));
                assert_eq!(*bits.open(&tileset), open, "seed {seed}");
                assert!(size.points().all(|at| bits.is_open(at, &tileset) == open.contains(at)), "seed {seed}");
                assert_eq!(bits.is_connected(&tileset), is_connected(&open, Neighbours::Four), "seed {seed}");
                assert_eq!(bits.clone().tiles(), &tiles, "seed {seed}");
                let window = Rect::new(rng.range(-3..=70), rng.range(-3..=7), rng.below(80), rng.below(9));
                let seen =
                    Grid::from_fn(window.size(), |at| tiles.get(at + window.min()).copied().unwrap_or(Tile::WALL));
                for cells in [&bits, &Cells::of(tiles.clone())] {
                    let shown = cells.window(window);
                    assert_eq!(shown.tiles(), &seen, "seed {seed}");
                    let open = BitGrid::where_grid(&seen, |tile| tileset.is_walkable(*tile));
                    assert_eq!(*shown.open(&tileset), open, "seed {seed}");
                }
            }
            assert_eq!(bits, Cells::of(tiles), "seed {seed}");
        }
    }
}

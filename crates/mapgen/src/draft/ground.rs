//! The tiles of a draft and what of them is open, each worked out from the other when it is asked for.

use std::fmt;
use std::sync::OnceLock;

use undercroft_grid::{BitGrid, Grid, Point, Size};

use super::paint::{Sieve, floor_on_rock};
use crate::tile::{Tile, Tileset};

/// The tiles of a draft, and what of them is open.
///
/// Most levels are nothing but rock and floor for most of their making. Then what is open says all, at a bit a cell, and
/// the tiles are painted once, when the first other tile is laid or somebody asks for them.
#[derive(Clone)]
pub(super) struct Ground {
    size: Size,
    /// Not known: all that is open is floor, and the rest is rock.
    tiles: OnceLock<Grid<Tile>>,
    /// Not known: to be found out from the tiles. One of both is always known.
    open: OnceLock<BitGrid>,
}

impl Ground {
    /// Solid rock.
    pub(super) fn rock(size: Size) -> Self {
        Self { size, tiles: OnceLock::new(), open: OnceLock::from(BitGrid::new(size)) }
    }

    pub(super) fn of(tiles: Grid<Tile>) -> Self {
        Self { size: tiles.size(), tiles: OnceLock::from(tiles), open: OnceLock::new() }
    }

    pub(super) fn size(&self) -> Size {
        // Who changed the tiles at large may have put others in their place.
        self.tiles.get().map_or(self.size, Grid::size)
    }

    pub(super) fn tiles(&self) -> &Grid<Tile> {
        // Where there are no tiles yet, what is open is known.
        self.tiles.get_or_init(|| floor_on_rock(self.open.get().expect("tiles or what is open is known")))
    }

    pub(super) fn open(&self, tileset: &Tileset) -> &BitGrid {
        self.open.get_or_init(|| self.where_tile(|tile| tileset.is_walkable(tile)))
    }

    /// The tiles, to change at large.
    pub(super) fn tiles_mut(&mut self) -> &mut Grid<Tile> {
        self.tiles();
        self.open = OnceLock::new();
        // They have just been made, if they were not there.
        self.tiles.get_mut().expect("the tiles are known")
    }

    /// What is open, to change at large, where there is nothing but rock and floor.
    pub(super) fn open_mut(&mut self) -> Option<&mut BitGrid> {
        if self.tiles.get().is_none() { self.open.get_mut() } else { None }
    }

    /// The tiles and what is open, to change both alike.
    pub(super) fn both_mut(&mut self, tileset: &Tileset) -> (&mut Grid<Tile>, &mut BitGrid) {
        self.tiles();
        self.open(tileset);
        // Both have just been worked out, if they were not there.
        (self.tiles.get_mut().expect("the tiles are known"), self.open.get_mut().expect("what is open is known"))
    }

    pub(super) fn tile(&self, at: Point) -> Option<Tile> {
        match self.tiles.get() {
            Some(tiles) => tiles.get(at).copied(),
            None if !self.size.contains(at) => None,
            None => Some(if self.open.get().is_some_and(|open| open.contains(at)) { Tile::FLOOR } else { Tile::WALL }),
        }
    }

    pub(super) fn is_open(&self, at: Point, tileset: &Tileset) -> bool {
        match self.open.get() {
            Some(open) => open.contains(at),
            None => self.tile(at).is_some_and(|tile| tileset.is_walkable(tile)),
        }
    }

    /// Makes a cell of a tile; a place outside the map is left alone.
    pub(super) fn set(&mut self, at: Point, tile: Tile, tileset: &Tileset) {
        if !self.size().contains(at) {
            return;
        }
        if tile > Tile::FLOOR {
            self.tiles();
        }
        if let Some(tiles) = self.tiles.get_mut() {
            tiles[at] = tile;
        }
        if let Some(open) = self.open.get_mut() {
            open.put(at, tileset.is_walkable(tile));
        }
    }

    /// The cells whose tile passes.
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

/// What is open says nothing that the tiles do not say.
impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.tiles() == other.tiles()
    }
}

impl Eq for Ground {}

impl fmt::Debug for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiles().fmt(f)
    }
}

//! The tiles of a draft and what of them is open, each worked out from the other when it is asked for.

use std::fmt;
use std::sync::OnceLock;

use undercroft_grid::{BitGrid, Grid, Neighbours, Point, Rect, Size, is_connected};

use super::paint::{Sieve, floor_on_rock};
use crate::tile::{Tile, Tileset};

/// The tiles of a draft, and what of them is open.
///
/// Most levels are nothing but rock and floor for most of their making, and in the end have a few tiles besides, such as
/// stairs. Then what is open says all but those, at a bit a cell, and the tiles are painted when somebody asks for
/// them or when they have become too many.
#[derive(Clone)]
pub(super) struct Ground {
    size: Size,
    /// Not known: all that is open is floor, and the rest is rock, but for those apart.
    tiles: OnceLock<Grid<Tile>>,
    /// Not known: to be found out from the tiles. One of both is always known.
    open: OnceLock<BitGrid>,
    /// Whether all that is open is one region, where somebody has asked since it was changed.
    is_connected: OnceLock<bool>,
    /// Where the tiles are not known: cells of other tiles than rock and floor, each once.
    apart: Vec<(Point, Tile)>,
    /// Whether nobody has changed anything: then all is rock.
    is_untouched: bool,
}

/// So many cells of other tiles than rock and floor are looked through for each cell that is asked about.
const MOST_APART: usize = 8;

impl Ground {
    /// Solid rock.
    pub(super) fn rock(size: Size) -> Self {
        Self { is_untouched: true, ..Self::of_open(BitGrid::new(size)) }
    }

    pub(super) fn of(tiles: Grid<Tile>) -> Self {
        let (size, tiles, open) = (tiles.size(), OnceLock::from(tiles), OnceLock::new());
        Self { size, tiles, open, is_connected: OnceLock::new(), apart: Vec::new(), is_untouched: false }
    }

    /// Floor and rock.
    fn of_open(open: BitGrid) -> Self {
        let (size, tiles, open) = (open.size(), OnceLock::new(), OnceLock::from(open));
        Self { size, tiles, open, is_connected: OnceLock::new(), apart: Vec::new(), is_untouched: false }
    }

    /// Whether nothing was changed since all was rock.
    pub(super) const fn is_untouched(&self) -> bool {
        self.is_untouched
    }

    pub(super) fn size(&self) -> Size {
        // Who changed the tiles at large may have put others in their place.
        self.tiles.get().map_or(self.size, Grid::size)
    }

    pub(super) fn tiles(&self) -> &Grid<Tile> {
        self.tiles.get_or_init(|| {
            // Where there are no tiles yet, what is open is known.
            let mut tiles = floor_on_rock(self.open.get().expect("tiles or what is open is known"));
            self.apart.iter().for_each(|(at, tile)| tiles[*at] = *tile);
            tiles
        })
    }

    pub(super) fn open(&self, tileset: &Tileset) -> &BitGrid {
        self.open.get_or_init(|| self.where_tile(|tile| tileset.is_walkable(tile)))
    }

    /// Whether all that is open is one region, or nothing is.
    pub(super) fn is_connected(&self, tileset: &Tileset) -> bool {
        *self.is_connected.get_or_init(|| is_connected(self.open(tileset), Neighbours::Four))
    }

    /// The tiles, to change at large.
    pub(super) fn tiles_mut(&mut self) -> &mut Grid<Tile> {
        self.open_tiles();
        self.open = OnceLock::new();
        // They have just been made, if they were not there.
        self.tiles.get_mut().expect("the tiles are known")
    }

    /// Makes the tiles known: from now on all changes are made to them.
    fn open_tiles(&mut self) {
        self.is_untouched = false;
        self.tiles();
        self.apart.clear();
        self.is_connected = OnceLock::new();
    }

    /// What is open, to change at large, where there is nothing but rock and floor.
    pub(super) fn open_mut(&mut self) -> Option<&mut BitGrid> {
        self.is_untouched = false;
        self.is_connected = OnceLock::new();
        if self.tiles.get().is_none() && self.apart.is_empty() { self.open.get_mut() } else { None }
    }

    /// The tiles and what is open, to change both alike.
    pub(super) fn both_mut(&mut self, tileset: &Tileset) -> (&mut Grid<Tile>, &mut BitGrid) {
        self.open_tiles();
        self.open(tileset);
        // Both have just been worked out, if they were not there.
        (self.tiles.get_mut().expect("the tiles are known"), self.open.get_mut().expect("what is open is known"))
    }

    pub(super) fn tile(&self, at: Point) -> Option<Tile> {
        match (self.tiles.get(), self.open.get()) {
            (None, Some(open)) => {
                let apart = self.apart.iter().find(|(place, _)| *place == at).map(|(_, tile)| *tile);
                let common = if open.contains(at) { Tile::FLOOR } else { Tile::WALL };
                self.size.contains(at).then_some(apart.unwrap_or(common))
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

    /// Makes a cell of a tile; a place outside the map is left alone.
    pub(super) fn set(&mut self, at: Point, tile: Tile, tileset: &Tileset) {
        if !self.size().contains(at) {
            return;
        }
        self.is_untouched = false;
        if self.tiles.get().is_none() {
            self.apart.retain(|(place, _)| *place != at);
            if tile > Tile::FLOOR {
                self.apart.push((at, tile));
            }
            if self.apart.len() > MOST_APART {
                self.open_tiles();
            }
        } else if let Some(tiles) = self.tiles.get_mut() {
            tiles[at] = tile;
        }
        if let Some(open) = self.open.get_mut() {
            let is_open = tileset.is_walkable(tile);
            if open.contains(at) != is_open {
                open.put(at, is_open);
                self.is_connected = OnceLock::new();
            }
        }
    }

    /// What is inside a rectangle, with rock where it reaches beyond the map.
    pub(super) fn window(&self, window: Rect) -> Self {
        if let (None, Some(open)) = (self.tiles.get(), self.open.get()) {
            let apart = self.apart.iter().filter(|(at, _)| window.contains(*at));
            return Self {
                apart: apart.map(|(at, tile)| (*at - window.min(), *tile)).collect(),
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
            self.apart.iter().for_each(|(at, tile)| cells.put(*at, passes(*tile)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    /// Cells set at random, one by one, in bits and in tiles.
    #[test]
    fn bits_and_tiles_say_the_same_after_every_change() {
        let tileset = Tileset::standard();
        let kinds = tileset.iter().count() as u32;
        for seed in 0..200_u64 {
            let mut rng = Seed::from(seed).fork("ground").rng();
            let size = Size::new(1 + rng.below(70), 1 + rng.below(6));
            let mut bits = Ground::rock(size);
            let mut tiles = Grid::new(size, Tile::WALL);
            for _ in 0..rng.below(60) {
                let at = Point::new(rng.range(-1..=size.width as i32), rng.range(-1..=size.height as i32));
                let tile = Tile(if rng.below(6) == 0 { rng.below(kinds) as u8 } else { rng.below(2) as u8 });
                bits.set(at, tile, &tileset);
                if let Some(cell) = tiles.get_mut(at) {
                    *cell = tile;
                }
                assert_eq!(bits.tile(at), tiles.get(at).copied(), "seed {seed}");
                for passes in [|tile: Tile| tile.0 % 3 == 1, |tile: Tile| tile.0 < 2, |tile: Tile| tile.0 != 1] {
                    assert_eq!(
                        bits.where_tile(passes),
                        BitGrid::where_grid(&tiles, |tile| passes(*tile)),
                        "seed {seed}"
                    );
                }
                let open = BitGrid::where_grid(&tiles, |tile| tileset.is_walkable(*tile));
                assert_eq!(*bits.open(&tileset), open, "seed {seed}");
                assert!(size.points().all(|at| bits.is_open(at, &tileset) == open.contains(at)), "seed {seed}");
                assert_eq!(bits.is_connected(&tileset), is_connected(&open, Neighbours::Four), "seed {seed}");
                assert_eq!(bits.clone().tiles(), &tiles, "seed {seed}");
                let window = Rect::new(rng.range(-3..=70), rng.range(-3..=7), rng.below(80), rng.below(9));
                let seen =
                    Grid::from_fn(window.size(), |at| tiles.get(at + window.min()).copied().unwrap_or(Tile::WALL));
                for ground in [&bits, &Ground::of(tiles.clone())] {
                    let shown = ground.window(window);
                    assert_eq!(shown.tiles(), &seen, "seed {seed}");
                    let open = BitGrid::where_grid(&seen, |tile| tileset.is_walkable(*tile));
                    assert_eq!(*shown.open(&tileset), open, "seed {seed}");
                }
            }
            assert_eq!(bits, Ground::of(tiles), "seed {seed}");
        }
    }
}

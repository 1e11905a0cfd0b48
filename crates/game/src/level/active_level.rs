//! The part of a level in which the game takes place: the three by three chunks around the hero.
//!
//! ```text
//! +---+---+---+
//! |   |   |   |      Everything here is derived from the state and kept because every turn
//! +---+---+---+      needs it. When the hero enters another chunk, a new part is opened
//! |   | @ |   |      around that chunk.
//! +---+---+---+
//! |   |   |   |
//! +---+---+---+
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{BitGrid, FieldOfView, Grid, Point, Rect, Size, bresenham};
use undercroft_mapgen::{
    CHUNK_SIDE, ChunkAt, Class, Dungeon, DungeonError, Floor, Mission, Spawn, StairKind, Tile, Tileset,
};

use super::coordinates::{cell_position, chunks_around};
use super::distance_map::DistanceMap;
use super::loot;
use super::mission;
use super::tile_flags::TileFlags;
use super::wanderers::Wanderers;
use crate::action::Direction;
use crate::content::GameContent;
use crate::state::{ChunkState, Creature, Item, LevelState};

/// The side of the active part, in cells.
pub(crate) const SIDE: u32 = 3 * CHUNK_SIDE;

/// Cells of a chunk, one word per row.
pub(crate) type ChunkRows = [u64; CHUNK_SIDE as usize];

/// The class of spawns that are machines.
const MACHINE: &str = "machine";

/// Who is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    Nobody,
    Hero,
    /// A creature, by its index in the state.
    Creature(usize),
}

/// The three by three chunks around the hero. Positions are the dungeon's; "local" ones count from the first cell.
#[derive(Clone, Debug)]
pub(crate) struct ActiveLevel {
    pub(crate) floor: Floor,
    pub(crate) centre: ChunkAt,
    pub(crate) tileset: Arc<Tileset>,
    /// The level's mission, with the dungeon's positions.
    pub(crate) mission: Option<Arc<Mission>>,
    wanderers: Wanderers,
    flags: Vec<TileFlags>,
    tiles: Grid<Tile>,
    transparent: BitGrid,
    /// Walkable cells, closed doors among them.
    passable: BitGrid,
    /// Where creatures can walk: they do not jump off ledges.
    footing: BitGrid,
    piles: BTreeMap<Point, Vec<Item>>,
    has_pile: BitGrid,
    /// The machines, by their index in the content.
    pub(crate) machines: Vec<(Point, usize)>,
    /// The cells with doors that lock, gates, levers, ledges and cages.
    fixtures: Vec<Point>,
    occupants: Grid<u16>,
    /// The cells that the hero sees.
    visible: BitGrid,
    /// Whether the field of view has to be recomputed.
    pub(crate) view_is_stale: bool,
    pub(crate) hero_distances: DistanceMap,
}

impl ActiveLevel {
    /// Opens the part around a cell: as generated, then changed as the state says. Nobody is on it yet.
    pub(crate) fn open(
        content: &GameContent,
        dungeon: &Arc<Dungeon>,
        depth: u32,
        around: Point,
        changes: Option<&LevelState>,
        exit: Option<Point>,
    ) -> Result<Self, DungeonError> {
        let floor = dungeon.level(depth)?;
        let centre = ChunkAt::of(around);
        let tileset = match &floor {
            Floor::Bounded(level) => level.tileset().clone(),
            Floor::Endless(endless) => endless.chunk(centre)?.tileset().clone(),
        };
        let size = Size::new(SIDE, SIDE);
        let mut this = Self {
            mission: mission::placed(&floor),
            floor,
            centre,
            flags: TileFlags::table(content, &tileset),
            tileset,
            wanderers: Wanderers::new(content, dungeon.plan(), dungeon.seed(), depth),
            tiles: Grid::new(size, Tile::WALL),
            transparent: BitGrid::new(size),
            passable: BitGrid::new(size),
            footing: BitGrid::new(size),
            piles: BTreeMap::new(),
            has_pile: BitGrid::new(size),
            machines: Vec::new(),
            fixtures: Vec::new(),
            occupants: Grid::new(size, 0),
            visible: BitGrid::new(size),
            view_is_stale: true,
            hero_distances: DistanceMap::default(),
        };
        for chunk in this.chunks() {
            this.copy_tiles(chunk);
            if let Some(exit) = exit.filter(|exit| depth == 0 && ChunkAt::of(*exit) == chunk) {
                this.add_exit(exit);
            }
            for spawn in this.spawns(content, chunk) {
                if spawn.class.name() == MACHINE
                    && let Some((kind, _)) = content.machine_named(&spawn.kind)
                {
                    this.machines.push((spawn.at, kind));
                }
                if spawn.class != Class::Item {
                    continue;
                }
                if let Some(item) = loot::found(content, dungeon.seed(), depth, &spawn.kind, spawn.at) {
                    this.piles.insert(spawn.at, vec![item]);
                }
            }
            if let Some(changed) = changes.and_then(|level| level.chunks.get(&chunk)) {
                this.apply(chunk, changed);
            }
        }
        this.derive_cells();
        for at in this.piles.keys().filter_map(|at| local(centre, *at)) {
            this.has_pile.insert(at);
        }
        Ok(this)
    }

    /// Derives the sets of cells from the tiles, 64 cells at a time. Most of the part around a small level is solid rock,
    /// which is in none of them.
    fn derive_cells(&mut self) {
        let kinds: [u8; 256] = std::array::from_fn(|id| {
            let flags = self.flags_of(Tile(id as u8));
            let sets = [flags.transparent, flags.walkable, flags.is_footing(), flags.is_fixture()];
            sets.iter().enumerate().map(|(set, is_in)| u8::from(*is_in) << set).sum()
        });
        let is_rock_plain = kinds[usize::from(Tile::WALL.0)] == 0;
        let mut fixtures = Vec::new();
        for y in 0..SIDE {
            for (word, tiles) in self.tiles.row(y).chunks(CHUNK_SIDE as usize).enumerate() {
                if is_rock_plain && tiles.iter().all(|tile| *tile == Tile::WALL) {
                    continue;
                }
                let mut sets = [0; 4];
                for (byte, eight) in tiles.chunks_exact(8).enumerate() {
                    let kinds = u64::from_le_bytes(std::array::from_fn(|x| kinds[usize::from(eight[x].0)]));
                    for (set, cells) in sets.iter_mut().enumerate() {
                        *cells |= lowest_bits(kinds >> set) << (8 * byte);
                    }
                }
                let [transparent, passable, footing, fixture] = sets;
                self.transparent.row_mut(y)[word] = transparent;
                self.passable.row_mut(y)[word] = passable;
                self.footing.row_mut(y)[word] = footing;
                fixtures.extend(bits(fixture).map(|x| Point::new((word as u32 * CHUNK_SIDE + x) as i32, y as i32)));
            }
        }
        self.fixtures = fixtures.into_iter().map(|at| self.global(at)).collect();
    }

    /// The active chunks, row by row.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkAt> + use<> {
        chunks_around(self.centre)
    }

    /// Whether a cell is in the active part.
    pub(crate) fn contains(&self, at: Point) -> bool {
        self.local(at).is_some()
    }

    /// The bounds of the whole level; `None` if it is endless.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        match &self.floor {
            Floor::Bounded(level) => Some(level.size().rect().moved(level.origin())),
            Floor::Endless(_) => None,
        }
    }

    pub(crate) const fn is_endless(&self) -> bool {
        matches!(self.floor, Floor::Endless(_))
    }

    /// The spawns of a chunk, wanderers included.
    pub(crate) fn spawns(&self, content: &GameContent, chunk: ChunkAt) -> Vec<Spawn> {
        self.planned_spawns(chunk).into_iter().map(|spawn| self.wanderers.substitute(content, spawn)).collect()
    }

    fn planned_spawns(&self, chunk: ChunkAt) -> Vec<Spawn> {
        let moved = |spawn: &Spawn, by: Point| Spawn { at: by + spawn.at, ..spawn.clone() };
        match &self.floor {
            Floor::Bounded(level) => {
                let spawns = level.spawns().iter().map(|spawn| moved(spawn, level.origin()));
                spawns.filter(|spawn| ChunkAt::of(spawn.at) == chunk).collect()
            }
            // A chunk that cannot be generated is solid and empty.
            Floor::Endless(endless) => endless.chunk(chunk).map_or_else(
                |_| Vec::new(),
                |generated| generated.spawns.iter().map(|spawn| moved(spawn, chunk.cells().min())).collect(),
            ),
        }
    }

    fn copy_tiles(&mut self, chunk: ChunkAt) {
        let cells = chunk.cells();
        match &self.floor {
            Floor::Bounded(level) => {
                let shown = cells.intersection(level.size().rect().moved(level.origin()));
                copy(&mut self.tiles, self.centre, level.tiles(), level.origin(), shown);
            }
            Floor::Endless(endless) => {
                if let Ok(generated) = endless.chunk(chunk) {
                    copy(&mut self.tiles, self.centre, generated.tiles(), cells.min(), cells);
                }
            }
        }
    }

    fn add_exit(&mut self, at: Point) {
        if let (Some(local), Some(stairs)) = (self.local(at), self.tileset.id(StairKind::Up.tile_name())) {
            self.tiles[local] = stairs;
        }
    }

    fn apply(&mut self, chunk: ChunkAt, changed: &ChunkState) {
        // Only a tampered state has tiles outside the tileset.
        for (cell, tile) in changed.tiles.iter().filter(|(_, tile)| self.tileset.get(**tile).is_some()) {
            if let Some(local) = local(self.centre, cell_position(chunk, *cell)) {
                self.tiles[local] = *tile;
            }
        }
        for (cell, pile) in &changed.piles {
            let at = cell_position(chunk, *cell);
            match pile.is_empty() {
                true => self.piles.remove(&at),
                false => self.piles.insert(at, pile.clone()),
            };
        }
    }

    pub(crate) fn local(&self, at: Point) -> Option<Point> {
        local(self.centre, at)
    }

    /// The position of a local cell.
    pub(crate) fn global(&self, local: Point) -> Point {
        let corner = corner(self.centre);
        // Local cells in use lie on the plane, so this does not overflow.
        Point::new((corner.0 + i64::from(local.x)) as i32, (corner.1 + i64::from(local.y)) as i32)
    }

    /// The walkable cells, closed doors among them but no barriers, in local coordinates.
    pub(crate) const fn passable(&self) -> &BitGrid {
        &self.passable
    }

    /// The tile of a cell; solid rock outside the active part.
    pub(crate) fn tile(&self, at: Point) -> Tile {
        self.local(at).map_or(Tile::WALL, |local| self.tiles[local])
    }

    pub(crate) fn flags(&self, at: Point) -> TileFlags {
        self.flags_of(self.tile(at))
    }

    pub(crate) fn flags_of(&self, tile: Tile) -> TileFlags {
        self.flags.get(usize::from(tile.0)).copied().unwrap_or_default()
    }

    pub(crate) fn set_tile(&mut self, at: Point, tile: Tile) {
        let Some(local) = self.local(at) else { return };
        self.tiles[local] = tile;
        let flags = self.flags_of(tile);
        self.transparent.put(local, flags.transparent);
        self.passable.put(local, flags.walkable);
        self.footing.put(local, flags.is_footing());
        self.view_is_stale = true;
        self.hero_distances.clear();
    }

    /// The machines and where they are.
    pub(crate) fn machines(&self) -> &[(Point, usize)] {
        &self.machines
    }

    /// The cells that had a locked door, a gate, a lever, a ledge or a cage when the hero came near.
    pub(crate) fn fixtures(&self) -> impl Iterator<Item = Point> {
        self.fixtures.iter().copied()
    }

    /// What lies on a cell, the topmost item last.
    pub(crate) fn pile(&self, at: Point) -> &[Item] {
        let has_pile = self.local(at).is_some_and(|local| self.has_pile.contains(local));
        if has_pile { self.piles.get(&at).map_or(&[], Vec::as_slice) } else { &[] }
    }

    pub(crate) fn set_pile(&mut self, at: Point, pile: Vec<Item>) {
        let Some(local) = self.local(at) else { return };
        self.has_pile.put(local, !pile.is_empty());
        if pile.is_empty() {
            self.piles.remove(&at);
        } else {
            self.piles.insert(at, pile);
        }
        self.view_is_stale = true;
    }

    /// Every pile, row by row.
    pub(crate) fn piles(&self) -> impl Iterator<Item = (Point, &[Item])> {
        self.piles.iter().map(|(at, pile)| (*at, pile.as_slice()))
    }

    pub(crate) fn occupant(&self, at: Point) -> Occupant {
        match self.local(at).map_or(0, |local| self.occupants[local]) {
            0 => Occupant::Nobody,
            1 => Occupant::Hero,
            n => Occupant::Creature(usize::from(n) - 2),
        }
    }

    pub(crate) fn is_occupied(&self, at: Point) -> bool {
        self.occupant(at) != Occupant::Nobody
    }

    pub(crate) fn set_occupant(&mut self, at: Point, occupant: Occupant) {
        if let Some(local) = self.local(at) {
            self.occupants[local] = match occupant {
                Occupant::Nobody => 0,
                Occupant::Hero => 1,
                Occupant::Creature(index) => index as u16 + 2,
            };
        }
    }

    /// Records where everyone is after the list of creatures has changed.
    pub(crate) fn set_occupants(&mut self, hero: Point, creatures: &[Creature]) {
        self.occupants.fill(0);
        self.set_occupant(hero, Occupant::Hero);
        for (index, creature) in creatures.iter().enumerate() {
            self.set_occupant(creature.at, Occupant::Creature(index));
        }
    }

    /// Computes the hero's field of view.
    pub(crate) fn update_view(&mut self, from: Point, radius: u32) {
        if let Some(local) = self.local(from) {
            self.visible.clear();
            FieldOfView::from(&self.transparent, local, Some(radius)).add_to(&mut self.visible);
        }
        self.view_is_stale = false;
    }

    /// Whether the hero sees a cell.
    pub(crate) fn sees(&self, at: Point) -> bool {
        self.local(at).is_some_and(|local| self.visible.contains(local))
    }

    /// The cells that the hero sees.
    pub(crate) fn visible_cells(&self) -> impl Iterator<Item = Point> {
        self.visible.points().map(|at| self.global(at))
    }

    /// The cells of a chunk that the hero sees. A chunk fills one word of each row.
    pub(crate) fn visible_in(&self, chunk: ChunkAt) -> ChunkRows {
        let Some(corner) = self.local(chunk.cells().min()) else { return [0; CHUNK_SIDE as usize] };
        let (first, column) = (corner.y as u32, corner.x as usize / CHUNK_SIDE as usize);
        let (words, stride) = (self.visible.rows(first..first + CHUNK_SIDE), self.visible.words_in_row());
        std::array::from_fn(|row| words[row * stride + column])
    }

    /// Part of a row of tiles, all of which must be in the active part.
    pub(crate) fn tile_row(&self, from: Point, width: usize) -> Option<&[Tile]> {
        let local = self.local(from)?;
        self.tiles.row(local.y as u32).get(local.x as usize..)?.get(..width)
    }

    /// Prepares the distances to the hero.
    pub(crate) fn update_distances(&mut self, hero: Point) {
        if let Some(local) = self.local(hero)
            && !self.hero_distances.leads_to(hero)
        {
            self.hero_distances.start(&self.footing, local, hero);
        }
    }

    /// Whether a diagonal step would squeeze between two solid corners.
    pub(crate) fn squeezes(&self, from: Point, direction: Direction, flies: bool) -> bool {
        direction.squeezes(from, |at| self.flags(at).is_passable(flies))
    }

    /// Whether nothing opaque lies between two cells.
    pub(crate) fn is_clear_between(&self, from: Point, to: Point) -> bool {
        between(from, to).all(|at| self.flags(at).transparent)
    }

    /// Whether nothing opaque and nobody is between two cells.
    pub(crate) fn has_clear_shot(&self, from: Point, to: Point) -> bool {
        between(from, to).all(|at| self.flags(at).transparent && !self.is_occupied(at))
    }
}

/// The lowest bits of eight bytes, side by side. The product moves each of them into the highest byte.
const fn lowest_bits(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The positions of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (first < u64::BITS).then_some(first)
    })
}

/// The cells of a line without its two ends.
fn between(from: Point, to: Point) -> impl Iterator<Item = Point> {
    bresenham(from, to).into_iter().filter(move |at| *at != from && *at != to)
}

/// Copies the tiles of some cells, row by row, from a grid whose first cell is at `origin`.
fn copy(tiles: &mut Grid<Tile>, centre: ChunkAt, from: &Grid<Tile>, origin: Point, cells: Rect) {
    let Some(to) = local(centre, cells.min()).filter(|_| !cells.is_empty()) else { return };
    let (start, width) = (cells.min() - origin, cells.width as usize);
    for y in 0..cells.height {
        let row = &from.row(start.y as u32 + y)[start.x as usize..][..width];
        tiles.row_mut(to.y as u32 + y)[to.x as usize..][..width].copy_from_slice(row);
    }
}

/// The first cell of the part around a chunk. It may lie beyond the end of the plane.
const fn corner(centre: ChunkAt) -> (i64, i64) {
    let side = CHUNK_SIDE as i64;
    ((centre.x as i64 - 1) * side, (centre.y as i64 - 1) * side)
}

fn local(centre: ChunkAt, at: Point) -> Option<Point> {
    let corner = corner(centre);
    let (x, y) = (i64::from(at.x) - corner.0, i64::from(at.y) - corner.1);
    let inside = (0..i64::from(SIDE)).contains(&x) && (0..i64::from(SIDE)).contains(&y);
    inside.then(|| Point::new(x as i32, y as i32))
}

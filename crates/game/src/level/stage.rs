//! The part of a level around the hero: the three by three chunks in which everything happens.
//!
//! ```text
//! +---+---+---+
//! |   |   |   |      All of it could be worked out again from the state; it is kept because
//! +---+---+---+      every turn asks for it. When the hero enters another chunk, the stage
//! |   | @ |   |      is set up anew around it.
//! +---+---+---+
//! |   |   |   |
//! +---+---+---+
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::{BitGrid, FieldOfView, Grid, Point, Rect, Size};
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Class, Dungeon, DungeonError, Floor, Spawn, StairKind, Tile, Tileset};

use crate::content::Content;
use crate::level::chase::Chase;
use crate::level::loot;
use crate::level::strangers::Strangers;
use crate::state::{ChunkState, Creature, Item, LevelState};

/// Cells from one side of the stage to the other.
pub(crate) const SIDE: u32 = 3 * CHUNK_SIDE;

/// What the rules ask about a tile, looked up once for each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ground {
    /// Somebody can stand there.
    pub(crate) walkable: bool,
    pub(crate) transparent: bool,
    pub(crate) diggable: bool,
    /// A door that has to be opened first.
    pub(crate) shut: bool,
    /// What flies can be there.
    pub(crate) flyable: bool,
    /// Whoever is there falls.
    pub(crate) pit: bool,
    pub(crate) altar: bool,
}

/// Who is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    Nobody,
    Hero,
    /// By the place in the list of creatures.
    Creature(usize),
}

/// The part of a level around the hero.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) floor: Floor,
    pub(crate) centre: ChunkAt,
    pub(crate) tileset: Arc<Tileset>,
    strangers: Strangers,
    ground: Vec<Ground>,
    tiles: Grid<Tile>,
    /// Cells that can be seen through.
    clear: BitGrid,
    /// Cells that can be walked on, shut doors among them.
    passable: BitGrid,
    piles: BTreeMap<Point, Vec<Item>>,
    piled: BitGrid,
    occupants: Grid<u16>,
    sight: FieldOfView,
    /// What the hero sees has to be worked out again.
    pub(crate) sight_is_old: bool,
    pub(crate) chase: Chase,
}

impl Stage {
    /// Sets up the stage around a cell, as the level was made and has been changed. Nobody is on it yet.
    pub(crate) fn open(
        content: &Content,
        dungeon: &Arc<Dungeon>,
        depth: u32,
        around: Point,
        changed: Option<&LevelState>,
        exit: Option<Point>,
    ) -> Result<Self, DungeonError> {
        let floor = dungeon.level(depth)?;
        let centre = ChunkAt::of(around);
        let tileset = match &floor {
            Floor::Bounded(level) => level.tileset().clone(),
            Floor::Endless(endless) => endless.chunk(centre)?.tileset().clone(),
        };
        let size = Size::new(SIDE, SIDE);
        let mut stage = Self {
            floor,
            centre,
            ground: grounds(content, &tileset),
            tileset,
            strangers: Strangers::of(content, dungeon.plan(), dungeon.seed(), depth),
            tiles: Grid::new(size, Tile::WALL),
            clear: BitGrid::new(size),
            passable: BitGrid::new(size),
            piles: BTreeMap::new(),
            piled: BitGrid::new(size),
            occupants: Grid::new(size, 0),
            sight: FieldOfView::from(&BitGrid::new(Size::new(0, 0)), Point::new(0, 0), None),
            sight_is_old: true,
            chase: Chase::default(),
        };
        for at in stage.chunks() {
            stage.copy_tiles(at);
            if let Some(exit) = exit.filter(|exit| depth == 0 && ChunkAt::of(*exit) == at) {
                stage.open_exit(exit);
            }
            let spawns = stage.spawns(content, at);
            for spawn in spawns.iter().filter(|spawn| spawn.class == Class::Item) {
                if let Some(item) = loot::found(content, dungeon.seed(), depth, &spawn.kind, spawn.at) {
                    stage.piles.insert(spawn.at, vec![item]);
                }
            }
            if let Some(chunk) = changed.and_then(|level| level.chunks.get(&at)) {
                stage.apply(at, chunk);
            }
        }
        let facts: [Ground; 256] = std::array::from_fn(|id| stage.ground.get(id).copied().unwrap_or_default());
        stage.clear = BitGrid::where_grid(&stage.tiles, |tile| facts[usize::from(tile.0)].transparent);
        stage.passable = BitGrid::where_grid(&stage.tiles, |tile| facts[usize::from(tile.0)].walkable);
        for at in stage.piles.keys() {
            // Piles come from chunks of the stage, so that they lie on it.
            if let Some(local) = local(centre, *at) {
                stage.piled.insert(local);
            }
        }
        Ok(stage)
    }

    /// The chunks of the stage that the plane has, row by row.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkAt> + use<> {
        chunks_around(self.centre)
    }

    /// Whether a cell is on the stage.
    pub(crate) fn contains(&self, at: Point) -> bool {
        self.local(at).is_some()
    }

    /// The level's cells; `None` for one without an edge.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        match &self.floor {
            Floor::Bounded(level) => Some(level.size().rect().moved(level.origin)),
            Floor::Endless(_) => None,
        }
    }

    /// The spawns of a chunk, in the world's coordinates.
    pub(crate) fn spawns(&self, content: &Content, at: ChunkAt) -> Vec<Spawn> {
        self.planned(at).into_iter().map(|spawn| self.strangers.stand_in(content, spawn)).collect()
    }

    /// The spawns of a chunk as the plan has them.
    fn planned(&self, at: ChunkAt) -> Vec<Spawn> {
        match &self.floor {
            Floor::Bounded(level) => {
                let moved = level.spawns.iter().map(|spawn| Spawn { at: level.world(spawn.at), ..spawn.clone() });
                moved.filter(|spawn| ChunkAt::of(spawn.at) == at).collect()
            }
            Floor::Endless(endless) => {
                // A chunk that cannot be made is rock, and nothing is in it.
                let Ok(chunk) = endless.chunk(at) else { return Vec::new() };
                let corner = at.cells().min();
                chunk.spawns.iter().map(|spawn| Spawn { at: corner + spawn.at, ..spawn.clone() }).collect()
            }
        }
    }

    fn copy_tiles(&mut self, at: ChunkAt) {
        let cells = at.cells();
        // The chunk is one of the stage, so that its first cell is on it.
        let Some(corner) = self.local(cells.min()) else { return };
        match &self.floor {
            Floor::Bounded(level) => {
                let bounds = level.size().rect().moved(level.origin);
                let shown = bounds.intersection(cells);
                for y in 0..shown.height {
                    let from = shown.min() - level.origin + Point::new(0, y as i32);
                    let to = corner + (shown.min() - cells.min()) + Point::new(0, y as i32);
                    let row = &level.tiles().row(from.y as u32)[from.x as usize..][..shown.width as usize];
                    self.tiles.row_mut(to.y as u32)[to.x as usize..][..shown.width as usize].copy_from_slice(row);
                }
            }
            Floor::Endless(endless) => {
                let Ok(chunk) = endless.chunk(at) else { return };
                for y in 0..CHUNK_SIDE {
                    let row = self.tiles.row_mut(corner.y as u32 + y);
                    row[corner.x as usize..][..CHUNK_SIDE as usize].copy_from_slice(chunk.tiles().row(y));
                }
            }
        }
    }

    /// The way out of the dungeon is where the hero came in.
    fn open_exit(&mut self, at: Point) {
        if let (Some(local), Some(stairs)) = (self.local(at), self.tileset.id(StairKind::Up.tile_name())) {
            self.tiles[local] = stairs;
        }
    }

    fn apply(&mut self, at: ChunkAt, chunk: &ChunkState) {
        // A tile that the tileset does not have can only be of a state that was tampered with.
        for (cell, tile) in chunk.tiles.iter().filter(|(_, tile)| usize::from(tile.0) < self.ground.len()) {
            if let Some(local) = self.local(cell_point(at, *cell)) {
                self.tiles[local] = *tile;
            }
        }
        for (cell, pile) in &chunk.piles {
            let place = cell_point(at, *cell);
            match pile.is_empty() {
                true => self.piles.remove(&place),
                false => self.piles.insert(place, pile.clone()),
            };
        }
    }

    /// The place of a cell on the stage, counted from its first cell.
    pub(crate) fn local(&self, at: Point) -> Option<Point> {
        local(self.centre, at)
    }

    /// The cells of the stage that can be walked on, shut doors among them.
    pub(crate) const fn passable(&self) -> &BitGrid {
        &self.passable
    }

    /// The tile of a cell: rock where the stage ends.
    pub(crate) fn tile(&self, at: Point) -> Tile {
        self.local(at).map_or(Tile::WALL, |local| self.tiles[local])
    }

    /// What the rules ask about a cell.
    pub(crate) fn ground(&self, at: Point) -> Ground {
        self.ground_of(self.tile(at))
    }

    /// What the rules ask about a tile.
    pub(crate) fn ground_of(&self, tile: Tile) -> Ground {
        self.ground.get(usize::from(tile.0)).copied().unwrap_or_default()
    }

    /// Changes the tile of a cell.
    pub(crate) fn set_tile(&mut self, at: Point, tile: Tile) {
        let Some(local) = self.local(at) else { return };
        self.tiles[local] = tile;
        let ground = self.ground_of(tile);
        for (set, has) in [(&mut self.clear, ground.transparent), (&mut self.passable, ground.walkable)] {
            if has {
                set.insert(local);
            } else {
                set.remove(local);
            }
        }
        self.sight_is_old = true;
        self.chase.forget();
    }

    /// What lies on a cell, the topmost last.
    pub(crate) fn pile(&self, at: Point) -> &[Item] {
        let piled = self.local(at).is_some_and(|local| self.piled.contains(local));
        if piled { self.piles.get(&at).map_or(&[], Vec::as_slice) } else { &[] }
    }

    /// Changes what lies on a cell.
    pub(crate) fn set_pile(&mut self, at: Point, pile: Vec<Item>) {
        let Some(local) = self.local(at) else { return };
        if pile.is_empty() {
            self.piles.remove(&at);
            self.piled.remove(local);
        } else {
            self.piles.insert(at, pile);
            self.piled.insert(local);
        }
        self.sight_is_old = true;
    }

    /// All piles of the stage, row by row.
    pub(crate) fn piles(&self) -> impl Iterator<Item = (Point, &[Item])> {
        self.piles.iter().map(|(at, pile)| (*at, pile.as_slice()))
    }

    /// Who is on a cell.
    pub(crate) fn occupant(&self, at: Point) -> Occupant {
        match self.local(at).map_or(0, |local| self.occupants[local]) {
            0 => Occupant::Nobody,
            1 => Occupant::Hero,
            n => Occupant::Creature(usize::from(n) - 2),
        }
    }

    /// Says who is on a cell.
    pub(crate) fn occupy(&mut self, at: Point, occupant: Occupant) {
        if let Some(local) = self.local(at) {
            self.occupants[local] = match occupant {
                Occupant::Nobody => 0,
                Occupant::Hero => 1,
                Occupant::Creature(index) => index as u16 + 2,
            };
        }
    }

    /// Puts everybody where they are, after their list has changed.
    pub(crate) fn seat_all(&mut self, hero: Point, creatures: &[Creature]) {
        self.occupants.fill(0);
        self.occupy(hero, Occupant::Hero);
        for (index, creature) in creatures.iter().enumerate() {
            self.occupy(creature.at, Occupant::Creature(index));
        }
    }

    /// Looks around from the hero's cell.
    pub(crate) fn look(&mut self, from: Point, radius: u32) {
        if let Some(local) = self.local(from) {
            self.sight = FieldOfView::from(&self.clear, local, Some(radius));
        }
        self.sight_is_old = false;
    }

    /// Whether the hero sees a cell.
    pub(crate) fn sees(&self, at: Point) -> bool {
        self.local(at).is_some_and(|local| self.sight.sees(local))
    }

    /// The cells that the hero sees.
    pub(crate) fn seen(&self) -> impl Iterator<Item = Point> {
        self.sight.points().map(|at| self.world(at))
    }

    /// The cell at a place of the stage.
    pub(crate) fn world(&self, local: Point) -> Point {
        let corner = corner(self.centre);
        // A cell of the stage that rolls or sight reached is one of the plane.
        Point::new((corner.0 + i64::from(local.x)) as i32, (corner.1 + i64::from(local.y)) as i32)
    }

    /// Works out the ways to the hero, if they are not known.
    pub(crate) fn track(&mut self, hero: Point) {
        if let Some(local) = self.local(hero)
            && !self.chase.leads_to(hero)
        {
            self.chase.follow(&self.passable, local, hero);
        }
    }
}

/// The first cell of the stage around a chunk, which may be beyond the end of the plane.
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

/// The three by three chunks around one, row by row, without those beyond the end of the plane.
pub(crate) fn chunks_around(centre: ChunkAt) -> impl Iterator<Item = ChunkAt> + use<> {
    let [first, last] = ChunkAt::ENDS;
    let near = move |middle: i32| (middle - 1).max(first)..=(middle + 1).min(last);
    near(centre.y).flat_map(move |y| near(centre.x).map(move |x| ChunkAt { x, y }))
}

/// The number of a cell in its chunk.
pub(crate) const fn cell_of(at: Point) -> u16 {
    let side = CHUNK_SIDE as i32;
    (at.y.rem_euclid(side) * side + at.x.rem_euclid(side)) as u16
}

/// The cell of a number in a chunk.
pub(crate) fn cell_point(chunk: ChunkAt, cell: u16) -> Point {
    let side = CHUNK_SIDE as u16;
    chunk.cells().min() + Point::new(i32::from(cell % side), i32::from(cell / side % side))
}

fn grounds(content: &Content, tileset: &Tileset) -> Vec<Ground> {
    let ground = |info: &undercroft_mapgen::TileInfo| {
        let rule = content.tile_rule(&info.name);
        let event = rule.and_then(|rule| rule.on_enter.as_deref()).or(info.on_enter.as_deref());
        Ground {
            walkable: info.walkable,
            transparent: info.transparent,
            diggable: info.diggable,
            shut: info.walkable && event == Some("open"),
            flyable: info.walkable || rule.is_some_and(|rule| rule.flyable),
            pit: !info.walkable && event == Some("fall"),
            altar: rule.is_some_and(|rule| rule.altar),
        }
    };
    tileset.iter().map(|(_, info)| ground(info)).collect()
}

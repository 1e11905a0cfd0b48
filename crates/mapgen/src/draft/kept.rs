//! Kept cells, which later steps may not change.
//!
//! ```text
//! #####....        The walls and the floor of the vault are kept. Its door is declared:
//! #.$.#....        it may become another door, and a mission may lock it.
//! ##+##....
//! ```
//!
//! The draft itself refuses the change, so no step has to check. Restricting a step to some cells uses the same
//! mechanism: the cells outside are kept while it runs.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Point, Rect, Size};

use super::Draft;
use crate::mission::MissionPlan;
use crate::tile::Tile;

/// The cells of a draft that are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// The cells locked at the moment: all kept cells, and those outside the cells that the step is restricted to.
    locked: BitGrid,
    /// The cells that the step is restricted to.
    mask: Option<BitGrid>,
    /// The cells that no later step changes.
    cells: BitGrid,
    /// The tiles that the cells had, in world coordinates.
    tiles: Vec<(Point, Tile)>,
    /// The cells through which kept pieces are entered, in world coordinates.
    doors: Vec<Point>,
    /// The doors that must lead somewhere.
    required: Vec<Point>,
    /// Other open cells on the edges of kept pieces, in world coordinates.
    edges: Vec<Point>,
    pieces: Vec<Piece>,
    /// What the kept walls between regions are for.
    mission_plan: Option<Arc<MissionPlan>>,
}

/// A set piece on a map that stays whole.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Its name in messages.
    name: Arc<str>,
    /// The smallest rectangle around it, in world coordinates.
    area: Rect,
}

impl Kept {
    fn new(size: Size) -> Self {
        let cells = BitGrid::new(size);
        Self {
            locked: cells.clone(),
            mask: None,
            cells,
            tiles: Vec::new(),
            doors: Vec::new(),
            required: Vec::new(),
            edges: Vec::new(),
            pieces: Vec::new(),
            mission_plan: None,
        }
    }

    /// The cells that no step changes at the moment.
    pub(super) const fn locked(&self) -> &BitGrid {
        &self.locked
    }

    /// Adjusts to a map that has grown by rings around it.
    pub(super) fn pad(&mut self, rings: u32) {
        let area = self.cells.size().rect().grown(rings);
        self.cells = self.cells.cropped(area);
        self.locked = self.locked.cropped(area);
        if let Some(plan) = &mut self.mission_plan {
            let plan = Arc::make_mut(plan);
            plan.regions = plan.regions.cropped(area);
        }
    }
}

impl Draft {
    /// Keeps some cells as they are: every later step leaves them alone. `doors` are the walkable cells among them that
    /// serve as entrances: doors may be hung there, and missions may lock them. The name is for messages.
    ///
    /// ```
    /// use undercroft_mapgen::{BitGrid, Draft, Point, Tile};
    /// let mut draft = Draft::parse("#####\n#...#\n#####");
    /// let mut middle = BitGrid::new(draft.size());
    /// middle.insert(Point::new(2, 1));
    /// draft.keep("the middle", &middle, &[]);
    /// draft.fill(draft.size().rect(), Tile::WALL);
    /// assert_eq!(draft.to_string(), "#####\n##·##\n#####\n");
    /// ```
    ///
    /// # Panics
    /// If the mask has another size than the map.
    pub fn keep(&mut self, name: &str, cells: &BitGrid, doors: &[Point]) {
        if cells.is_empty() {
            return;
        }
        let tiles: Vec<(Point, Tile)> = cells.points().map(|at| (self.world(at), self.tile(at))).collect();
        let area = cells.bounding_rect();
        let (origin, size) = (self.origin, self.size());
        let kept = self.kept.get_or_insert_with(|| Box::new(Kept::new(size)));
        // If a cell is kept twice, the latest tile counts.
        kept.tiles.retain(|(at, _)| !cells.contains(*at - origin));
        kept.tiles.extend(tiles);
        kept.doors.extend(doors.iter().map(|door| *door + origin));
        kept.cells.unite(cells);
        kept.locked.unite(cells);
        kept.pieces.push(Piece { name: name.into(), area: area.moved(origin) });
    }

    /// The cells that steps must leave alone, if there are any. Closed ones cannot be dug, and open ones stay open.
    #[must_use]
    pub fn kept(&self) -> Option<&BitGrid> {
        self.kept.as_ref().map(|kept| &kept.locked)
    }

    /// Whether steps must leave the cell alone.
    #[must_use]
    pub fn is_kept(&self, at: Point) -> bool {
        self.kept().is_some_and(|kept| kept.contains(at))
    }

    /// Lets steps change everything again, and returns the cells that were kept and their doors.
    pub(crate) fn release(&mut self) -> Option<(BitGrid, Vec<Point>)> {
        let doors = self.kept_doors().collect();
        self.kept.take().map(|kept| (kept.cells, doors))
    }

    /// The cells that are kept, and the tiles that they had.
    pub(crate) fn kept_cells(&self) -> impl Iterator<Item = (Point, Tile)> {
        let cells = self.kept.iter().flat_map(|kept| &kept.tiles);
        cells.map(|(at, tile)| (*at - self.origin, *tile))
    }

    /// Records what the kept walls between the regions of a mission are for.
    pub(crate) fn plan_mission(&mut self, plan: MissionPlan) {
        if let Some(kept) = &mut self.kept {
            kept.mission_plan = Some(Arc::new(plan));
        }
    }

    /// The mission that the level is being laid out for.
    pub(crate) fn mission_plan(&self) -> Option<&Arc<MissionPlan>> {
        self.kept.as_ref()?.mission_plan.as_ref()
    }

    /// The cells through which kept pieces are entered.
    pub(crate) fn kept_doors(&self) -> impl Iterator<Item = Point> {
        self.kept.iter().flat_map(|kept| &kept.doors).map(|at| *at - self.origin)
    }

    /// The doors of kept pieces that must lead somewhere once the ground is finished.
    pub(crate) fn require_doors(&mut self, doors: &[Point]) {
        let origin = self.origin;
        self.kept.iter_mut().for_each(|kept| kept.required.extend(doors.iter().map(|door| *door + origin)));
    }

    /// Records open cells on the edges of kept pieces, besides their doors, that rooms may grow from.
    pub(crate) fn grow_from(&mut self, edges: &[Point]) {
        let origin = self.origin;
        self.kept.iter_mut().for_each(|kept| kept.edges.extend(edges.iter().map(|at| *at + origin)));
    }

    /// The cells of kept pieces that rooms may grow from.
    pub(crate) fn kept_openings(&self) -> impl Iterator<Item = Point> {
        let edges = self.kept.iter().flat_map(|kept| &kept.edges).map(|at| *at - self.origin);
        self.kept_doors().chain(edges)
    }

    /// Whether the door of a kept piece must lead somewhere.
    pub(crate) fn requires_door(&self, door: Point) -> bool {
        let at = self.world(door);
        self.kept.as_ref().is_some_and(|kept| kept.required.contains(&at))
    }

    /// Whether the door of a kept piece leads to open ground outside.
    pub(crate) fn leads_out(&self, door: Point) -> bool {
        door.four().any(|near| self.is_open(near) && !self.is_kept(near))
    }

    /// The name of a kept piece that a cell is in or beside.
    pub(crate) fn keeper(&self, at: Point) -> Option<&str> {
        let (at, kept) = (self.world(at), self.kept.as_ref()?);
        let near = |rings: u32| kept.pieces.iter().find(|piece| piece.area.grown(rings).contains(at));
        near(0).or_else(|| near(1)).map(|piece| &*piece.name)
    }

    /// Locks everything outside a mask until [`Draft::lift_restriction`].
    pub(crate) fn restrict_to(&mut self, mask: &BitGrid) {
        let size = self.size();
        let kept = self.kept.get_or_insert_with(|| Box::new(Kept::new(size)));
        let mut outside = mask.clone();
        outside.invert();
        kept.locked.unite(&outside);
        kept.mask = Some(mask.clone());
    }

    /// The cells that the current step is restricted to, if any.
    pub(super) fn mask(&self) -> Option<&BitGrid> {
        self.kept.as_ref()?.mask.as_ref()
    }

    /// Lets steps change everything again except kept cells.
    pub(crate) fn lift_restriction(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.locked.clone_from(&kept.cells);
            kept.mask = None;
        }
        self.kept.take_if(|kept| kept.tiles.is_empty());
    }

    /// Whether the draft refuses to make a cell this tile.
    pub(super) fn refuses(&self, at: Point, tile: Tile) -> bool {
        let Some(kept) = &self.kept else { return false };
        let is_declared = || kept.cells.contains(at) && kept.doors.contains(&self.world(at));
        kept.locked.contains(at) && !(self.tileset.is_door(tile) && is_declared())
    }

    /// Sets the tile of an open cell even if it is kept: for things that stand on the ground, such as stairs and levers.
    pub(crate) fn furnish(&mut self, at: Point, tile: Tile) {
        let is_allowed = !self.is_kept(at) || (self.is_open(at) && self.tileset.is_walkable(tile));
        if is_allowed {
            self.cells.set(at, tile, &self.tileset);
        }
    }

    /// Updates the lists to match what the draft has refused to change.
    pub(crate) fn relist_kept(&mut self) {
        let Some(kept) = &self.kept else { return };
        let is_door = |at: Point| self.tileset.is_door(self.tile(at));
        let doors = kept.tiles.iter().map(|(at, _)| *at - self.origin);
        let forgotten: Vec<Point> = doors.filter(|at| is_door(*at) && !self.doors.contains(at)).collect();
        self.doors.extend(forgotten);
        self.drop_odd_doors();
        self.trim_rooms();
        let Some(kept) = &self.kept else { return };
        let open = self.cells.open(&self.tileset);
        self.doorways.retain(|at| open.contains(*at) && !kept.cells.contains(*at));
        self.spawns.retain(|spawn| open.contains(spawn.at));
    }

    /// Sets a tile even if it is kept, for tests of the check.
    #[cfg(test)]
    pub(crate) fn overwrite(&mut self, at: Point, tile: Tile) {
        self.cells.set(at, tile, &self.tileset);
    }

    /// Makes a declared door that leads nowhere part of the wall around it.
    pub(crate) fn wall_up(&mut self, door: Point) {
        let at = self.world(door);
        let Some(kept) = &mut self.kept else { return };
        if let Some(index) = kept.doors.iter().position(|other| *other == at) {
            kept.doors.swap_remove(index);
            kept.tiles.iter_mut().filter(|(cell, _)| *cell == at).for_each(|(_, tile)| *tile = Tile::WALL);
            self.cells.set(door, Tile::WALL, &self.tileset);
            self.doors.retain(|other| *other != door);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Tileset};

    /// Every way to change cells leaves kept cells alone and changes all others as if nothing were kept.
    #[test]
    fn no_change_touches_a_kept_cell_or_spares_another() {
        let tileset = Tileset::standard();
        let kinds = tileset.iter().count() as u32;
        for seed in 0..300_u64 {
            let mut rng = Seed::from(seed).fork("kept").rng();
            let size = Size::new(1 + rng.below(70), 1 + rng.below(6));
            let mut free = Draft::new(size, tileset.clone());
            for at in size.points() {
                free.set(at, Tile(rng.below(if seed % 2 == 0 { 2 } else { kinds }) as u8));
            }
            let mut held = free.clone();
            let cells = BitGrid::from_fn(size, |_| rng.below(3) == 0);
            held.keep("cells", &cells, &[]);
            for _ in 0..rng.below(9) {
                // Kept cells differ between the two, so results that depend on neighbours are not compared.
                let before = held.clone();
                let at = Point::new(rng.range(-1..=size.width as i32), rng.range(-1..=size.height as i32));
                let tile = Tile(rng.below(kinds) as u8);
                let area = Rect::new(at.x, at.y, rng.below(70), rng.below(4));
                let mask = BitGrid::from_fn(size, |at| area.contains(at));
                let change = rng.below(7);
                for draft in [&mut free, &mut held] {
                    match change {
                        0 => draft.set(at, tile),
                        1 => draft.fill(area, tile),
                        2 => draft.paint(mask.clone(), tile),
                        3 => draft.carve(at),
                        4 => draft.carve_all(&mask),
                        5 => draft.edit_open(|open| open.subtract(&mask)),
                        _ => draft.edit_row(at.y.clamp(0, size.height as i32 - 1) as u32, |row| row.fill(tile)),
                    }
                }
                for at in size.points() {
                    let expected = if cells.contains(at) { before.tile(at) } else { free.tile(at) };
                    assert_eq!(held.tile(at), expected, "seed {seed}, change {change}, {at}");
                    assert_eq!(held.is_open(at), tileset.is_walkable(expected), "seed {seed}, change {change}, {at}");
                }
            }
        }
    }

    #[test]
    fn a_declared_door_stays_open_and_missions_may_lock_it() {
        let mut draft = Draft::parse("###\n#.#\n#+#\n...");
        let cells = BitGrid::from_fn(draft.size(), |at| at.y < 3);
        let door = Point::new(1, 2);
        draft.keep("cell", &cells, &[door]);
        draft.set(door, Tile::WALL);
        assert!(draft.is_open(door), "{draft}");
        let locked = draft.named("locked-door").unwrap();
        draft.set(door, locked);
        assert!(draft.tileset().is_door(draft.tile(door)), "no step but `furnish` may lock it:\n{draft}");
        draft.furnish(door, locked);
        assert_eq!(draft.tile(door), locked, "{draft}");
        draft.wall_up(door);
        assert_eq!((draft.tile(door), draft.doors.len()), (Tile::WALL, 0), "{draft}");
        assert_eq!(draft.keeper(Point::new(0, 0)), Some("cell"));
    }

    #[test]
    fn a_restriction_is_lifted_and_what_is_kept_stays_kept() {
        let mut draft = Draft::parse("....");
        draft.restrict_to(&BitGrid::from_fn(draft.size(), |at| at.x > 1));
        draft.fill(draft.size().rect(), Tile::WALL);
        assert_eq!(draft.to_string(), "··##\n");
        draft.lift_restriction();
        assert_eq!(draft.kept(), None);
        draft.keep("first", &BitGrid::from_fn(draft.size(), |at| at.x == 0), &[]);
        draft.restrict_to(&BitGrid::from_fn(draft.size(), |at| at.x < 1));
        draft.lift_restriction();
        draft.fill(draft.size().rect(), Tile::WALL);
        assert_eq!(draft.to_string(), "·###\n");
    }
}

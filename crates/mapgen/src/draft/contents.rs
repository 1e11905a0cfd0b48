//! The contents of a draft besides its tiles: stairs, doors, rooms and vaults, kept in sync with the map.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Point, Rect};

use super::{Draft, Spawn};
use crate::check::Veto;
use crate::mission::tiles;
use crate::seed::Seed;
use crate::tile::{Fixture, Tile};

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Metadata {
    /// The name of the recipe.
    pub recipe: Arc<str>,
    /// The seed.
    pub seed: Seed,
    /// The depth of the level.
    pub depth: u32,
}

/// A vault on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StampedVault {
    /// The vault's name.
    pub name: Arc<str>,
    /// Its bounding rectangle.
    pub area: Rect,
    /// The tags of its file.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tags: Arc<[String]>,
    /// What a mission likes to put here, from its file.
    #[cfg_attr(feature = "serde", serde(default))]
    pub roles: Arc<[String]>,
}

/// Stairs to the level above or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stair {
    /// The direction they lead.
    pub kind: StairKind,
    /// The cell they stand on.
    pub at: Point,
}

/// The direction stairs lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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

    /// The name of the tile for these stairs.
    #[must_use]
    pub const fn tile_name(self) -> &'static str {
        match self {
            Self::Up => "stairs-up",
            Self::Down => "stairs-down",
        }
    }
}

impl Draft {
    /// Whether the start, stairs or a spawn occupy the cell, or it is outside the cells that the step is restricted to.
    #[must_use]
    pub fn is_taken(&self, at: Point) -> bool {
        self.taken_cells().any(|taken| taken == at) || self.mask().is_some_and(|mask| !mask.contains(at))
    }

    /// The spawns on a cell. With the tile, they are the cell's layers.
    ///
    /// ```
    /// use undercroft_mapgen::{Class, MapBuilder};
    /// let den = MapBuilder::new().set(0, 0, "moss").actor("rat", Class::Creature, (0, 0)).build()?;
    /// let kinds: Vec<&str> = den.spawns_at((0, 0)).map(|spawn| &*spawn.kind).collect();
    /// assert_eq!((den.info((0, 0).into()).name.as_str(), kinds), ("moss", vec!["rat"]));
    /// # Ok::<(), undercroft_mapgen::BuilderError>(())
    /// ```
    pub fn spawns_at(&self, at: impl Into<Point>) -> impl Iterator<Item = &Spawn> {
        let at = at.into();
        self.spawns.iter().filter(move |spawn| spawn.at == at)
    }

    /// The cells that the start, stairs and spawns occupy, and those outside the cells that the step is restricted to.
    #[must_use]
    pub fn taken(&self) -> BitGrid {
        let mut taken = BitGrid::new(self.size());
        if let Some(mask) = self.mask() {
            taken.clone_from(mask);
            taken.invert();
        }
        for at in self.taken_cells() {
            taken.insert(at);
        }
        taken
    }

    /// Removes the cells that the start, stairs and spawns occupy from a set of the map's size.
    pub(crate) fn remove_taken(&self, cells: &mut BitGrid) {
        for at in self.taken_cells() {
            cells.remove(at);
        }
        self.mask().into_iter().for_each(|mask| cells.intersect(mask));
    }

    /// The cells of the map that the start, stairs and spawns occupy, perhaps with repetitions.
    pub(crate) fn taken_cells(&self) -> impl Iterator<Item = Point> {
        let stairs = self.stairs.iter().map(|stair| stair.at);
        let taken = stairs.chain(self.spawns.iter().map(|spawn| spawn.at)).chain(self.start);
        let mission = self
            .mission
            .iter()
            .flat_map(|mission| mission.barriers().chain(mission.switches.iter().map(|switch| switch.at)));
        // Nothing stands in the door of a strongroom.
        let behind = self.spawns.iter().filter(|spawn| spawn.properties.contains_key(Self::BEHIND));
        let doors = behind.flat_map(|spawn| spawn.at.four());
        taken.chain(mission).chain(doors).filter(|at| self.size().contains(*at))
    }

    /// The walkable cells where something can spawn: without the start, stairs, another spawn, a door or anything that closes.
    pub(crate) fn free_cells(&self) -> BitGrid {
        let mut free = self.open().clone();
        self.remove_taken(&mut free);
        self.door_cells().for_each(|door| _ = free.remove(door));
        // Vaults have gates, levers and hidden doors of their own.
        let closing: Vec<Tile> = tiles::ALL.into_iter().filter_map(|name| self.tileset().id(name)).collect();
        for at in self.vaults.iter().flat_map(|vault| vault.area.points()) {
            if free.contains(at) && closing.contains(&self.tile(at)) {
                free.remove(at);
            }
        }
        free
    }

    /// The door tiles on the map.
    pub(crate) fn door_cells(&self) -> impl Iterator<Item = Point> {
        self.doors.iter().copied().filter(|at| self.size().contains(*at))
    }

    /// Places stairs on a cell: sets the tile and adds them to the list.
    ///
    /// # Errors
    /// A veto if the tileset has no such stairs.
    pub fn put_stairs(&mut self, kind: StairKind, at: Point) -> Result<(), Veto> {
        let tile = self.named(kind.tile_name())?;
        self.furnish(at, tile);
        self.stairs.push(Stair { kind, at });
        Ok(())
    }

    /// Whether the cell's tile is a door or stairs, which are also kept in lists.
    pub(crate) fn is_fixture(&self, at: Point) -> bool {
        self.tileset.fixture(self.tile(at)).is_some()
    }

    /// Adds the cell to the list of doors or stairs if its tile is one.
    pub(crate) fn list_fixture(&mut self, at: Point) {
        match self.tileset.fixture(self.tile(at)) {
            Some(Fixture::Door) => self.doors.push(at),
            Some(Fixture::Stairs(kind)) => self.stairs.push(Stair { kind, at }),
            None => {}
        }
    }

    /// Removes the start, stairs, doors and spawns on some cells from their lists.
    pub(crate) fn clear_away(&mut self, gone: impl Fn(Point) -> bool) {
        self.doors.retain(|at| !gone(*at));
        self.doorways.retain(|at| !gone(*at));
        self.stairs.retain(|stair| !gone(stair.at));
        self.spawns.retain(|spawn| !gone(spawn.at));
        self.start = self.start.filter(|at| !gone(*at));
    }

    /// The first stairs of this kind.
    #[must_use]
    pub fn stairs_to(&self, kind: StairKind) -> Option<Point> {
        self.stairs.iter().find(|stair| stair.kind == kind).map(|stair| stair.at)
    }

    /// Where the player arrives: the stairs up if there are any, else the start.
    #[must_use]
    pub fn arrival(&self) -> Option<Point> {
        self.stairs_to(StairKind::Up).or(self.start)
    }

    /// Brings the list of rooms up to date after cells have closed. A room that is no longer entirely open shrinks to
    /// its largest open rectangle that no earlier room covers, and is dropped if that is less than two cells wide or
    /// high. The order of rooms stays the same.
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
        let mut free = self.open().clone();
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

    /// Replaces doors that no longer stand between two walls with floor, and removes those that were painted over from
    /// the list.
    pub(crate) fn drop_odd_doors(&mut self) {
        let mut doors = std::mem::take(&mut self.doors);
        doors.retain(|at| {
            let is_door = self.tileset.fixture(self.tile(*at)) == Some(Fixture::Door);
            if is_door && !crate::checks::stands_between_walls(self, *at) {
                self.set(*at, Tile::FLOOR);
            }
            // The door of a kept piece stays.
            self.tileset.fixture(self.tile(*at)) == Some(Fixture::Door)
        });
        self.doors = doors;
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Grid, Size};

    use super::*;

    #[test]
    fn a_door_that_was_painted_over_is_no_longer_listed() {
        let mut draft = Draft::parse("#######\n#..+..#\n#.###.#\n#..+..#\n#######");
        draft.set(Point::new(3, 1), Tile::FLOOR);
        draft.drop_odd_doors();
        assert_eq!(draft.doors, [Point::new(3, 3)], "{draft}");
    }

    #[test]
    fn trimmed_rooms_are_open_and_disjoint_and_the_lattice_follows() {
        let mut draft = Draft::parse("########\n#..#...#\n#..#...#\n#..#...#\n########");
        draft.rooms = vec![Rect::new(3, 1, 1, 3), Rect::new(1, 1, 2, 3), Rect::new(2, 1, 5, 3), Rect::new(4, 1, 1, 1)];
        draft.lattice = Some(Grid::from_fn(Size::new(2, 2), |at| Some((at.y * 2 + at.x) as usize)));
        draft.trim_rooms();
        assert_eq!(draft.rooms, [Rect::new(1, 1, 2, 3), Rect::new(4, 1, 3, 3)], "{draft}");
        let lattice = draft.lattice.expect("a lattice was set above");
        assert_eq!(lattice.as_slice(), [None, Some(0), Some(1), None]);
    }
}

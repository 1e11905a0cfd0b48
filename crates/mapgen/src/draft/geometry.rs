//! Changes the extent of a draft: pads a map, and cuts windows out of it.

use std::sync::Arc;

use undercroft_grid::{Grid, Point, Rect, Size};

use super::cells::Cells;
use super::{Draft, Spawn, Stair, StampedVault};
use crate::tile::Tile;

impl Draft {
    /// Surrounds the map with rings of a tile. Everything on it keeps its world coordinates.
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
        self.cells = Cells::of(tiles);
        self.kept.iter_mut().for_each(|kept| kept.pad(rings));
        self.zones = self.zones.take().map(|zones| Arc::new(zones.cropped(size.rect().grown(rings))));
        let by = Point::new(rings as i32, rings as i32);
        self.origin = self.origin - by;
        self.rooms.iter_mut().for_each(|room| *room = room.moved(by));
        let doors = self.doors.iter_mut().chain(&mut self.doorways).chain(&mut self.start);
        let stairs = self.stairs.iter_mut().map(|stair| &mut stair.at);
        let spawns = self.spawns.iter_mut().map(|spawn| &mut spawn.at);
        doors.chain(stairs).chain(spawns).for_each(|at| *at = *at + by);
        self.vaults.iter_mut().for_each(|vault| vault.area = vault.area.moved(by));
    }

    /// The part of the map inside a window given in world coordinates, with everything on it; rock beyond the map.
    #[must_use]
    pub fn window(&self, window: Rect) -> Self {
        let offset = window.min() - self.origin;
        let frame = window.size().rect();
        let shown = |at: Point| Some(at - offset).filter(|at| window.size().contains(*at));
        let moved = |area: Rect| area.moved(Point::new(0, 0) - offset);
        let points = |points: &[Point]| points.iter().filter_map(|at| shown(*at)).collect();
        let rooms = self.rooms.iter().map(|room| moved(*room).intersection(frame));
        let stairs = self.stairs.iter().filter_map(|stair| Some(Stair { at: shown(stair.at)?, ..*stair }));
        let spawns = self.spawns.iter().filter_map(|spawn| Some(Spawn { at: shown(spawn.at)?, ..spawn.clone() }));
        let vaults = self.vaults.iter().map(|vault| StampedVault { area: moved(vault.area), ..vault.clone() });
        Self {
            metadata: self.metadata.clone(),
            origin: window.min(),
            endless: self.endless,
            rooms: rooms.filter(|room| !room.is_empty()).collect(),
            lattice: None,
            doorways: points(&self.doorways),
            doors: points(&self.doors),
            min_path_length: 0,
            lenient: false,
            start: self.start.and_then(shown),
            stairs: stairs.collect(),
            spawns: spawns.collect(),
            vaults: vaults.filter(|vault| frame.meets(vault.area)).collect(),
            // A window may cut a mission apart, so it has none.
            mission: self.mission.clone().filter(|_| offset == Point::new(0, 0) && window.size() == self.size()),
            zones: self.zones.as_ref().map(|zones| Arc::new(zones.cropped(frame.moved(offset)))),
            kept: None,
            cells: self.cells.window(frame.moved(offset)),
            tileset: self.tileset.clone(),
        }
    }
}

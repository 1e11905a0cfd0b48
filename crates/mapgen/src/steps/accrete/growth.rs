//! The level so far, and where it can grow.

use undercroft_grid::{BitGrid, FOUR, Point, Rect};

use super::room::{Opening, Room, exits_of, opposite};
use crate::{Draft, Rng};

/// How many walls to try for a room before designing another.
const WALLS_TRIED: u32 = 32;

pub(super) struct Growth {
    pub(super) open_cells: usize,
    pub(super) room_count: usize,
    /// The cells where no room may lie, because they are not solid rock.
    taken: BitGrid,
    /// What has grown but is not carved yet, with its rooms and doorways.
    dug: BitGrid,
    rooms: Vec<Rect>,
    doorways: Vec<Point>,
    sites: Vec<Site>,
}

/// A place in a wall where the level can grow.
#[derive(Clone, Copy, Debug)]
struct Site {
    opening: Opening,
    rejections: u32,
}

impl Growth {
    /// The open cells of the draft, with all their walls as sites.
    pub(super) fn from(draft: &Draft) -> Self {
        let open = draft.open();
        let mut taken = draft.transparent();
        taken.unite(open);
        draft.kept().into_iter().for_each(|kept| taken.unite(kept));
        let mut growth = Self {
            open_cells: open.count(),
            room_count: 0,
            taken,
            dug: BitGrid::new(draft.size()),
            rooms: Vec::new(),
            doorways: Vec::new(),
            sites: Vec::new(),
        };
        if growth.open_cells > 0 {
            let mut grown_from = open.clone();
            // Another exit from a doorway would leave its door with a single wall.
            for at in draft.doors.iter().chain(&draft.doorways).filter(|at| draft.size().contains(**at)) {
                grown_from.remove(*at);
            }
            draft.kept().into_iter().for_each(|kept| grown_from.subtract(kept));
            growth.add_sites(&grown_from, Point::new(0, 0));
            growth.add_kept_openings(draft);
        }
        growth
    }

    /// Adds the cells outside the doors and open edges of kept pieces as sites: rooms grow from there too.
    fn add_kept_openings(&mut self, draft: &Draft) {
        let inside = self.taken.size().interior();
        for opening in draft.kept_openings() {
            for (outwards, offset) in FOUR.into_iter().enumerate() {
                let at = opening + offset;
                if !self.taken.contains(at) && inside.contains(at) && inside.contains(at + offset) {
                    self.sites.push(Site { opening: Opening { at, outwards }, rejections: 0 });
                }
            }
        }
    }

    /// Whether any site is left.
    pub(super) fn can_go_on(&self) -> bool {
        !self.sites.is_empty()
    }

    /// Tries the room at random sites that suit it and adds it to the first where it fits; returns whether one was found.
    /// If no later room can suit the other sites either, they are given up.
    pub(super) fn attach(
        &mut self,
        room: &Room,
        rng: &mut Rng,
        patience: u32,
        suits: impl Fn(Point) -> bool,
        all_rooms_alike: bool,
    ) -> bool {
        for _ in 0..WALLS_TRIED {
            if self.sites.is_empty() {
                return false;
            }
            let index = rng.below(self.sites.len() as u32) as usize;
            let Opening { at, outwards } = self.sites[index].opening;
            if !suits(at) {
                if all_rooms_alike {
                    self.sites.swap_remove(index);
                }
                continue;
            }
            let Some(exit) = rng.pick(&room.exits[opposite(outwards)]) else { continue };
            let offset = at - *exit;
            if room.fits(&self.taken, offset) {
                self.sites.swap_remove(index);
                self.taken.insert(at);
                self.dug.insert(at);
                self.open_cells += 1;
                self.doorways.push(at);
                self.add(room, offset);
                return true;
            }
            self.reject(index, patience);
        }
        false
    }

    /// Whether the room, moved by an offset, would lie in solid rock.
    pub(super) fn has_space(&self, room: &Room, offset: Point) -> bool {
        room.fits(&self.taken, offset)
    }

    /// Counts a rejection. Gives the site up after too many, or if nothing can ever fit there.
    fn reject(&mut self, index: usize, patience: u32) {
        let site = &mut self.sites[index];
        site.rejections += 1;
        let beyond = site.opening.at + FOUR[site.opening.outwards];
        if site.rejections >= patience || self.taken.contains(site.opening.at) || self.taken.contains(beyond) {
            self.sites.swap_remove(index);
        }
    }

    /// Adds the room and the sites in its walls.
    pub(super) fn add(&mut self, room: &Room, offset: Point) {
        self.taken.unite_moved(&room.cells, offset);
        self.dug.unite_moved(&room.cells, offset);
        self.open_cells += room.cells.count();
        self.room_count += 1;
        self.rooms.push(room.floor().moved(offset));
        self.add_sites(&room.cells, offset);
    }

    fn add_sites(&mut self, cells: &BitGrid, offset: Point) {
        let inside = self.taken.size().interior();
        for (outwards, exits) in exits_of(cells).into_iter().enumerate() {
            for at in exits.into_iter().map(|exit| exit + offset) {
                if inside.contains(at) && inside.contains(at + FOUR[outwards]) {
                    self.sites.push(Site { opening: Opening { at, outwards }, rejections: 0 });
                }
            }
        }
    }

    /// Carves everything that has grown since the last call.
    pub(super) fn carve(&mut self, draft: &mut Draft) {
        draft.carve_all(&self.dug);
        self.dug.clear();
        draft.rooms.append(&mut self.rooms);
        draft.doorways.append(&mut self.doorways);
    }
}

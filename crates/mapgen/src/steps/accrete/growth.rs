//! What has grown so far, and where it may grow on.

use undercroft_grid::{BitGrid, FOUR, Point, Rect};

use super::room::{Opening, Room, exits_of, opposite};
use crate::{Draft, Rng};

/// To how many walls a room is held before another is designed.
const WALLS_TRIED: u32 = 32;

pub(super) struct Growth {
    pub(super) open_cells: usize,
    pub(super) room_count: usize,
    /// What is no solid rock, so that no room may lie there.
    taken: BitGrid,
    /// What is to be opened, and the rooms and doorways there: all that has grown and is not carved yet.
    dug: BitGrid,
    rooms: Vec<Rect>,
    doorways: Vec<Point>,
    sites: Vec<Site>,
}

/// A place in a wall where the level may grow on.
#[derive(Clone, Copy, Debug)]
struct Site {
    opening: Opening,
    refused: u32,
}

impl Growth {
    /// What is open in the draft, with all its walls to grow on from.
    pub(super) fn from(draft: &Draft) -> Self {
        let open = draft.open();
        let mut taken = draft.transparent();
        taken.unite(open);
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
            // Another way out of a doorway would leave its door with one wall only.
            for at in draft.doors.iter().chain(&draft.doorways).filter(|at| draft.size().contains(**at)) {
                grown_from.remove(*at);
            }
            growth.add_sites(&grown_from, Point::new(0, 0));
        }
        growth
    }

    /// Whether there is a wall left that has not refused too often.
    pub(super) fn can_go_on(&self) -> bool {
        !self.sites.is_empty()
    }

    /// Holds the room to some walls and joins it to the first where it fits; says whether it did.
    pub(super) fn attach(&mut self, room: &Room, rng: &mut Rng, patience: u32) -> bool {
        for _ in 0..WALLS_TRIED {
            if self.sites.is_empty() {
                return false;
            }
            let index = rng.below(self.sites.len() as u32) as usize;
            let Opening { at, outwards } = self.sites[index].opening;
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
            self.refuse(index, patience);
        }
        false
    }

    /// Remembers that the site did not take a room, and gives it up after too many or where nothing can ever fit.
    fn refuse(&mut self, index: usize, patience: u32) {
        let site = &mut self.sites[index];
        site.refused += 1;
        let beyond = site.opening.at + FOUR[site.opening.outwards];
        if site.refused >= patience || self.taken.contains(site.opening.at) || self.taken.contains(beyond) {
            self.sites.swap_remove(index);
        }
    }

    /// Opens the room's cells and remembers where the level may grow on from it.
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
                    self.sites.push(Site { opening: Opening { at, outwards }, refused: 0 });
                }
            }
        }
    }

    /// Makes all that has grown since the last time a part of the draft.
    pub(super) fn carve(&mut self, draft: &mut Draft) {
        draft.carve_all(&self.dug);
        self.dug.clear();
        draft.rooms.append(&mut self.rooms);
        draft.doorways.append(&mut self.doorways);
    }
}

//! Looks around a part for what is nearest to it.

use std::cell::RefCell;

use undercroft_grid::internal::simd;
use undercroft_grid::{BitGrid, Point};

use super::{Cells, Parts};
use crate::steps::connect::growth::Growth;
use crate::steps::connect::walls::Walls;
use crate::steps::connect::window::{Bounds, Window};

/// Around parts that lie in so many words thin walls are looked for first.
pub(crate) const LARGE: usize = 2048;

/// What a search for a tunnel needs. It serves many in turn, also of levels one after the other, so that none has to ask
/// for memory.
pub(crate) struct Search {
    /// Around parts that lie in so many words thin walls are looked for first.
    pub(crate) large: usize,
    pub(super) room: Room,
    /// For parts that are far from all others; made when the first is.
    growth: Option<Growth>,
}

/// Memory to search in.
#[derive(Default)]
pub(super) struct Room {
    /// The cells of the part that is being grown, and of its tunnels.
    part: Vec<Cells>,
    shut: Vec<Point>,
    window: Window,
    /// The tunnel that was found last: both ends included, the other part's first.
    pub(super) tunnel: Vec<Point>,
    /// For parts that are spread over much of the map.
    pub(super) walls: Walls,
}

thread_local! {
    /// What the last level on this thread was searched in.
    static SPARE: RefCell<Room> = RefCell::default();
}

/// So many bytes at most are kept for the next level.
const MOST_SPARE: usize = 4 << 20;

impl Room {
    /// For how many bytes it has memory.
    fn bytes(&self) -> usize {
        size_of::<u64>() * self.window.words() + size_of::<Cells>() * self.part.capacity()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        let room = std::mem::take(&mut self.room);
        if room.bytes() <= MOST_SPARE {
            SPARE.set(room);
        }
    }
}

impl Search {
    pub(crate) fn new() -> Self {
        Self::with_large(LARGE)
    }

    /// One that looks for thin walls first around parts that lie in so many words.
    pub(crate) fn with_large(large: usize) -> Self {
        Self { large, room: SPARE.take(), growth: None }
    }

    /// The tunnel that was found last: both ends included, the other part's first.
    pub(crate) fn tunnel(&self) -> &[Point] {
        &self.room.tunnel
    }

    /// Puts a tunnel there that was found otherwise.
    pub(crate) fn put_tunnel(&mut self, tunnel: &[Point]) {
        self.room.tunnel.clear();
        self.room.tunnel.extend_from_slice(tunnel);
    }

    /// Takes note that the cells of the tunnel are open.
    pub(crate) fn tunnel_is_dug(&mut self) {
        if let Some(growth) = &mut self.growth {
            self.room.tunnel.iter().for_each(|at| growth.open(*at));
        }
    }
}

impl Parts<'_> {
    /// Finds the shortest way through closed cells inside the border from the part to another; says whether there is any.
    ///
    /// Of several it is the one that a search would find first that began with the part's cells, region by region,
    /// row by row, and went on in the order of [`FOUR`](undercroft_grid::FOUR).
    pub(crate) fn find_tunnel(&self, open: &BitGrid, part: u32, search: &mut Search) -> bool {
        self.find_near_tunnel(open, part, search) || {
            let growth = search.growth.get_or_insert_with(|| Growth::over(open));
            let room = &mut search.room;
            growth.nearest(&room.part, &room.shut, |at| self.order(at), &mut room.tunnel)
        }
    }

    /// The same where the other part is not far.
    pub(crate) fn find_near_tunnel(&self, open: &BitGrid, part: u32, search: &mut Search) -> bool {
        let is_large = self.bounds(part).words() >= search.large;
        is_large && self.is_behind_wall(open, part, &mut search.room) || self.is_near(open, part, &mut search.room)
    }

    /// Looks for a tunnel to what is near a part; says whether there is any.
    fn is_near(&self, open: &BitGrid, part: u32, room: &mut Room) -> bool {
        let bounds = simd::dispatch(
            #[inline(always)]
            || self.gather(part, room),
        );
        // In a part of one region the order is that of rows.
        let is_one = self.parts[part as usize].members == 1;
        let order = |at: Point| if is_one { (None, at.y, at.x) } else { self.order(at) };
        room.window.nearest(open, &room.part, &room.shut, bounds, order, &mut room.tunnel)
    }

    /// Lists the cells of a part and of its tunnels; gives the smallest rectangle that holds them.
    #[inline(always)]
    fn gather(&self, part: u32, room: &mut Room) -> Bounds {
        self.list_tunnels(part, &mut room.shut);
        let mut bounds = room.shut.iter().fold(Bounds::NOTHING, |all, at| all.with(Bounds::of_cell(*at)));
        room.part.clear();
        for region in self.members(part) {
            let Bounds { first, last } = self.regions_bounds[region as usize];
            self.regions.for_each_fragment_within(
                first,
                last,
                #[inline(always)]
                |piece| {
                    if piece.label == region {
                        let cells = Cells::of(piece);
                        bounds = bounds.with(Bounds::of(cells));
                        room.part.push(cells);
                    }
                },
            );
        }
        bounds
    }
}

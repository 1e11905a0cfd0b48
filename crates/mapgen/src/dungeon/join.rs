//! Joins all open cells of a chunk by winding tunnels, inside that chunk alone.
//!
//! ```text
//! ..####..        ..####..
//! ..####..   →    .....#..
//! ########        #.##....
//! ##...###        ##...###
//! ```
//!
//! Each closed cell costs what its place rolls, so that the cheapest ways wind a little; what is carved becomes what
//! fits. All parts grow at once (Dijkstra's search from all their cells together); where two growths meet there is a
//! possible way. The cheapest of those that join everything are opened (Kruskal's tree).
//!
//! A cell costs the same from wherever it is entered. So it is reached from that neighbour which is settled first, and
//! its cost is known at once: no cell is looked at twice.

use undercroft_grid::internal::Fragment;
use undercroft_grid::{Components, Neighbours, Point};

use super::chunk::CHUNK_SIDE;
use crate::words::set_bits;
use crate::{Draft, RowStream, Stream};

const SIDE: usize = CHUNK_SIDE as usize;
/// Cells from one row to the next: around the chunk there is a rim that nothing reaches.
const STRIDE: usize = SIDE + 2;
const CELLS: usize = STRIDE * STRIDE;
/// More than a cell costs, and a power of two.
const COSTS: usize = 32;
/// More than the sums of known meetings differ by, and a power of two.
const SUMS: usize = 2 * COSTS;
/// More than any cell of a chunk costs to reach: even along both its sides.
const MOST: usize = 2 * SIDE * COSTS;

/// What is known of a cell: what it costs to reach it in the upper half, and which part it is of, or was reached from, in
/// the lower. From `UNREACHED` on there is no such thing.
type Reach = u32;
const UNREACHED: Reach = 0xffff_0000;

/// Cells of a chunk: a row of it is a word.
type Rows = [u64; SIDE];

/// Opens ways between all open cells of a chunk.
pub(super) fn join(draft: &mut Draft, stream: Stream) {
    let regions = Components::of(draft.as_open(), Neighbours::Four);
    Parts::of(&regions, |_| true).join(draft, stream);
}

/// The open parts of a chunk, which are to be joined.
pub(super) struct Parts {
    reach: Box<[Reach; CELLS]>,
    open: Rows,
    /// For each part another one that it has become one with, or itself.
    united: Vec<u16>,
    separate: usize,
}

impl Parts {
    /// The regions of a chunk that pass.
    pub(super) fn of(regions: &Components, passes: impl Fn(u32) -> bool) -> Self {
        let passing: Vec<bool> = (0..regions.count() as u32).map(passes).collect();
        let open = regions.cells_where(|label| passing[label as usize]);
        let mut parts = Self {
            reach: Box::new([UNREACHED; CELLS]),
            open: std::array::from_fn(|y| open.row(y as u32)[0]),
            // A chunk has fewer parts than cells, and those can be counted so.
            united: (0..passing.len() as u16).collect(),
            separate: passing.iter().filter(|passes| **passes).count(),
        };
        // Nobody asks about cells that have no closed one beside them.
        let rim = beside(&parts.open.map(|open| !open));
        for Fragment { corner, cells, label } in regions.fragments().filter(|piece| passing[piece.label as usize]) {
            let rows = rim[corner.y as usize..][..8].iter().map(|row| (row >> corner.x) as u8);
            let rim = rows.rev().fold(0, |square, row| square << 8 | u64::from(row));
            let first = place(corner.x as usize, corner.y as usize);
            for bit in set_bits(cells & rim) {
                parts.reach[first + bit as usize / 8 * STRIDE + bit as usize % 8] = label;
            }
        }
        parts
    }

    /// Adds a cell, as a part of its own where it touches none.
    pub(super) fn open(&mut self, at: Point) {
        let (x, y) = (at.x as usize, at.y as usize);
        if self.open[y] >> x & 1 == 1 {
            return;
        }
        let label = self.united.len() as u16;
        self.united.push(label);
        self.separate += 1;
        self.open[y] |= 1 << x;
        self.reach[place(x, y)] = Reach::from(label);
        for near in around(place(x, y)).map(|near| self.reach[near]) {
            if near < UNREACHED {
                self.unite(label, label_of(near));
            }
        }
    }

    /// Opens the cheapest ways that join all parts.
    pub(super) fn join(mut self, draft: &mut Draft, stream: Stream) {
        if self.separate < 2 {
            return;
        }
        let tolls = Tolls::new(draft.origin, stream);
        let mut front = Front::beside(&self.open);
        let mut meetings = Meetings::default();
        for cost in 0..MOST {
            if cost > 0 {
                front.advance(cost);
            }
            self.grow(&mut front, cost, &tolls, &mut meetings);
            // A cell that is still to be reached has no neighbour of this cost or below. Where it will meet another, that
            // one costs one more than this at least and the cell itself four more: cheaper meetings are all known.
            for sum in [2 * cost + 3, 2 * cost + 4] {
                for pair in meetings.take(sum) {
                    let ends = ends_of(pair);
                    let [one, other] = ends.map(|end| label_of(self.reach[end]));
                    if self.unite(one, other) {
                        ends.into_iter().for_each(|end| self.carve_back(draft, end));
                    }
                }
            }
            if self.separate < 2 {
                return;
            }
        }
    }

    /// Reaches the cells that are next, all from neighbours of one cost.
    fn grow(&mut self, front: &mut Front, cost: usize, tolls: &Tolls, meetings: &mut Meetings) {
        for y in 0..SIDE {
            for x in set_bits(front.next[y]) {
                let cell = place(x as usize, y);
                let around = surroundings(&mut self.reach, cell);
                let near = [around[0], around[STRIDE - 1], around[STRIDE + 1], around[2 * STRIDE]];
                // Of neighbours with this cost, from the first in reading order.
                let costs_this = |reach: Reach| (reach >> 16) as usize == cost;
                let from = if costs_this(near[2]) { near[2] } else { near[3] };
                let from = if costs_this(near[1]) { near[1] } else { from };
                let from = if costs_this(near[0]) { near[0] } else { from };
                let label = label_of(from);
                let there = cost + tolls.of(x as usize, y);
                around[STRIDE] = (there as Reach) << 16 | Reach::from(label);
                front.waiting[there % COSTS][y] |= 1 << x;
                let meets = near.map(|near| (label_of(near) != label) & (near < UNREACHED));
                // All asked at once, as hardly ever there is one.
                if meets[0] | meets[1] | meets[2] | meets[3] {
                    for ((near, pair), meets) in near.into_iter().zip(pairs_around(cell)).zip(meets) {
                        if meets {
                            meetings.put(there + (near >> 16) as usize, pair);
                        }
                    }
                }
            }
        }
    }

    /// Opens the way from a cell back to the part it was reached from.
    fn carve_back(&self, draft: &mut Draft, mut cell: usize) {
        let cost = |cell: usize| self.reach[cell] >> 16;
        while cost(cell) > 0 {
            draft.carve(Point::new((cell % STRIDE) as i32 - 1, (cell / STRIDE) as i32 - 1));
            // The first in reading order of the cheapest, as when it was reached.
            let [mut from, others @ ..] = around(cell);
            for near in others {
                from = if cost(near) < cost(from) { near } else { from };
            }
            cell = from;
        }
    }

    /// Makes one part of two; whether they were two before.
    fn unite(&mut self, one: u16, other: u16) -> bool {
        let [one, other] = [one, other].map(|label| self.root(label));
        self.united[usize::from(other)] = one;
        self.separate -= usize::from(one != other);
        one != other
    }

    /// The part that one has become; halves the way there for the next time.
    fn root(&mut self, mut label: u16) -> u16 {
        loop {
            let next = self.united[usize::from(label)];
            if next == label {
                return label;
            }
            let after = self.united[usize::from(next)];
            self.united[usize::from(label)] = after;
            label = after;
        }
    }
}

const fn label_of(reach: Reach) -> u16 {
    reach as u16
}

/// A cell with all before and behind it as far as those above and below.
fn surroundings(reach: &mut [Reach; CELLS], cell: usize) -> &mut [Reach; 2 * STRIDE + 1] {
    // The rim is around all cells of the chunk.
    reach[cell - STRIDE..].first_chunk_mut().expect("there is a row below")
}

/// The cells that have been reached but have not grown, and those that are next to be reached.
struct Front {
    /// For each cost, as far as they can differ, the cells that have been reached for it.
    waiting: Vec<Rows>,
    next: Rows,
    /// The closed cells that nothing has touched.
    fresh: Rows,
}

impl Front {
    /// All closed cells beside open ones.
    fn beside(open: &Rows) -> Self {
        let mut front = Self { waiting: vec![[0; SIDE]; COSTS], next: [0; SIDE], fresh: open.map(|open| !open) };
        front.come_beside(open);
        front
    }

    /// Makes those cells the next that nothing has touched and that lie beside cells of a cost.
    fn advance(&mut self, cost: usize) {
        let grown = std::mem::replace(&mut self.waiting[cost % COSTS], [0; SIDE]);
        self.come_beside(&grown);
    }

    fn come_beside(&mut self, cells: &Rows) {
        self.next = beside(cells);
        for (next, fresh) in self.next.iter_mut().zip(&mut self.fresh) {
            *next &= *fresh;
            *fresh &= !*next;
        }
    }
}

/// The cells that have one of these above or below, to their left or to their right.
fn beside(cells: &Rows) -> Rows {
    // With a row above and one below, so that nothing is asked at the edge.
    let mut rows = [0; SIDE + 2];
    rows[1..=SIDE].copy_from_slice(cells);
    std::array::from_fn(|y| rows[y] | rows[y + 1] << 1 | rows[y + 1] >> 1 | rows[y + 2])
}

/// Where growths have met, by what both sides have cost together.
struct Meetings {
    /// For each sum the number of the last pair that was put there, and for each pair the one before it; none where the
    /// number is that of no pair.
    last: [usize; SUMS],
    pairs: Vec<(u32, usize)>,
}

impl Default for Meetings {
    fn default() -> Self {
        Self { last: [usize::MAX; SUMS], pairs: Vec::new() }
    }
}

impl Meetings {
    fn put(&mut self, sum: usize, pair: u32) {
        let last = &mut self.last[sum % SUMS];
        let before = std::mem::replace(last, self.pairs.len());
        self.pairs.push((pair, before));
    }

    /// The pairs of a sum, in order.
    fn take(&mut self, sum: usize) -> Vec<u32> {
        let mut number = std::mem::replace(&mut self.last[sum % SUMS], usize::MAX);
        let mut taken = Vec::new();
        while let Some((pair, before)) = self.pairs.get(number) {
            taken.push(*pair);
            number = *before;
        }
        taken.sort_unstable();
        taken
    }
}

/// What it costs to go through cells.
struct Tolls {
    rows: [RowStream; SIDE],
    left: i32,
}

impl Tolls {
    fn new(origin: Point, stream: Stream) -> Self {
        Self { rows: std::array::from_fn(|y| stream.row(origin.y + y as i32)), left: origin.x }
    }

    fn of(&self, x: usize, y: usize) -> usize {
        usize::from(LEAST_TOLLS[place(x, y)]) + (self.rows[y].at(self.left + x as i32) % 7) as usize
    }
}

/// Where a cell of the chunk is among all, with the rim.
const fn place(x: usize, y: usize) -> usize {
    (y + 1) * STRIDE + x + 1
}

/// The four cells around one, in reading order.
const fn around(cell: usize) -> [usize; 4] {
    [cell - STRIDE, cell - 1, cell + 1, cell + STRIDE]
}

/// The pairs that a cell makes with those around it: the first of both in reading order, and whether the other is below
/// it or beside it. Numbers of pairs are in the order in which meetings of one cost are looked at.
const fn pairs_around(cell: usize) -> [u32; 4] {
    let cell = cell as u32;
    [2 * (cell - STRIDE as u32) + 1, 2 * (cell - 1), 2 * cell, 2 * cell + 1]
}

/// The two cells of a pair.
const fn ends_of(pair: u32) -> [usize; 2] {
    let first = (pair / 2) as usize;
    [first, if pair % 2 == 1 { first + STRIDE } else { first + 1 }]
}

/// What each cell costs at least. Near the edge that is more: ways keep inside, so that no pattern of edges shows.
static LEAST_TOLLS: [u8; CELLS] = {
    let mut tolls = [0; CELLS];
    let mut cell = place(0, 0);
    while cell <= place(SIDE - 1, SIDE - 1) {
        // Rings from the edge, which is the first.
        let (column, row) = (cell % STRIDE, cell / STRIDE);
        let [column, row] = [nearer_end(column), nearer_end(row)];
        let ring = if column < row { column } else { row };
        tolls[cell] = 3 + 4 * 6_u8.saturating_sub(ring);
        cell += 1;
    }
    tolls
};

/// How far it is to the nearer end of a row of cells, with the rim.
const fn nearer_end(at: usize) -> u8 {
    (if at < STRIDE / 2 { at } else { STRIDE - 1 - at }) as u8
}

#[cfg(test)]
mod tests;

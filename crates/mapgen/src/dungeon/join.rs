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

use std::ops::Range;

use undercroft_grid::{Neighbours, Point, Regions};

use super::chunk::CHUNK_SIDE;
use crate::{Draft, Stream};

const SIDE: usize = CHUNK_SIDE as usize;
/// Cells from one row to the next: around the chunk there is a rim that nothing reaches.
const STRIDE: usize = SIDE + 2;
const CELLS: usize = STRIDE * STRIDE;
/// The label of cells that nothing has reached.
const NOTHING: u16 = u16::MAX;
/// More than a cell costs, and a power of two.
const COSTS: usize = 32;
/// More than the sums of known meetings differ by, and a power of two.
const SUMS: usize = 2 * COSTS;
/// More than any cell of a chunk costs to reach: even along both its sides.
const MOST: usize = 2 * SIDE * COSTS;

/// Opens ways between all open cells of a chunk.
pub(super) fn join(draft: &mut Draft, stream: Stream) {
    let regions = Regions::of(draft.as_open(), Neighbours::Four);
    Parts::of(&regions, |_| true).join(draft, stream);
}

/// The open parts of a chunk, which are to be joined.
pub(super) struct Parts {
    /// Which part each cell is of, or was reached from.
    label: Box<[u16; CELLS]>,
    /// What it cost to reach each cell.
    cost: Box<[u16; CELLS]>,
    /// The open cells: a row of a chunk is a word.
    open: [u64; SIDE],
    /// For each part another one that it has become one with, or itself.
    united: Vec<u16>,
    separate: usize,
}

impl Parts {
    /// The regions of a chunk that pass.
    pub(super) fn of(regions: &Regions, passes: impl Fn(u32) -> bool) -> Self {
        let passing: Vec<bool> = (0..regions.count() as u32).map(passes).collect();
        let mut parts = Self {
            label: Box::new([NOTHING; CELLS]),
            cost: Box::new([u16::MAX; CELLS]),
            open: [0; SIDE],
            // A chunk has fewer parts than cells, and those can be counted so.
            united: (0..passing.len() as u16).collect(),
            separate: passing.iter().filter(|passes| **passes).count(),
        };
        for (y, columns, label) in regions.runs().filter(|(.., label)| passing[*label as usize]) {
            parts.add(y as usize, columns.start as usize..columns.end as usize, label as u16);
        }
        parts
    }

    /// Adds a cell, as a part of its own where it touches none.
    pub(super) fn open(&mut self, at: Point) {
        let (x, y) = (at.x as usize, at.y as usize);
        let cell = place(x, y);
        if self.label[cell] != NOTHING {
            return;
        }
        let label = self.united.len() as u16;
        self.united.push(label);
        self.separate += 1;
        self.add(y, x..x + 1, label);
        for near in around(cell).map(|near| self.label[near]) {
            if near != NOTHING {
                self.unite(label, near);
            }
        }
    }

    fn add(&mut self, y: usize, columns: Range<usize>, label: u16) {
        self.open[y] |= (u64::MAX >> (SIDE - columns.len())) << columns.start;
        let cells = place(columns.start, y)..place(columns.end, y);
        self.label[cells.clone()].fill(label);
        self.cost[cells].fill(0);
    }

    /// Opens the cheapest ways that join all parts.
    pub(super) fn join(mut self, draft: &mut Draft, stream: Stream) {
        if self.separate < 2 {
            return;
        }
        let mut front = Front::new(self.open);
        // Where growths have met, by what both sides have cost together.
        let mut meetings: [Vec<u32>; SUMS] = std::array::from_fn(|_| Vec::new());
        for cost in 0..MOST {
            self.grow(&mut front, cost, draft.origin, stream, &mut meetings);
            // A cell that is still to be reached has no neighbour of this cost or below. Where it will meet another, that
            // one costs one more than this at least and the cell itself four more: cheaper meetings are all known.
            for sum in [2 * cost + 3, 2 * cost + 4] {
                let mut met = std::mem::take(&mut meetings[sum % SUMS]);
                met.sort_unstable();
                for ends in met.into_iter().map(ends_of) {
                    if self.unite(self.label[ends[0]], self.label[ends[1]]) {
                        ends.into_iter().for_each(|end| self.carve_back(draft, end));
                    }
                }
            }
            if self.separate < 2 {
                return;
            }
        }
    }

    /// Grows from all cells of one cost to those that nothing has reached.
    fn grow(&mut self, front: &mut Front, cost: usize, origin: Point, stream: Stream, meetings: &mut [Vec<u32>; SUMS]) {
        let (now, rows) = front.take(cost);
        for y in set_bits(rows | rows << 1 | rows >> 1) {
            let above = if y > 0 { now[y - 1] } else { 0 };
            let below = if y + 1 < SIDE { now[y + 1] } else { 0 };
            let (left, right) = (now[y] << 1, now[y] >> 1);
            let reached = (above | left | right | below) & front.unreached[y];
            front.unreached[y] &= !reached;
            let rolls = stream.row(origin.y + y as i32);
            for x in set_bits(reached) {
                let cell = place(x, y);
                let is_in = |set: u64| set >> x & 1 == 1;
                // Of neighbours with one cost, from the first in reading order.
                let from = if is_in(right) { cell + 1 } else { cell + STRIDE };
                let from = if is_in(left) { cell - 1 } else { from };
                let from = if is_in(above) { cell - STRIDE } else { from };
                let roll = (rolls.at(origin.x + x as i32) % 7) as usize;
                let there = cost + 3 + roll + toll_at_edge(x, y);
                let label = self.label[from];
                self.label[cell] = label;
                self.cost[cell] = there as u16;
                front.put(there, x, y);
                for (near, pair) in around(cell).into_iter().zip(pairs_around(cell)) {
                    if self.label[near] != label && self.label[near] != NOTHING {
                        meetings[(there + usize::from(self.cost[near])) % SUMS].push(pair);
                    }
                }
            }
        }
    }

    /// Opens the way from a cell back to the part it was reached from.
    fn carve_back(&self, draft: &mut Draft, mut cell: usize) {
        while self.cost[cell] > 0 {
            draft.carve(Point::new((cell % STRIDE) as i32 - 1, (cell / STRIDE) as i32 - 1));
            // The first in reading order of the cheapest, as when it was reached.
            let [mut from, others @ ..] = around(cell);
            for near in others {
                from = if self.cost[near] < self.cost[from] { near } else { from };
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

    fn root(&self, mut label: u16) -> u16 {
        while self.united[usize::from(label)] != label {
            label = self.united[usize::from(label)];
        }
        label
    }
}

/// The cells that were reached but have not grown, by their cost.
struct Front {
    unreached: [u64; SIDE],
    waiting: Box<[[u64; SIDE]; COSTS]>,
    /// In which rows there are some.
    rows: [u64; COSTS],
}

impl Front {
    fn new(open: [u64; SIDE]) -> Self {
        let mut front =
            Self { unreached: open.map(|row| !row), waiting: Box::new([[0; SIDE]; COSTS]), rows: [0; COSTS] };
        front.waiting[0] = open;
        front.rows[0] = u64::MAX;
        front
    }

    fn put(&mut self, cost: usize, x: usize, y: usize) {
        self.waiting[cost % COSTS][y] |= 1 << x;
        self.rows[cost % COSTS] |= 1 << y;
    }

    /// The cells of a cost, and in which rows they are.
    fn take(&mut self, cost: usize) -> ([u64; SIDE], u64) {
        let cells = std::mem::replace(&mut self.waiting[cost % COSTS], [0; SIDE]);
        (cells, std::mem::take(&mut self.rows[cost % COSTS]))
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

/// What a cell near the edge costs besides: ways keep inside, so that no pattern of edges shows.
const fn toll_at_edge(x: usize, y: usize) -> usize {
    const TOLLS: [u8; SIDE] = {
        let mut tolls = [0; SIDE];
        let mut ring = 0;
        while ring < 5 {
            tolls[ring] = 4 * (5 - ring as u8);
            tolls[SIDE - 1 - ring] = tolls[ring];
            ring += 1;
        }
        tolls
    };
    let (column, row) = (TOLLS[x], TOLLS[y]);
    (if column > row { column } else { row }) as usize
}

/// The numbers of the bits that are set, from the lowest up.
pub(super) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests;

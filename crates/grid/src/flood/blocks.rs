//! Waves that run over blocks of 8 by 8 cells, a word each: [squares](crate::squares).
//!
//! ```text
//! ........        ........
//! ........        ...@....
//! ...@....        ..@.@...
//! ..@.@...   →    .@...@..      one step, in one go for all cells of a block
//! .@...@..        @.....@.
//! @.....@.        .......@
//! ```
//!
//! The front of a wave runs aslant, so that a row of 64 cells hardly ever has more than two cells of it: a word that is
//! a square has several. Around the blocks is a frame of empty ones, so that no step asks whether it leaves the map.

use alloc::vec::Vec;
use core::ops::Range;

use crate::squares::{FIRST_COLUMN, LAST_COLUMN, all_filled, filled, turned};
use crate::{BitGrid, Neighbours, Point, cores_for, each, vectorised};

/// The front of a wave in a block.
#[derive(Clone, Copy)]
struct Front {
    block: u32,
    cells: u64,
}

/// The cells of a block that matter to a wave: the open ones that are [not reached yet](UNREACHED), and those that [the last
/// step](FRESH) has reached. An array, as memory for many of nothing but zeroes then comes without being written.
type Block = [u64; 2];

const UNREACHED: usize = 0;
const FRESH: usize = 1;

/// So many blocks are flooded at once.
const AT_ONCE: usize = 4;

/// The cells of a block that have others beside them.
const EDGE: u64 = FIRST_COLUMN | LAST_COLUMN | 0xff | 0xff << 56;

/// The blocks that a step has reached.
struct List<'a> {
    blocks: &'a mut [u32],
    count: usize,
}

impl List<'_> {
    /// Reaches those of some cells of a block that are not reached yet.
    #[inline(always)]
    fn reach(&mut self, block: &mut Block, index: usize, cells: u64) {
        // Nobody can guess whether there are any, so that it is done without asking.
        let cells = cells & block[UNREACHED];
        self.blocks[self.count] = index as u32;
        self.count += usize::from(cells != 0) & usize::from(block[FRESH] == 0);
        block[UNREACHED] ^= cells;
        block[FRESH] |= cells;
    }
}

/// The part of a map that a flood with a limit may see, in blocks.
pub(super) struct Blocks {
    /// The part: whole words of some rows.
    rows: Range<u32>,
    words: Range<usize>,
    /// From one block to the one below it. The frame at the right end of a row is that at the left end of the next.
    blocks_in_row: usize,
    blocks: Vec<Block>,
    /// The blocks that have fresh cells, and as many useless entries behind them as it takes.
    list: Vec<u32>,
    count: usize,
    /// The front that the next step begins with.
    front: Vec<Front>,
}

impl Blocks {
    /// What can be seen of a map from open cells, at least one, in so many steps.
    fn around(open: &BitGrid, sources: &[Point], limit: u32) -> Self {
        let [rows, columns] = super::in_reach(open, sources, limit);
        let words = columns.start as usize / 64..columns.end.div_ceil(64) as usize;
        let blocks_in_row = words.len() * 8 + 1;
        let length = (rows.len().div_ceil(8) + 2) * blocks_in_row + 2;
        let mut blocks = Self {
            rows,
            words,
            blocks_in_row,
            blocks: alloc::vec![[0; 2]; length],
            // Enough for the front of a wave on a small map.
            list: Vec::with_capacity(128),
            count: 0,
            // Only waves that go step by step have one.
            front: Vec::new(),
        };
        blocks.cut(open);
        for source in sources {
            blocks.begin_at(*source);
        }
        blocks.count = blocks.list.len();
        blocks
    }

    /// What is left when waves have run so many steps from open cells, at least one.
    pub(super) fn spread_out(open: &BitGrid, sources: &[Point], neighbours: Neighbours, limit: u32) -> Self {
        let mut blocks = Self::around(open, sources, limit);
        for _ in 0..limit {
            if !blocks.spread(neighbours) {
                break;
            }
        }
        blocks
    }

    /// Cuts the open cells into blocks.
    fn cut(&mut self, open: &BitGrid) {
        let (stride, words, blocks_in_row) = (open.words_in_row(), self.words.clone(), self.blocks_in_row);
        let all = &open.words()[self.rows.start as usize * stride..self.rows.end as usize * stride];
        let cut = |(rows, blocks): (&[u64], &mut [Block])| {
            vectorised(
                #[inline(always)]
                || cut_rows(rows, stride, words.clone(), blocks, blocks_in_row),
            );
        };
        let bands = self.bands_of_strips();
        let blocks = &mut self.blocks[blocks_in_row + 1..];
        each(all.chunks(8 * stride * bands).zip(blocks.chunks_mut(blocks_in_row * bands)).collect(), cut);
    }

    /// So many rows of blocks are for one core: all of a small map.
    fn bands_of_strips(&self) -> usize {
        /// So many blocks are worth a core of their own.
        const MANY: usize = 1 << 18;
        self.rows.len().div_ceil(8 * cores_for(self.blocks.len(), MANY))
    }

    fn begin_at(&mut self, source: Point) {
        let (x, y) = (source.x as usize - self.words.start * 64, source.y as usize - self.rows.start as usize);
        let block = (y / 8 + 1) * self.blocks_in_row + x / 8 + 1;
        let cell = 1 << (y % 8 * 8 + x % 8);
        if self.blocks[block][FRESH] == 0 {
            self.list.push(block as u32);
        }
        self.blocks[block][FRESH] |= cell;
        self.blocks[block][UNREACHED] &= !cell;
    }

    /// Goes one step further; says whether that reached any cell.
    fn spread(&mut self, neighbours: Neighbours) -> bool {
        let (blocks, reached) = (&mut self.blocks[..], &self.list[..self.count]);
        self.front.clear();
        self.front.extend(reached.iter().map(|block| {
            let cells = core::mem::take(&mut blocks[*block as usize][FRESH]);
            Front { block: *block, cells }
        }));
        // Each block can reach itself and those around it.
        let around = if neighbours == Neighbours::Four { 5 } else { 9 };
        let most = around * self.front.len() + 1;
        if self.list.len() < most {
            self.list.resize(most.next_power_of_two(), 0);
        }
        let mut list = List { blocks: &mut self.list[..most], count: 0 };
        match neighbours {
            Neighbours::Four => spread_four(&self.front, self.blocks_in_row, &mut self.blocks, &mut list),
            Neighbours::Eight => spread_eight(&self.front, self.blocks_in_row, &mut self.blocks, &mut list),
        }
        self.count = list.count;
        self.count > 0
    }

    /// All that can be reached from an open cell. What is connected in a block is reached at once, so that a block is come to
    /// as often as it has pieces.
    pub(super) fn flooded(open: &BitGrid, from: Point, neighbours: Neighbours) -> Self {
        let mut blocks = Self::around(open, &[from], u32::MAX);
        match neighbours {
            Neighbours::Four => vectorised(
                #[inline(always)]
                || blocks.flood::<false>(),
            ),
            Neighbours::Eight => blocks.flood::<true>(),
        }
        blocks
    }

    /// Goes on until nothing more can be reached.
    #[inline(always)]
    fn flood<const EIGHT: bool>(&mut self) {
        while self.count > 0 {
            // Several blocks at once, as far as there are so many: the frame's corner serves for those that are missing.
            let first = self.count.saturating_sub(AT_ONCE);
            let mut indices = [0; AT_ONCE];
            indices[..self.count - first].copy_from_slice(&self.list[first..self.count]);
            let fresh = indices.map(|index| core::mem::take(&mut self.blocks[index as usize][FRESH]));
            let mut cells: [u64; AT_ONCE] =
                core::array::from_fn(|at| fresh[at] | self.blocks[indices[at] as usize][UNREACHED]);
            cells = if EIGHT { filled_one_by_one(fresh, cells) } else { all_filled(fresh, cells) };
            for (index, cells) in indices.iter().zip(cells) {
                self.blocks[*index as usize][UNREACHED] &= !cells;
            }
            // Each block can reach those around it.
            if self.list.len() < first + 9 * AT_ONCE {
                self.list.resize(2 * (first + 9 * AT_ONCE), 0);
            }
            let mut list = List { blocks: &mut self.list, count: first };
            for (index, cells) in indices.into_iter().zip(cells).take(self.count - first) {
                if EIGHT {
                    spread_eight(&[Front { block: index, cells }], self.blocks_in_row, &mut self.blocks, &mut list);
                } else {
                    leave_four(index as usize, cells, self.blocks_in_row, &mut self.blocks, &mut list);
                }
            }
            self.count = list.count;
        }
    }

    /// Whether every cell has been reached.
    pub(super) fn all_reached(&self) -> bool {
        self.blocks.iter().fold(0, |all, block| all | block[UNREACHED]) == 0
    }

    /// All cells reached so far, of the open ones that it began with.
    pub(super) fn reached(&self, open: &BitGrid) -> BitGrid {
        let mut reached = BitGrid::new(open.size());
        self.put_into(&mut reached, open, |open, unreached| open & !unreached);
        reached
    }

    /// All cells that were not reached, of the open ones that it began with.
    pub(super) fn unreached(&self, open: &BitGrid) -> BitGrid {
        let mut unreached = BitGrid::new(open.size());
        let (stride, seen) = (open.words_in_row(), self.rows.start as usize..self.rows.end as usize);
        for part in [0..seen.start * stride, seen.end * stride..open.words().len()] {
            unreached.words_mut()[part.clone()].copy_from_slice(&open.words()[part]);
        }
        if self.words != (0..stride) {
            for y in self.rows.clone() {
                unreached.row_mut(y).copy_from_slice(open.row(y));
            }
        }
        self.put_into(&mut unreached, open, |_, unreached| unreached);
        unreached
    }

    /// Makes words of a set from those of the open cells and what of them was not reached, where a flood may have come.
    fn put_into(&self, set: &mut BitGrid, open: &BitGrid, word: impl Fn(u64, u64) -> u64 + Send + Sync) {
        let (stride, words, blocks_in_row) = (open.words_in_row(), self.words.clone(), self.blocks_in_row);
        let part = self.rows.start as usize * stride..self.rows.end as usize * stride;
        let put = |((set, open), blocks): ((&mut [u64], &[u64]), &[Block])| {
            let rows = set.chunks_mut(8 * stride).zip(open.chunks(8 * stride));
            for ((set, open), blocks) in rows.zip(blocks.chunks_exact(blocks_in_row)) {
                for (index, blocks) in words.clone().zip(blocks.as_chunks::<8>().0) {
                    let unreached = turned(blocks.map(|block| block[UNREACHED]));
                    let set = set[index..].iter_mut().step_by(stride);
                    for ((set, open), unreached) in set.zip(open[index..].iter().step_by(stride)).zip(unreached) {
                        *set = word(*open, unreached);
                    }
                }
            }
        };
        let bands = self.bands_of_strips();
        let (to, from, blocks) =
            (&mut set.words_mut()[part.clone()], &open.words()[part], &self.blocks[blocks_in_row + 1..]);
        let strips = to.chunks_mut(8 * stride * bands).zip(from.chunks(8 * stride * bands));
        each(strips.zip(blocks.chunks(blocks_in_row * bands)).collect(), put);
    }
}

/// Cuts some words of rows into rows of blocks.
#[inline(always)]
fn cut_rows(rows: &[u64], stride: usize, words: Range<usize>, blocks: &mut [Block], blocks_in_row: usize) {
    for (rows, blocks) in rows.chunks(8 * stride).zip(blocks.chunks_exact_mut(blocks_in_row)) {
        for (word, blocks) in words.clone().zip(blocks.as_chunks_mut::<8>().0) {
            let mut square = [0; 8];
            // Below the last row of the map there is nothing.
            for (row, to) in square.iter_mut().enumerate() {
                *to = rows.get(row * stride + word).copied().unwrap_or(0);
            }
            for (block, unreached) in blocks.iter_mut().zip(turned(square)) {
                block[UNREACHED] = unreached;
            }
        }
    }
}

#[inline(always)]
fn spread_four(front: &[Front], blocks_in_row: usize, blocks: &mut [Block], list: &mut List<'_>) {
    for Front { block, cells } in front {
        let index = *block as usize;
        list.reach(&mut blocks[index], index, beside(*cells) | cells << 8 | cells >> 8);
        if cells & EDGE != 0 {
            leave_four(index, *cells, blocks_in_row, blocks, list);
        }
    }
}

/// Reaches from some cells of a block those beside them in other blocks.
#[inline(always)]
fn leave_four(index: usize, cells: u64, blocks_in_row: usize, blocks: &mut [Block], list: &mut List<'_>) {
    list.reach(&mut blocks[index - 1], index - 1, (cells & FIRST_COLUMN) << 7);
    list.reach(&mut blocks[index + 1], index + 1, (cells & LAST_COLUMN) >> 7);
    list.reach(&mut blocks[index - blocks_in_row], index - blocks_in_row, cells << 56);
    list.reach(&mut blocks[index + blocks_in_row], index + blocks_in_row, cells >> 56);
}

#[inline(always)]
fn spread_eight(front: &[Front], blocks_in_row: usize, blocks: &mut [Block], list: &mut List<'_>) {
    for Front { block, cells } in front {
        let index = *block as usize;
        let (wide, high) = (cells | beside(*cells), cells | cells << 8 | cells >> 8);
        let (to_left, to_right) = ((high & FIRST_COLUMN) << 7, (high & LAST_COLUMN) >> 7);
        let rows = [
            (index - blocks_in_row, [cells << 63, wide << 56, (cells & 1 << 7) << 49]),
            (index, [to_left, wide | wide << 8 | wide >> 8, to_right]),
            (index + blocks_in_row, [(cells & 1 << 56) >> 49, wide >> 56, cells >> 63]),
        ];
        for (middle, cells) in rows {
            for (beside, cells) in cells.into_iter().enumerate() {
                let index = middle - 1 + beside;
                list.reach(&mut blocks[index], index, cells);
            }
        }
    }
}

/// What can be reached in each of some blocks, stepping in all eight directions.
fn filled_one_by_one(reached: [u64; AT_ONCE], open: [u64; AT_ONCE]) -> [u64; AT_ONCE] {
    core::array::from_fn(|at| filled::<true>(reached[at], open[at]))
}

/// The cells to the left and to the right of some cells, in the same block.
#[inline(always)]
const fn beside(cells: u64) -> u64 {
    (cells & !LAST_COLUMN) << 1 | (cells & !FIRST_COLUMN) >> 1
}

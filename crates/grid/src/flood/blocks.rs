//! Waves that run over blocks of 8 by 8 cells, a word each: [squares](crate::block).
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

mod sets;

use alloc::vec::Vec;
use core::ops::Range;

use crate::block::{FIRST_COLUMN, LAST_COLUMN, fill, fill_all, transpose};
use crate::{BitGrid, Neighbours, Point, parallel, simd};

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
const AT_ONCE: usize = 8;

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

/// What is known of a tile of 64 by 64 cells: eight by eight blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tile {
    /// Its blocks are still empty.
    Uncut,
    Cut,
    /// Those around it are cut too.
    Inside,
}

/// The blocks beside one another in a tile, and so many below one another.
const TILE: usize = 8;

/// So many steps lead at most into a tile beside the one where they begin.
const STEPS_IN_TILE: u32 = 8 * TILE as u32;

/// The part of a map that a flood with a limit may see, in blocks.
pub(super) struct Blocks {
    /// The part: whole words of some rows, eight at a time.
    bands: Range<usize>,
    words: Range<usize>,
    /// From one block to the one below it. The frame at the right end of a row is that at the left end of the next.
    blocks_in_row: usize,
    blocks: Vec<Block>,
    /// The tiles of that part; none where all are cut. Waves come to few of them where they go far, and memory that is never
    /// touched costs nothing.
    tiles: Vec<Tile>,
    /// The blocks that have fresh cells, and as many useless entries behind them as it takes.
    list: Vec<u32>,
    count: usize,
    /// The front that the next step begins with.
    front: Vec<Front>,
}

impl Blocks {
    /// What can be seen of a map from open cells, at least one, in so many steps. Nothing is cut yet.
    fn around(open: &BitGrid, sources: &[Point], limit: u32) -> Self {
        let [rows, columns] = super::in_reach(open, sources, limit);
        let bands = rows.start as usize / 8..rows.end.div_ceil(8) as usize;
        let words = columns.start as usize / 64..columns.end.div_ceil(64) as usize;
        let blocks_in_row = words.len() * TILE + 1;
        let length = (bands.len() + 2) * blocks_in_row + 2;
        Self {
            bands,
            words,
            blocks_in_row,
            blocks: alloc::vec![[0; 2]; length],
            tiles: Vec::new(),
            // Enough for the front of a wave on a small map.
            list: Vec::with_capacity(128),
            count: 0,
            // Only waves that go step by step have one.
            front: Vec::new(),
        }
    }

    /// What is left when waves have run so many steps from open cells, at least one.
    pub(super) fn spread_out(open: &BitGrid, sources: &[Point], neighbours: Neighbours, limit: u32) -> Self {
        let mut blocks = Self::around(open, sources, limit);
        blocks.tiles = alloc::vec![Tile::Uncut; blocks.bands.len().div_ceil(TILE) * blocks.words.len()];
        for source in sources {
            blocks.cut_around(open, blocks.block_of(*source).0);
            blocks.begin_at(*source);
        }
        let mut left = limit;
        while left > 0 && blocks.count > 0 {
            for at in 0..blocks.count {
                blocks.cut_around(open, blocks.list[at] as usize);
            }
            let steps = left.min(STEPS_IN_TILE);
            for _ in 0..steps {
                if !blocks.spread(neighbours) {
                    break;
                }
            }
            left -= steps;
        }
        blocks
    }

    /// Cuts the tile of a block and those around it into blocks.
    #[inline(always)]
    fn cut_around(&mut self, open: &BitGrid, block: usize) {
        let (block, in_row) = (block - 1, self.words.len());
        let (row, column) = ((block / self.blocks_in_row - 1) / TILE, block % self.blocks_in_row / TILE);
        if self.tiles[row * in_row + column] == Tile::Inside {
            return;
        }
        for row in row.saturating_sub(1)..(row + 2).min(self.tiles.len() / in_row) {
            for column in column.saturating_sub(1)..(column + 2).min(in_row) {
                if self.tiles[row * in_row + column] == Tile::Uncut {
                    self.tiles[row * in_row + column] = Tile::Cut;
                    self.cut(open, row, column);
                }
            }
        }
        self.tiles[row * in_row + column] = Tile::Inside;
    }

    /// Cuts the open cells of a tile into blocks.
    fn cut(&mut self, open: &BitGrid, row: usize, column: usize) {
        let (stride, first) = (open.words_in_row(), self.bands.start + row * TILE);
        for band in first..self.bands.end.min(first + TILE) {
            let rows = &open.words()[8 * band * stride..];
            let blocks = self.blocks_of(band, column);
            for blocks in self.blocks[blocks].as_chunks_mut().0 {
                cut_word(rows, stride, self.words.start + column, blocks);
            }
        }
    }

    /// Cuts all open cells into blocks.
    fn cut_all(&mut self, open: &BitGrid) {
        let (stride, words, blocks_in_row) = (open.words_in_row(), self.words.clone(), self.blocks_in_row);
        let rows = &open.words()[8 * self.bands.start * stride..];
        let cut = |(rows, blocks): (&[u64], &mut [Block])| {
            simd::dispatch(
                #[inline(always)]
                || {
                    for (rows, blocks) in rows.chunks(8 * stride).zip(blocks.chunks_exact_mut(blocks_in_row)) {
                        for (word, blocks) in words.clone().zip(blocks.as_chunks_mut::<TILE>().0) {
                            cut_word(rows, stride, word, blocks);
                        }
                    }
                },
            );
        };
        let in_one_go = self.bands_in_one_go();
        let blocks = &mut self.blocks[blocks_in_row + 1..];
        parallel::map(
            rows.chunks(8 * stride * in_one_go).zip(blocks.chunks_mut(blocks_in_row * in_one_go)).collect(),
            cut,
        );
    }

    /// So many rows of blocks are for one core: all of a small map.
    fn bands_in_one_go(&self) -> usize {
        /// So many blocks are worth a core of their own.
        const MANY: usize = 1 << 18;
        self.bands.len().div_ceil(parallel::threads_for(self.blocks.len(), MANY))
    }

    /// The blocks of a tile in a row of blocks.
    #[inline(always)]
    fn blocks_of(&self, band: usize, column: usize) -> Range<usize> {
        let first = (band - self.bands.start + 1) * self.blocks_in_row + 1 + column * TILE;
        first..first + TILE
    }

    /// The block of a cell, and its place there.
    const fn block_of(&self, cell: Point) -> (usize, usize) {
        let (x, y) = (cell.x as usize - self.words.start * 64, cell.y as usize - self.bands.start * 8);
        ((y / 8 + 1) * self.blocks_in_row + x / 8 + 1, y % 8 * 8 + x % 8)
    }

    /// Begins a wave at a cell of a block that is cut.
    fn begin_at(&mut self, source: Point) {
        let (index, cell) = self.block_of(source);
        let block = &mut self.blocks[index];
        if block[FRESH] == 0 {
            self.list.push(index as u32);
            self.count += 1;
        }
        block[FRESH] |= 1 << cell;
        block[UNREACHED] &= !(1 << cell);
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
        blocks.cut_all(open);
        blocks.begin_at(from);
        match neighbours {
            Neighbours::Four => simd::dispatch(
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
            cells = if EIGHT { filled_one_by_one(fresh, cells) } else { fill_all(fresh, cells) };
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
}

/// Cuts a word of each of eight rows into blocks.
#[inline(always)]
fn cut_word(rows: &[u64], stride: usize, word: usize, blocks: &mut [Block; TILE]) {
    // Below the last row of the map there is nothing.
    let words = core::array::from_fn(|row| rows.get(row * stride + word).copied().unwrap_or(0));
    // Nothing is read: memory that nobody has touched would be made ready for reading, and then once more for writing.
    blocks.iter_mut().zip(transpose(words)).for_each(|(block, cells)| block[UNREACHED] = cells);
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
    core::array::from_fn(|at| fill::<true>(reached[at], open[at]))
}

/// The cells to the left and to the right of some cells, in the same block.
#[inline(always)]
const fn beside(cells: u64) -> u64 {
    (cells & !LAST_COLUMN) << 1 | (cells & !FIRST_COLUMN) >> 1
}

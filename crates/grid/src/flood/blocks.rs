//! Breadth-first search over [blocks](crate::block) of eight by eight cells, one `u64` each.
//!
//! ```text
//! ........        ........
//! ........        ...@....
//! ...@....        ..@.@...
//! ..@.@...   →    .@...@..      one step, for all cells of a block at once
//! .@...@..        @.....@.
//! @.....@.        .......@
//! ```
//!
//! A frame of empty blocks surrounds the others, so no step has to check whether it leaves the map.

use alloc::vec::Vec;
use core::ops::Range;

use crate::block::{FIRST_COLUMN, LAST_COLUMN, fill_all, spread, transpose};
use crate::{BitGrid, Neighbours, Point, simd};

/// The cells of a block: the open ones [not reached yet](UNREACHED), and those in the [frontier](FRONTIER). An array rather than a
/// struct, because the allocator hands out zeroed arrays without writing them.
type Block = [u64; 2];

const UNREACHED: usize = 0;
const FRONTIER: usize = 1;

/// The number of blocks that a flood fills at once.
const AT_ONCE: usize = 8;

/// The cells of a block that have neighbours in other blocks.
const EDGE: u64 = FIRST_COLUMN | LAST_COLUMN | 0xff | 0xff << 56;

/// The blocks of the part of a map that a search can reach.
pub(super) struct Blocks {
    /// That part: rows of blocks, and whole words.
    bands: Range<usize>,
    words: Range<usize>,
    /// From one block to the one below. The frame at the right end of a row is also the one at the left end of the next.
    stride: usize,
    blocks: Vec<Block>,
    /// The blocks that have cells in the frontier; entries after them are stale.
    queue: Vec<u32>,
    queued: usize,
    /// The frontier that a step starts from.
    previous: Vec<(u32, u64)>,
}

impl Blocks {
    /// Starts a search that takes at most `limit` steps from the sources, which are open.
    fn new(open: &BitGrid, sources: &[Point], limit: u32) -> Self {
        let [rows, columns] = super::in_reach(open, sources, limit);
        let bands = rows.start as usize / 8..rows.end.div_ceil(8) as usize;
        let words = columns.start as usize / 64..columns.end.div_ceil(64) as usize;
        let stride = words.len() * 8 + 1;
        let mut blocks = alloc::vec![[0; 2]; (bands.len() + 2) * stride + 2];
        simd::dispatch(
            #[inline(always)]
            || {
                let words_in_row = open.words_in_row();
                let framed = blocks[stride + 1..].chunks_exact_mut(stride);
                for (band, blocks) in bands.clone().zip(framed) {
                    let rows = &open.words()[8 * band * words_in_row..];
                    for (word, blocks) in words.clone().zip(blocks.as_chunks_mut::<8>().0) {
                        // Nothing is open below the last row.
                        let row = |y: usize| rows.get(y * words_in_row + word).copied().unwrap_or(0);
                        let cut = transpose(core::array::from_fn(row));
                        // Only written: reading fresh memory first would map it twice.
                        blocks.iter_mut().zip(cut).for_each(|(block, cells)| block[UNREACHED] = cells);
                    }
                }
            },
        );
        let mut search = Self { bands, words, stride, blocks, queue: Vec::new(), queued: 0, previous: Vec::new() };
        sources.iter().for_each(|source| search.start_at(*source));
        search
    }

    /// Everything reachable from an open cell.
    pub(super) fn flooded(open: &BitGrid, from: Point, neighbours: Neighbours) -> Self {
        let mut search = Self::new(open, &[from], u32::MAX);
        simd::dispatch(
            #[inline(always)]
            || match neighbours {
                Neighbours::Four => search.flood::<false>(),
                Neighbours::Eight => search.flood::<true>(),
            },
        );
        search
    }

    /// Everything at most `limit` steps away from the sources, which are open.
    pub(super) fn flooded_within(open: &BitGrid, sources: &[Point], neighbours: Neighbours, limit: u32) -> Self {
        let mut search = Self::new(open, sources, limit);
        let mut left = limit;
        while left > 0 && search.queued > 0 {
            match neighbours {
                Neighbours::Four => search.step::<false>(),
                Neighbours::Eight => search.step::<true>(),
            }
            left -= 1;
        }
        search
    }

    fn start_at(&mut self, source: Point) {
        let (x, y) = (source.x as usize - self.words.start * 64, source.y as usize - self.bands.start * 8);
        let (index, bit) = ((y / 8 + 1) * self.stride + x / 8 + 1, y % 8 * 8 + x % 8);
        self.queue.resize(self.queued + 1, 0);
        Frontier { queue: &mut self.queue, queued: &mut self.queued }.reach(&mut self.blocks, index, 1 << bit);
    }

    /// Takes one step in every direction.
    fn step<const EIGHT: bool>(&mut self) {
        let (blocks, queue) = (&mut self.blocks[..], &self.queue[..self.queued]);
        self.previous.clear();
        let take = |block: &u32| (*block, core::mem::take(&mut blocks[*block as usize][FRONTIER]));
        self.previous.extend(queue.iter().map(take));
        self.queued = 0;
        self.reserve(self.previous.len());
        let mut frontier = Frontier { queue: &mut self.queue, queued: &mut self.queued };
        for (block, cells) in &self.previous {
            let index = *block as usize;
            frontier.reach(&mut self.blocks, index, spread::<EIGHT>(*cells));
            if cells & EDGE != 0 {
                frontier.leave::<EIGHT>(&mut self.blocks, self.stride, index, *cells);
            }
        }
    }

    /// Continues until nothing more can be reached. All connected cells inside a block are reached at once, so each block is visited
    /// about as often as it has separate openings.
    #[inline(always)]
    fn flood<const EIGHT: bool>(&mut self) {
        while self.queued > 0 {
            // If fewer blocks are left, the corner of the frame stands in, because nothing is open there.
            let taken = self.queued.min(AT_ONCE);
            self.queued -= taken;
            let mut indices = [0; AT_ONCE];
            indices[..taken].copy_from_slice(&self.queue[self.queued..][..taken]);
            let fresh = indices.map(|index| core::mem::take(&mut self.blocks[index as usize][FRONTIER]));
            let open = core::array::from_fn(|at| fresh[at] | self.blocks[indices[at] as usize][UNREACHED]);
            let filled = fill_all::<EIGHT, AT_ONCE>(fresh, open);
            for (index, cells) in indices.iter().zip(filled) {
                self.blocks[*index as usize][UNREACHED] &= !cells;
            }
            self.reserve(AT_ONCE);
            let mut frontier = Frontier { queue: &mut self.queue, queued: &mut self.queued };
            for (index, cells) in indices.into_iter().zip(filled).take(taken) {
                frontier.leave::<EIGHT>(&mut self.blocks, self.stride, index as usize, cells);
            }
        }
    }

    /// Reserves space in the queue for all blocks that `count` blocks can reach: themselves and the eight around them.
    #[inline(always)]
    fn reserve(&mut self, count: usize) {
        let needed = self.queued + 9 * count + 1;
        if self.queue.len() < needed {
            self.queue.resize(needed.next_power_of_two(), 0);
        }
    }

    /// Whether every open cell was reached.
    pub(super) fn all_reached(&self) -> bool {
        self.blocks.iter().fold(0, |all, block| all | block[UNREACHED]) == 0
    }

    /// The cells of `open`, with which the search began, that were reached.
    pub(super) fn reached(&self, open: &BitGrid) -> BitGrid {
        let mut reached = BitGrid::new(open.size());
        self.write(&mut reached, |word, unreached| open.words()[word] & !unreached);
        reached
    }

    /// The cells of `open`, with which the search began, that were not reached.
    pub(super) fn unreached(&self, open: &BitGrid) -> BitGrid {
        let mut rest = open.clone();
        self.write(&mut rest, |_, unreached| unreached);
        rest
    }

    /// Sets the words of a map that the search could reach to what `make` returns for their index and their unreached cells.
    fn write(&self, set: &mut BitGrid, make: impl Fn(usize, u64) -> u64) {
        let words_in_row = set.words_in_row();
        let words = set.words_mut();
        for (band, blocks) in self.bands.clone().zip(self.blocks[self.stride + 1..].chunks_exact(self.stride)) {
            for (word, blocks) in self.words.clone().zip(blocks.as_chunks::<8>().0) {
                let rows = transpose(blocks.map(|block| block[UNREACHED]));
                let places = (8 * band * words_in_row + word..words.len()).step_by(words_in_row);
                places.zip(rows).for_each(|(place, unreached)| words[place] = make(place, unreached));
            }
        }
    }
}

/// The queue of blocks whose frontier has cells.
struct Frontier<'a> {
    queue: &'a mut [u32],
    queued: &'a mut usize,
}

impl Frontier<'_> {
    /// Adds the cells of a block that are not reached yet.
    #[inline(always)]
    fn reach(&mut self, blocks: &mut [Block], index: usize, cells: u64) {
        // Whether there are any is unpredictable, so nothing branches on it.
        let block = &mut blocks[index];
        let cells = cells & block[UNREACHED];
        self.queue[*self.queued] = index as u32;
        *self.queued += usize::from(cells != 0) & usize::from(block[FRONTIER] == 0);
        block[UNREACHED] ^= cells;
        block[FRONTIER] |= cells;
    }

    /// Adds the neighbours of a block's cells in the blocks around it.
    #[inline(always)]
    fn leave<const EIGHT: bool>(&mut self, blocks: &mut [Block], stride: usize, index: usize, cells: u64) {
        let (mut tall, mut wide) = (cells, cells);
        if EIGHT {
            tall |= cells << 8 | cells >> 8;
            wide |= (cells & !LAST_COLUMN) << 1 | (cells & !FIRST_COLUMN) >> 1;
        }
        self.reach(blocks, index - 1, (tall & FIRST_COLUMN) << 7);
        self.reach(blocks, index + 1, (tall & LAST_COLUMN) >> 7);
        self.reach(blocks, index - stride, wide << 56);
        self.reach(blocks, index + stride, wide >> 56);
        if EIGHT {
            self.reach(blocks, index - stride - 1, cells << 63);
            self.reach(blocks, index - stride + 1, (cells & 1 << 7) << 49);
            self.reach(blocks, index + stride - 1, (cells & 1 << 56) >> 49);
            self.reach(blocks, index + stride + 1, cells >> 63);
        }
    }
}

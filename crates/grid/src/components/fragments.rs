//! Finds fragments and unites those that touch.

use alloc::vec::Vec;
use core::ops::Range;

use crate::block::{FIRST_COLUMN, FIRST_ROW, fill_first, fill_first_all, transpose};
use crate::{BitGrid, DisjointSet, Neighbours, parallel, simd};

/// The fragments of a map, block by block and row of blocks by row of blocks (a band).
#[derive(Clone, Debug, Default)]
pub(super) struct Fragments {
    /// The number of blocks in a band.
    pub(super) columns: usize,
    /// Where the fragments of each block begin; the last entry is where those of the last block end.
    pub(super) starts: Vec<u32>,
    pub(super) cells: Vec<u64>,
}

impl Fragments {
    /// Finds all fragments, and unites those that touch. Strips of bands are searched in parallel, then joined.
    pub(super) fn united(open: &BitGrid, neighbours: Neighbours) -> (Self, DisjointSet) {
        const MIN_WORDS_PER_THREAD: usize = 1 << 15;
        let columns = open.size().width.div_ceil(8) as usize;
        // A map without columns has no blocks.
        let bands = if columns == 0 { 0 } else { open.size().height.div_ceil(8) as usize };
        let strips = parallel::threads_for(open.words().len(), MIN_WORDS_PER_THREAD).min(bands).max(1);
        let strips = (0..strips).map(|strip| bands * strip / strips..bands * (strip + 1) / strips).collect();
        let found = parallel::map(strips, |bands| {
            let strip = Self::of_bands(open, neighbours, columns, bands);
            let mut sets = DisjointSet::new(strip.cells.len());
            strip.unite(&mut sets, 0..strip.bands(), neighbours);
            (strip, sets)
        });
        let sew = |(mut upper, mut sets): (Self, DisjointSet), (lower, lower_sets): (Self, DisjointSet)| {
            let seam = upper.bands();
            upper.append(lower);
            sets.append(lower_sets);
            upper.unite(&mut sets, seam..upper.bands().min(seam + 1), neighbours);
            (upper, sets)
        };
        // There is at least one strip.
        found.into_iter().reduce(sew).unwrap_or_default()
    }

    fn of_bands(open: &BitGrid, neighbours: Neighbours, columns: usize, bands: Range<usize>) -> Self {
        // Caves have one or two fragments in most blocks.
        let blocks = columns * bands.len();
        let mut found = Self { columns, starts: Vec::with_capacity(blocks + 1), cells: Vec::with_capacity(2 * blocks) };
        simd::dispatch(
            #[inline(always)]
            || match neighbours {
                Neighbours::Four => found.find::<false>(open, bands),
                Neighbours::Eight => found.find::<true>(open, bands),
            },
        );
        found.starts.push(found.cells.len() as u32);
        found
    }

    #[inline(always)]
    fn find<const EIGHT: bool>(&mut self, open: &BitGrid, bands: Range<usize>) {
        let words_in_row = open.words_in_row();
        for band in bands {
            let band = &open.words()[8 * band * words_in_row..];
            for word in 0..words_in_row {
                // Nothing is open below the last row.
                let rows = core::array::from_fn(|y| band.get(y * words_in_row + word).copied().unwrap_or(0));
                let blocks = transpose(rows);
                let firsts = fill_first_all::<EIGHT, 8>(blocks);
                for (block, first) in blocks.into_iter().zip(firsts).take(self.columns - 8 * word) {
                    self.starts.push(self.cells.len() as u32);
                    let (mut rest, mut fragment) = (block, first);
                    while fragment != 0 {
                        self.cells.push(fragment);
                        rest &= !fragment;
                        fragment = if rest == 0 { 0 } else { fill_first::<EIGHT>(rest) };
                    }
                }
            }
        }
    }

    /// Adds the bands below these.
    fn append(&mut self, below: Self) {
        let above = self.cells.len() as u32;
        self.starts.extend(below.starts[1..].iter().map(|start| above + start));
        self.cells.extend(below.cells);
    }

    fn bands(&self) -> usize {
        (self.starts.len() - 1).checked_div(self.columns).unwrap_or(0)
    }

    /// The indices of a block's fragments.
    #[inline(always)]
    pub(super) fn of_block(&self, block: usize) -> Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    /// Calls `f` with the column and the band of each block in some bands, and the indices of its fragments.
    ///
    /// An iterator over two nested ranges would take twice as many instructions.
    #[inline(always)]
    fn for_each_block_in(&self, bands: Range<usize>, mut f: impl FnMut(usize, usize, Range<usize>)) {
        for band in bands {
            let starts = &self.starts[band * self.columns..=(band + 1) * self.columns];
            for (column, ends) in starts.windows(2).enumerate() {
                f(column, band, ends[0] as usize..ends[1] as usize);
            }
        }
    }

    /// Calls `f` with the column and the band of each block, and the indices of its fragments.
    #[inline(always)]
    pub(super) fn for_each_block(&self, f: impl FnMut(usize, usize, Range<usize>)) {
        self.for_each_block_in(0..self.bands(), f);
    }

    /// Unites the fragments of some bands that touch each other or the band above across the edges of blocks.
    fn unite(&self, sets: &mut DisjointSet, bands: Range<usize>, neighbours: Neighbours) {
        match neighbours {
            Neighbours::Four => self.unite_bands::<false>(sets, bands),
            Neighbours::Eight => self.unite_bands::<true>(sets, bands),
        }
    }

    fn unite_bands<const EIGHT: bool>(&self, sets: &mut DisjointSet, bands: Range<usize>) {
        let mut left = 0..0;
        self.for_each_block_in(bands, |column, band, fragments| {
            let block = band * self.columns + column;
            left = if column > 0 { left.start..fragments.start } else { 0..0 };
            let above = if band > 0 { self.of_block(block - self.columns) } else { 0..0 };
            for (cells, fragment) in self.cells[fragments.clone()].iter().zip(fragments.start as u32..) {
                let (side, top) = (cells & FIRST_COLUMN, cells & FIRST_ROW);
                let side = if EIGHT { side | side << 8 | side >> 8 } else { side };
                let top = if EIGHT { top | top << 1 | top >> 1 } else { top };
                unite_touching(sets, fragment, side, (&self.cells[left.clone()], left.start), 7);
                unite_touching(sets, fragment, top, (&self.cells[above.clone()], above.start), 56);
            }
            if EIGHT && column > 0 && band > 0 {
                let above_left = self.of_block(block - self.columns - 1);
                self.unite_corners(sets, fragments.clone(), 0, above_left, 63);
                self.unite_corners(sets, left.clone(), 7, above, 56);
            }
            left = fragments;
        });
    }

    /// Unites fragments of two blocks that share a corner, given the bit of each block at that corner.
    fn unite_corners(
        &self,
        sets: &mut DisjointSet,
        lower: Range<usize>,
        bit: u32,
        upper: Range<usize>,
        upper_bit: u32,
    ) {
        let at_corner = |fragments: Range<usize>, bit: u32| {
            fragments.into_iter().find(|fragment| self.cells[*fragment] >> bit & 1 == 1)
        };
        if let (Some(one), Some(other)) = (at_corner(lower, bit), at_corner(upper, upper_bit)) {
            sets.union(one as u32, other as u32);
        }
    }
}

/// Unites a fragment with those of a neighbouring block that have one of the cells in `edge`, once shifted by `shift`. The
/// others come with the index of the first.
#[inline(always)]
fn unite_touching(sets: &mut DisjointSet, fragment: u32, edge: u64, (others, first): (&[u64], usize), shift: u32) {
    for (cells, other) in others.iter().zip(first as u32..) {
        if cells >> shift & edge != 0 {
            sets.union(fragment, other);
        }
    }
}

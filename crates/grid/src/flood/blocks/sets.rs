//! What waves over blocks have reached and what not, as sets of cells.

use alloc::vec::Vec;

use super::{Blocks, TILE, Tile, UNREACHED};
use crate::block::transpose;
use crate::{BitGrid, Point, Size, parallel};

impl Blocks {
    /// All cells reached so far, of the open ones that it began with.
    pub(in crate::flood) fn reached(&self, open: &BitGrid) -> BitGrid {
        let mut reached = BitGrid::new(open.size());
        let stride = open.words_in_row();
        let put = |(first, rows): (usize, &mut [u64])| {
            for (band, rows) in (first..self.bands.end).zip(rows.chunks_mut(8 * stride)) {
                let open = &open.words()[8 * band * stride..];
                self.put_into(rows, stride, band, |word, unreached| open[word] & !unreached);
            }
        };
        let in_one_go = self.bands_in_one_go();
        let rows = reached.words_mut()[8 * self.bands.start * stride..].chunks_mut(8 * stride * in_one_go);
        parallel::map(self.bands.clone().step_by(in_one_go).zip(rows).collect(), put);
        reached
    }

    /// All cells that were not reached, of the open ones that it began with.
    pub(in crate::flood) fn unreached(&self, open: &BitGrid) -> BitGrid {
        let mut unreached = BitGrid::new(open.size());
        let stride = open.words_in_row();
        unreached.change_strips(|first, strip| {
            for (band, rows) in (first as usize / 8..).zip(strip.chunks_mut(8 * stride)) {
                self.put_unreached(rows, open, band);
            }
        });
        unreached
    }

    /// One of those cells, but for some that are taken: the one with so many before it, row by row, as is chosen when it is
    /// known how many there are. Only a few rows of them are ever held.
    pub(in crate::flood) fn choose_unreached(
        &self,
        open: &BitGrid,
        mut taken: Vec<Point>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Point> {
        taken.sort_unstable_by_key(|at| at.y);
        let bands = open.size().height.div_ceil(8);
        let in_one_go = bands.div_ceil(parallel::threads() as u32);
        let counts = parallel::map((0..bands).step_by(in_one_go as usize).collect(), |first| {
            let bands = first..bands.min(first + in_one_go);
            bands.map(|band| self.unreached_in(band, open, &taken).count()).collect::<Vec<_>>()
        });
        let mut left = choose(counts.iter().flatten().sum());
        for (count, band) in counts.iter().flatten().zip(0..) {
            if left < *count {
                let at = self.unreached_in(band, open, &taken).nth(left)?;
                return Some(at + Point::new(0, 8 * band as i32));
            }
            left -= count;
        }
        None
    }

    /// Eight rows of all cells that were not reached, but for some that are taken, which are in order.
    fn unreached_in(&self, band: u32, open: &BitGrid, taken: &[Point]) -> BitGrid {
        let Size { width, height } = open.size();
        let mut rows = BitGrid::new(Size::new(width, 8.min(height - 8 * band)));
        self.put_unreached(rows.words_mut(), open, band as usize);
        let first = 8 * band as i32;
        let above = taken.partition_point(|at| at.y < first);
        for at in taken[above..].iter().take_while(|at| at.y < first + 8) {
            rows.remove(*at - Point::new(0, first));
        }
        rows
    }

    /// Puts the cells that were not reached into eight rows.
    fn put_unreached(&self, rows: &mut [u64], open: &BitGrid, band: usize) {
        let stride = open.words_in_row();
        rows.copy_from_slice(&open.words()[8 * band * stride..][..rows.len()]);
        if self.bands.contains(&band) {
            self.put_into(rows, stride, band, |_, unreached| unreached);
        }
    }

    /// Makes words of eight rows of a set, where a flood may have come, from where they are and what was not reached there.
    #[inline(always)]
    fn put_into(&self, rows: &mut [u64], stride: usize, band: usize, make: impl Fn(usize, u64) -> u64) {
        let first = (band - self.bands.start) / TILE * self.words.len();
        for column in 0..self.words.len() {
            if self.tiles.get(first + column) == Some(&Tile::Uncut) {
                continue;
            }
            let blocks = &self.blocks[self.blocks_of(band, column)];
            let unreached = transpose(core::array::from_fn(|at| blocks[at][UNREACHED]));
            let words = (self.words.start + column..rows.len()).step_by(stride);
            words.zip(unreached).for_each(|(word, unreached)| rows[word] = make(word, unreached));
        }
    }
}

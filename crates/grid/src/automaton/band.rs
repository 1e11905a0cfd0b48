//! One pass of the automaton, band by band: a few rows whose sums stay in the first-level cache.
//!
//! A band is one long run of words, whatever the width of the map, so vectors are full on narrow maps too. At the ends of rows,
//! where the next word belongs to another row, masks beside the words correct the sums.
//!
//! The loops are functions that take every slice as an argument. This tells the compiler that the slices do not overlap, so it vectorises
//! the loops.

use alloc::vec::Vec;

use super::{Decide, Outside, Sums, add};
use crate::{BitGrid, Size};

/// The sums of some rows, and masks for the ends of those rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Band {
    /// The size of the map that the masks are for.
    size: Size,
    rows: usize,
    /// The sums of the row above the band, of its own rows, and of the row below.
    ones: Vec<u64>,
    twos: Vec<u64>,
    /// For each word all bits, except the first where a row begins and the last where one ends.
    joined: Vec<u64>,
    /// The cells outside the map that count, each at the position of the cell beside it: to the left and to the right.
    left: Vec<u64>,
    right: Vec<u64>,
    /// For each word the bits that are on the map.
    inside: Vec<u64>,
}

impl Band {
    /// The approximate number of words in a band.
    const WORDS: usize = 384;

    /// Computes the masks for maps of this size.
    pub(super) fn prepare(&mut self, cells: &BitGrid, outside: Outside) {
        if self.size == cells.size() {
            return;
        }
        self.size = cells.size();
        let (words, Size { width, height }) = (cells.words_in_row(), self.size);
        // What counts outside repeats every three rows, so the masks of one band serve all.
        self.rows = (Self::WORDS / words).clamp(1, height as usize).next_multiple_of(3);
        // The masks extend one row past the band, because the sums of that row are used too.
        let count = (self.rows + 1) * words;
        for (masks, usual) in
            [(&mut self.joined, u64::MAX), (&mut self.left, 0), (&mut self.right, 0), (&mut self.inside, u64::MAX)]
        {
            masks.clear();
            masks.resize(count, usual);
        }
        self.ones.resize(count + words, 0);
        self.twos.resize(count + words, 0);
        for row in 0..=self.rows {
            let (first, last) = (row * words, (row + 1) * words - 1);
            let beside = outside.beside(row as u32);
            self.joined[first] &= !1;
            self.joined[last] &= !(1 << 63);
            self.left[first] = beside;
            self.right[last] = beside << ((width - 1) % 64);
            self.inside[last] = cells.last_word_mask();
        }
    }

    /// Makes rows of the next map from all words of the last one. The first row, given by its first word, is a multiple of three.
    /// Returns whether any cell changed.
    #[inline(always)]
    pub(super) fn pass(
        &mut self,
        cells: &[u64],
        start: usize,
        next: &mut [u64],
        outside: Outside,
        decide: impl Decide,
    ) -> bool {
        let words = self.size.width.div_ceil(64) as usize;
        match start.checked_sub(words) {
            Some(above) => self.sum(cells, above, words, 0, 2 * words),
            None => self.fill(0, words, outside.row),
        }
        self.sum(cells, start, words, words, 0);
        let mut changed = 0;
        let mut first = start;
        for next in next.chunks_mut(self.rows * words) {
            let count = next.len();
            let below = count.min(cells.len() - first - words);
            self.sum(cells, first + words, below, 2 * words, words);
            if below < count {
                self.fill(2 * words + below, words, outside.row);
            }
            let [ones, twos] =
                [&self.ones, &self.twos].map(|sums| [0, words, 2 * words].map(|row| &sums[row..][..count]));
            changed |= decide_all(&cells[first..][..count], next, ones, twos, &self.inside[..count], &decide);
            for sums in [&mut self.ones, &mut self.twos] {
                sums.copy_within(count..count + 2 * words, 0);
            }
            first += count;
        }
        changed != 0
    }

    /// Sets all sums from an index on to the same value.
    fn fill(&mut self, at: usize, count: usize, (ones, twos): Sums) {
        self.ones[at..][..count].fill(ones);
        self.twos[at..][..count].fill(twos);
    }

    /// Sums `count` words from `first` on, and stores the sums at an index of the band, using the masks from `masks` on.
    #[inline(always)]
    fn sum(&mut self, cells: &[u64], first: usize, count: usize, at: usize, masks: usize) {
        if count == 0 {
            return;
        }
        let part = &cells[first..][..count];
        let (ones, twos) = (&mut self.ones[at..][..count], &mut self.twos[at..][..count]);
        let [joined, left, right] = [&self.joined, &self.left, &self.right].map(|list| &list[masks..][..count]);
        if count > 2 {
            let inner = 1..count - 1;
            sum_inner(
                (&mut ones[inner.clone()], &mut twos[inner.clone()]),
                part,
                &joined[inner.clone()],
                &left[inner.clone()],
                &right[inner],
            );
        }
        for index in [0, count - 1] {
            let before = (first + index).checked_sub(1).map_or(0, |before| cells[before]);
            let after = cells.get(first + index + 1).copied().unwrap_or(0);
            (ones[index], twos[index]) = sum_of([before, part[index], after], joined[index], left[index], right[index]);
        }
    }
}

/// Sums all words of a part except the first and the last.
#[inline(always)]
fn sum_inner(sums: (&mut [u64], &mut [u64]), part: &[u64], joined: &[u64], left: &[u64], right: &[u64]) {
    let count = part.len() - 2;
    let (ones, twos) = (&mut sums.0[..count], &mut sums.1[..count]);
    let (before, here, after) = (&part[..count], &part[1..][..count], &part[2..][..count]);
    let (joined, left, right) = (&joined[..count], &left[..count], &right[..count]);
    for index in 0..count {
        let words = [before[index], here[index], after[index]];
        (ones[index], twos[index]) = sum_of(words, joined[index], left[index], right[index]);
    }
}

/// The sum of each cell of a word and its left and right neighbours, given the words before and after it and its masks.
#[inline(always)]
const fn sum_of([before, here, after]: [u64; 3], joined: u64, left: u64, right: u64) -> Sums {
    add(here << 1 | before >> 63 & joined | left, here, here >> 1 | after << 63 & joined | right)
}

/// Decides about words from the sums of the rows above, at and below them. Returns the bits that changed in any word.
#[inline(always)]
fn decide_all(
    cells: &[u64],
    next: &mut [u64],
    ones: [&[u64]; 3],
    twos: [&[u64]; 3],
    inside: &[u64],
    decide: &impl Decide,
) -> u64 {
    let count = next.len();
    let [above, middle, below] = [0, 1, 2].map(|row| (&ones[row][..count], &twos[row][..count]));
    let (cells, inside) = (&cells[..count], &inside[..count]);
    let mut changed = 0;
    for index in 0..count {
        let at = |sums: (&[u64], &[u64])| (sums.0[index], sums.1[index]);
        next[index] = decide(cells[index], at(above), at(middle), at(below)) & inside[index];
        changed |= cells[index] ^ next[index];
    }
    changed
}

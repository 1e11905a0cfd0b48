//! Passes over a map band by band: some rows one below the other, whose sums are made and used while they are at hand.
//!
//! A band is one long run of words, whatever the width of the map, so that vectors are full on narrow maps too. What
//! that gets wrong at the ends of rows, where the next word is one of another row, is put right by words that lie beside
//! those of the band.
//!
//! The loops are functions of their own that take each list as an argument: so the compiler knows that none lies over
//! another, and makes vector operations of them.

use alloc::vec::Vec;

use super::{Decide, Outside, Sums, add};
use crate::{BitGrid, Size};

/// The sums of some rows, and the ends of those rows.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// The map that the ends are those of.
    size: Size,
    rows: usize,
    /// The sums: those of the row above the band, of its own, and of the row below it.
    ones: Vec<u64>,
    twos: Vec<u64>,
    /// For each word: all bits, but not the first where a row begins, and not the last where one ends.
    joined: Vec<u64>,
    /// The cells outside that count, each at the place of the cell that it is beside: to the left, and to the right.
    left: Vec<u64>,
    right: Vec<u64>,
    /// For each word the bits that are on the map.
    inside: Vec<u64>,
}

/// Some rows of a map, of so many words each. The first of them is, counted from the map's first, a multiple of three.
pub(super) struct Rows<'a> {
    pub(super) cells: &'a mut [u64],
    pub(super) words: usize,
    /// The row above them and the row below, where the map has them.
    pub(super) above: Option<&'a [u64]>,
    pub(super) below: Option<&'a [u64]>,
}

impl Band {
    /// Words of a band: so many that all of it stays in the nearest cache.
    const WORDS: usize = 384;

    pub(super) const fn new() -> Self {
        Self {
            size: Size::new(0, 0),
            rows: 0,
            ones: Vec::new(),
            twos: Vec::new(),
            joined: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// Notes what the ends of rows are, on maps of this size.
    pub(super) fn prepare(&mut self, cells: &BitGrid, outside: Outside) {
        if self.size == cells.size() {
            return;
        }
        self.size = cells.size();
        let (words, Size { width, height }) = (cells.words_in_row(), self.size);
        // What is outside repeats itself every three rows, so that what was noted for one band is right for all.
        self.rows = (Self::WORDS / words).clamp(1, height as usize).next_multiple_of(3);
        let count = self.rows * words;
        for (list, usual) in
            [(&mut self.joined, u64::MAX), (&mut self.left, 0), (&mut self.right, 0), (&mut self.inside, u64::MAX)]
        {
            list.clear();
            list.resize(count, usual);
        }
        self.ones.resize(count + 2 * words, 0);
        self.twos.resize(count + 2 * words, 0);
        for row in 0..self.rows {
            let (first, last) = (row * words, (row + 1) * words - 1);
            // The ends are used with the row below.
            let beside = outside.beside(row as u32 + 1);
            self.joined[first] &= !1;
            self.joined[last] &= !(1 << 63);
            self.left[first] = beside;
            self.right[last] = beside << ((width - 1) % 64);
            self.inside[last] = cells.last_word_mask();
        }
    }

    /// One pass over some rows of a map of a prepared size: in place, and then says whether that changed a cell, or from
    /// another set.
    #[inline(always)]
    pub(super) fn pass(&mut self, from: Option<&[u64]>, rows: Rows<'_>, outside: Outside, decide: impl Decide) -> bool {
        let Rows { above, cells, below: row_below, words } = rows;
        let (band, all) = (self.rows * words, cells.len());
        // The ends of every third row are the same.
        match above {
            Some(above) => self.sum(above, 0, words, 0, words),
            None => self.set(0, words, outside.row),
        }
        self.sum(from.unwrap_or(cells), 0, words, words, 2 * words);
        let mut changed = 0;
        for first in (0..all).step_by(band) {
            let count = band.min(all - first);
            let below = count.min(all - first - words);
            self.sum(from.unwrap_or(cells), first + words, below, 2 * words, 0);
            if below < count {
                match row_below {
                    Some(row) => self.sum(row, 0, words, 2 * words + below, below),
                    None => self.set(2 * words + below, words, outside.row),
                }
            }
            let made = &mut cells[first..][..count];
            let [ones, twos] =
                [&self.ones, &self.twos].map(|sums| [0, words, 2 * words].map(|row| &sums[row..][..count]));
            let inside = &self.inside[..count];
            match from {
                Some(from) => write(&from[first..][..count], made, ones, twos, inside, &decide),
                None => changed |= change(made, ones, twos, inside, &decide),
            }
            for sums in [&mut self.ones, &mut self.twos] {
                sums.copy_within(count..count + 2 * words, 0);
            }
        }
        changed != 0
    }

    /// Makes sums from a place on the same.
    fn set(&mut self, at: usize, count: usize, (ones, twos): Sums) {
        self.ones[at..][..count].fill(ones);
        self.twos[at..][..count].fill(twos);
    }

    /// Makes the sums of `count` words from `first` on, at a place of the band, with the ends that are noted from another
    /// place on.
    #[inline(always)]
    fn sum(&mut self, cells: &[u64], first: usize, count: usize, at: usize, ends: usize) {
        if count == 0 {
            return;
        }
        let part = &cells[first..][..count];
        let (ones, twos) = (&mut self.ones[at..][..count], &mut self.twos[at..][..count]);
        let [joined, left, right] = [&self.joined, &self.left, &self.right].map(|list| &list[ends..][..count]);
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

/// The sums of all words of a part but the first and the last.
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

/// The sums of three of a word, given the words before and after it, and how its row ends.
#[inline(always)]
const fn sum_of([before, here, after]: [u64; 3], joined: u64, left: u64, right: u64) -> Sums {
    add(here << 1 | before >> 63 & joined | left, here, here >> 1 | after << 63 & joined | right)
}

/// Decides about words, from the sums of the rows above, at, and below them. Gives bits for those that changed.
#[inline(always)]
fn change(made: &mut [u64], ones: [&[u64]; 3], twos: [&[u64]; 3], inside: &[u64], decide: &impl Decide) -> u64 {
    let count = made.len();
    let [above, middle, below] = [0, 1, 2].map(|row| (&ones[row][..count], &twos[row][..count]));
    let inside = &inside[..count];
    let mut changed = 0;
    for index in 0..count {
        let at = |sums: (&[u64], &[u64])| (sums.0[index], sums.1[index]);
        let was_in = made[index];
        made[index] = decide(was_in, at(above), at(middle), at(below)) & inside[index];
        changed |= was_in ^ made[index];
    }
    changed
}

/// The same from words into others.
#[inline(always)]
fn write(was_in: &[u64], made: &mut [u64], ones: [&[u64]; 3], twos: [&[u64]; 3], inside: &[u64], decide: &impl Decide) {
    let count = made.len();
    let [above, middle, below] = [0, 1, 2].map(|row| (&ones[row][..count], &twos[row][..count]));
    let (was_in, inside) = (&was_in[..count], &inside[..count]);
    for index in 0..count {
        let at = |sums: (&[u64], &[u64])| (sums.0[index], sums.1[index]);
        made[index] = decide(was_in[index], at(above), at(middle), at(below)) & inside[index];
    }
}

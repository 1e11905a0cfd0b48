//! Finds how near a part that is spread over much of the map comes to others, strip by strip.
//!
//! ```text
//! ##......##..        Strips are eight rows high. Each is looked through with the one above and the one below it,
//! #..####....#        from top to bottom, and what is found first is often what is wanted: then the rest of the map
//! ------------        is not looked at.
//! #..#..#..###
//! ```

use std::ops::Range;

use undercroft_grid::{BitGrid, Point, Size, vectorised};

use super::window::{Bounds, inner_columns};

/// The rows of a strip.
const STRIP: usize = 8;

/// The rows that are held: those of a strip, with the one above and the one below it.
const ROWS: usize = 3 * STRIP;

/// So many steps away from a strip's cells others are looked for. Of parts that are spread so far hardly one has no other
/// that near.
pub(super) const FARTHEST: usize = 3;

/// A strip of a map while others are looked for that are near to a part.
///
/// All words lie row by row, with a word that is not of the map, and 0, at both ends of each row.
#[derive(Default)]
pub(super) struct Strips {
    /// The words of the map's rows that are looked at, and how many words there are here from a row to the next.
    words: Range<usize>,
    stride: usize,
    /// The strip below the one that is looked through, which is in the middle.
    below: usize,
    /// What is open, and the part's cells.
    open: Vec<u64>,
    own: Vec<u64>,
    /// Rock that a tunnel may be dug through.
    rock: Vec<u64>,
    /// Cells of other parts.
    others: Vec<u64>,
    /// For each word of the three strips, the columns in which the part and others have cells there.
    has_own: [Vec<u64>; 3],
    has_others: [Vec<u64>; 3],
    /// What was reached, and what is reached a step further on.
    reached: Vec<u64>,
    next: Vec<u64>,
    /// The part's own tunnels, by rows.
    shut: Vec<Point>,
    /// Words side by side from which others are near, and how many steps away those are.
    near: Vec<(Range<usize>, usize)>,
}

impl Strips {
    /// For how many words it has memory.
    pub(super) fn words(&self) -> usize {
        let all = [&self.open, &self.own, &self.rock, &self.others, &self.reached, &self.next];
        all.iter().map(|words| words.capacity()).sum()
    }

    /// Begins above the first strip of a part's bounds. `shut` are the part's own tunnels.
    ///
    /// Gives the strips that the part lies in.
    pub(super) fn begin(&mut self, open: &BitGrid, bounds: Bounds, shut: &[Point]) -> Range<usize> {
        let farthest = FARTHEST as u32;
        let last = (bounds.last[0] + farthest).min(open.size().width - 1);
        self.words = bounds.first[0].saturating_sub(farthest) as usize / 64..last as usize / 64 + 1;
        self.stride = self.words.len() + 2;
        let Self { open: around, own, rock, others, reached, next, .. } = self;
        for words in [around, own, rock, others, reached, next] {
            words.clear();
            words.resize(ROWS * self.stride, 0);
        }
        for has in self.has_own.iter_mut().chain(&mut self.has_others) {
            has.clear();
            has.resize(self.stride, 0);
        }
        self.shut.clear();
        self.shut.extend_from_slice(shut);
        self.shut.sort_unstable_by_key(|at| at.y);
        bounds.first[1] as usize / STRIP..bounds.last[1] as usize / STRIP + 1
    }

    /// Goes on to the strip whose lower neighbour this is, which may be below the map. `own` gives the part's cells in
    /// eight rows of a word.
    pub(super) fn go_on(&mut self, open: &BitGrid, below: usize, own: impl Fn(usize) -> [u64; STRIP]) {
        self.below = below;
        for words in [&mut self.open, &mut self.own, &mut self.rock, &mut self.others] {
            words.copy_within(STRIP * self.stride.., 0);
        }
        self.has_own.rotate_left(1);
        self.has_others.rotate_left(1);
        let first = 2 * STRIP * self.stride;
        let (height, top) = (open.size().height as usize, below * STRIP);
        if top >= height {
            for words in [&mut self.open, &mut self.own, &mut self.rock, &mut self.others] {
                words[first..].fill(0);
            }
            for has in [&mut self.has_own, &mut self.has_others] {
                has[2].fill(0);
            }
            return;
        }
        let here = 1..self.stride - 1;
        for (word, column) in self.words.clone().zip(here.clone()) {
            for (row, own) in own(word).into_iter().enumerate() {
                self.own[first + row * self.stride + column] = own;
            }
        }
        for has in [&mut self.has_own[2], &mut self.has_others[2]] {
            has.fill(0);
        }
        // Only the words at the ends may have columns that are not inside the border.
        let ends = [self.words.start, self.words.end - 1]
            .map(|word| (word - self.words.start, inner_columns(64 * word as u32, open.size().width)));
        // Row by row, so that the compiler makes vectors of the words.
        for row in 0..STRIP {
            let (y, columns) = (top + row, first + row * self.stride + 1..first + (row + 1) * self.stride - 1);
            let [open_here, own, rock, others] = [&mut self.open, &mut self.own, &mut self.rock, &mut self.others]
                .map(|words| &mut words[columns.clone()]);
            if y >= height {
                for words in [open_here, rock, others] {
                    words.fill(0);
                }
                continue;
            }
            open_here.copy_from_slice(&open.row(y as u32)[self.words.clone()]);
            let is_inner = y > 0 && y + 1 < height;
            surround(open_here, own, if is_inner { u64::MAX } else { 0 }, rock, others);
            for (column, inside) in ends {
                rock[column] &= inside;
                others[column] &= inside;
            }
            gather(&mut self.has_own[2][here.clone()], own);
            gather(&mut self.has_others[2][here.clone()], others);
        }
        for at in in_rows(&self.shut, top as u32..(top + STRIP) as u32) {
            let word = at.x as usize / 64;
            if self.words.contains(&word) {
                let place = first + (at.y as usize - top) * self.stride + word - self.words.start + 1;
                self.others[place] &= !(1 << (at.x % 64));
            }
        }
    }

    /// How many steps others are away from the part's cells in the strip, where they are not more than that.
    pub(super) fn nearest(&mut self, most: usize) -> Option<usize> {
        vectorised(
            #[inline(always)]
            || self.nearest_plainly(most),
        )
    }

    #[inline(always)]
    fn nearest_plainly(&mut self, most: usize) -> Option<usize> {
        self.near.clear();
        let mut nearest = None;
        let mut word = 1;
        while word + 1 < self.stride {
            let start = word;
            while self.may_be_near(word) {
                word += 1;
            }
            if start < word
                && let Some(steps) = self.grow(start..word, nearest.unwrap_or(most))
            {
                nearest = Some(steps);
                self.near.push((start..word, steps));
            }
            word += 1;
        }
        nearest
    }

    /// Whether the part has cells in a word of the strip, and others have some around it.
    #[inline(always)]
    fn may_be_near(&self, word: usize) -> bool {
        self.has_own[1][word] != 0
            && self.has_others.iter().flat_map(|has| &has[word - 1..=word + 1]).any(|has| *has != 0)
    }

    /// How many steps others are away from the part's cells in some words of the strip.
    #[inline(always)]
    fn grow(&mut self, words: Range<usize>, most: usize) -> Option<usize> {
        let stride = self.stride;
        // Beside what can be reached there is nothing.
        let wide = self.widened(&words);
        for row in STRIP - FARTHEST - 1..2 * STRIP + FARTHEST + 1 {
            for words in [&mut self.reached, &mut self.next] {
                words[row * stride..][wide.start - 1..=wide.end].fill(0);
            }
        }
        // It grows from cells that have a closed one beside them, as in a window.
        for row in STRIP..2 * STRIP {
            for at in row * stride + words.start..row * stride + words.end {
                let [before, here, after] = [self.open[at - 1], self.open[at], self.open[at + 1]];
                let all = self.open[at - stride] & self.open[at + stride] & (here << 1 | before >> 63);
                self.reached[at] = self.own[at] & !(all & (here >> 1 | after << 63));
            }
        }
        for step in 1..=most.min(FARTHEST) {
            let mut met = 0;
            for row in STRIP - step..2 * STRIP + step {
                let at = |row: usize, aside: usize| row * stride + wide.start + aside - 1;
                let of = |row: usize, aside: usize| &self.reached[at(row, aside)..][..wide.len()];
                let around = of(row - 1, 1).iter().zip(of(row + 1, 1)).zip(of(row, 0)).zip(of(row, 2)).zip(of(row, 1));
                let next = self.next[at(row, 1)..][..wide.len()].iter_mut();
                let rock = &self.rock[at(row, 1)..][..wide.len()];
                let others = &self.others[at(row, 1)..][..wide.len()];
                for (((next, ((((up, down), before), after), here)), rock), others) in
                    next.zip(around).zip(rock).zip(others)
                {
                    let beside = up | down | here << 1 | here >> 1 | before >> 63 | after << 63;
                    *next = beside & rock | here;
                    met |= beside & others;
                }
            }
            if met != 0 {
                return Some(step);
            }
            std::mem::swap(&mut self.reached, &mut self.next);
        }
        None
    }

    /// Words side by side with one more at either end, where the map has one: no step goes farther.
    #[inline(always)]
    fn widened(&self, words: &Range<usize>) -> Range<usize> {
        words.start.max(2) - 1..(words.end + 1).min(self.stride - 1)
    }

    /// The words of the map's rows, side by side, in which all others lie that were found so many steps away, and the
    /// part's cells that those are near to.
    pub(super) fn found(&self, steps: usize) -> impl Iterator<Item = Range<usize>> {
        let words = self.near.iter().filter(move |(_, found)| *found == steps).map(|(words, _)| words);
        // Here words are counted from one before the first of the map that is looked at.
        words.map(|words| {
            let wide = self.widened(words);
            self.words.start + wide.start - 1..self.words.start + wide.end - 1
        })
    }

    /// The rows of a map that are held.
    pub(super) fn rows(&self, size: Size) -> Range<u32> {
        let (first, end) = ((self.below * STRIP).saturating_sub(2 * STRIP), (self.below + 1) * STRIP);
        first as u32..size.height.min(end as u32)
    }

    /// The rows of the strip that is looked through.
    pub(super) fn sources(&self, size: Size) -> Range<u32> {
        let end = self.below * STRIP;
        (end - STRIP) as u32..size.height.min(end as u32)
    }

    /// The part's cells in a word of a row that is held.
    pub(super) fn own(&self, word: usize, y: u32) -> u64 {
        let row = y as usize + 2 * STRIP - self.below * STRIP;
        self.own[row * self.stride + word + 1 - self.words.start]
    }

    /// The part's own tunnels in some rows.
    pub(super) fn shut(&self, rows: Range<u32>) -> &[Point] {
        in_rows(&self.shut, rows)
    }
}

/// What of a row may be dug, and what of it is of other parts, given what of it is inside the border.
fn surround(open: &[u64], own: &[u64], inside: u64, rock: &mut [u64], others: &mut [u64]) {
    for (((open, own), rock), others) in open.iter().zip(own).zip(rock).zip(others) {
        *rock = inside & !open;
        *others = inside & open & !own;
    }
}

/// Adds words to others.
fn gather(all: &mut [u64], words: &[u64]) {
    all.iter_mut().zip(words).for_each(|(all, word)| *all |= word);
}

/// Those of some cells, which come row by row, that lie in some rows.
fn in_rows(cells: &[Point], rows: Range<u32>) -> &[Point] {
    let [first, end] = [rows.start, rows.end].map(|row| cells.partition_point(|at| (at.y as u32) < row));
    &cells[first..end]
}

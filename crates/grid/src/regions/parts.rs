//! The parts that pieces belong to, found strip by strip of the map and joined where strips meet.

use alloc::vec::Vec;
use core::ops::Range;

use super::pieces::{Pieces, runs_of_bands, strips};
use crate::{BitGrid, Neighbours, Point, both, each};

/// A strip of a map: its pieces, with the numbers of their parts in `same`, and what is known of those parts.
struct Strip {
    pieces: Pieces,
    parts: Vec<Part>,
}

/// A part of the cells of a strip.
#[derive(Clone, Copy)]
struct Part {
    /// Its first cell, row by row: its row and column.
    first: u64,
    size: usize,
}

impl Strip {
    /// Numbers the parts by their first pieces.
    fn of(mut pieces: Pieces) -> Self {
        let mut parts = alloc::vec![Part { first: u64::MAX, size: 0 }; pieces.number(0) as usize];
        for (piece, (cells, number)) in pieces.cells.iter().zip(&pieces.same).enumerate() {
            let ([column, row], first) = (pieces.place(piece), cells.trailing_zeros());
            let first = u64::from(8 * row + first / 8) << 32 | u64::from(8 * column + first % 8);
            parts[*number as usize].add(Part { first, size: cells.count_ones() as usize });
        }
        Self { pieces, parts }
    }
}

impl Part {
    #[inline(always)]
    fn add(&mut self, other: Self) {
        self.first = self.first.min(other.first);
        self.size += other.size;
    }
}

/// The parts of a map.
pub(super) struct Parts {
    strips: Vec<Strip>,
    /// For each part of each strip, strip after strip, an earlier one that is the same; itself where there is none.
    same: Vec<u32>,
}

impl Parts {
    pub(super) fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        Self::of_strips(Pieces::in_strips(open, neighbours, Strip::of), neighbours)
    }

    /// Joins the parts of strips that lie below one another.
    fn of_strips(strips: Vec<Strip>, neighbours: Neighbours) -> Self {
        let count: usize = strips.iter().map(|strip| strip.parts.len()).sum();
        let mut same: Vec<u32> = (0..count as u32).collect();
        let mut before = 0;
        for (upper, lower) in strips.iter().zip(strips.iter().skip(1)) {
            let behind = before + upper.parts.len() as u32;
            for [above, below] in upper.pieces.touching(&lower.pieces, neighbours) {
                join(&mut same, before + above, behind + below);
            }
            before = behind;
        }
        for part in 0..count {
            same[part] = root(&same, same[part]);
        }
        Self { strips, same }
    }

    /// The pieces of each strip with the numbers of their parts, in the order of their first cells, and the parts' sizes and
    /// first cells.
    pub(super) fn numbered(self) -> (Vec<Pieces>, Vec<usize>, Vec<Point>) {
        let Self { strips, same } = self;
        let mut parts: Vec<Part> = strips.iter().flat_map(|strip| &strip.parts).copied().collect();
        for (part, same) in same.iter().map(|same| *same as usize).enumerate().filter(|(part, same)| part != same) {
            let part = parts[part];
            parts[same].add(part);
        }
        let is_first = |(same, part): &(&u32, u32)| **same == *part;
        let firsts = same.iter().zip(0..).filter(is_first).map(|(_, part)| (parts[part as usize].first, part));
        let mut firsts: Vec<(u64, u32)> = firsts.collect();
        sort_bands(&mut firsts);
        let mut numbers = alloc::vec![0; same.len()];
        for (number, (_, part)) in firsts.iter().enumerate() {
            numbers[*part as usize] = number as u32;
        }
        for (part, same) in same.iter().enumerate() {
            numbers[part] = numbers[*same as usize];
        }
        let sizes = firsts.iter().map(|(_, part)| parts[*part as usize].size).collect();
        let firsts = firsts.iter().map(|(first, _)| Point::new(*first as u32 as i32, (first >> 32) as i32)).collect();
        (renumbered(strips, &numbers), sizes, firsts)
    }
}

/// The first of the parts that are the same as one.
fn root(same: &[u32], mut part: u32) -> u32 {
    while same[part as usize] != part {
        part = same[part as usize];
    }
    part
}

/// Makes one part of two.
fn join(same: &mut [u32], one: u32, other: u32) {
    let [one, other] = [root(same, one), root(same, other)];
    same[one.max(other) as usize] = one.min(other);
}

/// Brings first cells into their order. The rows of squares that they lie in are in order already.
fn sort_bands(firsts: &mut [(u64, u32)]) {
    /// So many are worth a core of their own.
    const MANY: usize = 1 << 14;
    let band = |(first, _): &(u64, u32)| first >> 35;
    let half = firsts.partition_point(|first| band(first) < band(&firsts[firsts.len() / 2]));
    if half > MANY {
        let (upper, lower) = firsts.split_at_mut(half);
        both(|| sort_bands(upper), || sort_bands(lower));
    } else {
        firsts.chunk_by_mut(|one, other| band(one) == band(other)).for_each(<[_]>::sort_unstable);
    }
}

/// The pieces of all strips, with other numbers of parts, which are given for the parts of each strip, strip after strip.
fn renumbered(strips: Vec<Strip>, mut numbers: &[u32]) -> Vec<Pieces> {
    let mut count = 0;
    let strips = strips.into_iter().map(|Strip { mut pieces, parts }| {
        pieces.first = count;
        count += pieces.cells.len();
        let (own, rest) = numbers.split_at(parts.len());
        numbers = rest;
        (pieces, own)
    });
    each(strips.collect(), |(mut pieces, numbers)| {
        pieces.same.iter_mut().for_each(|same| *same = numbers[*same as usize]);
        pieces
    })
}

/// How many parts a map has. Only the pieces of a few rows of squares are held at a time, for each core.
pub(super) fn count(open: &BitGrid, neighbours: Neighbours) -> usize {
    /// So many rows of squares: their pieces stay in a near cache.
    const ROWS: usize = 8;
    count_in_runs(open, neighbours, strips(open), ROWS)
}

/// The same by so many cores, each with strips of so many rows of squares.
fn count_in_runs(open: &BitGrid, neighbours: Neighbours, cores: usize, rows: usize) -> usize {
    let runs = each(runs_of_bands(open, cores), |bands| Run::of(open, neighbours, bands, rows));
    let mut same: Vec<u32> = Vec::new();
    let mut last: Option<(Pieces, u32)> = None;
    for run in runs {
        let before = same.len() as u32;
        same.extend(run.same.iter().map(|same| before + same));
        if let (Some((upper, offset)), Some(lower)) = (&last, &run.first) {
            for [above, below] in upper.touching(lower, neighbours) {
                join(&mut same, offset + above, before + below);
            }
        }
        last = run.last.map(|last| (last, before));
    }
    same.iter().zip(0..).filter(|(same, part)| *same == part).count()
}

/// The parts of strips that lie below one another, of which only the pieces of the first and the last are held.
#[derive(Default)]
struct Run {
    same: Vec<u32>,
    first: Option<Pieces>,
    last: Option<Pieces>,
}

impl Run {
    fn of(open: &BitGrid, neighbours: Neighbours, bands: Range<usize>, rows: usize) -> Self {
        let mut run = Self::default();
        for start in bands.clone().step_by(rows) {
            run.add(Pieces::found(open, neighbours, start..bands.end.min(start + rows)), neighbours);
        }
        run
    }

    fn add(&mut self, mut pieces: Pieces, neighbours: Neighbours) {
        let before = self.same.len() as u32;
        self.same.extend(before..pieces.number(before));
        for [above, below] in self.last.iter().flat_map(|last| last.touching(&pieces, neighbours)) {
            join(&mut self.same, above, below);
        }
        if self.first.is_none() {
            self.first = Some(pieces.clone());
        }
        self.last = Some(pieces);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::masks::masks;

    proptest! {
        #[test]
        fn strips_joined_are_what_the_whole_map_is(open in masks()) {
            for neighbours in [Neighbours::Four, Neighbours::Eight] {
                let bands = open.size().height.div_ceil(8) as usize;
                let strip = |bands| Strip::of(Pieces::found(&open, neighbours, bands));
                let whole = Parts::of_strips(alloc::vec![strip(0..bands)], neighbours);
                let strips = Parts::of_strips((0..bands).map(|band| strip(band..band + 1)).collect(), neighbours);
                let told = |(pieces, sizes, firsts): (Vec<Pieces>, Vec<usize>, Vec<Point>)| {
                    let all = |strip: Pieces| {
                        assert!(strip.cells.is_empty() || strip.place(0)[1] as usize >= strip.first_band);
                        (strip.first..).zip(strip.cells).zip(strip.places).zip(strip.same)
                    };
                    (pieces.into_iter().flat_map(all).collect::<Vec<_>>(), sizes, firsts)
                };
                let (strips, whole) = (told(strips.numbered()), told(whole.numbered()));
                for (cores, rows) in [(1, 1), (1, 9), (2, 1), (3, 2)] {
                    prop_assert_eq!(count_in_runs(&open, neighbours, cores, rows), whole.1.len(), "{}", open);
                }
                prop_assert_eq!(strips, whole, "{}", open);
            }
        }
    }
}

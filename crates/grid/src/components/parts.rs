//! The parts that pieces belong to, found strip by strip of the map and joined where strips meet.

use alloc::vec::Vec;
use core::ops::Range;

use super::pieces::{Pieces, Room, runs_of_bands, strips};
use crate::{BitGrid, Neighbours, Point, parallel};

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
        let mut parts = alloc::vec![Part::NONE; pieces.number(0) as usize];
        for (piece, (cells, number)) in pieces.cells.iter().zip(&pieces.same).enumerate() {
            let ([column, row], first) = (pieces.place(piece), cells.trailing_zeros());
            let first = u64::from(8 * row + first / 8) << 32 | u64::from(8 * column + first % 8);
            parts[*number as usize].add(Part { first, size: cells.count_ones() as usize });
        }
        Self { pieces, parts }
    }

    /// Brings the parts that are left into the order of their first cells. The rows of squares that those lie in are in order
    /// already.
    fn ordered(self) -> Ordered {
        let Self { pieces, parts } = self;
        let mut numbers = alloc::vec![0; parts.len()];
        let (mut sizes, mut firsts) = (Vec::with_capacity(parts.len()), Vec::with_capacity(parts.len()));
        let mut row: Vec<(u64, u32)> = Vec::with_capacity(32);
        let mut left = parts.iter().zip(0..).filter(|(part, _)| part.size > 0).peekable();
        while let Some((part, number)) = left.next() {
            row.push((part.first, number));
            if left.peek().is_some_and(|(next, _)| next.band() == part.band()) {
                continue;
            }
            row.sort_unstable();
            for (first, part) in row.drain(..) {
                numbers[part as usize] = sizes.len() as u32;
                sizes.push(parts[part as usize].size);
                firsts.push(Point::new(first as u32 as i32, (first >> 32) as i32));
            }
        }
        Ordered { pieces, numbers, first_number: 0, sizes, firsts }
    }
}

impl Part {
    const NONE: Self = Self { first: u64::MAX, size: 0 };

    /// The row of squares that its first cell lies in.
    const fn band(&self) -> u64 {
        self.first >> 35
    }

    #[inline(always)]
    fn add(&mut self, other: Self) {
        self.first = self.first.min(other.first);
        self.size += other.size;
    }
}

/// The parts of a map.
pub(super) struct Parts {
    strips: Vec<Strip>,
    /// The parts of strips that are the same as an earlier one, in order, with the first such. They are few, as only those can
    /// be that lie where strips meet.
    joined: Vec<[Place; 2]>,
}

/// A strip, and the number of one of its parts.
type Place = (usize, u32);

impl Parts {
    pub(super) fn of(open: &BitGrid, neighbours: Neighbours) -> Self {
        Self::of_strips(Pieces::in_strips(open, neighbours, Strip::of), neighbours)
    }

    /// Joins the parts of strips that lie below one another.
    fn of_strips(strips: Vec<Strip>, neighbours: Neighbours) -> Self {
        let mut touching: Vec<[Place; 2]> = Vec::new();
        for (strip, (upper, lower)) in strips.iter().zip(strips.iter().skip(1)).enumerate() {
            let pairs = upper.pieces.touching(&lower.pieces, neighbours).into_iter();
            touching.extend(pairs.map(|[above, below]| [(strip, above), (strip + 1, below)]));
        }
        Self { strips, joined: joined(&touching) }
    }

    /// The pieces of each strip with the numbers of their parts, in the order of their first cells, and the parts' sizes and
    /// first cells.
    pub(super) fn numbered(self) -> (Vec<Pieces>, Vec<usize>, Vec<Point>) {
        let Self { mut strips, joined } = self;
        for [(strip, part), (other, same)] in &joined {
            let part = core::mem::replace(&mut strips[*strip].parts[*part as usize], Part::NONE);
            strips[*other].parts[*same as usize].add(part);
        }
        let mut ordered = parallel::map(strips, Strip::ordered);
        let (mut parts, mut pieces) = (0, 0);
        for strip in &mut ordered {
            strip.pieces.first = pieces;
            strip.first_number = parts;
            parts += strip.sizes.len() as u32;
            pieces += strip.pieces.cells.len();
        }
        for [(strip, part), (other, same)] in &joined {
            let number = ordered[*other].first_number + ordered[*other].numbers[*same as usize];
            ordered[*strip].numbers[*part as usize] = number.wrapping_sub(ordered[*strip].first_number);
        }
        let (mut sizes, mut firsts) = (Vec::new(), Vec::new());
        for strip in &mut ordered {
            append(&mut sizes, &mut strip.sizes);
            append(&mut firsts, &mut strip.firsts);
        }
        (parallel::map(ordered, Ordered::renumbered), sizes, firsts)
    }
}

/// A strip whose parts are in the order of their first cells.
struct Ordered {
    pieces: Pieces,
    /// The numbers of its parts, counted from the strip's first number on. Those that are the same as earlier ones have smaller
    /// numbers than that: adding wraps around to them.
    numbers: Vec<u32>,
    first_number: u32,
    sizes: Vec<usize>,
    firsts: Vec<Point>,
}

impl Ordered {
    /// The pieces, with the numbers of their parts among those of the map.
    fn renumbered(self) -> Pieces {
        let Self { mut pieces, numbers, first_number, .. } = self;
        pieces.same.iter_mut().for_each(|same| *same = first_number.wrapping_add(numbers[*same as usize]));
        pieces
    }
}

/// Moves all of a list to the end of another: without a copy where that is empty.
fn append<T>(all: &mut Vec<T>, more: &mut Vec<T>) {
    if all.is_empty() {
        core::mem::swap(all, more);
    } else {
        all.append(more);
    }
}

/// The parts of pairs that are the same as an earlier one, in order, with the first such.
fn joined(touching: &[[Place; 2]]) -> Vec<[Place; 2]> {
    let mut known: Vec<Place> = touching.iter().flatten().copied().collect();
    known.sort_unstable();
    known.dedup();
    let place = |part: &Place| known.partition_point(|other| other < part) as u32;
    let mut same: Vec<u32> = (0..known.len() as u32).collect();
    for [one, other] in touching {
        join(&mut same, place(one), place(other));
    }
    let all = known.iter().zip(0..).map(|(part, place)| [*part, known[root(&same, place) as usize]]);
    all.filter(|[part, first]| part != first).collect()
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

/// How many parts a map has. Only the pieces of a few rows of squares are held at a time, for each core.
pub(super) fn count(open: &BitGrid, neighbours: Neighbours) -> usize {
    /// So many rows of squares: their pieces stay in a near cache.
    const ROWS: usize = 8;
    /// So many runs for each core, so that one that comes later, from other work, takes its share.
    const RUNS: usize = 4;
    let runs = match strips(open) {
        1 => 1,
        cores => cores * RUNS,
    };
    count_in_runs(open, neighbours, runs, ROWS)
}

/// The same in so many runs at once, each with strips of so many rows of squares.
fn count_in_runs(open: &BitGrid, neighbours: Neighbours, runs: usize, rows: usize) -> usize {
    let runs = parallel::map(runs_of_bands(open, runs), |bands| Run::of(open, neighbours, bands, rows));
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
        let (mut run, mut room) = (Self::default(), Room::default());
        for start in bands.clone().step_by(rows) {
            let bands = start..bands.end.min(start + rows);
            run.add(Pieces::found_again(&mut room, open, neighbours, bands), neighbours);
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

//! Rows of simplex noise, in the plane and in space, computed in groups that fill vector registers.

use std::ops::Range;

use undercroft_grid::Point;
use undercroft_grid::internal::simd;

use super::lattice::{Axis, Keys, SAMPLES, blocks};

/// The number of values computed together: as many as the widest vectors hold.
const GROUP: usize = 8;

/// Noise on a lattice with this many axes.
pub(super) trait OnLattice<const AXES: usize> {
    /// The axes, with the keys of the coordinates along each.
    fn axes(&self) -> &[(Axis, Keys); AXES];

    /// Computes the values of adjacent cells.
    fn fill_stretch(stretch: Stretch<'_, AXES>, values: &mut [f32]);
}

/// The value of one cell, computed from its fractions along each axis, the key of the first corner around it, and the
/// turns to the next corner along each axis.
pub(super) fn value_at<const AXES: usize>(
    axes: &[(Axis, Keys); AXES],
    place: Point,
    value: impl Fn([f32; AXES], u32, [u32; AXES]) -> f32,
) -> f32 {
    let corners = axes.each_ref().map(|(axis, keys)| {
        let position = axis.at(place);
        (position.fraction(), keys.with_turn(position.cell()))
    });
    let key = corners.iter().fold(0, |all, (_, (key, _))| all ^ key);
    value(corners.map(|(fraction, _)| fraction), key, corners.map(|(_, (_, turn))| turn))
}

/// Fills a row of values. Those of cells that are not `wanted` may stay as they are.
pub(super) fn fill<const AXES: usize>(
    noise: &impl OnLattice<AXES>,
    first: Point,
    wanted: Option<&[u8]>,
    values: &mut [f32],
) {
    simd::dispatch(
        #[inline(always)]
        || fill_plainly(noise, first, wanted, values),
    );
}

#[inline(always)]
fn fill_plainly<N: OnLattice<AXES>, const AXES: usize>(
    noise: &N,
    first: Point,
    wanted: Option<&[u8]>,
    values: &mut [f32],
) {
    let mut fractions = [[0.0; SAMPLES]; AXES];
    let (mut keys_before, mut turns) = ([[0; SAMPLES]; AXES], [[0; SAMPLES]; AXES]);
    let mut done = 0;
    blocks(
        first,
        values,
        #[inline(always)]
        |first, values| {
            let wanted = wanted.map(|wanted| &wanted[done..][..values.len()]);
            done += values.len();
            let mut found = false;
            for range in WantedRanges::new(wanted, values.len()) {
                if !found {
                    for (index, (axis, keys)) in noise.axes().iter().enumerate() {
                        axis.fractions(first, &mut fractions[index]);
                        keys.row(axis, first, values.len(), [&mut keys_before[index], &mut turns[index]]);
                    }
                    found = true;
                }
                let stretch = Stretch {
                    fractions: fractions.each_ref().map(|fractions| &fractions[range.clone()]),
                    keys: keys_before.each_ref().map(|keys| &keys[range.clone()]),
                    turns: turns.each_ref().map(|turns| &turns[range.clone()]),
                };
                N::fill_stretch(stretch, &mut values[range]);
            }
        },
    );
}

/// Adjacent cells on the axes of a lattice.
pub(super) struct Stretch<'a, const AXES: usize> {
    /// Their distances from the lattice points before them.
    pub(super) fractions: [&'a [f32]; AXES],
    /// The keys of those points, and the turns to the points after the cells.
    pub(super) keys: [&'a [u32]; AXES],
    pub(super) turns: [&'a [u32]; AXES],
}

/// The ranges of a block that cover all wanted cells, in whole groups. The last group may overlap the one before, to end
/// with the block.
pub(super) struct WantedRanges<'a> {
    wanted: Option<&'a [u8]>,
    count: usize,
    next: usize,
}

impl<'a> WantedRanges<'a> {
    /// The ranges of a block of `count` cells. By default all are wanted.
    #[inline(always)]
    pub(super) const fn new(wanted: Option<&'a [u8]>, count: usize) -> Self {
        Self { wanted, count, next: 0 }
    }

    #[inline(always)]
    fn is_wanted(&self) -> bool {
        self.wanted.is_none_or(|wanted| match wanted[self.next..].first_chunk() {
            Some(group) => u64::from_ne_bytes(*group) != 0,
            None => wanted[self.next..].iter().any(|cell| *cell != 0),
        })
    }
}

impl Iterator for WantedRanges<'_> {
    type Item = Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        while self.next < self.count && !self.is_wanted() {
            self.next += GROUP;
        }
        let first = self.next;
        while self.next + GROUP <= self.count && self.is_wanted() {
            self.next += GROUP;
        }
        if self.next > first {
            return Some(first..self.next);
        }
        let is_left = self.next < self.count;
        self.next = self.count;
        is_left.then_some(self.count.saturating_sub(GROUP)..self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use crate::noise::{Simplex, Slice};

    fn bits_of<const AXES: usize>(noise: &impl OnLattice<AXES>, width: usize, wide: bool) -> Vec<u32> {
        let mut values = vec![0.0; width];
        let first = Point::new(-17, 4);
        match wide {
            true => fill(noise, first, None, &mut values),
            false => fill_plainly(noise, first, None, &mut values),
        }
        values.into_iter().map(f32::to_bits).collect()
    }

    #[test]
    fn simd_does_not_change_a_bit() {
        let stream = Seed::from(1).fork("noise");
        for scale in [0.0, 0.03, 0.1, 0.9] {
            let (simplex, slice) = (Simplex::new(stream, scale), Slice::new(stream, scale, 1_u32));
            for width in [0, 1, 5, 7, 8, 9, 100, 127, 128, 129, 300] {
                assert_eq!(bits_of(&simplex, width, true), bits_of(&simplex, width, false), "{width} at {scale}");
                assert_eq!(bits_of(&slice, width, true), bits_of(&slice, width, false), "{width} at {scale}");
            }
        }
    }

    #[test]
    fn ranges_cover_all_wanted_cells_and_no_group_without_one() {
        let mut rng = Seed::from(1).fork("wanted").rng();
        for count in (0..40).chain([127, 128]) {
            for _ in 0..50 {
                let wanted: Vec<u8> = (0..count).map(|_| u8::from(rng.below(12) == 0)).collect();
                let mut held = vec![false; count];
                for range in WantedRanges::new(Some(&wanted), count) {
                    assert!(wanted[range.clone()].iter().any(|cell| *cell != 0), "{range:?} of {wanted:?}");
                    held[range].fill(true);
                }
                assert!((0..count).all(|cell| held[cell] || wanted[cell] == 0), "{wanted:?}");
            }
        }
    }
}

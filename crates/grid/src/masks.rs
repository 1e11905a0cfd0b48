//! Random sets of cells for the tests, at sizes that words of 64 bits find awkward.

use proptest::prelude::*;

use crate::{BitGrid, Rect, Size};

/// Scattered cells from few to almost all, mazes with loops, and blocks of cells, in all sorts of sizes.
pub(crate) fn masks() -> impl Strategy<Value = BitGrid> {
    let widths = prop_oneof![Just(1), Just(2), Just(63), Just(64), Just(65), Just(130), 3_u32..24];
    masks_of(widths, 1_u32..16)
}

/// The same on maps that are higher as well, for what goes by a window within the map.
pub(crate) fn high_masks() -> impl Strategy<Value = BitGrid> {
    masks_of(prop_oneof![Just(63), Just(64), Just(65), Just(130), 16_u32..40], 16_u32..40)
}

/// The same on maps of at most 12 by 12 cells, for oracles that take long.
pub(crate) fn small_masks() -> impl Strategy<Value = BitGrid> {
    masks_of(1_u32..13, 1_u32..13)
}

fn masks_of(widths: impl Strategy<Value = u32>, heights: impl Strategy<Value = u32>) -> impl Strategy<Value = BitGrid> {
    (widths, heights, 0..3, 5_u64..98, any::<u64>()).prop_map(|(width, height, kind, percent, seed)| {
        BitGrid::from_fn(Size::new(width, height), |at| {
            let chance = |x: i32, y: i32| mixed(seed ^ (x as u64) << 32 ^ y as u64) % 100 < percent;
            match kind {
                0 => chance(at.x, at.y),
                1 => chance(at.x / 3, at.y / 2),
                _ => match (at.x % 2, at.y % 2) {
                    (1, 1) => true,
                    (0, 0) => false,
                    _ => chance(at.x, at.y),
                },
            }
        })
    })
}

/// Rectangles on, across and beyond the maps that [`masks`] makes.
pub(crate) fn rects() -> impl Strategy<Value = Rect> {
    (-70..140_i32, -5..20_i32, 0..140_u32, 0..12_u32).prop_map(|(x, y, width, height)| Rect::new(x, y, width, height))
}

/// So many of a hundred cells, each on its own.
pub(crate) fn scattered(size: Size, percent: u64, seed: u64) -> BitGrid {
    BitGrid::from_fn(size, |at| mixed(seed ^ (at.x as u64) << 32 ^ at.y as u64) % 100 < percent)
}

/// The output function of SplitMix64.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

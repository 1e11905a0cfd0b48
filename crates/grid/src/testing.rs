//! Helpers that the tests share: random maps, and readers of drawings.

use proptest::prelude::*;

use crate::{BitGrid, Neighbours, Point, Rect, Size};

pub(crate) const BOTH: [Neighbours; 2] = [Neighbours::Four, Neighbours::Eight];

/// Reads the cells drawn as `.`.
pub(crate) fn open(drawing: &str) -> BitGrid {
    BitGrid::parse(drawing, |glyph| glyph == '.')
}

/// Reads the cells drawn as `#`.
pub(crate) fn marked(drawing: &str) -> BitGrid {
    BitGrid::parse(drawing, |glyph| glyph == '#')
}

/// Sparse and dense noise, mazes with loops, and larger patches, at sizes that are awkward for words of 64 bits.
pub(crate) fn maps() -> impl Strategy<Value = BitGrid> {
    let widths = prop_oneof![Just(1), Just(2), Just(63), Just(64), Just(65), Just(130), 3_u32..24];
    maps_of(widths, 1_u32..16)
}

/// The same, but higher, for algorithms that work in a window of the map.
pub(crate) fn tall_maps() -> impl Strategy<Value = BitGrid> {
    maps_of(prop_oneof![Just(63), Just(64), Just(65), Just(130), 16_u32..40], 16_u32..40)
}

/// The same with at most 12 by 12 cells, for slow oracles.
pub(crate) fn small_maps() -> impl Strategy<Value = BitGrid> {
    maps_of(1_u32..13, 1_u32..13)
}

fn maps_of(widths: impl Strategy<Value = u32>, heights: impl Strategy<Value = u32>) -> impl Strategy<Value = BitGrid> {
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

/// Rectangles inside, across and beyond the edges of [`maps`].
pub(crate) fn rects() -> impl Strategy<Value = Rect> {
    (-70..140_i32, -5..20_i32, 0..140_u32, 0..12_u32).prop_map(|(x, y, width, height)| Rect::new(x, y, width, height))
}

/// A cell of a map, from any coordinates that are not negative.
pub(crate) fn on_map(map: &BitGrid, (x, y): (i32, i32)) -> Point {
    Point::new(x % map.size().width as i32, y % map.size().height as i32)
}

/// Noise: each cell is in the set with the given chance.
pub(crate) fn noise(size: Size, percent: u64, seed: u64) -> BitGrid {
    BitGrid::from_fn(size, |at| mixed(seed ^ (at.x as u64) << 32 ^ at.y as u64) % 100 < percent)
}

/// The output function of SplitMix64.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

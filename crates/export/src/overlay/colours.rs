//! The colours of overlays.

use undercroft_mapgen::Colour;

use crate::appearance::rgb;
use crate::shade::mix;

pub(super) const PATH: Colour = rgb(0x4d, 0xf0, 0xff);
pub(super) const CHOKE: Colour = rgb(0xff, 0x9a, 0x3c);
pub(super) const GATE: Colour = rgb(0xff, 0x3d, 0x5a);
pub(super) const ISLAND: Colour = rgb(0xb0, 0x7a, 0xff);
pub(super) const AROUND: Colour = rgb(0x52, 0xd2, 0x9a);
pub(super) const DEAD_END: Colour = rgb(0xff, 0x4d, 0x4d);
pub(super) const ROOM: Colour = rgb(0x66, 0xd9, 0xef);
pub(super) const LINK: Colour = rgb(0xff, 0xcd, 0x22);
pub(super) const CREATURE: Colour = rgb(0xff, 0x55, 0x4d);
pub(super) const ITEM: Colour = rgb(0x5a, 0xe0, 0x7a);
pub(super) const OTHER: Colour = rgb(0xb0, 0x7a, 0xff);
pub(super) const STAIRS: Colour = rgb(0xff, 0xcd, 0x22);
pub(super) const START: Colour = rgb(0xff, 0xff, 0xff);
pub(super) const SEEN: Colour = rgb(0xff, 0xe0, 0x8a);
pub(super) const UNSEEN: Colour = rgb(0x00, 0x00, 0x00);
pub(super) const NARROW: Colour = rgb(0x9a, 0x9a, 0x9a);

/// Colours that are easy to tell apart side by side.
const MANY: [Colour; 12] = [
    rgb(0xe6, 0x55, 0x4f),
    rgb(0x4f, 0x9d, 0xe6),
    rgb(0x8b, 0xd4, 0x4f),
    rgb(0xc3, 0x6b, 0xe0),
    rgb(0xf2, 0xb1, 0x34),
    rgb(0x3f, 0xc7, 0xb5),
    rgb(0xe8, 0x6f, 0xae),
    rgb(0x6a, 0x6f, 0xe8),
    rgb(0xd9, 0xe0, 0x57),
    rgb(0x9c, 0x6b, 0x3f),
    rgb(0x57, 0xe0, 0xe0),
    rgb(0xb5, 0xb0, 0xc9),
];

pub(super) fn one_of_many(index: u32) -> Colour {
    MANY[index as usize % MANY.len()]
}

/// Near to far: dark blue, violet, red, orange, pale yellow. Each is brighter than the one before.
const HEAT: [Colour; 6] = [
    rgb(0x1b, 0x2a, 0x6b),
    rgb(0x5a, 0x2a, 0x8f),
    rgb(0xb0, 0x2f, 0x7c),
    rgb(0xe8, 0x5a, 0x4a),
    rgb(0xf9, 0xa4, 0x3c),
    rgb(0xfb, 0xf2, 0x9a),
];

/// The heat-map colour for `part` of `whole`.
pub(super) fn heat(part: u32, whole: u32) -> Colour {
    let (part, whole) = (u64::from(part.min(whole)), u64::from(whole.max(1)));
    // The position between two colours, in sixteenths.
    let along = part * (HEAT.len() as u64 - 1) * 16 / whole;
    let (index, sixteenths) = ((along / 16) as usize, (along % 16) as u32);
    match HEAT.get(index + 1) {
        Some(next) => mix(HEAT[index], *next, sixteenths),
        None => HEAT[HEAT.len() - 1],
    }
}

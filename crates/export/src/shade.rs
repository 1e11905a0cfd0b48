//! Colour arithmetic in integers, so that pictures are the same on every machine.

use undercroft_mapgen::{Colour, Point};

/// Scales brightness, in sixteenths.
pub(crate) fn shade(colour: Colour, sixteenths: u32) -> Colour {
    let part = |part: u8| (u32::from(part) * sixteenths / 16).min(255) as u8;
    Colour { red: part(colour.red), green: part(colour.green), blue: part(colour.blue), ..colour }
}

/// Mixes in the second colour, in sixteenths; the opacity of the first is kept.
pub(crate) fn mix(colour: Colour, other: Colour, sixteenths: u32) -> Colour {
    colour.mixed(other, sixteenths)
}

/// Sets the opacity.
pub(crate) fn veil(colour: Colour, opacity: u8) -> Colour {
    Colour { opacity, ..colour }
}

/// A hash of a position that varies stones and leaves. It affects appearance only, never levels.
pub(crate) fn grain(at: Point) -> u32 {
    let mut hash = (at.x as u32).wrapping_mul(0x9e37_79b1) ^ (at.y as u32).wrapping_mul(0x85eb_ca77);
    for _ in 0..2 {
        hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
    }
    hash ^ hash >> 16
}

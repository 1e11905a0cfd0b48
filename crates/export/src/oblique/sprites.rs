//! Sprites for oblique pictures, drawn pixel by pixel.

use undercroft_mapgen::{Colour, Point, StairKind};

use crate::appearance::{Appearance, rgb};
use crate::font;
use crate::picture::Picture;
use crate::shade::{grain, mix, shade, veil};

pub(crate) const BLACK: Colour = rgb(0, 0, 0);
const BARK: Colour = rgb(0x6b, 0x4a, 0x2c);

/// The colour of one stone among many.
pub(crate) fn stone(colour: Colour, grain: u32) -> Colour {
    shade(colour, 14 + grain % 5)
}

/// A pixel of a wooden door.
pub(crate) fn plank(colour: Colour, x: i32, y: i32) -> Colour {
    match (x, y) {
        (0 | 15, _) => shade(colour, 7),
        (11, 4) => shade(colour, 28),
        _ if x % 4 == 3 => shade(colour, 10),
        _ => colour,
    }
}

/// The pixels of an ellipse, with their offsets from the centre in sixteenths of the radius.
fn ellipse(radius_x: i32, radius_y: i32) -> impl Iterator<Item = (i32, i32, i32, i32)> {
    (-radius_y..=radius_y).flat_map(move |y| {
        (-radius_x..=radius_x).filter_map(move |x| {
            let (across, down) = ((32 * x) / (2 * radius_x + 1), (32 * y) / (2 * radius_y + 1));
            (across * across + down * down <= 256).then_some((x, y, across, down))
        })
    })
}

fn shadow(picture: &mut Picture, (x, y): (i32, i32), radius_x: i32, radius_y: i32) {
    for (dx, dy, ..) in ellipse(radius_x, radius_y) {
        picture.put(x + dx, y + dy, veil(BLACK, 90));
    }
}

/// An upright glyph in the middle of its cell, outlined so that it stands out.
pub(crate) fn figure(picture: &mut Picture, (x, y): (i32, i32), glyph: char, colour: Colour) {
    shadow(picture, (x + 8, y + 9), 6, 2);
    let up = 5;
    for (dx, dy) in font::dots(glyph) {
        for (side, down) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)] {
            picture.put(x + dx + side, y + dy + down - up, shade(colour, 3));
        }
    }
    picture.glyph((x, y - up), glyph, colour);
}

/// A crown of leaves on a trunk; size and shade vary from tree to tree.
pub(crate) fn tree(picture: &mut Picture, (x, y): (i32, i32), look: Appearance, variety: u32) {
    let (x, y) = (x + 8 + (variety % 3) as i32 - 1, y + 2 - (variety / 3 % 3) as i32);
    shadow(picture, (x + 1, y + 10), 7, 3);
    picture.fill((x - 1, y + 5), (3, 6), BARK);
    picture.fill((x + 1, y + 5), (1, 6), shade(BARK, 9));
    let leaves = shade(look.fg, 14 + variety / 9 % 5);
    let radius = 7 + (variety / 64 % 2) as i32;
    for (dx, dy, across, down) in ellipse(radius, 7) {
        // The light comes from the upper left; leaves grow in small clumps.
        let clump = grain(Point::new(x + dx, (y + dy) * 3 + dx / 2)) % 5;
        let lit = (-(across + 2 * down)).clamp(-20, 24) / 4;
        let edge = across * across + down * down > 190;
        let sixteenths = 11 + lit + clump as i32 - if edge { 3 } else { 0 };
        picture.put(x + dx, y + dy, shade(leaves, sixteenths.max(4) as u32));
    }
}

/// A round column.
pub(crate) fn column(picture: &mut Picture, (x, y): (i32, i32), look: Appearance) {
    let (x, y) = (x + 8, y + 10);
    shadow(picture, (x + 2, y + 1), 7, 3);
    for dy in (-14..=0).rev() {
        for (dx, ring, across, _) in ellipse(5, 2) {
            if dy < 0 && ring < 0 {
                continue;
            }
            let lit = 12 - (across + 6).abs() / 3;
            picture.put(x + dx, y + ring + dy, shade(look.fg, lit.max(4) as u32));
        }
    }
    for (dx, dy, ..) in ellipse(6, 3) {
        picture.put(x + dx, y - 14 + dy, shade(look.fg, 10));
    }
    for (dx, dy, ..) in ellipse(5, 2) {
        picture.put(x + dx, y - 14 + dy, mix(look.fg, look.bg, 2));
    }
}

/// Steps down into the dark, or up out of it.
pub(crate) fn stairs(picture: &mut Picture, (x, y): (i32, i32), look: Appearance, kind: StairKind) {
    for step in 0..4 {
        let light = match kind {
            StairKind::Down => 8 - 2 * step,
            StairKind::Up => 2 + 2 * step,
        };
        let (corner, colour) = ((x + 2, y + 2 + 3 * step as i32), mix(look.bg, look.fg, light / 2 + 1));
        picture.fill(corner, (12, 3), shade(colour, 6 + light));
        picture.fill(corner, (12, 1), shade(colour, 12 + light));
    }
}

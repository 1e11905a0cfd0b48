//! Flat and low tiles: floors, grass, carpets, bridges, water, lava and pits.

use super::edges::Edges;
use super::pixels::{Palette, Pixels, SIDE, either, grain, one_in};

/// How many floors there are, the plainest first.
pub(crate) const FLOORS: u32 = 8;

/// A floor of worn slabs. The seams are faint, so that what stands on it stands out.
pub(crate) fn floor(variant: u32) -> Pixels {
    Pixels::from_fn(|x, y| {
        let mark = match variant {
            1 => [(4, 5), (5, 6), (5, 7), (6, 8), (7, 8), (8, 9), (6, 6)].contains(&(x, y)).then_some(b'4'),
            2 => [(10, 4), (11, 4), (10, 5)]
                .contains(&(x, y))
                .then_some(b'7')
                .or([(11, 5), (10, 6)].contains(&(x, y)).then_some(b'4')),
            3 => (x == 8 && y > 0).then_some(b'4').or((x == 9 && y > 0).then_some(b'6')),
            4 => (y == 8 && x > 0).then_some(b'4').or((y == 9 && x > 0).then_some(b'6')),
            5 => [(3, 11), (4, 11), (12, 3)]
                .contains(&(x, y))
                .then_some(b'7')
                .or([(3, 12), (4, 12), (12, 4)].contains(&(x, y)).then_some(b'4')),
            6 => [(12, 6), (11, 7), (11, 8), (10, 9), (9, 10), (9, 11), (10, 12), (8, 11), (12, 8)]
                .contains(&(x, y))
                .then_some(b'4'),
            7 => (x == 5 && y > 8 || y == 8 && x > 0).then_some(b'4').or((x == 6 && y > 9).then_some(b'6')),
            _ => None,
        };
        mark.unwrap_or_else(|| slab(x, y, variant))
    })
}

fn slab(x: i32, y: i32, variant: u32) -> u8 {
    let rough = grain(x, y, 100 + variant) % 40;
    match (x, y) {
        (0, _) | (_, 0) => either(rough < 8, b'5', b'4'),
        (1, _) | (_, 1) => either(rough < 26, b'6', b'5'),
        _ if rough == 0 => b'4',
        _ if rough < 4 => b'6',
        _ => b'5',
    }
}

/// Ground in the shade of the walls to the north and west.
pub(crate) fn shaded(ground: &Pixels, edges: Edges, palette: &Palette) -> Pixels {
    let mut pixels = ground.clone();
    pixels.each(|x, y, letter| {
        let dither = (x + y) % 2 == 0;
        let from_north = match y {
            _ if !edges.north => 0,
            0 => 3,
            1 | 2 => 2,
            3 => 1,
            4 if dither => 1,
            _ => 0,
        };
        let from_west = match x {
            _ if !edges.west => 0,
            0 => 2,
            1 => 1,
            2 if dither => 1,
            _ => 0,
        };
        let from_corner = if edges.north_west && x + y < 3 { 1 } else { 0 };
        palette.darker(letter, from_north.max(from_west).max(from_corner))
    });
    pixels
}

/// Grass that frays out over the floor.
pub(crate) fn grass(edges: Edges, floor: &Pixels) -> Pixels {
    Pixels::from_fn(|x, y| match edges.distance(x, y) - (grain(x, y, 40) % 3) as i32 {
        ..0 => floor.get(x, y),
        0 => b'G',
        _ => match grain(x, y, 50) % 61 {
            0 => b'l',
            1 | 2 => b'G',
            _ => b'g',
        },
    })
}

/// Moss in cushions, with bare stone between them.
pub(crate) fn moss(variant: u32, edges: Edges, floor: &Pixels) -> Pixels {
    let cushion = |x: i32, y: i32| {
        let fray = edges.distance(x, y) - (grain(x / 2, y / 2, 55) % 4) as i32;
        fray >= 0 && !one_in(4, x / 3, y / 2, 56 + variant)
    };
    Pixels::from_fn(|x, y| match () {
        () if !cushion(x, y) => floor.get(x, y),
        () if !cushion(x, y + 1) => b'G',
        () if !cushion(x, y - 1) && one_in(2, x, y, 57) => b'l',
        () if one_in(11, x, y, 58 + variant) => b'l',
        () if one_in(6, x, y, 59) => b'G',
        () => b'g',
    })
}

/// A trodden path through grass.
pub(crate) fn path(variant: u32, edges: Edges, grass: &Pixels) -> Pixels {
    Pixels::from_fn(|x, y| match edges.distance(x, y) - (grain(x, y, 60) % 3) as i32 {
        ..0 => grass.get(x, y),
        0 => b'N',
        _ => match grain(x, y, 61 + variant) % 17 {
            0 => b'N',
            1 => b't',
            2 | 3 => b'w',
            _ => b'W',
        },
    })
}

/// A carpet with a border.
pub(crate) fn carpet(edges: Edges) -> Pixels {
    Pixels::from_fn(|x, y| match edges.distance(x, y) {
        0 => b'R',
        1 => either((x + y) % 4 < 3, b'o', b'w'),
        2 => b'R',
        _ => match ((x + 8) % 8 - 4, y % 8 - 4) {
            (across, down) if across.abs() + down.abs() == 3 => b'R',
            (0, 0) => b'o',
            _ if (x * 3 + y) % 7 == 0 => b'R',
            _ => b'r',
        },
    })
}

/// A bridge of planks, laid in the direction of travel.
pub(crate) fn bridge(edges: Edges) -> Pixels {
    let along = (!edges.east || !edges.west) && (edges.north || edges.south || !(edges.east || edges.west));
    Pixels::from_fn(|x, y| {
        let (across, down, before, after) =
            if along { (y, x, edges.north, edges.south) } else { (x, y, edges.west, edges.east) };
        match across {
            0 if before => b'0',
            15 if after => b'0',
            1 | 2 if before => either(across == 1, b'W', b'n'),
            13 | 14 if after => either(across == 13, b'W', b'n'),
            _ => match down % 4 {
                0 => b'n',
                1 => b'W',
                _ if (across == 4 || across == 11) && down % 4 == 2 => b'n',
                _ if one_in(6, x, y, 71) => b'N',
                _ => b'w',
            },
        }
    })
}

/// Water: calm, dark, with short crests of waves.
pub(crate) fn water(variant: u32, edges: Edges) -> Pixels {
    Pixels::from_fn(|x, y| bank(edges, x, y).unwrap_or_else(|| wave(variant, x, y)))
}

/// The bank around water, if the pixel is on it.
fn bank(edges: Edges, x: i32, y: i32) -> Option<u8> {
    if edges.north && y < 5 {
        return Some(match y {
            0 => b'7',
            1 | 2 => either((x + y) % 5 == 0, b'3', b'4'),
            3 => b'2',
            _ => either(one_in(3, x, 0, 81), b'c', b'i'),
        });
    }
    let edges = Edges { north: false, ..edges };
    match edges.distance(x, y) {
        0 => Some(either(edges.south && y == SIDE - 1, b'6', b'3')),
        1 => Some(either(one_in(3, x, y, 82), b'c', b'i')),
        _ => None,
    }
}

fn wave(variant: u32, x: i32, y: i32) -> u8 {
    const CRESTS: [&[(i32, i32, i32)]; 3] =
        [&[(2, 4, 4), (9, 11, 5)], &[(8, 3, 5), (1, 10, 4), (11, 14, 3)], &[(4, 8, 3)]];
    let crest = |x: i32, y: i32| {
        CRESTS[variant as usize % 3].iter().any(|(left, row, length)| *row == y && (*left..left + length).contains(&x))
    };
    match () {
        () if crest(x, y) => either(crest(x - 1, y) && crest(x + 1, y), b'c', b'i'),
        () if crest(x, y + 1) => b'u',
        () if crest(x, y - 1) || one_in(3, x / 4, y, 83) => b'u',
        () => b'U',
    }
}

/// Shallow water over pebbles.
pub(crate) fn ford(variant: u32, edges: Edges) -> Pixels {
    let pebble = |x: i32, y: i32| one_in(7, x / 3, y / 2, 90 + variant);
    Pixels::from_fn(|x, y| {
        if edges.distance(x, y) == 0 {
            return either(one_in(3, x, y, 91), b'c', b'i');
        }
        match () {
            () if pebble(x, y) && !pebble(x, y - 1) => b'7',
            () if pebble(x, y) => b'5',
            () if pebble(x, y - 1) => b'U',
            () if one_in(6, x / 3, y, 93 + variant) => b'i',
            () => b'u',
        }
    })
}

/// Lava: dark plates of crust that drift on something bright.
pub(crate) fn lava(edges: Edges) -> Pixels {
    Pixels::from_fn(|x, y| {
        if edges.north && y < 4 {
            return [b'7', b'R', b'r', b'e'][y as usize];
        }
        match (Edges { north: false, ..edges }).distance(x, y) {
            0 => return b'R',
            1 => return b'e',
            _ => {}
        }
        // The gap between the nearest two plates, in a pattern that repeats.
        const PLATES: [(i32, i32); 6] = [(2, 3), (9, 1), (13, 7), (6, 8), (1, 11), (10, 13)];
        let apart = |a: i32, b: i32| (a - b).rem_euclid(SIDE).min((b - a).rem_euclid(SIDE));
        let mut squares = PLATES.map(|(px, py)| apart(x, px).pow(2) + apart(y, py).pow(2));
        squares.sort_unstable();
        match squares[1] - squares[0] {
            0..5 => b'Y',
            5..10 => b'y',
            10..16 => b'o',
            16..26 => b'e',
            26..40 => b'r',
            _ => b'R',
        }
    })
}

/// A pit that swallows the light.
pub(crate) fn pit(edges: Edges) -> Pixels {
    Pixels::from_fn(|x, y| {
        if edges.north && y < 10 {
            let joint = (x + y / 4 * 3) % 6 == 0;
            let fade = [b'8', b'7', b'5', b'4', b'4', b'3', b'3', b'2', b'2', b'1'][y as usize];
            return match (y, joint) {
                (1..6, true) => b'2',
                (3 | 6, _) => b'2',
                _ => fade,
            };
        }
        match (Edges { north: false, ..edges }).distance(x, y) {
            0 if edges.south && y == SIDE - 1 => b'8',
            0 => b'7',
            1 => b'3',
            2 => b'0',
            _ => mist(x, y),
        }
    })
}

/// A pixel of the mist at the bottom of a pit, which distinguishes it from rock.
fn mist(x: i32, y: i32) -> u8 {
    let across = (x + 5 * (y / 2)) % SIDE;
    match (across, y % 4) {
        (1..3, 1) => b'p',
        (0..5, 1) | (2..7, 2) => b'P',
        _ if (x + y) % 2 == 0 && (across + y) % 5 == 0 => b'P',
        _ => b'0',
    }
}

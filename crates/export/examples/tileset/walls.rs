//! Raised tiles: walls, doors, crystal and glass.
//!
//! ```text
//! rows 0-8     the top, with a worn rim where the wall ends
//! row  9       the lip, which catches the light
//! rows 10-15   the upper part of the front, if there is no wall to the south
//! ```
//!
//! Oblique pictures add the lowest rows of a `front` picture below, which continues the courses of stone.

use super::edges::Edges;
use super::pixels::{Palette, Pixels, SIDE, either, grain, one_in};

/// The row of the lip above a front.
const LIP: i32 = 9;

/// What is special about a piece of wall.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wear {
    Plain,
    Cracked,
    Mossy,
    Torch,
}

/// A wall from above.
pub(crate) fn wall(edges: Edges, wear: Wear) -> Pixels {
    Pixels::from_fn(|x, y| {
        if edges.south && y > LIP {
            return stone(x, y - LIP - 1, wear, (edges.west, edges.east));
        }
        if let Some(letter) = flame(x, y).filter(|_| edges.south && wear == Wear::Torch) {
            return letter;
        }
        let distance = edges.distance_above(x, y, LIP);
        let rough = grain(x, y, 7) % 4;
        match distance {
            0 if edges.south && y == LIP => either(rough == 0, b'8', b'9'),
            0 if edges.east && x == SIDE - 1 => either(rough == 0, b'5', b'6'),
            0 => either(rough == 0, b'6', b'7'),
            1 => either(rough == 0, b'5', b'4'),
            2 => either(rough < 2, b'3', b'1'),
            3 => either(rough == 0, b'2', b'1'),
            _ => match grain(x, y, 11) % 29 {
                0 | 1 => b'3',
                2..8 => b'1',
                _ => b'2',
            },
        }
    })
}

/// The front of a wall, of which oblique pictures show the lowest rows.
pub(crate) fn front(wear: Wear) -> Pixels {
    let glow = |x: i32, y: i32| wear == Wear::Torch && (x - 8).abs() + (y - 10) < 5;
    // Oblique pictures show the rows from 10 on: the second course, and the dark where it meets the ground.
    Pixels::from_fn(|x, y| match y {
        14 => either(one_in(3, x, 6, 5), b'4', b'3'),
        15 => b'1',
        _ => match stone(x, (y - 4).max(0), wear, (false, false)) {
            b'7' if glow(x, y) => b'8',
            b'6' if glow(x, y) => b'7',
            letter => letter,
        },
    })
}

/// A pixel of the courses of a wall's front, counted from below the lip.
fn stone(x: i32, row: i32, wear: Wear, (left, right): (bool, bool)) -> u8 {
    let (course, within) = (row / 6, row % 6);
    let along = (x + if course % 2 == 0 { 0 } else { 3 }).rem_euclid(SIDE);
    let (start, end) = match along {
        0..6 => (0, 5),
        6..11 => (6, 10),
        _ => (11, 15),
    };
    if let Some(letter) = bracket(x, row).filter(|_| wear == Wear::Torch) {
        return letter;
    }
    if (left && x == 0) || (right && x == SIDE - 1) {
        return b'4';
    }
    let moss = wear == Wear::Mossy && (grain(x, 0, 21) % 5) as i32 + (x - 8).abs() / 3 < 4 - row / 2;
    if moss {
        return either(one_in(3, x, row, 22), b'l', b'g');
    }
    let crack =
        wear == Wear::Cracked && [(4, 0), (5, 1), (5, 2), (6, 3), (7, 4), (7, 5), (10, 1), (9, 2)].contains(&(x, row));
    let lit = wear == Wear::Torch && (x - 8).abs() < 5;
    match within {
        _ if crack => b'2',
        5 => b'3',
        _ if along == end => b'4',
        0 if lit => b'9',
        0 => b'8',
        _ if along == start => b'8',
        4 => b'6',
        _ if lit => b'8',
        _ if one_in(9, along, row, 3) => b'6',
        _ => b'7',
    }
}

fn flame(x: i32, y: i32) -> Option<u8> {
    const FLAME: [&[u8; 6]; 6] = [b"..o...", b"..oo..", b".oyo..", b".oyyo.", b"oyYYyo", b".oYYo."];
    let (column, row) = (usize::try_from(x - 5).ok()?, usize::try_from(y - 4).ok()?);
    FLAME.get(row)?.get(column).copied().filter(|letter| *letter != b'.')
}

fn bracket(x: i32, row: i32) -> Option<u8> {
    match (x, row) {
        (7 | 8, 0) => Some(b'Y'),
        (6 | 9, 0) | (7 | 8, 1) => Some(b'o'),
        (6 | 9, 1) => Some(b'n'),
        (7, 2..5) => Some(b'w'),
        (8, 2..5) => Some(b'N'),
        (6 | 9, 3) => Some(b'0'),
        _ => None,
    }
}

/// A closed door. Walls to the north and south mean that the hero passes through it sideways.
pub(crate) fn door(edges: Edges) -> Pixels {
    if is_sideways(edges) {
        return Pixels::from_fn(|x, y| match (x, y) {
            (0 | 15, _) => b'4',
            (1 | 14, _) => b'3',
            (2..5 | 11..14, _) => b'2',
            (5 | 10, _) => b'n',
            (_, 0 | 1 | 14 | 15) => b'4',
            (6, _) => b'W',
            (9, 7..9) => b'y',
            (9, _) => b'N',
            (_, 3 | 12) => b'7',
            _ => b'w',
        });
    }
    Pixels::from_fn(|x, y| match (x, y) {
        (_, 0) => b'7',
        (_, 1) => b'9',
        (_, 2) => b'7',
        (0 | 15, _) => b'8',
        (1 | 14, _) => b'4',
        (_, 3) => b'0',
        (2 | 13, _) => b'n',
        (_, 6) => either(x % 3 == 0, b'9', b'7'),
        (11, 11..13) => b'Y',
        (10 | 12, 11..13) => b'y',
        _ => plank(x, y),
    })
}

/// The front of a door.
pub(crate) fn door_front() -> Pixels {
    Pixels::from_fn(|x, y| match (x, y) {
        (0 | 15, _) => b'8',
        (1 | 14, _) => b'4',
        (2 | 13, _) => b'n',
        (_, 15) => b'0',
        (_, 12) => either(x % 3 == 0, b'9', b'7'),
        _ => plank(x, y),
    })
}

fn plank(x: i32, y: i32) -> u8 {
    match x % 4 {
        3 => b'W',
        2 => b'N',
        _ if one_in(7, x, y, 31) => b'N',
        _ => b'w',
    }
}

/// A door that stands open, on the floor.
pub(crate) fn open_door(edges: Edges, floor: &Pixels, palette: &Palette) -> Pixels {
    let mut pixels = floor.clone();
    if is_sideways(edges) {
        pixels.fill((0, 0), (SIDE, 2), b'7');
        pixels.fill((0, 2), (SIDE, 1), b'3');
        pixels.fill((0, 15), (SIDE, 1), b'7');
        pixels.fill((3, 2), (11, 1), b'W');
        pixels.fill((3, 3), (11, 3), b'w');
        pixels.fill((3, 6), (11, 1), b'n');
        pixels.fill((12, 4), (1, 1), b'y');
        for hinge in [5, 9] {
            pixels.fill((hinge, 2), (1, 4), b'N');
        }
    } else {
        for (x, letter) in [(0, b'8'), (1, b'4'), (14, b'4'), (15, b'8')] {
            pixels.fill((x, 0), (1, SIDE), letter);
        }
        pixels.fill((2, 1), (1, 13), b'W');
        pixels.fill((3, 1), (2, 13), b'w');
        pixels.fill((5, 1), (1, 13), b'n');
        pixels.fill((4, 11), (1, 1), b'y');
        for hinge in [3, 8] {
            pixels.fill((2, hinge), (3, 1), b'7');
        }
    }
    let leaf = pixels.clone();
    pixels.each(|x, y, letter| {
        let shaded = letter == floor.get(x, y) && leaf.get(x - 1, y - 1) == b'n';
        if shaded { palette.darker(letter, 1) } else { letter }
    });
    pixels
}

fn is_sideways(edges: Edges) -> bool {
    !edges.north && !edges.south && (edges.east || edges.west)
}

/// Crystals, grown together.
pub(crate) fn crystal(edges: Edges) -> Pixels {
    Pixels::from_fn(|x, y| {
        if edges.south && y > LIP {
            return shard(x, y - LIP - 1);
        }
        match edges.distance_above(x, y, LIP) {
            0 if edges.south && y == LIP => b'C',
            0 => b'u',
            1 if (edges.north && y == 1) || (edges.west && x == 1) => b'C',
            _ => facet(x, y),
        }
    })
}

/// A pixel of crystal from above: cut gems, one in the middle of each cell and one at each of its corners, with light
/// from the upper left.
fn facet(x: i32, y: i32) -> u8 {
    let in_middle = (2 * x + 1 - SIDE).abs() + (2 * y + 1 - SIDE).abs() <= SIDE;
    let (left, upper) = ((x < SIDE / 2) == in_middle, (y < SIDE / 2) == in_middle);
    match (left, upper) {
        _ if one_in(23, x, y, 41) => b'C',
        (true, true) => b'c',
        (true, false) | (false, true) => b'i',
        (false, false) => b'u',
    }
}

/// A pixel of the front of crystal.
fn shard(x: i32, row: i32) -> u8 {
    match (x + row / 5) % 5 {
        0 => b'U',
        1 => b'C',
        2 => b'c',
        3 => b'i',
        _ => b'u',
    }
}

pub(crate) fn crystal_front() -> Pixels {
    Pixels::from_fn(|x, y| if y == SIDE - 1 { b'U' } else { shard(x, y - 4) })
}

/// Panes of glass in a stone frame.
pub(crate) fn glass(edges: Edges) -> Pixels {
    Pixels::from_fn(|x, y| {
        if edges.south && y > LIP {
            return pane(x, y - LIP - 1);
        }
        match edges.distance_above(x, y, LIP) {
            0 if edges.south && y == LIP => b'b',
            0 => b'9',
            1 => b'7',
            _ => pane(x, y),
        }
    })
}

fn pane(x: i32, y: i32) -> u8 {
    match (x + y).rem_euclid(16) {
        0 | 1 => b'C',
        3 => b'c',
        8 => b'c',
        _ if (x + y) % 2 == 0 => b'u',
        _ => b'i',
    }
}

pub(crate) fn glass_front() -> Pixels {
    Pixels::from_fn(|x, y| match y {
        15 => b'3',
        14 => b'7',
        _ => pane(x, y - 4),
    })
}

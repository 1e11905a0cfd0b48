//! Pictures of 16×16 pixels, made of letters of the palette.

use std::collections::BTreeMap;

use undercroft_mapgen::Colour;

/// The side of a picture.
pub(crate) const SIDE: i32 = 16;
/// The letter of a transparent pixel.
pub(crate) const CLEAR: u8 = b'.';
/// The letter of outlines, and of the shadow on the ground.
pub(crate) const INK: u8 = b'0';
const SHADOW: u8 = b's';

/// The colours, by letter.
pub(crate) struct Palette {
    colours: BTreeMap<u8, Colour>,
    /// The next darker colour of the same ramp.
    darker: BTreeMap<u8, u8>,
}

impl Palette {
    pub(crate) fn parse(text: &str) -> Self {
        let (mut colours, mut darker, mut last) = (BTreeMap::new(), BTreeMap::new(), INK);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(&[letter]) = words.next().map(str::as_bytes) else {
                last = INK;
                continue;
            };
            let colour = words.next().and_then(|word| word.parse().ok());
            colours.insert(letter, colour.unwrap_or_else(|| panic!("palette: `{line}` has no colour")));
            darker.insert(letter, last);
            last = letter;
        }
        Self { colours, darker }
    }

    pub(crate) fn colour(&self, letter: u8) -> Option<Colour> {
        self.colours.get(&letter).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.colours.len()
    }

    /// A letter, some steps darker.
    pub(crate) fn darker(&self, letter: u8, steps: usize) -> u8 {
        (0..steps).fold(letter, |letter, _| self.darker.get(&letter).copied().unwrap_or(letter))
    }
}

/// A picture of letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pixels([[u8; SIDE as usize]; SIDE as usize]);

impl Pixels {
    pub(crate) fn from_fn(letter: impl Fn(i32, i32) -> u8) -> Self {
        let mut pixels = Self([[CLEAR; SIDE as usize]; SIDE as usize]);
        pixels.each(|x, y, _| letter(x, y));
        pixels
    }

    /// The letter of a pixel; transparent outside.
    pub(crate) fn get(&self, x: i32, y: i32) -> u8 {
        let inside = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        if inside { self.0[y as usize][x as usize] } else { CLEAR }
    }

    /// Replaces every pixel.
    pub(crate) fn each(&mut self, letter: impl Fn(i32, i32, u8) -> u8) {
        for (y, row) in (0..).zip(&mut self.0) {
            for (x, pixel) in (0..).zip(row) {
                *pixel = letter(x, y, *pixel);
            }
        }
    }

    /// Paints a rectangle.
    pub(crate) fn fill(&mut self, (left, top): (i32, i32), (width, height): (i32, i32), letter: u8) {
        let inside = |x, y| (left..left + width).contains(&x) && (top..top + height).contains(&y);
        self.each(|x, y, old| if inside(x, y) { letter } else { old });
    }

    /// This picture with another one over it, whose shadows darken it.
    pub(crate) fn under(&self, top: &Self, palette: &Palette) -> Self {
        Self::from_fn(|x, y| match top.get(x, y) {
            CLEAR => self.get(x, y),
            SHADOW if self.get(x, y) == CLEAR => SHADOW,
            SHADOW => palette.darker(self.get(x, y), 2),
            letter => letter,
        })
    }

    /// With a dark line around everything.
    pub(crate) fn outlined(&self) -> Self {
        const AROUND: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        Self::from_fn(|x, y| match self.get(x, y) {
            CLEAR if AROUND.iter().any(|(dx, dy)| self.get(x + dx, y + dy) != CLEAR) => INK,
            letter => letter,
        })
    }

    /// With a shadow on the ground, below the lowest pixels.
    pub(crate) fn grounded(&self) -> Self {
        let is_solid = |x: i32, y: i32| self.get(x, y) != CLEAR;
        let columns: Vec<i32> = (0..SIDE).filter(|x| (10..SIDE).any(|y| is_solid(*x, y))).collect();
        let lowest = (0..SIDE).rfind(|y| (0..SIDE).any(|x| is_solid(x, *y))).unwrap_or(0).min(SIDE - 1);
        let (Some(first), Some(last)) = (columns.first(), columns.last()) else { return self.clone() };
        Self::from_fn(|x, y| {
            let inset = (lowest - y).max(0) + i32::from(y == lowest);
            let below = (first + inset..=last - inset + 1).contains(&x) && (lowest - 1..=lowest).contains(&y);
            if below && self.get(x, y) == CLEAR { SHADOW } else { self.get(x, y) }
        })
    }
}

/// Sprites by name, from a text of drawings.
pub(crate) fn sprites(file: &str, text: &str, palette: &Palette) -> BTreeMap<String, Pixels> {
    let mut sprites: BTreeMap<String, Pixels> = BTreeMap::new();
    for block in text.split("\n== ").skip(1) {
        let mut lines = block.lines().filter(|line| !line.is_empty());
        let title = lines.next().unwrap_or_default();
        let rows: Vec<&str> = lines.collect();
        let (name, sprite) = match title.split_once(" = ") {
            Some((name, recipe)) => (name, recoloured(file, recipe, &sprites)),
            None => (title, drawn(file, title, &rows, palette)),
        };
        assert!(sprites.insert(name.into(), sprite).is_none(), "{file}: `{name}` is defined twice");
    }
    sprites
}

/// A sprite from its rows; half a row is mirrored, and then shaded on its right.
fn drawn(file: &str, name: &str, rows: &[&str], palette: &Palette) -> Pixels {
    assert_eq!(rows.len(), SIDE as usize, "{file}: `{name}` needs {SIDE} rows");
    let width = rows[0].len() as i32;
    assert!(width == SIDE || 2 * width == SIDE, "{file}: `{name}` needs rows of {SIDE} or {} letters", SIDE / 2);
    for row in rows {
        assert_eq!(row.len() as i32, width, "{file}: `{name}` has an uneven row {row}");
        for letter in row.bytes().filter(|letter| *letter != CLEAR) {
            assert!(palette.colour(letter).is_some(), "{file}: `{name}` uses `{}`", char::from(letter));
        }
    }
    let letter = |x: i32, y: i32| rows[y as usize].as_bytes()[(if x < width { x } else { SIDE - 1 - x }) as usize];
    let mut pixels = Pixels::from_fn(letter);
    if width < SIDE {
        let plain = pixels.clone();
        let in_shade = |x, y| x >= width && plain.get(x + 1, y) == CLEAR;
        pixels.each(|x, y, letter| if in_shade(x, y) && letter != CLEAR { palette.darker(letter, 1) } else { letter });
    }
    pixels
}

/// `OTHER a>b c>d`: another sprite in other colours.
fn recoloured(file: &str, recipe: &str, sprites: &BTreeMap<String, Pixels>) -> Pixels {
    let words: Vec<&str> = recipe.split(' ').collect();
    let names = words.iter().take_while(|word| word.as_bytes().get(1) != Some(&b'>')).count();
    let base = words[..names].join(" ");
    let mut pixels = sprites.get(&base).unwrap_or_else(|| panic!("{file}: `{base}` is not defined")).clone();
    let changes: Vec<(u8, u8)> = words[names..].iter().map(|word| (word.as_bytes()[0], word.as_bytes()[2])).collect();
    pixels.each(|_, _, letter| changes.iter().find(|(from, _)| *from == letter).map_or(letter, |(_, to)| *to));
    pixels
}

/// A hash of a pixel, for textures.
pub(crate) fn grain(x: i32, y: i32, salt: u32) -> u32 {
    let mut hash =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ salt.wrapping_mul(0xc2b2_ae3d);
    for _ in 0..2 {
        hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
    }
    hash ^ hash >> 16
}

/// Whether a pixel is chosen, with a chance of one in `count`.
pub(crate) fn one_in(count: u32, x: i32, y: i32, salt: u32) -> bool {
    grain(x, y, salt).is_multiple_of(count)
}

/// One of two letters.
pub(crate) const fn either(first: bool, letter: u8, other: u8) -> u8 {
    if first { letter } else { other }
}

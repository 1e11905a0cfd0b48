//! A 16×16 bitmap font with all of Code Page 437. `font/LICENCE.txt` says where it comes from.

use std::sync::LazyLock;

use undercroft_mapgen::cp437;

/// The width and height of a glyph in pixels.
pub(crate) const SIDE: u32 = 16;

/// The rows of a glyph from the top; the leftmost pixel is the highest bit.
pub(crate) type Glyph = [u16; SIDE as usize];

static GLYPHS: LazyLock<Vec<Glyph>> = LazyLock::new(|| {
    // A test reads every digit of the embedded file, so none is missing here.
    let row = |line: &str, y: usize| {
        let digits = line.get(3 + 4 * y..7 + 4 * y)?;
        u16::from_str_radix(digits, 16).ok()
    };
    include_str!("font/cp437.hex")
        .lines()
        .map(|line| std::array::from_fn(|y| row(line, y).unwrap_or_default()))
        .collect()
});

/// The glyph of a character; a question mark for characters outside Code Page 437.
pub(crate) fn glyph(character: char) -> Glyph {
    GLYPHS[usize::from(cp437::code(character).unwrap_or(b'?'))]
}

/// The coordinates of a glyph's pixels.
pub(crate) fn dots(character: char) -> impl Iterator<Item = (i32, i32)> {
    let glyph = glyph(character);
    (0..SIDE as i32)
        .flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)))
        .filter(move |(x, y)| glyph[*y as usize] >> (SIDE as i32 - 1 - x) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_font_has_a_whole_glyph_for_every_code() {
        let lines: Vec<&str> = include_str!("font/cp437.hex").lines().collect();
        assert_eq!(lines.len(), 256);
        for (code, line) in lines.iter().enumerate() {
            let (name, digits) = line.split_once(':').unwrap();
            assert_eq!(usize::from_str_radix(name, 16), Ok(code));
            assert_eq!(digits.len(), 64);
            assert!(digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        }
    }

    #[test]
    fn only_blanks_are_blank_and_no_two_glyphs_look_the_same() {
        for code in 1..=255 {
            let character = cp437::glyph(code);
            assert_eq!(dots(character).next().is_none(), matches!(character, ' ' | '\u{a0}'), "{character}");
            let twins: Vec<char> =
                (0..code).map(cp437::glyph).filter(|other| glyph(*other) == glyph(character)).collect();
            assert!(twins.is_empty() || matches!(character, ' ' | '\u{a0}'), "{character} looks like {twins:?}");
        }
    }

    #[test]
    fn a_glyph_looks_like_its_character() {
        let drawing: String =
            glyph('k').iter().map(|row| format!("{row:016b}\n").replace('0', ".").replace('1', "#")).collect();
        assert!(drawing.contains("\n.....##..##.....\n.....##.##......\n.....####.......\n"), "{drawing}");
    }
}

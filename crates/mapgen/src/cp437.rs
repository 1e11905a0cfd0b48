//! Code Page 437: the 256 characters of the first IBM PC, which roguelike terminals and tilesets still use.

use std::sync::LazyLock;

/// The character of every code. Codes below 32 stand for their on-screen symbols, and 0 is a space.
const GLYPHS: &str = concat!(
    " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼",
    " !\"#$%&'()*+,-./0123456789:;<=>?",
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_",
    "`abcdefghijklmnopqrstuvwxyz{|}~⌂",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
    "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
);

/// The characters by code.
static BY_CODE: LazyLock<[char; 256]> = LazyLock::new(|| {
    let mut glyphs = GLYPHS.chars();
    // A test counts the characters.
    std::array::from_fn(|_| glyphs.next().expect("there are 256 characters"))
});

/// The characters with their codes, sorted for binary search.
static BY_GLYPH: LazyLock<[(char, u8); 256]> = LazyLock::new(|| {
    let mut glyphs = std::array::from_fn(|code| (BY_CODE[code], code as u8));
    glyphs.sort_unstable();
    glyphs
});

/// The code of a character, or `None` if Code Page 437 does not have it.
///
/// ```
/// use undercroft_mapgen::cp437;
/// assert_eq!(cp437::code('#'), Some(35));
/// assert_eq!(cp437::code('·'), Some(250));
/// assert_eq!(cp437::code('水'), None);
/// ```
#[must_use]
pub fn code(glyph: char) -> Option<u8> {
    if (' '..='~').contains(&glyph) {
        return Some(glyph as u8);
    }
    let index = BY_GLYPH.binary_search_by_key(&glyph, |(known, _)| *known).ok()?;
    Some(BY_GLYPH[index].1)
}

/// The character of a code.
#[must_use]
pub fn glyph(code: u8) -> char {
    BY_CODE[usize::from(code)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_converts_to_a_character_and_back() {
        assert_eq!(GLYPHS.chars().count(), 256);
        for code in 1..=255 {
            assert_eq!(super::code(glyph(code)), Some(code), "{}", glyph(code));
        }
    }

    #[test]
    fn other_characters_have_no_code() {
        let known: Vec<char> =
            (0..=0x1_ffff).filter_map(char::from_u32).filter(|glyph| code(*glyph).is_some()).collect();
        assert!(known.iter().all(|glyph| GLYPHS.contains(*glyph)));
        // The space has two codes.
        assert_eq!(known.len(), 255);
    }
}

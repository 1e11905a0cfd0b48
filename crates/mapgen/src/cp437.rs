//! Code Page 437: the 256 characters of the first IBM PC, which terminals and tilesets of roguelikes still speak.

/// The character of each code. Codes below 32 are the pictures that were shown for them, and 0 is a space.
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

/// The code of a character, or `None` where Code Page 437 has none for it.
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
    GLYPHS.chars().position(|known| known == glyph).map(|code| code as u8)
}

/// The character of a code.
#[must_use]
pub fn glyph(code: u8) -> char {
    // There are exactly 256 characters, as a test counts.
    GLYPHS.chars().nth(usize::from(code)).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_character_for_every_code_and_back() {
        assert_eq!(GLYPHS.chars().count(), 256);
        for code in 1..=255 {
            assert_eq!(super::code(glyph(code)), Some(code), "{}", glyph(code));
        }
    }
}

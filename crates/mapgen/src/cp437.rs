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

/// The same as numbers, by their codes.
static BY_CODE: [u32; 256] = {
    let (bytes, mut numbers) = (GLYPHS.as_bytes(), [0; 256]);
    let (mut at, mut code) = (0, 0);
    while at < bytes.len() {
        // How many bytes the character has, and what of it is in the first (UTF-8).
        let (length, first) = match bytes[at] {
            byte @ 0..0x80 => (1, byte),
            byte @ 0x80..0xe0 => (2, byte & 0x1f),
            byte => (3, byte & 0x0f),
        };
        let (mut number, mut next) = (first as u32, 1);
        while next < length {
            number = number << 6 | (bytes[at + next] & 0x3f) as u32;
            next += 1;
        }
        numbers[code] = number;
        (at, code) = (at + length, code + 1);
    }
    numbers
};

/// The same in the order of the numbers, each with its code behind it in eight bits.
static BY_NUMBER: [u32; 256] = {
    let (mut sorted, mut count) = ([0; 256], 0);
    while count < sorted.len() {
        let entry = BY_CODE[count] << 8 | count as u32;
        let mut place = count;
        while place > 0 && sorted[place - 1] > entry {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = entry;
        count += 1;
    }
    sorted
};

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
    // The code's bits are below those of the number.
    let first = BY_NUMBER.partition_point(|known| *known < (glyph as u32) << 8);
    BY_NUMBER.get(first).filter(|known| *known >> 8 == glyph as u32).map(|known| *known as u8)
}

/// The character of a code.
#[must_use]
pub fn glyph(code: u8) -> char {
    // All are characters, as a test sees.
    char::from_u32(BY_CODE[usize::from(code)]).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_character_for_every_code_and_back() {
        assert_eq!(GLYPHS.chars().count(), 256);
        assert!(GLYPHS.chars().eq((0..=255).map(glyph)));
        for code in 1..=255 {
            assert_eq!(super::code(glyph(code)), Some(code), "{}", glyph(code));
        }
    }

    #[test]
    fn what_it_does_not_have_has_no_code() {
        let all = (0..=0x1_ffff).filter_map(char::from_u32);
        let known = all.filter(|glyph| code(*glyph).is_some());
        assert!(known.clone().all(|glyph| GLYPHS.contains(glyph)));
        // One is a space twice.
        assert_eq!(known.count(), 255);
    }
}

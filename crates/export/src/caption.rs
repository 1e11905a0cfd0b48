//! Lines of text under pictures, in the font of the glyphs.

use undercroft_mapgen::Colour;

use crate::appearance::rgb;
use crate::font::SIDE;
use crate::picture::Picture;

/// How many dots from one letter to the next: letters are narrower than the cells of a map.
pub(crate) const STRIDE: i32 = 9;
/// How many dots high a line is.
pub(crate) const LINE: u32 = SIDE + 4;
/// What lies behind captions.
pub(crate) const PAPER: Colour = rgb(0x12, 0x14, 0x13);
/// The colour of captions.
pub(crate) const INK: Colour = rgb(0xd8, 0xd8, 0xc8);

/// How many dots wide a text is.
pub(crate) fn width(text: &str) -> i32 {
    text.chars().count() as i32 * STRIDE
}

/// A text in lines of at most so many letters, broken between words; a word that is too long for a line is left so.
pub(crate) fn folded(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Writes a line whose top left corner is at a place; what is too long for so many dots ends with an ellipsis.
pub(crate) fn write(picture: &mut Picture, (x, y): (i32, i32), text: &str, most: i32, colour: Colour) {
    let fits = (most / STRIDE).max(0) as usize;
    let cut = text.chars().count() > fits;
    let shown: Vec<char> = match cut {
        true => text.chars().take(fits.saturating_sub(2)).chain("..".chars()).take(fits).collect(),
        false => text.chars().collect(),
    };
    for (index, character) in (0..).zip(shown) {
        // Glyphs stand in the middle of their cells.
        let left = x + index * STRIDE - (SIDE as i32 - STRIDE) / 2;
        picture.glyph((left, y + (LINE - SIDE) as i32 / 2), character, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(
            folded("rooms = 4, and the recipe asks for 5..", 14),
            ["rooms = 4, and", "the recipe", "asks for 5.."]
        );
        assert_eq!(folded("a verylongword b", 5), ["a", "verylongword", "b"]);
        assert!(folded("", 5).is_empty());
    }
}

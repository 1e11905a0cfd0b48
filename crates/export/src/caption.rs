//! Lines of text below pictures, in the bitmap font.

use textwrap::{WordSeparator, WordSplitter, WrapAlgorithm};
use undercroft_mapgen::Colour;

use crate::appearance::rgb;
use crate::font::SIDE;
use crate::picture::Picture;

/// Pixels from one letter to the next: letters are narrower than map cells.
pub(crate) const STRIDE: i32 = 9;
/// The height of a line in pixels.
pub(crate) const LINE: u32 = SIDE + 4;
/// The background of captions.
pub(crate) const PAPER: Colour = rgb(0x12, 0x14, 0x13);
/// The colour of captions.
pub(crate) const INK: Colour = rgb(0xd8, 0xd8, 0xc8);

/// The width of a text in pixels.
pub(crate) fn width(text: &str) -> i32 {
    text.chars().count() as i32 * STRIDE
}

/// Wraps text between words. A word longer than a line stays whole.
pub(crate) fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let options = textwrap::Options::new(letters)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options).into_iter().map(Into::into).collect()
}

/// Writes one line with its top-left corner at `(x, y)`. Text wider than `most` pixels ends with an ellipsis.
pub(crate) fn write(picture: &mut Picture, (x, y): (i32, i32), text: &str, most: i32, colour: Colour) {
    let fits = (most / STRIDE).max(0) as usize;
    let cut = text.chars().count() > fits;
    let shown: Vec<char> = match cut {
        true => text.chars().take(fits.saturating_sub(2)).chain("..".chars()).take(fits).collect(),
        false => text.chars().collect(),
    };
    for (index, character) in (0..).zip(shown) {
        // Glyphs are centred in their cells.
        let left = x + index * STRIDE - (SIDE as i32 - STRIDE) / 2;
        picture.glyph((left, y + (LINE - SIDE) as i32 / 2), character, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_wraps_between_words() {
        assert_eq!(
            wrapped("rooms = 4, but the recipe requires 5..", 14),
            ["rooms = 4, but", "the recipe", "requires 5.."]
        );
        assert_eq!(wrapped("a verylongword b", 5), ["a", "verylongword", "b"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}

//! The map in the tiles' glyphs and colours, as escape sequences for a terminal.
//!
//! A sequence is written only where a colour changes. Each line ends by resetting the colours, so that nothing bleeds
//! into what is printed next. Where a tile has no background (`#00000000`), the terminal's own background shows through.

use std::io::{self, Write};

use undercroft_mapgen::{Colour, Draft};

use crate::appearance::Appearances;

/// How many colours a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourDepth {
    /// 24-bit colour: exactly the tiles' colours.
    #[default]
    True,
    /// The nearest colour of xterm's 256-colour palette.
    Palette256,
    /// The nearest of the 16 colours every terminal has.
    Palette16,
}

/// The map in the tiles' glyphs and colours, one line per row.
///
/// ```
/// use undercroft_export::{ColourDepth, ansi};
/// use undercroft_mapgen::Draft;
/// let coloured = ansi(&Draft::parse("##"), ColourDepth::True);
/// assert_eq!(coloured, "\x1b[38;2;168;163;141;48;2;12;12;10m##\x1b[0m\n");
/// ```
#[must_use]
pub fn ansi(draft: &Draft, depth: ColourDepth) -> String {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail, and only whole characters are written.
    write(draft, depth, &mut bytes).expect("writing to memory never fails");
    String::from_utf8(bytes).expect("glyphs and escapes are UTF-8")
}

/// Writes the output of [`ansi`] row by row, for maps too large to hold as text.
///
/// # Errors
/// If writing fails.
pub fn write(draft: &Draft, depth: ColourDepth, out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    Appearances::of(draft).each_row(draft, |row| {
        line.clear();
        let (mut shown_fg, mut shown_bg) = (Shade::Default, Shade::Default);
        for look in row {
            let bg = Shade::nearest(look.bg, depth, None);
            let blank = look.glyph == ' ' || look.fg.opacity == 0;
            // The foreground of a blank is invisible, so keep whichever is set.
            let fg = if blank { shown_fg } else { Shade::nearest(look.fg, depth, Some(bg)) };
            let changes = [(38, fg, shown_fg), (48, bg, shown_bg)];
            let mut opening = "\x1b[";
            for (ground, shade, _) in changes.into_iter().filter(|(_, shade, shown)| shade != shown) {
                line.extend_from_slice(opening.as_bytes());
                shade.write(ground, &mut line)?;
                opening = ";";
            }
            if opening == ";" {
                line.push(b'm');
            }
            (shown_fg, shown_bg) = (fg, bg);
            write!(line, "{}", if blank { ' ' } else { look.glyph })?;
        }
        if (shown_fg, shown_bg) != (Shade::Default, Shade::Default) {
            line.extend_from_slice(b"\x1b[0m");
        }
        line.push(b'\n');
        out.write_all(&line)
    })
}

/// A colour in the form the terminal expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// The terminal's default.
    Default,
    /// Red, green and blue.
    True([u8; 3]),
    /// An index into the 256-colour palette.
    Palette256(u8),
    /// An index into the 16-colour palette.
    Palette16(u8),
}

impl Shade {
    /// The shade closest to a colour. With 16 colours, the background's colour is excluded so that no glyph vanishes.
    ///
    /// ```
    /// use undercroft_export::ansi::{ColourDepth, Shade};
    /// let red = "#aa0000".parse()?;
    /// assert_eq!(Shade::nearest(red, ColourDepth::Palette16, None), Shade::Palette16(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest(colour: Colour, depth: ColourDepth, background: Option<Self>) -> Self {
        if colour.opacity == 0 {
            return Self::Default;
        }
        let over_black = |part: u8| (u32::from(part) * u32::from(colour.opacity) / 255) as u8;
        let colour = [over_black(colour.red), over_black(colour.green), over_black(colour.blue)];
        match depth {
            ColourDepth::True => Self::True(colour),
            ColourDepth::Palette256 => {
                let candidates = (16..=255).map(|index| (index, palette_256(index)));
                Self::Palette256(closest(colour, candidates))
            }
            ColourDepth::Palette16 => {
                let indexed = (0..16).zip(PALETTE_16);
                Self::Palette16(closest(
                    colour,
                    indexed.filter(|(index, _)| Some(Self::Palette16(*index)) != background),
                ))
            }
        }
    }

    /// Writes the parameters of an escape sequence; `ground` is 38 for the glyph and 48 for the background.
    fn write(self, ground: u8, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Default => write!(out, "{}", ground + 1),
            Self::True([red, green, blue]) => write!(out, "{ground};2;{red};{green};{blue}"),
            Self::Palette256(index) => write!(out, "{ground};5;{index}"),
            Self::Palette16(index @ 0..8) => write!(out, "{}", ground - 8 + index),
            Self::Palette16(index) => write!(out, "{}", ground + 52 + index - 8),
        }
    }
}

/// The 16 colours of the first colour displays; terminals vary a little.
const PALETTE_16: [[u8; 3]; 16] = [
    [0, 0, 0],
    [170, 0, 0],
    [0, 170, 0],
    [170, 85, 0],
    [0, 0, 170],
    [170, 0, 170],
    [0, 170, 170],
    [170, 170, 170],
    [85, 85, 85],
    [255, 85, 85],
    [85, 255, 85],
    [255, 255, 85],
    [85, 85, 255],
    [255, 85, 255],
    [85, 255, 255],
    [255, 255, 255],
];

/// A colour of xterm's palette from index 16 up: a 6×6×6 cube, then 24 greys.
fn palette_256(index: u8) -> [u8; 3] {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        232.. => [8 + 10 * (index - 232); 3],
        _ => {
            let index = usize::from(index.saturating_sub(16));
            [STEPS[index / 36 % 6], STEPS[index / 6 % 6], STEPS[index % 6]]
        }
    }
}

/// The index of the candidate closest to the colour by the "redmean" distance, which weights red and blue by how red
/// both colours are (Riemersma, "Colour metric"). A colour with a clear hue never maps to a grey, or the reverse:
/// otherwise dark water would look like rock, and rock like wood.
fn closest(colour: [u8; 3], candidates: impl Iterator<Item = (u8, [u8; 3])>) -> u8 {
    let hue = Hue::of(colour);
    let distance = |other: [u8; 3]| {
        let [red, green, blue] = std::array::from_fn(|part| i32::from(colour[part]) - i32::from(other[part]));
        let mean = (i32::from(colour[0]) + i32::from(other[0])) / 2;
        (512 + mean) * red * red / 256 + 4 * green * green + (767 - mean) * blue * blue / 256
    };
    let candidates = candidates.filter(|(_, candidate)| hue == Hue::Faint || hue == Hue::of(*candidate));
    candidates.min_by_key(|(_, candidate)| distance(*candidate)).map_or(0, |(index, _)| index)
}

/// How clearly a colour has a hue.
#[derive(PartialEq)]
enum Hue {
    Grey,
    Faint,
    Clear,
}

impl Hue {
    fn of([red, green, blue]: [u8; 3]) -> Self {
        let most = red.max(green).max(blue);
        match most - red.min(green).min(blue) {
            spread if spread <= most / 4 => Self::Grey,
            spread if spread >= most / 2 && most >= 64 => Self::Clear,
            _ => Self::Faint,
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Point, Recipe, Tileset};

    use super::*;

    #[test]
    fn an_escape_is_written_only_where_a_colour_changes_and_lines_end_plain() {
        let mut draft = Draft::parse("##··\n#≈≈#");
        draft.start = Some(Point::new(3, 0));
        let expected = "\
            \x1b[38;2;168;163;141;48;2;12;12;10m##\x1b[38;2;154;150;129;48;2;42;46;42m·\x1b[38;2;255;255;255m@\x1b[0m\n\
            \x1b[38;2;168;163;141;48;2;12;12;10m#\x1b[38;2;95;162;220;48;2;18;48;79m≈≈\
            \x1b[38;2;168;163;141;48;2;12;12;10m#\x1b[0m\n";
        assert_eq!(ansi(&draft, ColourDepth::True), expected);
    }

    #[test]
    fn fewer_colours_are_the_nearest_of_the_palette() {
        let draft = Draft::parse("#≈");
        assert_eq!(ansi(&draft, ColourDepth::Palette256), "\x1b[38;5;144;48;5;232m#\x1b[38;5;74;48;5;23m≈\x1b[0m\n");
        assert_eq!(ansi(&draft, ColourDepth::Palette16), "\x1b[37;40m#\x1b[36;44m≈\x1b[0m\n");
    }

    #[test]
    fn an_empty_tile_shows_the_terminal_background() {
        let draft = Draft::parse("#  #");
        assert_eq!(ansi(&draft, ColourDepth::Palette16), "\x1b[37;40m#\x1b[49m  \x1b[40m#\x1b[0m\n");
    }

    #[test]
    fn no_glyph_of_the_standard_tiles_vanishes_in_sixteen_colours() {
        for (_, tile) in Tileset::standard().iter().filter(|(_, tile)| tile.glyph != ' ') {
            let bg = Shade::nearest(tile.bg, ColourDepth::Palette16, None);
            assert_ne!(Shade::nearest(tile.fg, ColourDepth::Palette16, Some(bg)), bg, "{}", tile.name);
        }
    }

    #[test]
    fn without_its_escapes_the_text_is_the_map() {
        let level = Recipe::named("caves").unwrap().build(3).unwrap();
        for depth in [ColourDepth::True, ColourDepth::Palette256, ColourDepth::Palette16] {
            let coloured = ansi(level.as_draft(), depth);
            let mut parts = coloured.split('\x1b');
            let mut plain = parts.next().unwrap_or_default().to_owned();
            plain.extend(parts.filter_map(|part| part.split_once('m')).map(|(_, text)| text));
            assert_eq!(plain, level.to_string());
        }
    }
}

//! Fits a drawn screen to what the terminal can show: fewer colours, only ASCII.
//!
//! Everything is drawn in 24 bits and in the glyphs of Code Page 437; what the terminal cannot show is exchanged at the
//! very end, cell by cell, so that no screen needs to know.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use undercroft_export::ColourDepth;
use undercroft_export::ansi::Shade;
use undercroft_export::ascii::substitute;
use undercroft_mapgen::Colour;

use crate::settings::Colours;

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// How many colours.
    pub colours: Colours,
    /// Whether only ASCII.
    pub ascii: bool,
}

/// Exchanges what the terminal cannot show.
pub(crate) fn fit(buffer: &mut Buffer, abilities: Abilities) {
    if abilities.ascii {
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let plain: String = cell.symbol().chars().take(1).map(plain).collect();
                cell.set_symbol(&plain);
            }
        }
    }
    match abilities.colours {
        Colours::Some(ColourDepth::True) => {}
        Colours::None => {
            for cell in &mut buffer.content {
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
        }
        Colours::Some(depth) => {
            let mut known: HashMap<(Color, Color), (Color, Color)> = HashMap::new();
            for cell in &mut buffer.content {
                let pair = (cell.fg, cell.bg);
                (cell.fg, cell.bg) = *known.entry(pair).or_insert_with(|| nearest(pair, depth));
                if depth == ColourDepth::Palette16 {
                    // Dimming sixteen colours makes most of them vanish.
                    cell.modifier.remove(Modifier::DIM);
                }
            }
        }
    }
}

/// A character of any keyboard in place of another.
fn plain(glyph: char) -> char {
    match glyph {
        '×' => 'x',
        '…' => '.',
        '—' | '–' | '−' => '-',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        // What frames boxes on the screen may be a plus, which on the map is a door.
        '┌' | '┐' | '└' | '┘' | '├' | '┤' => '+',
        '█' | '▓' => '=',
        other => substitute(other),
    }
}

fn nearest((fg, bg): (Color, Color), depth: ColourDepth) -> (Color, Color) {
    let bg_shade = shade(bg, depth, None);
    (shade(fg, depth, Some(bg_shade)).map_or(fg, indexed), bg_shade.map_or(bg, indexed))
}

/// The nearest shade; `None` for colours that the terminal names itself.
fn shade(colour: Color, depth: ColourDepth, background: Option<Option<Shade>>) -> Option<Shade> {
    let Color::Rgb(red, green, blue) = colour else { return None };
    // Where the background is the terminal's own it is most likely black.
    let background = background.map(|shade| shade.unwrap_or(Shade::Palette16(0)));
    Some(Shade::nearest(Colour { red, green, blue, opacity: 255 }, depth, background))
}

const fn indexed(shade: Shade) -> Color {
    match shade {
        Shade::Default => Color::Reset,
        Shade::True([red, green, blue]) => Color::Rgb(red, green, blue),
        Shade::Palette256(index) | Shade::Palette16(index) => Color::Indexed(index),
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    fn fitted(colours: Colours, ascii: bool) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        buffer.set_string(0, 0, "┌≈×█", Style::new().fg(Color::Rgb(255, 205, 34)).bg(Color::Rgb(13, 14, 16)));
        fit(&mut buffer, Abilities { colours, ascii });
        buffer
    }

    #[test]
    fn fewer_colours_are_the_nearest_ones() {
        let cell = |colours| {
            let buffer = fitted(colours, false);
            (buffer[(0, 0)].fg, buffer[(0, 0)].bg)
        };
        assert_eq!(cell(Colours::Some(ColourDepth::True)).0, Color::Rgb(255, 205, 34));
        assert_eq!(cell(Colours::Some(ColourDepth::Palette256)), (Color::Indexed(220), Color::Indexed(233)));
        assert_eq!(cell(Colours::Some(ColourDepth::Palette16)), (Color::Indexed(11), Color::Indexed(0)));
        assert_eq!(cell(Colours::None), (Color::Reset, Color::Reset));
    }

    #[test]
    fn only_ascii_is_left_where_nothing_else_can_be_shown() {
        let buffer = fitted(Colours::None, true);
        let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(text, "+}x=");
    }
}

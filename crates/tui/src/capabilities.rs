//! Reduces a drawn screen to what the terminal can display: fewer colours, or ASCII only.
//!
//! Screens draw in 24-bit colour and Code Page 437 glyphs. Whatever the terminal lacks is replaced at the very end, cell by
//! cell, so screens need not know about it.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use undercroft_export::ColourDepth;
use undercroft_export::ansi::Shade;
use undercroft_export::ascii::substitute;

use crate::colour::rgb;
use crate::settings::Colours;

/// What the terminal can display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The colours it has.
    pub colours: Colours,
    /// Whether it is limited to ASCII.
    pub ascii: bool,
}

/// Replaces what the terminal cannot display.
pub(crate) fn reduce(buffer: &mut Buffer, capabilities: Capabilities) {
    if capabilities.ascii {
        for cell in &mut buffer.content {
            if !cell.symbol().is_ascii() {
                let symbol: String = cell.symbol().chars().take(1).map(ascii).collect();
                cell.set_symbol(&symbol);
            }
        }
    }
    match capabilities.colours {
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
                    // Most of the sixteen colours vanish when dimmed.
                    cell.modifier.remove(Modifier::DIM);
                }
            }
        }
    }
}

/// The ASCII stand-in for a glyph.
fn ascii(glyph: char) -> char {
    match glyph {
        '×' => 'x',
        '…' => '.',
        '—' | '–' | '−' => '-',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        // Corners of boxes only: on the map, a plus is a door.
        '┌' | '┐' | '└' | '┘' | '├' | '┤' => '+',
        '█' | '▓' => '=',
        other => substitute(other),
    }
}

/// The nearest colours of the palette. The terminal's own colours stay.
fn nearest((fg, bg): (Color, Color), depth: ColourDepth) -> (Color, Color) {
    let below = rgb(bg).map(|colour| Shade::nearest(colour, depth, None));
    // The terminal's own background is most likely black.
    let behind = Some(below.unwrap_or(Shade::Palette16(0)));
    let above = rgb(fg).map(|colour| Shade::nearest(colour, depth, behind));
    (above.map_or(fg, indexed), below.map_or(bg, indexed))
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

    fn reduced(colours: Colours, ascii: bool) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        buffer.set_string(0, 0, "┌≈×█", Style::new().fg(Color::Rgb(255, 205, 34)).bg(Color::Rgb(13, 14, 16)));
        reduce(&mut buffer, Capabilities { colours, ascii });
        buffer
    }

    #[test]
    fn colours_become_the_nearest_ones_of_a_palette() {
        let cell = |colours| {
            let buffer = reduced(colours, false);
            (buffer[(0, 0)].fg, buffer[(0, 0)].bg)
        };
        assert_eq!(cell(Colours::Some(ColourDepth::True)).0, Color::Rgb(255, 205, 34));
        assert_eq!(cell(Colours::Some(ColourDepth::Palette256)), (Color::Indexed(220), Color::Indexed(233)));
        assert_eq!(cell(Colours::Some(ColourDepth::Palette16)), (Color::Indexed(11), Color::Indexed(0)));
        assert_eq!(cell(Colours::None), (Color::Reset, Color::Reset));
    }

    #[test]
    fn an_ascii_terminal_gets_nothing_but_ascii() {
        let buffer = reduced(Colours::None, true);
        let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(text, "+}x=");
    }
}

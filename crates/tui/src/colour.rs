//! Converts the colours of tiles and themes for the terminal, and blends them.

use ratatui::style::{Color, Style};
use undercroft_mapgen::Colour;

const BLACK: Colour = Colour { red: 0, green: 0, blue: 0, opacity: 255 };

/// A style with a foreground colour only.
pub(crate) fn fg(colour: Colour) -> Style {
    Style::new().fg(shown(colour))
}

/// Converts a colour for the terminal: blended with black unless opaque, and the terminal's own where transparent.
pub(crate) fn shown(colour: Colour) -> Color {
    let Colour { red, green, blue, .. } = blend(BLACK, colour);
    if colour.opacity == 0 { Color::Reset } else { Color::Rgb(red, green, blue) }
}

/// The opposite of [`shown`]; `None` for the terminal's own colours.
pub(crate) const fn rgb(colour: Color) -> Option<Colour> {
    match colour {
        Color::Rgb(red, green, blue) => Some(Colour { red, green, blue, opacity: 255 }),
        _ => None,
    }
}

/// A colour blended with another one over it.
pub(crate) fn blend(below: Colour, above: Colour) -> Colour {
    let strength = u32::from(above.opacity);
    let part = |below: u8, above: u8| ((u32::from(below) * (255 - strength) + u32::from(above) * strength) / 255) as u8;
    Colour {
        red: part(below.red, above.red),
        green: part(below.green, above.green),
        blue: part(below.blue, above.blue),
        opacity: 255,
    }
}

/// A colour dimmed to `light` / 255 of its brightness.
pub(crate) fn dimmed(colour: Colour, light: u8) -> Colour {
    Colour { opacity: colour.opacity, ..blend(colour, Colour { opacity: 255 - light, ..BLACK }) }
}

//! Contrast as the Web Content Accessibility Guidelines define it: from 1 (identical) to 21 (black on white).

use undercroft_mapgen::Colour;

const WHITE: Colour = Colour { red: 255, green: 255, blue: 255, opacity: 255 };

/// The contrast between two opaque colours.
pub(crate) fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The colour, with enough white mixed in to stand out from a dark background.
pub(crate) fn legible(colour: Colour, background: Colour, least: f64) -> Colour {
    let lighter = (0..=16).map(|sixteenths| colour.mixed(WHITE, sixteenths));
    lighter.clone().find(|lighter| contrast(*lighter, background) >= least).unwrap_or(WHITE)
}

fn luminance(colour: Colour) -> f64 {
    0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    #[test]
    fn contrast_goes_from_1_to_21() {
        assert!((contrast(colour("#000000"), colour("#ffffff")) - 21.0).abs() < 1e-9);
        assert!((contrast(colour("#336699"), colour("#336699")) - 1.0).abs() < 1e-9);
        // The guidelines' own example of a grey that just passes on white.
        assert!((contrast(colour("#767676"), colour("#ffffff")) - 4.54).abs() < 0.01);
    }

    #[test]
    fn a_dark_colour_is_lightened_until_it_can_be_read() {
        let (red, black) = (colour("#400000"), colour("#000000"));
        let lighter = legible(red, black, 3.0);
        assert!(contrast(red, black) < 3.0 && contrast(lighter, black) >= 3.0);
        assert_eq!(legible(colour("#ffcc00"), black, 3.0), colour("#ffcc00"), "a legible colour does not change");
    }
}

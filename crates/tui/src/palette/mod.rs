//! Palettes: colours for players who cannot tell some colours apart, and for those who need more contrast.
//!
//! A palette is a file that says what looks different from the standard: the theme, tiles, creatures and items by name.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use undercroft_game::{CreatureKind, ItemKind};
use undercroft_mapgen::{Colour, Face, TileInfo};

use crate::colour::dimmed;
use crate::contrast::legible;

/// The minimum contrast of everything in sight.
const IN_SIGHT: f64 = 4.5;

/// A set of colours for everything on the screen, the map included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Palette {
    /// The colours of the content files and of the theme.
    #[default]
    Standard,
    /// For players who cannot see red.
    Protanopia,
    /// For players who cannot see green.
    Deuteranopia,
    /// For players who cannot see blue.
    Tritanopia,
    /// A contrast of at least 7:1 for everything in sight.
    HighContrast,
}

/// A palette file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    remembered: f64,
    #[serde(default)]
    theme: BTreeMap<String, Colour>,
    #[serde(default)]
    tiles: BTreeMap<String, TileColours>,
    #[serde(default)]
    creatures: BTreeMap<String, Colour>,
    #[serde(default)]
    items: BTreeMap<String, Colour>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct TileColours {
    fg: Colour,
    bg: Colour,
}

static FILES: LazyLock<[File; 5]> = LazyLock::new(|| {
    [
        "remembered = 3.0",
        include_str!("../../content/palettes/protanopia.toml"),
        include_str!("../../content/palettes/deuteranopia.toml"),
        include_str!("../../content/palettes/tritanopia.toml"),
        include_str!("../../content/palettes/high-contrast.toml"),
    ]
    // The files are compiled in, and a test reads them all.
    .map(|text| toml::from_str(text).unwrap_or_else(|error| panic!("{error}")))
});

impl Palette {
    /// All palettes, the standard one first.
    pub const ALL: [Self; 5] =
        [Self::Standard, Self::Protanopia, Self::Deuteranopia, Self::Tritanopia, Self::HighContrast];

    /// Its name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Protanopia => "protanopia",
            Self::Deuteranopia => "deuteranopia",
            Self::Tritanopia => "tritanopia",
            Self::HighContrast => "high-contrast",
        }
    }

    fn file(self) -> &'static File {
        &FILES[self as usize]
    }

    /// The colour of a part of the theme, if it differs from the standard.
    pub(crate) fn theme(self, name: &str) -> Option<Colour> {
        self.file().theme.get(name).copied()
    }

    /// The colour of a creature's glyph.
    pub(crate) fn creature(self, kind: &CreatureKind) -> Colour {
        self.file().creatures.get(&kind.name).copied().unwrap_or(kind.colour)
    }

    /// The colour of an item's glyph.
    pub(crate) fn item(self, kind: &ItemKind) -> Colour {
        self.file().items.get(&kind.name).copied().unwrap_or(kind.colour)
    }

    /// One of the faces of a tile.
    pub(crate) fn face(self, tile: &TileInfo, face: Face) -> Face {
        let Some(TileColours { fg, bg }) = self.file().tiles.get(&tile.name).copied() else { return face };
        if face != tile.face() && face == tile.top {
            // As in tilesets, the top of a block is a little lighter than its front.
            let top = bg.mixed(fg, 4);
            return Face { fg: legible(fg, top, IN_SIGHT), bg: top, ..face };
        }
        Face { fg, bg, ..face }
    }

    /// Colours as the hero remembers them: darker and greyer, but still legible.
    pub(crate) fn remembered(self, fg: Colour, bg: Colour, light: u8) -> (Colour, Colour) {
        let bg = dimmed(bg, 110);
        (legible(dimmed(greyer(fg), light), bg, self.file().remembered), bg)
    }
}

/// The colour, half way to grey.
fn greyer(colour: Colour) -> Colour {
    let Colour { red, green, blue, .. } = colour;
    let grey = ((u16::from(red) + u16::from(green) + u16::from(blue)) / 3) as u8;
    colour.mixed(Colour { red: grey, green: grey, blue: grey, ..colour }, 8)
}

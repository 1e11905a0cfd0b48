//! The formats that levels are exported in.

use serde::{Deserialize, Serialize};

/// A format that levels are exported in.
///
/// ```
/// use undercroft_export::Format;
/// assert_eq!(Format::of_extension("TMX"), Some(Format::Tmx));
/// assert_eq!(Format::Unicode.extension(), "txt");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Format {
    /// Plain ASCII text.
    Ascii,
    /// Plain text with the glyphs of the tiles.
    Unicode,
    /// Coloured text for a terminal.
    Ansi,
    /// Everything about a level: one JSON object per line.
    Json,
    /// A picture.
    Png,
    /// A picture or an animation.
    Gif,
    /// A vector drawing.
    Svg,
    /// A map for Tiled, in XML.
    Tmx,
    /// A map for Tiled, in JSON.
    Tmj,
    /// A project for LDtk.
    Ldtk,
    /// An image for REXPaint.
    Xp,
    /// Tile ids.
    Csv,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 12] = [
        Self::Ascii,
        Self::Unicode,
        Self::Ansi,
        Self::Json,
        Self::Png,
        Self::Gif,
        Self::Svg,
        Self::Tmx,
        Self::Tmj,
        Self::Ldtk,
        Self::Xp,
        Self::Csv,
    ];

    /// The usual extension of a file.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Ascii | Self::Unicode => "txt",
            Self::Ansi => "ans",
            Self::Json => "json",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Svg => "svg",
            Self::Tmx => "tmx",
            Self::Tmj => "tmj",
            Self::Ldtk => "ldtk",
            Self::Xp => "xp",
            Self::Csv => "csv",
        }
    }

    /// The format for a file extension, in upper or lower case.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        let usual = match extension.as_str() {
            "ansi" => "ans",
            "jsonl" | "ndjson" => "json",
            other => other,
        };
        Self::ALL.into_iter().find(|format| format.extension() == usual)
    }

    /// Whether this is text for people to read, so that several levels need headings.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Ascii | Self::Unicode | Self::Ansi)
    }

    /// Whether a file holds a single level.
    #[must_use]
    pub const fn holds_one_level(self) -> bool {
        !self.is_text() && !matches!(self, Self::Json | Self::Ldtk)
    }

    /// Whether this is a picture made of pixels.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Gif)
    }

    /// Whether this would garble a terminal.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Png | Self::Gif | Self::Xp)
    }

    /// Whether this is a map that refers to art.
    #[must_use]
    pub const fn has_art(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj | Self::Ldtk)
    }
}

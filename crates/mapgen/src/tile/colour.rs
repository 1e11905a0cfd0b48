//! Colours, as tilesets write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An RGB colour with opacity, written as in CSS.
///
/// ```
/// use undercroft_mapgen::Colour;
/// let moss: Colour = "#4a7c3a".parse().unwrap();
/// assert_eq!((moss.red, moss.opacity), (0x4a, 255));
/// assert_eq!(moss.to_string(), "#4a7c3a");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// The red component.
    pub red: u8,
    /// The green component.
    pub green: u8,
    /// The blue component.
    pub blue: u8,
    /// The opacity, from 0 (invisible) to 255 (opaque).
    pub opacity: u8,
}

impl Colour {
    /// This colour with some of another mixed in, in sixteenths. The opacity stays.
    ///
    /// ```
    /// use undercroft_mapgen::Colour;
    /// let (black, white): (Colour, Colour) = ("#000000".parse().unwrap(), "#ffffff".parse().unwrap());
    /// assert_eq!(black.mixed(white, 8).to_string(), "#7f7f7f");
    /// ```
    #[must_use]
    pub fn mixed(self, other: Self, sixteenths: u32) -> Self {
        let other_share = sixteenths.min(16);
        let part = |a: u8, b: u8| ((u32::from(a) * (16 - other_share) + u32::from(b) * other_share) / 16) as u8;
        Self {
            red: part(self.red, other.red),
            green: part(self.green, other.green),
            blue: part(self.blue, other.blue),
            opacity: self.opacity,
        }
    }
}

/// The text is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a colour: write `#rrggbb` or `#rrggbbaa` in hexadecimal digits")]
#[non_exhaustive]
pub struct ColourError {
    /// The text.
    pub text: String,
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let problem = || ColourError { text: text.into() };
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or_else(problem)?;
        let [red, green, blue, opacity] = match text.len() {
            7 => (number << 8 | 0xff).to_be_bytes(),
            9 => number.to_be_bytes(),
            _ => return Err(problem()),
        };
        Ok(Self { red, green, blue, opacity })
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)?;
        if self.opacity < 255 {
            write!(f, "{:02x}", self.opacity)?;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

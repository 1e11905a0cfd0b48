//! Ranges of depths, as plans write them.

use std::fmt;

/// A range of depths: `3`, `1-4`, or `5..` for all from there downwards.
///
/// ```
/// use undercroft_mapgen::Depths;
/// let depths: Depths = "1-4".parse().unwrap();
/// assert!(depths.contains(4) && !depths.contains(5));
/// assert!("7..".parse::<Depths>().unwrap().contains(u32::MAX));
/// assert!("4-1".parse::<Depths>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The uppermost.
    pub first: u32,
    /// The lowest; `None` where there is no end.
    pub last: Option<u32>,
}

impl Depths {
    /// All depths there are.
    pub const ALL: Self = Self { first: 0, last: None };

    /// Whether a depth is one of them.
    #[must_use]
    pub fn contains(self, depth: u32) -> bool {
        depth >= self.first && self.last.is_none_or(|last| depth <= last)
    }

    /// Whether the two share a depth.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.last.is_none_or(|last| other.first <= last) && other.last.is_none_or(|last| self.first <= last)
    }
}

impl std::str::FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let problem = || format!("`{text}` is not a range of depths: write `3`, `1-4`, or `5..`");
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| problem());
        let depths = if let Some(first) = text.strip_suffix("..") {
            Self { first: number(first)?, last: None }
        } else if let Some((first, last)) = text.split_once('-') {
            Self { first: number(first)?, last: Some(number(last)?) }
        } else {
            let only = number(text)?;
            Self { first: only, last: Some(only) }
        };
        match depths.last {
            Some(last) if last < depths.first => Err(format!("`{text}`: the first depth is below the last")),
            _ => Ok(depths),
        }
    }
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            None => write!(f, "{}..", self.first),
            Some(last) if last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}-{last}", self.first),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Depths {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

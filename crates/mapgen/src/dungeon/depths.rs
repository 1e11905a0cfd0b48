//! Ranges of depths, as plans write them.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A range of depths: `3`, `1-4`, or `5..` for depth 5 and everything below. In Rust, any range of numbers converts to
/// one.
///
/// ```
/// use undercroft_mapgen::Depths;
/// let depths: Depths = "1-4".parse()?;
/// assert!(depths.contains(4) && !depths.contains(5));
/// assert!("7..".parse::<Depths>()?.contains(u32::MAX));
/// assert!("4-1".parse::<Depths>().is_err());
/// assert_eq!(depths, (1..=4).into());
/// # Ok::<(), undercroft_mapgen::BadDepths>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The uppermost depth.
    pub first: u32,
    /// The lowest depth; `None` for a range that never ends.
    pub last: Option<u32>,
}

/// Text that is not a range of depths.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadDepths {
    /// It is not a range.
    #[error("`{0}` is not a range of depths: write `3`, `1-4`, or `5..`")]
    NotARange(String),
    /// The first depth lies below the last.
    #[error("`{0}` runs upwards: write the smaller depth first")]
    Reversed(String),
}

impl Depths {
    /// All depths.
    pub const ALL: Self = Self { first: 0, last: None };

    /// Whether no depth is in the range.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.last.is_some_and(|last| last < self.first)
    }

    /// Whether a depth is in the range.
    #[must_use]
    pub fn contains(self, depth: u32) -> bool {
        depth >= self.first && self.last.is_none_or(|last| depth <= last)
    }
}

impl From<u32> for Depths {
    fn from(depth: u32) -> Self {
        Self { first: depth, last: Some(depth) }
    }
}

impl From<RangeInclusive<u32>> for Depths {
    fn from(depths: RangeInclusive<u32>) -> Self {
        Self { first: *depths.start(), last: Some(*depths.end()) }
    }
}

impl From<Range<u32>> for Depths {
    fn from(depths: Range<u32>) -> Self {
        match depths.end.checked_sub(1) {
            Some(last) => Self { first: depths.start, last: Some(last) },
            // No depth lies above 0, so the range is empty.
            None => Self { first: 1, last: Some(0) },
        }
    }
}

impl From<RangeFrom<u32>> for Depths {
    fn from(depths: RangeFrom<u32>) -> Self {
        Self { first: depths.start, last: None }
    }
}

impl From<RangeTo<u32>> for Depths {
    fn from(depths: RangeTo<u32>) -> Self {
        (0..depths.end).into()
    }
}

impl From<RangeToInclusive<u32>> for Depths {
    fn from(depths: RangeToInclusive<u32>) -> Self {
        (0..=depths.end).into()
    }
}

impl From<RangeFull> for Depths {
    fn from(_: RangeFull) -> Self {
        Self::ALL
    }
}

impl std::str::FromStr for Depths {
    type Err = BadDepths;

    fn from_str(text: &str) -> Result<Self, BadDepths> {
        let number = |part: &str| part.trim().parse().map_err(|_| BadDepths::NotARange(text.into()));
        let (first, last) = if let Some(first) = text.strip_suffix("..") {
            (number(first)?, None)
        } else if let Some((first, last)) = text.split_once('-') {
            (number(first)?, Some(number(last)?))
        } else {
            (number(text)?, Some(number(text)?))
        };
        match last {
            Some(last) if last < first => Err(BadDepths::Reversed(text.into())),
            _ => Ok(Self { first, last }),
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

impl serde::Serialize for Depths {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Depths {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

//! Seeds, which players type, and the random streams forked from them.

use std::fmt;
use std::sync::Arc;

use undercroft_grid::Point;

use crate::rng::{GOLDEN, Rng, mix};

/// The seed of a whole dungeon: a number or any text. Text that spells a number in its usual form is that number. A
/// negative number counts as text.
///
/// ```
/// use undercroft_mapgen::Seed;
/// assert_eq!(Seed::from("42"), Seed::from(42));
/// assert_eq!(Seed::from("-42"), Seed::from(-42));
/// assert_ne!(Seed::from("a walk in the dark"), Seed::from("a walk in the park"));
/// assert_eq!(Seed::from("a walk in the dark").to_string(), "a walk in the dark");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seed(SeedValue);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum SeedValue {
    Number(u64),
    Text(Arc<str>),
}

impl Seed {
    /// A random stream for one purpose. Streams with different labels are independent of each other.
    #[must_use]
    pub fn fork(&self, label: impl Label) -> Stream {
        let root = match &self.0 {
            SeedValue::Number(number) => Stream { key: 1 }.fork(*number),
            SeedValue::Text(text) => Stream { key: 2 }.fork(&**text),
        };
        root.fork(label)
    }

    /// A fresh seed, short enough to type. Typing the number it displays gives the same seed.
    ///
    /// The number comes from the operating system, through the standard library's hash keys. `wasm32-unknown-unknown`
    /// has no such source and gives the same seed every time, so get one from the browser instead.
    ///
    /// ```
    /// use undercroft_mapgen::Seed;
    /// let seed = Seed::random();
    /// assert_eq!(Seed::from(seed.to_string()), seed);
    /// ```
    #[must_use]
    pub fn random() -> Self {
        use std::hash::{BuildHasher, RandomState};
        Self::from(RandomState::new().hash_one("seed") % 10_000_000_000)
    }

    /// The seed `steps` after this one. Numbers count up and wrap around; texts get a number appended.
    ///
    /// ```
    /// use undercroft_mapgen::Seed;
    /// assert_eq!(Seed::from(41).after(1), Seed::from(42));
    /// assert_eq!(Seed::from("moss").after(2), Seed::from("moss-2"));
    /// assert_eq!(Seed::from("moss").after(0), Seed::from("moss"));
    /// ```
    #[must_use]
    pub fn after(&self, steps: u64) -> Self {
        match &self.0 {
            SeedValue::Number(number) => Self(SeedValue::Number(number.wrapping_add(steps))),
            SeedValue::Text(_) if steps == 0 => self.clone(),
            SeedValue::Text(text) => Self::from(format!("{text}-{steps}").as_str()),
        }
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self(SeedValue::Number(number))
    }
}

impl From<u32> for Seed {
    fn from(number: u32) -> Self {
        Self::from(u64::from(number))
    }
}

/// The seed that players get by typing the number. A negative number is text: `Seed::from(-1)` is `Seed::from("-1")`.
impl From<i64> for Seed {
    fn from(number: i64) -> Self {
        u64::try_from(number).map_or_else(|_| Self::from(number.to_string()), Self::from)
    }
}

/// As for `i64`.
impl From<i32> for Seed {
    fn from(number: i32) -> Self {
        Self::from(i64::from(number))
    }
}

/// A number if the text spells one in its usual form, or else the text.
impl From<&str> for Seed {
    fn from(text: &str) -> Self {
        match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => Self::from(number),
            _ => Self(SeedValue::Text(text.into())),
        }
    }
}

impl From<String> for Seed {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&Self> for Seed {
    fn from(seed: &Self) -> Self {
        seed.clone()
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            SeedValue::Number(number) => number.fmt(f),
            SeedValue::Text(text) => text.fmt(f),
        }
    }
}

/// A random stream for one purpose. It gives numbers in sequence ([`Stream::rng`]) or by position ([`Stream::at`]).
///
/// Streams are forked by label and never shared, so new code that uses randomness does not change existing results.
///
/// ```
/// use undercroft_mapgen::{Point, Seed};
/// let stream = Seed::from(1).fork("level").fork(3).fork("moss");
/// // The number for a position does not depend on earlier calls.
/// let here = stream.at(Point::new(10, -4));
/// stream.at(Point::new(99, 99));
/// assert_eq!(here, stream.at(Point::new(10, -4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    key: u64,
}

impl Stream {
    /// An independent stream for part of this one's purpose.
    #[must_use]
    pub fn fork(self, label: impl Label) -> Self {
        Self { key: mix(self.key.wrapping_add(GOLDEN) ^ mix(label.key())) }
    }

    /// A generator of numbers in sequence.
    #[must_use]
    pub fn rng(self) -> Rng {
        Rng::new(self.key)
    }

    /// A generator of numbers for a position, independent of earlier calls.
    ///
    /// ```
    /// use undercroft_mapgen::Seed;
    /// let stream = Seed::from(1).fork("moss");
    /// assert_eq!(stream.rng_at((3, 4)).range(1..=6), stream.rng_at((3, 4)).range(1..=6));
    /// ```
    #[must_use]
    pub fn rng_at(self, place: impl Into<Point>) -> Rng {
        self.fork(self.at(place.into())).rng()
    }

    /// 64 random bits for a position.
    #[must_use]
    pub const fn at(self, place: Point) -> u64 {
        self.row(place.y).at(place.x)
    }

    /// The bits of all positions in a row, which is faster for many of them.
    #[doc(hidden)]
    #[must_use]
    pub const fn row(self, y: i32) -> RowStream {
        RowStream { key: mix(self.key ^ (y as u32 as u64 + 1).wrapping_mul(GOLDEN)) }
    }
}

/// [`Stream::at`] within one row.
#[derive(Clone, Copy, Debug)]
pub struct RowStream {
    key: u64,
}

impl RowStream {
    /// 64 random bits for column `x`.
    #[must_use]
    #[inline(always)]
    pub const fn at(self, x: i32) -> u64 {
        mix(self.key.wrapping_add((x as u32 as u64).wrapping_mul(GOLDEN)))
    }
}

/// What distinguishes a stream from its siblings: a word or a number.
pub trait Label {
    /// The label as 64 bits.
    fn key(&self) -> u64;
}

impl Label for &str {
    fn key(&self) -> u64 {
        // FNV-1a. The length is mixed in first, so that the hash of a label does not extend the hash of its prefix.
        let start = 0xcbf2_9ce4_8422_2325 ^ self.len() as u64;
        self.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }
}

impl Label for u64 {
    fn key(&self) -> u64 {
        // A separate constant keeps numbers distinct from words.
        mix(*self ^ 0x6e75_6d62_6572_0000)
    }
}

impl Label for u32 {
    fn key(&self) -> u64 {
        u64::from(*self).key()
    }
}

impl Label for i32 {
    fn key(&self) -> u64 {
        (i64::from(*self) as u64).key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_canonical_numbers_are_numbers() {
        for text in ["007", "-1", "+1", " 1", "1e3", "", "18446744073709551616"] {
            assert_eq!(Seed::from(text).to_string(), text);
            assert!(matches!(Seed::from(text).0, SeedValue::Text(_)), "{text:?} was read as a number");
        }
        assert_eq!(Seed::from("18446744073709551615"), Seed::from(u64::MAX));
    }

    #[test]
    fn a_number_of_any_type_equals_its_text() {
        for number in [i32::MIN, -1, 0, 1, i32::MAX] {
            assert_eq!(Seed::from(number), Seed::from(number.to_string()));
            assert_eq!(Seed::from(i64::from(number)), Seed::from(number));
        }
        assert_eq!(Seed::from(i64::MIN), Seed::from(i64::MIN.to_string()));
        assert_eq!(Seed::from(u32::MAX), Seed::from(u64::from(u32::MAX)));
    }

    /// On average half of all bits differ between neighbouring seeds, labels and positions.
    #[test]
    fn neighbouring_streams_are_independent() {
        let stream = Seed::from(0).fork("places");
        let mut pairs = Vec::new();
        for n in 0..2_000 {
            let seed = u64::from(n as u32);
            pairs.push((Seed::from(seed).fork("level").key, Seed::from(seed + 1).fork("level").key));
            pairs.push((stream.fork(n).key, stream.fork(n + 1).key));
            let at = Point::new(n * 7 - 9_000, n * 13 - 7_000);
            pairs.push((stream.at(at), stream.at(at + Point::new(1, 0))));
            pairs.push((stream.at(at), stream.at(at + Point::new(0, 1))));
            pairs.push((stream.at(at), stream.at(Point::new(at.y, at.x))));
        }
        let mut by_bit = [0_u32; 64];
        for (a, b) in &pairs {
            for (bit, count) in by_bit.iter_mut().enumerate() {
                *count += ((a ^ b) >> bit & 1) as u32;
            }
        }
        let expected = pairs.len() as f64 / 2.0;
        let deviation = (pairs.len() as f64 / 4.0).sqrt();
        for (bit, count) in by_bit.iter().enumerate() {
            let off = (f64::from(*count) - expected).abs() / deviation;
            assert!(off < 5.0, "bit {bit} differs {count} times in {}", pairs.len());
        }
    }

    #[test]
    fn no_two_positions_get_the_same_bits() {
        let stream = Seed::from(5).fork("places");
        let mut seen = std::collections::BTreeSet::new();
        for y in -100..100 {
            for x in -100..100 {
                assert!(seen.insert(stream.at(Point::new(x, y))), "({x}, {y}) has the same bits as another position");
            }
        }
    }
}

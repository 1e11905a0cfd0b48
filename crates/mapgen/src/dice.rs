//! Dice, as in `2d6+1`.

use std::fmt;
use std::str::FromStr;

/// The most dice that can be rolled at once.
const MOST_DICE: u32 = 1_000;
/// The most sides on a die, and the largest bonus. The highest total fits an `i32`.
const MOST_SIDES: u32 = 1_000_000;

/// Some dice and a number to add, written `2d6+1`. [`Rng::roll`](crate::Rng::roll) rolls them.
///
/// ```
/// use undercroft_mapgen::{Dice, Seed};
/// let dice: Dice = "2d6+1".parse()?;
/// assert_eq!((dice.min(), dice.max()), (3, 13));
///
/// let mut rng = Seed::from(7).fork("fight").rng();
/// assert!((3..=13).contains(&rng.roll(dice)));
/// assert_eq!("d20".parse::<Dice>()?.to_string(), "1d20");
/// # Ok::<(), undercroft_mapgen::DiceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    count: u32,
    sides: u32,
    bonus: i32,
}

/// Text that is not dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiceError {
    /// It is not dice notation.
    #[error("`{0}` is not dice: write `2d6`, `d20` or `3d4+1`")]
    NotDice(String),
    /// There are too few or too many dice.
    #[error("`{0}`: roll from 1 to 1000 dice")]
    BadCount(String),
    /// They have too few or too many sides.
    #[error("`{0}`: a die has from 1 to 1000000 sides")]
    BadSides(String),
    /// The number to add is too large or too small.
    #[error("`{0}`: add or subtract at most 1000000")]
    BadBonus(String),
}

impl Dice {
    /// The number of dice.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// The sides of each die, which are numbered from 1.
    #[must_use]
    pub const fn sides(self) -> u32 {
        self.sides
    }

    /// The number to add.
    #[must_use]
    pub const fn bonus(self) -> i32 {
        self.bonus
    }

    /// The lowest total.
    #[must_use]
    pub const fn min(self) -> i32 {
        self.count as i32 + self.bonus
    }

    /// The highest total.
    #[must_use]
    pub const fn max(self) -> i32 {
        (self.count * self.sides) as i32 + self.bonus
    }
}

impl FromStr for Dice {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let not_dice = || DiceError::NotDice(text.into());
        let (count, rest) = text.trim().split_once(['d', 'D']).ok_or_else(not_dice)?;
        let (sides, bonus, sign) = match rest.split_once(['+', '-']) {
            Some((sides, bonus)) if rest.contains('-') => (sides, bonus, -1),
            Some((sides, bonus)) => (sides, bonus, 1),
            None => (rest, "0", 1),
        };
        let number = |digits: &str, low: u32, high: u32, error: fn(String) -> DiceError| {
            let digits = digits.trim();
            if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                return Err(not_dice());
            }
            let number = digits.parse().ok().filter(|number| (low..=high).contains(number));
            number.ok_or_else(|| error(text.into()))
        };
        Ok(Self {
            count: number(if count.trim().is_empty() { "1" } else { count }, 1, MOST_DICE, DiceError::BadCount)?,
            sides: number(sides, 1, MOST_SIDES, DiceError::BadSides)?,
            bonus: sign * number(bonus, 0, MOST_SIDES, DiceError::BadBonus)? as i32,
        })
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)?;
        match self.bonus {
            0 => Ok(()),
            bonus => write!(f, "{bonus:+}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn dice_read_back_as_written() {
        for (text, expected) in [
            ("2d6+1", (2, 6, 1)),
            ("d20", (1, 20, 0)),
            (" 3D4 - 2 ", (3, 4, -2)),
            ("1000d1000000-1000000", (1_000, 1_000_000, -1_000_000)),
        ] {
            let dice: Dice = text.parse().unwrap();
            assert_eq!((dice.count, dice.sides, dice.bonus), expected, "{text}");
            assert_eq!(dice.to_string().parse(), Ok(dice), "{text}");
        }
        for (text, expected) in [
            ("", "is not dice"),
            ("7", "is not dice"),
            ("2d", "is not dice"),
            ("2d6+", "is not dice"),
            ("2d6+-1", "is not dice"),
            ("-2d6", "is not dice"),
            ("2d6d8", "is not dice"),
            ("2dé", "is not dice"),
            ("0d6", "from 1 to 1000 dice"),
            ("99999999999999d6", "from 1 to 1000 dice"),
            ("2d0", "from 1 to 1000000 sides"),
            ("2d1000001", "from 1 to 1000000 sides"),
            ("2d6-1000001", "at most 1000000"),
        ] {
            let error = text.parse::<Dice>().unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains(text), "{text}: {error}");
        }
    }

    #[test]
    fn the_totals_of_two_dice_have_the_right_distribution() {
        let dice: Dice = "2d6+1".parse().unwrap();
        let mut rng = Seed::from(1).fork("dice").rng();
        let mut seen = [0_u32; 14];
        for _ in 0..36_000 {
            seen[rng.roll(dice) as usize] += 1;
        }
        assert_eq!(seen[..3], [0; 3]);
        for total in 3_i32..=13 {
            let expected = f64::from(6 - (total - 8).abs()) * 1_000.0;
            let off = (f64::from(seen[total as usize]) - expected).abs() / expected.sqrt();
            assert!(off < 5.0, "{total} came up {} times instead of {expected}", seen[total as usize]);
        }
    }

    #[test]
    fn the_largest_dice_do_not_overflow() {
        let dice: Dice = "1000d1000000+1000000".parse().unwrap();
        assert_eq!((dice.min(), dice.max()), (1_001_000, 1_001_000_000));
        let total = Seed::from(1).fork("dice").rng().roll(dice);
        assert!((dice.min()..=dice.max()).contains(&total));
    }
}

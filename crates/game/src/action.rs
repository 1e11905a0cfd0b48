//! What the player can do. A game is its plan, its seed and its actions.

use std::fmt;

use serde::{Deserialize, Serialize};
use undercroft_grid::Point;

/// One thing that the player does. New kinds are added at the end only: old replays stay readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Steps to the next cell, or does to what stands there what the hero does to such things: opens, attacks, kicks,
    /// digs or changes places, in the order of [`View::does`](crate::View::does).
    Walk(Direction),
    /// Stays where it is for a turn.
    Wait,
    /// Goes up the stairs that the hero stands on; out of the dungeon, at its top.
    Climb,
    /// Goes down the stairs that the hero stands on.
    Descend,
    /// Leaps into the pit on the next cell.
    Jump(Direction),
    /// Kicks what stands on the next cell, if the hero has learnt to kick.
    Kick(Direction),
    /// Shuts the open door on the next cell.
    Close(Direction),
    /// Sets off by hand what the cell or a thing on it does when stepped on; opens a chest.
    Interact,
    /// Takes everything on the cell that can be carried.
    PickUp,
    /// Puts down some of a stack, or all where the stack has no more.
    Drop {
        /// Which.
        slot: Slot,
        /// How many.
        count: u32,
    },
    /// Wields or wears it; what is in use already is put away.
    Equip(Slot),
    /// Eats, drinks, reads or zaps it. What needs a target gets one.
    Use {
        /// Which.
        slot: Slot,
        /// At what, for things that are pointed at something.
        at: Option<Point>,
    },
    /// Throws one of it.
    Throw {
        /// Which.
        slot: Slot,
        /// Where to.
        at: Point,
    },
    /// Buys what stands at that place in [`View::offers`](crate::View::offers).
    Buy(u8),
    /// Takes one of the choices that a new level of experience gives. It takes no time.
    Choose(Improvement),
}

/// The eight directions, clockwise from up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// Up on the map.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down on the map.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from up.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four straight ones before the four slanting ones: ways that prefer this order do not zigzag.
    pub const STRAIGHT_FIRST: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The step to the next cell.
    #[must_use]
    pub const fn offset(self) -> Point {
        match self {
            Self::North => Point::new(0, -1),
            Self::NorthEast => Point::new(1, -1),
            Self::East => Point::new(1, 0),
            Self::SouthEast => Point::new(1, 1),
            Self::South => Point::new(0, 1),
            Self::SouthWest => Point::new(-1, 1),
            Self::West => Point::new(-1, 0),
            Self::NorthWest => Point::new(-1, -1),
        }
    }

    /// Which way another cell lies, as well as eight directions can say; `None` for the cell itself.
    ///
    /// ```
    /// use undercroft_game::{Direction, Point};
    /// assert_eq!(Direction::between(Point::new(3, 3), Point::new(9, 2)), Some(Direction::East));
    /// assert_eq!(Direction::between(Point::new(3, 3), Point::new(2, 4)), Some(Direction::SouthWest));
    /// ```
    #[must_use]
    pub fn between(from: Point, to: Point) -> Option<Self> {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        // A slope of less than one half is nearer to straight than to slanting.
        let x = if dx.abs() * 2 > dy.abs() { dx.signum() } else { 0 };
        let y = if dy.abs() * 2 > dx.abs() { dy.signum() } else { 0 };
        Self::ALL.into_iter().find(|direction| {
            let offset = direction.offset();
            (i64::from(offset.x), i64::from(offset.y)) == (x, y)
        })
    }

    /// The word for it: "north-east".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::NorthEast => "north-east",
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::South => "south",
            Self::SouthWest => "south-west",
            Self::West => "west",
            Self::NorthWest => "north-west",
        }
    }

    /// Whether it slants.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::NorthEast | Self::SouthEast | Self::SouthWest | Self::NorthWest)
    }

    /// The direction so many eighths of a circle farther, clockwise.
    #[must_use]
    pub const fn turned(self, eighths: u32) -> Self {
        Self::ALL[(self as usize + (eighths % 8) as usize) % 8]
    }

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }
}

/// A place in the pack: one of 26 letters.
///
/// ```
/// use undercroft_game::Slot;
/// assert_eq!(Slot::from_letter('c').map(Slot::letter), Some('c'));
/// assert_eq!(Slot::from_letter('?'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Slot(u8);

impl Slot {
    /// How many there are.
    pub const COUNT: u8 = 26;

    /// The slot of a small letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        if letter.is_ascii_lowercase() { Some(Self(letter as u8 - b'a')) } else { None }
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// All of them, from a to z.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl TryFrom<u8> for Slot {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if index < Self::COUNT { Ok(Self(index)) } else { Err(format!("there is no slot {index}")) }
    }
}

impl From<Slot> for u8 {
    fn from(slot: Slot) -> Self {
        slot.0
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What a new level of experience can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Improvement {
    /// More hit points.
    Vigour,
    /// Harder blows.
    Might,
    /// A thicker skin.
    Guard,
    /// Sight that reaches farther.
    Sight,
}

impl Improvement {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Vigour, Self::Might, Self::Guard, Self::Sight];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vigour => "vigour",
            Self::Might => "might",
            Self::Guard => "guard",
            Self::Sight => "sight",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_around() {
        for direction in Direction::ALL {
            assert_eq!(direction.offset() + direction.opposite().offset(), Point::new(0, 0));
            assert_eq!(direction.turned(8), direction);
            assert_eq!(Direction::between(Point::new(5, 5), Point::new(5, 5) + direction.offset()), Some(direction));
        }
        assert_eq!(Direction::between(Point::new(i32::MIN, 0), Point::new(i32::MAX, 0)), Some(Direction::East));
        assert_eq!(Direction::between(Point::new(1, 1), Point::new(1, 1)), None);
    }

    #[test]
    fn every_slot_has_its_letter() {
        let letters: String = Slot::all().map(Slot::letter).collect();
        assert_eq!(letters, "abcdefghijklmnopqrstuvwxyz");
        assert!(Slot::try_from(26).is_err());
    }
}

//! What the player can do. A plan, a seed and a list of actions define a game.

use std::fmt;

use serde::{Deserialize, Serialize};
use undercroft_grid::Point;

use crate::named::named_enum;

/// One action of the player. New actions are added at the end, so that old replays stay readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Action {
    /// Steps to the next cell, or uses the first of the hero's [abilities](crate::View::abilities) that applies to
    /// what is there: opens, attacks, kicks, digs or swaps.
    Walk(Direction),
    /// Waits a turn.
    Wait,
    /// Climbs the stairs under the hero. At the top, leaves the dungeon.
    Climb,
    /// Descends the stairs under the hero.
    Descend,
    /// Jumps into the pit on the next cell.
    Jump(Direction),
    /// Kicks what is on the next cell.
    Kick(Direction),
    /// Closes the door on the next cell.
    Close(Direction),
    /// Opens a chest here, or triggers the event of this cell.
    Interact,
    /// Picks up everything here that can be carried.
    PickUp,
    /// Drops items from the pack.
    Drop {
        /// The slot to drop from.
        slot: Slot,
        /// How many to drop; the whole stack if it holds fewer.
        count: u32,
    },
    /// Wields or wears an item; takes it off if it is already in use.
    Equip(Slot),
    /// Eats, drinks, reads or zaps an item.
    Use {
        /// The slot of the item.
        slot: Slot,
        /// The target, for items that need one.
        at: Option<Point>,
    },
    /// Throws one item of a stack.
    Throw {
        /// The slot to throw from.
        slot: Slot,
        /// The target.
        at: Point,
    },
    /// Buys what is at this index of [`View::offers`](crate::View::offers).
    Buy(u8),
    /// Spends a level-up. Takes no time.
    Choose(Improvement),
    /// Searches for secret doors nearby.
    Search,
}

named_enum! {
    /// The eight directions, clockwise from up.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Direction {
        /// Up on the map.
        North = "north",
        /// Up and to the right.
        NorthEast = "north-east",
        /// To the right.
        East = "east",
        /// Down and to the right.
        SouthEast = "south-east",
        /// Down on the map.
        South = "south",
        /// Down and to the left.
        SouthWest = "south-west",
        /// To the left.
        West = "west",
        /// Up and to the left.
        NorthWest = "north-west",
    }
}

impl Direction {
    /// The four straight directions before the four diagonal ones. Paths that prefer this order do not zigzag.
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

    /// The direction closest to the line between two cells; `None` if they are the same.
    ///
    /// ```
    /// use undercroft_game::{Direction, Point};
    /// assert_eq!(Direction::between(Point::new(3, 3), Point::new(9, 2)), Some(Direction::East));
    /// assert_eq!(Direction::between(Point::new(3, 3), Point::new(2, 4)), Some(Direction::SouthWest));
    /// ```
    #[must_use]
    pub fn between(from: Point, to: Point) -> Option<Self> {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        // A slope below one half is closer to straight than to diagonal.
        let x = if dx.abs() * 2 > dy.abs() { dx.signum() } else { 0 };
        let y = if dy.abs() * 2 > dx.abs() { dy.signum() } else { 0 };
        Self::ALL.into_iter().find(|direction| direction.offset() == Point::new(x as i32, y as i32))
    }

    /// Whether it is diagonal.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// Whether a step in this direction would squeeze diagonally between two cells that are not open.
    pub(crate) fn squeezes(self, from: Point, is_open: impl Fn(Point) -> bool) -> bool {
        let offset = self.offset();
        self.is_diagonal() && !is_open(from + Point::new(offset.x, 0)) && !is_open(from + Point::new(0, offset.y))
    }

    /// This direction turned clockwise by a number of eighths of a circle.
    #[must_use]
    pub const fn turned(self, eighths: u32) -> Self {
        Self::ALL[(self as usize + (eighths % 8) as usize) % 8]
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }
}

/// A slot of the pack, one of 26 letters.
///
/// ```
/// use undercroft_game::Slot;
/// assert_eq!(Slot::from_letter('c').map(Slot::letter), Some('c'));
/// assert_eq!(Slot::from_letter('?'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Slot(u8);

/// There is no slot with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid slot {0}: the last one is {last}", last = Slot::COUNT - 1)]
pub struct InvalidSlot(pub u8);

impl Slot {
    /// The number of slots.
    pub const COUNT: u8 = 26;

    /// The slot with this lower-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        if letter.is_ascii_lowercase() { Some(Self(letter as u8 - b'a')) } else { None }
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Every slot, from a to z.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl TryFrom<u8> for Slot {
    type Error = InvalidSlot;

    fn try_from(index: u8) -> Result<Self, InvalidSlot> {
        if index < Self::COUNT { Ok(Self(index)) } else { Err(InvalidSlot(index)) }
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

named_enum! {
    /// What a level-up can improve.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Improvement {
        /// More hit points.
        Vigour = "vigour",
        /// A stronger attack.
        Might = "might",
        /// A better defence.
        Guard = "guard",
        /// A larger sight radius.
        Sight = "sight",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_leads_back_and_round() {
        for direction in Direction::ALL {
            assert_eq!(direction.offset() + direction.opposite().offset(), Point::new(0, 0));
            assert_eq!(direction.turned(8), direction);
            assert_eq!(direction.is_diagonal(), direction.offset().x != 0 && direction.offset().y != 0);
            assert_eq!(Direction::between(Point::new(5, 5), Point::new(5, 5) + direction.offset()), Some(direction));
        }
        assert_eq!(Direction::between(Point::new(i32::MIN, 0), Point::new(i32::MAX, 0)), Some(Direction::East));
        assert_eq!(Direction::between(Point::new(1, 1), Point::new(1, 1)), None);
    }

    #[test]
    fn every_slot_has_its_letter() {
        let letters: String = Slot::all().map(Slot::letter).collect();
        assert_eq!(letters, "abcdefghijklmnopqrstuvwxyz");
        assert_eq!(Slot::try_from(26), Err(InvalidSlot(26)));
    }
}

//! Randomness in play. Every roll is a function of the seed and of the number of rolls before it.

use undercroft_grid::Point;
use undercroft_mapgen::{Seed, Stream};

/// The dice of a game. The number of rolls is part of the state, so that a resumed game continues with the same rolls.
#[derive(Debug)]
pub(crate) struct Dice<'a> {
    pub(crate) stream: Stream,
    pub(crate) rolls: &'a mut u64,
}

/// The stream of all rolls in play.
pub(crate) fn stream(seed: &Seed) -> Stream {
    seed.fork("game").fork("turns")
}

impl Dice<'_> {
    fn roll(&mut self) -> u64 {
        *self.rolls += 1;
        let (high, low) = ((*self.rolls >> 32) as i32, *self.rolls as i32);
        self.stream.at(Point::new(low, high))
    }

    /// A number below `count`; 0 if `count` is 0.
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        below(self.roll(), count)
    }

    /// A number from 1 to `highest`; 1 if `highest` is less.
    pub(crate) fn one_to(&mut self, highest: i32) -> i32 {
        1 + self.below(highest.max(1) as u32) as i32
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, [low, high]: [u32; 2]) -> u32 {
        low + self.below(high - low + 1)
    }

    /// True with a chance of this many percent.
    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }

    /// One of the items; `None` if there are none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// An index, with a chance proportional to its weight.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let sum = weights.clone().fold(0, u32::saturating_add);
        let mut left = self.below(sum);
        weights.into_iter().position(|weight| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        })
    }
}

/// A number below `count` from 64 random bits. The bias is below 1 in 2^32.
pub(crate) const fn below(roll: u64, count: u32) -> u32 {
    ((roll as u128 * count as u128) >> 64) as u32
}

//! Chance in play: every roll is a function of the seed and of how many rolls came before it.

use undercroft_grid::Point;
use undercroft_mapgen::{Seed, Stream};

/// The dice of a game. How many were rolled is part of its state, so that a game goes on from a checkpoint as it would
/// have gone on without.
#[derive(Debug)]
pub(crate) struct Dice<'a> {
    pub(crate) stream: Stream,
    pub(crate) rolled: &'a mut u64,
}

/// The stream of all that is rolled in play.
pub(crate) fn stream(seed: &Seed) -> Stream {
    seed.fork("game").fork("turns")
}

impl Dice<'_> {
    fn roll(&mut self) -> u64 {
        *self.rolled += 1;
        let (high, low) = ((*self.rolled >> 32) as i32, *self.rolled as i32);
        self.stream.at(Point::new(low, high))
    }

    /// A number from 0 to `count - 1`; 0 where `count` is 0. The bias is below 1 in 2^32.
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        below(self.roll(), count)
    }

    /// A number from 1 to `highest`, and 1 where that is less.
    pub(crate) fn one_to(&mut self, highest: i32) -> i32 {
        1 + self.below(highest.max(1) as u32) as i32
    }

    /// True in so many of 100 cases.
    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }

    /// One of the items; `None` where there are none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// The index of a weight, as likely as its share of the sum.
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

/// A number from 0 to `count - 1` out of 64 random bits.
pub(crate) const fn below(roll: u64, count: u32) -> u32 {
    ((roll as u128 * count as u128) >> 64) as u32
}

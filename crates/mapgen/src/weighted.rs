//! Tables of weighted items to pick from.

use crate::Rng;
use crate::rng::weighted_by;

/// Items with weights: one of weight 3 is picked three times as often as one of weight 1.
///
/// ```
/// use undercroft_mapgen::{Seed, Weighted};
/// let mut rng = Seed::from(7).fork("monsters").rng();
/// let monsters = Weighted::new([(3, "rat"), (1, "bat")])?;
/// let monster: &str = monsters.pick(&mut rng);
/// # Ok::<(), undercroft_mapgen::NoWeight>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted<T> {
    weights: Vec<u32>,
    items: Vec<T>,
}

/// There is nothing to pick, because no item has a weight above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to pick: give at least one item a weight above 0")]
#[non_exhaustive]
pub struct NoWeight;

impl<T> Weighted<T> {
    /// A table of weights and items. Items of weight 0 are never picked.
    ///
    /// # Errors
    /// If no item has a weight above 0.
    pub fn new(table: impl IntoIterator<Item = (u32, T)>) -> Result<Self, NoWeight> {
        let (weights, items): (Vec<u32>, Vec<T>) = table.into_iter().filter(|(weight, _)| *weight > 0).unzip();
        if items.is_empty() { Err(NoWeight) } else { Ok(Self { weights, items }) }
    }

    /// One of the items, chosen in proportion to its weight.
    pub fn pick(&self, rng: &mut Rng) -> &T {
        self.pick_by(rng.next_u64())
    }

    /// The item chosen by 64 random bits, such as those of a position: see [`Stream::at`](crate::Stream::at).
    ///
    /// ```
    /// use undercroft_mapgen::{Point, Seed, Weighted};
    /// let moss = Seed::from(7).fork("moss");
    /// let plants = Weighted::new([(9, "grass"), (1, "flower")])?;
    /// let here = plants.pick_by(moss.at(Point::new(3, -4)));
    /// # Ok::<(), undercroft_mapgen::NoWeight>(())
    /// ```
    #[must_use]
    pub fn pick_by(&self, bits: u64) -> &T {
        // No weight is 0 and there is at least one, so some item is always chosen.
        &self.items[weighted_by(bits, &self.weights).unwrap_or(0)]
    }

    /// The items that can be picked, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.weights.iter().copied().zip(&self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn items_are_picked_in_proportion_to_their_weights() {
        let table = Weighted::new([(3, 'r'), (0, 'x'), (1, 'b')]).unwrap();
        assert_eq!(table.iter().collect::<Vec<_>>(), [(3, &'r'), (1, &'b')]);
        let mut rng = Seed::from(1).fork("weights").rng();
        let rats = (0..40_000).filter(|_| *table.pick(&mut rng) == 'r').count();
        assert!(rats.abs_diff(30_000) < 450, "{rats} rats of 40,000");
        assert_eq!((table.pick_by(0), table.pick_by(u64::MAX)), (&'r', &'b'));
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let table = Weighted::new((0..5).map(|item| (u32::MAX, item))).unwrap();
        assert_eq!(table.pick_by(u64::MAX), &4);
    }

    #[test]
    fn a_table_without_weight_is_refused() {
        assert_eq!(Weighted::<char>::new([]), Err(NoWeight));
        assert_eq!(Weighted::new([(0, 'x')]), Err(NoWeight));
    }
}

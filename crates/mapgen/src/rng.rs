//! The random number generator: a few lines that never change, so that a seed means the same for ever.
//!
//! The core is xoshiro256++ (Blackman and Vigna, 2019), seeded by SplitMix64 (Steele, Lea and Flood, 2014). Ranges use
//! Lemire's unbiased method (2018), and shuffling is the Fisher–Yates shuffle.

use std::ops::{Range, RangeInclusive};

use crate::dice::Dice;

/// Advances a SplitMix64 state and returns its next number.
pub(crate) const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    mix(*state)
}

/// The odd number nearest to 2^64 divided by the golden ratio; its multiples are spread evenly.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's finaliser: every input bit affects every output bit.
#[inline(always)]
pub(crate) const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A sequence of random numbers, from [`Stream::rng`](crate::Stream::rng).
///
/// ```
/// use undercroft_mapgen::Seed;
/// let mut rng = Seed::from(7).fork("dice").rng();
/// let roll = rng.range(1..=6);
/// assert!((1..=6).contains(&roll));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator seeded with one number.
    pub(crate) fn new(key: u64) -> Self {
        let mut state = key;
        Self { state: std::array::from_fn(|_| split_mix(&mut state)) }
    }

    /// The state, low halves first.
    #[cfg(feature = "serde")]
    pub(crate) fn to_words(&self) -> [u32; 8] {
        std::array::from_fn(|index| (self.state[index / 2] >> (32 * (index % 2))) as u32)
    }

    /// The generator with this state; `None` for the one state that yields only zeros.
    #[cfg(feature = "serde")]
    pub(crate) fn from_words(words: [u32; 8]) -> Option<Self> {
        let state = std::array::from_fn(|index| u64::from(words[2 * index]) | u64::from(words[2 * index + 1]) << 32);
        (words != [0; 8]).then_some(Self { state })
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        let (a, carried) = (a ^ d, b << 17);
        let b = b ^ c;
        self.state = [a, b, c ^ carried, d.rotate_left(45)];
        result
    }

    /// A number from 0 to `count - 1`, all equally likely; 0 if `count` is 0.
    pub const fn below(&mut self, count: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * count as u64;
        if (product as u32) < count {
            // The lowest products would come up once too often, so they are drawn again.
            let unfair = count.wrapping_neg() % count;
            while (product as u32) < unfair {
                product = (self.next_u64() >> 32) * count as u64;
            }
        }
        (product >> 32) as u32
    }

    /// A number from the range, all equally likely; the start if the range is empty.
    pub const fn range(&mut self, range: RangeInclusive<i32>) -> i32 {
        let (low, high) = (*range.start(), *range.end());
        if high <= low {
            return low;
        }
        let span = high.wrapping_sub(low) as u32;
        if span == u32::MAX {
            return (self.next_u64() >> 32) as i32;
        }
        low.wrapping_add(self.below(span + 1) as i32)
    }

    /// True with this chance.
    pub const fn chance(&mut self, chance: Chance) -> bool {
        chance.hits(self.next_u64())
    }

    /// A number from 0 up to, but not including, 1, in steps of 1 in 2^53.
    ///
    /// ```
    /// # use undercroft_mapgen::Seed;
    /// let mut rng = Seed::from(7).fork("weather").rng();
    /// assert!((0.0..1.0).contains(&rng.float()));
    /// ```
    pub const fn float(&mut self) -> f64 {
        // Both factors are exact, and so is their product.
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// A number from the range, which does not include its end; the start if the range is empty or its width infinite.
    ///
    /// ```
    /// # use undercroft_mapgen::Seed;
    /// let mut rng = Seed::from(7).fork("weather").rng();
    /// assert!((-20.0..35.0).contains(&rng.float_in(-20.0..35.0)));
    /// ```
    pub const fn float_in(&mut self, range: Range<f64>) -> f64 {
        let float = range.start + (range.end - range.start) * self.float();
        // The sum may be rounded up to the end. Comparisons with NaN are false.
        if float < range.end { float } else { range.start }
    }

    /// Rolls dice.
    ///
    /// ```
    /// # use undercroft_mapgen::Seed;
    /// let mut rng = Seed::from(7).fork("fight").rng();
    /// let damage = rng.roll("2d6+1".parse()?);
    /// assert!((3..=13).contains(&damage));
    /// # Ok::<(), undercroft_mapgen::DiceError>(())
    /// ```
    pub fn roll(&mut self, dice: Dice) -> i32 {
        dice.bonus() + (0..dice.count()).map(|_| 1 + self.below(dice.sides()) as i32).sum::<i32>()
    }

    /// True half the time.
    pub const fn coin(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    /// One of the items, all equally likely; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(u32::try_from(items.len()).ok()?) as usize)
    }

    /// The index of a weight, chosen in proportion to it; `None` if all weights are 0. [`Weighted`](crate::Weighted)
    /// keeps weights and items together.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        weighted_by(self.next_u64(), weights)
    }

    /// Puts the items in random order, all orders equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// For code that takes the traits of `rand_core`. Distributions of other crates may change with their releases, so do
/// not use them for anything that a seed must always decide the same way.
#[cfg(feature = "rand_core")]
impl rand_core::TryRng for Rng {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.next_u64().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}

/// The index of a weight, chosen in proportion to it by 64 random bits, with a bias below 1 in 2^32.
pub(crate) fn weighted_by(roll: u64, weights: &[u32]) -> Option<usize> {
    let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let mut left = ((u128::from(roll) * u128::from(sum)) >> 64) as u64;
    weights.iter().position(|weight| {
        let here = left < u64::from(*weight);
        left = left.saturating_sub(u64::from(*weight));
        here
    })
}

/// A probability, in steps of 1 in 2^32.
///
/// ```
/// use undercroft_mapgen::Chance;
/// assert!(Chance::new(0.45).is_some());
/// assert!(Chance::new(1.5).is_none());
/// assert!(Chance::new(f64::NAN).is_none());
/// assert_eq!(Chance::one_in(4), Chance::new(0.25).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(u64);

impl Chance {
    /// Impossible.
    pub const NEVER: Self = Self(0);
    /// Certain.
    pub const ALWAYS: Self = Self(1 << 32);

    /// A chance from 0 to 1; `None` for other numbers.
    #[must_use]
    pub fn new(share: f64) -> Option<Self> {
        // Multiplying by a power of two is exact, so every machine gets the same chance.
        (0.0..=1.0).contains(&share).then_some(Self((share * 4_294_967_296.0) as u64))
    }

    /// A chance clamped to the range from 0 to 1; 0 for NaN.
    #[must_use]
    pub fn clamped(share: f64) -> Self {
        Self::new(share.clamp(0.0, 1.0)).unwrap_or(Self::NEVER)
    }

    /// A chance of 1 in `count`; impossible if `count` is 0.
    #[must_use]
    pub const fn one_in(count: u32) -> Self {
        match count {
            0 => Self::NEVER,
            count => Self((1 << 32) / count as u64),
        }
    }

    /// The chance in steps of 1 in 2^32, which every format stores exactly.
    #[cfg(feature = "serde")]
    pub(crate) const fn in_steps(self) -> u64 {
        self.0
    }

    /// A chance of `steps` in 2^32; `None` if that is more than certain.
    #[cfg(feature = "serde")]
    pub(crate) fn of_steps(steps: u64) -> Option<Self> {
        Some(Self(steps)).filter(|chance| *chance <= Self::ALWAYS)
    }

    /// Whether it happens, decided by 64 random bits.
    #[must_use]
    pub const fn hits(self, roll: u64) -> bool {
        roll >> 32 < self.0
    }

    /// The chance in steps of 1 in 2^16, from 0 to 65,536.
    #[must_use]
    pub(crate) const fn in_65536ths(self) -> u32 {
        ((self.0 + (1 << 15)) >> 16) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of the authors' reference implementation for the state 1, 2, 3, 4.
    #[test]
    fn xoshiro_matches_the_reference() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let expected = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
    }

    /// The output of the authors' reference implementation for the seed 1234567.
    #[test]
    fn split_mix_matches_the_reference() {
        let mut state = 1_234_567;
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| split_mix(&mut state)), expected);
    }

    #[test]
    fn below_is_uniform_for_awkward_counts() {
        let mut rng = Rng::new(1);
        for count in [2_u32, 3, 5, 7, 10, 12, 100] {
            let rolls = count * 4_000;
            let mut seen = vec![0_u32; count as usize];
            for _ in 0..rolls {
                seen[rng.below(count) as usize] += 1;
            }
            assert_fair(&seen, f64::from(rolls) / f64::from(count));
        }
    }

    #[test]
    fn ranges_reach_both_ends_and_no_further() {
        let mut rng = Rng::new(2);
        let rolls: Vec<i32> = (0..1_000).map(|_| rng.range(-3..=3)).collect();
        assert_eq!((rolls.iter().min(), rolls.iter().max()), (Some(&-3), Some(&3)));
        assert_eq!(rng.range(5..=5), 5);
        let (low, high) = (5, 1);
        assert_eq!(rng.range(low..=high), 5);
        let _ = rng.range(i32::MIN..=i32::MAX);
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let mut rng = Rng::new(3);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert_fair(&seen.into_values().collect::<Vec<_>>(), 1_000.0);
    }

    #[test]
    fn weights_are_respected_and_zero_is_never_chosen() {
        let mut rng = Rng::new(4);
        let mut seen = [0_u32; 4];
        for _ in 0..40_000 {
            seen[rng.weighted(&[1, 0, 2, 1]).expect("the weights are not all 0")] += 1;
        }
        assert_eq!(seen[1], 0);
        assert_fair(&[seen[0], seen[2] / 2, seen[3]], 10_000.0);
        assert_eq!(rng.weighted(&[0, 0]), None);
        assert_eq!(rng.weighted(&[]), None);
    }

    #[test]
    fn floats_are_spread_evenly_and_stay_below_the_end() {
        let mut rng = Rng::new(5);
        let mut tenths = [0_u32; 10];
        for _ in 0..40_000 {
            tenths[(rng.float() * 10.0) as usize] += 1;
        }
        assert_fair(&tenths, 4_000.0);
        let largest_state = Rng { state: [0, 0, 0, u64::MAX.rotate_right(23)] };
        assert_eq!(largest_state.clone().float(), 1.0 - 1.0 / 9_007_199_254_740_992.0);
        for range in [-2.5..7.0, 1.0..1.000_000_000_000_000_2, 0.0..f64::MIN_POSITIVE, -1e300..1e300] {
            let mut rngs = [largest_state.clone(), Rng::new(6)];
            assert!(rngs.iter_mut().all(|rng| range.contains(&rng.float_in(range.clone()))), "{range:?}");
        }
        for range in [3.0..3.0, 3.0..1.0, 3.0..f64::NAN, 3.0..f64::INFINITY] {
            assert_eq!(rng.float_in(range), 3.0);
        }
    }

    #[cfg(feature = "rand_core")]
    #[test]
    fn rand_core_gives_the_same_numbers() {
        use rand_core::TryRng;
        let (mut ours, mut theirs) = (Rng::new(6), Rng::new(6));
        let mut bytes = [0; 12];
        theirs.try_fill_bytes(&mut bytes).unwrap();
        assert_eq!(bytes[..8], ours.next_u64().to_le_bytes());
        assert_eq!(bytes[8..], ours.next_u64().to_le_bytes()[..4]);
        assert_eq!(theirs.try_next_u64(), Ok(ours.next_u64()));
    }

    #[test]
    fn the_extreme_chances_are_certain() {
        assert!(!Chance::NEVER.hits(0));
        assert!(Chance::ALWAYS.hits(u64::MAX));
        assert_eq!(Chance::clamped(f64::NAN), Chance::NEVER);
        assert_eq!(Chance::clamped(7.0), Chance::ALWAYS);
    }

    /// Every count is within five standard deviations of the expected one.
    fn assert_fair(seen: &[u32], expected: f64) {
        for count in seen {
            let off = (f64::from(*count) - expected).abs() / expected.sqrt();
            assert!(off < 5.0, "{count} instead of {expected}: {seen:?}");
        }
    }
}

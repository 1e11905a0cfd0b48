//! Iterates over the bits of a 64-bit word.

/// The indices of the set bits, in ascending order.
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_ascending_order() {
        assert_eq!(set_bits(0).count(), 0);
        assert_eq!(set_bits(1 << 63 | 0b1001).collect::<Vec<_>>(), [0, 3, 63]);
        assert_eq!(set_bits(u64::MAX).collect::<Vec<_>>(), (0..64).collect::<Vec<_>>());
    }
}

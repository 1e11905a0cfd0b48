//! Chooses at run time how wide a machine's vectors may be: the same loops are compiled once for any machine, and once more
//! for those with 256-bit vectors (AVX2).

/// Does a piece of work with 256-bit vectors where the machine has them and the feature `simd` is on, else as it is.
/// The results are the same, only sooner.
///
/// The compiler makes two programs of the work, and turns the loops of one into wider vector operations. It can do so
/// with what stands in the closure, which must be `#[inline(always)]`, and with functions that are
/// `#[inline(always)]` too, all the way down: others are called as they are compiled for any machine.
///
/// ```
/// use undercroft_grid::vectorised;
/// let numbers = [1_u64, 2, 3, 4, 5];
/// let sum = vectorised(
///     #[inline(always)]
///     || numbers.iter().sum::<u64>(),
/// );
/// assert_eq!(sum, 15);
/// ```
#[inline(always)]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
    if let Some(avx2) = fearless_simd::Level::new().as_avx2() {
        return fearless_simd::Simd::vectorize(avx2, work);
    }
    work()
}

//! Chooses vector instructions at run time.

/// Runs `f` compiled for 256-bit vectors (AVX2) if the processor has them and the feature `simd` is on; otherwise runs it unchanged. The
/// result is the same either way.
///
/// The compiler builds `f` twice and vectorises the loops of one copy more widely. That only works for code that is inlined into
/// `f`: mark the closure and every function it calls `#[inline(always)]`.
///
/// ```
/// use undercroft_grid::internal::simd;
/// let numbers = [1_u64, 2, 3, 4, 5];
/// let sum = simd::dispatch(
///     #[inline(always)]
///     || numbers.iter().sum::<u64>(),
/// );
/// assert_eq!(sum, 15);
/// ```
#[inline(always)]
pub fn dispatch<R>(f: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
    if let Some(avx2) = fearless_simd::Level::new().as_avx2() {
        return fearless_simd::Simd::vectorize(avx2, f);
    }
    f()
}

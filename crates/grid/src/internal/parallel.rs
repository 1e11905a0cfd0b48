//! Spreads the work on one large map over several threads.
//!
//! With the feature `parallel` the threads are those of the current rayon pool. Without it everything runs on the calling
//! thread. Results never depend on the number of threads.

use alloc::vec::Vec;

/// The number of threads that share the work on one large map.
fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// The number of threads worth using for `work` units if each thread should get at least `min_per_thread`: one or more.
#[must_use]
#[inline]
pub fn threads_for(work: usize, min_per_thread: usize) -> usize {
    // Small jobs must not touch the pool: starting it takes longer than they do.
    match work / min_per_thread {
        0 | 1 => 1,
        worthwhile => threads().min(worthwhile),
    }
}

/// Calls both closures, at the same time if there is a second thread, and returns both results.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    return rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    (a(), b())
}

/// Calls `f` with every item and collects the results in order.
pub fn map<T: Send, R: Send>(items: Vec<T>, f: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if items.len() > 1 {
        use rayon::prelude::*;
        return items.into_par_iter().map(f).collect();
    }
    items.into_iter().map(f).collect()
}

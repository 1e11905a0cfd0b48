//! Work on one map by several cores.

use alloc::vec::Vec;

/// How many cores work on one large map: those of rayon's pool with the feature `parallel`, else one.
#[must_use]
#[inline]
pub fn cores() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// How many cores are worth it for so much work, if each is to have at least so much of it: one or more.
#[must_use]
#[inline]
pub fn cores_for(work: usize, least: usize) -> usize {
    // Who has little to do asks for no pool of threads: making one takes longer than a small map does.
    match work / least {
        0 | 1 => 1,
        worth => cores().min(worth),
    }
}

/// Does two things: at once where there are several [cores](cores()), else one after the other.
#[cfg(feature = "parallel")]
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

/// Does two things: at once where there are several [cores](cores()), else one after the other.
#[cfg(not(feature = "parallel"))]
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    (one(), other())
}

/// Makes something of each item, on all [cores](cores()).
#[cfg(feature = "parallel")]
pub fn each<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if items.len() < 2 { items.into_iter().map(make).collect() } else { items.into_par_iter().map(make).collect() }
}

/// Makes something of each item, on all [cores](cores()).
#[cfg(not(feature = "parallel"))]
pub fn each<T: Send, R: Send>(items: Vec<T>, make: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    items.into_iter().map(make).collect()
}

/// Makes something of each number up to one, on all [cores](cores()) where there are many.
#[cfg(feature = "parallel")]
pub fn each_below<R: Send>(count: usize, make: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    /// So many are worth a core of their own.
    const MANY: usize = 1 << 13;
    let numbers = 0..count;
    if count < MANY {
        numbers.map(make).collect()
    } else {
        numbers.into_par_iter().with_min_len(MANY).map(make).collect()
    }
}

/// Makes something of each number up to one, on all [cores](cores()) where there are many.
#[cfg(not(feature = "parallel"))]
pub fn each_below<R: Send>(count: usize, make: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
    (0..count).map(make).collect()
}

/// Frees what is needed no more, where there are several [cores](cores()) while the caller goes on: it takes the system a while to
/// get much memory back.
#[cfg(feature = "parallel")]
pub(crate) fn free<T: Send + 'static>(unneeded: T) {
    if cores() > 1 { rayon::spawn(move || drop(unneeded)) } else { drop(unneeded) }
}

/// Frees what is needed no more.
#[cfg(not(feature = "parallel"))]
pub(crate) fn free<T: Send + 'static>(unneeded: T) {
    drop(unneeded);
}

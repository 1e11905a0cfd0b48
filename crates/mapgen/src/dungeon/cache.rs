//! A cache of values that can be recomputed at any time.

use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// Keeps the most recently used values; the least recently used is evicted first.
///
/// Every value is a pure function of its key, so the cache affects only speed, never the result.
#[derive(Debug)]
pub(super) struct Cache<K: Hash + Eq, V>(Mutex<LruCache<K, Arc<V>>>);

impl<K: Hash + Eq, V> Cache<K, V> {
    pub(super) fn new(capacity: NonZeroUsize) -> Self {
        Self(Mutex::new(LruCache::new(capacity)))
    }

    /// The value of a key, computed if it is not in the cache. Two threads may compute the same value at once.
    pub(super) fn get_or_make<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        if let Some(value) = self.get(&key) {
            return Ok(value);
        }
        // The lock is not held here: computing a value may read others from the cache.
        make().map(|value| self.put(key, value))
    }

    pub(super) fn get(&self, key: &K) -> Option<Arc<V>> {
        self.lock().get(key).cloned()
    }

    pub(super) fn put(&self, key: K, value: V) -> Arc<V> {
        let value = Arc::new(value);
        self.lock().put(key, value.clone());
        value
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<K, Arc<V>>> {
        // A thread that panicked while holding the lock has, at worst, not stored its value.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

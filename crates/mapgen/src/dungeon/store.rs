//! A store of things that can be made again: it keeps those that were used last and forgets the others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps up to a number of values, shared and immutable; the least recently used leave first.
///
/// What is in the store never changes what is returned, only how fast: every value is a pure function of its key.
#[derive(Debug)]
pub(super) struct Store<K, V> {
    most: usize,
    kept: Mutex<Kept<K, V>>,
}

#[derive(Debug)]
struct Kept<K, V> {
    values: HashMap<K, (Arc<V>, u64)>,
    clock: u64,
}

impl<K: Eq + Hash + Copy, V> Store<K, V> {
    pub(super) fn new(most: usize) -> Self {
        Self { most, kept: Mutex::new(Kept { values: HashMap::new(), clock: 0 }) }
    }

    /// The value of a key, made if it is not there. Two threads may make the same value at once; both get equal ones.
    pub(super) fn get<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        if let Some(value) = self.kept().find(key) {
            return Ok(value);
        }
        // Not under the lock: making a value may ask the store for others.
        let value = Arc::new(make()?);
        self.kept().keep(key, value.clone(), self.most);
        Ok(value)
    }

    /// Whether the value of a key is kept at the moment.
    pub(super) fn has(&self, key: K) -> bool {
        self.kept().values.contains_key(&key)
    }

    /// Keeps a value that was made already.
    pub(super) fn put(&self, key: K, value: V) {
        self.kept().keep(key, Arc::new(value), self.most);
    }

    /// How many values are kept at the moment.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.kept().values.len()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept<K, V>> {
        // A panic elsewhere leaves at worst a value out: what is kept stays right.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Copy, V> Kept<K, V> {
    fn find(&mut self, key: K) -> Option<Arc<V>> {
        self.clock += 1;
        let (value, used) = self.values.get_mut(&key)?;
        *used = self.clock;
        Some(value.clone())
    }

    fn keep(&mut self, key: K, value: Arc<V>, most: usize) {
        self.clock += 1;
        self.values.insert(key, (value, self.clock));
        if self.values.len() > most {
            // An eighth leaves at a time, so that the search for the oldest is rare.
            let mut ages: Vec<u64> = self.values.values().map(|(_, used)| *used).collect();
            let leaving = self.values.len() - (most - most / 8);
            let (_, &mut limit, _) = ages.select_nth_unstable(leaving - 1);
            self.values.retain(|_, (_, used)| *used > limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_leave_first() {
        let store: Store<u32, u32> = Store::new(16);
        let get = |key: u32, made: &mut u32| {
            let value = store.get(key, || {
                *made += 1;
                Ok::<_, ()>(key * 10)
            });
            assert_eq!(value.as_deref(), Ok(&(key * 10)));
        };
        let mut made = 0;
        for key in 0..1_000 {
            get(key, &mut made);
            get(0, &mut made);
        }
        assert_eq!(made, 1_000, "what is used all the time is made once");
        assert!(store.len() <= 16);
        assert!(!store.has(1));
        get(1, &mut made);
        assert_eq!(made, 1_001, "what was not used for long is made again");
        assert!(!store.has(2));
        store.put(2, 20);
        get(2, &mut made);
        assert_eq!(made, 1_001, "what was put there need not be made");
    }
}

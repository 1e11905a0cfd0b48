//! Disjoint sets, also known as union-find.

use alloc::vec::Vec;

/// Numbers from 0 on, grouped into sets that can be united but never split.
///
/// Union by size and path halving: every operation takes amortised constant time for all practical purposes (Tarjan and van
/// Leeuwen, 1984).
///
/// ```
/// use undercroft_grid::DisjointSet;
/// let mut rooms = DisjointSet::new(4);
/// assert!(rooms.union(0, 1));
/// assert!(rooms.union(2, 1));
/// assert!(!rooms.union(0, 2), "they are in the same set already");
/// assert!(rooms.is_united(0, 2) && !rooms.is_united(0, 3));
/// assert_eq!(rooms.count(), 2);
/// assert_eq!(rooms.size_of(2), 3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DisjointSet {
    /// The parent of each number; a root is its own parent.
    parents: Vec<u32>,
    /// The size of each root's set; other entries are stale.
    sizes: Vec<u32>,
    count: usize,
}

impl DisjointSet {
    /// The numbers below `len`, each in a set of its own.
    ///
    /// # Panics
    /// If `len` does not fit into a `u32`.
    #[must_use]
    pub fn new(len: usize) -> Self {
        let end = u32::try_from(len).expect("a disjoint set holds fewer than 2^32 numbers");
        Self { parents: (0..end).collect(), sizes: alloc::vec![1; len], count: len }
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// How many sets there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Adds the next number in a set of its own, and returns it.
    pub fn push(&mut self) -> u32 {
        let number = self.parents.len() as u32;
        self.parents.push(number);
        self.sizes.push(1);
        self.count += 1;
        number
    }

    /// The number that stands for the set of `number`. It may change when sets are united.
    ///
    /// # Panics
    /// If there is no such number, as with all methods here.
    pub fn find(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            if parent == number {
                return number;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[number as usize] = grandparent;
            number = grandparent;
        }
    }

    /// Unites the sets of `a` and `b`. Returns `false` if they were one set already.
    pub fn union(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (larger, smaller) = if self.sizes[a as usize] >= self.sizes[b as usize] { (a, b) } else { (b, a) };
        self.parents[smaller as usize] = larger;
        self.sizes[larger as usize] += self.sizes[smaller as usize];
        self.count -= 1;
        true
    }

    /// Whether `a` and `b` are in the same set.
    pub fn is_united(&mut self, a: u32, b: u32) -> bool {
        self.find(a) == self.find(b)
    }

    /// How many numbers are in the set of `number`.
    pub fn size_of(&mut self, number: u32) -> usize {
        let root = self.find(number);
        self.sizes[root as usize] as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_are_the_components_of_the_graph_of_unions(
            len in 1_usize..40, pairs in prop::collection::vec((0..40_u32, 0..40_u32), 0..60)
        ) {
            let mut sets = DisjointSet::new(len);
            let mut labels: Vec<u32> = (0..len as u32).collect();
            for (a, b) in pairs.into_iter().map(|(a, b)| (a % len as u32, b % len as u32)) {
                let (from, to) = (labels[a as usize], labels[b as usize]);
                prop_assert_eq!(sets.union(a, b), from != to);
                labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
            }
            for a in 0..len as u32 {
                let same = |b: &u32| labels[*b as usize] == labels[a as usize];
                prop_assert_eq!(sets.size_of(a), (0..len as u32).filter(same).count());
                prop_assert!((0..len as u32).all(|b| sets.is_united(a, b) == same(&b)));
            }
            labels.sort_unstable();
            labels.dedup();
            prop_assert_eq!(sets.count(), labels.len());
        }
    }

    #[test]
    fn a_pushed_number_is_a_set_of_its_own() {
        let mut sets = DisjointSet::default();
        assert!(sets.is_empty());
        assert_eq!([sets.push(), sets.push()], [0, 1]);
        assert_eq!((sets.len(), sets.count(), sets.size_of(1)), (2, 2, 1));
    }
}

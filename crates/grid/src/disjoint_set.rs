//! Disjoint sets, also known as union-find.

use alloc::vec::Vec;

/// Numbers from 0 upwards, grouped into sets that can be united but never split.
///
/// The smallest number of a set represents it. So no result depends on the order in which sets were united, and
/// [`labels`](Self::labels) numbers sets by their first members.
///
/// Path halving keeps the trees flat (Tarjan and van Leeuwen, 1984). Linking by index instead of by size costs nothing unless an
/// adversary chooses the numbers (Goel, Khanna, Larkin and Tarjan, 2014).
///
/// ```
/// use undercroft_grid::DisjointSet;
/// let mut rooms = DisjointSet::new(4);
/// assert!(rooms.union(1, 3));
/// assert!(rooms.union(2, 3));
/// assert!(!rooms.union(1, 2), "they are in one set already");
/// assert_eq!(rooms.find(3), 1);
/// assert_eq!(rooms.count(), 2);
/// assert_eq!(rooms.size_of(2), 3);
/// assert_eq!(rooms.labels(), [0, 1, 1, 1]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DisjointSet {
    /// A smaller number of the same set; the smallest is its own parent.
    parents: Vec<u32>,
    /// The size of each root's set; other entries are stale.
    sizes: Vec<u32>,
    count: usize,
}

impl DisjointSet {
    /// The numbers below `len`, each in its own set.
    ///
    /// # Panics
    /// If `len` is more than `u32::MAX`.
    #[must_use]
    pub fn new(len: usize) -> Self {
        let Ok(end) = u32::try_from(len) else {
            panic!("a disjoint set holds at most {} numbers, not {len}", u32::MAX)
        };
        Self { parents: (0..end).collect(), sizes: alloc::vec![1; len], count: len }
    }

    /// The number of numbers in all sets.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no numbers.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// The number of sets.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Adds the next number in its own set, and returns it.
    pub fn push(&mut self) -> u32 {
        let number = self.parents.len() as u32;
        self.parents.push(number);
        self.sizes.push(1);
        self.count += 1;
        number
    }

    /// Adds the sets of another. Its numbers continue after all numbers so far.
    ///
    /// ```
    /// use undercroft_grid::DisjointSet;
    /// let mut sets = DisjointSet::new(2);
    /// let mut others = DisjointSet::new(2);
    /// others.union(0, 1);
    /// sets.append(others);
    /// assert_eq!(sets.labels(), [0, 1, 2, 2]);
    /// ```
    ///
    /// # Panics
    /// If there would be more than `u32::MAX` numbers.
    pub fn append(&mut self, other: Self) {
        let Ok(end) = u32::try_from(self.len() + other.len()) else {
            panic!("a disjoint set holds at most {} numbers", u32::MAX)
        };
        let first = end - other.len() as u32;
        self.parents.extend(other.parents.iter().map(|parent| first + parent));
        self.sizes.extend(other.sizes);
        self.count += other.count;
    }

    /// The smallest number of the set of `number`.
    ///
    /// # Panics
    /// If there is no such number, as with all methods here.
    #[inline]
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

    /// Unites the sets of `a` and `b`. Returns `false` if they were already one set.
    #[inline]
    pub fn union(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (root, child) = (a.min(b), a.max(b));
        self.parents[child as usize] = root;
        self.sizes[root as usize] += self.sizes[child as usize];
        self.count -= 1;
        true
    }

    /// Whether `a` and `b` are in the same set.
    pub fn is_united(&mut self, a: u32, b: u32) -> bool {
        self.find(a) == self.find(b)
    }

    /// The number of members in the set of `number`.
    pub fn size_of(&mut self, number: u32) -> usize {
        let root = self.find(number);
        self.sizes[root as usize] as usize
    }

    /// The label of each number's set. Labels count from 0 in the order of the sets' smallest numbers.
    #[must_use]
    pub fn labels(&self) -> Vec<u32> {
        let mut labels: Vec<u32> = Vec::with_capacity(self.parents.len());
        let mut next = 0;
        for (parent, number) in self.parents.iter().zip(0..) {
            // A parent comes before its children, so it already has its label.
            let label = labels.get(*parent as usize).copied().unwrap_or(next);
            labels.push(label);
            next += u32::from(*parent == number);
        }
        labels
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
            let mut smallest: Vec<u32> = (0..len as u32).collect();
            for (a, b) in pairs.into_iter().map(|(a, b)| (a % len as u32, b % len as u32)) {
                let (one, other) = (smallest[a as usize], smallest[b as usize]);
                prop_assert_eq!(sets.union(a, b), one != other);
                smallest.iter_mut().filter(|root| [one, other].contains(root)).for_each(|root| *root = one.min(other));
            }
            let mut roots = smallest.clone();
            roots.sort_unstable();
            roots.dedup();
            prop_assert_eq!(sets.count(), roots.len());
            let labels = sets.labels();
            for (number, root) in smallest.iter().enumerate() {
                prop_assert_eq!(sets.find(number as u32), *root);
                prop_assert_eq!(sets.size_of(number as u32), smallest.iter().filter(|other| *other == root).count());
                prop_assert_eq!(roots[labels[number] as usize], *root);
            }
        }
    }

    #[test]
    fn a_pushed_number_is_in_its_own_set() {
        let mut sets = DisjointSet::default();
        assert!(sets.is_empty());
        assert_eq!([sets.push(), sets.push()], [0, 1]);
        assert_eq!((sets.len(), sets.count(), sets.size_of(1)), (2, 2, 1));
        assert!(!sets.is_united(0, 1));
    }
}

//! The runs of cells in a row, found a word at a time.

use core::ops::Range;

use super::BitGrid;

impl BitGrid {
    /// The runs of a row from left to right: ranges of columns in the set, each as long as possible.
    ///
    /// ```
    /// use undercroft_grid::BitGrid;
    /// let set = BitGrid::parse("##.###..#", |glyph| glyph == '#');
    /// assert_eq!(set.runs(0).collect::<Vec<_>>(), [0..2, 3..6, 8..9]);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    pub fn runs(&self, y: u32) -> impl Iterator<Item = Range<u32>> {
        let row = self.row(y);
        let mut from = 0;
        core::iter::from_fn(move || {
            let start = next_set(row, from)?;
            from = next_clear(row, start);
            Some(start..from)
        })
    }

    /// One past the last column of the run that a cell of the set belongs to.
    pub(crate) fn run_end(&self, x: u32, y: u32) -> u32 {
        next_clear(self.row(y), x)
    }

    /// The first column of a row that is in the set and at least `from`.
    pub(crate) fn next_in_row(&self, from: u32, y: u32) -> Option<u32> {
        next_set(self.row(y), from)
    }
}

fn next_set(row: &[u64], from: u32) -> Option<u32> {
    next_one(row.iter().copied(), from)
}

/// The first column not in the set from `from` on, possibly the one past the row's end.
fn next_clear(row: &[u64], from: u32) -> u32 {
    // Bits past the width are 0, so only a row of full words can have no clear bit.
    next_one(row.iter().map(|word| !word), from).unwrap_or(row.len() as u32 * 64)
}

fn next_one(words: impl Iterator<Item = u64>, from: u32) -> Option<u32> {
    let mut masked = u64::MAX << (from % 64);
    for (index, word) in words.enumerate().skip(from as usize / 64) {
        if word & masked != 0 {
            return Some(index as u32 * 64 + (word & masked).trailing_zeros());
        }
        masked = u64::MAX;
    }
    None
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::Point;
    use crate::testing::maps;

    proptest! {
        #[test]
        fn runs_hold_every_cell_and_are_as_long_as_possible(set in maps()) {
            for y in 0..set.size().height {
                let has = |x: u32| set.contains(Point::new(x as i32, y as i32));
                let runs: Vec<Range<u32>> = set.runs(y).collect();
                let columns: Vec<u32> = runs.iter().cloned().flatten().collect();
                prop_assert_eq!(columns, (0..set.size().width).filter(|x| has(*x)).collect::<Vec<_>>());
                for run in runs {
                    prop_assert!(!run.is_empty() && !has(run.end) && (run.start == 0 || !has(run.start - 1)));
                    for x in run.clone() {
                        prop_assert_eq!(set.run_end(x, y), run.end);
                    }
                }
            }
        }
    }
}

//! Morphology: growing, shrinking, counting neighbours.

use super::BitGrid;
use crate::{Neighbours, Point};

impl BitGrid {
    /// The set and all neighbours of its cells: a dilation.
    ///
    /// ```text
    /// .....        ..#..        .###.
    /// ..#..   →    .###.        .###.
    /// .....        ..#..        .###.
    ///              Four         Eight
    /// ```
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Neighbours};
    /// let set = BitGrid::parse(".....\n..#..\n.....", |glyph| glyph == '#');
    /// assert_eq!(set.grown(Neighbours::Four).to_string(), "..#..\n.###.\n..#..\n");
    /// ```
    #[must_use]
    pub fn grown(&self, neighbours: Neighbours) -> Self {
        match neighbours {
            Neighbours::Four => self.map_words(|here, [up, left, right, down]| here | up | left | right | down),
            Neighbours::Eight => self
                .map_words(|here, [_, left, right, _]| here | left | right)
                .map_words(|here, [up, _, _, down]| here | up | down),
        }
    }

    /// The cells of the set whose neighbours are all in it too: an erosion. Cells outside the map are not in the set, so nothing
    /// remains along the map's border.
    ///
    /// ```text
    /// #####        .....
    /// ###.#   →    .#...
    /// #####        .....
    /// ```
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Neighbours};
    /// let set = BitGrid::parse("#####\n###.#\n#####", |glyph| glyph == '#');
    /// assert_eq!(set.shrunk(Neighbours::Four).to_string(), ".....\n.#...\n.....\n");
    /// ```
    #[must_use]
    pub fn shrunk(&self, neighbours: Neighbours) -> Self {
        match neighbours {
            Neighbours::Four => self.map_words(|here, [up, left, right, down]| here & up & left & right & down),
            Neighbours::Eight => self
                .map_words(|here, [_, left, right, _]| here & left & right)
                .map_words(|here, [up, _, _, down]| here & up & down),
        }
    }

    /// Adds the cells up to `length - 1` columns to the left of the set's: those from which a run of that length meets the set.
    ///
    /// ```
    /// use undercroft_grid::BitGrid;
    /// let mut set = BitGrid::parse(".....#.\n..#....", |glyph| glyph == '#');
    /// set.spread_left(4);
    /// assert_eq!(set.to_string(), "..####.\n###....\n");
    /// ```
    #[doc(hidden)]
    pub fn spread_left(&mut self, length: u32) {
        let words_in_row = self.words_in_row().max(1);
        for by in doublings(length, 63) {
            for row in self.words_mut().chunks_exact_mut(words_in_row) {
                for index in 0..words_in_row {
                    let after = row.get(index + 1).copied().unwrap_or(0);
                    row[index] |= row[index] >> by | after << (64 - by);
                }
            }
        }
    }

    /// Adds the cells up to `length - 1` rows above the set's: those from which a column of that length meets the set.
    #[doc(hidden)]
    pub fn spread_up(&mut self, length: u32) {
        let words_in_row = self.words_in_row();
        for by in doublings(length, self.size.height) {
            let words = self.words_mut();
            let shift = by as usize * words_in_row;
            (0..words.len().saturating_sub(shift)).for_each(|index| words[index] |= words[index + shift]);
        }
    }

    /// The number of neighbours of a cell, which may lie outside the map, that are in the set. The cell itself does not count.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Neighbours, Point};
    /// let set = BitGrid::parse("###\n##.\n...", |glyph| glyph == '#');
    /// assert_eq!(set.neighbour_count(Point::new(1, 1), Neighbours::Four), 2);
    /// assert_eq!(set.neighbour_count(Point::new(1, 1), Neighbours::Eight), 4);
    /// ```
    #[must_use]
    pub fn neighbour_count(&self, at: Point, neighbours: Neighbours) -> u32 {
        neighbours.offsets().iter().map(|offset| u32::from(self.contains(at + *offset))).sum()
    }

    /// Calls `make` for every 64 cells, with their own bits and those of their neighbours up, left, right and down, and collects
    /// the results. Bits outside the map are 0.
    #[doc(hidden)]
    #[must_use]
    pub fn map_words(&self, make: impl Fn(u64, [u64; 4]) -> u64) -> Self {
        let mut made = Self::new(self.size);
        let mask = self.last_word_mask();
        let word_at = |row: &[u64], index: usize| row.get(index).copied().unwrap_or(0);
        for y in 0..self.size.height {
            let row = self.row(y);
            let above = if y == 0 { &[] } else { self.row(y - 1) };
            let below = if y + 1 == self.size.height { &[] } else { self.row(y + 1) };
            let to = made.row_mut(y);
            let mut before = 0;
            for (index, word) in to.iter_mut().enumerate() {
                let here = row[index];
                let after = word_at(row, index + 1);
                let (left, right) = (here << 1 | before >> 63, here >> 1 | after << 63);
                *word = make(here, [word_at(above, index), left, right, word_at(below, index)]);
                before = here;
            }
            if let Some(last) = to.last_mut() {
                *last &= mask;
            }
        }
        made
    }
}

/// By how much to move a set each time, at most `most`, so that together with its copies it covers `length` cells for each of its own.
fn doublings(length: u32, most: u32) -> impl Iterator<Item = u32> {
    let mut covered = 1;
    core::iter::from_fn(move || {
        let by = covered.min(length.checked_sub(covered)?).min(most);
        covered += by;
        (by > 0).then_some(by)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{BOTH, maps};

    proptest! {
        #[test]
        fn growing_and_shrinking_depend_on_the_neighbours(set in maps()) {
            for neighbours in BOTH {
                let around = |at: Point| neighbours.offsets().iter().map(move |offset| at + *offset);
                let grown = BitGrid::from_fn(set.size(), |at| {
                    set.contains(at) || around(at).any(|next| set.contains(next))
                });
                prop_assert_eq!(set.grown(neighbours), grown);
                let shrunk = BitGrid::from_fn(set.size(), |at| {
                    set.contains(at) && around(at).all(|next| set.contains(next))
                });
                prop_assert_eq!(set.shrunk(neighbours), shrunk);
            }
        }

        #[test]
        fn spreading_covers_all_cells_from_which_a_run_meets_the_set(set in maps(), length in 0_u32..150) {
            let (mut left, mut up) = (set.clone(), set.clone());
            left.spread_left(length);
            up.spread_up(length);
            let reaches = |at: Point, step: Point| {
                (0..length.max(1) as i32).any(|far| set.contains(at + Point::new(step.x * far, step.y * far)))
            };
            prop_assert_eq!(left, BitGrid::from_fn(set.size(), |at| reaches(at, Point::new(1, 0))));
            prop_assert_eq!(up, BitGrid::from_fn(set.size(), |at| reaches(at, Point::new(0, 1))));
        }
    }
}

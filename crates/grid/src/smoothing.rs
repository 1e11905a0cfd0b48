//! Cellular automata on sets of cells, 64 cells at a time.
//!
//! ```text
//! #.##.#.#        ########
//! .#..#...        ##.....#
//! #....##.   →    #......#        each cell becomes what most cells around it are
//! ..#.....        #......#
//! #.##.#.#        ##....##
//! ```

use alloc::vec::Vec;

use crate::{BitGrid, Size};

/// What decides whether a cell is in the set after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellRule {
    /// At least half of the cell and its eight neighbours are in the set; outside is not counted.
    Majority,
    /// Neighbours of the eight, counted with nothing outside the map.
    BirthSurvival {
        /// Bit n: a cell that is not in the set, but has n neighbours that are, comes in.
        birth: u16,
        /// Bit n: a cell of the set with n neighbours in it stays.
        survival: u16,
    },
}

/// Passes of a cellular automaton over sets of cells, with its working memory, to be used again.
///
/// Rows are held as words of 64 cells. The cells around a cell are counted for a whole word at a time, in binary: a
/// number for each cell, its ones, twos, fours and eights in a word each, summed by full adders (carry-save
/// addition). Each row's own sums of three are made once and serve the rows above and below it too.
///
/// ```
/// use undercroft_grid::{Automaton, BitGrid, CellRule};
/// let mut cells = BitGrid::parse("...\n###\n...", |glyph| glyph == '#');
/// let life = CellRule::BirthSurvival { birth: 1 << 3, survival: 1 << 2 | 1 << 3 };
/// Automaton::new(life).run(&mut cells, 1);
/// assert_eq!(cells.to_string(), ".#.\n.#.\n.#.\n");
/// ```
#[derive(Clone, Debug)]
pub struct Automaton {
    rule: CellRule,
    scratch: Scratch,
}

impl Automaton {
    /// An automaton that follows a rule.
    #[must_use]
    pub const fn new(rule: CellRule) -> Self {
        Self { rule, scratch: Scratch::new() }
    }

    /// Makes so many passes over a set of cells. Stops early where a pass changes nothing.
    pub fn run(&mut self, cells: &mut BitGrid, passes: u32) {
        let mut next = BitGrid::new(cells.size());
        for _ in 0..passes {
            self.pass(cells, &mut next);
            if next == *cells {
                break;
            }
            core::mem::swap(cells, &mut next);
        }
    }

    /// Makes one pass from one set into another.
    ///
    /// # Panics
    /// Where the two are of different sizes.
    pub fn pass(&mut self, cells: &BitGrid, next: &mut BitGrid) {
        assert_eq!(cells.size(), next.size(), "a pass needs two sets of one size");
        if cells.words_in_row() <= NARROW {
            pass_by_columns(cells, next, self.rule);
        } else {
            self.scratch.fit(cells.words_in_row());
            self.scratch.pass(cells, next, self.rule);
        }
    }
}

/// Rows of at most so many words are gone through column by column: there, setting out on a row costs more than the row.
const NARROW: usize = 4;

/// One pass down each column of words, from one set into another. The sums of three rows stay in registers.
fn pass_by_columns(cells: &BitGrid, next: &mut BitGrid, rule: CellRule) {
    let Size { width, height } = cells.size();
    let words = cells.words_in_row();
    for word in 0..words {
        let sum = |y: u32| {
            let row = cells.row(y);
            let before = if word > 0 { row[word - 1] >> 63 } else { 0 };
            let after = if word + 1 < words { row[word + 1] << 63 } else { 0 };
            add(row[word] << 1 | before, row[word], row[word] >> 1 | after)
        };
        let on_map = if word + 1 == words { cells.last_word_mask() } else { u64::MAX };
        // Beside the left and right edge fewer cells count.
        let left_edge = u64::from(word == 0);
        let right_edge = if word + 1 == words { 1 << ((width - 1) % 64) } else { 0 };
        let edges = left_edge | right_edge;
        let mut middle = (0, 0);
        let mut below = if height > 0 { sum(0) } else { (0, 0) };
        for y in 0..height {
            let above = middle;
            middle = below;
            below = if y + 1 < height { sum(y + 1) } else { (0, 0) };
            let counts = count(above, middle, below);
            let made = match rule {
                CellRule::Majority => {
                    let rows = 1 + u32::from(y > 0) + u32::from(y + 1 < height);
                    let (many, few) = (half(3 * rows), half(rows * width.min(2)));
                    (counts.at_least(many) & !edges) | (counts.at_least(few) & edges)
                }
                CellRule::BirthSurvival { birth, survival } => {
                    let was = cells.row(y)[word];
                    // The counts have the cell itself in them, so that one of the set has one neighbour fewer.
                    (!was & counts.among(birth)) | (was & counts.among(survival << 1))
                }
            };
            next.row_mut(y)[word] = made & on_map;
        }
    }
}

/// For 64 cells side by side, a number each: `bits[n]` has the bits of value 2^n.
#[derive(Clone, Copy, Default)]
struct Counts {
    bits: [u64; 4],
}

impl Counts {
    /// The cells whose number is at least one of those that half of 1, 2, 3, 4, 6 or 9 cells is.
    #[inline(always)]
    const fn at_least(self, number: u32) -> u64 {
        let [ones, twos, fours, eights] = self.bits;
        match number {
            1 => ones | twos | fours | eights,
            2 => twos | fours | eights,
            3 => (ones & twos) | fours | eights,
            _ => (fours & (ones | twos)) | eights,
        }
    }

    /// The cells whose number is one of a set: bit n for n.
    #[inline(always)]
    fn among(self, set: u16) -> u64 {
        let is = |number: u16| {
            let bit = |index: usize| if number >> index & 1 == 1 { self.bits[index] } else { !self.bits[index] };
            bit(0) & bit(1) & bit(2) & bit(3)
        };
        (0..=9).filter(|number| set >> number & 1 == 1).fold(0, |cells, number| cells | is(number))
    }
}

/// The sums of each cell and its left and right neighbour in three rows, as bits of value 1 and of value 2.
#[derive(Clone, Debug)]
struct Scratch {
    above: Sums,
    middle: Sums,
    below: Sums,
}

#[derive(Clone, Debug)]
struct Sums {
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Scratch {
    const fn new() -> Self {
        const NONE: Sums = Sums { ones: Vec::new(), twos: Vec::new() };
        Self { above: NONE, middle: NONE, below: NONE }
    }

    /// Makes room for rows of so many words.
    fn fit(&mut self, words: usize) {
        for sums in [&mut self.above, &mut self.middle, &mut self.below] {
            sums.ones.resize(words, 0);
            sums.twos.resize(words, 0);
        }
    }

    /// One pass over all cells, from one grid into another.
    fn pass(&mut self, open: &BitGrid, next: &mut BitGrid, rule: CellRule) {
        let Size { width, height } = open.size();
        if width == 0 || height == 0 {
            return;
        }
        self.middle.clear();
        self.below.fill(open.row(0));
        for y in 0..height {
            core::mem::swap(&mut self.above, &mut self.middle);
            core::mem::swap(&mut self.middle, &mut self.below);
            match y + 1 < height {
                true => self.below.fill(open.row(y + 1)),
                false => self.below.clear(),
            }
            let was_open = open.row(y);
            let now_open = next.row_mut(y);
            match rule {
                CellRule::Majority => {
                    let rows = 1 + u32::from(y > 0) + u32::from(y + 1 < height);
                    self.majority(now_open, half(3 * rows));
                    // Beside the left and right edge fewer cells count.
                    let few = half(rows * width.min(2));
                    let last = width - 1;
                    for x in [0, last] {
                        let (word, bit) = (x as usize / 64, 1 << (x % 64));
                        now_open[word] = (now_open[word] & !bit) | (self.counts(word).at_least(few) & bit);
                    }
                }
                CellRule::BirthSurvival { birth, survival } => {
                    for (word, (now_open, was_open)) in now_open.iter_mut().zip(was_open).enumerate() {
                        let counts = self.counts(word);
                        // The counts have the cell itself in them, so that an open one has one neighbour fewer.
                        *now_open = (!was_open & counts.among(birth)) | (was_open & counts.among(survival << 1));
                    }
                }
            }
            if let Some(last) = now_open.last_mut() {
                *last &= open.last_word_mask();
            }
        }
    }

    /// How many of each cell and its eight neighbours are open.
    #[inline(always)]
    fn counts(&self, word: usize) -> Counts {
        let [above, middle, below] =
            [&self.above, &self.middle, &self.below].map(|sums| (sums.ones[word], sums.twos[word]));
        count(above, middle, below)
    }

    /// The cells that have so many open ones around them and in them.
    fn majority(&self, cells: &mut [u64], enough: u32) {
        let rows = self.above.iter().zip(self.middle.iter()).zip(self.below.iter());
        for (cells, ((above, middle), below)) in cells.iter_mut().zip(rows) {
            *cells = count(above, middle, below).at_least(enough);
        }
    }
}

impl Sums {
    fn clear(&mut self) {
        self.ones.fill(0);
        self.twos.fill(0);
    }

    fn fill(&mut self, row: &[u64]) {
        let left = [0].iter().chain(row);
        let right = row.iter().skip(1).chain(&[0]);
        for (((ones, twos), here), (left, right)) in
            self.ones.iter_mut().zip(&mut self.twos).zip(row).zip(left.zip(right))
        {
            (*ones, *twos) = add(here << 1 | left >> 63, *here, here >> 1 | right << 63);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.ones.iter().copied().zip(self.twos.iter().copied())
    }
}

/// Adds three bits in each of 64 places: the bits of value 1 and of value 2 of the sums.
#[inline(always)]
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

/// Adds three sums of three.
#[inline(always)]
const fn count(above: (u64, u64), middle: (u64, u64), below: (u64, u64)) -> Counts {
    let (ones, carried) = add(above.0, middle.0, below.0);
    let (twos, fours) = add(above.1, middle.1, below.1);
    let (twos, carried) = (twos ^ carried, twos & carried);
    Counts { bits: [ones, twos, fours ^ carried, fours & carried] }
}

/// The least number that is half of it or more.
const fn half(cells: u32) -> u32 {
    cells.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use proptest::prelude::*;

    use super::*;
    use crate::Point;

    impl CellRule {
        /// What the rule says in words about one cell.
        fn holds(self, was_in: bool, around: u32, cells_around: u32) -> bool {
            match self {
                Self::Majority => 2 * (around + u32::from(was_in)) > cells_around,
                Self::BirthSurvival { birth, survival } => (if was_in { survival } else { birth }) >> around & 1 == 1,
            }
        }
    }

    /// One pass, cell by cell.
    fn plain_pass(cells: &BitGrid, rule: CellRule) -> BitGrid {
        let size = cells.size();
        BitGrid::from_fn(size, |at: Point| {
            let around = || at.eight().filter(|near| size.contains(*near));
            let set_around = around().filter(|near| cells.contains(*near)).count();
            rule.holds(cells.contains(at), set_around as u32, around().count() as u32)
        })
    }

    fn after_passes(cells: &BitGrid, rule: CellRule, passes: u32) -> BitGrid {
        let mut cells = cells.clone();
        Automaton::new(rule).run(&mut cells, passes);
        cells
    }

    proptest! {
        #[test]
        fn passes_do_what_the_rule_says_for_each_cell(
            width in prop_oneof![1_u32..200, 250_u32..400],
            height in 1_u32..9,
            seed: u64,
            thin: bool,
            birth in 0_u16..512,
            survival in 0_u16..512,
            passes in 0_u32..6,
        ) {
            let size = if thin { Size::new(height, width) } else { Size::new(width, height) };
            let cells = crate::masks::scattered(size, 50, seed);
            for rule in [CellRule::Majority, CellRule::BirthSurvival { birth, survival }] {
                let expected = (0..passes).fold(cells.clone(), |cells, _| plain_pass(&cells, rule));
                prop_assert_eq!(after_passes(&cells, rule, passes), expected, "{:?} from\n{}", rule, cells);
            }
        }
    }

    fn after(drawing: &str, rule: CellRule) -> String {
        let open = BitGrid::parse(drawing, |glyph| glyph == '.');
        let next = after_passes(&open, rule, 1);
        next.to_string().replace('.', " ").replace('#', ".").replace(' ', "#")
    }

    #[test]
    fn half_is_enough() {
        // A corner counts four cells, itself among them.
        assert_eq!(after(".#\n#.", CellRule::Majority), "..\n..\n");
        assert_eq!(after("##\n#.", CellRule::Majority), "##\n##\n");
        assert_eq!(after("...\n.#.\n###", CellRule::Majority), "...\n...\n###\n");
    }

    #[test]
    fn one_automaton_serves_maps_of_all_sizes() {
        let mut automaton = Automaton::new(CellRule::Majority);
        for (width, height) in [(300, 4), (5, 9), (64, 1), (0, 3), (3, 0), (129, 12)] {
            let mut cells = crate::masks::scattered(Size::new(width, height), 50, u64::from(width));
            let expected = after_passes(&cells, CellRule::Majority, 4);
            automaton.run(&mut cells, 4);
            assert_eq!(cells, expected);
        }
    }
}

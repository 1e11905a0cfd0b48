//! Cellular automata, 64 cells at a time.
//!
//! ```text
//! #.##.#.#        ########
//! .#..#...        ##.....#
//! #....##.   →    #......#        each cell becomes what most of its neighbours are
//! ..#.....        #......#
//! #.##.#.#        ##....##
//! ```

mod band;

use alloc::vec::Vec;

use band::Band;

use crate::{BitGrid, Size, parallel, simd};

/// Decides whether a cell is in the set after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellRule {
    /// The cell is in the set if at least half of it and its eight neighbours are. Cells outside the map do not count.
    Majority,
    /// The cell is in the set depending on how many of its eight neighbours are. Cells outside the map are not in the set.
    BirthSurvival {
        /// Bit n: a cell outside the set with n neighbours in it joins.
        birth: u16,
        /// Bit n: a cell of the set with n neighbours in it stays.
        survival: u16,
    },
}

/// A cellular automaton that reuses its scratch memory from pass to pass.
///
/// Neighbours are counted for 64 cells at a time, in binary: the ones, twos, fours and eights of each cell's count are bits of four
/// words, summed by full adders (carry-save addition). Each row's sums of three serve the rows above and below it too.
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
    /// One for each thread.
    bands: Vec<Band>,
}

impl Automaton {
    /// An automaton that follows a rule.
    #[must_use]
    pub const fn new(rule: CellRule) -> Self {
        Self { rule, bands: Vec::new() }
    }

    /// Makes `passes` passes over a set of cells. Stops early once nothing changes.
    pub fn run(&mut self, cells: &mut BitGrid, passes: u32) {
        let mut next = BitGrid::new(cells.size());
        for _ in 0..passes {
            if !self.step(cells, &mut next, threads_for(cells)) {
                break;
            }
            core::mem::swap(cells, &mut next);
        }
    }

    /// Makes one pass from `cells` into `next`, whose cells are replaced.
    ///
    /// # Panics
    /// If the sets differ in size.
    pub fn pass(&mut self, cells: &BitGrid, next: &mut BitGrid) {
        assert_eq!(cells.size(), next.size(), "a pass needs two sets of the same size");
        self.step(cells, next, threads_for(cells));
    }

    /// Makes one pass, split into strips for the threads. Returns whether any cell changed.
    fn step(&mut self, cells: &BitGrid, next: &mut BitGrid, threads: usize) -> bool {
        let Size { width, height } = cells.size();
        if width == 0 || height == 0 {
            return false;
        }
        if self.rule == CellRule::Majority && width.min(height) == 1 {
            *next = majority_on_a_line(cells);
            return next != cells;
        }
        if let CellRule::BirthSurvival { birth, survival } = self.rule
            && cells.words_in_row() == 1
            && height <= MOST_ROWS_OF_ONE_WORD
        {
            return Table::of(birth, survival).pass(cells.words(), next.words_mut(), cells.last_word_mask());
        }
        let outside = self.rule.outside(height);
        // What counts outside repeats every three rows.
        let rows = (height as usize).div_ceil(threads).next_multiple_of(3);
        let strips = (height as usize).div_ceil(rows);
        self.bands.resize(self.bands.len().max(strips), Band::default());
        self.bands.iter_mut().for_each(|band| band.prepare(cells, outside));
        let rule = self.rule;
        let pass = |(band, start, next): (&mut Band, usize, &mut [u64])| {
            simd::dispatch(
                #[inline(always)]
                || rule.pass(band, cells.words(), start, next, outside),
            )
        };
        if strips == 1 {
            return pass((&mut self.bands[0], 0, next.words_mut()));
        }
        let words = rows * cells.words_in_row();
        let strips = self.bands.iter_mut().zip(next.words_mut().chunks_mut(words)).enumerate();
        let strips = strips.map(|(strip, (band, next))| (band, strip * words, next));
        let changed = parallel::map(strips.collect(), pass);
        changed.contains(&true)
    }
}

/// On maps at most 64 columns wide and this many rows high, a band costs more than it saves.
const MOST_ROWS_OF_ONE_WORD: u32 = 64;

fn threads_for(cells: &BitGrid) -> usize {
    const MIN_WORDS_PER_THREAD: usize = 1 << 15;
    parallel::threads_for(cells.words().len(), MIN_WORDS_PER_THREAD)
}

impl CellRule {
    /// What cells outside a map of this height count for.
    const fn outside(self, height: u32) -> Outside {
        match self {
            Self::Majority => Outside::half(height),
            Self::BirthSurvival { .. } => Outside::NOTHING,
        }
    }

    /// Makes one pass over some rows; see [`Band::pass`].
    #[inline(always)]
    fn pass(self, band: &mut Band, cells: &[u64], start: usize, next: &mut [u64], outside: Outside) -> bool {
        match self {
            Self::Majority => band.pass(
                cells,
                start,
                next,
                outside,
                #[inline(always)]
                |_, above, middle, below| majority(above, middle, below),
            ),
            Self::BirthSurvival { birth, survival } => {
                let table = Table::of(birth, survival);
                band.pass(
                    cells,
                    start,
                    next,
                    outside,
                    #[inline(always)]
                    |was_in, above, middle, below| table.decide(was_in, count(above, middle, below)),
                )
            }
        }
    }
}

/// Decides about 64 cells, given their last state and the sums of the rows above, at and below them.
trait Decide: Fn(u64, Sums, Sums, Sums) -> u64 {}

impl<F: Fn(u64, Sums, Sums, Sums) -> u64> Decide for F {}

/// For 64 cells, the sum of each and its left and right neighbour: the bits of value 1, and those of value 2.
type Sums = (u64, u64);

/// What cells outside the map count for.
///
/// For a majority, half of them should count. A cell at an edge has six cells inside and three outside; three of the six are
/// enough. That is the usual five of nine if the three outside count for two. In a corner two of four are enough, so the five
/// outside must count for three. Hence a row outside counts for two beside each cell, and of a column outside every third cell does
/// not count, arranged so that one of the last two at either end does not.
#[derive(Clone, Copy)]
struct Outside {
    row: Sums,
    /// Beside the rows with this remainder modulo three, cells outside do not count.
    skipped: u32,
    /// Whether cells beside the rows count at all.
    is_counted: bool,
}

impl Outside {
    const NOTHING: Self = Self { row: (0, 0), skipped: 0, is_counted: false };

    /// For a majority on a map of at least two rows.
    const fn half(height: u32) -> Self {
        Self { row: (0, u64::MAX), skipped: if height.is_multiple_of(3) { 1 } else { 0 }, is_counted: true }
    }

    /// What the cell outside beside a row counts for: 0 or 1.
    #[inline(always)]
    const fn beside(self, y: u32) -> u64 {
        (self.is_counted && y % 3 != self.skipped) as u64
    }
}

/// A majority on a map one cell wide or high, cell by cell.
fn majority_on_a_line(cells: &BitGrid) -> BitGrid {
    let size = cells.size();
    BitGrid::from_fn(size, |at| {
        let around = || [at].into_iter().chain(at.eight()).filter(|near| size.contains(*near));
        2 * around().filter(|near| cells.contains(*near)).count() >= around().count()
    })
}

/// Where at least five of nine cells are in the set.
#[inline(always)]
const fn majority(above: Sums, middle: Sums, below: Sums) -> u64 {
    // `ones` have value 1, `carried` and `twos` value 2, `fours` value 4.
    let (ones, carried) = add(above.0, middle.0, below.0);
    let (twos, fours) = add(above.1, middle.1, below.1);
    fours & (twos | carried) | (fours | twos & carried) & ones
}

/// A number for each of 64 cells: its bits of value 1, 2, 4 and 8.
type Counts = [u64; 4];

/// A rule of birth and survival, for each number of cells in the set (0 to 9) among a cell and its eight neighbours: whether a cell
/// outside the set joins, and whether the answer differs for a cell of the set.
struct Table([(u64, u64); 10]);

impl Table {
    fn of(birth: u16, survival: u16) -> Self {
        // The number includes the cell itself, so a cell of the set has one neighbour fewer.
        let all = |set: u16, number: usize| if set >> number & 1 == 1 { u64::MAX } else { 0 };
        Self(core::array::from_fn(|number| (all(birth, number), all(birth ^ survival << 1, number))))
    }

    /// Makes one pass over rows of a single word, on a map that `mask` is as wide as. Returns whether any cell changed.
    fn pass(&self, cells: &[u64], next: &mut [u64], mask: u64) -> bool {
        let sums = |row: u64| add(row << 1, row, row >> 1);
        let (mut above, mut here, mut changed) = ((0, 0), sums(cells[0]), 0);
        for (y, next) in next.iter_mut().enumerate() {
            let below = cells.get(y + 1).map_or((0, 0), |row| sums(*row));
            *next = self.decide(cells[y], count(above, here, below)) & mask;
            changed |= cells[y] ^ *next;
            (above, here) = (here, below);
        }
        changed != 0
    }

    /// Looks the numbers up, bit by bit.
    #[inline(always)]
    fn decide(&self, was_in: u64, [ones, twos, fours, eights]: Counts) -> u64 {
        let said = self.0.map(|(birth, otherwise)| birth ^ was_in & otherwise);
        let choose = |bit: u64, no: u64, yes: u64| no ^ bit & (no ^ yes);
        let pair = |number: usize| choose(ones, said[number], said[number + 1]);
        let four = |number: usize| choose(twos, pair(number), pair(number + 2));
        choose(eights, choose(fours, four(0), four(4)), pair(8))
    }
}

/// A full adder: adds three bits in each of 64 places.
#[inline(always)]
const fn add(a: u64, b: u64, c: u64) -> Sums {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// Adds three sums of three.
#[inline(always)]
const fn count(above: Sums, middle: Sums, below: Sums) -> Counts {
    let (ones, carried) = add(above.0, middle.0, below.0);
    let (twos, fours) = add(above.1, middle.1, below.1);
    let (twos, carried) = (twos ^ carried, twos & carried);
    [ones, twos, fours ^ carried, fours & carried]
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use proptest::prelude::*;

    use super::*;
    use crate::Point;
    use crate::testing::noise;

    impl CellRule {
        /// The rule for one cell.
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

    fn pass_without_simd(cells: &BitGrid, rule: CellRule) -> BitGrid {
        let mut next = BitGrid::new(cells.size());
        let (outside, mut band) = (rule.outside(cells.size().height), Band::default());
        band.prepare(cells, outside);
        rule.pass(&mut band, cells.words(), 0, next.words_mut(), outside);
        next
    }

    fn pass_on_threads(cells: &BitGrid, rule: CellRule, threads: usize) -> BitGrid {
        let mut next = BitGrid::new(cells.size());
        let changed = Automaton::new(rule).step(cells, &mut next, threads);
        assert_eq!(changed, next != *cells);
        next
    }

    fn after_passes(cells: &BitGrid, rule: CellRule, passes: u32) -> BitGrid {
        let mut cells = cells.clone();
        Automaton::new(rule).run(&mut cells, passes);
        cells
    }

    proptest! {
        #[test]
        fn passes_apply_the_rule_to_each_cell(
            width in prop_oneof![1_u32..200, 250_u32..400],
            height in 1_u32..9,
            seed: u64,
            thin: bool,
            birth in 0_u16..512,
            survival in 0_u16..512,
            passes in 0_u32..6,
        ) {
            let size = if thin { Size::new(height, width) } else { Size::new(width, height) };
            let cells = noise(size, 50, seed);
            for rule in [CellRule::Majority, CellRule::BirthSurvival { birth, survival }] {
                let expected = (0..passes).fold(cells.clone(), |cells, _| plain_pass(&cells, rule));
                prop_assert_eq!(after_passes(&cells, rule, passes), expected, "{:?} from\n{}", rule, cells);
                if size.width.min(size.height) > 1 {
                    prop_assert_eq!(pass_without_simd(&cells, rule), plain_pass(&cells, rule));
                }
                for threads in 1..4 {
                    prop_assert_eq!(pass_on_threads(&cells, rule, threads), plain_pass(&cells, rule), "{} threads", threads);
                }
            }
        }
    }

    fn after(drawing: &str, rule: CellRule) -> String {
        let open = BitGrid::parse(drawing, |glyph| glyph == '.');
        let next = after_passes(&open, rule, 1);
        next.to_string().replace('.', " ").replace('#', ".").replace(' ', "#")
    }

    #[test]
    fn half_is_a_majority() {
        // A corner has four cells, itself included.
        assert_eq!(after(".#\n#.", CellRule::Majority), "..\n..\n");
        assert_eq!(after("##\n#.", CellRule::Majority), "##\n##\n");
        assert_eq!(after("...\n.#.\n###", CellRule::Majority), "...\n...\n###\n");
    }

    #[test]
    fn bands_leave_no_seams_on_large_maps() {
        let life = CellRule::BirthSurvival { birth: 0b1000, survival: 0b1100 };
        for (width, height) in [(64, 800), (130, 400), (512, 100), (5_000, 20), (30_000, 3)] {
            let cells = noise(Size::new(width, height), 50, u64::from(width));
            for rule in [CellRule::Majority, life] {
                assert!(after_passes(&cells, rule, 1) == plain_pass(&cells, rule), "{rule:?} on {}", cells.size());
            }
        }
    }

    #[test]
    fn an_automaton_can_be_reused_for_maps_of_other_sizes() {
        let mut automaton = Automaton::new(CellRule::Majority);
        for (width, height) in [(300, 4), (5, 9), (64, 1), (0, 3), (3, 0), (129, 12)] {
            let mut cells = noise(Size::new(width, height), 50, u64::from(width));
            let expected = after_passes(&cells, CellRule::Majority, 4);
            let mut next = noise(Size::new(width, height), 50, 7);
            automaton.pass(&cells, &mut next);
            automaton.run(&mut next, 3);
            assert_eq!(next, expected);
            automaton.run(&mut cells, 4);
            assert_eq!(cells, expected);
        }
    }
}

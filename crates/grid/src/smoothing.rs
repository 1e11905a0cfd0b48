//! Cellular automata on sets of cells, 64 cells at a time.
//!
//! ```text
//! #.##.#.#        ########
//! .#..#...        ##.....#
//! #....##.   →    #......#        each cell becomes what most cells around it are
//! ..#.....        #......#
//! #.##.#.#        ##....##
//! ```

mod band;

use alloc::vec::Vec;

use band::{Band, Rows};

use crate::{BitGrid, Size, parallel, simd};

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
    /// One for each core that works on a map.
    bands: Vec<Band>,
}

/// So many words are worth a core of their own.
const MANY: usize = 1 << 15;

impl Automaton {
    /// An automaton that follows a rule.
    #[must_use]
    pub const fn new(rule: CellRule) -> Self {
        Self { rule, bands: Vec::new() }
    }

    /// Makes so many passes over a set of cells. Stops early where a pass changes nothing.
    pub fn run(&mut self, cells: &mut BitGrid, passes: u32) {
        let strips = parallel::threads_for(cells.words().len(), MANY);
        for _ in 0..passes {
            if !self.change(None, cells, strips) {
                break;
            }
        }
    }

    /// Makes one pass from one set into another.
    ///
    /// # Panics
    /// Where the two are of different sizes.
    pub fn pass(&mut self, cells: &BitGrid, next: &mut BitGrid) {
        assert_eq!(cells.size(), next.size(), "a pass needs two sets of one size");
        self.change(Some(cells), next, 1);
    }

    /// Makes one pass over a set of cells, in so many strips at once, or from another set into it. Says whether that changed
    /// a cell.
    fn change(&mut self, from: Option<&BitGrid>, cells: &mut BitGrid, strips: usize) -> bool {
        let Size { width, height } = cells.size();
        if width == 0 || height == 0 {
            return false;
        }
        if self.rule == CellRule::Majority && width.min(height) == 1 {
            return pass_along(from, cells);
        }
        let outside = self.rule.outside(height);
        // What is outside repeats itself every three rows.
        let rows = (height as usize).div_ceil(strips).next_multiple_of(3);
        self.bands.resize(self.bands.len().max((height as usize).div_ceil(rows)), Band::new());
        self.bands.iter_mut().for_each(|band| band.prepare(cells, outside));
        let words = cells.words_in_row();
        if rows >= height as usize {
            let rows = Rows { cells: cells.words_mut(), words, above: None, below: None };
            return self.rule.change(&mut self.bands[0], from.map(BitGrid::words), rows, outside);
        }
        // Each strip is changed while those beside it are, so that their rows beside it are kept.
        let seams = cells.words().chunks(rows * words);
        let seams: Vec<[Vec<u64>; 2]> =
            seams.map(|strip| [strip[..words].to_vec(), strip[strip.len() - words..].to_vec()]).collect();
        let strips = cells.words_mut().chunks_mut(rows * words).zip(&mut self.bands).enumerate();
        let strips = strips.map(|(strip, (cells, band))| {
            let above = strip.checked_sub(1).map(|above| &seams[above][1][..]);
            let below = seams.get(strip + 1).map(|below| &below[0][..]);
            (band, Rows { cells, words, above, below })
        });
        let rule = self.rule;
        let changed = parallel::map(strips.collect(), |(band, rows)| rule.change(band, None, rows, outside));
        changed.contains(&true)
    }
}

impl CellRule {
    /// What cells outside a map of so many rows count for.
    const fn outside(self, height: u32) -> Outside {
        match self {
            Self::Majority => Outside::half(height),
            Self::BirthSurvival { .. } => Outside::NOTHING,
        }
    }

    /// Makes one pass over some rows of a map, or from those of another into them. Says whether that changed a cell.
    fn change(self, band: &mut Band, from: Option<&[u64]>, rows: Rows<'_>, outside: Outside) -> bool {
        simd::dispatch(
            #[inline(always)]
            || self.change_plainly(band, from, rows, outside),
        )
    }

    #[inline(always)]
    fn change_plainly(self, band: &mut Band, from: Option<&[u64]>, rows: Rows<'_>, outside: Outside) -> bool {
        match self {
            Self::Majority => band.pass(
                from,
                rows,
                outside,
                #[inline(always)]
                |_, above, middle, below| majority(above, middle, below),
            ),
            Self::BirthSurvival { birth, survival } => {
                let table = Table::of(birth, survival);
                band.pass(
                    from,
                    rows,
                    outside,
                    #[inline(always)]
                    |was_in, above, middle, below| table.decide(was_in, count(above, middle, below)),
                )
            }
        }
    }
}

/// What becomes of 64 cells: from what they were, and the sums of three of the rows above, at, and below them.
trait Decide: Fn(u64, Sums, Sums, Sums) -> u64 {}

impl<F: Fn(u64, Sums, Sums, Sums) -> u64> Decide for F {}

/// The sums of each of 64 cells and its left and right neighbour: the bits of value 1, and those of value 2.
type Sums = (u64, u64);

/// What cells outside the map count for.
///
/// For a majority, half of them should: a cell at an edge has three cells outside, six inside, and becomes open where
/// three of those are. That is what five of nine are if the three count for two; and in a corner, where two of four are
/// enough, the five outside must count for three. So a row of cells outside counts for two beside each cell; and of a
/// column outside every third cell does not count, beginning so that one of the last two does not, above and below.
#[derive(Clone, Copy)]
struct Outside {
    row: Sums,
    /// Of the cells beside the rows, those whose row leaves this when divided by three do not count.
    skipped: u32,
    /// Whether cells beside the rows count at all.
    is_counted: bool,
}

impl Outside {
    const NOTHING: Self = Self { row: (0, 0), skipped: 0, is_counted: false };

    /// For a majority on a map of so many rows, which are at least two.
    const fn half(height: u32) -> Self {
        Self { row: (0, u64::MAX), skipped: if height.is_multiple_of(3) { 1 } else { 0 }, is_counted: true }
    }

    /// What the cell outside beside a row counts for: 0 or 1.
    #[inline(always)]
    const fn beside(self, y: u32) -> u64 {
        (self.is_counted && y % 3 != self.skipped) as u64
    }
}

/// A majority along a map that is one cell wide or high, cell by cell.
fn pass_along(from: Option<&BitGrid>, cells: &mut BitGrid) -> bool {
    let before = from.unwrap_or(cells).clone();
    for at in before.size().points() {
        let around = || [at].into_iter().chain(at.eight()).filter(|near| before.size().contains(*near));
        let are_in = around().filter(|near| before.contains(*near)).count();
        cells.put(at, 2 * are_in >= around().count());
    }
    *cells != before
}

/// Where at least five of nine cells are in the set.
#[inline(always)]
const fn majority(above: Sums, middle: Sums, below: Sums) -> u64 {
    // With `ones` of value 1, `carried` and `twos` of value 2, and `fours` of value 4.
    let (ones, carried) = add(above.0, middle.0, below.0);
    let (twos, fours) = add(above.1, middle.1, below.1);
    fours & (twos | carried) | (fours | twos & carried) & ones
}

/// For 64 cells side by side, a number each: its bits of value 1, 2, 4 and 8.
type Counts = [u64; 4];

/// What a rule of birth and survival says for each number of cells in the set, from 0 to 9, among a cell and its eight
/// neighbours: whether one that is not in the set comes in, and whether that is otherwise for one that is.
struct Table([(u64, u64); 10]);

impl Table {
    fn of(birth: u16, survival: u16) -> Self {
        // The number has the cell itself in it, so that one of the set has one neighbour fewer.
        let all = |set: u16, number: usize| if set >> number & 1 == 1 { u64::MAX } else { 0 };
        Self(core::array::from_fn(|number| (all(birth, number), all(birth ^ survival << 1, number))))
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

/// Adds three bits in each of 64 places: the bits of value 1 and of value 2 of the sums.
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

    /// One pass as machines without wide vectors make it.
    fn pass_without_wide_vectors(cells: &BitGrid, rule: CellRule) -> BitGrid {
        let mut next = cells.clone();
        let (outside, mut band) = (rule.outside(cells.size().height), Band::new());
        band.prepare(cells, outside);
        let rows = Rows { words: next.words_in_row(), cells: next.words_mut(), above: None, below: None };
        rule.change_plainly(&mut band, None, rows, outside);
        next
    }

    fn pass_in_strips(cells: &BitGrid, rule: CellRule, strips: usize) -> BitGrid {
        let mut next = cells.clone();
        let changed = Automaton::new(rule).change(None, &mut next, strips);
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
                if size.width.min(size.height) > 1 {
                    prop_assert_eq!(pass_without_wide_vectors(&cells, rule), plain_pass(&cells, rule));
                }
                for strips in 1..4 {
                    prop_assert_eq!(pass_in_strips(&cells, rule, strips), plain_pass(&cells, rule), "{} strips", strips);
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
    fn half_is_enough() {
        // A corner counts four cells, itself among them.
        assert_eq!(after(".#\n#.", CellRule::Majority), "..\n..\n");
        assert_eq!(after("##\n#.", CellRule::Majority), "##\n##\n");
        assert_eq!(after("...\n.#.\n###", CellRule::Majority), "...\n...\n###\n");
    }

    #[test]
    fn large_maps_have_no_seams() {
        let life = CellRule::BirthSurvival { birth: 0b1000, survival: 0b1100 };
        for (width, height) in [(64, 800), (130, 400), (512, 100), (5_000, 20), (30_000, 3)] {
            let cells = crate::masks::scattered(Size::new(width, height), 50, u64::from(width));
            for rule in [CellRule::Majority, life] {
                assert!(after_passes(&cells, rule, 1) == plain_pass(&cells, rule), "{rule:?} on {}", cells.size());
            }
        }
    }

    #[test]
    fn one_automaton_serves_maps_of_all_sizes() {
        let mut automaton = Automaton::new(CellRule::Majority);
        for (width, height) in [(300, 4), (5, 9), (64, 1), (0, 3), (3, 0), (129, 12)] {
            let mut cells = crate::masks::scattered(Size::new(width, height), 50, u64::from(width));
            let expected = after_passes(&cells, CellRule::Majority, 4);
            let mut next = crate::masks::scattered(Size::new(width, height), 50, 7);
            automaton.pass(&cells, &mut next);
            automaton.run(&mut next, 3);
            assert_eq!(next, expected);
            automaton.run(&mut cells, 4);
            assert_eq!(cells, expected);
        }
    }
}

//! Rounds caves off: each cell becomes what most cells around it are.
//!
//! ```text
//! #.##.#.#        ########
//! .#..#...        ##.....#
//! #....##.   →    #......#
//! ..#.....        #......#
//! #.##.#.#        ##....##
//! ```

use undercroft_grid::{BitGrid, Size};

use crate::step::{Parameters, table_of};
use crate::{BadParameter, Draft, Fact, Reach, Step, Stream, Tile, Tileset, Veto, require, step};

step! {
    /// Rounds caves off: each cell becomes what most cells around it are.
    ///
    /// Each pass reads only what the pass before left. By the rule `majority` a cell becomes open where at least half
    /// of itself and its eight neighbours are open, with cells outside the map not counted.
    pub struct Smooth = "smooth" {
        /// How many times.
        pub passes: u32 = 8,
        /// `majority`, or open neighbours for birth and survival as in `B5678/S45678`, with rock outside the map.
        pub rule: String = "majority".into(),
    }
}

impl Step for Smooth {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        Reach::Cells(self.passes)
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("passes", self.passes, 0..=1_000)?;
        Rule::parse(&self.rule).map(|_| ()).map_err(|problem| BadParameter::new("rule", problem))
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let rule = Rule::parse(&self.rule).map_err(|problem| Veto::new("smooth", problem))?;
        let before = draft.open();
        let after = after_passes(&before, rule, self.passes);
        let tileset = draft.tileset().clone();
        for y in 0..draft.size().height {
            let cells = draft.tiles_mut().row_mut(y);
            for (word, (was_open, is_open)) in before.row(y).iter().zip(after.row(y)).enumerate() {
                let mut changed = was_open ^ is_open;
                while changed != 0 {
                    let bit = changed.trailing_zeros();
                    let cell = &mut cells[word * 64 + bit as usize];
                    *cell = if is_open >> bit & 1 == 1 { tileset.carved(*cell) } else { Tile::WALL };
                    changed &= changed - 1;
                }
            }
        }
        Ok(())
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

/// What decides whether a cell is open after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// At least half of the cell and its neighbours are open; outside is not counted.
    Majority,
    /// Bit n: a closed (an open) cell with n open neighbours is open afterwards; outside is closed.
    BirthSurvival { birth: u16, survival: u16 },
}

impl Rule {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "majority" {
            return Ok(Self::Majority);
        }
        let counts = |digits: &str| {
            digits.chars().try_fold(0, |set, digit| {
                digit
                    .to_digit(9)
                    .map(|count| set | 1_u16 << count)
                    .ok_or_else(|| format!("`{digit}` is not a count from 0 to 8"))
            })
        };
        let parts = text.strip_prefix('B').and_then(|rest| rest.split_once("/S"));
        let (birth, survival) =
            parts.ok_or_else(|| format!("`{text}` is not a rule: write `majority`, or counts as in `B5678/S45678`"))?;
        Ok(Self::BirthSurvival { birth: counts(birth)?, survival: counts(survival)? })
    }

    /// What becomes of one cell: what the rule says in words, for the tests to compare with.
    #[cfg(test)]
    fn opens(self, was_open: bool, open_around: u32, cells_around: u32) -> bool {
        match self {
            Self::Majority => 2 * (open_around + u32::from(was_open)) > cells_around,
            Self::BirthSurvival { birth, survival } => {
                (if was_open { survival } else { birth }) >> open_around & 1 == 1
            }
        }
    }
}

/// The open cells after so many passes. Stops early where a pass changes nothing.
fn after_passes(open: &BitGrid, rule: Rule, passes: u32) -> BitGrid {
    let mut now = open.clone();
    let mut next = BitGrid::new(open.size());
    let mut scratch = Scratch::new(open.words_in_row());
    for _ in 0..passes {
        scratch.pass(&now, &mut next, rule);
        if next == now {
            break;
        }
        std::mem::swap(&mut now, &mut next);
    }
    now
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
struct Scratch {
    above: Sums,
    middle: Sums,
    below: Sums,
}

struct Sums {
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Scratch {
    fn new(words: usize) -> Self {
        let sums = || Sums { ones: vec![0; words], twos: vec![0; words] };
        Self { above: sums(), middle: sums(), below: sums() }
    }

    /// One pass over all cells, from one grid into another.
    fn pass(&mut self, open: &BitGrid, next: &mut BitGrid, rule: Rule) {
        let Size { width, height } = open.size();
        if width == 0 || height == 0 {
            return;
        }
        self.middle.clear();
        self.below.fill(open.row(0));
        for y in 0..height {
            std::mem::swap(&mut self.above, &mut self.middle);
            std::mem::swap(&mut self.middle, &mut self.below);
            match y + 1 < height {
                true => self.below.fill(open.row(y + 1)),
                false => self.below.clear(),
            }
            let was_open = open.row(y);
            let now_open = next.row_mut(y);
            match rule {
                Rule::Majority => {
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
                Rule::BirthSurvival { birth, survival } => {
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
    use super::*;
    use crate::Point;
    use proptest::prelude::*;

    /// One pass, cell by cell.
    fn plain_pass(open: &BitGrid, rule: Rule) -> BitGrid {
        let size = open.size();
        BitGrid::from_fn(size, |at: Point| {
            let around = || at.eight().filter(|near| size.contains(*near));
            let open_around = around().filter(|near| open.contains(*near)).count();
            rule.opens(open.contains(at), open_around as u32, around().count() as u32)
        })
    }

    proptest! {
        #[test]
        fn passes_do_what_the_rule_says_for_each_cell(
            width in 1_u32..200,
            height in 1_u32..7,
            seed: u64,
            thin: bool,
            birth in 0_u16..512,
            survival in 0_u16..512,
        ) {
            let size = if thin { Size::new(height, width) } else { Size::new(width, height) };
            let stream = crate::Seed::from(seed).fork("cells");
            let open = BitGrid::from_fn(size, |at| stream.at(at) % 2 == 0);
            for rule in [Rule::Majority, Rule::BirthSurvival { birth, survival }] {
                let expected = (0..3).fold(open.clone(), |open, _| plain_pass(&open, rule));
                prop_assert_eq!(after_passes(&open, rule, 3), expected, "{:?} from\n{}", rule, open);
            }
        }
    }

    fn after(drawing: &str, rule: &str) -> String {
        let open = BitGrid::parse(drawing, |glyph| glyph == '.');
        let next = after_passes(&open, Rule::parse(rule).unwrap(), 1);
        next.to_string().replace('.', " ").replace('#', ".").replace(' ', "#")
    }

    #[test]
    fn half_is_enough_to_be_open() {
        // A corner counts four cells, itself among them.
        assert_eq!(after(".#\n#.", "majority"), "..\n..\n");
        assert_eq!(after("##\n#.", "majority"), "##\n##\n");
        assert_eq!(after("...\n.#.\n###", "majority"), "...\n...\n###\n");
    }

    #[test]
    fn a_pass_reads_only_what_was_there_before() {
        // Were the row changed in place, each cell that opens would open the next.
        assert_eq!(after(".#.####", "B2/S01"), "...####\n");
        assert_eq!(after("..#####", "B1/S"), "##.####\n");
    }

    #[test]
    fn a_rule_that_is_none_is_refused() {
        for bad in ["", "most", "B9/S1", "B3S23", "b3/s23"] {
            assert!(Rule::parse(bad).is_err(), "{bad:?} was taken");
        }
        assert_eq!(Rule::parse("B3/S23"), Ok(Rule::BirthSurvival { birth: 8, survival: 12 }));
    }
}

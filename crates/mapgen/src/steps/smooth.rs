//! Rounds caves off: each cell becomes what most cells around it are.
//!
//! ```text
//! #.##.#.#        ########
//! .#..#...        ##.....#
//! #....##.   →    #......#
//! ..#.....        #......#
//! #.##.#.#        ##....##
//! ```

use undercroft_grid::{BitGrid, Point, Size};

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
        let mut open = before.clone();
        for _ in 0..self.passes {
            let next = pass(&open, rule);
            if next == open {
                break;
            }
            open = next;
        }
        for at in draft.size().points() {
            match (before.contains(at), open.contains(at)) {
                (false, true) => draft.carve(at),
                (true, false) => draft.set(at, Tile::WALL),
                _ => {}
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

    fn opens(self, was_open: bool, open_around: u32, cells_around: u32) -> bool {
        match self {
            Self::Majority => 2 * (open_around + u32::from(was_open)) > cells_around,
            Self::BirthSurvival { birth, survival } => {
                (if was_open { survival } else { birth }) >> open_around & 1 == 1
            }
        }
    }
}

/// One pass over all cells.
fn pass(open: &BitGrid, rule: Rule) -> BitGrid {
    let size: Size = open.size();
    BitGrid::from_fn(size, |at: Point| {
        let around = || at.eight().filter(|near| size.contains(*near));
        let open_around = around().filter(|near| open.contains(*near)).count();
        rule.opens(open.contains(at), open_around as u32, around().count() as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(drawing: &str, rule: &str) -> String {
        let open = BitGrid::parse(drawing, |glyph| glyph == '.');
        let next = pass(&open, Rule::parse(rule).unwrap());
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

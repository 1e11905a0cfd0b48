//! Smooths caves with a cellular automaton: each cell becomes what most of its neighbours are.
//!
//! ```text
//! #.##.#.#        ########
//! .#..#...        ##.....#
//! #....##.   →    #......#
//! ..#.....        #......#
//! #.##.#.#        ##....##
//! ```

use undercroft_grid::{Automaton, CellRule};

use crate::{BadParameter, Draft, Fact, Observer, Reach, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Smooths caves: each cell becomes what most of its neighbours are.
    ///
    /// Each pass of this cellular automaton starts from the result of the one before. Under the rule `majority`, a cell
    /// opens if at least half of itself and its eight neighbours are open; cells outside the map do not count.
    pub struct Smooth = "smooth" {
        /// The number of passes.
        pub passes: u32 = 8,
        /// `majority`, or the numbers of open neighbours for birth and survival, as in `B5678/S45678`; then rock surrounds the map.
        pub rule: String = "majority".into(),
    }
}

impl Step for Smooth {
    fn reach(&self) -> Reach {
        Reach::Cells(self.passes)
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("passes", self.passes, 0..=1_000)?;
        parse(&self.rule).map(|_| ()).map_err(|problem| BadParameter::new("rule", problem))
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, _: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let rule = parse(&self.rule).map_err(|problem| Veto::new("smooth", problem))?;
        if observer.is_watching() {
            self.show_passes(draft, rule, observer);
        }
        draft.edit_open(|open| Automaton::new(rule).run(open, self.passes));
        Ok(())
    }
}

impl Smooth {
    /// Shows the result of every pass but the last, drawn on a copy.
    fn show_passes(&self, draft: &Draft, rule: CellRule, observer: &mut Observer<'_>) {
        let mut open = draft.open().clone();
        for _ in 1..self.passes {
            let before = open.clone();
            Automaton::new(rule).run(&mut open, 1);
            if open == before {
                return;
            }
            let mut sketch = draft.clone();
            sketch.edit_open(|cells| cells.clone_from(&open));
            observer.show(&sketch);
        }
    }
}

/// `majority`, or counts for birth and survival.
fn parse(text: &str) -> Result<CellRule, String> {
    if text == "majority" {
        return Ok(CellRule::Majority);
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
    Ok(CellRule::BirthSurvival { birth: counts(birth)?, survival: counts(survival)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn after(drawing: &str, rule: &str) -> String {
        let mut draft = Draft::parse(drawing);
        let step = Smooth::default().passes(1).rule(rule);
        step.apply(&mut draft, Seed::from(1).fork("smooth")).unwrap();
        draft.to_string().replace('·', ".")
    }

    #[test]
    fn a_pass_reads_only_what_was_there_before() {
        // If the row changed in place, each cell that opens would open the next.
        assert_eq!(after(".#.####", "B2/S01"), "...####\n");
        assert_eq!(after("..#####", "B1/S"), "##.####\n");
    }

    #[test]
    fn half_is_enough_to_be_open() {
        assert_eq!(after(".#\n#.", "majority"), "..\n..\n");
        assert_eq!(after("##\n#.", "majority"), "##\n##\n");
    }

    #[test]
    fn a_cell_that_opens_takes_a_tile_that_suits_the_ground() {
        assert_eq!(after("...\n.≈.\n...", "majority"), "...\n.~.\n...\n");
    }

    #[test]
    fn an_invalid_rule_is_refused() {
        for bad in ["", "most", "B9/S1", "B3S23", "b3/s23"] {
            assert!(parse(bad).is_err(), "{bad:?} was accepted");
        }
        assert_eq!(parse("B3/S23"), Ok(CellRule::BirthSurvival { birth: 8, survival: 12 }));
    }
}

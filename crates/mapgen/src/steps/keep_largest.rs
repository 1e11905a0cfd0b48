//! Keeps the largest connected part and fills up all others.
//!
//! ```text
//! #########        #########
//! #..##...#        #####...#
//! #..##...#   →    #####...#
//! ####.####        #########
//! #########        #########
//! ```

use undercroft_grid::{Components, Neighbours};

use super::border::close_open;
use super::connect::fill_regions;
use crate::Parameters;
use crate::{Draft, EndlessMode, Fact, Size, Step, Stream, Veto, step};

step! {
    /// Closes the border, keeps the largest connected part and fills up all others with what surrounds them.
    pub struct KeepLargest = "keep-largest" {}
}

impl Step for KeepLargest {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::CONNECTED]
    }

    fn endless(&self, _: Size) -> EndlessMode {
        // Chunks are joined in their own way, so that no part is ever left over.
        EndlessMode::Skipped
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        close_open(draft);
        let regions = Components::of(draft.open(), Neighbours::Four);
        let Some(largest) = regions.largest() else {
            return Err(Veto::new(Self::NAME, "there is no open cell to keep"));
        };
        fill_regions(draft, &regions, |label| label != largest);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn kept(drawing: &str) -> String {
        let mut draft = Draft::parse(drawing);
        KeepLargest::default().apply(&mut draft, Seed::from(1).fork("keep")).unwrap();
        draft.to_string()
    }

    #[test]
    fn all_but_the_largest_part_become_what_is_around_them() {
        assert_eq!(
            kept("########\n#..#...#\n#≈≈#...#\n#≈.≈≈≈≈#\n#≈≈≈.≈≈#\n########"),
            "########\n####···#\n#≈≈#···#\n#≈≈≈≈≈≈#\n#≈≈≈≈≈≈#\n########\n"
        );
    }

    #[test]
    fn what_hangs_together_by_the_border_alone_is_not_one_part() {
        assert_eq!(kept("......\n.####.\n.#..#.\n######"), "######\n######\n##··##\n######\n");
    }

    #[test]
    fn solid_rock_is_vetoed() {
        assert!(KeepLargest::default().apply(&mut Draft::parse("###\n###"), Seed::from(1).fork("keep")).is_err());
    }
}

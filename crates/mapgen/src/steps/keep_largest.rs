//! Keeps the largest component and fills all others.
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
use super::connect::fill_components;
use super::mend::open_something;
use crate::Parameters;
use crate::{Draft, EndlessMode, Fact, Size, Step, Stream, Veto, step};

step! {
    /// Closes the border, keeps the largest component and fills all others with the tile that surrounds them.
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
        // Chunks are joined as they are made, so no separate component is ever left.
        EndlessMode::Skipped
    }

    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        close_open(draft);
        open_something(draft);
        let components = Components::of(draft.open(), Neighbours::Four);
        let Some(largest) = components.largest() else {
            return Err(Veto::new(Self::NAME, "there is no open cell to keep"));
        };
        fill_components(draft, &components, |label| label != largest);
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
    fn smaller_components_become_what_surrounds_them() {
        assert_eq!(
            kept("########\n#..#...#\n#≈≈#...#\n#≈.≈≈≈≈#\n#≈≈≈.≈≈#\n########"),
            "########\n####···#\n#≈≈#···#\n#≈≈≈≈≈≈#\n#≈≈≈≈≈≈#\n########\n"
        );
    }

    #[test]
    fn components_that_touch_only_through_the_border_are_separate() {
        assert_eq!(kept("......\n.####.\n.#..#.\n######"), "######\n######\n##··##\n######\n");
    }

    #[test]
    fn solid_rock_is_vetoed() {
        assert!(KeepLargest::default().apply(&mut Draft::parse("###\n###"), Seed::from(1).fork("keep")).is_err());
    }
}

//! Joins all that is open by the shortest tunnels, and fills up what is too small to matter.
//!
//! ```text
//! #########        #########
//! #..##...#        #..##...#
//! #..##...#   →    #.......#
//! ####.####        #########
//! #########        #########
//! ```

mod ahead;
mod fill;
mod growth;
mod join;
mod parts;
#[cfg(test)]
mod plain;
mod walls;
mod way;
mod window;

use undercroft_grid::{Components, Neighbours, Size};

pub(crate) use fill::fill_regions;
pub(crate) use join::join_all;

use super::border::close_open;
use crate::{BadParameter, Draft, EndlessMode, Fact, Observer, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Closes the border and joins all regions by the shortest tunnels; fills pockets that are too small to matter.
    ///
    /// In rounds, every part but the largest tunnels to the part nearest to it, until there is one. That is Borůvka's
    /// way to the shortest tunnels over all. What is carved becomes what fits: rock floor, water a ford, trees grass.
    pub struct Connect = "connect" {
        /// Components of fewer cells are filled up instead, with what surrounds them. The largest never is.
        pub pockets: u32 = 12,
    }
}

impl Step for Connect {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::CONNECTED]
    }

    fn endless(&self, _: Size) -> EndlessMode {
        EndlessMode::Skipped
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("pockets", self.pockets, 0..=1_000_000)
    }

    fn apply_observed(&self, draft: &mut Draft, _: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        close_open(draft);
        let mut regions = Components::of(draft.open(), Neighbours::Four);
        let largest = regions.largest();
        let is_pocket = |label| Some(label) != largest && regions.size(label) < self.pockets as usize;
        let pockets: Vec<bool> = (0..regions.count() as u32).map(is_pocket).collect();
        let is_pocket = |label: u32| pockets[label as usize];
        fill_regions(draft, &regions, is_pocket);
        observer.show(draft);
        // What is left are the same regions, without the pockets.
        regions.forget(is_pocket);
        join::join_regions(draft, &regions, observer)?;
        // A tunnel may have opened the wall beside a door.
        draft.drop_odd_doors();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn connected(drawing: &str, pockets: u32) -> Draft {
        let mut draft = Draft::parse(drawing);
        Connect { pockets }.apply(&mut draft, Seed::from(1).fork("connect")).unwrap();
        let parts = Components::of(draft.open(), Neighbours::Four).count();
        assert_eq!(parts, 1, "{parts} parts:\n{draft}");
        draft
    }

    #[test]
    fn the_shortest_tunnels_are_dug() {
        let before = "##########\n#..#...###\n#..####..#\n#.....##.#\n##########";
        let draft = connected(before, 0);
        let dug = draft.open().count() - Draft::parse(before).open().count();
        assert_eq!(dug, 2, "two cells are enough:\n{draft}");
    }

    #[test]
    fn what_is_carved_becomes_what_fits() {
        let draft = connected("#######\n#.≈♣#.#\n#######", 0);
        assert_eq!(draft.to_string(), "#######\n#·~.··#\n#######\n");
    }

    #[test]
    fn pockets_are_filled_with_what_surrounds_them() {
        let draft = connected("########\n#≈≈≈...#\n#≈.≈...#\n#≈≈≈...#\n########", 4);
        assert_eq!(draft.to_string(), "########\n#≈≈≈···#\n#≈≈≈···#\n#≈≈≈···#\n########\n");
    }

    #[test]
    fn the_border_is_closed_and_no_tunnel_runs_along_it() {
        let draft = connected(".....\n.###.\n.#.#.\n#####", 0);
        let open_border = draft.size().points().filter(|at| draft.size().on_border(*at) && draft.is_open(*at)).count();
        assert_eq!(open_border, 0, "{draft}");
    }
}

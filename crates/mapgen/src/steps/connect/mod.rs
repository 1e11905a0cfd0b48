//! Joins all open cells with short tunnels, and fills pockets that are too small to matter.
//!
//! ```text
//! #########        #########
//! #..##...#        #..##...#
//! #..##...#   →    #.......#
//! ####.####        #########
//! #########        #########
//! ```

mod fill;
mod join;
mod openings;
#[cfg(test)]
mod oracle;

use undercroft_grid::{Components, Neighbours, Size};

pub(crate) use fill::fill_components;
pub(crate) use join::{join_all, tunnels};

use super::border::close_open;
use super::mend::open_something;
use crate::{BadParameter, Draft, EndlessMode, Fact, Observer, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Closes the border, fills small pockets and joins all other components with tunnels.
    ///
    /// The thinnest walls are cut first, until one component is left. Carved rock becomes floor, water a ford, trees grass.
    pub struct Connect = "connect" {
        /// Components with fewer cells are filled with the tile that surrounds them. The largest is always kept.
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

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        close_open(draft);
        open_something(draft);
        let mut components = Components::of(draft.open(), Neighbours::Four);
        let largest = components.largest();
        let labels = 0..components.count() as u32;
        let is_pocket: Vec<bool> =
            labels.map(|label| Some(label) != largest && components.size(label) < self.pockets as usize).collect();
        let is_pocket = |label: u32| is_pocket[label as usize];
        fill_components(draft, &components, is_pocket);
        observer.show(draft);
        components.forget(is_pocket);
        join::join_components(draft, &components, stream, observer)?;
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
        let count = Components::of(draft.open(), Neighbours::Four).count();
        assert_eq!(count, 1, "{count} components:\n{draft}");
        draft
    }

    #[test]
    fn the_thinnest_walls_are_cut() {
        let before = "##########\n#..#...###\n#..####..#\n#.....##.#\n##########";
        let draft = connected(before, 0);
        let dug = draft.open().count() - Draft::parse(before).open().count();
        assert_eq!(dug, 2, "two cells are enough:\n{draft}");
    }

    #[test]
    fn carved_cells_become_the_tile_that_fits() {
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

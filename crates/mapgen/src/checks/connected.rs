//! All walkable cells are one region, stepping in the four directions only.

use undercroft_grid::{BitGrid, Neighbours, Regions};

use crate::check::Veto;

pub(super) fn judge(open: &BitGrid) -> Result<(), Veto> {
    match Regions::count_of(open, Neighbours::Four) {
        0 => Err(Veto::new("connected", "there is no cell to stand on")),
        1 => Ok(()),
        count => {
            let second = Regions::of(open, Neighbours::Four).first(1);
            Err(Veto::new("connected", format!("the open cells are {count} separate parts")).at(second))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;

    #[test]
    fn parts_that_only_touch_at_corners_are_separate() {
        assert!(judge(&Draft::parse("..\n#.").open()).is_ok());
        let veto = judge(&Draft::parse(".#\n#.").open()).unwrap_err();
        assert!(veto.reason.contains("2 separate parts"), "{veto}");
        assert!(judge(&Draft::parse("##").open()).is_err());
    }
}

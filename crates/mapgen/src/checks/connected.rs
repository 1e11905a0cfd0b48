//! All walkable cells are one region, stepping in the four directions only.

use undercroft_grid::{BitGrid, Neighbours, Regions, is_connected};

use crate::check::Veto;

pub(super) fn judge(open: &BitGrid) -> Result<(), Veto> {
    if open.is_empty() {
        return Err(Veto::new("connected", "there is no cell to stand on"));
    }
    if is_connected(open, Neighbours::Four) {
        return Ok(());
    }
    let parts = Regions::of(open, Neighbours::Four);
    Err(Veto::new("connected", format!("the open cells are {} separate parts", parts.count())).at(parts.first(1)))
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

//! All walkable cells are one region, stepping in the four directions only.

use undercroft_grid::{Components, Neighbours};

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let open = draft.as_open();
    if open.is_empty() {
        return Err(Veto::new("connected", "there is no cell to stand on"));
    }
    if draft.is_connected() {
        return Ok(());
    }
    let parts = Components::of(open, Neighbours::Four);
    Err(Veto::new("connected", format!("the open cells are {} separate parts", parts.count())).at(parts.first(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_only_touch_at_corners_are_separate() {
        assert!(judge(&Draft::parse("..\n#.")).is_ok());
        let veto = judge(&Draft::parse(".#\n#.")).unwrap_err();
        assert!(veto.reason.contains("2 separate parts"), "{veto}");
        assert!(judge(&Draft::parse("##")).is_err());
    }
}

//! All walkable cells form one component, moving in four directions only.

use undercroft_grid::{Components, Neighbours};

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let open = draft.open();
    if open.is_empty() {
        return Err(Veto::new("connected", "there is no walkable cell"));
    }
    if draft.is_connected() {
        return Ok(());
    }
    let components = Components::of(open, Neighbours::Four);
    let reason = format!("the walkable cells form {} components instead of one", components.count());
    Err(Veto::new("connected", reason).at(components.first(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_that_only_touch_at_corners_are_separate() {
        assert!(judge(&Draft::parse("..\n#.")).is_ok());
        let veto = judge(&Draft::parse(".#\n#.")).unwrap_err();
        assert_eq!(veto.to_string(), "connected: the walkable cells form 2 components instead of one, at (1, 1)");
    }

    #[test]
    fn solid_rock_is_vetoed() {
        assert!(judge(&Draft::parse("##")).is_err());
    }
}

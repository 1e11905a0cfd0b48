//! The border of a bounded level is solid.

use undercroft_grid::{BitGrid, Rect};

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    let size = draft.size();
    let sides = [
        Rect::new(0, 0, size.width, 1),
        Rect::new(0, size.height as i32 - 1, size.width, 1),
        Rect::new(0, 0, 1, size.height),
        Rect::new(size.width as i32 - 1, 0, 1, size.height),
    ];
    let open_side = sides.into_iter().find(|side| open.meets_rect(*side));
    match open_side.and_then(|side| side.points().find(|at| open.contains(*at))) {
        Some(at) => {
            let keeper = draft.keeper(at).map_or_else(String::new, |name| format!(": {name} has an open cell on it"));
            Err(Veto::new("border", format!("the border is open{keeper}")).at(at))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_solid(map: &str) -> bool {
        let draft = Draft::parse(map);
        judge(&draft, draft.open()).is_ok()
    }

    #[test]
    fn an_opening_in_any_side_is_vetoed() {
        assert!(is_solid("###\n#.#\n###"));
        for map in ["#.#\n#.#\n###", "###\n..#\n###", "###\n#..\n###", "###\n#.#\n##."] {
            assert!(!is_solid(map), "\n{map}");
        }
    }
}

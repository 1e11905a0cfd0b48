//! The border of a bounded level is solid.

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let size = draft.size();
    let (right, bottom) = (size.width as i32 - 1, size.height as i32 - 1);
    let rows = (0..=right).flat_map(|x| [(x, 0), (x, bottom)]);
    let columns = (0..=bottom).flat_map(|y| [(0, y), (right, y)]);
    let mut border = rows.chain(columns).map(|(x, y)| undercroft_grid::Point::new(x, y));
    match border.find(|at| draft.is_open(*at)) {
        Some(at) => Err(Veto::new("border", "the border is open").at(at)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_in_any_side_is_found() {
        assert!(judge(&Draft::parse("###\n#.#\n###")).is_ok());
        for open in ["#.#\n#.#\n###", "###\n..#\n###", "###\n#..\n###", "###\n#.#\n##."] {
            assert!(judge(&Draft::parse(open)).is_err(), "not found:\n{open}");
        }
    }
}

//! Rooms lie inside the map, are open, and do not overlap.

use undercroft_grid::{BitGrid, Point};

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    if draft.rooms.is_empty() {
        return Ok(());
    }
    let mut used = BitGrid::new(draft.size());
    for &room in &draft.rooms {
        let first = |is_wrong: &dyn Fn(Point) -> bool| room.points().find(|at| is_wrong(*at));
        let (reason, at) = if room.is_empty() || !draft.size().interior().encloses(room) {
            ("a room is not inside the map", Some(room.min()))
        } else if !open.contains_rect(room) {
            ("a room is not open", first(&|at| !open.contains(at)))
        } else if used.meets_rect(room) {
            ("two rooms overlap", first(&|at| used.contains(at)))
        } else {
            used.insert_rect(room);
            continue;
        };
        return Err(Veto { at, ..Veto::new("rooms", reason) });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    #[test]
    fn rooms_outside_closed_or_overlapping_are_vetoed() {
        let judged = |rooms: &[Rect]| {
            let mut draft = Draft::parse("######\n#...##\n#...##\n######");
            draft.rooms = rooms.to_vec();
            judge(&draft, draft.open()).map_err(|veto| veto.to_string())
        };
        let vetoed = |reason: &str| Err(format!("rooms: {reason}"));
        let left = Rect::new(1, 1, 2, 2);
        assert_eq!(judged(&[left, Rect::new(3, 1, 1, 2)]), Ok(()));
        assert_eq!(judged(&[left, Rect::new(2, 2, 1, 1)]), vetoed("two rooms overlap, at (2, 2)"));
        assert_eq!(judged(&[Rect::new(1, 1, 4, 2)]), vetoed("a room is not open, at (4, 1)"));
        assert_eq!(judged(&[Rect::new(0, 1, 2, 2)]), vetoed("a room is not inside the map, at (0, 1)"));
        assert_eq!(judged(&[Rect::new(1, 1, 0, 2)]), vetoed("a room is not inside the map, at (1, 1)"));
    }
}

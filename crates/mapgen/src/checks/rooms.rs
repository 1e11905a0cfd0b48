//! Rooms lie inside the map, do not overlap, and are open.

use undercroft_grid::BitGrid;

use crate::check::Veto;
use crate::draft::Draft;

pub(super) fn judge(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    let mut used = BitGrid::new(draft.size());
    for room in &draft.rooms {
        if room.is_empty() || !draft.size().interior().encloses(*room) {
            return Err(Veto::new("rooms", "a room is not inside the map").at(room.min()));
        }
        if open.contains_rect(*room) && !used.meets_rect(*room) {
            used.insert_rect(*room);
            continue;
        }
        // Something is wrong with it: cell by cell it is found where.
        for at in room.points() {
            if !open.contains(at) {
                return Err(Veto::new("rooms", "a room is not open").at(at));
            }
            if !used.insert(at) {
                return Err(Veto::new("rooms", "two rooms overlap").at(at));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    #[test]
    fn rooms_outside_closed_or_over_each_other_are_found() {
        let judge_rooms = |rooms: &[Rect]| {
            let mut draft = Draft::parse("######\n#...##\n#...##\n######");
            draft.rooms = rooms.to_vec();
            judge(&draft, &draft.open()).map_err(|veto| veto.reason)
        };
        assert_eq!(judge_rooms(&[Rect::new(1, 1, 2, 2), Rect::new(3, 1, 1, 2)]), Ok(()));
        assert_eq!(judge_rooms(&[Rect::new(1, 1, 2, 2), Rect::new(2, 1, 1, 1)]), Err("two rooms overlap".into()));
        assert_eq!(judge_rooms(&[Rect::new(1, 1, 4, 2)]), Err("a room is not open".into()));
        assert_eq!(judge_rooms(&[Rect::new(0, 1, 2, 2)]), Err("a room is not inside the map".into()));
    }
}

//! Rooms lie inside the map, do not overlap, and are open.

use undercroft_grid::{BitGrid, Rect, Size};

use crate::check::Veto;
use crate::draft::Draft;
use crate::few_rects::FewRects;

pub(super) fn judge(draft: &Draft, open: &BitGrid) -> Result<(), Veto> {
    let inside = draft.size().interior();
    let is_good = |room: &Rect| !room.is_empty() && inside.encloses(*room) && open.contains_rect(*room);
    match draft.rooms.iter().all(is_good) && !overlap(&draft.rooms, draft.size()) {
        true => Ok(()),
        false => first_mistake(draft, open).map_or(Ok(()), Err),
    }
}

/// Whether two of the rooms, all of which are on the map, share a cell.
fn overlap(rooms: &[Rect], size: Size) -> bool {
    // Few are compared with each other; many are drawn on a map, which takes as long as there are rooms.
    if rooms.len() <= FewRects::MOST {
        let mut few = FewRects::new();
        return rooms.iter().any(|room| few.meet(*room) || !few.add(*room));
    }
    let mut used = BitGrid::new(size);
    rooms.iter().any(|room| {
        let meets = used.meets_rect(*room);
        used.insert_rect(*room);
        meets
    })
}

/// What is wrong with the first room that is not as it should be, found cell by cell.
fn first_mistake(draft: &Draft, open: &BitGrid) -> Option<Veto> {
    let mut used = BitGrid::new(draft.size());
    for room in &draft.rooms {
        if room.is_empty() || !draft.size().interior().encloses(*room) {
            return Some(Veto::new("rooms", "a room is not inside the map").at(room.min()));
        }
        for at in room.points() {
            if !open.contains(at) {
                return Some(Veto::new("rooms", "a room is not open").at(at));
            }
            if !used.insert(at) {
                return Some(Veto::new("rooms", "two rooms overlap").at(at));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEW: usize = FewRects::MOST;

    #[test]
    fn many_rooms_overlap_where_few_do() {
        let size = Size::new(200, 90);
        let apart: Vec<Rect> = (0..3 * FEW as i32).map(|n| Rect::new(1 + n % 20 * 9, 1 + n / 20 * 9, 9, 9)).collect();
        for count in [FEW, FEW + 1, 3 * FEW] {
            let rooms = &apart[..count];
            assert!(!overlap(rooms, size));
            for (index, room) in rooms.iter().enumerate() {
                let mut rooms = rooms.to_vec();
                rooms[(index + count / 2) % count] = Rect::new(room.x + 8, room.y + 8, 1, 1);
                assert!(overlap(&rooms, size), "{} rooms", rooms.len());
            }
        }
    }

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

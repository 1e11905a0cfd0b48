//! The doors and stairs on the map are exactly those in the draft's lists.

use crate::check::Veto;
use crate::draft::Draft;
use crate::tile::Fixture;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let tiles = draft.tileset();
    let mut unlisted = draft.where_tile(|tile| tiles.fixture(tile).is_some());
    let doors = draft.doors.iter().map(|at| (Fixture::Door, *at));
    let stairs = draft.stairs.iter().map(|stair| (Fixture::Stairs(stair.kind), stair.at));
    for (fixture, at) in doors.chain(stairs) {
        if tiles.fixture(draft.tile(at)) != Some(fixture) {
            let reason = format!("the {fixture} in the list is `{}` on the map", draft.info(at).name);
            return Err(Veto::new("lists", reason).at(at));
        }
        if !unlisted.remove(at) {
            return Err(Veto::new("lists", format!("the {fixture} is listed twice")).at(at));
        }
    }
    match unlisted.first() {
        Some(at) => Err(Veto::new("lists", format!("`{}` on the map is not in any list", draft.info(at).name)).at(at)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, StairKind, Tile};

    fn draft() -> Draft {
        Draft::parse("#######\n#<.+.>#\n#######")
    }

    fn veto(change: impl Fn(&mut Draft)) -> String {
        let mut draft = draft();
        change(&mut draft);
        judge(&draft).map_or_else(|veto| veto.to_string(), |()| panic!("not found:\n{draft}"))
    }

    #[test]
    fn doors_and_stairs_are_on_the_map_and_in_their_lists() {
        assert_eq!(judge(&draft()), Ok(()));
        assert_eq!(veto(|draft| draft.doors.clear()), "lists: `door` on the map is not in any list, at (3, 1)");
        assert_eq!(
            veto(|draft| _ = draft.stairs.pop()),
            "lists: `stairs-down` on the map is not in any list, at (5, 1)"
        );
        assert_eq!(
            veto(|draft| draft.set(Point::new(3, 1), Tile::FLOOR)),
            "lists: the door in the list is `floor` on the map, at (3, 1)"
        );
        assert_eq!(
            veto(|draft| draft.stairs[0].kind = StairKind::Down),
            "lists: the staircase down in the list is `stairs-up` on the map, at (1, 1)"
        );
        assert_eq!(veto(|draft| draft.doors.push(Point::new(3, 1))), "lists: the door is listed twice, at (3, 1)");
    }
}

//! Ends the ground phase for kept pieces: joins whatever they have cut off, and connects or walls up their doors.
//!
//! ```text
//! .######        .######
//! .######   →    .....##        the door is required: a tunnel leads to it
//! .###+##        .###+##
//! .##._.#        .##._.#
//! ```

use undercroft_grid::{BitGrid, Point};

use super::connect::join_all;
use crate::checks::stands_between_walls;
use crate::{Draft, Stream, Veto};

/// Joins whatever kept pieces have cut off, digs to their required doors, and walls up other doors that lead nowhere.
///
/// # Errors
/// If a kept piece cannot be reached or, unless the draft is lenient, a required door cannot. The veto names the piece.
pub(crate) fn join_kept(draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
    if draft.kept().is_none() {
        return Ok(());
    }
    if draft.mission_plan().is_some() || !draft.is_connected() {
        join_all(draft, stream.fork("kept"))?;
    }
    let doors: Vec<Point> = draft.kept_doors().filter(|door| draft.is_open(*door)).collect();
    for door in doors {
        if draft.requires_door(door) && !draft.leads_out(door) {
            match tunnel_from(draft, door) {
                Some(tunnel) => tunnel.into_iter().for_each(|at| draft.carve(at)),
                // The last attempts make do with the other doors.
                None if draft.lenient => {}
                None => {
                    let piece = draft.keeper(door).unwrap_or("a kept piece");
                    return Err(Veto::new("reserve", format!("a door of {piece} cannot be reached")).at(door));
                }
            }
        }
    }
    // All of a piece can be reached by now, so doors that still lead nowhere are not needed.
    let doors: Vec<Point> = draft.kept_doors().filter(|door| draft.tileset().is_door(draft.tile(*door))).collect();
    for door in doors {
        if !stands_between_walls(draft, door) {
            draft.wall_up(door);
        }
    }
    draft.relist_kept();
    Ok(())
}

/// The shortest tunnel through rock from a door to open ground that is not kept.
fn tunnel_from(draft: &Draft, door: Point) -> Option<Vec<Point>> {
    let inside = draft.size().interior();
    let can_dig = |at: &Point| inside.contains(*at) && !draft.is_kept(*at) && !draft.is_open(*at);
    let mut seen = BitGrid::new(draft.size());
    // Each cell, with the index of its predecessor.
    let mut queue: Vec<(Point, usize)> = Vec::new();
    let mut next = 0;
    let mut from = (door, usize::MAX);
    loop {
        for near in from.0.four().filter(can_dig) {
            if seen.insert(near) {
                queue.push((near, if from.0 == door { usize::MAX } else { next - 1 }));
            }
        }
        from = *queue.get(next)?;
        next += 1;
        if draft.leads_out(from.0) {
            let path = std::iter::successors(Some(from), |(_, before)| queue.get(*before).copied());
            return Some(path.map(|(at, _)| at).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn joined(required: bool) -> Draft {
        let mut draft = Draft::parse("#########\n#.#######\n#.#######\n#...#+###\n#####..##\n####+.###\n#########");
        let cells = BitGrid::from_fn(draft.size(), |at| at.x > 3 && at.y > 2);
        let doors = [Point::new(5, 3), Point::new(4, 5)];
        draft.keep("cell", &cells, &doors);
        if required {
            draft.require_doors(&doors[..1]);
        }
        join_kept(&mut draft, Seed::from(1).fork("ground")).unwrap();
        draft
    }

    #[test]
    fn a_required_door_gets_a_tunnel_and_others_are_walled_up() {
        let draft = joined(true);
        assert!(draft.is_connected() && draft.leads_out(Point::new(5, 3)), "{draft}");
        assert!(draft.doors.iter().all(|door| stands_between_walls(&draft, *door)), "{draft}");
        let draft = joined(false);
        assert!(draft.is_connected() && draft.doors.len() == 1, "{draft}");
    }
}

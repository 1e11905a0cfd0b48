//! Rooms, and which of them are joined by a path.

use std::collections::{BTreeSet, VecDeque};

use undercroft_grid::{Grid, Point, Rect};
use undercroft_mapgen::Draft;

use super::colours::{LINK, ROOM, UNSEEN};
use super::{Layer, Mark};
use crate::shade::veil;

pub(super) fn rooms(draft: &Draft) -> Layer {
    let links = links(draft);
    let mut marks = Vec::new();
    for (number, room) in (1..).zip(&draft.rooms) {
        marks.push(Mark::Fill { area: *room, colour: veil(ROOM, 60) });
        marks.push(Mark::Frame { area: *room, colour: ROOM, title: format!("room {number}") });
    }
    for width in [5, 3] {
        let colour = if width == 5 { veil(UNSEEN, 160) } else { LINK };
        marks.extend(links.iter().map(|(a, b)| {
            let points = vec![draft.rooms[*a].centre(), draft.rooms[*b].centre()];
            Mark::Line { points, colour, width }
        }));
    }
    for (number, room) in (1_usize..).zip(&draft.rooms) {
        marks.push(Mark::Text { at: room.centre(), text: number.to_string(), colour: ROOM });
    }
    let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    (marks, vec![(ROOM, plural(draft.rooms.len(), "room")), (LINK, plural(links.len(), "link") + " between them")])
}

/// Pairs of rooms joined by a path that is closer to both than to any other room.
///
/// A breadth-first search from all rooms at once: two rooms are linked where their searches meet.
fn links(draft: &Draft) -> BTreeSet<(usize, usize)> {
    let mut owner: Grid<Option<usize>> = Grid::new(draft.size(), None);
    let mut front = VecDeque::new();
    for (index, room) in draft.rooms.iter().enumerate() {
        for at in inside(*room, draft) {
            owner[at] = Some(index);
            front.push_back((index, at));
        }
    }
    let mut links = BTreeSet::new();
    while let Some((index, at)) = front.pop_front() {
        for near in at.four().filter(|near| draft.is_open(*near)) {
            match owner[near] {
                None => {
                    owner[near] = Some(index);
                    front.push_back((index, near));
                }
                Some(other) if other != index => {
                    links.insert((index.min(other), index.max(other)));
                }
                Some(_) => {}
            }
        }
    }
    links
}

/// The open cells of a room that are on the map: a draft built by hand may list anything.
fn inside(room: Rect, draft: &Draft) -> impl Iterator<Item = Point> {
    room.intersection(draft.size().rect()).points().filter(|at| draft.is_open(*at))
}

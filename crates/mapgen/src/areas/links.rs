//! Finds the openings between areas.

use std::collections::BTreeMap;

use undercroft_grid::{Grid, Point};

use super::{Area, AreaKind, Link, LinkKind, NO_AREA, opening_kind};
use crate::{Draft, Shape};

/// The openings between areas: runs of cells where two areas touch.
pub(super) fn links(draft: &Draft, map: &Grid<u32>, areas: &[Area]) -> Vec<Link> {
    let mut touching: BTreeMap<([u32; 2], LinkKind), Vec<Point>> = BTreeMap::new();
    for at in draft.size().points() {
        let here = map[at];
        if here == NO_AREA {
            continue;
        }
        for near in [at + Point::new(1, 0), at + Point::new(0, 1)] {
            let there = map.get(near).copied().unwrap_or(NO_AREA);
            if there == NO_AREA || there == here {
                continue;
            }
            let between = [here.min(there), here.max(there)];
            let (cell, kind) = opening(draft, areas, (at, here), (near, there));
            touching.entry((between, kind)).or_default().push(cell);
        }
    }
    let mut links = Vec::new();
    for ((between, kind), mut cells) in touching {
        cells.sort_unstable_by_key(|at| (at.y, at.x));
        cells.dedup();
        while let Some(first) = cells.first().copied() {
            let run = take_run(&mut cells, first);
            links.push(Link { between, at: run[run.len() / 2], width: run.len() as u32, kind });
        }
    }
    links.sort_by_key(|link| (link.between, link.at.y, link.at.x));
    links
}

/// The cell that stands for the opening between two neighbours, and the kind of opening. It is the door if there is
/// one, else the cell in the narrower area.
fn opening(draft: &Draft, areas: &[Area], one: (Point, u32), other: (Point, u32)) -> (Point, LinkKind) {
    let kind = |at: Point| {
        let info = draft.info(at);
        match info.name == "bridge" || info.shape == Shape::Shallow {
            true => LinkKind::Bridge,
            false => LinkKind::Gap,
        }
    };
    let cells = [one.0, other.0];
    if let Some((cell, kind)) = cells.into_iter().find_map(|at| Some((at, opening_kind(draft, at)?))) {
        return (cell, kind);
    }
    let is_narrow = |id: u32| areas[id as usize].kind == AreaKind::Corridor;
    let second = is_narrow(other.1) && !is_narrow(one.1);
    let cell = cells[usize::from(second)];
    (cell, kind(cell))
}

/// Removes the cells connected to the first one, and returns them in order.
fn take_run(cells: &mut Vec<Point>, first: Point) -> Vec<Point> {
    let mut run = vec![first];
    cells.retain(|at| *at != first);
    let mut next = 0;
    while next < run.len() {
        let at = run[next];
        next += 1;
        cells.retain(|near| {
            let touches = (near.x - at.x).abs() <= 1 && (near.y - at.y).abs() <= 1;
            if touches {
                run.push(*near);
            }
            !touches
        });
    }
    run.sort_unstable_by_key(|at| (at.y, at.x));
    run
}

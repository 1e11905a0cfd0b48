//! Computes the layers of most overlays.

use undercroft_grid::{BitGrid, Components, Distances, Neighbours, Point, Rect, Size, field_of_view};
use undercroft_mapgen::{Class, Colour, Draft, Metric, StairKind, Survey};

use super::colours::{
    AROUND, CHOKE, CREATURE, DEAD_END, GATE, ISLAND, ITEM, NARROW, OTHER, PATH, SEEN, STAIRS, START, UNSEEN, heat,
};
use super::{Layer, Mark};
use crate::shade::veil;

/// Opacities that leave the map below legible.
pub(super) const STRONG: u8 = 150;
pub(super) const WEAK: u8 = 80;
/// A chamber has at least this many cells.
const SMALLEST_AREA: usize = 9;

/// Fills cells with one colour, one rectangle per run.
fn fill(cells: &BitGrid, colour: Colour) -> Vec<Mark> {
    fill_by(cells.size(), |at| cells.contains(at).then_some(colour))
}

/// Fills each cell with its own colour, one rectangle per run.
pub(super) fn fill_by(size: Size, colour: impl Fn(Point) -> Option<Colour>) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for at in size.points() {
        let Some(colour) = colour(at) else { continue };
        match marks.last_mut() {
            Some(Mark::Fill { area, colour: last }) if *last == colour && area.y == at.y && area.right() == at.x => {
                area.width += 1;
            }
            _ => marks.push(Mark::Fill { area: Rect::new(at.x, at.y, 1, 1), colour }),
        }
    }
    marks
}

fn inverted(cells: &BitGrid) -> BitGrid {
    let mut others = cells.clone();
    others.invert();
    others
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The cells of all open 2×2 squares.
fn wide(open: &BitGrid) -> BitGrid {
    let square = |x: i32, y: i32| {
        [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|(dx, dy)| open.contains(Point::new(x + dx, y + dy)))
    };
    BitGrid::from_fn(open.size(), |at| {
        open.contains(at) && [(0, 0), (-1, 0), (0, -1), (-1, -1)].iter().any(|(x, y)| square(at.x + x, at.y + y))
    })
}

pub(super) fn distance(draft: &Draft) -> Layer {
    let Some(start) = draft.start.or(draft.arrival()) else {
        return (Vec::new(), vec![(NARROW, "no start to measure from".into())]);
    };
    let distances = Distances::from(draft.open(), [start], Neighbours::Four);
    let (farthest, most) = distances.farthest().unwrap_or((start, 0));
    let mut marks = fill_by(draft.size(), |at| distances.get(at).map(|steps| veil(heat(steps, most), 190)));
    marks.push(Mark::Ring { at: start, colour: START, title: "start".into() });
    marks.push(Mark::Ring { at: farthest, colour: UNSEEN, title: format!("{most} steps away") });
    let legend = [0, 1, 2, 3, 4].map(|quarter| {
        let steps = most * quarter / 4;
        let text = match quarter {
            0 => "distance from the start: 0".into(),
            4 => format!("{steps} steps"),
            _ => steps.to_string(),
        };
        (heat(quarter, 4), text)
    });
    (marks, legend.into())
}

pub(super) fn path(draft: &Draft) -> Layer {
    let downwards = draft.stairs.iter().filter(|stair| stair.kind == StairKind::Down).map(|stair| stair.at);
    let Some(from) = draft.arrival() else {
        return (Vec::new(), vec![(NARROW, "no start to walk from".into())]);
    };
    let path = Distances::from(draft.open(), downwards, Neighbours::Four).descend(from);
    let Some(end) = path.last().copied() else {
        return (Vec::new(), vec![(NARROW, "no stairs down to walk to".into())]);
    };
    let steps = path.len() - 1;
    let marks = vec![
        // A dark outline separates the path from what is below.
        Mark::Line { points: path.clone(), colour: UNSEEN, width: 6 },
        Mark::Line { points: path, colour: PATH, width: 4 },
        Mark::Ring { at: from, colour: START, title: "arrival".into() },
        Mark::Ring { at: end, colour: STAIRS, title: "stairs down".into() },
    ];
    (marks, vec![(PATH, format!("shortest path to the stairs down: {}", counted(steps, "step", "steps")))])
}

pub(super) fn chokepoints(draft: &Draft) -> Layer {
    let open = draft.open();
    let chokes = undercroft_grid::chokepoints(open);
    let wide = wide(open);
    let areas = Components::of(&wide, Neighbours::Four);
    let is_area = |at: Point| areas.label(at).is_some_and(|label| areas.size(label) >= SMALLEST_AREA);
    let gates: Vec<Point> = chokes.points().filter(|at| !wide.contains(*at) && at.four().any(is_area)).collect();
    let mut marks = fill(&chokes, veil(CHOKE, STRONG));
    marks.extend(gates.iter().map(|at| Mark::Ring { at: *at, colour: GATE, title: "gate".into() }));
    let legend = vec![
        (CHOKE, counted(chokes.count(), "chokepoint", "chokepoints")),
        (GATE, counted(gates.len(), "gate into a chamber", "gates into chambers")),
    ];
    (marks, legend)
}

pub(super) fn loops(draft: &Draft) -> Layer {
    let survey = Survey::of_draft(draft);
    let islands = survey.islands();
    let mut around = islands.grown(Neighbours::Eight);
    around.intersect(draft.open());
    let mut marks = fill(&around, veil(AROUND, 110));
    marks.extend(fill(&islands, veil(ISLAND, 200)));
    let count = Metric::Loops.measure(&survey).unwrap_or(0.0) as usize;
    let legend = vec![
        (ISLAND, format!("{} of rock to walk around", counted(count, "island", "islands"))),
        (AROUND, "the loops around them".into()),
    ];
    (marks, legend)
}

pub(super) fn dead_ends(draft: &Draft) -> Layer {
    let open = draft.open();
    let ends: Vec<Point> = undercroft_grid::dead_ends(open).points().collect();
    let mut marks = Vec::new();
    for end in &ends {
        let points = corridor_to_junction(open, *end);
        if points.len() > 1 {
            marks.push(Mark::Line { points, colour: veil(DEAD_END, 190), width: 6 });
        }
    }
    marks.extend(ends.iter().map(|at| Mark::Cross { at: *at, colour: DEAD_END }));
    (marks, vec![(DEAD_END, counted(ends.len(), "dead end", "dead ends"))])
}

/// The corridor from a dead end to the first junction.
fn corridor_to_junction(open: &BitGrid, end: Point) -> Vec<Point> {
    let mut path = vec![end];
    let mut from = None;
    let mut at = end;
    loop {
        let on: Vec<Point> = at.four().filter(|near| open.contains(*near) && Some(*near) != from).collect();
        let [next] = on[..] else { return path };
        // A dead-end corridor is never a cycle, but it may lead to another dead end.
        (from, at) = (Some(at), next);
        path.push(at);
    }
}

pub(super) fn spawns(draft: &Draft) -> Layer {
    let ring = |at: Point, colour: Colour, title: &str| {
        [
            Mark::Fill { area: Rect::new(at.x, at.y, 1, 1), colour: veil(colour, WEAK) },
            Mark::Ring { at, colour, title: title.into() },
        ]
    };
    let mut marks = Vec::new();
    for spawn in &draft.spawns {
        marks.extend(ring(spawn.at, colour_of(&spawn.class), &spawn.kind));
    }
    for stair in &draft.stairs {
        marks.extend(ring(stair.at, STAIRS, stair.kind.tile_name()));
    }
    marks.extend(draft.start.into_iter().flat_map(|at| ring(at, START, "start")));
    let count = |colour: Colour| draft.spawns.iter().filter(|spawn| colour_of(&spawn.class) == colour).count();
    let mut legend = vec![
        (CREATURE, counted(count(CREATURE), "creature", "creatures")),
        (ITEM, counted(count(ITEM), "item", "items")),
        (STAIRS, counted(draft.stairs.len(), "stairs", "stairs")),
        (START, "start".into()),
    ];
    let others = count(OTHER);
    if others > 0 {
        legend.insert(2, (OTHER, counted(others, "other thing", "other things")));
    }
    (marks, legend)
}

const fn colour_of(class: &Class) -> Colour {
    match class {
        Class::Creature => CREATURE,
        Class::Item => ITEM,
        Class::Other(_) => OTHER,
    }
}

pub(super) fn sight(draft: &Draft, from: Option<Point>) -> Layer {
    let Some(from) = from.filter(|at| draft.size().contains(*at)) else {
        return (Vec::new(), vec![(NARROW, "no cell to look from".into())]);
    };
    let seen = field_of_view(&draft.transparent(), from, None);
    let mut marks = fill(&seen, veil(SEEN, 60));
    marks.extend(fill(&inverted(&seen), veil(UNSEEN, 150)));
    marks.push(Mark::Ring { at: from, colour: SEEN, title: "point of view".into() });
    let place = draft.world(from);
    let legend = format!("{} visible from ({}, {})", counted(seen.count(), "cell", "cells"), place.x, place.y);
    (marks, vec![(SEEN, legend)])
}

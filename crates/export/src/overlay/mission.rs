//! The mission of a level.

use undercroft_grid::{BitGrid, Distances, Neighbours, Point};
use undercroft_mapgen::{Draft, Mission};

use super::colours::{CREATURE, ITEM, NARROW, PATH, STAIRS, UNSEEN, one_of_many};
use super::{Layer, Mark};
use crate::shade::veil;

pub(super) fn mission(draft: &Draft) -> Layer {
    let Some(mission) = draft.mission.as_deref() else {
        return (Vec::new(), vec![(NARROW, "no mission".into())]);
    };
    let mut marks = Vec::new();
    for width in [5, 3] {
        let colour = if width == 5 { veil(UNSEEN, 160) } else { veil(PATH, 200) };
        marks.push(Mark::Line { points: walk(draft, mission), colour, width });
    }
    let mut legend = vec![(PATH, format!("{}: the walkthrough", mission.pattern))];
    for (index, key) in (0..).zip(&mission.keys) {
        let colour = one_of_many(index);
        let needs = if key.required { "required" } else { "not required" };
        marks.push(Mark::Ring { at: key.at, colour, title: format!("{} key", key.id) });
        for lock in mission.locks.iter().filter(|lock| lock.needs == key.id) {
            marks.push(Mark::Cross { at: lock.at, colour });
        }
        legend.push((colour, format!("{} key (ring, {needs}) and its locks", key.id)));
    }
    for (index, switch) in (6..).zip(&mission.switches) {
        let colour = one_of_many(index);
        marks.push(Mark::Ring { at: switch.at, colour, title: format!("lever {}", switch.id) });
        for gate in mission.gates.iter().filter(|gate| switch.toggles.contains(&gate.id)) {
            marks.push(Mark::Cross { at: gate.at, colour });
        }
        legend.push((colour, format!("lever `{}` and its gate", switch.id)));
    }
    let mut others = |places: Vec<Point>, colour, what: &str| {
        if !places.is_empty() {
            legend.push((colour, what.to_owned()));
        }
        marks.extend(places.into_iter().map(|at| Mark::Ring { at, colour, title: what.to_owned() }));
    };
    others(mission.drops.iter().map(|ledge| ledge.at).collect(), NARROW, "ledge");
    others(mission.secrets.clone(), UNSEEN, "secret door");
    others(mission.rewards.clone(), ITEM, "reward");
    others(mission.guards.clone(), CREATURE, "guard");
    others(vec![mission.goal], STAIRS, "goal");
    (marks, legend)
}

/// The path from the arrival through each deed in turn. It passes through nothing before it is open.
fn walk(draft: &Draft, mission: &Mission) -> Vec<Point> {
    let Some(mut at) = draft.arrival() else { return Vec::new() };
    let mut open = draft.open().clone();
    for barrier in mission.barriers().filter(|at| !mission.secrets.contains(at)) {
        open.remove(barrier);
    }
    let mut points = vec![at];
    for deed in &mission.walkthrough {
        open.insert(deed.at);
        points.extend(path(&open, at, deed.at));
        at = deed.at;
        if &*deed.deed == "pull" {
            let gates = mission.switches.iter().find(|switch| switch.at == at);
            let toggled =
                mission.gates.iter().filter(|gate| gates.is_some_and(|gates| gates.toggles.contains(&gate.id)));
            toggled.for_each(|gate| _ = open.insert(gate.at));
        }
    }
    points
}

fn path(open: &BitGrid, from: Point, to: Point) -> Vec<Point> {
    Distances::from(open, [to], Neighbours::Four).descend(from)
}

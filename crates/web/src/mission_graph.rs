//! A level's mission as a graph: its regions, what they hold, and the links between them.
//!
//! ```text
//! start, brass key
//! ├── brass lock ── reward
//! └── ledge ── goal
//! ```
//!
//! The graph is read off the level: its regions are what remains connected when every lock, gate, ledge and secret door
//! is closed. Guarded and open passages are not marked on a level. Where a mission needs one, the graph takes an
//! opening one cell wide that separates the same cells.

use std::collections::VecDeque;

use serde::Serialize;
use undercroft_export::Overlay;
use undercroft_export::overlay::Mark;
use undercroft_grid::{BitGrid, Components, Distances, Neighbours};
use undercroft_mapgen::{Areas, Draft, Mission, Point};

/// The regions of a mission, nearest to the arrival first, and the links between them.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct MissionGraph {
    /// The first is where the player arrives.
    regions: Vec<Region>,
    links: Vec<Link>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Region {
    holds: Vec<Thing>,
}

/// Something that a region holds.
#[derive(Clone, Debug, Serialize)]
struct Thing {
    text: String,
    /// Its colour in the overlay `mission`.
    colour: Option<String>,
    /// In world coordinates.
    at: [i32; 2],
}

/// A link between two regions.
#[derive(Clone, Debug, Serialize)]
struct Link {
    /// Indices of regions; the one that is nearer to the arrival comes first, unless the link is one-way.
    between: [usize; 2],
    #[serde(flatten)]
    thing: Thing,
    #[serde(rename = "oneWay")]
    is_one_way: bool,
}

/// A cell whose closing helps to divide the level into regions.
struct Cut {
    at: Point,
    text: String,
    /// The cells above and below a ledge.
    ledge: Option<[Point; 2]>,
}

impl MissionGraph {
    /// The graph of a draft's mission. Empty if the draft has no arrival.
    pub(crate) fn of(draft: &Draft, mission: &Mission) -> Self {
        let Some(arrival) = draft.arrival() else { return Self::default() };
        let mut cuts = barriers(mission);
        let mut ground = draft.open().clone();
        cuts.iter().for_each(|cut| _ = ground.remove(cut.at));
        let openings: Vec<Point> =
            Areas::of(draft).links().iter().filter(|link| link.width == 1).map(|link| link.at).collect();
        let separate = |ground: &mut BitGrid, cuts: &mut Vec<Cut>, from: Point, to: Point, near: Point, text: &str| {
            if let Some(at) = separating(ground, &openings, from, to, near) {
                ground.remove(at);
                cuts.push(Cut { at, text: text.to_owned(), ledge: None });
            }
        };
        for guard in &mission.guards {
            separate(&mut ground, &mut cuts, arrival, *guard, *guard, "guarded");
        }
        for index in 0..cuts.len() {
            if let Some([one, other]) = sides(&cuts[index], &ground) {
                separate(&mut ground, &mut cuts, one, other, arrival, "open");
            }
        }
        Self::divided(draft, mission, &ground, &cuts)
    }

    /// The graph of the components of `ground`, which the cuts divide.
    fn divided(draft: &Draft, mission: &Mission, ground: &BitGrid, cuts: &[Cut]) -> Self {
        let components = Components::of(ground, Neighbours::Four);
        let between = |cut: &Cut| Some(sides(cut, ground)?.map(|side| components.label(side)));
        let links: Vec<(&Cut, [u32; 2])> = cuts
            .iter()
            .filter_map(|cut| match between(cut)? {
                [Some(one), Some(other)] if one != other => Some((cut, [one, other])),
                _ => None,
            })
            .collect();
        let order = breadth_first(draft.arrival().and_then(|at| components.label(at)), &links);
        let region_of = |label: u32| order.iter().position(|known| *known == label);
        let layer = Overlay::Mission.of(draft, None);
        let thing = |text: String, at: Point| {
            let world = draft.world(at);
            Thing { text, colour: colour_at(&layer.marks, at), at: [world.x, world.y] }
        };
        let mut graph = Self { regions: vec![Region::default(); order.len()], links: Vec::new() };
        for (text, at) in holdings(draft, mission) {
            // Whatever lies in an opening belongs to one of its sides.
            let label = components.label(at).or_else(|| at.four().find_map(|near| components.label(near)));
            if let Some(region) = label.and_then(region_of) {
                graph.regions[region].holds.push(thing(text, at));
            }
        }
        for (cut, labels) in links {
            if let [Some(one), Some(other)] = labels.map(region_of) {
                let is_one_way = cut.ledge.is_some();
                let between = if is_one_way { [one, other] } else { [one.min(other), one.max(other)] };
                graph.links.push(Link { between, thing: thing(cut.text.clone(), cut.at), is_one_way });
            }
        }
        graph.links.sort_by_key(|link| link.between);
        graph
    }

    /// What its regions and links are called.
    #[cfg(test)]
    pub(crate) fn words(&self) -> Vec<&str> {
        let held = self.regions.iter().flat_map(|region| &region.holds);
        held.chain(self.links.iter().map(|link| &link.thing)).map(|thing| thing.text.as_str()).collect()
    }
}

/// The mission's own cuts. Locked stairs divide nothing.
fn barriers(mission: &Mission) -> Vec<Cut> {
    let cut = |at: Point, text: String| Cut { at, text, ledge: None };
    let doors = mission.locks.iter().filter(|lock| lock.at != mission.goal);
    let locks = doors.map(|lock| cut(lock.at, format!("{} lock", lock.needs)));
    let gates = mission.gates.iter().map(|gate| {
        let levers = mission.switches.iter().filter(|switch| switch.toggles.contains(&gate.id));
        let names: Vec<&str> = levers.map(|switch| &*switch.id).collect();
        cut(gate.at, format!("{} gate", names.join(", ")))
    });
    let ledges = mission
        .drops
        .iter()
        .map(|ledge| Cut { ledge: Some([ledge.from, ledge.to]), ..cut(ledge.at, "ledge".to_owned()) });
    let secrets = mission.secrets.iter().map(|at| cut(*at, "secret door".to_owned()));
    locks.chain(gates).chain(ledges).chain(secrets).collect()
}

/// The start and everything else that regions hold.
fn holdings(draft: &Draft, mission: &Mission) -> Vec<(String, Point)> {
    let start = draft.arrival().map(|at| ("start".to_owned(), at));
    let keys = mission.keys.iter().map(|key| match key.opens_depth {
        Some(depth) => (format!("{} key for depth {depth}", key.id), key.at),
        None => (format!("{} key", key.id), key.at),
    });
    let levers = mission.switches.iter().map(|switch| (format!("{} lever", switch.id), switch.at));
    let guards = mission.guards.iter().map(|at| ("guard".to_owned(), *at));
    let rewards = mission.rewards.iter().map(|at| ("reward".to_owned(), *at));
    let lock = mission.locks.iter().find(|lock| lock.at == mission.goal);
    let goal = match lock {
        Some(lock) => format!("goal, {} lock", lock.needs),
        None => "goal".to_owned(),
    };
    start.into_iter().chain(keys).chain(levers).chain(guards).chain(rewards).chain([(goal, mission.goal)]).collect()
}

/// A cell on each side of a cut: two that are in different components, if there are such.
fn sides(cut: &Cut, ground: &BitGrid) -> Option<[Point; 2]> {
    if cut.ledge.is_some() {
        return cut.ledge;
    }
    let beside: Vec<Point> = cut.at.four().filter(|near| ground.contains(*near)).collect();
    let components = Components::of(ground, Neighbours::Four);
    let one = *beside.first()?;
    let other = beside.iter().find(|near| components.label(**near) != components.label(one)).or(beside.get(1))?;
    Some([one, *other])
}

/// The opening nearest to a cell whose closing separates two cells. `None` if they are separate already.
fn separating(ground: &BitGrid, openings: &[Point], from: Point, to: Point, near: Point) -> Option<Point> {
    let are_together = |ground: &BitGrid| {
        let components = Components::of(ground, Neighbours::Four);
        components.label(from).is_some_and(|label| components.label(to) == Some(label))
    };
    if !are_together(ground) {
        return None;
    }
    let distances = Distances::from(ground, [near], Neighbours::Four);
    let mut nearest: Vec<(u32, Point)> = openings
        .iter()
        .filter_map(|at| Some((distances.get(*at)?, *at)))
        .filter(|(_, at)| *at != from && *at != to)
        .collect();
    nearest.sort_unstable_by_key(|(distance, at)| (*distance, at.y, at.x));
    nearest.into_iter().map(|(_, at)| at).find(|at| {
        let mut closed = ground.clone();
        closed.remove(*at);
        !are_together(&closed)
    })
}

/// The labels of regions, from the first one on.
fn breadth_first(first: Option<u32>, links: &[(&Cut, [u32; 2])]) -> Vec<u32> {
    let mut order: Vec<u32> = first.into_iter().collect();
    let mut queue: VecDeque<u32> = order.iter().copied().collect();
    while let Some(label) = queue.pop_front() {
        for (_, [one, other]) in links {
            let next = if *one == label { *other } else { *one };
            if (*one == label || *other == label) && !order.contains(&next) {
                order.push(next);
                queue.push_back(next);
            }
        }
    }
    order
}

/// The colour of the last mark on a cell.
fn colour_at(marks: &[Mark], wanted: Point) -> Option<String> {
    marks.iter().rev().find_map(|mark| match mark {
        Mark::Ring { at, colour, .. } | Mark::Cross { at, colour } if *at == wanted => Some(colour.to_string()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use undercroft_mapgen::{Recipe, Seed};

    use super::*;

    /// Each link with what its regions hold, one to a line.
    fn drawn(graph: &MissionGraph) -> String {
        let region = |index: usize| {
            let things: Vec<&str> = graph.regions[index].holds.iter().map(|thing| thing.text.as_str()).collect();
            things.join(", ")
        };
        let line = |link: &Link| {
            let [from, to] = link.between;
            let arrow = if link.is_one_way { "->" } else { "--" };
            format!("{} -- {} {arrow} {}\n", region(from), link.thing.text, region(to))
        };
        graph.links.iter().map(line).collect()
    }

    /// The graph of the first level of `keep` that follows a pattern.
    fn graph_of(pattern: &str) -> String {
        let keep = Recipe::named("keep").unwrap();
        let levels = (0..400).filter_map(|seed| keep.build(Seed::from(seed)).ok());
        let follows = |draft: &Draft| draft.mission.as_ref().is_some_and(|mission| *mission.pattern == *pattern);
        let level = levels.map(|level| level.as_draft().clone()).find(follows).unwrap();
        drawn(&MissionGraph::of(&level, level.mission.as_ref().unwrap()))
    }

    #[test]
    fn a_graph_has_the_regions_and_links_of_its_pattern() {
        let patterns =
            ["lock-before-key", "gambit", "alternative-routes", "drop-and-long-way", "one-way-loop", "keys-in-order"];
        let graphs = patterns.map(|pattern| format!("{pattern}\n{}", graph_of(pattern)));
        let expected = "\
lock-before-key
start, red key -- red lock -- goal

gambit
start, goal -- guarded -- guard, guard, reward, reward

alternative-routes
start -- secret door -- guard, goal
start -- guarded -- guard, goal

drop-and-long-way
start -- ledge -> guard, reward, goal
start -- guarded -- guard, reward, goal

one-way-loop
start -- back gate -- back lever, goal
start -- ledge -> back lever, goal

keys-in-order
start, red key -- red lock -- blue key
start, red key -- blue lock -- goal
";
        assert_eq!(graphs.join("\n"), expected);
    }

    #[test]
    fn every_part_of_a_mission_is_in_its_graph_once() {
        let keep = Recipe::named("keep").unwrap();
        for seed in 0..60 {
            let level = keep.build(Seed::from(seed)).unwrap();
            let draft = level.as_draft();
            let mission = draft.mission.as_ref().unwrap();
            let graph = MissionGraph::of(draft, mission);
            let held: Vec<[i32; 2]> =
                graph.regions.iter().flat_map(|region| &region.holds).map(|thing| thing.at).collect();
            let linked: BTreeSet<[i32; 2]> = graph.links.iter().map(|link| link.thing.at).collect();
            let expected: Vec<Point> = holdings(draft, mission).into_iter().map(|(_, at)| at).collect();
            for at in &expected {
                assert!(held.contains(&[at.x, at.y]), "seed {seed}: {at} of `{}`\n{level}", mission.pattern);
            }
            assert_eq!(held.len(), expected.len(), "seed {seed}");
            for at in mission.barriers() {
                assert!(linked.contains(&[at.x, at.y]), "seed {seed}: {at} of `{}`\n{level}", mission.pattern);
            }
        }
    }
}

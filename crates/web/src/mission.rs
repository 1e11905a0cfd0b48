//! The page's description of the current level's mission.

use serde::Serialize;
use undercroft_mapgen::{Deed, Draft, Mission, Point};

use crate::mission_graph::MissionGraph;

/// A mission and how to finish it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MissionInfo {
    pattern: String,
    walkthrough: Vec<DeedInfo>,
    graph: MissionGraph,
}

#[derive(Clone, Debug, Serialize)]
struct DeedInfo {
    /// In the words of the graph, such as `take the red key`.
    text: String,
    at: [i32; 2],
}

impl MissionInfo {
    /// The mission of a draft, if it has one.
    pub(crate) fn of(draft: &Draft) -> Option<Self> {
        let mission = draft.mission.as_deref()?;
        let world = |at: Point| {
            let Point { x, y } = draft.world(at);
            [x, y]
        };
        let walkthrough =
            mission.walkthrough.iter().map(|deed| DeedInfo { text: told(mission, deed), at: world(deed.at) });
        Some(Self {
            pattern: mission.pattern.to_string(),
            walkthrough: walkthrough.collect(),
            graph: MissionGraph::of(draft, mission),
        })
    }
}

/// A deed of the walkthrough. Locks are called by their key, since their own names are only numbers.
fn told(mission: &Mission, deed: &Deed) -> String {
    let what = deed.what.as_deref().unwrap_or_default();
    let lock = mission.locks.iter().find(|lock| *lock.id == *what);
    match &*deed.deed {
        "take" => format!("take the {what} key"),
        "open" => format!("open the {} lock", lock.map_or(what, |lock| &lock.needs)),
        "pull" => format!("pull the {what} lever"),
        "find" => "find the secret door".to_owned(),
        "drop" => "drop down the ledge".to_owned(),
        "arrive" => "arrive at the goal".to_owned(),
        other => format!("{other} {what}"),
    }
}

/// The role of a cell in a mission.
pub(crate) fn parts_in(mission: &Mission, at: Point) -> Vec<String> {
    let mut parts = Vec::new();
    if mission.goal == at {
        parts.push(format!("goal of the mission `{}`", mission.pattern));
    }
    for key in mission.keys.iter().filter(|key| key.at == at) {
        let need = if key.required { "required" } else { "not required" };
        parts.push(format!("key `{}`, {need}", key.id));
    }
    for lock in mission.locks.iter().filter(|lock| lock.at == at) {
        parts.push(format!("locked, needs the key `{}`", lock.needs));
    }
    for switch in mission.switches.iter().filter(|switch| switch.at == at) {
        let gates: Vec<String> = switch.toggles.iter().map(|gate| format!("`{gate}`")).collect();
        parts.push(format!("lever of {}", gates.join(", ")));
    }
    for gate in mission.gates.iter().filter(|gate| gate.at == at) {
        parts.push(format!("gate `{}`, {} at first", gate.id, if gate.open { "open" } else { "closed" }));
    }
    if mission.drops.iter().any(|ledge| ledge.at == at) {
        parts.push("ledge: passable downwards only".into());
    }
    if mission.secrets.contains(&at) {
        parts.push("secret until somebody stands beside it".into());
    }
    if mission.rewards.contains(&at) {
        parts.push("reward".into());
    }
    if mission.guards.contains(&at) {
        parts.push("guard".into());
    }
    parts
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Recipe, Seed};

    use super::*;

    #[test]
    fn the_walkthrough_uses_the_words_of_the_graph() {
        let keep = Recipe::named("keep").unwrap();
        for seed in 0..30 {
            let level = keep.build(Seed::from(seed)).unwrap();
            let mission = MissionInfo::of(level.as_draft()).unwrap();
            let known = mission.graph.words();
            for deed in mission.walkthrough {
                let (_, what) = deed.text.split_once(" the ").unwrap();
                let is_known = known.iter().any(|word| word.starts_with(what));
                assert!(is_known, "seed {seed}: {} is not among {known:?}", deed.text);
            }
        }
    }
}

//! The page's description of the current level's mission.

use serde::Serialize;
use undercroft_mapgen::{Draft, Mission, Point};

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
    /// Such as `take k1`.
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
        let walkthrough = mission.walkthrough.iter().map(|deed| DeedInfo {
            text: match &deed.what {
                Some(what) => format!("{} {what}", deed.deed),
                None => deed.deed.to_string(),
            },
            at: world(deed.at),
        });
        Some(Self {
            pattern: mission.pattern.to_string(),
            walkthrough: walkthrough.collect(),
            graph: MissionGraph::of(draft, mission),
        })
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

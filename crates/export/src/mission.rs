//! Missions as JSON, written and read.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{Deed, Gate, Key, Ledge, Lock, Mission, Point, Switch};

/// World coordinates.
type Place = [i64; 2];

/// A mission in its JSON form.
#[derive(Deserialize, Serialize)]
pub(crate) struct MissionEntry {
    pattern: Arc<str>,
    goal: Place,
    keys: Vec<KeyEntry>,
    locks: Vec<LockEntry>,
    switches: Vec<SwitchEntry>,
    gates: Vec<GateEntry>,
    drops: Vec<DropEntry>,
    secrets: Vec<Place>,
    #[serde(default)]
    rewards: Vec<Place>,
    #[serde(default)]
    guards: Vec<Place>,
    walkthrough: Vec<DeedEntry>,
}

#[derive(Deserialize, Serialize)]
struct KeyEntry {
    id: Arc<str>,
    at: Place,
    used_up: bool,
    required: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opens_depth: Option<u32>,
}

#[derive(Deserialize, Serialize)]
struct LockEntry {
    id: Arc<str>,
    at: Place,
    needs: Arc<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key_depth: Option<u32>,
}

#[derive(Deserialize, Serialize)]
struct SwitchEntry {
    id: Arc<str>,
    at: Place,
    toggles: Vec<Arc<str>>,
}

#[derive(Deserialize, Serialize)]
struct GateEntry {
    id: Arc<str>,
    at: Place,
    open: bool,
}

#[derive(Deserialize, Serialize)]
struct DropEntry {
    at: Place,
    from: Place,
    to: Place,
}

#[derive(Deserialize, Serialize)]
struct DeedEntry {
    r#do: Arc<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    what: Option<Arc<str>>,
    at: Place,
}

impl MissionEntry {
    pub(crate) fn new(mission: &Mission, origin: Point) -> Self {
        let world = |at: Point| [i64::from(origin.x) + i64::from(at.x), i64::from(origin.y) + i64::from(at.y)];
        let places = |places: &[Point]| places.iter().map(|at| world(*at)).collect();
        let key = |key: &Key| KeyEntry {
            id: key.id.clone(),
            at: world(key.at),
            used_up: key.used_up,
            required: key.required,
            opens_depth: key.opens_depth,
        };
        let lock = |lock: &Lock| LockEntry {
            id: lock.id.clone(),
            at: world(lock.at),
            needs: lock.needs.clone(),
            key_depth: lock.key_depth,
        };
        let switch = |switch: &Switch| SwitchEntry {
            id: switch.id.clone(),
            at: world(switch.at),
            toggles: switch.toggles.clone(),
        };
        let gate = |gate: &Gate| GateEntry { id: gate.id.clone(), at: world(gate.at), open: gate.open };
        let ledge = |ledge: &Ledge| DropEntry { at: world(ledge.at), from: world(ledge.from), to: world(ledge.to) };
        let deed = |deed: &Deed| DeedEntry { r#do: deed.deed.clone(), what: deed.what.clone(), at: world(deed.at) };
        Self {
            pattern: mission.pattern.clone(),
            goal: world(mission.goal),
            keys: mission.keys.iter().map(key).collect(),
            locks: mission.locks.iter().map(lock).collect(),
            switches: mission.switches.iter().map(switch).collect(),
            gates: mission.gates.iter().map(gate).collect(),
            drops: mission.drops.iter().map(ledge).collect(),
            secrets: places(&mission.secrets),
            rewards: places(&mission.rewards),
            guards: places(&mission.guards),
            walkthrough: mission.walkthrough.iter().map(deed).collect(),
        }
    }

    /// The mission, with its cells translated by `local`.
    pub(crate) fn read<E>(self, local: impl Fn(Place) -> Result<Point, E>) -> Result<Mission, E> {
        let places = |places: Vec<Place>| places.into_iter().map(&local).collect::<Result<Vec<_>, E>>();
        let key = |key: KeyEntry| {
            let (used_up, required, opens_depth) = (key.used_up, key.required, key.opens_depth);
            Ok(Key { id: key.id, at: local(key.at)?, used_up, required, opens_depth })
        };
        let lock = |lock: LockEntry| {
            Ok(Lock { id: lock.id, at: local(lock.at)?, needs: lock.needs, key_depth: lock.key_depth })
        };
        let switch = |switch: SwitchEntry| Ok(Switch { id: switch.id, at: local(switch.at)?, toggles: switch.toggles });
        let gate = |gate: GateEntry| Ok(Gate { id: gate.id, at: local(gate.at)?, open: gate.open });
        let ledge = |drop: DropEntry| Ok(Ledge { at: local(drop.at)?, from: local(drop.from)?, to: local(drop.to)? });
        let deed = |deed: DeedEntry| Ok(Deed { deed: deed.r#do, what: deed.what, at: local(deed.at)? });
        Ok(Mission {
            goal: local(self.goal)?,
            keys: self.keys.into_iter().map(key).collect::<Result<_, E>>()?,
            locks: self.locks.into_iter().map(lock).collect::<Result<_, E>>()?,
            switches: self.switches.into_iter().map(switch).collect::<Result<_, E>>()?,
            gates: self.gates.into_iter().map(gate).collect::<Result<_, E>>()?,
            drops: self.drops.into_iter().map(ledge).collect::<Result<_, E>>()?,
            secrets: places(self.secrets)?,
            rewards: places(self.rewards)?,
            guards: places(self.guards)?,
            walkthrough: self.walkthrough.into_iter().map(deed).collect::<Result<_, E>>()?,
            pattern: self.pattern,
        })
    }
}

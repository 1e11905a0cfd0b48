//! The judge of missions: a solver that knows only the JSON, and floods the whole map again for every state.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use undercroft_mapgen::{Mission, Point};

use crate::{Cell, PlainLevel};

/// A mission as any reader of the JSON sees it.
#[derive(Clone, Debug)]
pub struct PlainMission {
    /// Where it ends.
    pub goal: Cell,
    /// Name, cell, whether it is used up, and whether it is required.
    pub keys: Vec<(String, Cell, bool, bool)>,
    /// The cell, and the name of the key.
    pub locks: Vec<(Cell, String)>,
    /// Name, cell, and the names of the gates.
    pub switches: Vec<(String, Cell, Vec<String>)>,
    /// Name, cell, and whether it is open.
    pub gates: Vec<(String, Cell, bool)>,
    /// The cell, the cell above and the cell below.
    pub drops: Vec<(Cell, Cell, Cell)>,
    /// The cells of secret doors.
    pub secrets: Vec<Cell>,
    /// What to do, and where.
    pub walkthrough: Vec<(String, Cell)>,
}

impl From<&Mission> for PlainMission {
    fn from(mission: &Mission) -> Self {
        let cell = |at: Point| (i64::from(at.x), i64::from(at.y));
        let key = |key: &undercroft_mapgen::Key| (key.id.to_string(), cell(key.at), key.used_up, key.required);
        let switch = |switch: &undercroft_mapgen::Switch| {
            let toggles = switch.toggles.iter().map(ToString::to_string).collect();
            (switch.id.to_string(), cell(switch.at), toggles)
        };
        Self {
            goal: cell(mission.goal),
            keys: mission.keys.iter().map(key).collect(),
            locks: mission.locks.iter().map(|lock| (cell(lock.at), lock.needs.to_string())).collect(),
            switches: mission.switches.iter().map(switch).collect(),
            gates: mission.gates.iter().map(|gate| (gate.id.to_string(), cell(gate.at), gate.open)).collect(),
            drops: mission.drops.iter().map(|ledge| (cell(ledge.at), cell(ledge.from), cell(ledge.to))).collect(),
            secrets: mission.secrets.iter().map(|at| cell(*at)).collect(),
            walkthrough: mission.walkthrough.iter().map(|deed| (deed.deed.to_string(), cell(deed.at))).collect(),
        }
    }
}

/// What the player has done so far, and where the player is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// The first cell of the reachable ground.
    place: Cell,
    held: BTreeSet<String>,
    spent: BTreeSet<String>,
    opened: BTreeSet<Cell>,
    gates: BTreeSet<String>,
}

impl PlainMission {
    pub(crate) fn judge(&self, level: &PlainLevel) -> Result<(), String> {
        for diagonal in [false, true] {
            let solver = Solver { mission: self, level, diagonal };
            solver.stays_winnable()?;
            for (key, at, _, required) in &self.keys {
                let needed = !solver.play(Some(key))?.keys().any(|state| solver.at_goal(state));
                if needed != *required {
                    return Err(format!("the key `{key}` at {at:?}: needed is {needed}, required is {required}"));
                }
            }
            solver.follow_walkthrough()?;
        }
        Ok(())
    }
}

struct Solver<'a> {
    mission: &'a PlainMission,
    level: &'a PlainLevel,
    /// Whether the player may walk diagonally.
    diagonal: bool,
}

impl Solver<'_> {
    fn first(&self) -> Result<State, String> {
        let up = self.level.stairs.iter().find(|(kind, _)| kind == "up").map(|(_, at)| *at);
        let start = up.or(self.level.start).ok_or("a mission without a start")?;
        let gates = self.mission.gates.iter().filter(|(_, _, open)| *open).map(|(name, _, _)| name.clone()).collect();
        let none = BTreeSet::new();
        Ok(State { place: start, held: none.clone(), spent: none, opened: BTreeSet::new(), gates })
    }

    /// The reachable ground.
    fn ground(&self, state: &State) -> BTreeSet<Cell> {
        let mission = self.mission;
        let closed = |cell: Cell| {
            mission.locks.iter().any(|(at, _)| *at == cell && !state.opened.contains(at))
                || mission.gates.iter().any(|(name, at, _)| *at == cell && !state.gates.contains(name))
                || mission.drops.iter().any(|(at, _, _)| *at == cell)
        };
        let mut ground = BTreeSet::from([state.place]);
        let mut queue = VecDeque::from([state.place]);
        while let Some((x, y)) = queue.pop_front() {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let near = (x + dx, y + dy);
                let permitted = self.diagonal || dx == 0 || dy == 0;
                if permitted && self.level.is_walkable(near) && !closed(near) && ground.insert(near) {
                    queue.push_back(near);
                }
            }
        }
        ground
    }

    fn at_goal(&self, state: &State) -> bool {
        self.ground(state).contains(&self.mission.goal)
    }

    /// The state in canonical form, so that equal states compare equal.
    fn settled(&self, mut state: State) -> State {
        if let Some(first) = self.ground(&state).first() {
            state.place = *first;
        }
        state
    }

    fn next(&self, state: &State, without: Option<&str>) -> Vec<State> {
        let ground = self.ground(state);
        let beside =
            |(x, y): Cell| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].iter().any(|at| ground.contains(at));
        let mut next = Vec::new();
        for (key, at, _, _) in &self.mission.keys {
            if ground.contains(at) && without != Some(key) && !state.spent.contains(key) {
                let mut after = state.clone();
                after.held.insert(key.clone());
                next.push(after);
            }
        }
        for (at, key) in &self.mission.locks {
            if beside(*at) && state.held.contains(key) {
                let mut after = state.clone();
                after.opened.insert(*at);
                if self.mission.keys.iter().any(|(name, _, used_up, _)| name == key && *used_up) {
                    after.held.remove(key);
                    after.spent.insert(key.clone());
                }
                next.push(after);
            }
        }
        for (_, at, toggles) in &self.mission.switches {
            if ground.contains(at) {
                // A gate may close between the lever and the rest of the ground.
                let mut after = State { place: *at, ..state.clone() };
                for gate in toggles {
                    if !after.gates.remove(gate) {
                        after.gates.insert(gate.clone());
                    }
                }
                next.push(after);
            }
        }
        for (_, from, to) in &self.mission.drops {
            if ground.contains(from) {
                next.push(State { place: *to, ..state.clone() });
            }
        }
        next.into_iter().map(|state| self.settled(state)).collect()
    }

    /// All states that can be reached, and the states that follow each.
    fn play(&self, without: Option<&str>) -> Result<BTreeMap<State, Vec<State>>, String> {
        let mut all = BTreeMap::new();
        let mut queue = vec![self.settled(self.first()?)];
        while let Some(state) = queue.pop() {
            if let Entry::Vacant(new) = all.entry(state) {
                let next = self.next(new.key(), without);
                queue.extend(new.insert(next).iter().cloned());
            }
        }
        Ok(all)
    }

    fn stays_winnable(&self) -> Result<(), String> {
        let all = self.play(None)?;
        let mut winning: BTreeSet<&State> = all.keys().filter(|state| self.at_goal(state)).collect();
        if winning.is_empty() {
            return Err("the mission cannot be finished".into());
        }
        while let Some((state, _)) =
            all.iter().find(|(state, next)| !winning.contains(state) && next.iter().any(|next| winning.contains(next)))
        {
            winning.insert(state);
        }
        match all.keys().find(|state| !winning.contains(state)) {
            Some(state) => Err(format!("the mission can no longer be finished from {state:?}")),
            None => Ok(()),
        }
    }

    /// Follows the walkthrough, one deed after another.
    fn follow_walkthrough(&self) -> Result<(), String> {
        let mut state = self.settled(self.first()?);
        for (deed, at) in &self.mission.walkthrough {
            let ground = self.ground(&state);
            let cell = |near: Cell| near == *at || (near.0 - at.0).abs() + (near.1 - at.1).abs() == 1;
            if !ground.iter().any(|near| cell(*near)) {
                return Err(format!("the walkthrough says `{deed}` at {at:?}, which is out of reach"));
            }
            let mission = self.mission;
            let next = self.next(&state, None);
            let found = match deed.as_str() {
                "find" => Some(state.clone()),
                "arrive" => {
                    return if ground.contains(&mission.goal) && *at == mission.goal {
                        Ok(())
                    } else {
                        Err("the walkthrough does not end at the goal".into())
                    };
                }
                "take" => {
                    let key = mission.keys.iter().find(|(_, key, _, _)| key == at).map(|(name, _, _, _)| name);
                    next.into_iter().find(|after| key.is_some_and(|key| after.held.contains(key)))
                }
                "open" => next.into_iter().find(|after| after.opened.contains(at)),
                "pull" => next.into_iter().find(|after| after.gates != state.gates),
                "drop" => {
                    let to = mission.drops.iter().find(|(drop, _, _)| drop == at).map(|(_, _, to)| *to);
                    to.map(|to| self.settled(State { place: to, ..state.clone() }))
                }
                other => return Err(format!("the walkthrough has an unknown deed `{other}`")),
            };
            state = found.ok_or_else(|| format!("the walkthrough says `{deed}` at {at:?}, which cannot be done"))?;
        }
        Err("the walkthrough does not arrive".into())
    }
}

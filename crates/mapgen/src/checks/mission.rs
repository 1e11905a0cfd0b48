//! Every mission can be finished, from every state that a player can get into, and every required key is needed.
//!
//! With every barrier shut, the level falls into separate components. A state is the component where the player stands,
//! the keys taken and used up, the locks opened and the gates that are open, with one bit for each. The search visits
//! every state.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use undercroft_grid::{Components, Neighbours, Point};

use crate::check::Veto;
use crate::draft::Draft;
use crate::mission::Mission;

/// The most keys, locks or gates: each has a bit of a `u16`.
const MOST: usize = 12;
/// The bit that stands for all keys from other levels, among the keys that are missing.
const FROM_ELSEWHERE: u16 = 1 << 15;

pub(super) fn judge(draft: &Draft) -> Result<(), Veto> {
    let Some(mission) = &draft.mission else { return Ok(()) };
    let most = mission.keys.len().max(mission.locks.len()).max(mission.gates.len());
    if most > MOST {
        return Err(Veto::new(
            "mission",
            format!("{most} keys, locks or gates are too many; at most {MOST} are allowed"),
        ));
    }
    let level = ShutLevel::of(draft, mission)?;
    let states = level.states(0);
    if !ShutLevel::stays_in_reach(&states, |state| state.component == level.goal) {
        return Err(match states.keys().any(|state| state.component == level.goal) {
            true => Veto::new("mission", "a player can get stuck in a state from which the goal cannot be reached"),
            false => Veto::new("mission", "the goal cannot be reached").at(mission.goal),
        });
    }
    judge_other_depths(draft, mission, &level, &states)?;
    for (index, key) in mission.keys.iter().enumerate() {
        let states = level.states(1 << index);
        let is_needed = !states.keys().any(|state| state.component == level.goal);
        if is_needed != key.required {
            let needed =
                if is_needed { "needed but not marked as required" } else { "marked as required but not needed" };
            return Err(Veto::new("mission", format!("the key `{}` is {needed}", key.id)).at(key.at));
        }
    }
    Ok(())
}

/// Stairs that a key from above opens lead to the goal, and nothing else does. A key that opens stairs below can still be
/// taken, whatever the player does first.
fn judge_other_depths(
    draft: &Draft,
    mission: &Mission,
    level: &ShutLevel<'_>,
    states: &HashMap<State, Vec<State>>,
) -> Result<(), Veto> {
    let depth = draft.metadata.depth;
    for (index, key) in mission.keys.iter().enumerate() {
        let Some(opens) = key.opens_depth else { continue };
        if opens <= depth {
            return Err(Veto::new("mission", format!("the key `{}` opens a level above its own", key.id)).at(key.at));
        }
        if !ShutLevel::stays_in_reach(states, |state| state.taken >> index & 1 == 1) {
            return Err(Veto::new("mission", format!("the key `{}` can get out of reach", key.id)).at(key.at));
        }
    }
    let Some(lock) = mission.locks.iter().find(|lock| lock.key_depth.is_some()) else { return Ok(()) };
    if lock.key_depth.is_some_and(|above| above >= depth) {
        return Err(Veto::new("mission", format!("the key `{}` lies below its lock", lock.needs)).at(lock.at));
    }
    match level.states(FROM_ELSEWHERE).keys().any(|state| state.component == level.goal) {
        true => Err(Veto::new("mission", "the goal can be reached without the key from above").at(lock.at)),
        false => Ok(()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    component: u32,
    taken: u16,
    spent: u16,
    opened: u16,
    gates: u16,
}

/// The level with every barrier shut, and the barriers that join its components.
struct ShutLevel<'a> {
    mission: &'a Mission,
    start: u32,
    goal: u32,
    /// The components where keys lie and levers stand.
    keys: Vec<u32>,
    switches: Vec<u32>,
    /// The components beside each lock, gate, ledge (from, to) and secret door.
    locks: Vec<Vec<u32>>,
    gates: Vec<Vec<u32>>,
    ledges: Vec<(u32, u32)>,
    secrets: Vec<Vec<u32>>,
}

impl<'a> ShutLevel<'a> {
    fn of(draft: &Draft, mission: &'a Mission) -> Result<Self, Veto> {
        let mut ground = draft.open().clone();
        for at in mission.barriers() {
            if !ground.remove(at) {
                return Err(Veto::new("mission", "a barrier stands in rock or in another barrier").at(at));
            }
        }
        // A player who walks diagonally must not get around a barrier, and one who does not must not be blocked.
        let components = Components::of(&ground, Neighbours::Four);
        if components.count() != Components::of(&ground, Neighbours::Eight).count() {
            return Err(Veto::new("mission", "a barrier can be passed diagonally"));
        }
        let component = |at: Point| {
            components
                .label(at)
                .ok_or_else(|| Veto::new("mission", "part of the mission is in rock or in a barrier").at(at))
        };
        let beside = |at: Point| -> Vec<u32> { at.four().filter_map(|near| components.label(near)).collect() };
        let arrival = draft.arrival().ok_or_else(|| Veto::new("mission", "there is no start"))?;
        Ok(Self {
            mission,
            start: component(arrival)?,
            goal: component(mission.goal)?,
            keys: mission.keys.iter().map(|key| component(key.at)).collect::<Result<_, _>>()?,
            switches: mission.switches.iter().map(|switch| component(switch.at)).collect::<Result<_, _>>()?,
            locks: mission.locks.iter().map(|lock| beside(lock.at)).collect(),
            gates: mission.gates.iter().map(|gate| beside(gate.at)).collect(),
            ledges: mission
                .drops
                .iter()
                .map(|ledge| Ok((component(ledge.from)?, component(ledge.to)?)))
                .collect::<Result<_, Veto>>()?,
            secrets: mission.secrets.iter().map(|at| beside(*at)).collect(),
        })
    }

    /// All states that can be reached without some of the keys, and the states that follow each.
    fn states(&self, missing: u16) -> HashMap<State, Vec<State>> {
        let gates = (0..).zip(&self.mission.gates).map(|(index, gate)| u16::from(gate.open) << index).sum();
        let first = State { component: self.start, taken: 0, spent: 0, opened: 0, gates };
        let mut all = HashMap::new();
        let mut queue = vec![first];
        while let Some(state) = queue.pop() {
            if let Entry::Vacant(new) = all.entry(state) {
                queue.extend(new.insert(self.next(state, missing)).iter().copied());
            }
        }
        all
    }

    fn next(&self, state: State, missing: u16) -> Vec<State> {
        let here = state.component;
        let mut next = Vec::new();
        for (index, _) in self.keys.iter().enumerate().filter(|(_, component)| **component == here) {
            if missing >> index & 1 == 0 {
                next.push(State { taken: state.taken | 1 << index, ..state });
            }
        }
        for (switch, _) in self.mission.switches.iter().zip(&self.switches).filter(|(_, component)| **component == here)
        {
            let toggled = (0..).zip(&self.mission.gates).filter(|(_, gate)| switch.toggles.contains(&gate.id));
            let flips: u16 = toggled.map(|(index, _): (u32, _)| 1 << index).sum();
            next.push(State { gates: state.gates ^ flips, ..state });
        }
        for (index, beside) in self.locks.iter().enumerate().filter(|(_, beside)| beside.contains(&here)) {
            if state.opened >> index & 1 == 1 {
                next.extend(beside.iter().map(|component| State { component: *component, ..state }));
                continue;
            }
            if self.mission.locks[index].key_depth.is_some() {
                if missing & FROM_ELSEWHERE == 0 {
                    next.push(State { opened: state.opened | 1 << index, ..state });
                }
                continue;
            }
            for (number, key) in self.mission.keys.iter().enumerate() {
                let has = state.taken >> number & 1 == 1 && state.spent >> number & 1 == 0;
                if has && key.id == self.mission.locks[index].needs {
                    let spent = state.spent | u16::from(key.used_up) << number;
                    next.push(State { opened: state.opened | 1 << index, spent, ..state });
                }
            }
        }
        for (index, beside) in self.gates.iter().enumerate() {
            if beside.contains(&here) && state.gates >> index & 1 == 1 {
                next.extend(beside.iter().map(|component| State { component: *component, ..state }));
            }
        }
        for (_, to) in self.ledges.iter().filter(|(from, _)| *from == here) {
            next.push(State { component: *to, ..state });
        }
        for beside in self.secrets.iter().filter(|beside| beside.contains(&here)) {
            next.extend(beside.iter().map(|component| State { component: *component, ..state }));
        }
        next
    }

    /// Whether a state that passes can be reached from every state.
    fn stays_in_reach(states: &HashMap<State, Vec<State>>, passes: impl Fn(&State) -> bool) -> bool {
        let mut hopeful: Vec<State> = states.keys().copied().filter(passes).collect();
        let mut before: HashMap<State, Vec<State>> = HashMap::new();
        for (from, next) in states {
            next.iter().for_each(|to| before.entry(*to).or_default().push(*from));
        }
        let mut seen: HashSet<State> = hopeful.iter().copied().collect();
        while let Some(state) = hopeful.pop() {
            for earlier in before.get(&state).into_iter().flatten() {
                if seen.insert(*earlier) {
                    hopeful.push(*earlier);
                }
            }
        }
        seen.len() == states.len()
    }
}

//! The judge of missions: a solver that knows only the JSON, and floods the whole map for every set of open barriers.

use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

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
    /// The names of the keys that open stairs at other depths, and those depths.
    pub for_below: Vec<(String, i64)>,
    /// The names of the keys that lie at other depths, and those depths.
    pub from_above: Vec<(String, i64)>,
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
            for_below: mission
                .keys
                .iter()
                .filter_map(|key| Some((key.id.to_string(), key.opens_depth?.into())))
                .collect(),
            from_above: mission
                .locks
                .iter()
                .filter_map(|lock| Some((lock.needs.to_string(), lock.key_depth?.into())))
                .collect(),
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
    /// Judges the mission of a bounded level, whose player arrives at the stairs up or at the start.
    pub(crate) fn judge(&self, level: &PlainLevel) -> Result<(), String> {
        let up = level.stairs.iter().find(|(kind, _)| kind == "up").map(|(_, at)| *at);
        self.judge_from(level, up.or(level.start).ok_or("a mission without a start")?)
    }

    /// Judges the mission for a player who begins on a cell.
    pub(crate) fn judge_from(&self, level: &PlainLevel, start: Cell) -> Result<(), String> {
        if let Some((key, _)) = self.for_below.iter().find(|(_, depth)| *depth <= level.depth) {
            return Err(format!("the key `{key}` opens a level that is not below its own"));
        }
        if let Some((key, _)) = self.from_above.iter().find(|(_, depth)| *depth >= level.depth) {
            return Err(format!("the key `{key}` lies on a level that is not above its lock"));
        }
        for diagonal in [false, true] {
            let solver = Solver::new(self, level, diagonal, start);
            let all = solver.play(None);
            solver.stays_possible(&all, "the mission", "finished", |state| solver.at_goal(state))?;
            for (key, _) in &self.for_below {
                solver.stays_possible(&all, &format!("the key `{key}`"), "taken", |state| state.held.contains(key))?;
            }
            let own = self.keys.iter().map(|(key, at, _, required)| (key, *at, *required));
            let locks = self.locks.iter();
            let foreign = self.from_above.iter().filter_map(|(key, _)| {
                let (at, _) = locks.clone().find(|(_, needs)| needs == key)?;
                Some((key, *at, true))
            });
            for (key, at, required) in own.chain(foreign) {
                let needed = !solver.play(Some(key)).keys().any(|state| solver.at_goal(state));
                if needed != required {
                    return Err(format!("the key `{key}` at {at:?}: needed is {needed}, required is {required}"));
                }
            }
            solver.follow_walkthrough()?;
        }
        Ok(())
    }
}

impl PlainLevel {
    /// Judges the missions of the regions in a window of whole chunks: each can be finished, and nothing but its goal is
    /// behind its door.
    ///
    /// # Errors
    /// The first mission that is broken, with its goal.
    pub fn judge_regions(&self) -> Result<(), String> {
        let goals: Vec<Cell> = self.missions.iter().map(|mission| mission.goal).collect();
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let walkable: Vec<Cell> = cells.filter(|at| self.is_walkable(*at)).collect();
        let start = walkable.iter().find(|at| !goals.contains(at)).ok_or("no cell to start from")?;
        for mission in &self.missions {
            let broken = |problem: String| format!("the mission to {:?}: {problem}", mission.goal);
            mission.judge_from(self, *start).map_err(broken)?;
            let solver = Solver::new(mission, self, false, *start);
            let ground = solver.ground(&solver.first(None));
            let is_locked = |at: &Cell| mission.locks.iter().any(|(lock, _)| lock == at);
            let lost = walkable.iter().find(|at| !ground.contains(at) && **at != mission.goal && !is_locked(at));
            if let Some(lost) = lost {
                return Err(broken(format!("{lost:?} is behind the door too")));
            }
        }
        Ok(())
    }
}

/// What the reachable ground depends on: the place, the opened locks and the open gates.
type Barriers = (Cell, BTreeSet<Cell>, BTreeSet<String>);

struct Solver<'a> {
    mission: &'a PlainMission,
    level: &'a PlainLevel,
    /// Whether the player may walk diagonally.
    diagonal: bool,
    start: Cell,
    /// The ground that was flooded before.
    floods: RefCell<BTreeMap<Barriers, Rc<Ground>>>,
}

/// The reachable ground.
struct Ground {
    width: i64,
    cells: Vec<bool>,
    /// The first cell in row order.
    first: Cell,
}

impl Ground {
    fn contains(&self, (x, y): &Cell) -> bool {
        let inside = *x >= 0 && *x < self.width && *y >= 0;
        inside && self.cells.get((y * self.width + x) as usize) == Some(&true)
    }
}

impl<'a> Solver<'a> {
    fn new(mission: &'a PlainMission, level: &'a PlainLevel, diagonal: bool, start: Cell) -> Self {
        Self { mission, level, diagonal, start, floods: RefCell::default() }
    }

    /// What a player has at first: the keys from other depths, and nothing else.
    fn first(&self, without: Option<&str>) -> State {
        let gates = self.mission.gates.iter().filter(|(_, _, open)| *open).map(|(name, _, _)| name.clone()).collect();
        let brought = self.mission.from_above.iter().map(|(key, _)| key.clone());
        State {
            place: self.start,
            held: brought.filter(|key| without != Some(key)).collect(),
            spent: BTreeSet::new(),
            opened: BTreeSet::new(),
            gates,
        }
    }

    /// The reachable ground.
    fn ground(&self, state: &State) -> Rc<Ground> {
        let barriers = (state.place, state.opened.clone(), state.gates.clone());
        Rc::clone(self.floods.borrow_mut().entry(barriers).or_insert_with(|| Rc::new(self.flood(state))))
    }

    fn flood(&self, state: &State) -> Ground {
        let (mission, level) = (self.mission, self.level);
        let mut closed: BTreeSet<Cell> = mission.drops.iter().map(|(at, _, _)| *at).collect();
        closed.extend(mission.locks.iter().map(|(at, _)| *at).filter(|at| !state.opened.contains(at)));
        let gates = mission.gates.iter().filter(|(name, _, _)| !state.gates.contains(name));
        closed.extend(gates.map(|(_, at, _)| *at));
        let mut cells = vec![false; (level.width * level.height) as usize];
        let index = |(x, y): Cell| (y * level.width + x) as usize;
        cells[index(state.place)] = true;
        let mut queue = VecDeque::from([state.place]);
        let mut first = state.place;
        while let Some((x, y)) = queue.pop_front() {
            if (y, x) < (first.1, first.0) {
                first = (x, y);
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let near = (x + dx, y + dy);
                let permitted = self.diagonal || dx == 0 || dy == 0;
                if permitted && level.is_walkable(near) && !cells[index(near)] && !closed.contains(&near) {
                    cells[index(near)] = true;
                    queue.push_back(near);
                }
            }
        }
        Ground { width: level.width, cells, first }
    }

    fn at_goal(&self, state: &State) -> bool {
        self.ground(state).contains(&self.mission.goal)
    }

    /// The state in canonical form, so that equal states compare equal.
    fn settled(&self, mut state: State) -> State {
        state.place = self.ground(&state).first;
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
    fn play(&self, without: Option<&str>) -> BTreeMap<State, Vec<State>> {
        let mut all = BTreeMap::new();
        let mut queue = vec![self.settled(self.first(without))];
        while let Some(state) = queue.pop() {
            if let Entry::Vacant(new) = all.entry(state) {
                let next = self.next(new.key(), without);
                queue.extend(new.insert(next).iter().cloned());
            }
        }
        all
    }

    /// Checks that a state which passes can be reached from every state.
    fn stays_possible(
        &self,
        all: &BTreeMap<State, Vec<State>>,
        what: &str,
        done: &str,
        passes: impl Fn(&State) -> bool,
    ) -> Result<(), String> {
        let mut winning: BTreeSet<&State> = all.keys().filter(|state| passes(state)).collect();
        if winning.is_empty() {
            return Err(format!("{what} cannot be {done}"));
        }
        while let Some((state, _)) =
            all.iter().find(|(state, next)| !winning.contains(state) && next.iter().any(|next| winning.contains(next)))
        {
            winning.insert(state);
        }
        match all.keys().find(|state| !winning.contains(state)) {
            Some(state) => Err(format!("{what} can no longer be {done} from {state:?}")),
            None => Ok(()),
        }
    }

    /// Follows the walkthrough, one deed after another.
    fn follow_walkthrough(&self) -> Result<(), String> {
        let mut state = self.settled(self.first(None));
        for (deed, at) in &self.mission.walkthrough {
            let ground = self.ground(&state);
            let (x, y) = *at;
            if ![(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].iter().any(|near| ground.contains(near)) {
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

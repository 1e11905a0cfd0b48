//! Missions: a goal and its obstacles. Keys and locks, levers and gates, secret doors, ledges.
//!
//! A [`Pattern`] is the outline of a mission: a small graph of regions. The step [`Furnish`](crate::steps::Furnish)
//! finds regions of a level that are connected in the same way, and places the locks, keys and everything else. The
//! result is a [`Mission`], which includes a walkthrough. A check proves that every mission can be finished.

mod drawing;
mod embed;
mod embedded;
mod pattern;
mod plan;
mod regions;
mod solve;

use std::sync::Arc;

use undercroft_grid::Point;

pub use drawing::RegionOutline;
pub(crate) use embed::{Embedding, embed};
pub use pattern::Pattern;
pub(crate) use pattern::{Holding, LinkRule, key_item};
pub(crate) use plan::MissionPlan;
pub(crate) use regions::{Cut, Cuts, Regions};
pub(crate) use solve::Move;

/// The names of the tiles that missions use.
pub(crate) mod tiles {
    pub(crate) const LOCKED_DOOR: &str = "locked-door";
    pub(crate) const SECRET_DOOR: &str = "secret-door";
    pub(crate) const GATE: &str = "gate";
    pub(crate) const LEDGE: &str = "ledge";
    pub(crate) const LEVER: &str = "lever";
    pub(crate) const ALL: [&str; 5] = [LOCKED_DOOR, SECRET_DOOR, GATE, LEDGE, LEVER];
}

/// A goal, the obstacles on the way, and a walkthrough. All positions are cells of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mission {
    /// The name of the pattern it follows.
    pub pattern: Arc<str>,
    /// Where it ends.
    pub goal: Point,
    /// The keys.
    pub keys: Vec<Key>,
    /// The locked doors.
    pub locks: Vec<Lock>,
    /// The levers.
    pub switches: Vec<Switch>,
    /// The gates.
    pub gates: Vec<Gate>,
    /// The ledges.
    pub drops: Vec<Ledge>,
    /// The secret doors. Standing beside one is enough to find it.
    pub secrets: Vec<Point>,
    /// The rewards, each worth a detour.
    pub rewards: Vec<Point>,
    /// Where guards stand.
    pub guards: Vec<Point>,
    /// One way to finish the mission.
    pub walkthrough: Vec<Deed>,
}

/// A key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key {
    /// Its name, such as `red`.
    pub id: Arc<str>,
    /// The cell where it lies.
    pub at: Point,
    /// Whether it opens one lock only.
    pub used_up: bool,
    /// Whether the goal cannot be reached without it.
    pub required: bool,
    /// The depth of the locked stairs that it opens; `None` if it opens doors on its own level.
    pub opens_depth: Option<u32>,
}

/// A locked door: closed until it is opened with its key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lock {
    /// Its name.
    pub id: Arc<str>,
    /// The cell of the door.
    pub at: Point,
    /// The name of the key.
    pub needs: Arc<str>,
    /// The depth at which the key lies; `None` if that is on the same level.
    pub key_depth: Option<u32>,
}

/// A lever that opens gates, and closes them again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Switch {
    /// Its name.
    pub id: Arc<str>,
    /// The lever's cell.
    pub at: Point,
    /// The names of its gates.
    pub toggles: Vec<Arc<str>>,
}

/// A gate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gate {
    /// Its name.
    pub id: Arc<str>,
    /// The cell of the gate.
    pub at: Point,
    /// Whether it is open when the level is entered.
    pub open: bool,
}

/// A ledge: entered from one side, left on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ledge {
    /// The cell of the ledge.
    pub at: Point,
    /// The cell above it.
    pub from: Point,
    /// The cell below it.
    pub to: Point,
}

/// One step of a walkthrough.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Deed {
    /// What to do: `take`, `open`, `pull`, `find`, `drop` or `arrive`.
    pub deed: Arc<str>,
    /// The name of the key, lock or lever; `None` if the deed involves none.
    pub what: Option<Arc<str>>,
    /// Where to do it.
    pub at: Point,
}

impl Mission {
    /// The pattern of a level whose stairs down are locked, with the key on a level above.
    pub(crate) const FROM_ABOVE: &'static str = "key-from-above";
    /// The pattern of a level whose only obstacle is on a level below.
    pub(crate) const TO_BELOW: &'static str = "key-to-below";

    /// A mission without obstacles: to arrive at the goal.
    #[must_use]
    pub fn to(pattern: &str, goal: Point) -> Self {
        Self {
            pattern: pattern.into(),
            goal,
            keys: Vec::new(),
            locks: Vec::new(),
            switches: Vec::new(),
            gates: Vec::new(),
            drops: Vec::new(),
            secrets: Vec::new(),
            rewards: Vec::new(),
            guards: Vec::new(),
            walkthrough: vec![Deed { deed: "arrive".into(), what: None, at: goal }],
        }
    }

    /// Adds the locked stairs of another mission with the same goal.
    pub(crate) fn lock_goal_as(&mut self, other: &Self) {
        let before = self.walkthrough.len().saturating_sub(1);
        let opens = other.walkthrough.iter().filter(|deed| &*deed.deed == "open").cloned();
        self.walkthrough.splice(before..before, opens);
        self.locks.extend(other.locks.iter().cloned());
    }

    /// The cells that are closed, or open one way only, when the level is entered.
    pub fn barriers(&self) -> impl Iterator<Item = Point> {
        let locks = self.locks.iter().map(|lock| lock.at);
        let gates = self.gates.iter().map(|gate| gate.at);
        locks.chain(gates).chain(self.drops.iter().map(|ledge| ledge.at)).chain(self.secrets.iter().copied())
    }

    /// The cells that have a role in the mission, and the role: `goal`, `key`, `switch`, `reward` or `guard`.
    pub fn roles(&self) -> impl Iterator<Item = (Point, &'static str)> {
        let goal = [(self.goal, "goal")];
        let keys = self.keys.iter().map(|key| (key.at, "key"));
        let switches = self.switches.iter().map(|switch| (switch.at, "switch"));
        let rewards = self.rewards.iter().map(|at| (*at, "reward"));
        goal.into_iter().chain(keys).chain(switches).chain(rewards).chain(self.guards.iter().map(|at| (*at, "guard")))
    }
}

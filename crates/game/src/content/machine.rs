//! Machines: places with a trigger and the effects it sets off, as the content files describe them.

use serde::Deserialize;

use super::effect::Status;

/// A kind of machine. A vault places it as a spawn of the class `machine` with this name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct MachineKind {
    /// The name that vaults use.
    pub name: String,
    /// What sets it off.
    pub trigger: Trigger,
    /// How far from its cell the trigger works. Walls block it.
    #[serde(default)]
    pub within: u32,
    /// What it does, and when.
    pub stages: Vec<Stage>,
}

/// What sets a machine off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Trigger {
    /// The hero steps there.
    Step,
    /// The hero picks something up there.
    Take,
}

/// Something that a machine does to everything within range and in sight of its cell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct Stage {
    /// The rounds before it begins.
    #[serde(default)]
    pub after: u32,
    /// How many rounds it lasts.
    #[serde(default = "super::item::one")]
    pub rounds: u32,
    /// How far it reaches.
    #[serde(default)]
    pub range: u32,
    /// What the hero sees when it begins.
    #[serde(default)]
    pub message: Option<String>,
    /// What happens.
    pub effect: MachineEffect,
}

/// What a machine can do. In content files: `"wake"`, `{ spawn = { kind = "rat", count = 3 } }`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum MachineEffect {
    /// Turns tiles into others, from the middle outwards.
    Change {
        /// The tiles that change.
        from: Vec<String>,
        /// What they become.
        to: String,
        /// The chance for each cell and round, in percent.
        #[serde(default = "super::creature::hundred")]
        chance: u32,
        /// Whether a later stage undoes it, so that it may block the way for a while.
        #[serde(default)]
        passing: bool,
    },
    /// Turns tiles into floor with a creature on each.
    Hatch {
        /// The tile.
        from: String,
        /// What is left of it.
        to: String,
        /// The creature.
        kind: String,
    },
    /// Brings creatures in at its cell.
    Spawn {
        /// Their kind.
        kind: String,
        /// How many.
        count: u32,
    },
    /// Inflicts a status on everyone.
    Inflict {
        /// The status.
        status: Status,
        /// How long it lasts.
        rounds: u32,
    },
    /// Wakes everyone, behind walls too, and sets them on the hero.
    Wake,
    /// Closes the gates.
    Close,
    /// Opens the gates.
    Open,
}

impl MachineKind {
    /// The number of rounds until it has finished.
    pub(crate) fn duration(&self) -> u32 {
        self.stages.iter().map(|stage| stage.after + stage.rounds).max().unwrap_or(0)
    }
}

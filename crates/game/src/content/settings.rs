//! The numbers that the rules go by, and the other small tables.

use serde::Deserialize;

use super::effect::Effect;

/// The numbers that the rules go by. All have defaults.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Settings {
    /// How far the hero sees.
    pub sight: u32,
    /// The farthest that sight can ever reach.
    pub farthest_sight: u32,
    /// How much food the hero can hold, in rounds.
    pub stomach: u32,
    /// How much of it is full at the start.
    pub breakfast: u32,
    /// From this many rounds of food left the hero is hungry.
    pub hungry: u32,
    /// From this many the hero is weak.
    pub weak: u32,
    /// A hit point comes back every so many rounds; none while starving.
    pub healing_rounds: u32,
    /// The experience that the second level takes; each further one takes so much more than the one before.
    pub first_level: u32,
    /// What each choice of vigour, might, guard and sight adds.
    pub improvements: [u32; 4],
    /// How many cells a kick pushes.
    pub kick: u32,
    /// What each cell that a pushed creature had left to go hurts when something stops it.
    pub crash: u32,
    /// A fall hurts for 1 to this many hit points.
    pub fall: u32,
    /// How far a thing can be thrown.
    pub throw: u32,
    /// Creatures farther away than this from the hero do nothing.
    pub active: u32,
    /// How many rounds a hunter follows a hero that it no longer sees.
    pub patience: u32,
    /// In how many of 100 rounds a sleeper that could see the hero wakes up.
    pub waking: u32,
    /// How many chunks of an endless level the hero remembers.
    pub memory: u32,
    /// What the score counts for each level of depth reached.
    pub score_depth: u32,
    /// What the score counts for winning.
    pub score_win: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sight: 9,
            farthest_sight: 15,
            stomach: 1_500,
            breakfast: 1_000,
            hungry: 300,
            weak: 100,
            healing_rounds: 12,
            first_level: 30,
            improvements: [15, 2, 1, 2],
            kick: 3,
            crash: 3,
            fall: 8,
            throw: 8,
            active: 40,
            patience: 20,
            waking: 20,
            memory: 1_024,
            score_depth: 100,
            score_win: 2_000,
        }
    }
}

/// What a tile does in the game, besides what its tileset says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TileRule {
    /// The tile's name.
    pub name: String,
    /// Whether what flies can cross it although nobody can stand there.
    #[serde(default)]
    pub flyable: bool,
    /// The event that stepping on it sets off, in place of the tileset's own.
    #[serde(default)]
    pub on_enter: Option<String>,
    /// The tile that it becomes when it is shut.
    #[serde(default)]
    pub closes: Option<String>,
    /// Whether offerings can be made there.
    #[serde(default)]
    pub altar: bool,
}

/// What an event of a tile does: tilesets name events, this says what they are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TileEvent {
    /// The name that tiles use.
    pub name: String,
    /// What happens to who steps there.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Whether it happens only on purpose, not by stepping there.
    #[serde(default)]
    pub by_hand: bool,
    /// What the hero is told on stepping there.
    #[serde(default)]
    pub tell: Option<String>,
}

/// What the hero has at the start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kit {
    /// The plan it is for; `default` for all others.
    pub plan: String,
    /// What is in it.
    pub items: Vec<KitItem>,
}

/// One thing of a [`Kit`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct KitItem {
    /// Its name.
    pub item: String,
    /// How many.
    #[serde(default = "one")]
    pub count: u32,
    /// Whether the hero wields or wears it from the start.
    #[serde(default)]
    pub equipped: bool,
}

/// What can be had at an altar.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Blessing {
    /// What it is called.
    pub name: String,
    /// What it costs, in copper.
    pub price: u32,
    /// What it does.
    pub effects: Vec<Effect>,
}

const fn one() -> u32 {
    1
}

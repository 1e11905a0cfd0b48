//! The numbers behind the rules, and the smaller tables.

use serde::Deserialize;

use super::effect::Effect;
use super::item::one;

/// The numbers behind the rules. All have defaults.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Settings {
    /// The hero's sight radius at the start.
    pub sight: u32,
    /// The largest sight radius possible.
    pub max_sight: u32,
    /// The most food the hero can hold, in rounds.
    pub max_food: u32,
    /// The food at the start, in rounds.
    pub starting_food: u32,
    /// The hero is hungry at this many rounds of food or fewer.
    pub hungry: u32,
    /// The hero is weak at this many rounds of food or fewer.
    pub weak: u32,
    /// The rounds it takes to regain a hit point.
    pub healing_rounds: u32,
    /// The experience for level 2. Each further level takes this much more than the one before.
    pub first_level: u32,
    /// After this many kills of a kind, each further one brings half the experience, then a third, and so on.
    pub lessons: u32,
    /// What a level-up adds to vigour, might, guard or sight.
    pub improvements: [u32; 4],
    /// How many cells a kick pushes.
    pub kick_distance: u32,
    /// The most hit points that hitting an obstacle costs, for each cell left to slide.
    pub crash_damage: u32,
    /// The most hit points that a fall costs.
    pub fall_damage: u32,
    /// How far items can be thrown.
    pub throw_range: u32,
    /// Creatures farther from the hero than this do nothing.
    pub active_radius: u32,
    /// How many rounds a hunter pursues a hero out of sight.
    pub patience: u32,
    /// The chance each round that a sleeper in sight of the hero wakes, in percent.
    pub waking_chance: u32,
    /// The chance each turn that the hero notices a secret door beside it, in percent.
    pub noticing_chance: u32,
    /// How far a search finds secret doors.
    pub search_radius: u32,
    /// How many turns in a row the hero has to wait for that to count as a search.
    pub search_rounds: u32,
    /// The radius around the start of the game in which no hostile creature lives.
    pub peaceful_start: u32,
    /// How many rounds pass between the creatures that pursue a hero carrying the goal out; 0 for no pursuers.
    pub hunter_rounds: u32,
    /// How many chunks of an endless level the hero remembers.
    pub remembered_chunks: u32,
    /// The score for each level of depth reached.
    pub score_depth: u32,
    /// The score for each level below the goal's, on top of that.
    pub score_deep: u32,
    /// The score for winning.
    pub score_win: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sight: 9,
            max_sight: 15,
            max_food: 3_000,
            starting_food: 2_400,
            hungry: 300,
            weak: 100,
            healing_rounds: 4,
            first_level: 30,
            lessons: 10,
            improvements: [15, 2, 1, 2],
            kick_distance: 3,
            crash_damage: 3,
            fall_damage: 8,
            throw_range: 8,
            active_radius: 40,
            patience: 20,
            waking_chance: 20,
            noticing_chance: 30,
            search_radius: 3,
            search_rounds: 5,
            peaceful_start: 12,
            hunter_rounds: 50,
            remembered_chunks: 1_024,
            score_depth: 100,
            score_deep: 200,
            score_win: 2_000,
        }
    }
}

/// Rules for a tile beyond what its tileset says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TileRule {
    /// The tile's name.
    pub name: String,
    /// Whether flyers can cross it even though nobody can stand there.
    #[serde(default)]
    pub flyable: bool,
    /// The event that stepping on it triggers, instead of the tileset's.
    #[serde(default)]
    pub on_enter: Option<String>,
    /// The tile it becomes when closed.
    #[serde(default)]
    pub closes: Option<String>,
    /// Whether blessings can be bought there.
    #[serde(default)]
    pub altar: bool,
}

/// What a tile event does. Tilesets name the events.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TileEvent {
    /// The name that tilesets use.
    pub name: String,
    /// The effects on whoever steps there.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Whether it is triggered only by interacting, not by stepping there.
    #[serde(default)]
    pub manual: bool,
    /// A message for the player on stepping there.
    #[serde(default)]
    pub message: Option<String>,
}

/// What the hero of a plan starts with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StartingKit {
    /// The plan's name; `default` for all others.
    pub plan: String,
    /// The items.
    pub items: Vec<StartingItem>,
}

/// An item of a [`StartingKit`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StartingItem {
    /// Its name.
    pub item: String,
    /// How many.
    #[serde(default = "one")]
    pub count: u32,
    /// Whether the hero wields or wears it from the start.
    #[serde(default)]
    pub equipped: bool,
}

/// Something an altar sells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Blessing {
    /// Its name.
    pub name: String,
    /// Its price in copper.
    pub price: u32,
    /// Its effects on the hero.
    pub effects: Vec<Effect>,
}

//! Kinds of creatures, as the content files describe them.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{Colour, Depths};

use super::effect::Effect;

/// The number of a kind of creature in its [`Content`](crate::Content).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CreatureKindId(pub u16);

/// All that is known of a kind of creature.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureKind {
    /// What it is called, without an article.
    pub name: String,
    /// The character that shows it, one of Code Page 437.
    pub glyph: char,
    /// The colour of the glyph.
    pub colour: Colour,
    /// What is to be seen of it, in a sentence or two.
    pub description: String,
    /// Whether there is only one, which is then called by its name with `the`.
    #[serde(default)]
    pub unique: bool,
    /// Its hit points when unhurt.
    pub hit_points: i32,
    /// How hard it hits: a blow takes 1 to max(1, attack − defence) hit points.
    pub attack: i32,
    /// How much of a blow it turns aside.
    #[serde(default)]
    pub defence: i32,
    /// Actions in 100 turns.
    #[serde(default = "hundred")]
    pub speed: u32,
    /// From how far it notices the hero.
    #[serde(default = "eight")]
    pub perception: u32,
    /// In how many of 100 cases it is found asleep.
    #[serde(default)]
    pub asleep: u32,
    /// What defeating it teaches.
    #[serde(default)]
    pub experience: u32,
    /// Whether it means no harm: it is not danger, and nothing that is peaceful attacks it.
    #[serde(default)]
    pub peaceful: bool,
    /// What walking into something does, in order: the first that can be done is.
    #[serde(default)]
    pub does: Vec<Deed>,
    /// What else it can do.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// How it behaves, in order: the first habit that applies acts.
    #[serde(default)]
    pub habits: Vec<Habit>,
    /// What its blows bring with them.
    #[serde(default)]
    pub on_hit: Vec<Chanced>,
    /// What happens where it dies.
    #[serde(default)]
    pub on_death: Vec<Effect>,
    /// What it may leave behind.
    #[serde(default)]
    pub drops: Vec<Drop>,
    /// The table of what it sells.
    #[serde(default)]
    pub wares: Option<String>,
    /// The depths it suits: advice to plans, and the limit of what is summoned there.
    #[serde(default = "all_depths")]
    pub depths: Depths,
    /// In how many of 100 places at its depths it stands in for who would be there, whatever the plan says.
    #[serde(default)]
    pub share: u32,
}

/// What walking into something can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// Opens a door.
    Open,
    /// Strikes an enemy.
    Attack,
    /// Pushes an enemy up to three cells away.
    Kick,
    /// Turns diggable rock into floor.
    Dig,
    /// Changes places with somebody peaceful.
    Swap,
}

impl Deed {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Open, Self::Attack, Self::Kick, Self::Dig, Self::Swap];

    /// The word for it in content files and plans.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Attack => "attack",
            Self::Kick => "kick",
            Self::Dig => "dig",
            Self::Swap => "swap",
        }
    }
}

/// What a creature can do besides walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// Goes up stairs.
    Climb,
    /// Goes down stairs.
    Descend,
    /// Crosses water, pits and lava, and never falls.
    Fly,
    /// Webs do not hold it.
    Webwalk,
    /// Poison does nothing to it.
    Bloodless,
    /// Fire does nothing to it.
    Fireproof,
    /// Cannot be pushed.
    Steadfast,
}

/// One way to behave. Each turn, the first of a creature's habits that applies acts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Habit {
    /// Goes after the hero once it has noticed, around walls and through doors that it can open, and attacks.
    Hunt,
    /// Runs from the hero while it has fewer than this many of 100 parts of its hit points; bites when cornered.
    Flee(u32),
    /// In this many of 100 turns, moves in any direction at all.
    Erratic(u32),
    /// Backs off from a hero who is nearer than this.
    KeepAway(u32),
    /// Shoots at the hero from up to `range` cells.
    Shoot {
        /// From how far.
        range: u32,
        /// What flies, for the message: `arrow`.
        missile: String,
    },
    /// In `chance` of 1000 turns, grows another of its kind beside it; no more than `limit` come of one.
    Spread {
        /// In how many of 1000 turns.
        chance: u32,
        /// How many, all in all.
        limit: u16,
    },
    /// In this many of 100 turns in sight of the hero, leaves a web where it stands.
    Weave(u32),
    /// Lights its fuse beside the hero and bursts after so many turns.
    Burst(u32),
    /// Rushes up to so many cells in a straight line at a hero it sees.
    Charge(u32),
    /// Stays within so many cells of its post.
    Guard(u32),
    /// Walks about.
    Wander,
}

/// An effect that comes only sometimes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Chanced {
    /// In how many of 100 cases.
    #[serde(default = "hundred")]
    pub chance: u32,
    /// What comes then.
    pub effect: Effect,
}

/// What a creature may leave behind.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Drop {
    /// In how many of 100 cases.
    #[serde(default = "hundred")]
    pub chance: u32,
    /// The table that says what.
    pub table: String,
}

impl CreatureKind {
    /// Whether it has an ability.
    #[must_use]
    pub fn can(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }

    /// How many may come of one, for what spreads.
    #[must_use]
    pub fn brood(&self) -> u16 {
        let limit = |habit: &Habit| if let Habit::Spread { limit, .. } = habit { Some(*limit) } else { None };
        self.habits.iter().find_map(limit).unwrap_or(0)
    }

    /// Whether walking into things can do this.
    #[must_use]
    pub fn has_deed(&self, deed: Deed) -> bool {
        self.does.contains(&deed)
    }
}

pub(super) const fn hundred() -> u32 {
    100
}

const fn eight() -> u32 {
    8
}

pub(super) const fn all_depths() -> Depths {
    Depths::ALL
}

//! Kinds of creatures, as the content files describe them.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{Colour, Depths};

use super::effect::Effect;
use crate::named::named_enum;

/// The index of a creature kind in its [`GameContent`](crate::GameContent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CreatureKindId(pub u16);

/// A kind of creature.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct CreatureKind {
    /// The name, without an article.
    pub name: String,
    /// The character that shows it, one of Code Page 437.
    pub glyph: char,
    /// The colour of the glyph.
    pub colour: Colour,
    /// What looking at it reveals, in a sentence or two.
    pub description: String,
    /// Whether there is only one, so that its article is always "the" and never "a".
    #[serde(default)]
    pub unique: bool,
    /// Its hit points when unhurt.
    pub hit_points: i32,
    /// Attack strength: it hits with a chance of attack / (attack + defence), for about 70% of attack − defence.
    pub attack: i32,
    /// The verb for its attacks: "bite", "claw".
    #[serde(default = "hit")]
    pub attack_verb: String,
    /// How much of an attack it deflects.
    #[serde(default)]
    pub defence: i32,
    /// Actions per 100 rounds.
    #[serde(default = "hundred")]
    pub speed: u32,
    /// How far away it notices the hero.
    #[serde(default = "eight")]
    pub perception: u32,
    /// The chance that it starts asleep, in percent.
    #[serde(default)]
    pub asleep: u32,
    /// The experience for defeating it.
    #[serde(default)]
    pub experience: u32,
    /// Whether it is harmless and never attacks.
    #[serde(default)]
    pub peaceful: bool,
    /// What it can do. Where several abilities apply to what it walks into, the first is used.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// What sets it apart from others.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// How it behaves. Each turn, the first tactic that applies is followed.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// The side effects of its hits.
    #[serde(default)]
    pub on_hit: Vec<HitEffect>,
    /// What happens where it dies.
    #[serde(default)]
    pub on_death: Vec<Effect>,
    /// What it may leave behind.
    #[serde(default)]
    pub drops: Vec<DropChance>,
    /// The drop table of the goods it sells.
    #[serde(default)]
    pub wares: Option<String>,
    /// The depths it suits. Plans may ignore this.
    #[serde(default = "all_depths")]
    pub depths: Depths,
    /// The chance, in percent, that it replaces a creature the plan put at one of its depths.
    #[serde(default)]
    pub share: u32,
}

named_enum! {
    /// What a creature can do: by walking into something, and on stairs. Plans list the hero's abilities by these names.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[non_exhaustive]
    pub enum Ability {
        /// Opens a door.
        Open = "open",
        /// Attacks an enemy.
        Attack = "attack",
        /// Kicks an enemy a few cells away.
        Kick = "kick",
        /// Turns diggable rock into floor.
        Dig = "dig",
        /// Swaps places with somebody peaceful.
        Swap = "swap",
        /// Climbs stairs.
        Climb = "climb",
        /// Descends stairs.
        Descend = "descend",
    }
}

/// What sets a creature apart from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Trait {
    /// Crosses water, pits and lava, and never falls.
    Fly,
    /// Walks through webs.
    Webwalk,
    /// Cannot be poisoned.
    Bloodless,
    /// Cannot burn.
    Fireproof,
    /// Cannot be pushed.
    Steadfast,
}

/// One way to behave. Each turn, a creature follows the first of its tactics that applies.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Tactic {
    /// Pursues a hero it has noticed, around walls and through doors it can open, and attacks.
    Hunt,
    /// Runs from the hero while below this percentage of its hit points. It fights when cornered.
    Flee(u32),
    /// Moves in a random direction this percentage of the time.
    Erratic(u32),
    /// Backs away from a hero closer than this.
    KeepAway(u32),
    /// Shoots at the hero.
    Shoot {
        /// How far it can shoot.
        range: u32,
        /// What it shoots, for the log: `arrow`.
        missile: String,
    },
    /// Grows others of its kind beside itself.
    Spread {
        /// The chance each turn, in tenths of a percent.
        chance: u32,
        /// How many descendants it can have in all.
        limit: u16,
    },
    /// Spins a web where it stands, on this percentage of the turns in which it sees the hero.
    Weave(u32),
    /// Lights its fuse beside the hero and explodes after this many rounds.
    Burst(u32),
    /// Rushes up to this many cells in a straight line at a hero in sight.
    Charge(u32),
    /// Stays within this many cells of its post.
    Guard(u32),
    /// Wanders about.
    Wander,
}

/// A side effect of a hit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HitEffect {
    /// Its chance, in percent.
    #[serde(default = "hundred")]
    pub chance: u32,
    /// The effect on the target.
    pub effect: Effect,
}

/// A drop table that a creature may leave loot from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DropChance {
    /// The chance, in percent.
    #[serde(default = "hundred")]
    pub chance: u32,
    /// The name of the drop table.
    pub table: String,
}

impl CreatureKind {
    /// Whether it has a trait.
    #[must_use]
    pub fn has_trait(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// How many descendants it can have, if it spreads.
    #[must_use]
    pub fn spread_limit(&self) -> u16 {
        let limit = |tactic: &Tactic| if let Tactic::Spread { limit, .. } = tactic { Some(*limit) } else { None };
        self.tactics.iter().find_map(limit).unwrap_or(0)
    }

    /// Whether it never leaves its cell.
    #[must_use]
    pub fn is_rooted(&self) -> bool {
        self.tactics.contains(&Tactic::Guard(0))
    }
}

fn hit() -> String {
    "hit".into()
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

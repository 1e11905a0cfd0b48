//! Kinds of items, and the tables they are drawn from.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{Colour, Depths};

use super::creature::{HitEffect, all_depths};
use super::effect::Effect;
use crate::named::named_enum;

/// The index of an item kind in its [`GameContent`](crate::GameContent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ItemKindId(pub u16);

/// A kind of item.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct ItemKind {
    /// The name that plans and tables use.
    pub name: String,
    /// What one item is called, without an article, if not by its name: "loaf of bread".
    #[serde(default)]
    singular: Option<String>,
    /// What several are called, if not the singular with an `s`.
    #[serde(default)]
    plural: Option<String>,
    /// The article of a single item, if not "a" or "an": "some".
    #[serde(default)]
    pub article: Option<String>,
    /// What sort of item it is.
    pub class: ItemClass,
    /// The character that shows it, one of Code Page 437.
    pub glyph: char,
    /// The colour of the glyph.
    pub colour: Colour,
    /// What looking at it reveals, in a sentence or two.
    pub description: String,
    /// What it adds to the attack of whoever wields or wears it.
    #[serde(default)]
    pub attack: i32,
    /// What it adds to the defence of whoever wields or wears it.
    #[serde(default)]
    pub defence: i32,
    /// What it adds to the sight radius of whoever wears it.
    #[serde(default)]
    pub sight: i32,
    /// The side effects of hits with it, wielded or thrown.
    #[serde(default)]
    pub on_hit: Vec<HitEffect>,
    /// Its attack strength when thrown.
    #[serde(default)]
    pub thrown: i32,
    /// Whether throwing destroys it.
    #[serde(default)]
    pub breaks: bool,
    /// What using it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// How far away its target may be; 0 if the hero uses it on itself.
    #[serde(default)]
    pub range: u32,
    /// The lowest and highest number of charges when found, for wands.
    #[serde(default)]
    pub charges: Option<[u16; 2]>,
    /// The smallest and largest stack when found.
    #[serde(default)]
    pub count: Option<[u32; 2]>,
    /// What it is worth, in copper.
    #[serde(default)]
    pub worth: u32,
    /// The effects on whoever steps on it.
    #[serde(default)]
    pub on_enter: Vec<Effect>,
    /// The effects on whoever picks it up.
    #[serde(default)]
    pub on_pickup: Vec<Effect>,
    /// The effects on whoever drops it.
    #[serde(default)]
    pub on_drop: Vec<Effect>,
    /// For chests: the drop table of the contents.
    #[serde(default)]
    pub holds: Option<String>,
    /// For chests: the item that unlocks it.
    #[serde(default)]
    pub key: Option<String>,
    /// The creature that guards it where it is a plan's goal.
    #[serde(default)]
    pub guardian: Option<String>,
    /// The depths it suits. Plans may ignore this.
    #[serde(default = "all_depths")]
    pub depths: Depths,
    /// The chance, in percent, that it replaces an item the plan put at one of its depths.
    #[serde(default)]
    pub share: u32,
}

impl ItemKind {
    /// What one item is called, without an article.
    #[must_use]
    pub fn singular(&self) -> &str {
        self.singular.as_deref().unwrap_or(&self.name)
    }

    /// What several items are called.
    #[must_use]
    pub fn plural(&self) -> Cow<'_, str> {
        self.plural.as_deref().map_or_else(|| format!("{}s", self.singular()).into(), Cow::Borrowed)
    }
}

named_enum! {
    /// What sort of item it is, which decides how it is used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[non_exhaustive]
    pub enum ItemClass {
        /// Is wielded.
        Weapon = "weapon",
        /// Is worn on the body.
        Armour = "armour",
        /// Is worn around the neck.
        Charm = "charm",
        /// Is drunk.
        Potion = "potion",
        /// Is read.
        Scroll = "scroll",
        /// Is zapped at a target while it has charges.
        Wand = "wand",
        /// Is eaten.
        Food = "food",
        /// Is thrown.
        Missile = "missile",
        /// Is money.
        Coin = "coin",
        /// Is only worth something.
        Treasure = "treasure",
        /// Is gone through.
        Gate = "gate",
        /// Unlocks a chest.
        Key = "key",
        /// Stays where it is and holds other items.
        Chest = "chest",
        /// Stays where it is until somebody steps on it.
        Trap = "trap",
    }
}

impl ItemClass {
    /// Whether it can be carried.
    #[must_use]
    pub const fn is_portable(self) -> bool {
        !matches!(self, Self::Chest | Self::Trap | Self::Gate)
    }

    /// Whether several of them make a stack.
    #[must_use]
    pub const fn stacks(self) -> bool {
        self.is_portable() && !self.is_equipment() && !matches!(self, Self::Wand)
    }

    /// Whether it is wielded or worn.
    #[must_use]
    pub const fn is_equipment(self) -> bool {
        matches!(self, Self::Weapon | Self::Armour | Self::Charm)
    }

    /// The verb for using it; `None` if it cannot be used up.
    #[must_use]
    pub const fn verb(self) -> Option<&'static str> {
        match self {
            Self::Potion => Some("drink"),
            Self::Scroll => Some("read"),
            Self::Wand => Some("zap"),
            Self::Food => Some("eat"),
            _ => None,
        }
    }
}

/// What a chest holds, a creature drops or a pedlar sells.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DropTable {
    /// The name that creatures and chests use.
    pub name: String,
    /// How many entries are drawn.
    #[serde(default = "one")]
    pub rolls: u32,
    /// The entries to draw from.
    pub entries: Vec<DropEntry>,
}

/// An entry of a [`DropTable`].
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DropEntry {
    /// The item; `None` draws a blank.
    #[serde(default)]
    pub item: Option<String>,
    /// How likely it is compared with the other entries.
    #[serde(default = "one")]
    pub weight: u32,
    /// The smallest and largest stack; the item's own range if left out.
    #[serde(default)]
    pub count: Option<[u32; 2]>,
    /// The depths at which it can be drawn.
    #[serde(default = "all_depths")]
    pub depths: Depths,
}

pub(super) const fn one() -> u32 {
    1
}

//! Kinds of items, and the tables they are rolled from.

use serde::{Deserialize, Serialize};
use undercroft_mapgen::{Colour, Depths};

use super::creature::{Chanced, all_depths};
use super::effect::Effect;

/// The number of a kind of item in its [`Content`](crate::Content).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ItemKindId(pub u16);

/// All that is known of a kind of item.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ItemKind {
    /// What one of it is called, without an article.
    pub name: String,
    /// What several are called; the name with an `s` where it is left out.
    #[serde(default)]
    pub plural: Option<String>,
    /// What sort of thing it is.
    pub class: ItemClass,
    /// The character that shows it, one of Code Page 437.
    pub glyph: char,
    /// The colour of the glyph.
    pub colour: Colour,
    /// What is to be seen of it, in a sentence or two.
    pub description: String,
    /// What it adds to the attack of who wields or wears it.
    #[serde(default)]
    pub attack: i32,
    /// What it adds to the defence of who wields or wears it.
    #[serde(default)]
    pub defence: i32,
    /// What it adds to the sight of who wears it.
    #[serde(default)]
    pub sight: i32,
    /// What its blows bring with them, wielded or thrown.
    #[serde(default)]
    pub on_hit: Vec<Chanced>,
    /// How hard it hits when thrown.
    #[serde(default)]
    pub thrown: i32,
    /// Whether it is gone after being thrown.
    #[serde(default)]
    pub breaks: bool,
    /// What using it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// How far what is pointed at something reaches; 0 for what is used on oneself.
    #[serde(default)]
    pub range: u32,
    /// From how many to how many charges it has when found; none where it is used up at once.
    #[serde(default)]
    pub charges: Option<[u16; 2]>,
    /// From how many to how many lie together when found.
    #[serde(default)]
    pub count: Option<[u32; 2]>,
    /// What it is worth, in copper.
    #[serde(default)]
    pub worth: u32,
    /// What happens to who steps on it.
    #[serde(default)]
    pub on_enter: Vec<Effect>,
    /// What happens to who picks it up.
    #[serde(default)]
    pub on_pickup: Vec<Effect>,
    /// What happens to who puts it down.
    #[serde(default)]
    pub on_drop: Vec<Effect>,
    /// For what can be opened: the table of what is inside.
    #[serde(default)]
    pub holds: Option<String>,
    /// For what can be opened: the item that opens it.
    #[serde(default)]
    pub key: Option<String>,
    /// Who guards it where a plan has it as its goal.
    #[serde(default)]
    pub guardian: Option<String>,
    /// The depths it suits: advice to plans.
    #[serde(default = "all_depths")]
    pub depths: Depths,
    /// In how many of 100 places at its depths it lies instead of what would lie there, whatever the plan says.
    #[serde(default)]
    pub share: u32,
}

/// What sort of thing an item is: it decides what can be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemClass {
    /// Is wielded.
    Weapon,
    /// Is worn on the body.
    Armour,
    /// Is worn around the neck.
    Charm,
    /// Is drunk.
    Potion,
    /// Is read.
    Scroll,
    /// Is pointed at something, as long as it has charges.
    Wand,
    /// Is eaten.
    Food,
    /// Is thrown.
    Missile,
    /// Is paid with.
    Coin,
    /// Is worth something.
    Treasure,
    /// Opens what is locked.
    Key,
    /// Stays where it is and holds other things.
    Chest,
    /// Stays where it is and waits for feet.
    Trap,
}

impl ItemClass {
    /// The word for it in content files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weapon => "weapon",
            Self::Armour => "armour",
            Self::Charm => "charm",
            Self::Potion => "potion",
            Self::Scroll => "scroll",
            Self::Wand => "wand",
            Self::Food => "food",
            Self::Missile => "missile",
            Self::Coin => "coin",
            Self::Treasure => "treasure",
            Self::Key => "key",
            Self::Chest => "chest",
            Self::Trap => "trap",
        }
    }

    /// Whether it can be carried.
    #[must_use]
    pub const fn is_portable(self) -> bool {
        !matches!(self, Self::Chest | Self::Trap)
    }

    /// Whether several are one stack.
    #[must_use]
    pub const fn stacks(self) -> bool {
        matches!(
            self,
            Self::Potion | Self::Scroll | Self::Food | Self::Missile | Self::Coin | Self::Treasure | Self::Key
        )
    }

    /// Whether it is wielded or worn.
    #[must_use]
    pub const fn is_equipment(self) -> bool {
        matches!(self, Self::Weapon | Self::Armour | Self::Charm)
    }

    /// The verb for using it; `None` for what has no use of its own.
    #[must_use]
    pub const fn verb(self) -> Option<&'static str> {
        match self {
            Self::Potion => Some("drink"),
            Self::Scroll => Some("read"),
            Self::Wand => Some("point"),
            Self::Food => Some("eat"),
            _ => None,
        }
    }
}

/// What may be found in a place: in a chest, on a defeated creature, in a pedlar's pack.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DropTable {
    /// What creatures and chests call it.
    pub name: String,
    /// How often it is rolled.
    #[serde(default = "one")]
    pub rolls: u32,
    /// What may come.
    pub entries: Vec<DropEntry>,
}

/// One line of a [`DropTable`].
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DropEntry {
    /// The item; nothing where it is left out.
    #[serde(default)]
    pub item: Option<String>,
    /// How often, compared with the others.
    #[serde(default = "one")]
    pub weight: u32,
    /// From how many to how many; as many as lie together when found, where it is left out.
    #[serde(default)]
    pub count: Option<[u32; 2]>,
    /// At which depths.
    #[serde(default = "all_depths")]
    pub depths: Depths,
}

const fn one() -> u32 {
    1
}

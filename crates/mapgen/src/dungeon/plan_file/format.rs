//! The TOML format of plan files.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{Class, Depths, Difficulty, Goal, StairLock, StairUse, TableEntry};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct PlanFile {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) levels: Spanned<Levels>,
    #[serde(default)]
    pub(super) start: [i32; 2],
    pub(super) abilities: Option<Vec<String>>,
    #[serde(default)]
    pub(super) stairs: StairUse,
    pub(super) goal: Option<Spanned<Goal>>,
    #[serde(default)]
    pub(super) lock: Vec<Spanned<StairLock>>,
    pub(super) stretch: Vec<Spanned<StretchFile>>,
    #[serde(default)]
    pub(super) tables: BTreeMap<String, Spanned<TableFile>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Levels {
    Count(u32),
    Word(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct StretchFile {
    pub(super) depths: Spanned<Depths>,
    pub(super) recipe: Option<Spanned<OneOrMore>>,
    #[serde(default)]
    pub(super) endless: bool,
    pub(super) size: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) set: Vec<Spanned<String>>,
    pub(super) map: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) legend: BTreeMap<String, String>,
    pub(super) stairs: Option<Spanned<u32>>,
    pub(super) path: Option<Spanned<String>>,
    pub(super) creatures: Option<Spanned<OneOrMore>>,
    pub(super) items: Option<Spanned<OneOrMore>>,
    /// The tables of other classes.
    #[serde(default)]
    pub(super) spawns: BTreeMap<String, Spanned<OneOrMore>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl StretchFile {
    /// The names of all its tables, by class.
    pub(super) fn tables(&self) -> impl Iterator<Item = (Class, &Spanned<OneOrMore>)> {
        let creatures = self.creatures.iter().map(|names| (Class::Creature, names));
        let items = self.items.iter().map(|names| (Class::Item, names));
        let others = self.spawns.iter().map(|(class, names)| (class.as_str().into(), names));
        creatures.chain(items).chain(others)
    }
}

impl OneOrMore {
    pub(super) fn as_slice(&self) -> &[String] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::More(more) => more,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct TableFile {
    pub(super) chance: Spanned<f64>,
    pub(super) fade: Option<u32>,
    pub(super) kinds: Vec<Spanned<TableEntry>>,
}

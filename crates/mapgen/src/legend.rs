//! Legend entries: what a glyph of a hand-drawn map stands for.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::draft::problem_with;
use crate::{Class, Properties, Tileset};

/// The word for a glyph that leaves the map unchanged.
const UNCHANGED: &str = "unchanged";

/// What a glyph of a hand-drawn map stands for. Files can write it in these ways:
///
/// ```toml
/// [legend]
/// "S" = "statue"
/// "," = ["floor", "rubble", "moss"]
/// "?" = "unchanged"
/// "z" = { creature = "zombie", chance = 0.5, tile = "rubble" }
/// "^" = { class = "trap", kind = "snare", properties = { damage = 3 } }
/// ```
///
/// A list stands for one of its tiles, chosen at random for each cell. In a table of names, such as
/// `creature = { rat = 1, ogre = 6 }`, those from later depths are likelier. The keys of an entry are:
///
/// | key | value | default |
/// |---|---|---|
/// | `tile` | a tile or a list of tiles | `floor` |
/// | `creature` or `item` | a name, a list of names, or a table of names with the first depths where they appear | none |
/// | `class` and `kind` | for other spawns: the class, and names in the same way | none |
/// | `chance` | the chance that the spawn appears | 1 |
/// | `properties` | properties for the game to read, as in `{ damage = 3 }` | none |
/// | `vault` | for vaults: the name or the tag of smaller vaults, one of which is stamped on the cells of this glyph | none |
/// | `free` | for vaults: whether this cell on the edge needs open ground outside | the vault's `free` |
/// | `start` | for pasted maps: whether the player starts here | false |
///
/// ```
/// use undercroft_mapgen::{Class, LegendEntry};
/// let legend: std::collections::BTreeMap<char, LegendEntry> = toml::from_str("S = 'statue'\nz = { creature = 'zombie' }")?;
/// assert_eq!(legend[&'S'], LegendEntry::tile("statue"));
/// assert_eq!(legend[&'z'], LegendEntry::spawn(Class::Creature, "zombie"));
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LegendEntry {
    /// The tiles that the cell may become. If there are none, it stays unchanged.
    pub tiles: Vec<String>,
    /// A creature, an item or another spawn on the cell.
    pub spawn: Option<LegendSpawn>,
    /// Whether this cell of a vault's edge needs open ground outside. By default the vault decides.
    pub free: Option<bool>,
    /// The name or the tag of smaller vaults, one of which is stamped on the cells of this glyph.
    pub vault: Option<String>,
    /// Whether the player starts here.
    pub start: bool,
}

/// A creature, an item or another spawn that a glyph may place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LegendSpawn {
    /// Its class: creature, item or one of the game's own.
    pub class: Class,
    /// The kinds to choose from: all equally likely, unless `from_depth` says otherwise.
    pub kinds: Vec<String>,
    /// The first depth where each kind appears. The later it is, the likelier the kind.
    pub from_depth: BTreeMap<String, u32>,
    /// The chance that it appears.
    pub chance: f64,
    /// Other properties for the game to read.
    pub properties: Properties,
}

/// Why a legend entry cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum LegendError {
    #[error("{problem}")]
    UnknownTile { name: String, problem: String },
    #[error("`{0}` and `{1}` cannot share a glyph: only one of them is walkable")]
    Mixed(String, String),
    #[error("the player cannot start here: the tile is not walkable")]
    Start,
    #[error("a creature, an item or another spawn needs a walkable tile")]
    Spawn,
    #[error("the chance {0} is not a number from 0 to 1")]
    Chance(f64),
    #[error("{0}")]
    Properties(String),
}

impl LegendError {
    /// The name of the tile that the tileset lacks, if that is the error.
    pub(crate) fn missing_tile(&self) -> Option<&str> {
        match self {
            Self::UnknownTile { name, .. } => Some(name),
            _ => None,
        }
    }
}

impl LegendEntry {
    /// The cell becomes this tile.
    #[must_use]
    pub fn tile(name: &str) -> Self {
        Self { tiles: vec![name.into()], ..Self::default() }
    }

    /// The cell stays unchanged.
    #[must_use]
    pub fn unchanged() -> Self {
        Self::default()
    }

    /// The cell becomes floor with a creature, an item or another spawn on it.
    #[must_use]
    pub fn spawn(class: impl Into<Class>, kind: &str) -> Self {
        let properties = Properties::new();
        let (class, kinds, from_depth) = (class.into(), vec![kind.into()], BTreeMap::new());
        let spawn = Some(LegendSpawn { class, kinds, from_depth, chance: 1.0, properties });
        Self { spawn, ..Self::tile("floor") }
    }

    /// Whether the cell stays unchanged.
    #[must_use]
    pub const fn is_unchanged(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The names of everything it may spawn.
    pub(crate) fn spawn_names(&self) -> impl Iterator<Item = (Class, &str)> {
        self.spawn.iter().flat_map(|spawn| spawn.kinds.iter().map(|kind| (spawn.class.clone(), kind.as_str())))
    }

    /// Checks the entry against a tileset, and returns whether its cells are walkable.
    pub(crate) fn is_open(&self, tileset: &Tileset) -> Result<bool, LegendError> {
        if let Some(name) = self.tiles.iter().find(|name| tileset.id_or_floor(name).is_none()) {
            return Err(LegendError::UnknownTile { name: name.clone(), problem: tileset.unknown(name) });
        }
        let walkable = |name: &String| tileset.id_or_floor(name).is_some_and(|tile| tileset.is_walkable(tile));
        let open = self.tiles.first().is_some_and(walkable);
        if let Some(other) = self.tiles.iter().find(|name| walkable(name) != open) {
            return Err(LegendError::Mixed(self.tiles[0].clone(), other.clone()));
        }
        match &self.spawn {
            _ if self.start && !open => Err(LegendError::Start),
            Some(_) if !open => Err(LegendError::Spawn),
            Some(spawn) if !(0.0..=1.0).contains(&spawn.chance) => Err(LegendError::Chance(spawn.chance)),
            Some(spawn) => {
                problem_with(&spawn.properties).map_or(Ok(open), |problem| Err(LegendError::Properties(problem)))
            }
            None => Ok(open),
        }
    }
}

/// The table form.
#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct LegendTable {
    tile: Option<Names>,
    creature: Option<Kinds>,
    item: Option<Kinds>,
    class: Option<String>,
    kind: Option<Kinds>,
    chance: Option<f64>,
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    properties: Properties,
    free: Option<bool>,
    vault: Option<String>,
    #[serde(default)]
    start: bool,
}

impl TryFrom<LegendTable> for LegendEntry {
    type Error = &'static str;

    fn try_from(table: LegendTable) -> Result<Self, &'static str> {
        let chance = table.chance.unwrap_or(1.0);
        let other = match (table.class, table.kind) {
            (Some(class), Some(kinds)) => Some((Class::from(class), kinds)),
            (Some(_), None) => return Err("`class` needs a `kind`"),
            (None, Some(_)) => return Err("`kind` needs a `class`"),
            (None, None) => None,
        };
        let creature = table.creature.map(|kinds| (Class::Creature, kinds));
        let item = table.item.map(|kinds| (Class::Item, kinds));
        let mut spawns = [creature, item, other].into_iter().flatten();
        let spawn = match (spawns.next(), spawns.next()) {
            (Some(_), Some(_)) => {
                return Err("a glyph can have a `creature`, an `item` or a `class`, but only one of them");
            }
            (None, _) if table.chance.is_some() => return Err("`chance` needs a `creature`, an `item` or a `class`"),
            (None, _) if !table.properties.is_empty() => {
                return Err("`properties` need a `creature`, an `item` or a `class`");
            }
            (None, _) => None,
            (Some((class, kinds)), None) => {
                let (kinds, from_depth) = match kinds {
                    Kinds::Alike(names) => (names.0, BTreeMap::new()),
                    Kinds::ByDepth(table) if table.is_empty() => return Err("the table needs at least one name"),
                    Kinds::ByDepth(table) => (table.keys().cloned().collect(), table),
                };
                Some(LegendSpawn { class, kinds, from_depth, chance, properties: table.properties })
            }
        };
        let tiles = table.tile.map_or_else(|| vec!["floor".into()], |names| names.0);
        Ok(Self { tiles, spawn, free: table.free, vault: table.vault, start: table.start })
    }
}

impl<'de> Deserialize<'de> for LegendEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        // An untagged enum would hide which key of a table is wrong.
        impl<'de> Visitor<'de> for Reader {
            type Value = LegendEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a tile, a list of names, `unchanged`, or a table")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<LegendEntry, E> {
                Ok(if name == UNCHANGED { LegendEntry::unchanged() } else { LegendEntry::tile(name) })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<LegendEntry, A::Error> {
                let Names(tiles) = Names::deserialize(SeqAccessDeserializer::new(names))?;
                Ok(LegendEntry { tiles, ..LegendEntry::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<LegendEntry, A::Error> {
                let table = LegendTable::deserialize(MapAccessDeserializer::new(table))?;
                table.try_into().map_err(A::Error::custom)
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

impl Serialize for LegendEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { tiles, spawn, free, vault, start } = self.clone();
        if spawn.is_none() && free.is_none() && vault.is_none() && !start {
            return match self.is_unchanged() {
                true => serializer.serialize_str(UNCHANGED),
                false => Names(tiles).serialize(serializer),
            };
        }
        let mut table = LegendTable { tile: Some(Names(tiles)), free, vault, start, ..LegendTable::default() };
        if let Some(LegendSpawn { class, kinds, from_depth, chance, properties }) = spawn {
            let is_table = !from_depth.is_empty();
            let kinds = Some(if is_table { Kinds::ByDepth(from_depth) } else { Kinds::Alike(Names(kinds)) });
            match class {
                Class::Creature => table.creature = kinds,
                Class::Item => table.item = kinds,
                Class::Other(name) => (table.class, table.kind) = (Some(name.to_string()), kinds),
            }
            (table.chance, table.properties) = (Some(chance), properties);
        }
        table.serialize(serializer)
    }
}

/// What a spawn may be.
#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a name, a list of names, or a table of names with their first depths")]
enum Kinds {
    Alike(Names),
    ByDepth(BTreeMap<String, u32>),
}

/// A name or a list of at least one name.
#[derive(Clone, Deserialize, Serialize)]
#[serde(try_from = "OneOrMany", into = "OneOrMany")]
struct Names(Vec<String>);

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a name or a list of names")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl TryFrom<OneOrMany> for Names {
    type Error = &'static str;

    fn try_from(names: OneOrMany) -> Result<Self, &'static str> {
        match names {
            OneOrMany::One(name) => Ok(Self(vec![name])),
            OneOrMany::Many(names) if names.is_empty() => Err("the list needs at least one name"),
            OneOrMany::Many(names) => Ok(Self(names)),
        }
    }
}

impl From<Names> for OneOrMany {
    fn from(Names(mut names): Names) -> Self {
        if names.len() == 1 { Self::One(names.remove(0)) } else { Self::Many(names) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn read(value: &str) -> Result<LegendEntry, String> {
        let table: Result<BTreeMap<String, LegendEntry>, _> = toml::from_str(&format!("x = {value}"));
        table.map(|mut table| table.remove("x").expect("x was written")).map_err(|error| error.message().to_owned())
    }

    #[test]
    fn every_form_of_an_entry_reads_back() {
        for form in [
            "\"statue\"",
            "\"unchanged\"",
            "[\"floor\", \"moss\"]",
            "{ tile = \"moss\", creature = \"rat\", chance = 0.5 }",
            "{ tile = \"floor\", item = [\"club\", \"leather armour\"], chance = 1.0 }",
            "{ tile = \"moss\", class = \"trap\", kind = \"snare\", chance = 0.5, properties = { damage = 3, hidden = true } }",
            "{ tile = \"floor\", creature = { rat = 1, ogre = 6 }, chance = 1.0 }",
            "{ tile = \"floor\", vault = \"centrepiece\" }",
            "{ tile = \"door\", free = false }",
            "{ tile = \"grass\", start = true }",
        ] {
            let entry = read(form).unwrap_or_else(|error| panic!("{form}: {error}"));
            let written = toml::Value::try_from(&entry).expect("an entry can be written").to_string();
            assert_eq!(read(&written), Ok(entry), "{form} was written as {written}");
        }
    }

    #[test]
    fn invalid_entries_are_refused() {
        for (bad, why) in [
            ("3", "the name of a tile"),
            ("[]", "the list needs at least one name"),
            ("{ tile = 3 }", "expected a name or a list of names"),
            ("{ creature = \"rat\", item = \"club\" }", "only one of them"),
            ("{ creature = {} }", "the table needs at least one name"),
            ("{ creature = { rat = -1 } }", "a table of names with their first depths"),
            ("{ chance = 0.5 }", "needs a `creature`"),
            ("{ properties = { damage = 3 } }", "need a `creature`"),
            ("{ class = \"trap\" }", "`class` needs a `kind`"),
            ("{ kind = \"snare\" }", "`kind` needs a `class`"),
            ("{ class = \"trap\", kind = \"snare\", item = \"club\" }", "only one of them"),
            ("{ creture = \"rat\" }", "creture"),
        ] {
            let error = read(bad).expect_err(bad);
            assert!(error.contains(why), "{bad}: {error}");
        }
        let tiles = Tileset::standard();
        assert_eq!(read("[\"floor\", \"moss\"]").unwrap().is_open(&tiles), Ok(true));
        for (bad, why) in [
            ("\"flor\"", "did you mean `floor`"),
            ("[\"floor\", \"wall\"]", "cannot share a glyph"),
            ("{ tile = \"wall\", item = \"club\" }", "needs a walkable tile"),
            ("{ tile = \"wall\", start = true }", "cannot start here"),
            ("{ item = \"club\", chance = 2.0 }", "from 0 to 1"),
            ("{ item = \"club\", properties = { mass = inf } }", "write a finite number"),
        ] {
            let error = read(bad).unwrap().is_open(&tiles).expect_err(bad).to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}

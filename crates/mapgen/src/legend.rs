//! What a glyph of a drawing means: a tile, one of several, something that stands there, or nothing at all.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Class, Tileset};

/// The word for a glyph that leaves the map as it is.
const UNCHANGED: &str = "unchanged";

/// What a glyph of a drawing means. In files it is written in one of four ways:
///
/// ```toml
/// [legend]
/// "S" = "statue"
/// "," = ["floor", "rubble", "moss"]
/// "?" = "unchanged"
/// "z" = { creature = "zombie", chance = 0.5, tile = "rubble" }
/// ```
///
/// A list means one of its tiles, rolled for each cell. The table's keys are `tile` (floor if left out), `creature`
/// or `item` (a name or a list of names), `chance`, `free` (for vaults: whether a cell on the edge must have open
/// ground before it) and `start` (for pasted maps: the player begins there).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegendEntry {
    /// The cell becomes one of these tiles; with none it stays as it is.
    pub tiles: Vec<String>,
    /// What stands there.
    pub spawn: Option<LegendSpawn>,
    /// Whether a cell on the edge of a vault must have open ground before it; the vault decides where nothing is said.
    pub free: Option<bool>,
    /// Whether the player begins there.
    pub start: bool,
}

/// Something that may stand on a cell of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendSpawn {
    /// Which catalogue it is from.
    pub class: Class,
    /// It is one of these, each equally likely.
    pub kinds: Vec<String>,
    /// How likely it is there at all.
    pub chance: f64,
}

impl LegendEntry {
    /// The cell becomes that tile.
    #[must_use]
    pub fn tile(name: &str) -> Self {
        Self { tiles: vec![name.into()], ..Self::default() }
    }

    /// The cell stays as it is.
    #[must_use]
    pub fn unchanged() -> Self {
        Self::default()
    }

    /// A creature or an item stands there, on floor.
    #[must_use]
    pub fn spawn(class: Class, kind: &str) -> Self {
        let spawn = Some(LegendSpawn { class, kinds: vec![kind.into()], chance: 1.0 });
        Self { spawn, ..Self::tile("floor") }
    }

    /// Whether the map stays as it is there.
    #[must_use]
    pub const fn is_unchanged(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Whether one can stand there, or what is wrong with the meaning.
    pub(crate) fn is_open(&self, tileset: &Tileset) -> Result<bool, String> {
        let unknown = self.tiles.iter().find(|name| tileset.id(name).is_none());
        if let Some(name) = unknown {
            return Err(tileset.unknown(name));
        }
        let walkable = |name: &String| tileset.id(name).is_some_and(|tile| tileset.is_walkable(tile));
        let open = self.tiles.first().is_some_and(walkable);
        if let Some(other) = self.tiles.iter().find(|name| walkable(name) != open) {
            let (one, other) = (&self.tiles[0], other);
            return Err(format!(
                "one can stand on only one of `{one}` and `{other}`: one glyph means one or the other"
            ));
        }
        if !open && self.start {
            return Err("nobody can stand there, so that it is no place to start".into());
        }
        if let Some(spawn) = &self.spawn {
            if !open {
                return Err("a creature or an item needs a tile that one can stand on".into());
            }
            if !(0.0..=1.0).contains(&spawn.chance) {
                return Err(format!("the chance {} is not a number from 0 to 1", spawn.chance));
            }
        }
        Ok(open)
    }
}

/// The table form, as it stands in files.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct LegendTable {
    tile: Option<Names>,
    creature: Option<Names>,
    item: Option<Names>,
    chance: Option<f64>,
    free: Option<bool>,
    #[serde(default)]
    start: bool,
}

impl TryFrom<LegendTable> for LegendEntry {
    type Error = &'static str;

    fn try_from(table: LegendTable) -> Result<Self, &'static str> {
        let chance = table.chance.unwrap_or(1.0);
        let spawn = match (table.creature, table.item) {
            (Some(_), Some(_)) => return Err("a glyph is a `creature` or an `item`, not both"),
            (None, None) if table.chance.is_some() => return Err("a `chance` is that of a `creature` or an `item`"),
            (None, None) => None,
            (Some(Names(kinds)), None) => Some(LegendSpawn { class: Class::Creature, kinds, chance }),
            (None, Some(Names(kinds))) => Some(LegendSpawn { class: Class::Item, kinds, chance }),
        };
        let tiles = table.tile.map_or_else(|| vec!["floor".into()], |names| names.0);
        Ok(Self { tiles, spawn, free: table.free, start: table.start })
    }
}

impl<'de> Deserialize<'de> for LegendEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = LegendEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a tile, a list of names, `unchanged`, or a table")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<LegendEntry, E> {
                Ok(if name == UNCHANGED { LegendEntry::unchanged() } else { LegendEntry::tile(name) })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, names: A) -> Result<LegendEntry, A::Error> {
                let names = Names::deserialize(SeqAccessDeserializer::new(names))?;
                Ok(LegendEntry { tiles: names.0, ..LegendEntry::default() })
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
        let tiles = Names(self.tiles.clone());
        if self.spawn.is_none() && self.free.is_none() && !self.start {
            return match self.is_unchanged() {
                true => serializer.serialize_str(UNCHANGED),
                false => tiles.serialize(serializer),
            };
        }
        let mut table = serializer.serialize_map(None)?;
        table.serialize_entry("tile", &tiles)?;
        if let Some(spawn) = &self.spawn {
            table.serialize_entry(spawn.class.name(), &Names(spawn.kinds.clone()))?;
            table.serialize_entry("chance", &spawn.chance)?;
        }
        if let Some(free) = self.free {
            table.serialize_entry("free", &free)?;
        }
        if self.start {
            table.serialize_entry("start", &true)?;
        }
        table.end()
    }
}

/// A name or a list of names, at least one.
#[derive(Clone)]
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name or a list of names")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Names, E> {
                Ok(Names(vec![name.into()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element()? {
                    names.push(name);
                }
                match names.is_empty() {
                    true => Err(A::Error::custom("the list is empty: name at least one")),
                    false => Ok(Names(names)),
                }
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [name] => serializer.serialize_str(name),
            names => serializer.collect_seq(names),
        }
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
    fn every_way_to_write_a_meaning_reads_back() {
        let ways = [
            "\"statue\"",
            "\"unchanged\"",
            "[\"floor\", \"moss\"]",
            "{ tile = \"moss\", creature = \"rat\", chance = 0.5 }",
            "{ tile = \"floor\", item = [\"club\", \"leather\"], chance = 1.0 }",
            "{ tile = \"door\", free = false }",
            "{ tile = \"grass\", start = true }",
        ];
        for way in ways {
            let meaning = read(way).unwrap_or_else(|error| panic!("{way}: {error}"));
            let written = toml::Value::try_from(&meaning).expect("a meaning can be written").to_string();
            assert_eq!(read(&written), Ok(meaning), "{way} was written as {written}");
        }
    }

    #[test]
    fn meanings_that_make_no_sense_are_refused() {
        for (bad, why) in [
            ("3", "the name of a tile"),
            ("[]", "the list is empty"),
            ("{ creature = \"rat\", item = \"club\" }", "not both"),
            ("{ chance = 0.5 }", "that of a `creature`"),
            ("{ creture = \"rat\" }", "creture"),
        ] {
            let error = read(bad).expect_err(bad);
            assert!(error.contains(why), "{bad}: {error}");
        }
        let tiles = Tileset::standard();
        assert_eq!(read("[\"floor\", \"moss\"]").unwrap().is_open(&tiles), Ok(true));
        for (bad, why) in [
            ("\"flor\"", "did you mean `floor`"),
            ("[\"floor\", \"wall\"]", "one glyph means"),
            ("{ tile = \"wall\", item = \"club\" }", "an item needs a tile"),
            ("{ item = \"club\", chance = 2.0 }", "from 0 to 1"),
        ] {
            let error = read(bad).unwrap().is_open(&tiles).expect_err(bad);
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}

//! Seeds, generators, tilesets and levels as serde saves them.
//!
//! | type | saved as |
//! |---|---|
//! | [`Seed`] | its text; formats that distinguish numbers from text can also give a number |
//! | [`Rng`] | its state, so that it continues where it left off |
//! | [`Chance`] | a whole number: the chance times 2^32 |
//! | [`Dice`] | its notation |
//! | [`Tileset`] | the text of its file |
//! | [`Level`] | its draft, which must pass the checks again to be loaded |
//!
//! Everything is validated on loading, so untrusted data gives a valid value or an error.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::{Chance, Dice, Draft, Level, Rng, Seed, SourceFile, TileInfo, Tileset};

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_any(SeedVisitor),
            false => deserializer.deserialize_str(SeedVisitor),
        }
    }
}

struct SeedVisitor;

impl de::Visitor<'_> for SeedVisitor {
    type Value = Seed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed: text or a whole number")
    }

    fn visit_str<E>(self, text: &str) -> Result<Seed, E> {
        Ok(text.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Seed, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Seed, E> {
        Ok(number.into())
    }
}

impl Serialize for Rng {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_words().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rng {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = Deserialize::deserialize(deserializer)?;
        Self::from_words(words).ok_or_else(|| de::Error::custom("a generator with state 0 would only ever give 0"))
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.in_steps().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::of_steps(u64::deserialize(deserializer)?)
            .ok_or_else(|| de::Error::custom("a chance must be at most 2^32"))
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[derive(Serialize)]
struct SavedTileset<'a> {
    tile: Vec<&'a TileInfo>,
}

impl Serialize for Tileset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let file = SavedTileset { tile: self.iter().map(|(_, tile)| tile).collect() };
        serializer.serialize_str(&toml::to_string(&file).map_err(ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Tileset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let file = String::deserialize(deserializer)?;
        Self::parse(SourceFile::new("tileset", &file)).map_err(de::Error::custom)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename = "Level")]
struct SavedLevel<D> {
    draft: D,
    attempts: u32,
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedLevel { draft: self.as_draft(), attempts: self.attempts() }.serialize(serializer)
    }
}

/// The standard checks run again. The recipe's own do not, because a level does not contain its recipe.
impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedLevel { draft, attempts } = SavedLevel::<Draft>::deserialize(deserializer)?;
        let level = Self::judged(draft, &[], attempts);
        level.map_err(|veto| de::Error::custom(format!("the level fails a check: {veto}")))
    }
}

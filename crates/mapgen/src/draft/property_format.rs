//! Properties in files and saves: a bare value in formats that distinguish text from numbers, and a tagged value in
//! others.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Property;

#[derive(Deserialize, Serialize)]
#[serde(remote = "Property", untagged, expecting = "expected text, a number, or true or false")]
enum Bare {
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(String),
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Property")]
enum Tagged {
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(String),
}

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => Bare::serialize(self, serializer),
            false => Tagged::serialize(self, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Property {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.is_human_readable() {
            true => Bare::deserialize(deserializer),
            false => Tagged::deserialize(deserializer),
        }
    }
}

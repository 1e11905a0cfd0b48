//! Spawns: the creatures, items and other things that a game puts on a level, with properties that the game defines.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use undercroft_grid::Point;

/// Something that a game puts on a cell of a level when the level is first entered.
///
/// ```
/// use undercroft_mapgen::{Class, Spawn};
/// let trap = Spawn::new("spike trap", "trap", (4, 7)).with("damage", 3).with("hidden", true);
/// assert_eq!(trap.class, Class::Other("trap".into()));
/// assert_eq!(trap.properties["damage"], 3.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spawn {
    /// Its name in the game's catalogue.
    pub kind: Arc<str>,
    /// Its class: creature, item or one of the game's own.
    pub class: Class,
    /// The cell it spawns on.
    pub at: Point,
    /// Other properties for the game to read.
    #[cfg_attr(feature = "serde", serde(default))]
    pub properties: Properties,
}

impl Spawn {
    /// A spawn without properties.
    #[must_use]
    pub fn new(kind: &str, class: impl Into<Class>, at: impl Into<Point>) -> Self {
        Self { kind: kind.into(), class: class.into(), at: at.into(), properties: Properties::new() }
    }

    /// Sets a property.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Property>) -> Self {
        self.properties.insert(key.into(), value.into());
        self
    }

    /// The glyph for maps drawn without a catalogue: a creature's first letter, `*` for an item, `!` for anything else.
    #[must_use]
    pub fn glyph(&self) -> char {
        match self.class {
            Class::Creature => self.kind.chars().next().filter(char::is_ascii_graphic).unwrap_or('c'),
            Class::Item => '*',
            Class::Other(_) => '!',
        }
    }
}

/// Something to place on a map, before it has a position: see [`MapBuilder::add`](crate::MapBuilder::add).
///
/// ```
/// use undercroft_mapgen::Actor;
/// let torch = Actor::new("torch", "light").with("radius", 5);
/// assert_eq!(torch.at((3, 4)).properties["radius"], 5.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Actor {
    /// Its name in the game's catalogue.
    pub kind: Arc<str>,
    /// Its class: creature, item or one of the game's own.
    pub class: Class,
    /// Other properties for the game to read.
    #[cfg_attr(feature = "serde", serde(default))]
    pub properties: Properties,
}

/// The class of the player, who is not a spawn: a level knows where the player starts.
const PLAYER: &str = "player";

impl Actor {
    /// An actor of any class.
    #[must_use]
    pub fn new(kind: &str, class: impl Into<Class>) -> Self {
        Self { kind: kind.into(), class: class.into(), properties: Properties::new() }
    }

    /// A creature.
    #[must_use]
    pub fn creature(kind: &str) -> Self {
        Self::new(kind, Class::Creature)
    }

    /// An item.
    #[must_use]
    pub fn item(kind: &str) -> Self {
        Self::new(kind, Class::Item)
    }

    /// The player, who starts where this actor is placed.
    #[must_use]
    pub fn player() -> Self {
        Self::new(PLAYER, PLAYER)
    }

    /// Whether it is the player.
    #[must_use]
    pub fn is_player(&self) -> bool {
        self.class.name() == PLAYER
    }

    /// Sets a property.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Property>) -> Self {
        self.properties.insert(key.into(), value.into());
        self
    }

    /// The actor on a cell.
    #[must_use]
    pub fn at(&self, at: impl Into<Point>) -> Spawn {
        let Self { kind, class, properties } = self.clone();
        Spawn { kind, class, at: at.into(), properties }
    }
}

/// The class of a spawn: a creature, an item, or one that the game adds, such as a trap, a light or a decoration.
///
/// ```
/// use undercroft_mapgen::Class;
/// assert_eq!(Class::from("creature"), Class::Creature);
/// assert_eq!(Class::from("trap").name(), "trap");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Class {
    /// A creature.
    Creature,
    /// An item to pick up.
    Item,
    /// Anything else, by name. [`Class::from`] makes `creature` and `item` the variants above.
    Other(Arc<str>),
}

impl Class {
    /// `creature`, `item`, or the name of a game's own class.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Creature => "creature",
            Self::Item => "item",
            Self::Other(name) => name,
        }
    }
}

impl From<&str> for Class {
    fn from(name: &str) -> Self {
        match name {
            "creature" => Self::Creature,
            "item" => Self::Item,
            other => Self::Other(other.into()),
        }
    }
}

impl From<String> for Class {
    fn from(name: String) -> Self {
        name.as_str().into()
    }
}

impl From<Class> for String {
    fn from(class: Class) -> Self {
        class.name().into()
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The properties of a spawn, by name.
pub type Properties = BTreeMap<String, Property>;

/// The value of a property: text, a number, or true or false.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Property {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// Text.
    Text(String),
}

/// Numbers are equal if they have the same bits, so that a property always equals itself.
impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Flag(one), Self::Flag(other)) => one == other,
            (Self::Integer(one), Self::Integer(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one.to_bits() == other.to_bits(),
            (Self::Text(one), Self::Text(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Property {}

impl From<bool> for Property {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<i32> for Property {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<i64> for Property {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<f64> for Property {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Property {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Property {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Integer(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// What is wrong with properties that a file gives, if anything.
pub(crate) fn problem_with(properties: &Properties) -> Option<String> {
    let is_infinite = |value: &Property| matches!(value, Property::Number(number) if !number.is_finite());
    let bad = |(key, value): &(&String, &Property)| key.trim().is_empty() || is_infinite(value);
    let (key, value) = properties.iter().find(bad)?;
    Some(match key.trim().is_empty() {
        true => "a property needs a name".into(),
        false => format!("`{key}` is {value}: write a finite number"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_reads_back_with_its_type() {
        let text = "damage = 3\nchance = 0.5\nhidden = true\nsays = \"3\"\n";
        let properties: Properties = toml::from_str(text).unwrap();
        let expected = [
            ("chance", Property::Number(0.5)),
            ("damage", Property::Integer(3)),
            ("hidden", Property::Flag(true)),
            ("says", Property::Text("3".into())),
        ];
        assert!(properties.iter().eq(expected.map(|(key, value)| (key.to_owned(), value)).iter().map(|(k, v)| (k, v))));
        let written = toml::to_string(&properties).unwrap();
        assert_eq!(toml::from_str::<Properties>(&written).unwrap(), properties);
        let error = toml::from_str::<Properties>("list = [1]").unwrap_err();
        assert!(error.message().contains("expected text, a number, or true or false"), "{error}");
    }

    #[test]
    fn properties_without_a_name_or_a_finite_value_are_refused() {
        let problem = |key: &str, value: Property| problem_with(&Properties::from([(key.into(), value)]));
        assert_eq!(problem(" ", 1.into()).as_deref(), Some("a property needs a name"));
        assert_eq!(problem("mass", f64::INFINITY.into()).as_deref(), Some("`mass` is inf: write a finite number"));
        assert_eq!(problem("mass", 2.5.into()), None);
    }
}

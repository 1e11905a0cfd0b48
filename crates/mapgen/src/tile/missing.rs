//! The tiles that a tileset lacks.

use std::fmt;

/// The names of tiles that a recipe or plan uses but its tileset lacks: at least one. It displays them with the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTiles(Vec<String>);

impl MissingTiles {
    /// The names without duplicates; `None` if there are none.
    pub(crate) fn of(names: impl IntoIterator<Item = String>) -> Option<Self> {
        let mut unique: Vec<String> = Vec::new();
        for name in names {
            if !unique.contains(&name) {
                unique.push(name);
            }
        }
        (!unique.is_empty()).then_some(Self(unique))
    }

    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl fmt::Display for MissingTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |name: &String| format!("`{name}`");
        let Some((last, others)) = self.0.split_last() else { return Ok(()) };
        if others.is_empty() {
            return write!(
                f,
                "the tileset has no tile `{last}`; add it, or give its name to another tile: roles = [\"{last}\"]"
            );
        }
        let others = others.iter().map(quoted).collect::<Vec<_>>().join(", ");
        write!(
            f,
            "the tileset has no tiles {others} and `{last}`; add them, or give their names to other tiles: \
             roles = [\"{last}\"]"
        )
    }
}

//! What to do, and at which size: `cave-80x50`.

use std::path::{Path, PathBuf};

use crate::Map;

/// A task of the benchmark.
#[derive(Debug, Clone)]
pub struct Task {
    /// The whole name, `cave-80x50`.
    pub name: String,
    /// What to do, `cave`.
    pub kind: String,
    /// The width of the map.
    pub width: usize,
    /// The height of the map.
    pub height: usize,
    maps: PathBuf,
}

impl Task {
    /// Parses a task's name.
    ///
    /// # Errors
    ///
    /// If it is not a kind and a size.
    pub fn parse(name: &str, maps: &Path) -> Result<Self, String> {
        let bad = || format!("`{name}` is not a task: expected KIND-WIDTHxHEIGHT, as in `cave-80x50`");
        let (kind, size) = name.rsplit_once('-').ok_or_else(bad)?;
        let (width, height) = size.split_once('x').ok_or_else(bad)?;
        let side = |text: &str| text.parse::<usize>().ok().filter(|&side| side > 0).ok_or_else(bad);
        Ok(Self { name: name.into(), kind: kind.into(), width: side(width)?, height: side(height)?, maps: maps.into() })
    }

    /// The number of cells.
    #[must_use]
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// The shared map of this kind and the task's size.
    ///
    /// # Panics
    ///
    /// If the map cannot be read: the program is useless without it, and the driver reports the reason.
    #[must_use]
    pub fn map(&self, kind: &str) -> Map {
        let path = self.maps.join(format!("{kind}-{}x{}.map", self.width, self.height));
        Map::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_a_kind_and_a_size() {
        let task = Task::parse("rooms-80x70", Path::new(".")).unwrap();
        assert_eq!((task.kind.as_str(), task.width, task.height), ("rooms", 80, 70));
        for bad in ["rooms", "rooms-80", "rooms-80x", "rooms-0x5", ""] {
            assert!(Task::parse(bad, Path::new(".")).is_err(), "{bad}");
        }
    }
}

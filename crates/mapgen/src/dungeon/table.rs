//! Tables of creatures and items: what spawns at a depth, and how often.

use std::sync::Arc;

use undercroft_grid::Point;

use super::depths::Depths;
use crate::bits::set_bits;
use crate::rng::{mix, weighted_by};
use crate::{Chance, Class, Draft, Properties, Property, Spawn, Stream};

/// What spawns on the open cells of a level. A cell's roll depends on its position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Table {
    /// The chance that something spawns on an open cell.
    pub chance: Chance,
    /// The distance from the nearest centre of an endless level within which cells have that chance. Beyond it, the
    /// chance falls with the square of the distance. `None` if the chance is the same everywhere, as on bounded levels.
    #[cfg_attr(feature = "serde", serde(default))]
    pub fade: Option<u32>,
    /// The kinds to choose from.
    pub entries: Vec<TableEntry>,
}

/// A creature or item in a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct TableEntry {
    /// Its name in the game's catalogue.
    pub kind: Arc<str>,
    /// How often it is rolled, relative to the other entries.
    #[serde(default = "one")]
    pub weight: u32,
    /// The depths at which it is rolled.
    #[serde(default = "all_depths")]
    pub depths: Depths,
    /// Other properties for the game to read.
    #[serde(default)]
    pub properties: Properties,
}

impl TableEntry {
    /// An entry of weight 1 at all depths.
    #[must_use]
    pub fn new(kind: &str) -> Self {
        Self { kind: kind.into(), weight: 1, depths: Depths::ALL, properties: Properties::new() }
    }

    /// Sets a property.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Property>) -> Self {
        self.properties.insert(key.into(), value.into());
        self
    }
}

const fn one() -> u32 {
    1
}

const fn all_depths() -> Depths {
    Depths::ALL
}

impl Table {
    /// A table with this chance that something spawns on a cell, and no entries yet.
    #[must_use]
    pub const fn new(chance: Chance) -> Self {
        Self { chance, fade: None, entries: Vec::new() }
    }

    /// A table that spawns something on one cell in `count`.
    #[must_use]
    pub const fn one_in(count: u32) -> Self {
        Self::new(Chance::one_in(count))
    }

    /// The table that spawns nothing.
    #[must_use]
    pub const fn nothing() -> Self {
        Self::new(Chance::NEVER)
    }

    /// Thins out beyond this distance from the centres of an endless level: its start, and the stairs to neighbouring
    /// bounded levels.
    #[must_use]
    pub const fn fading_from(mut self, distance: u32) -> Self {
        self.fade = Some(distance);
        self
    }

    /// Adds a kind with its weight.
    #[must_use]
    pub fn with(self, kind: &str, weight: u32) -> Self {
        self.with_entry(TableEntry { weight, ..TableEntry::new(kind) })
    }

    /// Adds an entry.
    #[must_use]
    pub fn with_entry(mut self, entry: TableEntry) -> Self {
        self.entries.push(entry);
        self
    }

    fn weights(&self, depth: u32) -> Vec<u32> {
        let weight = |entry: &TableEntry| if entry.depths.contains(depth) { entry.weight } else { 0 };
        self.entries.iter().map(weight).collect()
    }

    /// Whether anything can spawn at some of these depths. Checking the first of them and the first of each entry is
    /// enough.
    pub(super) fn can_spawn(&self, depths: Depths) -> bool {
        let begins = self.entries.iter().map(|entry| entry.depths.first.max(depths.first)).chain([depths.first]);
        let mut weights = begins.filter(|depth| depths.contains(*depth)).flat_map(|depth| self.weights(depth));
        self.chance > Chance::NEVER && weights.any(|weight| weight > 0)
    }

    /// Spawns what the free cells of a draft roll. `hearts` are the centres of activity on an endless level.
    pub(super) fn spawn(&self, draft: &mut Draft, class: &Class, stream: Stream, hearts: &[Point]) {
        let weights = self.weights(draft.metadata.depth);
        let free = draft.free_cells();
        for y in 0..draft.size().height {
            let first = draft.world(Point::new(0, y as i32));
            let rolls = stream.row(first.y);
            for (word, cells) in free.row(y).iter().enumerate() {
                for x in set_bits(*cells).map(|bit| word as i32 * 64 + bit as i32) {
                    let roll = rolls.at(first.x + x);
                    if !self.chance.hits(roll) || self.fades(Point::new(first.x + x, first.y), hearts, roll) {
                        continue;
                    }
                    // Cells that pass share the bits that decided it, so mix them before they decide anything else.
                    if let Some(index) = weighted_by(mix(roll), &weights) {
                        let TableEntry { kind, properties, .. } = self.entries[index].clone();
                        draft.spawns.push(Spawn {
                            kind,
                            class: class.clone(),
                            at: Point::new(x, y as i32),
                            properties,
                        });
                    }
                }
            }
        }
    }

    /// Whether a cell is so far from every centre that its spawn is dropped.
    fn fades(&self, at: Point, hearts: &[Point], roll: u64) -> bool {
        let distance = hearts.iter().map(|heart| u128::from(heart.chebyshev(at))).min();
        let (Some(near), Some(distance)) = (self.fade.map(u128::from), distance) else { return false };
        // The kind is decided by other bits of the same roll.
        let roll = u128::from(mix(!roll));
        distance > near && (roll * distance * distance) >> 64 >= near * near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_thins_out_with_the_square_of_the_distance() {
        let table = Table::one_in(2).fading_from(10);
        let kept = |x: i32| {
            let rolls = (0..4_000_u64).map(mix);
            rolls.filter(|roll| !table.fades(Point::new(x, 0), &[Point::new(0, 0)], *roll)).count()
        };
        assert_eq!(kept(10), 4_000);
        for (distance, share) in [(20, 4), (40, 16), (100, 100)] {
            let (kept, expected) = (kept(distance), 4_000 / share);
            assert!(kept.abs_diff(expected) * 3 < expected, "{kept} at {distance} instead of {expected}");
        }
        assert_eq!(kept(i32::MIN), 0);
        assert!(!table.fades(Point::new(90, 0), &[], 5), "without a heart nothing fades");
    }
}

//! Tables of creatures and items: what may be found at a depth, and how often.

use std::sync::Arc;

use undercroft_grid::{BitGrid, Point};

use super::depths::Depths;
use crate::rng::{mix, weighted_by};
use crate::words::set_bits;
use crate::{Chance, Class, Draft, Spawn, Stream};

/// What may be found on the open cells of a level, rolled by place.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The chance that an open cell has something.
    pub chance: Chance,
    /// What it may be.
    pub entries: Vec<TableEntry>,
}

/// One line of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The name in the game's catalogue.
    pub kind: Arc<str>,
    /// How often, compared with the other entries.
    pub weight: u32,
    /// At which depths.
    pub depths: Depths,
}

impl Table {
    /// The weights of all entries at a depth.
    fn weights(&self, depth: u32) -> Vec<u32> {
        let weight = |entry: &TableEntry| if entry.depths.contains(depth) { entry.weight } else { 0 };
        self.entries.iter().map(weight).collect()
    }

    /// Whether anything can come of it at a depth.
    pub(super) fn can_roll_at(&self, depth: u32) -> bool {
        self.chance > Chance::NEVER && self.weights(depth).iter().any(|weight| *weight > 0)
    }

    /// Puts on the draft what the places roll. What is on a cell already stays alone there.
    pub(super) fn spawn(&self, draft: &mut Draft, class: Class, stream: Stream) {
        let weights = self.weights(draft.metadata.depth);
        let mut free: BitGrid = draft.open();
        free.subtract(&draft.taken());
        for &door in &draft.doors {
            free.remove(door);
        }
        for y in 0..draft.size().height {
            let first = draft.world(Point::new(0, y as i32));
            let rolls = stream.row(first.y);
            for (word, cells) in free.row(y).iter().enumerate() {
                for x in set_bits(*cells).map(|bit| word as i32 * 64 + bit as i32) {
                    let roll = rolls.at(first.x + x);
                    if !self.chance.hits(roll) {
                        continue;
                    }
                    // The bits that said yes are all alike among those that did: another mixing makes them fresh.
                    if let Some(index) = weighted_by(mix(roll), &weights) {
                        let (kind, at) = (self.entries[index].kind.clone(), Point::new(x, y as i32));
                        draft.spawns.push(Spawn { kind, class, at });
                    }
                }
            }
        }
    }
}

//! The obstacles of a level: which key opens a door, which gates a lever moves, which way a ledge leads.
//!
//! A level with a mission says so itself. Without a mission, doors, levers and ledges follow simple rules: an iron key opens
//! the door, a lever moves the gates around it, and a ledge can be passed both ways.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Floor, Ledge, Mission, Tile};

use super::active_level::ActiveLevel;
use super::coordinates::outward;
use super::tile_flags::Barrier;
use crate::content::{GameContent, ItemKindId};

/// The key of doors without a mission.
const COMMON_KEY: &str = "iron key";
/// How far away a lever without a mission moves gates.
const LEVER_REACH: i32 = 12;

/// The mission of a level, in the dungeon's coordinates.
pub(super) fn placed(floor: &Floor) -> Option<Arc<Mission>> {
    let Floor::Bounded(level) = floor else { return None };
    let mut mission = level.mission()?.clone();
    let places = [&mut mission.goal]
        .into_iter()
        .chain(mission.keys.iter_mut().map(|key| &mut key.at))
        .chain(mission.locks.iter_mut().map(|lock| &mut lock.at))
        .chain(mission.switches.iter_mut().map(|switch| &mut switch.at))
        .chain(mission.gates.iter_mut().map(|gate| &mut gate.at))
        .chain(mission.drops.iter_mut().flat_map(|ledge| [&mut ledge.at, &mut ledge.from, &mut ledge.to]))
        .chain(&mut mission.secrets)
        .chain(&mut mission.rewards)
        .chain(&mut mission.guards)
        .chain(mission.walkthrough.iter_mut().map(|deed| &mut deed.at));
    for at in places {
        *at = level.world(*at);
    }
    Some(Arc::new(mission))
}

/// A key of a level's mission.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelKey {
    pub(crate) kind: ItemKindId,
    /// Where it lies at first, and returns to.
    pub(crate) at: Point,
    pub(crate) used_up: bool,
    /// Whether it opens stairs on another level, and so goes there with the hero.
    pub(crate) travels: bool,
}

impl ActiveLevel {
    /// The keys of this level's mission.
    pub(crate) fn keys<'a>(&'a self, content: &'a GameContent) -> impl Iterator<Item = LevelKey> + 'a {
        let keys = self.mission.iter().flat_map(|mission| &mission.keys);
        keys.filter_map(|key| {
            let (kind, _) = content.item_named(&format!("{} key", key.id))?;
            Some(LevelKey { kind, at: key.at, used_up: key.used_up, travels: key.opens_depth.is_some() })
        })
    }

    /// This level's key of the given kind.
    pub(crate) fn key_of(&self, content: &GameContent, kind: ItemKindId) -> Option<LevelKey> {
        self.keys(content).find(|key| key.kind == kind)
    }

    /// The kind of key that opens a locked door.
    pub(crate) fn key_for(&self, content: &GameContent, door: Point) -> Option<ItemKindId> {
        let locks = self.mission.iter().flat_map(|mission| &mission.locks);
        match locks.into_iter().find(|lock| lock.at == door) {
            Some(lock) => content.item_named(&format!("{} key", lock.needs)).map(|(kind, _)| kind),
            None => content.item_named(COMMON_KEY).map(|(kind, _)| kind),
        }
    }

    /// The gates that a lever moves.
    pub(crate) fn gates_of(&self, lever: Point) -> Vec<Point> {
        let (switches, gates) = match &self.mission {
            Some(mission) => (mission.switches.as_slice(), mission.gates.as_slice()),
            None => (&[][..], &[][..]),
        };
        if let Some(switch) = switches.iter().find(|switch| switch.at == lever) {
            return gates.iter().filter(|gate| switch.toggles.contains(&gate.id)).map(|gate| gate.at).collect();
        }
        let is_theirs = |at: Point| gates.iter().any(|gate| gate.at == at);
        outward(lever, LEVER_REACH).filter(|at| self.is_gate(*at) && !is_theirs(*at)).collect()
    }

    /// Whether there is a gate on a cell, open or closed.
    pub(crate) fn is_gate(&self, at: Point) -> bool {
        let tile = self.tile(at);
        self.flags_of(tile).barrier == Some(Barrier::Gate) || Some(tile) == self.tileset.id(OPEN_GATE)
    }

    /// The ledge on a cell, if it is known which way it leads.
    pub(crate) fn ledge(&self, at: Point) -> Option<Ledge> {
        if !self.flags(at).ledge {
            return None;
        }
        self.mission.iter().flat_map(|mission| &mission.drops).find(|ledge| ledge.at == at).copied()
    }

    /// Whether a ledge prevents a step on foot: it is entered from above only, and left downwards only.
    pub(crate) fn ledge_prevents(&self, from: Point, to: Point) -> bool {
        let has_ledges = self.mission.as_ref().is_some_and(|mission| !mission.drops.is_empty());
        has_ledges
            && (self.ledge(to).is_some_and(|ledge| ledge.from != from)
                || self.ledge(from).is_some_and(|ledge| ledge.to != to))
    }

    /// Whether a cell is part of the level's mission.
    pub(crate) fn is_of_mission(&self, at: Point) -> bool {
        self.mission.as_ref().is_some_and(|mission| mission.barriers().any(|barrier| barrier == at))
    }

    /// The tile that a cell appears to have: a secret door looks like the wall beside it.
    pub(crate) fn apparent_tile(&self, at: Point) -> Tile {
        self.disguised(at, self.tile(at))
    }

    /// How a tile on a cell looks.
    pub(crate) fn disguised(&self, at: Point, tile: Tile) -> Tile {
        if self.flags_of(tile).barrier != Some(Barrier::Secret) {
            return tile;
        }
        let is_wall = |tile: &Tile| {
            let flags = self.flags_of(*tile);
            !flags.walkable && !flags.transparent && flags.barrier.is_none()
        };
        at.four().map(|near| self.tile(near)).find(is_wall).unwrap_or(Tile::WALL)
    }
}

/// The tile of a gate that stands open.
pub(crate) const OPEN_GATE: &str = "open-gate";

//! Barriers: locked doors and their keys, gates and their levers, ledges.
//!
//! ```text
//! #..@£..#   →   #..@'..#      with the right key
//! #.í..Ü.#   →   #.í..ü.#      with the lever
//! ```
//!
//! Nobody is ever locked in. A hero who can no longer reach the way in or the goal, after a fall or after coming up from
//! below, opens doors and gates by hand.

use undercroft_grid::{BitGrid, Neighbours, Point, flood};
use undercroft_mapgen::{Lock, Mission, Tile};

use crate::content::{GameContent, ItemKindId};
use crate::event::Event;
use crate::game::Game;
use crate::level::active_level::ActiveLevel;
use crate::level::mission::{LevelKey, OPEN_GATE};
use crate::level::tile_flags::Barrier;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};
use crate::state::{Item, State};

impl Turn<'_> {
    /// The hero walks into a barrier.
    pub(crate) fn try_barrier(&mut self, barrier: Barrier, at: Point) -> Result<Cost, Refusal> {
        match barrier {
            Barrier::Lock => self.unlock(at),
            Barrier::Gate if self.level.is_of_mission(at) && is_stranded(self.content, self.state, self.level) => {
                self.set_gate(at, true);
                self.events.push(Event::ForcedOpen { at });
                Ok(Cost::Turn)
            }
            Barrier::Gate => Err(Refusal::Gate),
            Barrier::Secret => Err(Refusal::Solid(self.level.apparent_tile(at))),
        }
    }

    fn unlock(&mut self, at: Point) -> Result<Cost, Refusal> {
        let key = self.level.key_for(self.content, at);
        let held = key.filter(|key| holds_key(self.state, *key));
        let event = match held {
            Some(key) => Event::Unlocked { at, key, used_up: self.spend_key(key) },
            None if is_stranded(self.content, self.state, self.level) => Event::ForcedOpen { at },
            None => return Err(key.map_or(Refusal::Solid(self.level.tile(at)), Refusal::LockedDoor)),
        };
        self.change_tile_to(at, "open-door");
        self.events.push(event);
        Ok(Cost::Turn)
    }

    /// Takes a key away if it opens only one lock. Returns whether it did.
    fn spend_key(&mut self, key: ItemKindId) -> bool {
        if self.state.hero.keys.contains(&key) {
            // A key from another level opens one door only.
            let used_up = self.level.key_of(self.content, key).is_none_or(|key| key.used_up);
            if used_up {
                self.state.hero.keys.remove(&key);
            }
            return used_up;
        }
        let slot = self.state.hero.slot_of(key);
        slot.is_some_and(|slot| self.take_out(slot, 1).is_some())
    }

    /// Whether walking into a lever pulls it. A lever that has already opened everything can be walked past.
    pub(crate) fn lever_is_stiff(&self, at: Point) -> bool {
        self.level.flags(at).lever && lever_calls(self.level, at)
    }

    /// The hero pulls a lever: its gates open, or close again.
    pub(crate) fn pull(&mut self, lever: Point) {
        self.events.push(Event::Pulled { at: lever });
        let gates = self.level.gates_of(lever);
        if gates.is_empty() {
            self.events.push(Event::Fizzled);
        }
        for at in gates {
            let opens = self.level.flags(at).barrier == Some(Barrier::Gate);
            let is_blocked = self.level.is_occupied(at) || !self.level.pile(at).is_empty();
            let event = if !opens && is_blocked {
                Event::GateStuck { at }
            } else {
                self.set_gate(at, opens);
                Event::GateMoved { open: opens, seen: self.level.sees(at) }
            };
            self.events.push(event);
        }
    }

    pub(crate) fn set_gate(&mut self, at: Point, open: bool) {
        self.change_tile_to(at, if open { OPEN_GATE } else { "gate" });
        // The hero hears which gate moved, so its memory of the gate is not stale.
        let (chunk, cell) = self.chunk_mut(at);
        chunk.memory.stale.remove(&cell);
    }

    /// Changes a tile into the one with a name, or into floor if the tileset has none.
    pub(crate) fn change_tile_to(&mut self, at: Point, name: &str) {
        let tile = self.level.tileset.id(name).unwrap_or(Tile::FLOOR);
        self.change_tile(at, tile);
    }

    /// Whether a ledge prevents somebody's step. Flyers ignore ledges.
    pub(crate) fn ledge_prevents(&self, who: Who, from: Point, to: Point) -> bool {
        !self.flies(who) && self.level.ledge_prevents(from, to)
    }

    /// Puts the hero's keys back where they lay: they belong to the level that the hero is leaving. A key that opens stairs
    /// on another level stays with the hero.
    pub(crate) fn return_keys(&mut self) {
        let stays = |key: &LevelKey| !key.travels && self.state.hero.keys.contains(&key.kind);
        for key in self.level.keys(self.content).filter(stays).collect::<Vec<_>>() {
            self.state.hero.keys.remove(&key.kind);
            let item = Item { kind: key.kind, count: 1, charges: 0, bonus: 0 };
            self.put_down(key.at, item);
            let (chunk, cell) = self.chunk_mut(key.at);
            if chunk.memory.has_seen(cell) {
                chunk.memory.items.insert(cell, key.kind);
            }
            self.events.push(Event::KeyReturned(key.kind));
        }
    }
}

/// Whether the hero has a key: on the ring if it belongs to the level, or else in the pack.
pub(crate) fn holds_key(state: &State, key: ItemKindId) -> bool {
    state.hero.keys.contains(&key) || state.hero.slot_of(key).is_some()
}

/// Whether a lever has a gate to open.
pub(crate) fn lever_calls(level: &ActiveLevel, lever: Point) -> bool {
    level.gates_of(lever).into_iter().any(|gate| level.flags(gate).barrier == Some(Barrier::Gate))
}

impl Game {
    /// Whether the hero can open what is on a cell by walking into it.
    pub(crate) fn can_open(&self, at: Point) -> bool {
        let key = || self.level.key_for(&self.content, at);
        match self.level.flags(at).barrier {
            Some(Barrier::Lock) => key().is_some_and(|key| holds_key(&self.state, key)),
            _ => false,
        }
    }
}

/// Whether the hero is locked in: with all the keys and levers within reach, it could not get back to the level's entrance,
/// or not to the goal of its mission. Keys count as if they were never used up, so this errs on the side of the locks. A key
/// from another level can be fetched from there, but not by a hero who cannot get back to the entrance.
pub(crate) fn is_stranded(content: &GameContent, state: &State, level: &ActiveLevel) -> bool {
    let Some(mission) = &level.mission else { return false };
    let (Some(hero), Ok(start)) = (level.local(state.hero.body.at), level.floor.start()) else { return false };
    let reaches = |to: Point, with_keys_from_elsewhere: bool| {
        let reached = in_reach(content, state, level, mission, hero, with_keys_from_elsewhere);
        level.local(to).is_none_or(|at| reached.contains(at))
    };
    !reaches(start, false) || !reaches(mission.goal, true)
}

/// The cells that the hero can get to with all the keys and levers within reach, in local coordinates.
fn in_reach(
    content: &GameContent,
    state: &State,
    level: &ActiveLevel,
    mission: &Mission,
    hero: Point,
    with_keys_from_elsewhere: bool,
) -> BitGrid {
    let mut open = level.passable().clone();
    for ledge in mission.drops.iter().filter_map(|ledge| level.local(ledge.at)) {
        open.remove(ledge);
    }
    for secret in mission.secrets.iter().filter_map(|at| level.local(*at)) {
        open.insert(secret);
    }
    let first = level.ledge(state.hero.body.at).and_then(|ledge| level.local(ledge.to)).unwrap_or(hero);
    open.insert(first);
    let mut reached = flood(&open, first, Neighbours::Four);
    loop {
        let before = reached.count();
        for at in opened(content, state, level, &reached, with_keys_from_elsewhere) {
            open.insert(at);
            if at.four().any(|near| reached.contains(near)) {
                reached.unite(&flood(&open, at, Neighbours::Four));
            }
        }
        for ledge in &mission.drops {
            let (Some(from), Some(to)) = (level.local(ledge.from), level.local(ledge.to)) else { continue };
            if reached.contains(from) && !reached.contains(to) {
                reached.unite(&flood(&open, to, Neighbours::Four));
            }
        }
        if reached.count() == before {
            return reached;
        }
    }
}

/// The doors and gates, in local coordinates, that open with the keys and levers in some cells.
fn opened(
    content: &GameContent,
    state: &State,
    level: &ActiveLevel,
    reached: &BitGrid,
    with_keys_from_elsewhere: bool,
) -> Vec<Point> {
    let Some(mission) = &level.mission else { return Vec::new() };
    let is_reached = |at: Point| level.local(at).is_some_and(|at| reached.contains(at));
    let lies_in_reach = |key: ItemKindId| {
        let lies = |at: Point| level.pile(at).iter().any(|item| item.kind == key);
        level.key_of(content, key).is_some_and(|key| is_reached(key.at) && lies(key.at))
    };
    let has = |key: ItemKindId| holds_key(state, key) || lies_in_reach(key);
    let opens = |lock: &&Lock| {
        (with_keys_from_elsewhere && lock.key_depth.is_some()) || level.key_for(content, lock.at).is_some_and(has)
    };
    let locks = mission.locks.iter().filter(opens).map(|lock| lock.at);
    let levers = mission.switches.iter().map(|switch| switch.at).filter(|at| is_reached(*at));
    let gates = levers.flat_map(|lever| level.gates_of(lever));
    locks.chain(gates).filter_map(|at| level.local(at)).collect()
}

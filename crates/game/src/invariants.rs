//! Invariants of every game. Tests check them after every turn, and a checkpoint is checked before use.

use std::collections::BTreeSet;
use std::fmt;

use undercroft_grid::Point;
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Plan};

use crate::content::{GameContent, ItemClass, Trait};
use crate::game::Game;
use crate::level::active_level::Occupant;
use crate::outcome::Outcome;
use crate::rules::turn::MAX_ENERGY;
use crate::state::{Cell, ChunkState, Creature, Item, State};

/// A game is inconsistent: which invariant is violated, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvariantError(String);

macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(InvariantError(format!($($message)*)));
        }
    };
}

impl Game {
    /// Checks that the game is consistent: nobody is inside a wall, no two creatures share a cell, no stack is empty, and so on.
    ///
    /// # Errors
    /// The first violation.
    pub fn check(&self) -> Result<(), InvariantError> {
        check_state(&self.content, self.dungeon.plan(), &self.state)?;
        let mut taken = BTreeSet::new();
        let creatures = self.state.creatures.iter().enumerate();
        let creatures = creatures.map(|(index, creature)| (Occupant::Creature(index), creature));
        for (occupant, creature) in [(Occupant::Hero, &self.state.hero.body)].into_iter().chain(creatures) {
            let (kind, at) = (self.content.creature(creature.kind), creature.at);
            let supported = self.level.flags(at).supports(kind.has_trait(Trait::Fly));
            ensure!(supported, "the {} at {at} is on a cell that cannot hold it", kind.name);
            ensure!(taken.insert(at), "the {} at {at} shares its cell with another creature", kind.name);
            ensure!(self.level.occupant(at) == occupant, "the {} at {at} is not on the map", kind.name);
        }
        for key in &self.state.hero.keys {
            let travels = || self.plan().locks().iter().any(|lock| self.content.item(*key).name == lock.item());
            let known =
                self.content.knows_item(*key) && (self.level.key_of(&self.content, *key).is_some() || travels());
            ensure!(known, "the hero holds a key that does not belong to this level");
            let lies = self.level.piles().any(|(_, pile)| pile.iter().any(|item| item.kind == *key));
            ensure!(!lies, "the hero holds a key that also lies on the level");
        }
        for (at, pile) in self.level.piles() {
            let items: Vec<&str> = pile.iter().map(|item| self.content.item(item.kind).name.as_str()).collect();
            let lies_well = !pile.is_empty() && self.level.flags(at).walkable;
            ensure!(lies_well, "the pile {items:?} at {at} is empty or inside a wall");
        }
        Ok(())
    }
}

/// Checks everything in a state that does not depend on its level.
pub(crate) fn check_state(content: &GameContent, plan: &Plan, state: &State) -> Result<(), InvariantError> {
    ensure!(plan.has(state.depth), "the plan has no depth {}", state.depth);
    check_magnitudes(state)?;
    let hero = &state.hero;
    check_creature(content, &hero.body, Some(hero.max_hit_points))?;
    let dead = matches!(state.outcome, Some(Outcome::Lost { .. }));
    ensure!(dead != hero.body.is_alive(), "the hero's hit points contradict the outcome");
    hero.pack.values().try_for_each(|item| check_item(content, item))?;
    for (slot, class) in
        [(hero.weapon, ItemClass::Weapon), (hero.armour, ItemClass::Armour), (hero.charm, ItemClass::Charm)]
    {
        let carried =
            slot.is_none_or(|slot| hero.pack.get(&slot).is_some_and(|item| content.item(item.kind).class == class));
        ensure!(carried, "the hero uses a {} that is not in the pack", class.name());
    }
    let mut ids = BTreeSet::new();
    for creature in state.creatures.iter().chain(state.pursuers.iter().map(|pursuer| &pursuer.creature)) {
        check_creature(content, creature, None)?;
        let id = creature.id;
        ensure!(ids.insert(id) && id.0 < state.next_id, "creature {} appears twice or has an invalid id", id.0);
    }
    for (depth, level) in &state.levels {
        ensure!(plan.has(*depth), "the plan has no depth {depth}");
        for (at, chunk) in &level.chunks {
            let [first, last] = ChunkAt::ENDS;
            let exists = (first..=last).contains(&at.x) && (first..=last).contains(&at.y);
            ensure!(exists, "chunk {}, {} is beyond the end of the plane", at.x, at.y);
            check_chunk(content, chunk)?;
        }
    }
    Ok(())
}

/// Checks limits that no real game comes near. Larger numbers would overflow later.
fn check_magnitudes(state: &State) -> Result<(), InvariantError> {
    let hero = &state.hero;
    let counters = [state.turn, state.clock, state.rolls].into_iter().all(|number| number < 1 << 56);
    let numbers = [state.next_id, hero.choices, hero.level, hero.sight, hero.food, hero.experience, hero.waited];
    let numbers = numbers.iter().chain(state.kills.values()).all(|number| *number < 1 << 31);
    let attributes = [hero.max_hit_points, hero.attack, hero.defence].into_iter().all(|n| n.abs_diff(0) < 1 << 30);
    ensure!(counters && numbers && attributes, "a number is too large");
    let creatures = state.creatures.len();
    ensure!(creatures <= usize::from(u16::MAX) / 2, "there are {creatures} creatures around the hero");
    Ok(())
}

fn check_chunk(content: &GameContent, chunk: &ChunkState) -> Result<(), InvariantError> {
    let cells = (CHUNK_SIDE * CHUNK_SIDE) as Cell;
    for rows in [chunk.memory.seen.len(), chunk.memory.searched.len()] {
        ensure!(rows == 0 || rows == CHUNK_SIDE as usize, "a chunk has {rows} rows");
    }
    ensure!(chunk.machines.values().all(|age| *age < 1 << 20), "a machine has run for too long");
    let changed = chunk.tiles.keys().chain(chunk.piles.keys()).chain(&chunk.spent).chain(chunk.machines.keys());
    let known = chunk.memory.stale.keys().chain(chunk.memory.items.keys()).chain(&chunk.memory.dropped);
    let known = known.chain(&chunk.memory.mapped);
    ensure!(changed.chain(known).all(|cell| *cell < cells), "a chunk has a cell outside its bounds");
    chunk.creatures.iter().try_for_each(|creature| check_creature(content, creature, None))?;
    chunk.piles.values().flatten().try_for_each(|item| check_item(content, item))?;
    let recognised = chunk.memory.items.values().all(|kind| content.knows_item(*kind));
    ensure!(recognised, "the hero remembers an item of an unknown kind");
    Ok(())
}

/// Checks a creature. `max_hit_points` is given for the hero, who may be dead.
fn check_creature(
    content: &GameContent,
    creature: &Creature,
    max_hit_points: Option<i32>,
) -> Result<(), InvariantError> {
    let (at, hit_points) = (creature.at, creature.hit_points);
    ensure!(content.knows_creature(creature.kind), "the creature at {at} is of an unknown kind");
    let kind = content.creature(creature.kind);
    ensure!(max_hit_points.is_some() || creature.is_alive(), "the {} at {at} is dead but still there", kind.name);
    let max = max_hit_points.unwrap_or(kind.hit_points);
    ensure!(hit_points <= max, "the {} at {at} has {hit_points} of {max} hit points", kind.name);
    ensure!(creature.energy <= MAX_ENERGY, "the {} at {at} has too much energy", kind.name);
    let lasting = creature.statuses.iter().all(|(_, rounds)| *rounds > 0);
    ensure!(lasting, "the {} at {at} has a status that should have ended", kind.name);
    creature.carried.iter().try_for_each(|item| check_item(content, item))
}

fn check_item(content: &GameContent, item: &Item) -> Result<(), InvariantError> {
    ensure!(content.knows_item(item.kind), "an item is of an unknown kind");
    let kind = content.item(item.kind);
    ensure!(item.count > 0, "a stack of {} is empty", kind.plural());
    ensure!(item.count == 1 || kind.class.stacks(), "{} do not stack", kind.plural());
    Ok(())
}

/// Draws the level around the hero, for the messages of tests.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centre = self.state.hero.body.at;
        for y in -12..=12 {
            let line: String = (-30..=30).map(|x| self.glyph(centre + Point::new(x, y))).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Game {
    fn glyph(&self, at: Point) -> char {
        match self.level.occupant(at) {
            Occupant::Hero => '@',
            Occupant::Creature(index) => {
                let creature = self.state.creatures.get(index);
                creature.map_or('?', |creature| self.content.creature(creature.kind).glyph)
            }
            Occupant::Nobody => match self.level.pile(at).last() {
                Some(item) => self.content.item(item.kind).glyph,
                None => self.level.tileset[self.level.tile(at)].glyph,
            },
        }
    }
}

//! Which creatures are on the active level: they appear when the hero comes near and are stored when it leaves.
//!
//! A creature that is just as it was spawned is not stored; it is spawned again when needed. On endless levels an unhurt
//! creature goes home once the hero is far away, so that a long walk leaves nothing behind.

use std::collections::BTreeSet;

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Class};

use crate::content::{CreatureKind, CreatureKindId, Trait};
use crate::dice::{Dice, below};
use crate::event::Event;
use crate::goal::carried_by;
use crate::level::active_level::{ActiveLevel, Occupant};
use crate::level::coordinates::{are_adjacent, cell_of, chunks_around};
use crate::level::loot;
use crate::rules::turn::{Turn, Who};
use crate::state::{Behaviour, Creature, CreatureId, Item};

/// The most creatures on the active level. Others wait in their chunks.
const MAX_CREATURES: usize = 20_000;

impl Turn<'_> {
    /// Reopens the active level around the hero when it has entered another chunk.
    pub(crate) fn recentre(&mut self) {
        let (old, new) = (self.level.centre, ChunkAt::of(self.hero_at()));
        if old == new {
            return;
        }
        let changes = self.state.levels.get(&self.state.depth);
        let level = ActiveLevel::open(self.content, self.dungeon, self.state.depth, self.hero_at(), changes, self.exit);
        // If the new chunks cannot be generated, the edge of the old ones is a wall.
        let Ok(level) = level else { return };
        let staying: BTreeSet<ChunkAt> = chunks_around(new).collect();
        self.store_creatures(&staying);
        *self.level = level;
        self.level.set_occupants(self.state.hero.body.at, &self.state.creatures);
        for chunk in staying.into_iter().filter(|chunk| !are_adjacent(old, *chunk)) {
            self.populate(chunk);
        }
    }

    /// Stores every creature that is in none of the chunks that stay active.
    pub(crate) fn store_creatures(&mut self, staying: &BTreeSet<ChunkAt>) {
        let stays = |at: Point| staying.contains(&ChunkAt::of(at));
        let alive = std::mem::take(&mut self.state.creatures).into_iter().filter(Creature::is_alive);
        let (remaining, leaving): (Vec<_>, Vec<_>) = alive.partition(|creature| stays(creature.at));
        // The spawns of creatures that stay while their home does not must not be used again.
        for home in remaining.iter().filter_map(|creature| creature.home).filter(|home| !stays(*home)) {
            self.mark_spent(home);
        }
        self.state.creatures = remaining;
        for creature in leaving {
            self.store_creature(creature, staying);
        }
    }

    fn store_creature(&mut self, creature: Creature, staying: &BTreeSet<ChunkAt>) {
        if self.is_as_spawned(&creature) {
            return;
        }
        let kind = self.content.creature(creature.kind);
        let unhurt = creature.hit_points == kind.hit_points && creature.statuses.is_empty();
        if let Some(home) = creature.home {
            if self.level.is_endless() && unhurt && !staying.contains(&ChunkAt::of(home)) {
                let level = self.state.levels.get_mut(&self.state.depth);
                if let Some(chunk) = level.and_then(|level| level.chunks.get_mut(&ChunkAt::of(home))) {
                    chunk.spent.remove(&cell_of(home));
                }
                return;
            }
            self.mark_spent(home);
        }
        let (chunk, _) = self.chunk_mut(creature.at);
        chunk.creatures.push(Creature { energy: 0, ..creature });
    }

    /// Whether a creature is just as it would be spawned again.
    fn is_as_spawned(&self, creature: &Creature) -> bool {
        let Some(home) = creature.home else { return false };
        let kind = self.content.creature(creature.kind);
        creature.at == creature.post
            && ChunkAt::of(home) == ChunkAt::of(creature.at)
            && creature.hit_points == kind.hit_points
            && creature.statuses.is_empty()
            && creature.behaviour == self.initial_behaviour(kind, home)
            && creature.brood == kind.spread_limit()
            && kind.wares.is_none()
    }

    /// Marks the spawn at a cell as used up.
    pub(crate) fn mark_spent(&mut self, home: Point) {
        let (chunk, cell) = self.chunk_mut(home);
        chunk.spent.insert(cell);
    }

    /// Brings in the creatures of every active chunk.
    pub(crate) fn populate_all(&mut self) {
        for chunk in self.level.chunks() {
            self.populate(chunk);
        }
    }

    /// Brings in the creatures of a chunk: those stored there, and those of its spawns.
    fn populate(&mut self, at: ChunkAt) {
        let depth = self.state.depth;
        let chunk = self.state.levels.get_mut(&depth).and_then(|level| level.chunks.get_mut(&at));
        let (stored, spent) =
            chunk.map(|chunk| (std::mem::take(&mut chunk.creatures), chunk.spent.clone())).unwrap_or_default();
        for creature in stored {
            self.add_creature(creature);
        }
        let content = self.content;
        let goal = self.dungeon.plan().goal().filter(|goal| goal.depths().contains(&depth));
        for spawn in self.level.spawns(content, at) {
            if spent.contains(&cell_of(spawn.at)) {
                continue;
            }
            let kind = match spawn.class {
                Class::Creature => content.creature_named(&spawn.kind),
                Class::Item => {
                    let item =
                        goal.filter(|goal| goal.item == spawn.kind).and_then(|goal| content.item_named(&goal.item));
                    let guardian = item.and_then(|(_, kind)| kind.guardian.as_deref());
                    guardian.and_then(|guardian| content.creature_named(guardian))
                }
                Class::Other(_) => None,
            };
            if let Some((id, kind)) =
                kind.filter(|(_, kind)| kind.peaceful || kind.unique || !self.is_too_near(spawn.at))
            {
                let mut creature = self.spawn(id, kind, spawn.at);
                if let Some((_, item)) = carried_by(content, &spawn) {
                    creature.carried.push(Item { kind: item, count: 1, charges: 0, bonus: 0 });
                }
                self.add_creature(creature);
            }
        }
    }

    /// Whether a creature living there would reach a new hero before the player can react.
    fn is_too_near(&self, home: Point) -> bool {
        let radius = self.content.settings().peaceful_start;
        let is_near = |start: Point| start.chebyshev(home) < radius;
        self.state.depth == 0 && radius > 0 && self.level.floor.start().is_ok_and(is_near)
    }

    /// A creature as a spawn makes it. Everything about it depends on the cell alone.
    fn spawn(&mut self, id: CreatureKindId, kind: &CreatureKind, home: Point) -> Creature {
        let mut creature = self.new_creature(id, home);
        creature.home = Some(home);
        creature.behaviour = self.initial_behaviour(kind, home);
        if let Some(table) = kind.wares.as_deref().and_then(|name| self.content.table_named(name)) {
            let seed = self.dungeon.seed().fork("game").fork("wares").fork(self.state.depth);
            let mut dice = Dice { stream: seed.fork(home.x).fork(home.y), rolls: &mut 0 };
            creature.carried = loot::draw(self.content, table, self.state.depth, &mut dice);
        }
        creature
    }

    /// A new creature, which is not on the level yet.
    pub(crate) fn new_creature(&mut self, kind: CreatureKindId, at: Point) -> Creature {
        let id = CreatureId(self.state.next_id);
        self.state.next_id += 1;
        Creature::new(self.content, id, kind, at)
    }

    fn initial_behaviour(&self, kind: &CreatureKind, home: Point) -> Behaviour {
        let stream = self.dungeon.seed().fork("game").fork("asleep").fork(self.state.depth);
        if below(stream.at(home), 100) < kind.asleep { Behaviour::Sleeping } else { Behaviour::Idle }
    }

    /// Puts a creature on the free cell nearest to its place. If there is none, it waits in its chunk.
    pub(crate) fn add_creature(&mut self, mut creature: Creature) -> Option<usize> {
        let index = self.state.creatures.len();
        let flies = self.content.creature(creature.kind).has_trait(Trait::Fly);
        let is_free = |turn: &Self, at: Point| turn.level.flags(at).supports(flies) && !turn.level.is_occupied(at);
        let place = if index < MAX_CREATURES { self.nearest(creature.at, is_free) } else { None };
        let Some(at) = place else {
            let (chunk, _) = self.chunk_mut(creature.at);
            chunk.creatures.push(creature);
            return None;
        };
        if creature.at == creature.post {
            creature.post = at;
        }
        creature.at = at;
        self.state.creatures.push(creature);
        self.level.set_occupant(at, Occupant::Creature(index));
        Some(index)
    }

    /// Summons creatures around a place.
    pub(crate) fn summon(&mut self, kind: &str, count: u32, at: Point) -> bool {
        let Some((id, _)) = self.content.creature_named(kind) else { return false };
        for _ in 0..count.min(8) {
            let mut creature = self.new_creature(id, at);
            creature.behaviour = Behaviour::Hunting(self.content.settings().patience);
            if let Some(index) = self.add_creature(creature) {
                let event = Event::Summoned(self.actor(Who::Other(index)));
                self.emit(Who::Other(index), event);
            }
        }
        true
    }
}

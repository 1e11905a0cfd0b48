//! Who is on the stage: creatures come into being when the hero comes near, and are put away when it leaves.
//!
//! A creature that is as it was made needs no place in the state: it is made again when it is needed. On levels without an
//! edge, one that is unhurt goes home when the hero is far away, so that a long walk leaves nothing behind.

use std::collections::BTreeSet;

use undercroft_grid::Point;
use undercroft_mapgen::{ChunkAt, Class, Floor};

use crate::content::{CreatureKind, CreatureKindId};
use crate::dice::{Dice, below};
use crate::event::Event;
use crate::level::loot;
use crate::level::stage::{Occupant, Stage, cell_of, chunks_around};
use crate::rules::turn::{Turn, Who};
use crate::state::{Creature, CreatureId, Mind};

/// The most creatures that can be on the stage; more wait in their chunks.
const MOST: usize = 20_000;

impl Turn<'_> {
    /// Sets up the stage anew when the hero has come to another chunk.
    pub(crate) fn restage(&mut self) {
        let (old, new) = (self.stage.centre, ChunkAt::of(self.hero_at()));
        if old == new {
            return;
        }
        let changed = self.state.levels.get(&self.state.depth);
        let stage = Stage::open(self.content, self.dungeon, self.state.depth, self.hero_at(), changed, self.exit);
        // Where the new chunks cannot be made, the old stage's edge is a wall.
        let Ok(stage) = stage else { return };
        let staying: BTreeSet<ChunkAt> = chunks_around(new).collect();
        self.put_away(&staying);
        *self.stage = stage;
        self.stage.seat_all(self.state.hero.body.at, &self.state.creatures);
        let entering: Vec<ChunkAt> = staying.iter().copied().filter(|at| !near(old, *at)).collect();
        for chunk in entering {
            self.people(chunk);
        }
    }

    /// Puts everybody away: the hero leaves the level.
    pub(crate) fn clear_stage(&mut self) {
        self.put_away(&BTreeSet::new());
    }

    /// Puts away who is in none of the chunks that stay.
    fn put_away(&mut self, staying: &BTreeSet<ChunkAt>) {
        let (leaving, remaining) = std::mem::take(&mut self.state.creatures)
            .into_iter()
            .filter(|creature| creature.hit_points > 0)
            .partition(|creature| !staying.contains(&ChunkAt::of(creature.at)));
        self.state.creatures = remaining;
        let away: Vec<Creature> = leaving;
        // Whose home is put away is out from now on.
        let homes: Vec<Point> = self.state.creatures.iter().filter_map(|creature| creature.home).collect();
        for home in homes.into_iter().filter(|home| !staying.contains(&ChunkAt::of(*home))) {
            self.spend(home);
        }
        for creature in away {
            self.store(creature, staying);
        }
    }

    fn store(&mut self, creature: Creature, staying: &BTreeSet<ChunkAt>) {
        if self.is_as_made(&creature) {
            return;
        }
        let kind = self.content.creature(creature.kind);
        let well = creature.hit_points == kind.hit_points && creature.conditions.is_empty();
        let endless = matches!(self.stage.floor, Floor::Endless(_));
        if let Some(home) = creature.home {
            if endless && well && !staying.contains(&ChunkAt::of(home)) {
                self.unspend(home);
                return;
            }
            self.spend(home);
        }
        let (chunk, _) = self.chunk_mut(creature.at);
        chunk.creatures.push(Creature { energy: 0, ..creature });
    }

    /// Whether a creature is just as it would be made again.
    fn is_as_made(&self, creature: &Creature) -> bool {
        let Some(home) = creature.home else { return false };
        let kind = self.content.creature(creature.kind);
        creature.at == creature.post
            && ChunkAt::of(home) == ChunkAt::of(creature.at)
            && creature.hit_points == kind.hit_points
            && creature.conditions.is_empty()
            && creature.mind == self.first_mind(kind, home)
            && creature.brood == kind.brood()
            && kind.wares.is_none()
    }

    /// The spawn of a creature will not be used again.
    pub(crate) fn spend(&mut self, home: Point) {
        let (chunk, cell) = self.chunk_mut(home);
        chunk.spent.insert(cell);
    }

    fn unspend(&mut self, home: Point) {
        let level = self.state.levels.get_mut(&self.state.depth);
        if let Some(chunk) = level.and_then(|level| level.chunks.get_mut(&ChunkAt::of(home))) {
            chunk.spent.remove(&cell_of(home));
        }
    }

    /// Brings the creatures of a chunk on the stage: those that were put away, and those of its spawns.
    pub(crate) fn people(&mut self, at: ChunkAt) {
        let depth = self.state.depth;
        let chunk = self.state.levels.get_mut(&depth).and_then(|level| level.chunks.get_mut(&at));
        let stored = chunk.map(|chunk| std::mem::take(&mut chunk.creatures)).unwrap_or_default();
        for creature in stored {
            self.seat(creature);
        }
        let chunk = self.state.levels.get(&depth).and_then(|level| level.chunks.get(&at));
        let spent = chunk.map(|chunk| chunk.spent.clone()).unwrap_or_default();
        let goal = self.dungeon.plan().goal().filter(|goal| goal.depth == depth);
        for spawn in self.stage.spawns(self.content, at) {
            if spent.contains(&cell_of(spawn.at)) {
                continue;
            }
            let kind = match spawn.class {
                Class::Creature => self.content.creature_named(&spawn.kind),
                Class::Item => {
                    let item = goal.filter(|goal| goal.item == spawn.kind).map(|_| &spawn.kind);
                    let guardian = item.and_then(|item| self.content.item_named(item)?.1.guardian.as_deref());
                    guardian.and_then(|guardian| self.content.creature_named(guardian))
                }
            };
            if let Some((id, kind)) = kind {
                let creature = self.made(id, kind, spawn.at);
                self.seat(creature);
            }
        }
    }

    /// A creature as a spawn makes it: all about it is rolled by the place.
    fn made(&mut self, id: CreatureKindId, kind: &CreatureKind, home: Point) -> Creature {
        let mut creature = self.newborn(id, home);
        creature.home = Some(home);
        creature.mind = self.first_mind(kind, home);
        if let Some(table) = kind.wares.as_deref().and_then(|name| self.content.table_named(name)) {
            let seed = self.dungeon.seed().fork("game").fork("wares").fork(self.state.depth);
            let mut dice = Dice { stream: seed.fork(home.x).fork(home.y), rolled: &mut 0 };
            creature.carried = loot::roll(self.content, table, self.state.depth, &mut dice);
        }
        creature
    }

    /// A creature that has just come into being. It has no seat yet.
    pub(crate) fn newborn(&mut self, id: CreatureKindId, at: Point) -> Creature {
        let number = CreatureId(self.state.next_id);
        self.state.next_id += 1;
        Creature::newborn(self.content, number, id, at)
    }

    fn first_mind(&self, kind: &CreatureKind, home: Point) -> Mind {
        let stream = self.dungeon.seed().fork("game").fork("asleep").fork(self.state.depth);
        if below(stream.at(home), 100) < kind.asleep { Mind::Sleeping } else { Mind::Idle }
    }

    /// Puts a creature on the stage, on the free cell nearest to its place. Where there is none it waits in its chunk.
    pub(crate) fn seat(&mut self, mut creature: Creature) -> Option<usize> {
        let index = self.state.creatures.len();
        let flies = self.content.creature(creature.kind).can(crate::content::Ability::Fly);
        let is_free = |turn: &Self, at: Point| {
            let ground = turn.stage.ground(at);
            let carries = !ground.shut && (ground.walkable || flies && ground.flyable);
            carries && turn.stage.occupant(at) == Occupant::Nobody
        };
        let place = if index < MOST { self.nearest(creature.at, is_free) } else { None };
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
        self.stage.occupy(at, Occupant::Creature(index));
        Some(index)
    }

    /// Creatures appear around a place.
    pub(crate) fn summon(&mut self, kind: &str, count: u32, at: Point) -> bool {
        let Some((id, _)) = self.content.creature_named(kind) else { return false };
        for _ in 0..count.min(8) {
            let mut creature = self.newborn(id, at);
            creature.mind = Mind::Hunting(self.content.settings().patience);
            if let Some(index) = self.seat(creature) {
                let event = Event::Summoned { who: self.actor(Who::Other(index)) };
                self.tell(Who::Other(index), event);
            }
        }
        true
    }
}

fn near(centre: ChunkAt, at: ChunkAt) -> bool {
    at.x.abs_diff(centre.x) <= 1 && at.y.abs_diff(centre.y) <= 1
}

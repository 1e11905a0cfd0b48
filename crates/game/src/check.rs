//! What must be true of every game at all times. Tests ask after every turn, and a checkpoint is asked before it is used.

use std::collections::BTreeSet;

use undercroft_grid::Point;
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt, Plan};

use crate::content::{Ability, Content, ItemClass};
use crate::game::Game;
use crate::level::stage::Occupant;
use crate::outcome::Outcome;
use crate::rules::turn::MOST_ENERGY;
use crate::state::{ChunkState, Creature, Item, State};

impl Game {
    /// Whether the game is in order: nobody inside a wall, no two on one cell, no stack of none, and so on.
    ///
    /// # Errors
    /// The first thing that is not.
    pub fn check(&self) -> Result<(), String> {
        state(&self.content, self.dungeon.plan(), &self.state)?;
        let mut taken = BTreeSet::new();
        let everybody = std::iter::once((None, &self.state.hero.body))
            .chain(self.state.creatures.iter().enumerate().map(|(index, creature)| (Some(index), creature)));
        for (index, creature) in everybody {
            let name = &self.content.creature(creature.kind).name;
            if !self.carries(creature) {
                return Err(format!("the {name} at {} stands where nobody can", creature.at));
            }
            if !taken.insert(creature.at) {
                return Err(format!("there are two at {}, one a {name}", creature.at));
            }
            let seat = index.map_or(Occupant::Hero, Occupant::Creature);
            if self.stage.occupant(creature.at) != seat {
                return Err(format!("the {name} at {} has no seat", creature.at));
            }
        }
        for (at, pile) in self.stage.piles() {
            if pile.is_empty() || !self.stage.ground(at).walkable {
                return Err(format!("a pile at {at} lies where nothing can"));
            }
        }
        Ok(())
    }

    fn carries(&self, creature: &Creature) -> bool {
        let ground = self.stage.ground(creature.at);
        let flies = self.content.creature(creature.kind).can(Ability::Fly);
        !ground.shut && (ground.walkable || flies && ground.flyable)
    }
}

/// What must be true of a state by itself.
pub(crate) fn state(content: &Content, plan: &Plan, state: &State) -> Result<(), String> {
    if !plan.has(state.depth) {
        return Err(format!("there is no depth {}", state.depth));
    }
    numbers(state)?;
    let hero = &state.hero;
    creature(content, &hero.body, hero.most_hit_points)?;
    let dead = matches!(state.outcome, Some(Outcome::Lost { .. }));
    if dead == (hero.body.hit_points > 0) {
        return Err("the hero is neither alive nor dead".into());
    }
    for item in hero.pack.values() {
        self::item(content, item)?;
    }
    let classes = [(hero.weapon, ItemClass::Weapon), (hero.armour, ItemClass::Armour), (hero.charm, ItemClass::Charm)];
    for (slot, class) in classes {
        if slot.is_some_and(|slot| hero.pack.get(&slot).is_none_or(|item| content.item(item.kind).class != class)) {
            return Err("something is in use that is not in the pack".into());
        }
    }
    let mut ids = BTreeSet::new();
    let pursuers = state.pursuers.iter().map(|pursuer| &pursuer.creature);
    for known in state.creatures.iter().chain(pursuers) {
        self::known(content, known)?;
        if !ids.insert(known.id) || known.id.0 >= state.next_id {
            return Err(format!("creature {} is there twice, or was never made", known.id.0));
        }
    }
    for (depth, level) in &state.levels {
        if !plan.has(*depth) {
            return Err(format!("there is no depth {depth}"));
        }
        for (at, chunk) in &level.chunks {
            if [at.x, at.y].iter().any(|place| !(ChunkAt::ENDS[0]..=ChunkAt::ENDS[1]).contains(place)) {
                return Err("there is no such chunk".into());
            }
            self::chunk(content, chunk)?;
        }
    }
    Ok(())
}

/// What no game comes near. A state with larger numbers is none, and reckoning with them would overflow.
fn numbers(state: &State) -> Result<(), String> {
    let hero = &state.hero;
    let long = [state.turn, state.clock, state.rolls].into_iter().all(|number| number < 1 << 56);
    let counted = [state.next_id, hero.choices, hero.level, hero.sight, hero.food, hero.experience];
    let small = counted.into_iter().all(|number| number < 1 << 31);
    let strong =
        [hero.most_hit_points, hero.attack, hero.defence].into_iter().all(|number| number.abs_diff(0) < 1 << 30);
    let deadly = state.kills.values().all(|number| *number < 1 << 31);
    if !(long && small && strong && deadly) {
        return Err("a number is too large".into());
    }
    if state.creatures.len() > usize::from(u16::MAX) / 2 {
        return Err(format!("there are {} creatures around the hero", state.creatures.len()));
    }
    Ok(())
}

fn chunk(content: &Content, chunk: &ChunkState) -> Result<(), String> {
    let cells = (CHUNK_SIDE * CHUNK_SIDE) as u16;
    let rows = chunk.memory.seen.len();
    if rows != 0 && rows != CHUNK_SIDE as usize {
        return Err(format!("a chunk has {rows} rows"));
    }
    let numbers = chunk.tiles.keys().chain(chunk.piles.keys()).chain(&chunk.spent);
    let known = chunk.memory.stale.keys().chain(chunk.memory.items.keys()).chain(&chunk.memory.left);
    if numbers.chain(known).any(|cell| *cell >= cells) {
        return Err("a chunk has a cell that is not in it".into());
    }
    for known in &chunk.creatures {
        self::known(content, known)?;
    }
    chunk.piles.values().flatten().try_for_each(|item| self::item(content, item))?;
    let kinds = content.items().count();
    if chunk.memory.items.values().any(|kind| usize::from(kind.0) >= kinds) {
        return Err("a thing is remembered that is of no known kind".into());
    }
    Ok(())
}

fn known(content: &Content, known: &Creature) -> Result<(), String> {
    let kind = content.creatures().nth(usize::from(known.kind.0));
    let Some((_, kind)) = kind else { return Err(format!("a creature at {} is of no known kind", known.at)) };
    if known.hit_points <= 0 {
        return Err(format!("the {} at {} is dead and still there", kind.name, known.at));
    }
    creature(content, known, kind.hit_points)
}

fn creature(content: &Content, creature: &Creature, most: i32) -> Result<(), String> {
    let Some((_, kind)) = content.creatures().nth(usize::from(creature.kind.0)) else {
        return Err(format!("a creature at {} is of no known kind", creature.at));
    };
    if creature.hit_points > most {
        return Err(format!("the {} at {} has {} of {most} hit points", kind.name, creature.at, creature.hit_points));
    }
    if creature.energy > MOST_ENERGY {
        return Err(format!("the {} at {} has saved up too much", kind.name, creature.at));
    }
    if creature.conditions.iter().any(|(_, rounds)| *rounds == 0) {
        return Err(format!("the {} at {} is in a condition for no time", kind.name, creature.at));
    }
    creature.carried.iter().try_for_each(|item| self::item(content, item))
}

fn item(content: &Content, item: &Item) -> Result<(), String> {
    match content.items().nth(usize::from(item.kind.0)) {
        None => Err("an item is of no known kind".into()),
        Some((_, kind)) if item.count == 0 => Err(format!("there is a stack of no {}", kind.name)),
        Some((_, kind)) if item.count > 1 && !kind.class.stacks() => Err(format!("{} do not stack", kind.name)),
        Some(_) => Ok(()),
    }
}

/// A drawing of the stage around the hero, for messages of tests.
impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let centre = self.state.hero.body.at;
        for y in -12..=12 {
            let mut line = String::new();
            for x in -30..=30 {
                let at = centre + Point::new(x, y);
                line.push(match self.stage.occupant(at) {
                    Occupant::Hero => '@',
                    Occupant::Creature(index) => {
                        let creature = self.state.creatures.get(index);
                        creature.map_or('?', |creature| self.content.creature(creature.kind).glyph)
                    }
                    Occupant::Nobody => match self.stage.pile(at).last() {
                        Some(item) => self.content.item(item.kind).glyph,
                        None => self.stage.tileset[self.stage.tile(at)].glyph,
                    },
                });
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

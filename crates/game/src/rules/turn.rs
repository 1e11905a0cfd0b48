//! One action of the hero, and the actions of everyone else until it is the hero's turn again.
//!
//! Time is counted in hundredths of a round. An action of the hero takes 10,000 divided by its speed. Meanwhile every
//! creature nearby gains that time multiplied by its own speed as energy, and acts for every 10,000. A creature of speed
//! 50 thus acts every other turn of a hero of speed 100, and one of speed 200 twice a turn. At the end of each round come
//! status effects, hunger and healing.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Dungeon, Stream};

use crate::action::Action;
use crate::content::{Ability, CreatureKind, GameContent, Status, Trait};
use crate::dice::{self, Dice};
use crate::event::{Actor, Event};
use crate::game::Game;
use crate::level::active_level::{ActiveLevel, Occupant};
use crate::refusal::Refusal;
use crate::state::{Creature, State};

/// The energy that an action takes.
const ACTION_ENERGY: u32 = 10_000;
/// The most energy that anyone can save up.
pub(crate) const MAX_ENERGY: u32 = 4 * ACTION_ENERGY;
/// The length of a round in the units of the clock.
const ROUND: u64 = 100;

/// Everything the rules need during a turn. Each file of rules adds methods to it.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) content: &'a GameContent,
    pub(crate) dungeon: &'a Arc<Dungeon>,
    pub(crate) abilities: &'a [Ability],
    pub(crate) exit: Option<Point>,
    pub(crate) state: &'a mut State,
    pub(crate) level: &'a mut ActiveLevel,
    pub(crate) events: &'a mut Vec<Event>,
    /// Whether the hero changed level during this turn, so that creatures about to act are no longer there.
    pub(crate) changed_level: bool,
    stream: Stream,
}

/// The hero, or a creature by its index in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Hero,
    Other(usize),
}

/// What an action cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    Free,
    Turn,
}

impl Game {
    pub(crate) fn turn<'a>(&'a mut self, events: &'a mut Vec<Event>) -> Turn<'a> {
        Turn {
            content: &self.content,
            stream: dice::stream(self.dungeon.seed()),
            dungeon: &self.dungeon,
            abilities: &self.abilities,
            exit: self.exit,
            state: &mut self.state,
            level: &mut self.level,
            events,
            changed_level: false,
        }
    }
}

impl<'a> Turn<'a> {
    pub(crate) fn act(&mut self, action: Action) {
        if self.state.outcome.is_some() {
            self.events.push(Event::Refused(Refusal::Over));
            return;
        }
        // Counted in advance, so that a game that ends with this action reports the right number of turns.
        self.state.turn += 1;
        match self.perform(action) {
            Ok(Cost::Turn) if self.state.outcome.is_some() => {}
            Ok(Cost::Turn) => {
                self.look_for_secrets(action);
                self.pass_time();
            }
            Ok(Cost::Free) => self.state.turn -= 1,
            Err(refusal) => {
                self.state.turn -= 1;
                self.events.push(Event::Refused(refusal));
            }
        }
        self.remove_dead();
        self.recentre();
        self.look();
    }

    fn perform(&mut self, action: Action) -> Result<Cost, Refusal> {
        if self.state.hero.body.is(Status::Stunned) && !matches!(action, Action::Choose(_)) {
            self.events.push(Event::LostTurn(Actor::Hero));
            return Ok(Cost::Turn);
        }
        match action {
            Action::Walk(direction) => self.walk(direction),
            Action::Wait => Ok(Cost::Turn),
            Action::Climb => self.climb(),
            Action::Descend => self.descend(),
            Action::Jump(direction) => self.jump(direction),
            Action::Kick(direction) => self.kick_towards(direction),
            Action::Close(direction) => self.close(direction),
            Action::Interact => self.interact(),
            Action::PickUp => self.pick_up(),
            Action::Drop { slot, count } => self.drop_item(slot, count),
            Action::Equip(slot) => self.equip(slot),
            Action::Use { slot, at } => self.use_item(slot, at),
            Action::Throw { slot, at } => self.throw(slot, at),
            Action::Buy(index) => self.buy(index),
            Action::Choose(improvement) => self.choose(improvement),
            Action::Search => Ok(Cost::Turn),
        }
    }

    /// Passes the time that an action of the hero takes.
    fn pass_time(&mut self) {
        let ticks = u64::from(ACTION_ENERGY / self.speed(Who::Hero).max(1)).max(1);
        let before = self.state.clock;
        self.state.clock += ticks;
        self.look();
        if !self.changed_level {
            self.pass_creatures(ticks as u32);
        }
        for _ in before / ROUND..self.state.clock / ROUND {
            if self.state.outcome.is_none() {
                self.pass_round();
            }
        }
    }

    /// Gives every creature nearby its energy, and lets it spend that energy on actions.
    fn pass_creatures(&mut self, ticks: u32) {
        // Creatures that appear during this round do not act yet.
        for index in 0..self.state.creatures.len() {
            if !self.is_active(index) {
                continue;
            }
            let gained = ticks * self.speed(Who::Other(index));
            let creature = &mut self.state.creatures[index];
            creature.energy = (creature.energy + gained).min(MAX_ENERGY);
            while self.state.creatures[index].energy >= ACTION_ENERGY {
                self.state.creatures[index].energy -= ACTION_ENERGY;
                self.act_as_creature(index);
                if self.state.outcome.is_some() || self.changed_level {
                    return;
                }
                if !self.state.creatures[index].is_alive() {
                    break;
                }
            }
        }
    }

    /// One round for everyone: hunger, healing, status effects, and pursuers on the stairs.
    fn pass_round(&mut self) {
        self.digest();
        self.tick_statuses(Who::Hero);
        for index in 0..self.state.creatures.len() {
            if self.state.outcome.is_some() || self.changed_level {
                return;
            }
            if !self.state.creatures[index].statuses.is_empty() && self.is_active(index) {
                self.tick_statuses(Who::Other(index));
            }
        }
        self.run_machines();
        self.advance_pursuers();
        self.send_hunter();
    }

    /// Whether a creature is alive and near enough to the hero to do anything.
    fn is_active(&self, index: usize) -> bool {
        let creature = &self.state.creatures[index];
        creature.is_alive() && creature.at.chebyshev(self.hero_at()) <= self.content.settings().active_radius
    }

    fn remove_dead(&mut self) {
        if self.state.creatures.iter().any(|creature| !creature.is_alive()) {
            self.state.creatures.retain(Creature::is_alive);
            self.level.set_occupants(self.state.hero.body.at, &self.state.creatures);
        }
    }

    pub(crate) const fn dice(&mut self) -> Dice<'_> {
        Dice { stream: self.stream, rolls: &mut self.state.rolls }
    }

    pub(crate) const fn hero_at(&self) -> Point {
        self.state.hero.body.at
    }

    pub(crate) fn body(&self, who: Who) -> &Creature {
        match who {
            Who::Hero => &self.state.hero.body,
            Who::Other(index) => &self.state.creatures[index],
        }
    }

    pub(crate) fn body_mut(&mut self, who: Who) -> &mut Creature {
        match who {
            Who::Hero => &mut self.state.hero.body,
            Who::Other(index) => &mut self.state.creatures[index],
        }
    }

    pub(crate) fn kind(&self, who: Who) -> &'a CreatureKind {
        self.content.creature(self.body(who).kind)
    }

    /// What somebody can do. The plan decides for the hero.
    pub(crate) fn abilities(&self, who: Who) -> &'a [Ability] {
        match who {
            Who::Hero => self.abilities,
            Who::Other(_) => &self.kind(who).abilities,
        }
    }

    pub(crate) fn can(&self, who: Who, ability: Ability) -> bool {
        self.abilities(who).contains(&ability)
    }

    pub(crate) fn has_trait(&self, who: Who, wanted: Trait) -> bool {
        self.kind(who).has_trait(wanted)
    }

    pub(crate) fn flies(&self, who: Who) -> bool {
        self.has_trait(who, Trait::Fly)
    }

    pub(crate) fn actor(&self, who: Who) -> Actor {
        match who {
            Who::Hero => Actor::Hero,
            Who::Other(index) => {
                let creature = &self.state.creatures[index];
                Actor::Creature { id: creature.id, kind: creature.kind }
            }
        }
    }

    /// Who is on a cell.
    pub(crate) fn who_is_at(&self, at: Point) -> Option<Who> {
        match self.level.occupant(at) {
            Occupant::Nobody => None,
            Occupant::Hero => Some(Who::Hero),
            Occupant::Creature(index) => Some(Who::Other(index)),
        }
    }

    /// Actions per 100 rounds, status effects included.
    pub(crate) fn speed(&self, who: Who) -> u32 {
        speed(self.content, self.body(who))
    }

    /// Whether the hero is somebody or sees them.
    pub(crate) fn is_witnessed(&self, who: Who) -> bool {
        who == Who::Hero || self.level.sees(self.body(who).at)
    }

    /// Reports an event at a cell, if the hero sees the cell.
    pub(crate) fn emit_at(&mut self, at: Point, event: Event) {
        if self.level.sees(at) {
            self.events.push(event);
        }
    }

    /// Reports an event that concerns somebody, if the hero witnesses it.
    pub(crate) fn emit(&mut self, who: Who, event: Event) {
        if self.is_witnessed(who) {
            self.events.push(event);
        }
    }
}

/// Actions per 100 rounds, status effects included.
pub(crate) fn speed(content: &GameContent, body: &Creature) -> u32 {
    let mut speed = content.creature(body.kind).speed.clamp(1, 1_000);
    if body.is(Status::Hasted) {
        speed *= 2;
    }
    if body.is(Status::Slowed) {
        speed = speed.div_ceil(2);
    }
    speed
}

//! One action of the hero, and everybody else's until it is the hero's turn again.
//!
//! Time is counted in hundredths of a round. An action of the hero takes 10,000 divided by its speed; meanwhile everybody
//! near saves up that time times its own speed, and acts whenever it has 10,000. So one of speed 50 acts every other turn
//! of a hero of speed 100, and one of speed 200 twice in each. At the end of each round conditions, hunger and healing go on.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Dungeon, Stream};

use crate::action::Action;
use crate::content::{Ability, Condition, Content, CreatureKind, Deed};
use crate::dice::{self, Dice};
use crate::event::{Actor, Event};
use crate::game::Game;
use crate::level::stage::{Occupant, Stage};
use crate::refusal::Refusal;
use crate::state::{Creature, State};

/// What an action costs in energy.
pub(crate) const ACTION: u32 = 10_000;
/// The most energy that anybody saves up.
pub(crate) const MOST_ENERGY: u32 = 4 * ACTION;
/// Hundredths of a round in a round.
const ROUND: u64 = 100;

/// All that the rules need at hand during a turn. Each file of rules adds its verbs to it.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) content: &'a Content,
    pub(crate) dungeon: &'a Arc<Dungeon>,
    pub(crate) does: &'a [Deed],
    pub(crate) exit: Option<Point>,
    pub(crate) state: &'a mut State,
    pub(crate) stage: &'a mut Stage,
    pub(crate) events: &'a mut Vec<Event>,
    /// The hero came to another level in this turn: who was about to act is no longer there.
    pub(crate) moved_level: bool,
    stream: Stream,
}

/// The hero, or another creature by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Hero,
    Other(usize),
}

/// Whether an action took time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spent {
    Nothing,
    Turn,
}

impl Game {
    pub(crate) fn turn<'a>(&'a mut self, events: &'a mut Vec<Event>) -> Turn<'a> {
        Turn {
            content: &self.content,
            stream: dice::stream(self.dungeon.seed()),
            dungeon: &self.dungeon,
            does: &self.does,
            exit: self.exit,
            state: &mut self.state,
            stage: &mut self.stage,
            events,
            moved_level: false,
        }
    }
}

impl<'a> Turn<'a> {
    pub(crate) fn act(&mut self, action: Action) {
        if self.state.outcome.is_some() {
            self.events.push(Event::Refused(Refusal::Over));
            return;
        }
        // Counted before it is known whether it takes time, so that a game that ends in it has the right number.
        self.state.turn += 1;
        let spent = self.perform(action);
        match spent {
            Ok(Spent::Turn) if self.state.outcome.is_some() => {}
            Ok(Spent::Turn) => self.pass_time(),
            Ok(Spent::Nothing) | Err(_) => self.state.turn -= 1,
        }
        if let Err(refusal) = spent {
            self.events.push(Event::Refused(refusal));
        }
        self.bury();
        self.restage();
        self.look();
    }

    fn perform(&mut self, action: Action) -> Result<Spent, Refusal> {
        if self.state.hero.body.is(Condition::Stunned) && !matches!(action, Action::Choose(_)) {
            self.events.push(Event::Stood { who: Actor::Hero });
            return Ok(Spent::Turn);
        }
        match action {
            Action::Walk(direction) => self.walk(direction),
            Action::Wait => Ok(Spent::Turn),
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
        }
    }

    /// Lets the time pass that an action of the hero takes.
    fn pass_time(&mut self) {
        let ticks = u64::from(ACTION / self.speed(Who::Hero).max(1)).max(1);
        let before = self.state.clock;
        self.state.clock += ticks;
        self.look();
        if !self.moved_level {
            self.let_others_act(ticks as u32);
        }
        for _ in before / ROUND..self.state.clock / ROUND {
            if self.state.outcome.is_none() {
                self.pass_round();
            }
        }
    }

    fn let_others_act(&mut self, ticks: u32) {
        let active = self.content.settings().active;
        // Who comes into being during this does not act yet.
        for index in 0..self.state.creatures.len() {
            let creature = &self.state.creatures[index];
            if creature.hit_points <= 0 || creature.at.chebyshev(self.hero_at()) > active {
                continue;
            }
            let gained = ticks * self.speed(Who::Other(index));
            let creature = &mut self.state.creatures[index];
            creature.energy = (creature.energy + gained).min(MOST_ENERGY);
            while self.state.creatures[index].energy >= ACTION {
                self.state.creatures[index].energy -= ACTION;
                self.let_act(index);
                if self.state.outcome.is_some() || self.moved_level {
                    return;
                }
                if self.state.creatures[index].hit_points <= 0 {
                    break;
                }
            }
        }
    }

    /// One round for everybody: conditions, hunger, healing, and those who follow over the stairs.
    fn pass_round(&mut self) {
        self.digest();
        self.suffer(Who::Hero);
        let active = self.content.settings().active;
        for index in 0..self.state.creatures.len() {
            if self.state.outcome.is_some() || self.moved_level {
                return;
            }
            let creature = &self.state.creatures[index];
            let suffers = creature.hit_points > 0 && !creature.conditions.is_empty();
            if suffers && creature.at.chebyshev(self.hero_at()) <= active {
                self.suffer(Who::Other(index));
            }
        }
        self.let_pursuers_arrive();
    }

    /// Takes the dead off the list.
    fn bury(&mut self) {
        if self.state.creatures.iter().any(|creature| creature.hit_points <= 0) {
            self.state.creatures.retain(|creature| creature.hit_points > 0);
            self.stage.seat_all(self.state.hero.body.at, &self.state.creatures);
        }
    }

    pub(crate) const fn dice(&mut self) -> Dice<'_> {
        Dice { stream: self.stream, rolled: &mut self.state.rolls }
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

    pub(crate) fn can(&self, who: Who, ability: Ability) -> bool {
        self.kind(who).can(ability)
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
        match self.stage.occupant(at) {
            Occupant::Nobody => None,
            Occupant::Hero => Some(Who::Hero),
            Occupant::Creature(index) => Some(Who::Other(index)),
        }
    }

    /// Actions in 100 rounds, with all conditions.
    pub(crate) fn speed(&self, who: Who) -> u32 {
        speed(self.content, self.body(who))
    }

    /// Tells of something, if the hero can see where it is.
    pub(crate) fn tell_at(&mut self, at: Point, event: Event) {
        if self.stage.sees(at) {
            self.events.push(event);
        }
    }

    /// Tells of something that somebody did or suffered, if the hero can see it.
    pub(crate) fn tell(&mut self, who: Who, event: Event) {
        if who == Who::Hero || self.stage.sees(self.body(who).at) {
            self.events.push(event);
        }
    }
}

/// Actions in 100 rounds, with all conditions.
pub(crate) fn speed(content: &Content, body: &Creature) -> u32 {
    let mut speed = content.creature(body.kind).speed.clamp(1, 1_000);
    if !body.conditions.is_empty() {
        if body.is(Condition::Hasted) {
            speed *= 2;
        }
        if body.is(Condition::Slowed) {
            speed = speed.div_ceil(2);
        }
    }
    speed
}

//! What effects do: the meaning of the words that content files use.

use undercroft_grid::{Point, bresenham};
use undercroft_mapgen::ChunkAt;

use crate::action::Direction;
use crate::content::{Ability, Condition, Effect};
use crate::event::Event;
use crate::level::stage::cell_of;
use crate::outcome::Cause;
use crate::rules::turn::{Turn, Who};

impl Turn<'_> {
    /// Lets an effect happen to somebody. Says whether anything came of it.
    pub(crate) fn apply(&mut self, effect: &Effect, on: Who, cause: Cause, by: Option<Who>) -> bool {
        if self.body(on).hit_points <= 0 || self.state.outcome.is_some() {
            return false;
        }
        match effect {
            Effect::Heal(amount) => {
                let amount = self.heal(on, *amount);
                let event = Event::Healed { who: self.actor(on), amount };
                self.tell(on, event);
                true
            }
            Effect::Feed(amount) => self.feed(on, *amount),
            Effect::Hurt(most) => {
                let damage = self.dice().one_to(*most as i32);
                self.hurt_openly(on, damage, cause, by);
                true
            }
            Effect::Burn(most) => {
                if self.can(on, Ability::Fireproof) {
                    return false;
                }
                let damage = self.dice().one_to(*most as i32);
                self.hurt_openly(on, damage, Cause::Fire, by);
                true
            }
            Effect::Inflict { condition, rounds } => {
                self.inflict(on, *condition, *rounds);
                true
            }
            Effect::Cure => {
                for condition in Condition::ALL.into_iter().filter(|condition| condition.is_harmful()) {
                    self.end(on, condition);
                }
                true
            }
            Effect::Teleport => self.teleport(on),
            Effect::Reveal(radius) => {
                self.reveal(*radius);
                true
            }
            Effect::Blast { .. } => {
                let at = self.body(on).at;
                self.apply_at(effect, at, cause, by);
                true
            }
            Effect::Daunt { condition, rounds } => self.daunt(*condition, *rounds),
            Effect::Summon { kind, count } => self.summon(kind, *count, self.body(on).at),
            Effect::Whet => self.better(self.state.hero.weapon),
            Effect::Temper => self.better(self.state.hero.armour),
            Effect::Improve { what, amount } => {
                self.improve(*what, *amount);
                true
            }
            Effect::Become(tile) => self.become_tile(self.body(on).at, tile),
            Effect::Fall => {
                let at = self.body(on).at;
                self.fall(on, at, by);
                true
            }
            Effect::Climb => on == Who::Hero && self.climb().is_ok(),
            Effect::Descend => on == Who::Hero && self.descend().is_ok(),
            Effect::Tell(text) => {
                if on == Who::Hero {
                    self.events.push(Event::Told(text.clone()));
                }
                true
            }
            Effect::Tunnel(_) | Effect::Bolt(_) | Effect::Shove(_) => false,
        }
    }

    /// Lets an effect happen at a place.
    pub(crate) fn apply_at(&mut self, effect: &Effect, at: Point, cause: Cause, by: Option<Who>) {
        match effect {
            Effect::Blast { damage, radius } => {
                self.tell_at(at, Event::Blasted { at });
                let reach = (*radius).min(8) as i32;
                for y in -reach..=reach {
                    for x in -reach..=reach {
                        let cell = at + Point::new(x, y);
                        if let Some(whom) = self.who_is_at(cell).filter(|_| self.is_clear_between(at, cell)) {
                            let damage = self.dice().one_to(*damage as i32);
                            self.hurt_openly(whom, damage, cause, by);
                        }
                    }
                }
            }
            Effect::Summon { kind, count } => {
                self.summon(kind, *count, at);
            }
            Effect::Become(tile) => {
                self.become_tile(at, tile);
            }
            other => {
                if let Some(whom) = self.who_is_at(at) {
                    self.apply(other, whom, cause, by);
                }
            }
        }
    }

    /// Lets an effect that is pointed at something happen along a line. Says whether anything came of it.
    pub(crate) fn apply_along(&mut self, effect: &Effect, to: Point, range: u32, cause: Cause) -> bool {
        let from = self.hero_at();
        if let Effect::Tunnel(cells) = effect {
            return self.tunnel(to, *cells);
        }
        let target = self.first_on_line(from, to, range);
        let Some(whom) = target else { return false };
        match effect {
            Effect::Bolt(most) => {
                let damage = self.dice().one_to(*most as i32);
                self.hurt_openly(whom, damage, cause, Some(Who::Hero));
                true
            }
            Effect::Shove(cells) => {
                let Some(direction) = Direction::between(from, self.body(whom).at) else { return false };
                self.body_mut(whom).provoked = true;
                self.alarm(whom);
                self.push(whom, direction, *cells, Some(Who::Hero));
                true
            }
            other => self.apply(other, whom, cause, Some(Who::Hero)),
        }
    }

    /// Hurts, and says so.
    pub(crate) fn hurt_openly(&mut self, whom: Who, damage: i32, cause: Cause, by: Option<Who>) {
        let event = Event::Hurt { who: self.actor(whom), cause, damage };
        self.tell(whom, event);
        self.hurt(whom, damage, cause, by);
    }

    /// The first creature on the line from a cell to another and beyond, as far as the range goes.
    pub(crate) fn first_on_line(&self, from: Point, to: Point, range: u32) -> Option<Who> {
        for at in line_beyond(from, to, range) {
            if !self.stage.ground(at).transparent && self.who_is_at(at).is_none() {
                return None;
            }
            if let Some(whom) = self.who_is_at(at) {
                return Some(whom);
            }
        }
        None
    }

    /// Whether nothing solid is between two cells.
    pub(crate) fn is_clear_between(&self, from: Point, to: Point) -> bool {
        let cells = bresenham(from, to);
        let between = cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default();
        between.iter().all(|at| self.stage.ground(*at).transparent)
    }

    fn tunnel(&mut self, to: Point, cells: u32) -> bool {
        let mut dug = false;
        let mut before = self.hero_at();
        for at in line_beyond(before, to, cells) {
            // A slanting step between two corners would be no way: the corner goes, too.
            for cell in [Point::new(at.x, before.y), at] {
                let ground = self.stage.ground(cell);
                if ground.walkable {
                    continue;
                }
                if !ground.diggable || !self.may_dig(cell) {
                    return dug;
                }
                self.change_tile(cell, self.stage.tileset.carved(self.stage.tile(cell)));
                dug = true;
            }
            before = at;
        }
        dug
    }

    fn become_tile(&mut self, at: Point, name: &str) -> bool {
        let Some(tile) = self.stage.tileset.id(name) else { return false };
        if self.who_is_at(at).is_some() && !self.stage.ground_of(tile).walkable {
            return false;
        }
        self.change_tile(at, tile);
        true
    }

    /// Moves somebody to a free cell of the stage that is not near.
    fn teleport(&mut self, who: Who) -> bool {
        let from = self.body(who).at;
        for _ in 0..400 {
            let mut roll = || self.dice().below(2 * TELEPORT + 1) as i32 - TELEPORT as i32;
            let to = from + Point::new(roll(), roll());
            if to.chebyshev(from) > 9 && self.is_free_for(who, to) && !self.stage.sees(to) {
                let event = Event::Teleported { who: self.actor(who) };
                self.tell(who, event);
                self.place(who, to);
                self.look();
                self.enter(who);
                return true;
            }
        }
        false
    }

    /// Everything around becomes known, as if it had been seen.
    fn reveal(&mut self, radius: u32) {
        let (centre, reach) = (self.hero_at(), radius.min(60) as i32);
        for y in -reach..=reach {
            for x in -reach..=reach {
                let at = centre + Point::new(x, y);
                let near_open = at.eight().chain([at]).any(|near| self.stage.ground(near).flyable);
                let inside = self.stage.bounds().is_none_or(|bounds| bounds.contains(at));
                if near_open && inside && self.stage.contains(at) && at.chebyshev(centre) <= radius {
                    let (chunk, cell) = self.chunk_mut(at);
                    chunk.memory.see(cell);
                    chunk.memory.stale.remove(&cell);
                }
            }
        }
        self.events.push(Event::Revealed);
    }

    fn daunt(&mut self, condition: Condition, rounds: u32) -> bool {
        let mut any = false;
        for index in 0..self.state.creatures.len() {
            let who = Who::Other(index);
            let creature = &self.state.creatures[index];
            if creature.hit_points > 0 && self.stage.sees(creature.at) && !self.kind(who).peaceful {
                self.inflict(who, condition, rounds);
                any = true;
            }
        }
        any
    }

    /// Lets happen what a tile does to who steps on it.
    pub(crate) fn trigger_tile(&mut self, who: Who, at: Point) -> bool {
        let Some(event) = self.tile_event(at) else { return false };
        let mut any = false;
        for effect in &event.effects {
            any |= match effect {
                Effect::Become(tile) => self.become_tile(at, tile),
                other => self.apply(other, who, Cause::Mishap, None),
            };
        }
        any
    }

    /// The same for who is pushed against it and does not stand there.
    pub(crate) fn trigger_tile_for(&mut self, who: Who, at: Point) {
        let Some(event) = self.tile_event(at) else { return };
        for effect in &event.effects {
            self.apply(effect, who, Cause::Mishap, None);
        }
    }

    /// The part of the state that a cell belongs to, and its number there.
    pub(crate) fn chunk_mut(&mut self, at: Point) -> (&mut crate::state::ChunkState, u16) {
        let level = self.state.levels.entry(self.state.depth).or_default();
        (level.chunks.entry(ChunkAt::of(at)).or_default(), cell_of(at))
    }
}

/// How far teleporting can lead, in columns and rows.
const TELEPORT: u32 = 40;

/// The cells from one (left out) towards another and straight on, up to a range.
pub(crate) fn line_beyond(from: Point, to: Point, range: u32) -> Vec<Point> {
    if from == to || from.chebyshev(to) > 1_000 {
        return Vec::new();
    }
    let offset = to - from;
    // The line to a point far enough in the same direction begins with the line to the point itself only roughly, so
    // the cells up to the target are taken from its own line.
    let range = range.min(64);
    let mut cells = bresenham(from, to);
    let mut end = to;
    while (cells.len() as u32) <= range {
        let start = end;
        end = end + offset;
        cells.extend(bresenham(start, end).into_iter().skip(1));
    }
    cells.into_iter().skip(1).take(range as usize).collect()
}

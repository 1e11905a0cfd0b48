//! Effects: what each effect named in the content files does.

use undercroft_grid::{Point, bresenham};
use undercroft_mapgen::ChunkAt;

use crate::action::Direction;
use crate::content::{Effect, Status, Trait};
use crate::event::Event;
use crate::level::coordinates::cell_of;
use crate::outcome::Cause;
use crate::rules::turn::{Turn, Who};
use crate::state::{Cell, ChunkState};

/// The farthest a teleport goes, in columns and rows.
const TELEPORT_RANGE: u32 = 40;
/// The farthest an explosion or a map reaches.
const MAX_BLAST: u32 = 8;
const MAX_REVEAL: u32 = 60;

impl Turn<'_> {
    /// Applies an effect to somebody. Returns whether it did anything.
    pub(crate) fn apply(&mut self, effect: &Effect, on: Who, cause: Cause, by: Option<Who>) -> bool {
        if !self.body(on).is_alive() || self.state.outcome.is_some() {
            return false;
        }
        let at = self.body(on).at;
        match effect {
            Effect::Heal(amount) => {
                let amount = self.heal(on, *amount);
                let event = Event::Healed { who: self.actor(on), amount };
                self.emit(on, event);
            }
            Effect::Feed(amount) => return self.feed(on, *amount),
            Effect::Hurt(most) => {
                let damage = self.dice().one_to(*most as i32);
                self.hurt_openly(on, damage, cause, by);
            }
            Effect::Burn(_) if self.has_trait(on, Trait::Fireproof) => return false,
            Effect::Burn(most) => {
                let damage = self.dice().one_to(*most as i32);
                self.hurt_openly(on, damage, Cause::Fire, by);
            }
            Effect::Inflict { status, rounds } => self.inflict(on, *status, *rounds),
            Effect::Cure => {
                for status in Status::ALL.into_iter().filter(|status| status.is_harmful()) {
                    self.end_status(on, status);
                }
            }
            Effect::Teleport => return self.teleport(on),
            Effect::Reveal(radius) => self.reveal((*radius).min(MAX_REVEAL)),
            Effect::Blast { .. } => self.apply_at(effect, at, cause, by),
            Effect::Daunt { status, rounds } => return self.daunt(*status, *rounds),
            Effect::Summon { kind, count } => return self.summon(kind, *count, at),
            Effect::Whet => return self.upgrade(self.state.hero.weapon),
            Effect::Temper => return self.upgrade(self.state.hero.armour),
            Effect::Improve { what, amount } => self.improve(*what, *amount),
            Effect::Become(tile) => return self.transform(at, tile),
            Effect::Fall => self.fall(on, at, by),
            Effect::Climb => return on == Who::Hero && self.climb().is_ok(),
            Effect::Descend => return on == Who::Hero && self.descend().is_ok(),
            Effect::Message(text) => {
                if on == Who::Hero {
                    self.events.push(Event::Message(text.clone()));
                }
            }
            Effect::Tunnel(_) | Effect::Bolt(_) | Effect::Shove(_) => return false,
        }
        true
    }

    /// Applies an effect to a place.
    pub(crate) fn apply_at(&mut self, effect: &Effect, at: Point, cause: Cause, by: Option<Who>) {
        match effect {
            Effect::Blast { damage, radius } => {
                self.emit_at(at, Event::Exploded(at));
                for cell in square(at, (*radius).min(MAX_BLAST)) {
                    if let Some(whom) = self.who_is_at(cell).filter(|_| self.level.is_clear_between(at, cell)) {
                        let damage = self.dice().one_to(*damage as i32);
                        self.hurt_openly(whom, damage, cause, by);
                    }
                }
            }
            Effect::Summon { kind, count } => {
                self.summon(kind, *count, at);
            }
            Effect::Become(tile) => {
                self.transform(at, tile);
            }
            other => {
                if let Some(whom) = self.who_is_at(at) {
                    self.apply(other, whom, cause, by);
                }
            }
        }
    }

    /// Applies a targeted effect along the line from the hero. Returns whether it did anything.
    pub(crate) fn apply_along(&mut self, effect: &Effect, to: Point, range: u32, cause: Cause) -> bool {
        if let Effect::Tunnel(cells) = effect {
            return self.tunnel(to, *cells);
        }
        let Some(whom) = self.first_on_line(self.hero_at(), to, range) else { return false };
        match effect {
            Effect::Bolt(most) => {
                let damage = self.dice().one_to(*most as i32);
                self.hurt_openly(whom, damage, cause, Some(Who::Hero));
                true
            }
            Effect::Shove(cells) => {
                let Some(direction) = Direction::between(self.hero_at(), self.body(whom).at) else { return false };
                self.body_mut(whom).provoked = true;
                self.alarm(whom);
                self.push(whom, direction, *cells, Some(Who::Hero));
                true
            }
            other => self.apply(other, whom, cause, Some(Who::Hero)),
        }
    }

    /// Takes hit points and reports it.
    pub(crate) fn hurt_openly(&mut self, whom: Who, damage: i32, cause: Cause, by: Option<Who>) {
        let event = Event::Hurt { who: self.actor(whom), cause, damage };
        self.emit(whom, event);
        self.hurt(whom, damage, cause, by);
    }

    /// The first creature on the line through a target, within a range.
    fn first_on_line(&self, from: Point, to: Point, range: u32) -> Option<Who> {
        let mut line = line_beyond(from, to, range).into_iter();
        let stop = line.find(|at| !self.level.flags(*at).transparent || self.level.is_occupied(*at))?;
        self.who_is_at(stop)
    }

    fn tunnel(&mut self, to: Point, cells: u32) -> bool {
        let mut dug = false;
        let mut before = self.hero_at();
        for at in line_beyond(before, to, cells) {
            // Nobody fits through a diagonal gap between two corners, so one corner is dug away as well.
            for cell in [Point::new(at.x, before.y), at] {
                let flags = self.level.flags(cell);
                if flags.walkable {
                    continue;
                }
                if !flags.diggable || !self.may_dig(cell) {
                    return dug;
                }
                if flags.barrier.is_some() {
                    self.find_door(cell);
                } else {
                    self.change_tile(cell, self.level.tileset.carved(self.level.tile(cell)));
                }
                dug = true;
            }
            before = at;
        }
        dug
    }

    /// Turns a cell into another tile, unless that would wall somebody in.
    fn transform(&mut self, at: Point, name: &str) -> bool {
        let Some(tile) = self.level.tileset.id(name) else { return false };
        if self.level.is_occupied(at) && !self.level.flags_of(tile).walkable {
            return false;
        }
        self.change_tile(at, tile);
        true
    }

    /// Teleports somebody to a free active cell out of sight.
    fn teleport(&mut self, who: Who) -> bool {
        let from = self.body(who).at;
        for _ in 0..400 {
            let mut roll = || self.dice().below(2 * TELEPORT_RANGE + 1) as i32 - TELEPORT_RANGE as i32;
            let to = from + Point::new(roll(), roll());
            if to.chebyshev(from) > 9 && self.is_free_for(who, to) && !self.level.sees(to) {
                let event = Event::Teleported(self.actor(who));
                self.emit(who, event);
                self.place(who, to);
                self.look();
                self.enter(who);
                return true;
            }
        }
        false
    }

    /// Adds everything around the hero to its memory.
    fn reveal(&mut self, radius: u32) {
        for at in square(self.hero_at(), radius) {
            let near_open = at.eight().chain([at]).any(|near| self.level.flags(near).flyable);
            let inside = self.level.bounds().is_none_or(|bounds| bounds.contains(at));
            if near_open && inside && self.level.contains(at) {
                let is_walkable = self.level.flags(at).walkable;
                let (chunk, cell) = self.chunk_mut(at);
                if is_walkable && !chunk.memory.has_seen(cell) {
                    chunk.memory.mapped.insert(cell);
                }
                chunk.memory.see(cell);
                chunk.memory.stale.remove(&cell);
            }
        }
        self.events.push(Event::Revealed);
    }

    fn daunt(&mut self, status: Status, rounds: u32) -> bool {
        let mut any = false;
        for index in 0..self.state.creatures.len() {
            let (who, creature) = (Who::Other(index), &self.state.creatures[index]);
            if creature.is_alive() && self.level.sees(creature.at) && !self.kind(who).peaceful {
                self.inflict(who, status, rounds);
                any = true;
            }
        }
        any
    }

    /// Triggers the event of a tile for somebody standing there.
    pub(crate) fn trigger_tile(&mut self, who: Who, at: Point) {
        for effect in self.tile_event(at).map_or(&[][..], |event| &event.effects) {
            match effect {
                Effect::Become(tile) => self.transform(at, tile),
                other => self.apply(other, who, Cause::Mishap, None),
            };
        }
    }

    /// Triggers the event of a tile for somebody who was pushed against it.
    pub(crate) fn trigger_tile_beside(&mut self, who: Who, at: Point) {
        for effect in self.tile_event(at).map_or(&[][..], |event| &event.effects) {
            self.apply(effect, who, Cause::Mishap, None);
        }
    }

    /// The state of the chunk that a cell is in, and the cell's index there.
    pub(crate) fn chunk_mut(&mut self, at: Point) -> (&mut ChunkState, Cell) {
        let level = self.state.levels.entry(self.state.depth).or_default();
        (level.chunks.entry(ChunkAt::of(at)).or_default(), cell_of(at))
    }
}

/// The cells within a radius, row by row.
fn square(centre: Point, radius: u32) -> impl Iterator<Item = Point> {
    let reach = radius as i32;
    (-reach..=reach).flat_map(move |y| (-reach..=reach).map(move |x| centre + Point::new(x, y)))
}

/// The cells on the line from one cell (left out) to another and straight on, up to a range.
pub(crate) fn line_beyond(from: Point, to: Point, range: u32) -> Vec<Point> {
    if from == to || from.chebyshev(to) > 1_000 {
        return Vec::new();
    }
    // A line to a point farther away in the same direction may not pass through the target, so the line to the target is
    // repeated instead.
    let (offset, range) = (to - from, range.min(64) as usize);
    let mut cells = bresenham(from, to);
    let mut end = to;
    while cells.len() <= range {
        let start = end;
        end = end + offset;
        cells.extend(bresenham(start, end).into_iter().skip(1));
    }
    cells.into_iter().skip(1).take(range).collect()
}

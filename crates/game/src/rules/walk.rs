//! Walking, and what walking into something does.

use undercroft_grid::Point;
use undercroft_mapgen::Tile;

use crate::action::Direction;
use crate::content::{Ability, Status};
use crate::event::Event;
use crate::level::active_level::Occupant;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};

impl Turn<'_> {
    /// The hero walks.
    pub(crate) fn walk(&mut self, direction: Direction) -> Result<Cost, Refusal> {
        if self.struggle(Who::Hero) {
            return Ok(Cost::Turn);
        }
        if self.state.hero.body.is(Status::Confused) && self.dice().percent(50) {
            let stumble = Direction::ALL[self.dice().below(8) as usize];
            // Stumbling into a wall takes time too.
            return self.bump(Who::Hero, stumble).or(Ok(Cost::Turn));
        }
        self.bump(Who::Hero, direction)
    }

    /// Steps to the next cell, or uses the first ability that applies to what is there.
    pub(crate) fn bump(&mut self, who: Who, direction: Direction) -> Result<Cost, Refusal> {
        let from = self.body(who).at;
        let to = from + direction.offset();
        if self.squeezes(who, from, direction) {
            return Err(Refusal::Squeeze);
        }
        let other = self.who_is_at(to);
        let flags = self.level.flags(to);
        for ability in self.abilities(who) {
            match (ability, other) {
                (Ability::Open, None) if flags.closed => self.open_door(who, to),
                (Ability::Attack, Some(whom)) if self.are_enemies(who, whom) => self.attack(who, whom),
                (Ability::Kick, Some(whom)) if self.are_enemies(who, whom) => self.kick(who, whom, direction),
                (Ability::Dig, None) if !flags.walkable && flags.diggable && self.may_dig(to) => self.dig(who, to),
                (Ability::Swap, Some(whom)) if !self.are_enemies(who, whom) && self.can_swap(who, whom) => {
                    self.swap(who, whom);
                }
                _ => continue,
            }
            return Ok(Cost::Turn);
        }
        if let Some(other) = other {
            return Err(Refusal::Occupied(self.body(other).kind));
        }
        if who == Who::Hero
            && let Some(barrier) = flags.barrier
        {
            return self.try_barrier(barrier, to);
        }
        if who == Who::Hero && self.lever_is_stiff(to) {
            self.pull(to);
            return Ok(Cost::Turn);
        }
        if self.ledge_prevents(who, from, to) {
            return Err(Refusal::Ledge);
        }
        if !self.can_be_at(who, to) {
            return Err(if flags.pit { Refusal::Pit } else { Refusal::Solid(self.level.apparent_tile(to)) });
        }
        self.step(who, to);
        Ok(Cost::Turn)
    }

    fn can_swap(&self, who: Who, whom: Who) -> bool {
        let (here, there) = (self.body(who).at, self.body(whom).at);
        let prevented = self.ledge_prevents(who, here, there) || self.ledge_prevents(whom, there, here);
        !prevented && self.can_be_at(whom, here)
    }

    fn are_enemies(&self, who: Who, whom: Who) -> bool {
        match (who, whom) {
            (Who::Hero, other @ Who::Other(_)) | (other @ Who::Other(_), Who::Hero) => !self.kind(other).peaceful,
            _ => false,
        }
    }

    /// Whether a diagonal step would squeeze between two solid corners.
    pub(crate) fn squeezes(&self, who: Who, from: Point, direction: Direction) -> bool {
        direction.is_diagonal() && self.level.squeezes(from, direction, self.flies(who))
    }

    /// Whether a cell supports somebody; others may be there.
    fn can_be_at(&self, who: Who, at: Point) -> bool {
        self.level.flags(at).supports(self.flies(who))
    }

    /// Whether somebody could step on a cell now.
    pub(crate) fn is_free_for(&self, who: Who, at: Point) -> bool {
        !self.level.is_occupied(at) && self.level.contains(at) && self.can_be_at(who, at)
    }

    /// Whether somebody could step in a direction now.
    pub(crate) fn can_step(&self, who: Who, direction: Direction) -> bool {
        let from = self.body(who).at;
        let to = from + direction.offset();
        self.is_free_for(who, to) && !self.squeezes(who, from, direction) && !self.ledge_prevents(who, from, to)
    }

    /// Moves somebody to a free cell, and triggers what is there.
    pub(crate) fn step(&mut self, who: Who, to: Point) {
        let (actor, from) = (self.actor(who), self.body(who).at);
        self.place(who, to);
        if who == Who::Hero || self.level.sees(from) || self.level.sees(to) {
            self.events.push(Event::Walked { who: actor, from, to });
        }
        self.enter(who);
    }

    /// Moves somebody to a free cell, and triggers nothing.
    pub(crate) fn place(&mut self, who: Who, to: Point) {
        let from = self.body(who).at;
        self.level.set_occupant(from, Occupant::Nobody);
        self.body_mut(who).at = to;
        match who {
            Who::Hero => {
                self.level.set_occupant(to, Occupant::Hero);
                self.level.view_is_stale = true;
            }
            Who::Other(index) => self.level.set_occupant(to, Occupant::Creature(index)),
        }
    }

    fn swap(&mut self, who: Who, with: Who) {
        let (here, there) = (self.body(who).at, self.body(with).at);
        self.body_mut(who).at = there;
        self.body_mut(with).at = here;
        self.level.set_occupants(self.state.hero.body.at, &self.state.creatures);
        self.level.view_is_stale = true;
        let event = Event::Swapped { who: self.actor(who), with: self.actor(with) };
        self.emit(who, event);
        self.enter(who);
    }

    fn open_door(&mut self, who: Who, at: Point) {
        self.trigger_tile(who, at);
        let event = Event::Opened { who: self.actor(who), at };
        self.emit_at(at, event);
    }

    /// The hero closes a door.
    pub(crate) fn close(&mut self, direction: Direction) -> Result<Cost, Refusal> {
        let at = self.hero_at() + direction.offset();
        let info = &self.level.tileset[self.level.tile(at)];
        let closed = self.content.tile_rule(info).and_then(|rule| rule.closes.as_deref());
        let tile = closed.and_then(|closed| self.level.tileset.id(closed)).ok_or(Refusal::NoDoor)?;
        if self.level.is_occupied(at) || !self.level.pile(at).is_empty() {
            return Err(Refusal::DoorwayBlocked);
        }
        self.change_tile(at, tile);
        let who = self.actor(Who::Hero);
        self.events.push(Event::Closed { who, at });
        Ok(Cost::Turn)
    }

    /// Whether a cell may be dug. The border of a level may not.
    pub(crate) fn may_dig(&self, at: Point) -> bool {
        match self.level.bounds() {
            Some(bounds) => bounds.shrunk(1).contains(at),
            None => self.level.contains(at) && [at.x, at.y].iter().all(|n| (i32::MIN + 1..i32::MAX).contains(n)),
        }
    }

    fn dig(&mut self, who: Who, at: Point) {
        if self.level.flags(at).barrier.is_some() {
            self.find_door(at);
            return;
        }
        let tile = self.level.tile(at);
        let event = Event::Dug { who: self.actor(who), at, tile };
        self.emit_at(at, event);
        self.change_tile(at, self.level.tileset.carved(tile));
    }

    /// Changes a tile permanently.
    pub(crate) fn change_tile(&mut self, at: Point, tile: Tile) {
        let old = self.level.tile(at);
        if !self.level.contains(at) || old == tile {
            return;
        }
        let seen = self.level.sees(at);
        let (chunk, cell) = self.chunk_mut(at);
        chunk.tiles.insert(cell, tile);
        if !seen && chunk.memory.has_seen(cell) {
            // The hero still remembers the old tile.
            chunk.memory.stale.entry(cell).or_insert(old);
        }
        self.level.set_tile(at, tile);
    }
}

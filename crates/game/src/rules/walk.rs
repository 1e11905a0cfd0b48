//! Walking, and what walking into something does.

use undercroft_grid::Point;
use undercroft_mapgen::Tile;

use crate::action::Direction;
use crate::content::{Ability, Condition, Deed};
use crate::event::Event;
use crate::level::stage::Occupant;
use crate::refusal::Refusal;
use crate::rules::turn::{Spent, Turn, Who};

impl Turn<'_> {
    /// The hero walks.
    pub(crate) fn walk(&mut self, direction: Direction) -> Result<Spent, Refusal> {
        let body = &self.state.hero.body;
        if body.is(Condition::Webbed) {
            self.struggle(Who::Hero);
            return Ok(Spent::Turn);
        }
        if body.is(Condition::Confused) && self.dice().percent(50) {
            let stray = Direction::ALL[self.dice().below(8) as usize];
            // Stumbling against a wall takes time, too.
            return self.bump(Who::Hero, stray).or(Ok(()).map(|()| Spent::Turn));
        }
        self.bump(Who::Hero, direction)
    }

    /// Steps to the next cell, or does to what is there the first thing on the list that can be done.
    pub(crate) fn bump(&mut self, who: Who, direction: Direction) -> Result<Spent, Refusal> {
        let from = self.body(who).at;
        let to = from + direction.offset();
        if self.squeezes(who, from, direction) {
            return Err(Refusal::Squeeze);
        }
        let other = self.who_is_at(to);
        let ground = self.stage.ground(to);
        let deeds: &[Deed] = match who {
            Who::Hero => self.does,
            Who::Other(_) => &self.kind(who).does,
        };
        for deed in deeds {
            match (deed, other) {
                (Deed::Open, None) if ground.shut => {
                    self.open_door(who, to);
                    return Ok(Spent::Turn);
                }
                (Deed::Attack, Some(whom)) if self.are_enemies(who, whom) => {
                    self.strike(who, whom);
                    return Ok(Spent::Turn);
                }
                (Deed::Kick, Some(whom)) if self.are_enemies(who, whom) => {
                    self.kick(who, whom, direction);
                    return Ok(Spent::Turn);
                }
                (Deed::Dig, None) if !ground.walkable && ground.diggable && self.may_dig(to) => {
                    self.dig(who, to);
                    return Ok(Spent::Turn);
                }
                (Deed::Swap, Some(whom)) if !self.are_enemies(who, whom) && self.may_stand(whom, from) => {
                    self.swap(who, whom);
                    return Ok(Spent::Turn);
                }
                _ => {}
            }
        }
        if let Some(other) = other {
            return Err(Refusal::Occupied(self.body(other).kind));
        }
        if !self.may_stand(who, to) {
            return Err(if ground.pit { Refusal::Pit } else { Refusal::Solid(self.stage.tile(to)) });
        }
        self.step(who, to);
        Ok(Spent::Turn)
    }

    /// Whether one is a danger to the other.
    pub(crate) fn are_enemies(&self, who: Who, whom: Who) -> bool {
        match (who, whom) {
            (Who::Hero, other @ Who::Other(_)) | (other @ Who::Other(_), Who::Hero) => !self.kind(other).peaceful,
            _ => false,
        }
    }

    /// Whether a slanting step would squeeze between two solid corners.
    pub(crate) fn squeezes(&self, who: Who, from: Point, direction: Direction) -> bool {
        if !direction.is_diagonal() {
            return false;
        }
        let offset = direction.offset();
        let flies = self.can(who, Ability::Fly);
        let gives_way = |at: Point| {
            let ground = self.stage.ground(at);
            ground.walkable || flies && ground.flyable
        };
        !gives_way(from + Point::new(offset.x, 0)) && !gives_way(from + Point::new(0, offset.y))
    }

    /// Whether the ground of a cell carries somebody; others may be there.
    pub(crate) fn may_stand(&self, who: Who, at: Point) -> bool {
        let ground = self.stage.ground(at);
        !ground.shut && (ground.walkable || ground.flyable && self.can(who, Ability::Fly))
    }

    /// Whether somebody could step on a cell now.
    pub(crate) fn is_free_for(&self, who: Who, at: Point) -> bool {
        self.stage.occupant(at) == Occupant::Nobody && self.stage.contains(at) && self.may_stand(who, at)
    }

    /// Moves somebody to a free cell, and lets happen what happens there.
    pub(crate) fn step(&mut self, who: Who, to: Point) {
        let (actor, from) = (self.actor(who), self.body(who).at);
        self.place(who, to);
        if who == Who::Hero || self.stage.sees(from) || self.stage.sees(to) {
            self.events.push(Event::Walked { who: actor, from, to });
        }
        self.enter(who);
    }

    /// Puts somebody on a free cell, with nothing else happening.
    pub(crate) fn place(&mut self, who: Who, to: Point) {
        let from = self.body(who).at;
        self.stage.occupy(from, Occupant::Nobody);
        self.body_mut(who).at = to;
        match who {
            Who::Hero => {
                self.stage.occupy(to, Occupant::Hero);
                self.stage.sight_is_old = true;
            }
            Who::Other(index) => self.stage.occupy(to, Occupant::Creature(index)),
        }
    }

    pub(crate) fn swap(&mut self, who: Who, with: Who) {
        let (here, there) = (self.body(who).at, self.body(with).at);
        self.place(with, here);
        self.body_mut(who).at = there;
        // The first to move took the other's seat with it.
        self.stage.seat_all(self.state.hero.body.at, &self.state.creatures);
        self.stage.sight_is_old = true;
        let event = Event::Swapped { who: self.actor(who), with: self.actor(with) };
        self.tell(who, event);
        self.enter(who);
    }

    fn open_door(&mut self, who: Who, at: Point) {
        self.trigger_tile(who, at);
        let event = Event::Opened { who: self.actor(who), at };
        self.tell_at(at, event);
    }

    /// The hero shuts a door.
    pub(crate) fn close(&mut self, direction: Direction) -> Result<Spent, Refusal> {
        let at = self.hero_at() + direction.offset();
        let name = &self.stage.tileset[self.stage.tile(at)].name;
        let closed = self.content.tile_rule(name).and_then(|rule| rule.closes.as_deref());
        let Some(tile) = closed.and_then(|closed| self.stage.tileset.id(closed)) else {
            return Err(Refusal::NoDoor);
        };
        if self.who_is_at(at).is_some() || !self.stage.pile(at).is_empty() {
            return Err(Refusal::DoorwayBlocked);
        }
        self.change_tile(at, tile);
        let event = Event::Closed { who: self.actor(Who::Hero), at };
        self.events.push(event);
        Ok(Spent::Turn)
    }

    /// Whether a cell may be dug away: the border of a level never.
    pub(crate) fn may_dig(&self, at: Point) -> bool {
        match self.stage.bounds() {
            Some(bounds) => bounds.shrunk(1).contains(at),
            None => self.stage.contains(at) && [at.x, at.y].iter().all(|n| (i32::MIN + 1..i32::MAX).contains(n)),
        }
    }

    pub(crate) fn dig(&mut self, who: Who, at: Point) {
        let tile = self.stage.tile(at);
        let event = Event::Dug { who: self.actor(who), at, tile };
        self.tell_at(at, event);
        self.change_tile(at, self.stage.tileset.carved(tile));
    }

    /// Makes a cell another tile, and keeps it so.
    pub(crate) fn change_tile(&mut self, at: Point, tile: Tile) {
        let old = self.stage.tile(at);
        if !self.stage.contains(at) || old == tile {
            return;
        }
        let sees = self.stage.sees(at);
        let (chunk, cell) = self.chunk_mut(at);
        chunk.tiles.insert(cell, tile);
        if !sees && chunk.memory.has_seen(cell) {
            // The hero goes on believing what it saw.
            chunk.memory.stale.entry(cell).or_insert(old);
        }
        self.stage.set_tile(at, tile);
    }
}

//! Status effects: how they begin, what they do each round, and how they end.

use crate::content::{Status, Trait};
use crate::event::Event;
use crate::outcome::Cause;
use crate::rules::turn::{Turn, Who};

/// The longest that any status lasts, in rounds.
const MAX_ROUNDS: u32 = 200;
/// The most hit points that burning costs in a round.
const BURN_DAMAGE: i32 = 3;
/// The hit points that mending restores in a round.
const MENDING: u32 = 2;

impl Turn<'_> {
    /// Inflicts a status. If it affects somebody already, the longer duration counts.
    pub(crate) fn inflict(&mut self, who: Who, status: Status, rounds: u32) {
        let immune = match status {
            Status::Poisoned => self.has_trait(who, Trait::Bloodless),
            Status::Burning => self.has_trait(who, Trait::Fireproof),
            Status::Webbed => self.has_trait(who, Trait::Webwalk),
            _ => false,
        };
        if immune || rounds == 0 || !self.body(who).is_alive() {
            return;
        }
        let rounds = rounds.min(MAX_ROUNDS);
        let body = self.body_mut(who);
        match body.statuses.iter_mut().find(|(known, _)| *known == status) {
            Some((_, left)) => *left = (*left).max(rounds),
            None => {
                body.statuses.push((status, rounds));
                self.level.view_is_stale |= status == Status::Darkened;
                let event = Event::StatusBegan { who: self.actor(who), status };
                self.emit(who, event);
            }
        }
    }

    pub(crate) fn end_status(&mut self, who: Who, status: Status) {
        if self.body(who).is(status) {
            self.body_mut(who).statuses.retain(|(known, _)| *known != status);
            self.level.view_is_stale |= status == Status::Darkened;
            let event = Event::StatusEnded { who: self.actor(who), status };
            self.emit(who, event);
        }
    }

    /// One round of all status effects on somebody.
    pub(crate) fn tick_statuses(&mut self, who: Who) {
        for status in Status::ALL {
            if !self.body(who).is(status) || !self.body(who).is_alive() || self.changed_level {
                continue;
            }
            match status {
                Status::Poisoned => self.hurt(who, 1, Cause::Poison, None),
                Status::Burning => {
                    let damage = self.dice().one_to(BURN_DAMAGE);
                    self.hurt_openly(who, damage, Cause::Fire, None);
                }
                Status::Mending => {
                    self.heal(who, MENDING);
                }
                _ => {}
            }
            let ended = self.body(who).is_alive() && self.shorten(who, status);
            if let (true, Status::Lit, Who::Other(index)) = (ended, status, who) {
                self.explode(index);
            }
        }
    }

    /// Takes a round off a status. Returns whether that ended it.
    fn shorten(&mut self, who: Who, status: Status) -> bool {
        let statuses = &mut self.body_mut(who).statuses;
        let Some((_, left)) = statuses.iter_mut().find(|(known, _)| *known == status) else { return false };
        *left = left.saturating_sub(1);
        let ended = *left == 0;
        if ended {
            self.end_status(who, status);
        }
        ended
    }

    /// Struggles in a web. Returns whether somebody was caught in one.
    pub(crate) fn struggle(&mut self, who: Who) -> bool {
        let caught = self.body(who).is(Status::Webbed);
        if caught && !self.shorten(who, Status::Webbed) {
            let event = Event::Struggled(self.actor(who));
            self.emit(who, event);
        }
        caught
    }
}

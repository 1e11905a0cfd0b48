//! Conditions: what lasts for some rounds.

use crate::content::{Ability, Condition};
use crate::event::Event;
use crate::outcome::Cause;
use crate::rules::turn::{Turn, Who};

/// The longest that any condition lasts.
const LONGEST: u32 = 200;
/// Hit points that burning takes in a round, at most.
const BURNS: i32 = 3;
/// Hit points that mending gives in a round.
const MENDS: u32 = 2;

impl Turn<'_> {
    /// Puts somebody into a condition; one that is there already becomes as long as the longer of both.
    pub(crate) fn inflict(&mut self, who: Who, condition: Condition, rounds: u32) {
        let immune = match condition {
            Condition::Poisoned => self.can(who, Ability::Bloodless),
            Condition::Burning => self.can(who, Ability::Fireproof),
            Condition::Webbed => self.can(who, Ability::Webwalk),
            _ => false,
        };
        if immune || rounds == 0 || self.body(who).hit_points <= 0 {
            return;
        }
        let rounds = rounds.min(LONGEST);
        let body = self.body_mut(who);
        match body.conditions.iter_mut().find(|(known, _)| *known == condition) {
            Some((_, left)) => *left = (*left).max(rounds),
            None => {
                body.conditions.push((condition, rounds));
                let event = Event::Began { who: self.actor(who), condition };
                self.tell(who, event);
            }
        }
    }

    pub(crate) fn end(&mut self, who: Who, condition: Condition) {
        let body = self.body_mut(who);
        let before = body.conditions.len();
        body.conditions.retain(|(known, _)| *known != condition);
        if body.conditions.len() < before {
            let event = Event::Ended { who: self.actor(who), condition };
            self.tell(who, event);
        }
    }

    /// One round of all conditions that somebody is in.
    pub(crate) fn suffer(&mut self, who: Who) {
        for index in 0..Condition::ALL.len() {
            let condition = Condition::ALL[index];
            if !self.body(who).is(condition) || self.body(who).hit_points <= 0 || self.moved_level {
                continue;
            }
            match condition {
                Condition::Poisoned => self.hurt_by_condition(who, 1, Cause::Poison),
                Condition::Burning => {
                    let damage = self.dice().one_to(BURNS);
                    self.hurt_by_condition(who, damage, Cause::Fire);
                }
                Condition::Mending => {
                    self.heal(who, MENDS);
                }
                _ => {}
            }
            if self.body(who).hit_points > 0 && self.shorten(who, condition, 1) && condition == Condition::Lit {
                if let Who::Other(index) = who {
                    self.burst(index);
                }
                return;
            }
        }
    }

    fn hurt_by_condition(&mut self, who: Who, damage: i32, cause: Cause) {
        if cause == Cause::Fire {
            let event = Event::Hurt { who: self.actor(who), cause, damage };
            self.tell(who, event);
        }
        self.hurt(who, damage, cause, None);
    }

    /// Takes rounds off a condition; says whether that ended it.
    fn shorten(&mut self, who: Who, condition: Condition, rounds: u32) -> bool {
        let body = self.body_mut(who);
        let Some((_, left)) = body.conditions.iter_mut().find(|(known, _)| *known == condition) else { return false };
        *left = left.saturating_sub(rounds);
        if *left > 0 {
            return false;
        }
        self.end(who, condition);
        true
    }

    /// Somebody pulls at the web that holds it.
    pub(crate) fn struggle(&mut self, who: Who) {
        if !self.shorten(who, Condition::Webbed, 1) {
            let event = Event::Struggled { who: self.actor(who) };
            self.tell(who, event);
        }
    }
}

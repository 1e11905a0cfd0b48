//! Kicks and pushes: the target slides a few cells, or until something stops it.
//!
//! ```text
//! #.@g..░..#   →   #.@.....#      into a pit, it falls
//! #.@g.#...#   →   #.@.g#..#      against rock, it is hurt
//! ```

use undercroft_grid::Point;

use crate::action::Direction;
use crate::content::{Ability, ItemClass, Trait};
use crate::event::{Attack, Event};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};

/// The chance that a kick breaks a chest open, in percent.
const BREAK_CHANCE: u32 = 35;

impl Turn<'_> {
    /// The hero kicks on purpose.
    pub(crate) fn kick_towards(&mut self, direction: Direction) -> Result<Cost, Refusal> {
        if !self.can(Who::Hero, Ability::Kick) {
            return Err(Refusal::CannotKick);
        }
        if self.squeezes(Who::Hero, self.hero_at(), direction) {
            return Err(Refusal::Squeeze);
        }
        let at = self.hero_at() + direction.offset();
        if let Some(whom) = self.who_is_at(at) {
            self.kick(Who::Hero, whom, direction);
            return Ok(Cost::Turn);
        }
        let index = self.position_in_pile(at, ItemClass::Chest).ok_or(Refusal::NothingToKick)?;
        let chest = self.level.pile(at)[index].kind;
        let opened = self.dice().percent(BREAK_CHANCE);
        self.events.push(Event::KickedChest { chest, opened });
        if opened {
            self.open_chest(at, index);
        }
        Ok(Cost::Turn)
    }

    /// Strikes for half the damage of an attack, and pushes.
    pub(crate) fn kick(&mut self, who: Who, whom: Who, direction: Direction) {
        let hit = self.strike(who, whom, Attack::Kick, self.attack_strength(who));
        if hit && self.body(whom).is_alive() && !self.changed_level {
            self.push(whom, direction, self.content.settings().kick_distance, Some(who));
        }
    }

    /// Pushes somebody a number of cells. Hitting an obstacle hurts.
    pub(crate) fn push(&mut self, whom: Who, direction: Direction, cells: u32, by: Option<Who>) {
        if self.has_trait(whom, Trait::Steadfast) {
            return;
        }
        let start = self.body(whom).at;
        for done in 0..cells {
            let from = self.body(whom).at;
            let to = from + direction.offset();
            let prevented = self.squeezes(whom, from, direction) || self.ledge_prevents(whom, from, to);
            if !self.is_free_for(whom, to) || prevented {
                self.stop(whom, to, cells - done, direction, by);
                break;
            }
            self.place(whom, to);
        }
        let at = self.body(whom).at;
        let still_here = self.body(whom).is_alive() && !self.changed_level && self.who_is_at(at) == Some(whom);
        if still_here && at != start {
            self.enter(whom);
        }
    }

    /// Somebody who is pushed hits an obstacle.
    fn stop(&mut self, whom: Who, to: Point, left: u32, direction: Direction, by: Option<Who>) {
        let squeezed = self.squeezes(whom, self.body(whom).at, direction);
        let flags = self.level.flags(to);
        if flags.pit && !squeezed {
            self.fall(whom, to, by);
            return;
        }
        let into = self.who_is_at(to).filter(|_| !squeezed);
        if !flags.walkable && flags.flyable && !squeezed && into.is_none() {
            // Lava burns anyone pushed against it; water only stops them.
            self.trigger_tile_beside(whom, to);
            return;
        }
        let most = self.content.settings().crash_damage.saturating_mul(left).min(i32::MAX as u32) as i32;
        let damage = self.dice().one_to(most);
        let event = Event::Crashed { who: self.actor(whom), into: into.map(|who| self.actor(who)), damage };
        self.emit(whom, event);
        self.hurt(whom, damage, Cause::Crash, by);
        if let Some(other) = into {
            self.hurt(other, (damage / 2).max(1), Cause::Crash, by);
        }
    }
}

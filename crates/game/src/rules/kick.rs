//! Kicks and pushes: up to three cells, until something stops it, or nothing does.
//!
//! ```text
//! #.@g..░..#   →   #.@.....#      into the pit it goes
//! #.@g.#...#   →   #.@.g#..#      against the rock it is hurt
//! ```

use undercroft_grid::Point;

use crate::action::Direction;
use crate::content::{Ability, Deed, ItemClass};
use crate::event::Event;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Spent, Turn, Who};

/// In how many of 100 kicks a locked chest gives way.
const BREAKING_OPEN: u32 = 35;

impl Turn<'_> {
    /// The hero kicks on purpose.
    pub(crate) fn kick_towards(&mut self, direction: Direction) -> Result<Spent, Refusal> {
        if !self.does.contains(&Deed::Kick) {
            return Err(Refusal::CannotKick);
        }
        let at = self.hero_at() + direction.offset();
        if self.squeezes(Who::Hero, self.hero_at(), direction) {
            return Err(Refusal::Squeeze);
        }
        if let Some(whom) = self.who_is_at(at) {
            self.kick(Who::Hero, whom, direction);
            return Ok(Spent::Turn);
        }
        let chest = self.stage.pile(at).iter().position(|item| self.content.item(item.kind).class == ItemClass::Chest);
        let Some(index) = chest else { return Err(Refusal::NothingToKick) };
        let item = self.stage.pile(at)[index].kind;
        let opened = self.dice().percent(BREAKING_OPEN);
        self.events.push(Event::KickedThing { item, opened });
        if opened {
            self.empty_chest(at, index);
        }
        Ok(Spent::Turn)
    }

    /// Half a blow, and a push.
    pub(crate) fn kick(&mut self, who: Who, whom: Who, direction: Direction) {
        let most = (self.attack(who) - self.defence(whom)) / 2;
        let damage = self.dice().one_to(most);
        let event = Event::Kicked { who: self.actor(who), whom: self.actor(whom), damage };
        self.tell_of_both(who, whom, event);
        let cause = self.cause_by(who);
        self.hurt(whom, damage, cause, Some(who));
        if self.body(whom).hit_points > 0 && !self.moved_level {
            self.push(whom, direction, self.content.settings().kick, Some(who));
        }
    }

    /// Pushes somebody so many cells. What stops it hurts both.
    pub(crate) fn push(&mut self, whom: Who, direction: Direction, cells: u32, by: Option<Who>) {
        if self.can(whom, Ability::Steadfast) {
            return;
        }
        let start = self.body(whom).at;
        for done in 0..cells {
            let from = self.body(whom).at;
            let to = from + direction.offset();
            if self.is_free_for(whom, to) && !self.squeezes(whom, from, direction) {
                self.place(whom, to);
                continue;
            }
            self.stop(whom, to, cells - done, direction, by);
            break;
        }
        let alive = self.body(whom).hit_points > 0;
        if alive && !self.moved_level && self.body(whom).at != start && self.who_is_at(self.body(whom).at) == Some(whom)
        {
            self.enter(whom);
        }
    }

    /// Something is in the way of who is pushed.
    fn stop(&mut self, whom: Who, to: Point, left: u32, direction: Direction, by: Option<Who>) {
        let squeezed = self.squeezes(whom, self.body(whom).at, direction);
        let ground = self.stage.ground(to);
        if ground.pit && !squeezed {
            self.fall(whom, to, by);
            return;
        }
        let into = self.who_is_at(to).filter(|_| !squeezed);
        let molten = !ground.walkable && ground.flyable && !squeezed && into.is_none();
        if molten {
            // Molten rock burns whoever comes too near; water only stops.
            self.trigger_tile_for(whom, to);
            return;
        }
        let hardest = self.content.settings().crash.saturating_mul(left).min(i32::MAX as u32) as i32;
        let damage = self.dice().one_to(hardest);
        let event = Event::Crashed { whom: self.actor(whom), into: into.map(|who| self.actor(who)), damage };
        self.tell(whom, event);
        self.hurt(whom, damage, Cause::Crash, by);
        if let Some(other) = into {
            self.hurt(other, (damage / 2).max(1), Cause::Crash, by);
        }
    }
}

//! Eating, drinking, reading, pointing and throwing.

use undercroft_grid::Point;

use crate::action::Slot;
use crate::content::ItemClass;
use crate::event::Event;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::effects::line_beyond;
use crate::rules::turn::{Spent, Turn, Who};
use crate::state::Item;

impl Turn<'_> {
    /// The hero uses something of its pack.
    pub(crate) fn use_item(&mut self, slot: Slot, at: Option<Point>) -> Result<Spent, Refusal> {
        let item = self.item_in(slot)?;
        let kind = self.content.item(item.kind);
        if kind.class.is_equipment() {
            return self.equip(slot);
        }
        if kind.class.verb().is_none() || kind.effects.is_empty() {
            return Err(Refusal::Useless(item.kind));
        }
        if kind.range == 0 {
            self.spend_one(slot, item)?;
            self.events.push(Event::Used { item: Item { count: 1, ..item } });
            let mut any = false;
            for effect in &kind.effects {
                any |= self.apply(effect, Who::Hero, Cause::Item(item.kind), None);
            }
            return self.fizzle_unless(any);
        }
        let at = at.filter(|at| *at != self.hero_at()).ok_or(Refusal::NeedsTarget(item.kind))?;
        if at.chebyshev(self.hero_at()) > kind.range {
            return Err(Refusal::TooFar);
        }
        self.spend_one(slot, item)?;
        self.events.push(Event::Used { item: Item { count: 1, ..item } });
        let mut any = false;
        for effect in &kind.effects {
            any |= self.apply_along(effect, at, kind.range, Cause::Item(item.kind));
        }
        self.fizzle_unless(any)
    }

    fn fizzle_unless(&mut self, any: bool) -> Result<Spent, Refusal> {
        if !any {
            self.events.push(Event::Fizzled);
        }
        Ok(Spent::Turn)
    }

    /// Takes a charge of what has charges, or one of the stack.
    fn spend_one(&mut self, slot: Slot, item: Item) -> Result<(), Refusal> {
        if self.content.item(item.kind).class != ItemClass::Wand {
            self.use_up(slot);
            return Ok(());
        }
        match self.state.hero.pack.get_mut(&slot) {
            Some(wand) if wand.charges > 0 => {
                wand.charges -= 1;
                Ok(())
            }
            _ => Err(Refusal::NoCharges(item.kind)),
        }
    }

    /// The hero throws one of a stack.
    pub(crate) fn throw(&mut self, slot: Slot, at: Point) -> Result<Spent, Refusal> {
        let item = self.item_in(slot)?;
        let from = self.hero_at();
        let range = self.content.settings().throw;
        if at == from {
            return Err(Refusal::NeedsTarget(item.kind));
        }
        if at.chebyshev(from) > range {
            return Err(Refusal::TooFar);
        }
        let Some(thrown) = self.take_out(slot, 1) else { return Err(Refusal::EmptySlot(slot)) };
        let kind = self.content.item(thrown.kind);
        let mut lands = from;
        let mut hit = None;
        for cell in line_beyond(from, at, at.chebyshev(from)) {
            if let Some(whom) = self.who_is_at(cell) {
                hit = Some(whom);
                lands = cell;
                break;
            }
            let ground = self.stage.ground(cell);
            if !ground.transparent || ground.shut {
                break;
            }
            if ground.walkable {
                lands = cell;
            }
        }
        self.events.push(Event::Threw { item: thrown, at: lands });
        if let Some(whom) = hit {
            self.hit_with(whom, thrown);
        }
        // What breaks hurts nobody where nobody is.
        if !kind.breaks {
            self.put_down(lands, thrown);
        }
        Ok(Spent::Turn)
    }

    fn hit_with(&mut self, whom: Who, item: Item) {
        let kind = self.content.item(item.kind);
        let strength = if kind.thrown > 0 { kind.thrown + self.state.hero.attack / 4 } else { 1 };
        let most = strength + i32::from(item.bonus) - self.defence(whom);
        let damage = self.dice().one_to(most);
        let event = Event::HitBy { whom: self.actor(whom), item, damage };
        self.tell(whom, event);
        self.hurt(whom, damage, Cause::Item(item.kind), Some(Who::Hero));
        for chanced in &kind.on_hit {
            if self.body(whom).hit_points > 0 && self.dice().percent(chanced.chance) {
                self.apply(&chanced.effect, whom, Cause::Item(item.kind), Some(Who::Hero));
            }
        }
    }
}

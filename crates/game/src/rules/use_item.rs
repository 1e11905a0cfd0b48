//! Eating, drinking, reading, zapping and throwing.

use undercroft_grid::Point;

use crate::action::Slot;
use crate::content::ItemClass;
use crate::event::{Attack, Event};
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::effects::line_beyond;
use crate::rules::turn::{Cost, Turn, Who};
use crate::state::Item;

impl Turn<'_> {
    /// The hero uses an item.
    pub(crate) fn use_item(&mut self, slot: Slot, at: Option<Point>) -> Result<Cost, Refusal> {
        let item = self.item_in(slot)?;
        let kind = self.content.item(item.kind);
        if kind.class.is_equipment() {
            return self.equip(slot);
        }
        if kind.class.verb().is_none() || kind.effects.is_empty() {
            return Err(Refusal::Useless(item.kind));
        }
        let target = match kind.range {
            0 => None,
            range => Some(self.target(at, item, range)?),
        };
        self.use_up(slot, item)?;
        self.events.push(Event::Used(Item { count: 1, ..item }));
        let mut worked = false;
        for effect in &kind.effects {
            worked |= match target {
                None => self.apply(effect, Who::Hero, Cause::Item(item.kind), None),
                Some(target) => self.apply_along(effect, target, kind.range, Cause::Item(item.kind)),
            };
        }
        if !worked {
            self.events.push(Event::Fizzled);
        }
        Ok(Cost::Turn)
    }

    /// A target other than the hero, within range.
    fn target(&self, at: Option<Point>, item: Item, range: u32) -> Result<Point, Refusal> {
        let at = at.filter(|at| *at != self.hero_at()).ok_or(Refusal::NeedsTarget(item.kind))?;
        if at.chebyshev(self.hero_at()) > range { Err(Refusal::TooFar) } else { Ok(at) }
    }

    /// Uses a charge of a wand, or one item of a stack.
    fn use_up(&mut self, slot: Slot, item: Item) -> Result<(), Refusal> {
        if self.content.item(item.kind).class != ItemClass::Wand {
            self.take_out(slot, 1);
            return Ok(());
        }
        let wand = self.state.hero.pack.get_mut(&slot).filter(|wand| wand.charges > 0);
        wand.ok_or(Refusal::NoCharges(item.kind))?.charges -= 1;
        Ok(())
    }

    /// The hero throws one item of a stack.
    pub(crate) fn throw(&mut self, slot: Slot, at: Point) -> Result<Cost, Refusal> {
        let item = self.item_in(slot)?;
        let from = self.hero_at();
        self.target(Some(at), item, self.content.settings().throw_range)?;
        let thrown = self.take_out(slot, 1).ok_or(Refusal::EmptySlot(slot))?;
        let mut landing = from;
        let mut target = None;
        for cell in line_beyond(from, at, at.chebyshev(from)) {
            target = self.who_is_at(cell);
            if target.is_some() {
                landing = cell;
                break;
            }
            let flags = self.level.flags(cell);
            if !flags.transparent || flags.closed {
                break;
            }
            if flags.walkable {
                landing = cell;
            }
        }
        self.events.push(Event::Threw { item: thrown, at: landing });
        if let Some(whom) = target {
            self.hit_with_thrown(whom, thrown);
        }
        if !self.content.item(thrown.kind).breaks {
            self.put_down(landing, thrown);
        }
        Ok(Cost::Turn)
    }

    fn hit_with_thrown(&mut self, whom: Who, item: Item) {
        let kind = self.content.item(item.kind);
        let strength = if kind.thrown > 0 { kind.thrown + self.state.hero.attack / 4 } else { 1 };
        if !self.strike(Who::Hero, whom, Attack::Thrown(item), strength + i32::from(item.bonus)) && !kind.breaks {
            return;
        }
        self.apply_hit_effects(&kind.on_hit, Who::Hero, whom, Some(Cause::Item(item.kind)));
    }
}

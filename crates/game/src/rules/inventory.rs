//! The pack and the piles on the floor: picking up, dropping, wielding and wearing.

use undercroft_grid::Point;

use crate::action::Slot;
use crate::content::{ItemClass, Trigger};
use crate::event::Event;
use crate::level::coordinates::outward;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Cost, Turn, Who};
use crate::state::Item;

/// The largest stack.
const MAX_STACK: u32 = 1_000_000;

impl Turn<'_> {
    /// The hero picks up everything here that can be carried.
    pub(crate) fn pick_up(&mut self) -> Result<Cost, Refusal> {
        let at = self.hero_at();
        let pile = self.level.pile(at).to_vec();
        let top = pile.last().ok_or(Refusal::NothingToTake)?;
        let is_portable = |item: &Item| self.content.item(item.kind).class.is_portable();
        let portable: Vec<usize> = (0..pile.len()).rev().filter(|index| is_portable(&pile[*index])).collect();
        if portable.is_empty() {
            return Err(Refusal::TooHeavy(top.kind));
        }
        let mut taken = Vec::new();
        // From the top, so that the indices of the rest stay valid.
        for index in portable {
            let item = pile[index];
            if self.level.key_of(self.content, item.kind).is_some() {
                self.state.hero.keys.insert(item.kind);
                self.take_from_pile(at, index);
                self.events.push(Event::KeyTaken(item.kind));
                taken.push(item.kind);
            } else if let Some(slot) = self.stow(item) {
                self.take_from_pile(at, index);
                self.events.push(Event::PickedUp { item, slot });
                taken.push(item.kind);
            }
        }
        if taken.is_empty() {
            return Err(Refusal::PackFull);
        }
        let (chunk, cell) = self.chunk_mut(at);
        chunk.memory.dropped.remove(&cell);
        for kind in taken {
            for effect in &self.content.item(kind).on_pickup {
                self.apply(effect, Who::Hero, Cause::Item(kind), None);
            }
            self.check_goal(kind);
        }
        self.close_cages(at);
        self.trigger_machines(Trigger::Take);
        Ok(Cost::Turn)
    }

    /// Puts an item into the pack, on a matching stack or into the first free slot. `None` if the pack is full.
    pub(crate) fn stow(&mut self, item: Item) -> Option<Slot> {
        let stacks = self.content.item(item.kind).class.stacks();
        let pack = &mut self.state.hero.pack;
        let matching = pack.iter_mut().find(|(_, stack)| stacks && can_merge(stack, &item));
        if let Some((slot, stack)) = matching {
            stack.count += item.count;
            return Some(*slot);
        }
        let free = Slot::all().find(|slot| !pack.contains_key(slot))?;
        pack.insert(free, item);
        Some(free)
    }

    /// Puts an item into the pack, or on the floor if the pack is full.
    pub(crate) fn receive(&mut self, item: Item) {
        if self.stow(item).is_none() {
            self.put_down(self.hero_at(), item);
        }
    }

    pub(crate) fn item_in(&self, slot: Slot) -> Result<Item, Refusal> {
        self.state.hero.pack.get(&slot).copied().ok_or(Refusal::EmptySlot(slot))
    }

    /// Takes items of a stack out of the pack, at most as many as there are.
    pub(crate) fn take_out(&mut self, slot: Slot, count: u32) -> Option<Item> {
        let hero = &mut self.state.hero;
        let stack = hero.pack.get_mut(&slot)?;
        let count = count.clamp(1, stack.count);
        let taken = Item { count, ..*stack };
        stack.count -= count;
        if stack.count == 0 {
            hero.pack.remove(&slot);
            for used in [&mut hero.weapon, &mut hero.armour, &mut hero.charm] {
                if *used == Some(slot) {
                    *used = None;
                    self.level.view_is_stale = true;
                }
            }
        }
        Some(taken)
    }

    /// The hero drops something.
    pub(crate) fn drop_item(&mut self, slot: Slot, count: u32) -> Result<Cost, Refusal> {
        let item = self.take_out(slot, count).ok_or(Refusal::EmptySlot(slot))?;
        let at = self.hero_at();
        self.put_down(at, item);
        let (chunk, cell) = self.chunk_mut(at);
        chunk.memory.dropped.insert(cell);
        self.events.push(Event::Dropped(item));
        for effect in &self.content.item(item.kind).on_drop {
            self.apply(effect, Who::Hero, Cause::Item(item.kind), None);
        }
        Ok(Cost::Turn)
    }

    /// The hero wields or wears something, or takes it off.
    pub(crate) fn equip(&mut self, slot: Slot) -> Result<Cost, Refusal> {
        let item = self.item_in(slot)?;
        let class = self.content.item(item.kind).class;
        let used = self.state.hero.equipment_slot(class).ok_or(Refusal::NotEquipment(item.kind))?;
        let event = if *used == Some(slot) {
            *used = None;
            Event::Unequipped(item)
        } else {
            *used = Some(slot);
            Event::Equipped(item)
        };
        self.events.push(event);
        self.level.view_is_stale = true;
        Ok(Cost::Turn)
    }

    /// Adds one to the bonus of an equipped item.
    pub(crate) fn upgrade(&mut self, slot: Option<Slot>) -> bool {
        let Some(item) = slot.and_then(|slot| self.state.hero.pack.get_mut(&slot)) else { return false };
        item.bonus = item.bonus.saturating_add(1);
        let item = *item;
        self.events.push(Event::Upgraded(item));
        true
    }

    /// Puts an item on the nearest free floor.
    pub(crate) fn put_down(&mut self, at: Point, item: Item) {
        let at = self.nearest(at, |turn, at| turn.level.flags(at).is_floor()).unwrap_or(at);
        let mut pile = self.level.pile(at).to_vec();
        let stacks = self.content.item(item.kind).class.stacks();
        match pile.iter_mut().find(|stack| stacks && can_merge(stack, &item)) {
            Some(stack) => stack.count += item.count,
            None => pile.push(item),
        }
        self.set_pile(at, pile);
    }

    /// The first item of a class in a pile.
    pub(crate) fn position_in_pile(&self, at: Point, class: ItemClass) -> Option<usize> {
        self.level.pile(at).iter().position(|item| self.content.item(item.kind).class == class)
    }

    pub(crate) fn take_from_pile(&mut self, at: Point, index: usize) {
        let mut pile = self.level.pile(at).to_vec();
        if index < pile.len() {
            pile.remove(index);
        }
        self.set_pile(at, pile);
    }

    pub(crate) fn clear_pile(&mut self, at: Point) {
        self.set_pile(at, Vec::new());
    }

    fn set_pile(&mut self, at: Point, pile: Vec<Item>) {
        let (chunk, cell) = self.chunk_mut(at);
        chunk.piles.insert(cell, pile.clone());
        self.level.set_pile(at, pile);
    }

    /// The nearest active cell that passes a test.
    pub(crate) fn nearest(&self, to: Point, passes: impl Fn(&Self, Point) -> bool) -> Option<Point> {
        outward(to, 128).find(|at| self.level.contains(*at) && passes(self, *at))
    }
}

/// Whether an item can join a stack.
fn can_merge(stack: &Item, item: &Item) -> bool {
    let same = (stack.kind, stack.charges, stack.bonus) == (item.kind, item.charges, item.bonus);
    same && stack.count.saturating_add(item.count) <= MAX_STACK
}

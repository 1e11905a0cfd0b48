//! Carrying things: picking up, putting down, wielding and wearing, and the piles on the floor.

use undercroft_grid::Point;

use crate::action::Slot;
use crate::content::{ItemClass, ItemKindId};
use crate::event::Event;
use crate::outcome::Cause;
use crate::refusal::Refusal;
use crate::rules::turn::{Spent, Turn, Who};
use crate::state::Item;

/// The most things that one stack holds.
const LARGEST_STACK: u32 = 1_000_000;

impl Turn<'_> {
    /// The hero takes everything on its cell that can be carried.
    pub(crate) fn pick_up(&mut self) -> Result<Spent, Refusal> {
        let at = self.hero_at();
        let portable = |turn: &Self, item: &Item| turn.content.item(item.kind).class.is_portable();
        let Some(top) = self.stage.pile(at).last().copied() else { return Err(Refusal::NothingToTake) };
        if !self.stage.pile(at).iter().any(|item| portable(self, item)) {
            return Err(Refusal::TooHeavy(top.kind));
        }
        let mut taken = Vec::new();
        // From the top, so that what is taken does not move what is not yet.
        for index in (0..self.stage.pile(at).len()).rev() {
            let item = self.stage.pile(at)[index];
            if !portable(self, &item) {
                continue;
            }
            if let Some(slot) = self.stow(item) {
                self.take_from_pile(at, index);
                self.events.push(Event::PickedUp { item, slot });
                taken.push(item.kind);
            }
        }
        if taken.is_empty() {
            return Err(Refusal::PackFull);
        }
        let (chunk, cell) = self.chunk_mut(at);
        chunk.memory.left.remove(&cell);
        for kind in taken {
            for effect in &self.content.item(kind).on_pickup {
                self.apply(effect, Who::Hero, Cause::Item(kind), None);
            }
            self.check_goal(kind);
        }
        Ok(Spent::Turn)
    }

    /// Taking the goal wins, where the plan does not ask for more.
    fn check_goal(&mut self, kind: ItemKindId) {
        let Some(goal) = self.dungeon.plan().goal() else { return };
        let is_goal = self.content.item_named(&goal.item).is_some_and(|(id, _)| id == kind);
        if is_goal && !goal.bring_out {
            self.win();
        }
    }

    /// Puts an item into the pack: on a stack of its like, or into the first free place. `None` where there is no room.
    pub(crate) fn stow(&mut self, item: Item) -> Option<Slot> {
        let stacks = self.content.item(item.kind).class.stacks();
        let pack = &mut self.state.hero.pack;
        let like = pack.iter_mut().find(|(_, known)| stacks && is_like(known, &item) && fits(known, &item));
        if let Some((slot, known)) = like {
            known.count += item.count;
            return Some(*slot);
        }
        let free = Slot::all().find(|slot| !pack.contains_key(slot))?;
        pack.insert(free, item);
        Some(free)
    }

    /// The item of a slot.
    pub(crate) fn item_in(&self, slot: Slot) -> Result<Item, Refusal> {
        self.state.hero.pack.get(&slot).copied().ok_or(Refusal::EmptySlot(slot))
    }

    /// Takes some of a stack out of the pack, or all where there are no more.
    pub(crate) fn take_out(&mut self, slot: Slot, count: u32) -> Option<Item> {
        let hero = &mut self.state.hero;
        let stack = hero.pack.get_mut(&slot)?;
        let count = count.clamp(1, stack.count);
        let taken = Item { count, ..*stack };
        stack.count -= count;
        if stack.count == 0 {
            hero.pack.remove(&slot);
            for in_use in [&mut hero.weapon, &mut hero.armour, &mut hero.charm] {
                if *in_use == Some(slot) {
                    *in_use = None;
                    self.stage.sight_is_old = true;
                }
            }
        }
        Some(taken)
    }

    /// One of a stack is gone.
    pub(crate) fn use_up(&mut self, slot: Slot) {
        self.take_out(slot, 1);
    }

    /// The hero puts something down.
    pub(crate) fn drop_item(&mut self, slot: Slot, count: u32) -> Result<Spent, Refusal> {
        self.item_in(slot)?;
        let Some(item) = self.take_out(slot, count) else { return Err(Refusal::EmptySlot(slot)) };
        let at = self.hero_at();
        self.put_down(at, item);
        let (chunk, cell) = self.chunk_mut(at);
        chunk.memory.left.insert(cell);
        self.events.push(Event::Dropped { item });
        for effect in &self.content.item(item.kind).on_drop {
            self.apply(effect, Who::Hero, Cause::Item(item.kind), None);
        }
        Ok(Spent::Turn)
    }

    /// The hero wields or wears something, or puts it away.
    pub(crate) fn equip(&mut self, slot: Slot) -> Result<Spent, Refusal> {
        let item = self.item_in(slot)?;
        let hero = &mut self.state.hero;
        let place = match self.content.item(item.kind).class {
            ItemClass::Weapon => &mut hero.weapon,
            ItemClass::Armour => &mut hero.armour,
            ItemClass::Charm => &mut hero.charm,
            _ => return Err(Refusal::NotEquipment(item.kind)),
        };
        let event = if *place == Some(slot) {
            *place = None;
            Event::PutAway { item }
        } else {
            *place = Some(slot);
            Event::Equipped { item }
        };
        self.events.push(event);
        self.stage.sight_is_old = true;
        Ok(Spent::Turn)
    }

    /// What is wielded or worn becomes better.
    pub(crate) fn better(&mut self, slot: Option<Slot>) -> bool {
        let Some(item) = slot.and_then(|slot| self.state.hero.pack.get_mut(&slot)) else { return false };
        item.bonus = item.bonus.saturating_add(1);
        let item = *item;
        self.events.push(Event::Bettered { item });
        true
    }

    /// Puts an item on the floor, on a cell that can be walked on as near as there is one.
    pub(crate) fn put_down(&mut self, at: Point, item: Item) {
        let lies_well = |turn: &Self, at: Point| {
            let ground = turn.stage.ground(at);
            ground.walkable && !ground.shut
        };
        let at = self.nearest(at, |turn, at| lies_well(turn, at)).unwrap_or(at);
        let mut pile = self.stage.pile(at).to_vec();
        let stacks = self.content.item(item.kind).class.stacks();
        match pile.iter_mut().find(|known| stacks && is_like(known, &item) && fits(known, &item)) {
            Some(known) => known.count += item.count,
            None => pile.push(item),
        }
        self.set_pile(at, pile);
    }

    /// Takes an item off a pile.
    pub(crate) fn take_from_pile(&mut self, at: Point, index: usize) {
        let mut pile = self.stage.pile(at).to_vec();
        if index < pile.len() {
            pile.remove(index);
        }
        self.set_pile(at, pile);
    }

    /// Says what lies on a cell, and keeps it so.
    fn set_pile(&mut self, at: Point, pile: Vec<Item>) {
        let (chunk, cell) = self.chunk_mut(at);
        chunk.piles.insert(cell, pile.clone());
        self.stage.set_pile(at, pile);
    }

    /// The cell nearest to a place of which something is true, ring by ring, on the stage.
    pub(crate) fn nearest(&self, to: Point, is_good: impl Fn(&Self, Point) -> bool) -> Option<Point> {
        crate::level::rings::rings(to, 128).find(|at| self.stage.contains(*at) && is_good(self, *at))
    }
}

/// Whether two are of one sort, so that they can be one stack.
fn is_like(a: &Item, b: &Item) -> bool {
    (a.kind, a.charges, a.bonus) == (b.kind, b.charges, b.bonus)
}

fn fits(stack: &Item, more: &Item) -> bool {
    stack.count.saturating_add(more.count) <= LARGEST_STACK
}

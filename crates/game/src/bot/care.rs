//! How the bot looks after itself: level-ups, wounds, hunger, equipment and shopping.

use std::cmp::Reverse;

use undercroft_mapgen::StairKind;

use crate::action::{Action, Improvement, Slot};
use crate::content::{Effect, ItemClass, ItemKind, Status};
use crate::game::Game;
use crate::state::Item;
use crate::view::{Hunger, Offer, Sighting, View};

/// What cannot wait.
pub(super) fn urgent(game: &Game) -> Option<Action> {
    let view = game.view();
    let stats = view.stats();
    let threatened = view.creatures().iter().any(Sighting::is_dangerous);
    let health = health(view);
    let poison = view.statuses().iter().find(|(status, _)| *status == Status::Poisoned);
    let slot = Some(())
        .filter(|()| health < 35 || threatened && health < 45)
        .and_then(|()| carried(view, |kind| healing(kind) >= 30))
        .or_else(|| if threatened && health < 30 { last_resort(view) } else { None })
        .or_else(|| {
            let deadly = poison.is_some_and(|(_, rounds)| *rounds as i32 >= stats.hit_points - 2);
            let cures = |kind: &ItemKind| kind.class == ItemClass::Potion && kind.effects.contains(&Effect::Cure);
            if deadly { carried(view, cures) } else { None }
        })?;
    Some(Action::Use { slot, at: None })
}

/// What can wait until no enemy is near. While escaping, the bot rests only when it must.
pub(super) fn leisurely(game: &Game, escaping: bool) -> Option<Action> {
    let view = game.view();
    let on_self = |slot| Action::Use { slot, at: None };
    eat(view)
        .or_else(|| equip(view))
        .or_else(|| junk(view).map(|slot| Action::Drop { slot, count: u32::MAX }))
        .or_else(|| carried(view, |kind| is_worth_using(view, kind)).map(on_self))
        .or_else(|| find_the_way(game).map(on_self))
        .or_else(|| shop(view))
        .or_else(|| rest(view, if escaping { 45 } else { 80 }))
}

/// Spends a level-up.
pub(super) fn improve(view: View<'_>) -> Option<Action> {
    let stats = view.stats();
    let choices = [Improvement::Might, Improvement::Guard, Improvement::Vigour];
    (stats.choices > 0).then(|| Action::Choose(choices[stats.level as usize % 3]))
}

/// Eats when hungry.
pub(super) fn eat(view: View<'_>) -> Option<Action> {
    let slot = if view.stats().hunger >= Hunger::Hungry { food(view) } else { None };
    slot.map(|slot| Action::Use { slot, at: None })
}

/// Rests while the hero has enough to eat and less than the given percentage of its hit points.
pub(super) fn rest(view: View<'_>, percent: i32) -> Option<Action> {
    let stats = view.stats();
    let can_rest = stats.hunger < Hunger::Hungry || food(view).is_some();
    let is_calm = !view.creatures().iter().any(Sighting::is_dangerous);
    (health(view) < percent && is_calm && can_rest && stats.food > 150).then_some(Action::Wait)
}

/// The hero's hit points in percent.
pub(super) fn health(view: View<'_>) -> i32 {
    let stats = view.stats();
    stats.hit_points * 100 / stats.max_hit_points.max(1)
}

/// Reads a scroll of mapping where the way onwards is unknown.
fn find_the_way(game: &Game) -> Option<Slot> {
    let view = game.view();
    let maps = |kind: &ItemKind| kind.effects.iter().any(|effect| matches!(effect, Effect::Reveal(_)));
    let slot = carried(view, maps)?;
    let is_lost = view.bounds().is_some() && view.stairs(StairKind::Down).is_empty() && !view.has_goal();
    (is_lost && game.plan().has_below(view.depth())).then_some(slot)
}

/// The hit points that a potion restores.
fn healing(kind: &ItemKind) -> u32 {
    let amount = |effect: &Effect| if let Effect::Heal(amount) = effect { *amount } else { 0 };
    if kind.class == ItemClass::Potion { kind.effects.iter().map(amount).sum() } else { 0 }
}

/// A scroll to escape with, or a potion that heals slowly.
fn last_resort(view: View<'_>) -> Option<Slot> {
    let escapes = |effect: &Effect| matches!(effect, Effect::Teleport | Effect::Daunt { .. });
    let mends = |effect: &Effect| matches!(effect, Effect::Inflict { status: Status::Mending, .. });
    carried(view, |kind| kind.class == ItemClass::Scroll && kind.effects.iter().any(escapes))
        .or_else(|| carried(view, |kind| kind.class == ItemClass::Potion && kind.effects.iter().any(mends)))
}

/// The first item in the pack whose kind passes a test.
pub(super) fn carried(view: View<'_>, passes: impl Fn(&ItemKind) -> bool) -> Option<Slot> {
    view.pack().find(|(_, item)| passes(view.content().item(item.kind))).map(|(slot, _)| slot)
}

/// The food that feeds least, so that nothing is wasted.
pub(super) fn food(view: View<'_>) -> Option<Slot> {
    let amount = |effect: &Effect| if let Effect::Feed(amount) = effect { *amount } else { 0 };
    let feeds = |item: &Item| view.content().item(item.kind).effects.iter().map(amount).sum::<u32>();
    let food = view.pack().filter(|(_, item)| view.content().item(item.kind).class == ItemClass::Food);
    food.min_by_key(|(slot, item)| (feeds(item), *slot)).map(|(slot, _)| slot)
}

/// The worst spare equipment, once the pack is nearly full.
fn junk(view: View<'_>) -> Option<Slot> {
    let is_spare =
        |(slot, item): &(Slot, &Item)| view.content().item(item.kind).class.is_equipment() && !view.is_equipped(*slot);
    let spare = view.pack().filter(is_spare).filter(|_| view.pack().count() >= 20);
    spare.min_by_key(|(slot, item)| (quality(view, item), *slot)).map(|(slot, _)| slot)
}

fn quality(view: View<'_>, item: &Item) -> i32 {
    let kind = view.content().item(item.kind);
    kind.attack + kind.defence + kind.sight / 3 + i32::from(item.bonus)
}

/// Equips anything better than what the hero wears.
pub(super) fn equip(view: View<'_>) -> Option<Action> {
    [ItemClass::Weapon, ItemClass::Armour, ItemClass::Charm].into_iter().find_map(|class| {
        let of_class = || view.pack().filter(move |(_, item)| view.content().item(item.kind).class == class);
        let worn = of_class().find(|(slot, _)| view.is_equipped(*slot)).map_or(0, |(_, item)| quality(view, item));
        let (slot, best) = of_class().max_by_key(|(slot, item)| (quality(view, item), Reverse(*slot)))?;
        (quality(view, best) > worn).then_some(Action::Equip(slot))
    })
}

/// Whether a scroll or a potion improves the hero permanently.
fn is_worth_using(view: View<'_>, kind: &ItemKind) -> bool {
    let has_equipped = |class: ItemClass| {
        view.pack().any(|(slot, item)| view.is_equipped(slot) && view.content().item(item.kind).class == class)
    };
    let works = |effect: &Effect| match effect {
        Effect::Whet => has_equipped(ItemClass::Weapon),
        Effect::Temper => has_equipped(ItemClass::Armour),
        Effect::Improve { .. } => true,
        _ => false,
    };
    matches!(kind.class, ItemClass::Scroll | ItemClass::Potion) && kind.effects.iter().any(works)
}

/// Buys whatever heals or improves the hero.
fn shop(view: View<'_>) -> Option<Action> {
    let purse = view.stats().purse;
    if purse < 15 {
        return None;
    }
    let is_good = |offer: &Offer| match offer.item {
        Some(item) => {
            let kind = view.content().item(item.kind);
            healing(kind) >= 30 || is_worth_using(view, kind)
        }
        None => !matches!(offer.name.as_str(), "Healing" | "A full stomach"),
    };
    let index = view.offers().iter().position(|offer| offer.price <= purse && is_good(offer))?;
    u8::try_from(index).ok().map(Action::Buy)
}

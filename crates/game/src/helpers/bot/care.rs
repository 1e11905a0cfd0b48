//! What the bot does for itself: choices, wounds, hunger, gear.

use crate::action::{Action, Improvement, Slot};
use crate::content::{Condition, Effect, ItemClass, ItemKind};
use crate::game::Game;
use crate::state::Item;
use crate::view::{Hunger, Sighting, View};

/// What cannot wait.
pub(super) fn now(game: &Game) -> Option<Action> {
    let view = game.view();
    let stats = view.stats();
    if stats.choices > 0 {
        return Some(Action::Choose(choice(game)));
    }
    let danger = view.creatures().iter().any(Sighting::is_danger);
    let share = stats.hit_points * 100 / stats.most_hit_points.max(1);
    if share < 35 || danger && share < 45 {
        let heals = |kind: &ItemKind| heals(kind) >= 30;
        if let Some(slot) = carried(view, heals) {
            return Some(Action::Use { slot, at: None });
        }
    }
    if danger && share < 30 {
        let helps = |kind: &ItemKind| {
            let escapes = |effect: &Effect| matches!(effect, Effect::Teleport | Effect::Daunt { .. });
            kind.class == ItemClass::Scroll && kind.effects.iter().any(escapes)
        };
        if let Some(slot) = carried(view, helps).or_else(|| carried(view, gives(Condition::Mending))) {
            return Some(Action::Use { slot, at: None });
        }
    }
    let poison = view.conditions().iter().find(|(condition, _)| *condition == Condition::Poisoned);
    if poison.is_some_and(|(_, rounds)| *rounds as i32 >= stats.hit_points - 2) {
        let cures = |kind: &ItemKind| kind.class == ItemClass::Potion && kind.effects.contains(&Effect::Cure);
        if let Some(slot) = carried(view, cures) {
            return Some(Action::Use { slot, at: None });
        }
    }
    None
}

/// What can wait until nobody is near.
pub(super) fn later(game: &Game) -> Option<Action> {
    let view = game.view();
    let stats = view.stats();
    if stats.hunger >= Hunger::Hungry
        && let Some(slot) = food(view)
    {
        return Some(Action::Use { slot, at: None });
    }
    if let Some(slot) = better_gear(view) {
        return Some(Action::Equip(slot));
    }
    if let Some(slot) = junk(view) {
        return Some(Action::Drop { slot, count: u32::MAX });
    }
    if let Some(slot) = carried(view, |kind| is_worth_reading(view, kind)) {
        return Some(Action::Use { slot, at: None });
    }
    if let Some(action) = shop(view) {
        return Some(action);
    }
    let hurt = stats.hit_points * 100 < stats.most_hit_points * 70;
    let danger = view.creatures().iter().any(Sighting::is_danger);
    let can_rest = stats.hunger < Hunger::Weak || food(view).is_some();
    (hurt && !danger && can_rest && stats.food > 150).then_some(Action::Wait)
}

fn choice(game: &Game) -> Improvement {
    // Guard is worth most while enemies hit little harder than it; vigour and might in between.
    [Improvement::Might, Improvement::Guard, Improvement::Vigour][game.view().stats().level as usize % 3]
}

fn heals(kind: &ItemKind) -> u32 {
    let amount = |effect: &Effect| if let Effect::Heal(amount) = effect { *amount } else { 0 };
    if kind.class == ItemClass::Potion { kind.effects.iter().map(amount).sum() } else { 0 }
}

fn gives(wanted: Condition) -> impl Fn(&ItemKind) -> bool {
    move |kind| {
        let gives = |effect: &Effect| matches!(effect, Effect::Inflict { condition, .. } if *condition == wanted);
        kind.class == ItemClass::Potion && kind.effects.iter().any(gives)
    }
}

/// The first thing in the pack whose kind passes.
pub(super) fn carried(view: View<'_>, passes: impl Fn(&ItemKind) -> bool) -> Option<Slot> {
    view.pack().find(|(_, item)| passes(view.content().item(item.kind))).map(|(slot, _)| slot)
}

/// What to eat first: what feeds least, so that nothing is wasted.
fn food(view: View<'_>) -> Option<Slot> {
    let feeds = |item: &Item| {
        let amount = |effect: &Effect| if let Effect::Feed(amount) = effect { *amount } else { 0 };
        view.content().item(item.kind).effects.iter().map(amount).sum::<u32>()
    };
    let eatable = view.pack().filter(|(_, item)| view.content().item(item.kind).class == ItemClass::Food);
    eatable.min_by_key(|(slot, item)| (feeds(item), *slot)).map(|(slot, _)| slot)
}

/// Gear that is no better than what is in use, once the pack is nearly full.
fn junk(view: View<'_>) -> Option<Slot> {
    if view.pack().count() < 20 {
        return None;
    }
    let spare = view
        .pack()
        .filter(|(slot, item)| view.content().item(item.kind).class.is_equipment() && !view.is_equipped(*slot));
    spare.min_by_key(|(slot, item)| (gear_worth(view, item), *slot)).map(|(slot, _)| slot)
}

fn gear_worth(view: View<'_>, item: &Item) -> i32 {
    let kind = view.content().item(item.kind);
    kind.attack + kind.defence + kind.sight / 3 + i32::from(item.bonus)
}

fn better_gear(view: View<'_>) -> Option<Slot> {
    let worth = |item: &Item| gear_worth(view, item);
    [ItemClass::Weapon, ItemClass::Armour, ItemClass::Charm].into_iter().find_map(|class| {
        let of_class = || view.pack().filter(move |(_, item)| view.content().item(item.kind).class == class);
        let worn = of_class().find(|(slot, _)| view.is_equipped(*slot)).map_or(0, |(_, item)| worth(item));
        let best = of_class().max_by_key(|(slot, item)| (worth(item), std::cmp::Reverse(*slot)))?;
        (worth(best.1) > worn).then_some(best.0)
    })
}

fn is_worth_reading(view: View<'_>, kind: &ItemKind) -> bool {
    let equipped = |class: ItemClass| {
        view.pack().any(|(slot, item)| view.is_equipped(slot) && view.content().item(item.kind).class == class)
    };
    let works = |effect: &Effect| match effect {
        Effect::Whet => equipped(ItemClass::Weapon),
        Effect::Temper => equipped(ItemClass::Armour),
        Effect::Improve { .. } => true,
        _ => false,
    };
    matches!(kind.class, ItemClass::Scroll | ItemClass::Potion) && kind.effects.iter().any(works)
}

/// Buys what heals, and what makes better, where there is somebody to buy from.
fn shop(view: View<'_>) -> Option<Action> {
    let purse = view.stats().purse;
    if purse < 15 {
        return None;
    }
    let good = |offer: &crate::view::Offer| match offer.item {
        Some(item) => {
            let kind = view.content().item(item.kind);
            heals(kind) >= 30 || is_worth_reading(view, kind)
        }
        None => !matches!(offer.name.as_str(), "Healing" | "A full stomach"),
    };
    let offers = view.offers();
    let index = offers.iter().position(|offer| offer.price <= purse && good(offer))?;
    u8::try_from(index).ok().map(Action::Buy)
}

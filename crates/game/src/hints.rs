//! Hints for a player's first games, each shown when it becomes useful.

use crate::{Behaviour, Hunger, ItemClass, ItemKindId, Sighting, View};

/// A hint for a player's first games.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// A unique name, so that each hint is given only once.
    pub name: &'static str,
    is_useful: fn(&View<'_>) -> bool,
    /// The text, with the names of commands in braces.
    pub text: &'static str,
}

impl Hint {
    /// Every hint, the most urgent first.
    pub const ALL: &[Self] = HINTS;

    /// The most urgent hint that is useful now and has not been given yet.
    pub fn next(view: &View<'_>, is_given: impl Fn(&str) -> bool) -> Option<Self> {
        HINTS.iter().find(|hint| !is_given(hint.name) && (hint.is_useful)(view)).copied()
    }
}

const HINTS: &[Hint] = &[
    Hint {
        name: "danger",
        is_useful: |view| is_badly_hurt(view) && has_danger(view),
        text: "You are badly hurt. Drink a potion with {use}, or leave by the stairs: there is no shame in running away.",
    },
    Hint { name: "enemy", is_useful: has_danger, text: "An enemy! Look at it with {look} to see the odds of a fight." },
    Hint {
        name: "asleep",
        is_useful: |view| view.creatures().iter().any(|seen| seen.is_threat() && is_unaware(seen)),
        text: "An enemy is unaware of you. Your first blow will do three times the damage.",
    },
    Hint {
        name: "level-up",
        is_useful: |view| view.stats().choices > 0 && !has_danger(view),
        text: "You can improve an attribute: choose one with {improve} whenever you have time.",
    },
    Hint {
        name: "hungry",
        is_useful: |view| view.stats().hunger != Hunger::Fed,
        text: "You are hungry. Eat something with {use}.",
    },
    Hint {
        name: "rest",
        is_useful: |view| is_hurt(view) && !has_danger(view),
        text: "You are hurt, and no enemy is near. Rest with {rest}; any key interrupts it.",
    },
    Hint {
        name: "equip",
        is_useful: |view| view.pack().any(|(slot, item)| is_equipment(view, item.kind) && !view.is_equipped(slot)),
        text: "You are carrying something you could wield or wear: equip it with {equip}.",
    },
    Hint {
        name: "shop",
        is_useful: |view| !view.offers().is_empty(),
        text: "There are things for sale here: see them with {buy}.",
    },
    Hint { name: "chest", is_useful: |view| has_here(view, ItemClass::Chest), text: "Open the chest with {interact}." },
    Hint {
        name: "pick-up",
        is_useful: |view| view.items_here().iter().any(|item| view.content().item(item.kind).class.is_portable()),
        text: "There is something on the floor here: pick it up with {pick-up}.",
    },
    Hint {
        name: "bearing",
        is_useful: |view| view.bearing().is_some(),
        text: "The sidebar shows the way to something far off. Travel there with {follow}.",
    },
    Hint {
        name: "explore",
        is_useful: |view| view.turn() < 10,
        text: "Press {explore} to explore: your hero walks until something happens. {help} lists all keys.",
    },
    Hint {
        name: "sights",
        is_useful: |view| view.turn() > 20,
        text: "{sights} lists what is in sight, and {legend} explains the glyphs.",
    },
];

fn has_danger(view: &View<'_>) -> bool {
    view.creatures().iter().any(Sighting::is_dangerous)
}

const fn is_unaware(sighting: &Sighting<'_>) -> bool {
    matches!(sighting.creature.behaviour, Behaviour::Sleeping | Behaviour::Idle)
}

fn is_hurt(view: &View<'_>) -> bool {
    view.stats().hit_points * 2 < view.stats().max_hit_points
}

fn is_badly_hurt(view: &View<'_>) -> bool {
    view.stats().hit_points * 3 < view.stats().max_hit_points
}

fn is_equipment(view: &View<'_>, kind: ItemKindId) -> bool {
    view.content().item(kind).class.is_equipment()
}

fn has_here(view: &View<'_>, class: ItemClass) -> bool {
    view.items_here().iter().any(|item| view.content().item(item.kind).class == class)
}

//! Hints for the first games: what is of use now.

use crate::{Behaviour, Hunger, ItemClass, ItemKindId, Sighting, View};

/// A hint for the first games.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// Tells it from others, so that it is given only once.
    pub name: &'static str,
    is_useful: fn(&View<'_>) -> bool,
    /// What it says, with the names of commands in braces.
    pub text: &'static str,
}

impl Hint {
    /// Every hint, the most urgent first.
    pub const ALL: &[Self] = HINTS;

    /// The most urgent hint that is of use now and was not given yet.
    pub fn next(view: &View<'_>, is_given: impl Fn(&str) -> bool) -> Option<Self> {
        HINTS.iter().find(|hint| !is_given(hint.name) && (hint.is_useful)(view)).copied()
    }
}

const HINTS: &[Hint] = &[
    Hint {
        name: "danger",
        is_useful: |view| is_badly_hurt(view) && has_danger(view),
        text: "You are badly hurt. Drink a potion with {use}, or leave by the stairs: running away is no shame.",
    },
    Hint { name: "enemy", is_useful: has_danger, text: "An enemy! Look at it with {look} to see the odds of a fight." },
    Hint {
        name: "asleep",
        is_useful: |view| view.creatures().iter().any(|seen| seen.is_threat() && is_unaware(seen)),
        text: "It is not aware of you. Your first blow will be three times as hard.",
    },
    Hint {
        name: "level-up",
        is_useful: |view| view.stats().choices > 0 && !has_danger(view),
        text: "You may improve an attribute: choose with {improve} whenever you have time.",
    },
    Hint {
        name: "hungry",
        is_useful: |view| view.stats().hunger != Hunger::Fed,
        text: "You are hungry. Eat something with {use}.",
    },
    Hint {
        name: "rest",
        is_useful: |view| is_hurt(view) && !has_danger(view),
        text: "You are hurt, and nobody is near. Rest with {rest}; any key stops it.",
    },
    Hint {
        name: "equip",
        is_useful: |view| view.pack().any(|(slot, item)| is_equipment(view, item.kind) && !view.is_equipped(slot)),
        text: "You carry something to wield or wear: put it on with {equip}.",
    },
    Hint {
        name: "shop",
        is_useful: |view| !view.offers().is_empty(),
        text: "Something is for sale here: see what with {buy}.",
    },
    Hint { name: "chest", is_useful: |view| has_here(view, ItemClass::Chest), text: "Open the chest with {interact}." },
    Hint {
        name: "pick-up",
        is_useful: |view| view.items_here().iter().any(|item| view.content().item(item.kind).class.is_portable()),
        text: "Pick up what lies here with {pick-up}.",
    },
    Hint {
        name: "bearing",
        is_useful: |view| view.bearing().is_some(),
        text: "You sense something far away, as the sidebar shows. {follow} goes there.",
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

//! The player's actions by number. Items are aimed at the nearest enemy in sight.

use undercroft_game::{Ability, Action, Cell, Direction, Improvement, Slot, Status, View};
use undercroft_grid::Point;
use undercroft_mapgen::StairKind;

/// Actions that have neither a direction nor a slot.
const PLAIN: [(&str, Action); 5] = [
    ("wait", Action::Wait),
    ("climb", Action::Climb),
    ("descend", Action::Descend),
    ("interact", Action::Interact),
    ("pick-up", Action::PickUp),
];
/// Actions with a direction, after walking.
const DIRECTED: [&str; 3] = ["kick", "jump", "close"];
/// Actions with a pack slot.
const SLOTTED: [&str; 3] = ["use", "equip", "throw"];

const FIRST_PLAIN: usize = 8;
const FIRST_DIRECTED: usize = FIRST_PLAIN + PLAIN.len();
const FIRST_SLOTTED: usize = FIRST_DIRECTED + 8 * DIRECTED.len();
const SLOTS: usize = Slot::COUNT as usize;
const FIRST_CHOICE: usize = FIRST_SLOTTED + SLOTS * SLOTTED.len();
/// The number of actions.
pub(crate) const COUNT: usize = FIRST_CHOICE + Improvement::ALL.len();

/// The name of every action, by its number.
pub(crate) fn names() -> Vec<String> {
    let directed = |verb: &str| Direction::ALL.map(|direction| format!("{verb} {}", direction.name()));
    let slotted = |verb: &str| Slot::all().map(|slot| format!("{verb} {}", slot.letter())).collect::<Vec<_>>();
    let mut names = directed("walk").to_vec();
    names.extend(PLAIN.map(|(name, _)| name.to_owned()));
    DIRECTED.iter().for_each(|verb| names.extend(directed(verb)));
    SLOTTED.iter().for_each(|verb| names.extend(slotted(verb)));
    names.extend(Improvement::ALL.map(|what| format!("choose {}", what.name())));
    names
}

/// The action with this number; `None` if it has no target and so would be refused.
pub(crate) fn action(number: usize, view: &View<'_>) -> Option<Action> {
    match number {
        _ if number < FIRST_PLAIN => Some(Action::Walk(Direction::ALL[number])),
        _ if number < FIRST_DIRECTED => Some(PLAIN[number - FIRST_PLAIN].1),
        _ if number < FIRST_SLOTTED => {
            let number = number - FIRST_DIRECTED;
            let direction = Direction::ALL[number % 8];
            Some([Action::Kick, Action::Jump, Action::Close][number / 8](direction))
        }
        _ if number < FIRST_CHOICE => {
            let number = number - FIRST_SLOTTED;
            let slot = Slot::all().nth(number % SLOTS)?;
            match number / SLOTS {
                0 if view.range_of(slot).is_some() => Some(Action::Use { slot, at: Some(target(view)?) }),
                0 => Some(Action::Use { slot, at: None }),
                1 => Some(Action::Equip(slot)),
                _ => Some(Action::Throw { slot, at: target(view)? }),
            }
        }
        _ => Improvement::ALL.get(number - FIRST_CHOICE).map(|what| Action::Choose(*what)),
    }
}

fn target(view: &View<'_>) -> Option<Point> {
    view.creatures().iter().find(|sighting| sighting.is_threat()).map(|sighting| sighting.creature.at)
}

/// Marks the actions that may do something. The rest would certainly be refused.
pub(crate) fn mask(view: &View<'_>, mask: &mut [u8]) {
    let has = |wanted: Status| view.statuses().iter().any(|(status, _)| *status == wanted);
    if has(Status::Stunned) || has(Status::Confused) {
        // Any action of a stunned hero takes a turn, and a confused hero may stumble in any direction.
        mask.fill(1);
        return;
    }
    mask.fill(0);
    let (here, content) = (view.at(), view.content());
    let can = |ability: Ability| view.abilities().contains(&ability);
    for (number, direction) in Direction::ALL.into_iter().enumerate() {
        let cell = view.cell(here + direction.offset());
        let info = cell.tile().map(|tile| view.tile_info(tile));
        let occupied = matches!(cell, Cell::Visible { creature: Some(_), .. });
        let solid =
            info.is_some_and(|info| !info.walkable && info.on_enter.is_none() && !(info.diggable && can(Ability::Dig)));
        let closes = cell.tile().is_some_and(|tile| view.can_close(tile));
        mask[number] = u8::from(occupied || !solid);
        let directed = [
            can(Ability::Kick) && (occupied || cell.item().is_some()),
            info.is_some_and(|info| !info.walkable),
            closes,
        ];
        for (verb, possible) in directed.into_iter().enumerate() {
            mask[FIRST_DIRECTED + verb * 8 + number] = u8::from(possible);
        }
    }
    let stairs = view.cell(here).tile().and_then(|tile| view.stairs_of(tile));
    let plain =
        [true, stairs == Some(StairKind::Up), stairs == Some(StairKind::Down), true, !view.items_here().is_empty()];
    for (number, possible) in plain.into_iter().enumerate() {
        mask[FIRST_PLAIN + number] = u8::from(possible);
    }
    let has_target = target(view).is_some();
    for (slot, item) in view.pack() {
        let kind = content.item(item.kind);
        let index = FIRST_SLOTTED + (slot.letter() as usize - 'a' as usize);
        let usable = kind.class.verb().is_some() || kind.class.is_equipment();
        mask[index] = u8::from(usable && (has_target || view.range_of(slot).is_none()));
        mask[index + SLOTS] = u8::from(kind.class.is_equipment());
        mask[index + 2 * SLOTS] = u8::from(has_target);
    }
    if view.stats().choices > 0 {
        mask[FIRST_CHOICE..].fill(1);
    }
}

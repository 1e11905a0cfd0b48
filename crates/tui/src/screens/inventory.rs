//! The hero's pack.

use undercroft_game::{Action, ItemClass, Slot};

use super::cursor::{Cursor, CursorPurpose};
use super::dialog::{Dialog, item};
use super::item::{Amount, item_menu};
use super::play::Play;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;

/// What an item is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To see what can be done with it.
    Inspect,
    /// To eat, drink, read or zap it.
    Use,
    /// To wield or wear it, or to take it off.
    Equip,
    Throw,
    Drop,
}

impl Purpose {
    /// The title of the list, and the message if no item is suitable.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Inspect => ("Your pack", "Your pack is empty."),
            Self::Use => ("Use what?", "You have nothing to eat, drink, read or zap."),
            Self::Equip => ("Wield or wear what?", "You have nothing to wield or wear."),
            Self::Throw => ("Throw what?", "Your pack is empty."),
            Self::Drop => ("Drop what?", "Your pack is empty."),
        }
    }

    const fn fits(self, class: ItemClass) -> bool {
        match self {
            Self::Inspect | Self::Drop | Self::Throw => true,
            Self::Use => class.verb().is_some(),
            Self::Equip => class.is_equipment(),
        }
    }
}

/// A list of the items that suit a purpose.
pub(crate) fn inventory(context: &Context, purpose: Purpose) -> Dialog {
    let mut items = Vec::new();
    if let Some(view) = context.view() {
        for (slot, stack) in view.pack() {
            let kind = view.content().item(stack.kind);
            if purpose.fits(kind.class) {
                let choose = move |context: &mut Context| choose(context, purpose, slot);
                let line = item(slot.letter(), view.item_name(stack), choose)
                    .glyph(kind.glyph, context.console.settings.palette.item(kind));
                items.push(line.right(worn(kind.class, view.is_equipped(slot))));
            }
        }
    }
    let (title, nothing) = purpose.texts();
    let back = format!("{}: back", context.menu_key(Command::Cancel));
    let (introduction, hints) = match items.is_empty() {
        true => (nothing.to_owned(), back),
        false => (String::new(), format!("letter: choose, {back}")),
    };
    let closed_by = Some(Command::Inventory);
    Dialog { introduction, hints, closed_by, ..Dialog::new(ScreenKind::Inventory, title, items) }
}

/// How a piece of equipment is being used.
const fn worn(class: ItemClass, is_equipped: bool) -> &'static str {
    match (class, is_equipped) {
        (_, false) => "",
        (ItemClass::Weapon, true) => "in hand",
        (_, true) => "worn",
    }
}

/// Does what an item was chosen for.
pub(crate) fn choose(context: &mut Context, purpose: Purpose, slot: Slot) -> Transition {
    let Some(view) = context.view() else { return Transition::Close };
    let Some(count) = view.item_in(slot).map(|stack| stack.count) else { return Transition::Close };
    let needs_target = view.range_of(slot).is_some();
    let aim = |context: &Context, purpose| match Cursor::new(context, purpose) {
        Some(cursor) => Transition::Reset(vec![Box::new(Play::default()), Box::new(cursor)]),
        None => Transition::reset(Play::default()),
    };
    match purpose {
        Purpose::Inspect => return Transition::open(item_menu(context, slot)),
        Purpose::Use if needs_target => return aim(context, CursorPurpose::Zap(slot)),
        Purpose::Use => context.act(Action::Use { slot, at: None }),
        Purpose::Equip => context.act(Action::Equip(slot)),
        Purpose::Throw => return aim(context, CursorPurpose::Throw(slot)),
        Purpose::Drop if count > 1 => return Transition::open(Amount::new(context, slot, count)),
        Purpose::Drop => context.act(Action::Drop { slot, count: 1 }),
    }
    Transition::reset(Play::default())
}

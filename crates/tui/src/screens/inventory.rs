//! The pack: 26 letters, what is under each, and what is worn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, ItemClass, Slot};

use super::cursor::Cursor;
use super::item::{Amount, ItemMenu};
use super::play::{Play, act};
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::Command;
use crate::widgets::list::{Choice, Item, List, ListBox};

/// What something of the pack is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To see what can be done with it.
    Any,
    /// To eat, drink, read or point it.
    Use,
    /// To wield or wear it, or to put it away.
    Equip,
    /// To throw it.
    Throw,
    /// To put it down.
    Drop,
}

impl Purpose {
    const fn title(self) -> &'static str {
        match self {
            Self::Any => "Your pack",
            Self::Use => "Use what?",
            Self::Equip => "Wield or put on what?",
            Self::Throw => "Throw what?",
            Self::Drop => "Put down what?",
        }
    }

    const fn fits(self, class: ItemClass) -> bool {
        match self {
            Self::Any | Self::Drop | Self::Throw => true,
            Self::Use => class.verb().is_some(),
            Self::Equip => class.is_equipment(),
        }
    }
}

/// The pack as a list.
#[derive(Debug)]
pub(crate) struct Inventory {
    purpose: Purpose,
    slots: Vec<Slot>,
    panel: ListBox,
}

impl Inventory {
    pub(crate) fn new(desk: &Desk, purpose: Purpose) -> Self {
        let mut slots = Vec::new();
        let mut items = Vec::new();
        if let Some(session) = &desk.session {
            let view = session.game().view();
            for (slot, item) in view.pack() {
                let kind = view.content().item(item.kind);
                if purpose != Purpose::Any && !purpose.fits(kind.class) {
                    continue;
                }
                slots.push(slot);
                items.push(Item {
                    letter: Some(slot.letter()),
                    glyph: Some((kind.glyph, kind.colour)),
                    text: view.item_name(item),
                    right: worn(kind.class, view.is_equipped(slot)).into(),
                    enabled: true,
                });
            }
        }
        let words = match (items.is_empty(), purpose) {
            (false, _) => Vec::new(),
            (true, Purpose::Any | Purpose::Drop | Purpose::Throw) => vec!["Your pack is empty.".into()],
            (true, Purpose::Use) => vec!["You have nothing to eat, drink, read or point.".into()],
            (true, Purpose::Equip) => vec!["You have nothing to wield or to put on.".into()],
        };
        let foot = match items.is_empty() {
            true => format!("{}: back", desk.menu_hint(Command::Cancel)),
            false => format!("a letter chooses, {}: back", desk.menu_hint(Command::Cancel)),
        };
        let panel = ListBox { title: purpose.title().into(), words, foot, list: List::new(items) };
        Self { purpose, slots, panel }
    }
}

/// How something is in use.
pub(crate) const fn worn(class: ItemClass, equipped: bool) -> &'static str {
    match (class, equipped) {
        (_, false) => "",
        (ItemClass::Weapon, true) => "in hand",
        (_, true) => "worn",
    }
}

/// Does with something of the pack what it was chosen for.
pub(crate) fn choose(desk: &mut Desk, purpose: Purpose, slot: Slot) -> Change {
    let Some(session) = &desk.session else { return Change::Close };
    let view = session.game().view();
    let Some(item) = view.item_in(slot).copied() else { return Change::Close };
    let needs_target = view.range_of(slot).is_some();
    let done = || Change::restart(Play::default());
    match purpose {
        Purpose::Any => return Change::open(ItemMenu::new(desk, slot)),
        Purpose::Use if needs_target => return Cursor::use_on(desk, slot).map_or_else(done, over_play),
        Purpose::Use => act(desk, Action::Use { slot, at: None }),
        Purpose::Equip => act(desk, Action::Equip(slot)),
        Purpose::Throw => return Cursor::throw(desk, slot).map_or_else(done, over_play),
        Purpose::Drop if item.count > 1 => return Change::open(Amount::new(desk, slot, item.count)),
        Purpose::Drop => act(desk, Action::Drop { slot, count: 1 }),
    }
    done()
}

fn over_play(cursor: Cursor) -> Change {
    Change::Restart(vec![Box::new(Play::default()), Box::new(cursor)])
}

impl Screen for Inventory {
    fn name(&self) -> &'static str {
        "inventory"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        if let Input::Key(chord) = input
            && desk.play_command(*chord) == Some(Command::Inventory)
            && !self.slots.iter().any(|slot| Some(slot.letter()) == chord.typed())
        {
            return Change::Close;
        }
        match self.panel.update(input, &desk.settings.keys, desk.screen) {
            Choice::Taken(index) => {
                self.slots.get(index).map_or(Change::Stay, |slot| choose(desk, self.purpose, *slot))
            }
            Choice::Left => Change::Close,
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.panel.draw(buffer, screen, desk.look());
    }
}

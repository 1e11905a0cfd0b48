//! One thing of the pack: what it is, and all that can be done with it; and how many of it to put down.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Slot};

use super::inventory::{Purpose, choose, worn};
use super::play::{Play, act};
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::{Command, Key};
use crate::layout::centred;
use crate::text::wrap;
use crate::widgets::boxed::{draw_box, foot, put};
use crate::widgets::list::{Choice, Item, List, ListBox};

/// One thing, and what can be done with it.
#[derive(Debug)]
pub(crate) struct ItemMenu {
    slot: Slot,
    purposes: Vec<Purpose>,
    panel: ListBox,
}

impl ItemMenu {
    pub(crate) fn new(desk: &Desk, slot: Slot) -> Self {
        let mut menu = Self { slot, purposes: Vec::new(), panel: ListBox::default() };
        let Some(session) = &desk.session else { return menu };
        let view = session.game().view();
        let Some(item) = view.item_in(slot) else { return menu };
        let class = view.content().item(item.kind).class;
        let is_equipped = view.is_equipped(slot);
        let mut items = Vec::new();
        let mut offer = |letter: char, text: &str, purpose: Purpose| {
            items.push(Item::new(letter, text));
            menu.purposes.push(purpose);
        };
        if let Some(verb) = class.verb() {
            offer('u', &capital(verb), Purpose::Use);
        }
        if class.is_equipment() {
            let verb = match (is_equipped, worn(class, true)) {
                (true, _) => "Put it away",
                (false, "in hand") => "Wield",
                (false, _) => "Put on",
            };
            offer('p', verb, Purpose::Equip);
        }
        offer('t', "Throw", Purpose::Throw);
        offer('d', "Put down", Purpose::Drop);
        let room = desk.screen.width.saturating_sub(8).clamp(20, 56);
        menu.panel = ListBox {
            title: format!("{slot}: {}", view.item_name(item)),
            words: wrap(&view.examine(slot).unwrap_or_default(), room),
            foot: format!("{}: back", desk.menu_hint(Command::Cancel)),
            list: List::new(items),
        };
        menu
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Screen for ItemMenu {
    fn name(&self) -> &'static str {
        "item"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match self.panel.update(input, &desk.settings.keys, desk.screen) {
            Choice::Taken(index) => match self.purposes.get(index) {
                Some(purpose) => choose(desk, *purpose, self.slot),
                None => Change::Close,
            },
            Choice::Left => Change::Close,
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.panel.draw(buffer, screen, desk.look());
    }
}

/// How many of a stack to put down.
#[derive(Debug)]
pub(crate) struct Amount {
    slot: Slot,
    most: u32,
    typed: String,
    hint: String,
}

impl Amount {
    pub(crate) fn new(desk: &Desk, slot: Slot, most: u32) -> Self {
        let (confirm, cancel) = (desk.menu_hint(Command::Confirm), desk.menu_hint(Command::Cancel));
        Self { slot, most, typed: String::new(), hint: format!("{confirm}: put down, {cancel}: back") }
    }

    /// What was typed, or all where nothing was.
    fn count(&self) -> u32 {
        self.typed.parse().map_or(self.most, |count: u32| count.min(self.most))
    }
}

impl Screen for Amount {
    fn name(&self) -> &'static str {
        "amount"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let Input::Key(chord) = input else { return Change::Stay };
        match (chord.typed(), chord.key) {
            (Some(digit), _) if digit.is_ascii_digit() && self.typed.len() < 9 => self.typed.push(digit),
            (_, Key::Backspace) => drop(self.typed.pop()),
            _ => match desk.menu_command(*chord) {
                Some(Command::Confirm) if self.count() == 0 => return Change::Close,
                Some(Command::Confirm) => {
                    act(desk, Action::Drop { slot: self.slot, count: self.count() });
                    return Change::restart(Play::default());
                }
                Some(Command::Cancel) => return Change::Close,
                _ => desk.unknown_key(*chord, self.name()),
            },
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let area = centred(screen, 44, 3);
        let inside = draw_box(buffer, area, "How many?", desk.look());
        foot(buffer, area, &self.hint, desk.look());
        let text = match self.typed.is_empty() {
            true => format!("1 to {} (all): ", self.most),
            false => format!("1 to {}: {}", self.most, self.typed),
        };
        put(buffer, inside, (1, 0), &format!("{text}_"), desk.look().theme.base());
    }
}

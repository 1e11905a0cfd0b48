//! One item of the pack: what it is, what can be done with it, and how many of a stack to drop.

use undercroft_game::{Action, ItemClass, Slot};

use super::dialog::{Dialog, item};
use super::inventory::{Purpose, choose};
use super::play::Play;
use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::Input;
use crate::keys::{Command, Key};
use crate::layout::centred;
use crate::text::capitalised;
use crate::widgets::canvas::Canvas;

/// An item and everything that can be done with it.
pub(crate) fn item_menu(context: &Context, slot: Slot) -> Dialog {
    let mut items = Vec::new();
    let (mut title, mut introduction) = (String::new(), String::new());
    if let Some(view) = context.view()
        && let Some(stack) = view.item_in(slot)
    {
        let class = view.content().item(stack.kind).class;
        let mut offer = |letter: char, text: &str, purpose: Purpose| {
            items.push(item(letter, text, move |context| choose(context, purpose, slot)));
        };
        if let Some(verb) = class.verb() {
            offer('u', &capitalised(verb), Purpose::Use);
        }
        if class.is_equipment() {
            let verb = match (view.is_equipped(slot), class) {
                (true, ItemClass::Weapon) => "Put away",
                (true, _) => "Take off",
                (false, ItemClass::Weapon) => "Wield",
                (false, _) => "Wear",
            };
            offer('p', verb, Purpose::Equip);
        }
        offer('t', "Throw", Purpose::Throw);
        offer('d', "Drop", Purpose::Drop);
        title = format!("{slot}: {}", view.item_name(stack));
        introduction = view.examine(slot).unwrap_or_default();
    }
    let hints = format!("{}: back", context.menu_key(Command::Cancel));
    Dialog { introduction, hints, ..Dialog::new(ScreenKind::Item, title, items) }
}

/// Asks how many of a stack to drop.
#[derive(Debug)]
pub(crate) struct Amount {
    slot: Slot,
    most: u32,
    typed: String,
    hints: String,
}

impl Amount {
    pub(crate) fn new(context: &Context, slot: Slot, most: u32) -> Self {
        let (confirm, cancel) = (context.menu_key(Command::Confirm), context.menu_key(Command::Cancel));
        Self { slot, most, typed: String::new(), hints: format!("{confirm}: drop, {cancel}: back") }
    }

    /// The number typed, or all if nothing was typed.
    fn count(&self) -> u32 {
        self.typed.parse().map_or(self.most, |count: u32| count.min(self.most))
    }
}

impl Screen for Amount {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Amount
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let Input::Key(chord) = input else { return Transition::Stay };
        match (chord.typed(), chord.key) {
            (Some(digit), _) if digit.is_ascii_digit() && self.typed.len() < 9 => self.typed.push(digit),
            (_, Key::Backspace) => drop(self.typed.pop()),
            _ => match context.menu_command(*chord) {
                Some(Command::Confirm) if self.count() == 0 => return Transition::Close,
                Some(Command::Confirm) => {
                    context.act(Action::Drop { slot: self.slot, count: self.count() });
                    return Transition::reset(Play::default());
                }
                Some(Command::Cancel) => return Transition::Close,
                _ => return Transition::UnknownKey,
            },
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        let inside = canvas.draw_box(centred(canvas.area(), 44, 3), "How many?", &self.hints);
        let text = match self.typed.is_empty() {
            true => format!("1 to {} [all]: _", self.most),
            false => format!("1 to {}: {}_", self.most, self.typed),
        };
        let end = canvas.put(inside, (1, 0), &text, canvas.theme.base());
        canvas.focus(inside, (end.saturating_sub(1), 0));
    }
}

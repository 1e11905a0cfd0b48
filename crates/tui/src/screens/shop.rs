//! What can be bought where the hero stands: of a pedlar, or at an altar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, names};

use super::play::act;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::Command;
use crate::widgets::list::{Choice, Item, List, ListBox};

/// The offers.
#[derive(Debug)]
pub(crate) struct Shop {
    panel: ListBox,
}

impl Shop {
    /// The offers, if there are any.
    pub(crate) fn new(desk: &Desk) -> Option<Self> {
        let view = desk.session.as_ref()?.game().view();
        let purse = view.stats().purse;
        let offers = view.offers();
        if offers.is_empty() {
            return None;
        }
        let items = offers.iter().zip('a'..).map(|(offer, letter)| Item {
            glyph: offer.item.map(|item| {
                let kind = view.content().item(item.kind);
                (kind.glyph, kind.colour)
            }),
            right: names::price(offer.price),
            enabled: offer.price <= purse,
            ..Item::new(letter, offer.name.clone())
        });
        let panel = ListBox {
            title: "For sale".into(),
            words: vec![format!("You have {}.", names::price(purse))],
            foot: format!("{}: leave", desk.menu_hint(Command::Cancel)),
            list: List::new(items.collect()),
        };
        Some(Self { panel })
    }
}

impl Screen for Shop {
    fn name(&self) -> &'static str {
        "shop"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match self.panel.update(input, &desk.settings.keys, desk.screen) {
            Choice::Taken(index) => {
                act(desk, Action::Buy(u8::try_from(index).unwrap_or(u8::MAX)));
                Self::new(desk).map_or(Change::Close, Change::to)
            }
            Choice::Left => Change::Close,
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.panel.draw(buffer, screen, desk.look());
    }
}

//! Goods for sale where the hero stands: at a pedlar or an altar.

use undercroft_game::{Action, grammar};

use super::dialog::{Dialog, item};
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;

/// The goods on offer, if there are any.
pub(crate) fn shop(context: &Context) -> Option<Dialog> {
    let view = context.view()?;
    let (purse, offers) = (view.stats().purse, view.offers());
    if offers.is_empty() {
        return None;
    }
    let items = offers.into_iter().zip('a'..).zip(0..).map(|((offer, letter), index)| {
        let choose = move |context: &mut Context| {
            context.act(Action::Buy(index));
            shop(context).map_or(Transition::Close, Transition::replace)
        };
        let line = item(letter, offer.name, choose).right(grammar::price(offer.price)).enabled_if(offer.price <= purse);
        match offer.item.map(|stack| view.content().item(stack.kind)) {
            Some(kind) => line.glyph(kind.glyph, context.console.settings.palette.item(kind)),
            None => line,
        }
    });
    Some(Dialog {
        introduction: format!("You have {}.", grammar::price(purse)),
        hints: format!("{}: leave", context.menu_key(Command::Cancel)),
        ..Dialog::new(ScreenKind::Shop, "For sale", items.collect())
    })
}

//! A list of what is in sight, in words, for choosing where to travel.

use super::dialog::{Choose, Dialog, LINE_WIDTH, item};
use super::play::Play;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::text::{capitalised, wrap};
use crate::widgets::list::Item;

/// What is in sight, with direction and distance. Choosing a line travels there.
pub(crate) fn sights(context: &Context) -> Option<Dialog> {
    let view = context.view()?;
    let letters = ('a'..='z').chain('A'..='Z').map(Some).chain(std::iter::repeat(None));
    let mut items: Vec<Item<Choose>> = Vec::new();
    for (line, letter) in view.in_sight().into_iter().zip(letters) {
        let mut rows = wrap(&capitalised(&line.text), LINE_WIDTH).into_iter();
        let travel = move |context: &mut Context| {
            let mut play = Play::default();
            play.travel_to(context, line.at);
            Transition::reset(play)
        };
        items.push(item(letter, rows.next().unwrap_or_default(), travel));
        let rest = rows.map(|row| item(None, format!("   {row}"), |_| Transition::Stay).enabled_if(false));
        items.extend(rest);
    }
    let mut introduction = view.state_in_words();
    if let Some(bearing) = view.bearing() {
        let what = super::play::beacon_name(bearing.beacon);
        introduction += &format!(" You sense {what}, {} steps {}.", bearing.distance, bearing.direction.name());
    }
    if items.is_empty() {
        introduction += " Nothing special is in sight.";
    }
    let hints = format!("letter: travel there, {}: back", context.menu_key(Command::Cancel));
    let closed_by = Some(Command::Sights);
    Some(Dialog { introduction, hints, closed_by, ..Dialog::new(ScreenKind::Sights, "In sight", items) })
}

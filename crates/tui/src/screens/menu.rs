//! The menu of a game in progress.

use super::confirm::confirm;
use super::dialog::{Dialog, item};
use super::help::Help;
use super::history::History;
use super::legend::legend;
use super::overview::Overview;
use super::play::save_and_leave;
use super::settings::settings;
use super::sights::sights;
use super::title::Title;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::text::cut;

/// Deletes the current game and returns to the title.
fn abandon(context: &mut Context) -> Transition {
    let file = context.playthrough.take().and_then(|playthrough| playthrough.save_file());
    let deleted = match (&context.saves, file) {
        (Ok(saves), Some(file)) => saves.delete(&file).map_err(|error| error.to_string()),
        _ => Ok(()),
    };
    Transition::reset(Title::new(context).with_warning(deleted.err()))
}

/// The menu.
pub(crate) fn menu(context: &Context) -> Dialog {
    let seed = context.playthrough.as_ref().map(|playthrough| playthrough.seed().to_string()).unwrap_or_default();
    let items = vec![
        item('c', "Continue", |_| Transition::Close),
        item('h', "Help", |context| Transition::replace(Help::new(context))).right(context.play_key(Command::Help)),
        item('w', "How the game works", |context| Transition::replace(Help::guide(context))),
        item('i', "What is in sight", |context| sights(context).map_or(Transition::Close, Transition::replace))
            .right(context.play_key(Command::Sights)),
        item('g', "Legend of glyphs", |context| legend(context).map_or(Transition::Close, Transition::replace))
            .right(context.play_key(Command::Legend)),
        item('m', "Map", |context| Overview::new(context).map_or(Transition::Close, Transition::replace))
            .right(context.play_key(Command::Map)),
        item('l', "Message log", |_| Transition::replace(History::default())).right(context.play_key(Command::History)),
        item('s', "Settings", |context| Transition::replace(settings(context, 0)))
            .right(context.play_key(Command::Settings)),
        item('t', "Save and return to the title", save_and_leave).right(context.play_key(Command::Quit)),
        item('q', "Save and quit", Transition::quit),
        item('a', "Abandon this game", |_| {
            let question = "This game will be deleted. It cannot be continued or replayed.".to_owned();
            Transition::replace(confirm(question, "No, keep playing", "Yes, abandon it", abandon))
        }),
    ];
    Dialog {
        introduction: format!("Seed {}", cut(&seed, 40)),
        hints: format!("{}: back to the game", context.menu_key(Command::Cancel)),
        ..Dialog::new(ScreenKind::Menu, "Menu", items)
    }
}

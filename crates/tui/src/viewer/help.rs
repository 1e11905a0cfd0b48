//! The viewer's help.

use ratatui::layout::Rect;

use crate::input::Input;
use crate::keys::{Bindings, Command, Context, ViewCommand};
use crate::settings::Settings;
use crate::widgets::help_page::{HelpPage, Topic, Turn};

const TOPIC: Topic = Topic {
    words: "A level, and the steps that made it. Change a parameter and see at once what becomes of the level; leaf \
through seeds to see whether it is so for all; save the recipe when you like it. What makes no sense is refused with a reason.",
    width: 74,
    contexts: &[Context::View, Context::Always],
    keys: 14,
    mouse: &[
        ("pointing", "tells what is in a cell"),
        ("left", "points at a cell, goes to a step, chooses a parameter"),
        ("right", "points at nothing"),
        ("wheel", "moves the map, the steps or the parameters"),
    ],
};

/// The help, as it is opened.
pub(super) fn page(settings: &Settings) -> HelpPage {
    HelpPage::new(&TOPIC, settings)
}

/// Does what is asked for; whether the help is to be closed.
pub(super) fn turn(page: &mut HelpPage, input: &Input, keys: &Bindings, screen: Rect) -> bool {
    let closing = [ViewCommand::Help, ViewCommand::Quit].map(|command| Some(Command::View(command)));
    let turned = page.update(input, keys, screen, |chord| closing.contains(&keys.command(Context::View, chord)));
    matches!(turned, Turn::Close)
}

//! The help of the viewer.

use ratatui::layout::Rect;

use crate::input::Input;
use crate::keys::{Bindings, Command, Mode, ViewerCommand};
use crate::settings::Settings;
use crate::widgets::help_page::{HelpPage, Topic, Turn};

const TOPIC: Topic = Topic {
    introduction: "A level and the steps that made it. Change a parameter and watch the level follow; page through seeds to \
see whether it works for all of them; save the recipe when you like it. Invalid values are refused with a reason.",
    modes: &[Mode::Viewer, Mode::Always],
    keys: 14,
    mouse: &[
        ("hover", "describe a cell"),
        ("left click", "place the cursor, go to a step, select a parameter"),
        ("right click", "remove the cursor"),
        ("wheel", "scroll the map, the steps or the parameters"),
    ],
};

pub(super) fn page(settings: &Settings) -> HelpPage {
    HelpPage::new(&TOPIC, settings)
}

/// Responds to input; returns whether to close the page.
pub(super) fn update(page: &mut HelpPage, input: &Input, keys: &Bindings, screen: Rect) -> bool {
    let closing = [ViewerCommand::Help, ViewerCommand::Quit].map(|command| Some(Command::Viewer(command)));
    let turn = page.update(input, keys, screen, |chord| closing.contains(&keys.command(Mode::Viewer, chord)));
    matches!(turn, Turn::Close)
}

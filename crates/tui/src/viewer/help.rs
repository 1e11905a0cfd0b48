//! The help of the viewer.

use crate::keys::{Command, Mode, ViewerCommand};
use crate::widgets::help_page::Topic;

pub(super) const TOPIC: Topic = Topic {
    introduction: "A level and the steps that made it. Change a parameter and watch the level follow; page through seeds to \
see whether it works for all of them; save the recipe when you like it. Invalid values are refused with a reason.",
    modes: &[Mode::Viewer, Mode::Always],
    closed_by: &[
        (Mode::Viewer, Command::Viewer(ViewerCommand::Help)),
        (Mode::Viewer, Command::Viewer(ViewerCommand::Quit)),
    ],
    keys: 14,
    mouse: &[
        ("hover", "describe a cell"),
        ("left click", "place the cursor, go to a step, select a parameter"),
        ("right click", "remove the cursor"),
        ("wheel", "scroll the map, the steps or the parameters"),
    ],
};

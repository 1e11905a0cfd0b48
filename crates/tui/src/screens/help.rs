//! The help of the game.

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::Input;
use crate::keys::{Command, Mode};
use crate::widgets::canvas::Canvas;
use crate::widgets::help_page::{HelpPage, Topic, Turn};

const TOPIC: Topic = Topic {
    introduction: "Find what you came for, and get out alive. Walk into things to use them: doors open, enemies are \
attacked. Places you have seen stay on the map, dimmed. Eat when you are hungry, rest when you are hurt, and look at strange \
things before you touch them. Every turn is saved, and death is final.",
    modes: &Mode::GAME,
    closed_by: &[(Mode::Play, Command::Help)],
    keys: 20,
    mouse: &[
        ("left click", "travel there, attack an enemy next to you, choose a line"),
        ("left click on you", "pick up what lies here, or take the stairs"),
        ("right click", "look there; go back"),
        ("hover", "describe the cell below the log"),
        ("wheel", "scroll the log and lists"),
    ],
};

/// The help.
#[derive(Debug)]
pub(crate) struct Help(HelpPage);

impl Help {
    pub(crate) fn new(context: &Context) -> Self {
        Self(HelpPage::new(&TOPIC, &context.console.settings))
    }
}

impl Screen for Help {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Help
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        match self.0.update(input, &context.console) {
            Turn::Close => Transition::Close,
            Turn::Unknown => Transition::UnknownKey,
            Turn::Stay => Transition::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        self.0.draw(canvas);
    }
}

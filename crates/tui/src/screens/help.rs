//! The help of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::keys::{Command, Context};
use crate::widgets::help_page::{HelpPage, Topic, Turn};

const TOPIC: Topic = Topic {
    words: "Find what the plan asks for, and live. Walking into something does what is to be done with it: a door \
is opened, an enemy struck. What you saw stays on the map, dimmed. Eat when you are hungry, rest when you are hurt, and look at what \
you do not know before you touch it. Every turn is saved; death is for good.",
    width: 70,
    contexts: &Context::OF_THE_GAME,
    keys: 20,
    mouse: &[
        ("left", "travel there, attack who is beside you, choose a line"),
        ("left, on you", "pick up what lies here, or take the stairs"),
        ("right", "look; go back"),
        ("pointing", "tells what is there, below the log"),
        ("wheel", "the log; up and down in lists"),
    ],
};

/// The help.
#[derive(Debug)]
pub(crate) struct Help(HelpPage);

impl Help {
    pub(crate) fn new(desk: &Desk) -> Self {
        Self(HelpPage::new(&TOPIC, &desk.settings))
    }
}

impl Screen for Help {
    fn name(&self) -> &'static str {
        "help"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let closes = |chord| desk.play_command(chord) == Some(Command::Help);
        match self.0.update(input, &desk.settings.keys, desk.screen, closes) {
            Turn::Close => return Change::Close,
            Turn::Unknown(chord) => desk.unknown_key(chord, self.name()),
            Turn::Stay => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.0.draw(buffer, screen, desk.look());
    }
}

//! Asks for a direction: kick where, jump where, shut which door?

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Direction};

use super::play::{act, extras};
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::layout::regions;
use crate::widgets::camera::Camera;
use crate::widgets::play_view::draw_play;

/// Asks for a direction.
#[derive(Debug)]
pub(crate) struct AskDirection {
    verb: &'static str,
    action: fn(Direction) -> Action,
    hint: String,
}

impl AskDirection {
    pub(crate) fn new(verb: &'static str, action: fn(Direction) -> Action, desk: &Desk) -> Self {
        Self { verb, action, hint: format!("{} to leave it", desk.menu_hint(Command::Cancel)) }
    }
}

impl Screen for AskDirection {
    fn name(&self) -> &'static str {
        "direction"
    }

    fn is_overlay(&self) -> bool {
        false
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let direction = match input {
            Input::Key(chord) => match desk.play_command(*chord) {
                Some(Command::Move(direction)) => Some(direction),
                _ if desk.menu_command(*chord) == Some(Command::Cancel) => return Change::Close,
                _ => {
                    desk.unknown_key(*chord, self.name());
                    return Change::Stay;
                }
            },
            Input::Mouse { what: Pointer::Right, .. } => return Change::Close,
            Input::Mouse { column, row, what: Pointer::Left } => desk.session.as_ref().and_then(|session| {
                let view = session.game().view();
                let camera = Camera::follow(&view, regions(desk.screen, &desk.settings).map, None);
                camera.world(*column, *row).and_then(|at| Direction::between(view.at(), at))
            }),
            _ => None,
        };
        let Some(direction) = direction else { return Change::Stay };
        act(desk, (self.action)(direction));
        Change::Close
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let Some(session) = &desk.session else { return };
        let mut extras = extras(desk);
        extras.words = Some((self.verb.into(), format!("{}: in which direction?", self.verb)));
        extras.foot.clone_from(&self.hint);
        draw_play(buffer, screen, &session.game().view(), &session.log, &extras, &desk.settings, desk.look());
    }
}

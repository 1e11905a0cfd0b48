//! Asks for a direction before a kick, a jump or closing a door.

use undercroft_game::{Action, Direction};

use super::play::extras;
use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::layout::play_areas;
use crate::widgets::camera::Camera;
use crate::widgets::canvas::Canvas;
use crate::widgets::play_view::draw_play;

/// Asks for a direction.
#[derive(Debug)]
pub(crate) struct AskDirection {
    verb: &'static str,
    action: fn(Direction) -> Action,
}

impl AskDirection {
    pub(crate) fn new(verb: &'static str, action: fn(Direction) -> Action) -> Self {
        Self { verb, action }
    }
}

/// The direction from the hero to a place on the screen.
fn direction_to(context: &Context, column: u16, row: u16) -> Option<Direction> {
    let view = context.view()?;
    let map = play_areas(context.console.screen, &context.console.settings).map;
    Direction::between(view.at(), Camera::follow(&view, map, None).cell_at(column, row)?)
}

impl Screen for AskDirection {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Direction
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let direction = match input {
            Input::Key(chord) => match context.play_command(*chord) {
                Some(Command::Move(direction)) => Some(direction),
                _ if context.menu_command(*chord) == Some(Command::Cancel) => return Transition::Close,
                _ => return Transition::UnknownKey,
            },
            Input::Mouse { what: Pointer::Right, .. } => return Transition::Close,
            Input::Mouse { column, row, what: Pointer::Left } => direction_to(context, *column, *row),
            _ => None,
        };
        let Some(direction) = direction else { return Transition::Stay };
        context.act((self.action)(direction));
        Transition::Close
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let Some(playthrough) = &context.playthrough else { return };
        let mut extras = extras(context);
        extras.log_title = self.verb.to_owned();
        extras.text = Some(format!("{} in which direction?", self.verb));
        extras.hints = format!("{}: back", context.menu_key(Command::Cancel));
        draw_play(canvas, &context.console.settings, &playthrough.game().view(), &playthrough.log, &extras);
    }
}

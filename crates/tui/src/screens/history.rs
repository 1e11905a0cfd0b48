//! Earlier messages.

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::layout::padded;
use crate::widgets::canvas::Canvas;
use crate::widgets::log_box::draw_messages;

/// The whole log, to scroll through.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The number of newer messages below the window.
    back: usize,
}

impl History {
    fn scroll(&mut self, by: isize, context: &Context) {
        let count = context.playthrough.as_ref().map_or(0, |playthrough| playthrough.log.messages().len());
        self.back = self.back.saturating_add_signed(by).min(count.saturating_sub(1));
    }
}

impl Screen for History {
    fn kind(&self) -> ScreenKind {
        ScreenKind::History
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let page = isize::try_from(context.console.screen.height.saturating_sub(4).max(1)).unwrap_or(1);
        match input {
            Input::Key(chord) => match context.menu_command(*chord) {
                Some(Command::Up) => self.scroll(1, context),
                Some(Command::Down) => self.scroll(-1, context),
                Some(Command::PageUp) => self.scroll(page, context),
                Some(Command::PageDown) => self.scroll(-page, context),
                Some(Command::First) => self.scroll(isize::MAX / 2, context),
                Some(Command::Last) => self.back = 0,
                Some(Command::Cancel | Command::Confirm) => return Transition::Close,
                _ if context.play_command(*chord) == Some(Command::History) => return Transition::Close,
                _ => return Transition::UnknownKey,
            },
            Input::Mouse { what: Pointer::WheelUp, .. } => self.scroll(2, context),
            Input::Mouse { what: Pointer::WheelDown, .. } if self.back == 0 => return Transition::Close,
            Input::Mouse { what: Pointer::WheelDown, .. } => self.scroll(-2, context),
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Transition::Close,
            _ => {}
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let Some(playthrough) = &context.playthrough else { return };
        let [up, page_up, cancel] =
            [Command::Up, Command::PageUp, Command::Cancel].map(|command| context.menu_key(command));
        let hints = format!("{up} {page_up}: scroll, {cancel}: back");
        let inside = canvas.draw_box(canvas.area(), "Log", &hints);
        draw_messages(canvas, padded(inside), playthrough.log.messages().rev().skip(self.back));
    }
}

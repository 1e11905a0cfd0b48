//! What was said before.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::widgets::boxed::{draw_box, foot};
use crate::widgets::log_box::draw_lines;

/// All of the log that is kept.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// How many of the newest lines are below the window.
    back: usize,
}

impl History {
    fn scroll(&mut self, by: isize, desk: &Desk) {
        let lines = desk.session.as_ref().map_or(0, |session| session.log.lines().len());
        self.back = self.back.saturating_add_signed(by).min(lines.saturating_sub(1));
    }
}

impl Screen for History {
    fn name(&self) -> &'static str {
        "history"
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let page = isize::try_from(desk.screen.height.saturating_sub(4).max(1)).unwrap_or(1);
        match input {
            Input::Key(chord) => match desk.menu_command(*chord) {
                Some(Command::Up) => self.scroll(1, desk),
                Some(Command::Down) => self.scroll(-1, desk),
                Some(Command::PageUp) => self.scroll(page, desk),
                Some(Command::PageDown) => self.scroll(-page, desk),
                Some(Command::First) => self.scroll(isize::MAX / 2, desk),
                Some(Command::Last) => self.back = 0,
                Some(Command::Cancel | Command::Confirm) => return Change::Close,
                _ if desk.play_command(*chord) == Some(Command::History) => return Change::Close,
                _ => desk.unknown_key(*chord, self.name()),
            },
            Input::Mouse { what: Pointer::WheelUp, .. } => self.scroll(2, desk),
            Input::Mouse { what: Pointer::WheelDown, .. } if self.back == 0 => return Change::Close,
            Input::Mouse { what: Pointer::WheelDown, .. } => self.scroll(-2, desk),
            Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => return Change::Close,
            _ => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let look = desk.look();
        let Some(session) = &desk.session else { return };
        let inside = draw_box(buffer, screen, "Log", look);
        let hint = format!(
            "{} {}: scroll, {}: back",
            desk.menu_hint(Command::Up),
            desk.menu_hint(Command::PageUp),
            desk.menu_hint(Command::Cancel)
        );
        foot(buffer, screen, &hint, look);
        let area = Rect { x: inside.x + inside.width.min(1), width: inside.width.saturating_sub(2), ..inside };
        draw_lines(buffer, area, session.log.lines().rev().skip(self.back), look);
    }
}

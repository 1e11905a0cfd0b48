//! Something that has to be said before anything else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::layout::centred;
use crate::text::wrap;
use crate::widgets::boxed::{draw_box, foot, put};

/// A box with words. Any key puts it away.
#[derive(Debug)]
pub(crate) struct Notice {
    title: String,
    text: String,
}

impl Notice {
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), text: text.into() }
    }
}

impl Screen for Notice {
    fn name(&self) -> &'static str {
        "notice"
    }

    fn update(&mut self, input: &Input, _desk: &mut Desk) -> Change {
        match input {
            Input::Key(_) | Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => Change::Close,
            _ => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let width = screen.width.saturating_sub(4).min(70);
        let lines = wrap(&self.text, width.saturating_sub(4));
        let area = centred(screen, width, lines.len() as u16 + 2);
        let inside = draw_box(buffer, area, &self.title, desk.look());
        foot(buffer, area, "any key", desk.look());
        for (row, line) in (0..inside.height).zip(&lines) {
            put(buffer, inside, (1, row), line, desk.look().theme.base());
        }
    }
}

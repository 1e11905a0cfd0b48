//! A notice that the player must see before continuing.

use std::fmt::Display;

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::layout::{centred, padded};
use crate::text::wrap;
use crate::widgets::canvas::Canvas;

/// A box with a text. Any key closes it.
#[derive(Debug)]
pub(crate) struct Notice {
    title: &'static str,
    text: String,
}

impl Notice {
    pub(crate) fn new(title: &'static str, text: impl Display) -> Self {
        Self { title, text: text.to_string() }
    }
}

impl Screen for Notice {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Notice
    }

    fn update(&mut self, input: &Input, _context: &mut Context) -> Transition {
        match input {
            Input::Key(_) | Input::Mouse { what: Pointer::Left | Pointer::Right, .. } => Transition::Close,
            _ => Transition::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        let width = canvas.area().width.saturating_sub(4).min(70);
        let lines = wrap(&self.text, width.saturating_sub(4));
        let area = centred(canvas.area(), width, lines.len() as u16 + 2);
        let inside = canvas.draw_box(area, self.title, "any key: back");
        canvas.put_lines(padded(inside), &lines, canvas.theme.base());
    }
}

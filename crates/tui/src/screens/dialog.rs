//! A list in a box in the middle of the screen. Each line carries what choosing it does.

use std::fmt;

use ratatui::layout::Rect;

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::Command;
use crate::layout::{centred, padded};
use crate::text::{width, wrap};
use crate::widgets::canvas::Canvas;
use crate::widgets::list::{Choice, Item, List};

/// What choosing a line does.
pub(crate) type Choose = Box<dyn Fn(&mut Context) -> Transition>;

/// The columns for a line of text. They fit into the smallest window beside a frame, a letter and margins.
pub(crate) const LINE_WIDTH: u16 = 48;

/// A line of a dialog.
pub(crate) fn item(
    letter: impl Into<Option<char>>,
    text: impl Into<String>,
    choose: impl Fn(&mut Context) -> Transition + 'static,
) -> Item<Choose> {
    Item::new(letter, text, Box::new(choose))
}

/// What deleting a line does, given its index.
pub(crate) type OnDelete = Box<dyn Fn(usize, &mut Context) -> Transition>;

/// A list in a box, with a text above it.
pub(crate) struct Dialog {
    pub(crate) kind: ScreenKind,
    pub(crate) title: String,
    /// The text above the lines; may be empty.
    pub(crate) introduction: String,
    pub(crate) hints: String,
    pub(crate) list: List<Choose>,
    /// What the delete key does with the selected line.
    pub(crate) on_delete: Option<OnDelete>,
    /// The play command whose keys close the dialog, unless they choose a line.
    pub(crate) closed_by: Option<Command>,
}

impl fmt::Debug for Dialog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dialog").field("title", &self.title).field("list", &self.list).finish_non_exhaustive()
    }
}

impl Dialog {
    pub(crate) fn new(kind: ScreenKind, title: impl Into<String>, items: Vec<Item<Choose>>) -> Self {
        let (title, list) = (title.into(), List::new(items));
        Self { kind, title, introduction: String::new(), hints: String::new(), list, on_delete: None, closed_by: None }
    }

    /// The lines of the introduction, the box, and the area of the list in it.
    fn layout(&self, screen: Rect) -> (Vec<String>, Rect, Rect) {
        let most = screen.width.saturating_sub(8).clamp(20, 56);
        let lines = if self.introduction.is_empty() { Vec::new() } else { wrap(&self.introduction, most) };
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let columns = self.list.width().max(widest).max(width(&self.title)).max(width(&self.hints)) + 6;
        let above = lines.len() as u16 + u16::from(!lines.is_empty());
        let rows = (self.list.items.len() as u16).saturating_add(2 + above);
        let outer = centred(screen, columns.max(30), rows);
        let inner = Rect {
            x: outer.x + outer.width.min(1),
            y: outer.y + outer.height.min(1 + above),
            width: outer.width.saturating_sub(2),
            height: outer.height.saturating_sub(2 + above),
        };
        (lines, outer, inner)
    }
}

impl Screen for Dialog {
    fn kind(&self) -> ScreenKind {
        self.kind
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let (_, outer, inner) = self.layout(context.console.screen);
        match input {
            Input::Mouse { column, row, what: Pointer::Left } if !outer.contains((*column, *row).into()) => {
                return Transition::Close;
            }
            Input::Key(chord)
                if self.closed_by.is_some()
                    && context.play_command(*chord) == self.closed_by
                    && !self.list.items.iter().any(|item| item.letter.is_some() && item.letter == chord.typed()) =>
            {
                return Transition::Close;
            }
            Input::Key(chord) if context.menu_command(*chord) == Some(Command::Delete) => {
                if let Some(delete) = &self.on_delete {
                    return delete(self.list.selected, context);
                }
            }
            _ => {}
        }
        match self.list.update(input, &context.console.settings.keys, inner) {
            Choice::Chosen(choose) => choose(context),
            Choice::Cancelled => Transition::Close,
            Choice::None => Transition::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        let (lines, outer, inner) = self.layout(canvas.area());
        let inside = canvas.draw_box(outer, &self.title, &self.hints);
        canvas.put_lines(padded(inside), &lines, canvas.theme.base());
        self.list.draw(canvas, inner);
    }
}

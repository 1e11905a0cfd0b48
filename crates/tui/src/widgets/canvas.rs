//! The canvas that screens draw on: a buffer with the colours to draw in.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Widget};
use undercroft_mapgen::{Colour, Tileset};

use crate::colour::{fg, shown};
use crate::console::Console;
use crate::palette::Palette;
use crate::settings::{Colours, Theme};
use crate::text::{cut, width, wrap_hints};

/// A buffer with the colours to draw in.
pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: &'a Theme,
    pub(crate) palette: Palette,
    /// How tiles look; `None` for the look that comes with each level.
    pub(crate) tileset: Option<&'a Tileset>,
    /// Whether maps show the fronts of walls.
    pub(crate) oblique: bool,
    /// The cell in focus, where the terminal's cursor belongs: it tells screen readers and magnifiers where to look.
    pub(crate) focus: Option<Position>,
    /// Whether there are no colours, so that something else has to tell things apart.
    pub(crate) is_monochrome: bool,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, console: &'a Console) -> Self {
        let is_monochrome = console.capabilities.colours == Colours::None;
        Self {
            buffer,
            theme: &console.settings.theme,
            palette: console.settings.palette,
            tileset: console.tileset.as_deref(),
            oblique: console.oblique,
            focus: None,
            is_monochrome,
        }
    }

    /// The whole screen.
    pub(crate) const fn area(&self) -> Rect {
        self.buffer.area
    }

    /// The style of a selected line.
    pub(crate) fn selected(&self) -> Style {
        let style = fg(self.theme.hero).bg(shown(self.theme.selection));
        if self.is_monochrome { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// The cell at a column and row of the screen.
    pub(crate) fn cell(&mut self, place: (u16, u16)) -> Option<&mut Cell> {
        self.buffer.cell_mut(place)
    }

    /// Sets the style of an area and keeps its text.
    pub(crate) fn fill(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Draws text at a column and row of an area and returns the column after it. What does not fit is left out.
    pub(crate) fn put(&mut self, area: Rect, (column, row): (u16, u16), text: &str, style: Style) -> u16 {
        let area = area.intersection(self.buffer.area);
        if row >= area.height || column >= area.width {
            return column;
        }
        let room = usize::from(area.width - column);
        let (end, _) = self.buffer.set_stringn(area.x + column, area.y + row, text, room, style);
        end - area.x
    }

    /// Draws text that ends at the right edge of a row.
    pub(crate) fn put_right(&mut self, area: Rect, row: u16, text: &str, style: Style) {
        self.put(area, (area.width.saturating_sub(width(text)), row), text, style);
    }

    /// Draws text in the middle of a row.
    pub(crate) fn put_centred(&mut self, area: Rect, row: u16, text: &str, style: Style) {
        self.put(area, (area.width.saturating_sub(width(text)) / 2, row), text, style);
    }

    /// Draws lines of text from the top of an area, as many as fit.
    pub(crate) fn put_lines(&mut self, area: Rect, lines: &[String], style: Style) {
        for (row, line) in (0..area.height).zip(lines) {
            self.put(area, (0, row), line, style);
        }
    }

    /// Draws a box with a title above and key hints below; returns the area inside it. Hints that do not fit into the
    /// bottom line take rows from the inside.
    pub(crate) fn draw_box(&mut self, area: Rect, title: &str, hints: &str) -> Rect {
        self.draw_box_in(area, title, hints, self.theme.boxes)
    }

    /// Draws a box in another colour.
    pub(crate) fn draw_box_in(&mut self, area: Rect, title: &str, hints: &str, colour: Colour) -> Rect {
        Clear.render(area, self.buffer);
        let block = Block::bordered().style(self.theme.base()).border_style(fg(colour));
        let mut inside = block.inner(area);
        block.render(area, self.buffer);
        let room = inside.width;
        if !title.is_empty() && room > 2 && area.height > 0 {
            // The blanks around the title are the first to go.
            let title = if width(title) + 2 <= room { format!(" {title} ") } else { cut(title, room) };
            self.put(area, (1, 0), &title, fg(self.theme.title).add_modifier(Modifier::BOLD));
        }
        if !hints.is_empty() && room > 4 && area.height > 2 {
            let lines = wrap_hints(hints, room - 4);
            let first = area.height.saturating_sub(lines.len() as u16);
            for (row, line) in (first..area.height).zip(&lines) {
                let line = format!(" {line} ");
                self.put(area, (area.width - 2 - width(&line), row), &line, fg(self.theme.faint));
            }
            inside.height = inside.height.saturating_sub(lines.len() as u16 - 1);
        }
        inside
    }

    /// Puts the focus on a column and row of an area.
    pub(crate) fn focus(&mut self, area: Rect, (column, row): (u16, u16)) {
        self.focus = Some(Position::new(area.x + column, area.y + row));
    }

    /// Marks at the right edge of a list that it continues above or below.
    pub(crate) fn put_arrows(&mut self, area: Rect, first: usize, count: usize) {
        let style = fg(self.theme.title);
        if first > 0 {
            self.put_right(area, 0, "▲", style);
        }
        if area.height > 0 && first + usize::from(area.height) < count {
            self.put_right(area, area.height - 1, "▼", style);
        }
    }
}

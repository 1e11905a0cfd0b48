//! Boxes with titles.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Widget};
use undercroft_mapgen::Colour;

use super::Look;
use crate::settings::shown;
use crate::text::cut;

/// A box; gives what is inside.
pub(crate) fn draw_box(buffer: &mut Buffer, area: Rect, title: &str, look: Look<'_>) -> Rect {
    draw_box_in(buffer, area, title, look.theme.boxes, look)
}

/// A box with lines of another colour.
pub(crate) fn draw_box_in(buffer: &mut Buffer, area: Rect, title: &str, lines: Colour, look: Look<'_>) -> Rect {
    Clear.render(area, buffer);
    let block = Block::bordered().style(look.theme.base()).border_style(Style::new().fg(shown(lines)));
    let inside = block.inner(area);
    block.render(area, buffer);
    let room = area.width.saturating_sub(2);
    if !title.is_empty() && room > 2 && area.height > 0 {
        let style = Style::new().fg(shown(look.theme.title)).add_modifier(Modifier::BOLD);
        put(buffer, area, (1, 0), &format!(" {} ", cut(title, room - 2)), style);
    }
    inside
}

/// Text in the bottom line of a box, on the right.
pub(crate) fn foot(buffer: &mut Buffer, area: Rect, text: &str, look: Look<'_>) {
    let room = area.width.saturating_sub(4);
    if text.is_empty() || room <= 2 || area.height < 2 {
        return;
    }
    let text = format!(" {} ", cut(text, room - 2));
    let column = area.width - 2 - crate::text::width(&text);
    put(buffer, area, (column, area.height - 1), &text, Style::new().fg(shown(look.theme.faint)));
}

/// Text at a column and a row of an area; what does not fit is left out. Gives the column after it.
pub(crate) fn put(buffer: &mut Buffer, area: Rect, (column, row): (u16, u16), text: &str, style: Style) -> u16 {
    let area = area.intersection(buffer.area);
    if row >= area.height || column >= area.width {
        return column;
    }
    let room = area.width - column;
    let (end, _) = buffer.set_stringn(area.x + column, area.y + row, text, usize::from(room), style);
    end - area.x
}

/// Text that ends at the right edge of a row.
pub(crate) fn put_right(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    let width = crate::text::width(text).min(area.width);
    put(buffer, area, (area.width - width, row), text, style);
}

/// Text in the middle of a row.
pub(crate) fn put_centred(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    let width = crate::text::width(text).min(area.width);
    put(buffer, area, ((area.width - width) / 2, row), text, style);
}

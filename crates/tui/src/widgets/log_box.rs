//! The box with the log: its last lines are always in sight.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use undercroft_mapgen::Colour;

use super::Look;
use super::boxed::{draw_box, foot, put};
use crate::log::{Line, Log, Tone};
use crate::settings::shown;
use crate::text::wrap;

/// Draws the log with its last lines.
pub(crate) fn draw_log(buffer: &mut Buffer, area: Rect, title: &str, log: &Log, hint: &str, look: Look<'_>) {
    let inside = draw_box(buffer, area, title, look);
    foot(buffer, area, hint, look);
    draw_lines(buffer, padded(inside), log.lines().rev(), look);
}

/// Draws text in place of the log.
pub(crate) fn draw_words(buffer: &mut Buffer, area: Rect, title: &str, text: &str, hint: &str, look: Look<'_>) {
    let inside = draw_box(buffer, area, title, look);
    foot(buffer, area, hint, look);
    let inside = padded(inside);
    for (row, line) in (0..inside.height).zip(wrap(text, inside.width)) {
        put(buffer, inside, (0, row), &line, look.theme.base());
    }
}

fn padded(area: Rect) -> Rect {
    Rect { x: area.x + area.width.min(1), width: area.width.saturating_sub(2), ..area }
}

/// Draws lines upwards from the bottom, the newest of which is given first.
pub(crate) fn draw_lines<'a>(
    buffer: &mut Buffer,
    area: Rect,
    newest_first: impl Iterator<Item = &'a Line>,
    look: Look<'_>,
) {
    let mut wrapped: Vec<(String, Style)> = Vec::new();
    for line in newest_first {
        let style = Style::new().fg(shown(colour(line, look)));
        wrapped.extend(wrap(&line.shown(), area.width).into_iter().rev().map(|text| (text, style)));
        if wrapped.len() >= usize::from(area.height) {
            break;
        }
    }
    wrapped.truncate(usize::from(area.height));
    for (row, (text, style)) in (0..area.height).zip(wrapped.iter().rev()) {
        put(buffer, area, (0, row), text, *style);
    }
}

fn colour(line: &Line, look: Look<'_>) -> Colour {
    let theme = look.theme;
    match line.tone {
        _ if !line.fresh => theme.faint,
        Tone::Plain => theme.text,
        Tone::Good => theme.good,
        Tone::Bad => theme.danger,
        Tone::Mark => theme.warning,
        Tone::Faint => theme.faint,
    }
}

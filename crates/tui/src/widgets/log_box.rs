//! The box with the log, whose last lines are always in sight.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::canvas::Canvas;
use crate::colour::fg;
use crate::layout::padded;
use crate::log::{Log, Message, Tone};
use crate::text::wrap;

/// Draws the box with the last messages.
pub(crate) fn draw_log(canvas: &mut Canvas<'_>, area: Rect, title: &str, hints: &str, log: &Log) {
    let inside = canvas.draw_box(area, title, hints);
    draw_messages(canvas, padded(inside), log.messages().rev());
}

/// Draws the box with a text in place of the log.
pub(crate) fn draw_text(canvas: &mut Canvas<'_>, area: Rect, title: &str, hints: &str, text: &str) {
    let inside = padded(canvas.draw_box(area, title, hints));
    canvas.put_lines(inside, &wrap(text, inside.width), canvas.theme.base());
}

/// Draws the newest messages that fit, oldest on top.
pub(crate) fn draw_messages<'a>(canvas: &mut Canvas<'_>, area: Rect, newest_first: impl Iterator<Item = &'a Message>) {
    let lines = newest_first.flat_map(|message| {
        let style = style(message, canvas);
        wrap(&message.with_count(), area.width).into_iter().rev().map(move |line| (line, style))
    });
    let lines: Vec<(String, Style)> = lines.take(usize::from(area.height)).collect();
    for (row, (text, style)) in (0..area.height).zip(lines.iter().rev()) {
        canvas.put(area, (0, row), text, *style);
    }
}

fn style(message: &Message, canvas: &Canvas<'_>) -> Style {
    let theme = canvas.theme;
    fg(match message.tone {
        _ if !message.fresh => theme.faint,
        Tone::Plain => theme.text,
        Tone::Good => theme.good,
        Tone::Bad => theme.danger,
        Tone::Notable => theme.warning,
        Tone::Faint => theme.faint,
    })
}

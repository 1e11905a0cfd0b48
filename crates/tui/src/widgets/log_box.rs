//! The log box. Its last lines are always visible.

use ratatui::layout::Rect;
use ratatui::style::Style;
use undercroft_game::{Log, Message, Tone};

use super::canvas::Canvas;
use super::play_view::Extras;
use crate::colour::fg;
use crate::layout::padded;
use crate::text::wrap;

/// Draws the box with the last messages. If the latest action produced more than fit, the title says how to read them.
pub(crate) fn draw_log(canvas: &mut Canvas<'_>, area: Rect, extras: &Extras, log: &Log) {
    let columns = padded(area).width.saturating_sub(2);
    let fresh = log.messages().rev().take_while(|message| message.fresh);
    let rows: usize = fresh.map(|message| wrap(&message.with_count(), columns).len()).sum();
    let hidden = rows.saturating_sub(usize::from(area.height.saturating_sub(2)));
    let title = match (hidden, extras.history_key.as_str()) {
        (0, _) | (_, "") => extras.log_title.clone(),
        (count, key) => format!("{}: {count} more above, {key} to read", extras.log_title),
    };
    let inside = canvas.draw_box(area, &title, &extras.hints);
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

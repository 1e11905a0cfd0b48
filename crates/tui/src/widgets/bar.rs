//! Bars: a name and a number, over as much colour as there is of something.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_mapgen::Colour;

use super::Look;
use super::boxed::{put, put_right};
use crate::settings::shown;

/// How much there is of something.
pub(crate) struct Bar<'a> {
    pub(crate) name: &'a str,
    pub(crate) number: &'a str,
    pub(crate) part: u64,
    pub(crate) whole: u64,
    pub(crate) colour: Colour,
}

/// Draws a bar into the first row of an area.
pub(crate) fn draw_bar(buffer: &mut Buffer, area: Rect, bar: &Bar<'_>, look: Look<'_>) {
    let row = Rect { height: area.height.min(1), ..area };
    let text = look.theme.base();
    put(buffer, row, (1, 0), bar.name, text);
    put_right(buffer, Rect { width: row.width.saturating_sub(1), ..row }, 0, bar.number, text);
    let filled = filled(bar.part, bar.whole, row.width);
    for column in 0..row.width {
        let Some(cell) = buffer.cell_mut((row.x + column, row.y)).filter(|_| row.height > 0) else { continue };
        let is_filled = column < filled;
        if look.is_plain() {
            cell.modifier.set(Modifier::REVERSED, is_filled);
        } else if is_filled {
            cell.set_style(Style::new().fg(shown(look.theme.hero)).bg(shown(bar.colour)));
        } else {
            cell.set_style(Style::new().bg(shown(look.theme.selection)));
        }
    }
}

/// How many columns are filled: none only where there is nothing, and all only where nothing lacks.
fn filled(part: u64, whole: u64, width: u16) -> u16 {
    let (whole, width) = (whole.max(1), u64::from(width));
    let exact = part.min(whole) * width / whole;
    let filled = if part == 0 { 0 } else { exact.max(1).min(width) };
    filled as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hit_point_can_be_seen_and_a_missing_one_too() {
        assert_eq!(filled(0, 100, 16), 0);
        assert_eq!(filled(1, 100, 16), 1);
        assert_eq!(filled(50, 100, 16), 8);
        assert_eq!(filled(99, 100, 16), 15);
        assert_eq!(filled(100, 100, 16), 16);
        assert_eq!(filled(900, 100, 16), 16);
        assert_eq!(filled(5, 0, 16), 16);
        assert_eq!(filled(5, 10, 0), 0);
    }
}

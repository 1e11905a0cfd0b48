//! Bars: a label and a value over a background that is filled in proportion.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_mapgen::Colour;

use super::canvas::Canvas;
use crate::colour::{fg, shown};

/// A label and a value over a bar.
pub(crate) struct Bar<'a> {
    pub(crate) label: &'a str,
    pub(crate) value: &'a str,
    pub(crate) part: u64,
    pub(crate) whole: u64,
    pub(crate) colour: Colour,
}

impl Bar<'_> {
    /// Draws the bar into the first row of an area.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let row = Rect { height: area.height.min(1), ..area };
        let theme = canvas.theme;
        canvas.put(row, (0, 0), self.label, theme.base());
        canvas.put_right(row, 0, self.value, theme.base());
        let filled = Rect { width: filled(self.part, self.whole, row.width), ..row };
        if canvas.is_monochrome {
            canvas.fill(filled, theme.base().add_modifier(Modifier::REVERSED));
        } else {
            canvas.fill(row, ratatui::style::Style::new().bg(shown(theme.selection)));
            canvas.fill(filled, fg(theme.hero).bg(shown(self.colour)));
        }
    }
}

/// The number of filled columns: none only for zero, and all only for the maximum.
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
    fn a_bar_shows_the_last_hit_point_and_the_first_missing_one() {
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

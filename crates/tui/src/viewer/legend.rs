//! What the colours of an overlay mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_mapgen::Colour;

use super::Viewer;
use crate::keys::{Command, Context, ViewCommand};
use crate::settings::shown;
use crate::text::{width, wrap};
use crate::widgets::boxed::put;

/// Words of the legend that are not wider may stand beside others.
const SHORT: u16 = 9;

/// A colour of the legend, and what it means.
pub(super) struct Sample {
    /// Where the words begin; the colour stands before them.
    column: u16,
    colour: Option<(Colour, char)>,
    text: String,
}

impl Viewer {
    /// The rows of the legend: short words stand side by side.
    pub(super) fn legend(&self, columns: u16) -> Vec<Vec<Sample>> {
        let words = |text: String| vec![vec![Sample { column: 0, colour: None, text }]];
        let Some(overlay) = self.overlay else {
            let key = self.settings.keys.hint(Context::View, Command::View(ViewCommand::NextOverlay));
            return words(format!("{key} shows one"));
        };
        let layer = self.findings.as_ref().and_then(|findings| findings.layer.as_ref());
        let Some(layer) = layer.filter(|layer| layer.overlay == overlay) else {
            return words("working…".into());
        };
        let mut rows: Vec<Vec<Sample>> = Vec::new();
        for (colour, symbol, text) in &layer.legend {
            let colour = Some((*colour, *symbol));
            let end = rows.last().and_then(|row| row.last()).map(|sample| sample.column + width(&sample.text));
            let beside =
                end.map(|end| end + 3).filter(|column| width(text) <= SHORT && column + width(text) <= columns);
            if let (Some(column), Some(row)) = (beside, rows.last_mut()) {
                row.push(Sample { column, colour, text: text.clone() });
                continue;
            }
            for (index, line) in wrap(text, columns.saturating_sub(2)).into_iter().enumerate() {
                rows.push(vec![Sample { column: 2, colour: colour.filter(|_| index == 0), text: line }]);
            }
        }
        rows
    }

    pub(super) fn draw_legend(&self, buffer: &mut Buffer, area: Rect) {
        let look = self.draw_look();
        let (text, faint) = (look.theme.base(), look.theme.base().fg(shown(look.theme.faint)));
        for (row, samples) in (0..area.height).zip(self.legend(area.width)) {
            for Sample { column, colour, text: words } in samples {
                if let Some((colour, symbol)) = colour {
                    let glyph = if look.is_plain() { symbol } else { '█' };
                    let style = text.fg(shown(Colour { opacity: 255, ..colour }));
                    put(buffer, area, (column.saturating_sub(2), row), &glyph.to_string(), style);
                }
                put(buffer, area, (column, row), &words, if self.overlay.is_some() { text } else { faint });
            }
        }
    }
}

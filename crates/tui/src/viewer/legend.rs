//! The legend of an overlay: what its colours mean.

use ratatui::layout::Rect;
use undercroft_mapgen::Colour;

use super::Viewer;
use crate::colour::shown;
use crate::keys::{Command, Mode, ViewerCommand};
use crate::text::{width, wrap};
use crate::widgets::canvas::Canvas;

/// The widest text that may share a row with others.
const NARROW: u16 = 9;

/// A colour of the legend and what it means.
pub(super) struct Sample {
    /// The column of the text; the colour stands before it.
    column: u16,
    /// The colour, and what stands for it on a monochrome screen.
    colour: Option<(Colour, char)>,
    text: String,
}

impl Viewer {
    /// The rows of the legend. Narrow texts stand side by side.
    pub(super) fn legend(&self, columns: u16) -> Vec<Vec<Sample>> {
        let note = |text: String| vec![vec![Sample { column: 0, colour: None, text }]];
        if self.inspection.overlay.is_none() {
            let next = Command::Viewer(ViewerCommand::NextOverlay);
            return note(format!("{} shows one", self.console.settings.keys.hint(Mode::Viewer, next)));
        }
        let Some(layer) = self.inspection.layer() else { return note("working…".into()) };
        let mut rows: Vec<Vec<Sample>> = Vec::new();
        for (colour, symbol, text) in &layer.legend {
            let colour = Some((*colour, *symbol));
            let end = rows.last().and_then(|row| row.last()).map(|sample| sample.column + width(&sample.text));
            let beside =
                end.map(|end| end + 3).filter(|column| width(text) <= NARROW && column + width(text) <= columns);
            if let (Some(column), Some(row)) = (beside, rows.last_mut()) {
                row.push(Sample { column, colour, text: text.clone() });
                continue;
            }
            for (index, text) in wrap(text, columns.saturating_sub(2)).into_iter().enumerate() {
                rows.push(vec![Sample { column: 2, colour: colour.filter(|_| index == 0), text }]);
            }
        }
        rows
    }

    pub(super) fn draw_legend(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let style = match self.inspection.overlay {
            Some(_) => theme.base(),
            None => theme.base().fg(shown(theme.faint)),
        };
        for (row, samples) in (0..area.height).zip(self.legend(area.width)) {
            for Sample { column, colour, text } in samples {
                if let Some((colour, symbol)) = colour {
                    let glyph = if canvas.is_monochrome { symbol } else { '█' };
                    let style = theme.base().fg(shown(Colour { opacity: 255, ..colour }));
                    canvas.put(area, (column.saturating_sub(2), row), &glyph.to_string(), style);
                }
                canvas.put(area, (column, row), &text, style);
            }
        }
    }
}

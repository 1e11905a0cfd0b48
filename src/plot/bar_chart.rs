//! Bars with labels, as text and drawn.

use std::fmt::Write;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{AXIS, Canvas, Drawn, GRID, LINE, MARGIN, SERIES, count_tick, heading, label};
use crate::numbers::thousands;

/// The longest bar in text, in characters.
const TEXT_WIDTH: usize = 40;
const BAR: u32 = 22;

/// Counts with labels.
pub(crate) struct BarChart {
    title: &'static str,
    bars: Vec<(String, u64)>,
}

impl BarChart {
    pub(crate) const fn new(title: &'static str, bars: Vec<(String, u64)>) -> Self {
        Self { title, bars }
    }

    fn most(&self) -> u64 {
        self.bars.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1)
    }

    fn longest_label(&self) -> usize {
        self.bars.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        let width = self.longest_label();
        let sum: u64 = self.bars.iter().map(|(_, count)| count).sum();
        for (label, count) in &self.bars {
            let percent = *count as f64 * 100.0 / sum.max(1) as f64;
            let _ = writeln!(text, "  {label:>width$}  {} {count}, {percent:.1} %", bar(*count, self.most()));
        }
        if self.bars.is_empty() {
            text += "  none\n";
        }
        text
    }

    /// The height of the drawing; 0 if there is nothing to draw.
    pub(super) fn height(&self) -> u32 {
        if self.bars.is_empty() { 0 } else { self.bars.len().max(2) as u32 * BAR + 4 * LINE as u32 + MARGIN as u32 }
    }

    pub(super) fn draw<B: DrawingBackend>(&self, area: &Canvas<B>) -> Drawn<B> {
        let count = self.bars.len();
        // An axis of a single segment has no extent, so that a single bar has an empty row above it.
        let last_row = (count - 1).max(1);
        // Bars are listed from the top, and the axis counts from the bottom.
        let bar = |row: usize| &self.bars[count - 1 - row.min(count - 1)];
        let mut chart = ChartBuilder::on(area)
            .margin(MARGIN / 2)
            .caption(self.title, heading())
            .x_label_area_size(AXIS)
            .y_label_area_size(9 * self.longest_label() as i32 + MARGIN)
            .build_cartesian_2d(0.0..self.most() as f64 * 1.15, (0..last_row).into_segmented())?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style(label())
            .x_labels(self.most().min(6) as usize)
            .y_labels(last_row + 1)
            .x_label_formatter(&count_tick)
            .y_label_formatter(&|row| match row {
                SegmentValue::CenterOf(row) if *row < count => bar(*row).0.clone(),
                _ => String::new(),
            })
            .x_desc("games")
            .draw()?;
        chart.draw_series((0..count).map(|row| {
            let end = (bar(row).1 as f64, SegmentValue::Exact(row + 1));
            let mut rectangle = Rectangle::new([(0.0, SegmentValue::Exact(row)), end], SERIES[0].filled());
            rectangle.set_margin(3, 3, 0, 0);
            rectangle
        }))?;
        let counts = label().pos(Pos::new(HPos::Left, VPos::Center));
        chart.draw_series((0..count).map(|row| {
            let at = (bar(row).1 as f64, SegmentValue::CenterOf(row));
            EmptyElement::at(at) + Text::new(thousands(bar(row).1), (6, 0), counts.clone())
        }))?;
        Ok(())
    }
}

/// A bar of blocks and eighths of blocks. Any count above 0 is visible.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let length = (count as f64 / most as f64 * (TEXT_WIDTH * 8) as f64).round() as usize;
    let length = if count > 0 { length.max(1) } else { 0 };
    "█".repeat(length / 8) + EIGHTHS[length % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_is_full_and_the_shortest_visible() {
        assert_eq!(bar(7, 7).chars().count(), TEXT_WIDTH);
        assert_eq!(bar(1, 100_000), "▏");
        assert_eq!(bar(0, 7), "");
    }
}

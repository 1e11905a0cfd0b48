//! Charts of bars: as text for the terminal, and drawn.

use std::fmt::Write;

use super::figure::{Align, Figure, LINE, colour};

/// Some bars under a title.
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) bars: Vec<(String, u64)>,
}

/// The widest bar of a chart in text.
const TEXT_WIDTH: usize = 40;

impl Chart {
    pub(crate) fn new(title: impl Into<String>, bars: Vec<(String, u64)>) -> Self {
        Self { title: title.into(), bars }
    }

    /// How often each range of values comes up: at most so many ranges, all of one round width.
    pub(crate) fn histogram(title: impl Into<String>, values: &[u64], most_ranges: u64) -> Self {
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else {
            return Self::new(title, Vec::new());
        };
        let width = round_width(most - least, most_ranges);
        let (first, last) = (least / width, most / width);
        let bars = (first..=last).map(|range| {
            let count = values.iter().filter(|value| *value / width == range).count() as u64;
            (format!("{} to {}", thousands(range * width), thousands((range + 1).saturating_mul(width) - 1)), count)
        });
        Self::new(title, bars.collect())
    }

    fn most(&self) -> u64 {
        self.bars.iter().map(|(_, value)| *value).max().unwrap_or(0).max(1)
    }

    /// The chart in lines of text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        let labels = self.bars.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let sum: u64 = self.bars.iter().map(|(_, value)| value).sum();
        for (label, value) in &self.bars {
            let share = *value as f64 * 100.0 / sum.max(1) as f64;
            let _ = writeln!(text, "  {label:>labels$}  {} {value}, {share:.1} %", bar(*value, self.most()));
        }
        if self.bars.is_empty() {
            text += "  none\n";
        }
        text
    }
}

/// A bar of whole and of eighths of blocks.
fn bar(value: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let length = (value as f64 / most as f64 * (TEXT_WIDTH * 8) as f64).round() as usize;
    // What is there has to be seen, however little it is.
    let length = if value > 0 { length.max(1) } else { 0 };
    "█".repeat(length / 8) + EIGHTHS[length % 8]
}

/// The smallest of 1, 2, 5, 10, 20, 50, … that cuts a span into at most so many ranges.
fn round_width(span: u64, most_ranges: u64) -> u64 {
    let mut width = 1;
    for factor in [2, 5, 10].into_iter().cycle() {
        if span / width < most_ranges.max(1) {
            break;
        }
        let power = 10_u64.pow(width.ilog10());
        width = power.saturating_mul(factor);
    }
    width
}

/// A number with a gap between its thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// All charts in one picture, one under the other.
pub(crate) fn bars(title: &str, charts: &[Chart]) -> Figure {
    const LONGEST: f64 = 480.0;
    const ROW: f64 = 20.0;
    let labels = charts.iter().flat_map(|chart| &chart.bars).map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let left = labels as f64 * super::figure::CHARACTER + 10.0;
    let mut figure = Figure::default();
    figure.heading((0.0, 0.0), title);
    let mut y = LINE * 2.0;
    for chart in charts {
        figure.heading((0.0, y), &chart.title);
        y += LINE * 1.5;
        for (label, value) in &chart.bars {
            let length = *value as f64 / chart.most() as f64 * LONGEST;
            figure.text((left - 8.0, y), Align::Right, label);
            figure.fill((left, y + 1.0), (length, ROW - 5.0), colour::FIRST);
            figure.text((left + length + 6.0, y), Align::Left, value.to_string());
            y += ROW;
        }
        if chart.bars.is_empty() {
            figure.text((left, y), Align::Left, "none");
            y += ROW;
        }
        y += LINE;
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_round_widths_and_hold_every_value() {
        assert_eq!([0, 9, 10, 99, 1_000].map(|span| round_width(span, 10)), [1, 1, 2, 10, 200]);
        let values: Vec<u64> = (0..997).map(|n| n * n % 7_919 + 300).collect();
        let chart = Chart::histogram("x", &values, 12);
        assert!(chart.bars.len() <= 13);
        assert_eq!(chart.bars.iter().map(|(_, count)| count).sum::<u64>(), 997);
        assert!(Chart::histogram("x", &[], 12).bars.is_empty());
        assert_eq!(Chart::histogram("x", &[u64::MAX - 1, 3], 5).bars.iter().map(|(_, count)| count).sum::<u64>(), 2);
    }

    #[test]
    fn the_longest_bar_fills_its_room_and_the_shortest_is_seen() {
        assert_eq!(bar(7, 7).chars().count(), TEXT_WIDTH);
        assert_eq!(bar(1, 100_000), "▏");
        assert_eq!(bar(0, 7), "");
    }

    #[test]
    fn numbers_are_read_in_thousands() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}

//! Charts of bars: as text for the terminal, and as one SVG file.

use std::fmt::Write;

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
            (format!("{} to {}", thousands(range * width), thousands((range + 1) * width - 1)), count)
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

const WIDTH: f64 = 860.0;
const LABELS: f64 = 250.0;
const ROW: f64 = 20.0;
const HEAD: f64 = 44.0;

/// All charts in one picture, one under the other.
pub(crate) fn svg(title: &str, charts: &[Chart]) -> String {
    let height = HEAD + charts.iter().map(|chart| HEAD + ROW * chart.bars.len().max(1) as f64).sum::<f64>();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfcf7\"/>\n\
         <text x=\"20\" y=\"30\" font-size=\"18\">{}</text>\n",
        escaped(title)
    );
    let mut y = HEAD;
    for chart in charts {
        let _ =
            writeln!(text, "<text x=\"20\" y=\"{}\" font-weight=\"bold\">{}</text>", y + 28.0, escaped(&chart.title));
        y += HEAD;
        let scale = (WIDTH - LABELS - 90.0) / chart.most() as f64;
        for (label, value) in &chart.bars {
            let (base, width) = (y + ROW - 6.0, *value as f64 * scale);
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text>\
                 <rect x=\"{LABELS}\" y=\"{}\" width=\"{width:.1}\" height=\"{}\" fill=\"#8a5a3c\"/>\
                 <text x=\"{:.1}\" y=\"{base}\">{value}</text>",
                LABELS - 8.0,
                escaped(label),
                y + 2.0,
                ROW - 5.0,
                LABELS + width + 6.0
            );
            y += ROW;
        }
        if chart.bars.is_empty() {
            let _ = writeln!(text, "<text x=\"{LABELS}\" y=\"{}\">none</text>", y + ROW - 6.0);
            y += ROW;
        }
    }
    text + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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

    #[test]
    fn names_cannot_break_the_picture() {
        let text = svg("a & b", &[Chart::new("<x>", vec![("\"<rat>\"".into(), 3)]), Chart::new("empty", vec![])]);
        assert!(text.contains("a &amp; b") && text.contains("&lt;rat&gt;") && !text.contains("<rat>"));
    }
}

//! Histograms side by side: how often a value comes up, for one or two kinds of level.

use super::figure::{Align, CHARACTER, Figure, LINE, colour};

const ACROSS: usize = 4;
const BARS: usize = 30;
const BAR: f64 = 7.0;
const HEIGHT: f64 = 90.0;

/// Histograms in rows of four, each drawn when its values are at hand.
pub(crate) struct Histograms {
    pub(crate) figure: Figure,
    count: usize,
}

impl Histograms {
    /// For one or two kinds of level. The second is drawn over the first.
    pub(crate) fn new(title: &str, kinds: &[&str]) -> Self {
        let mut figure = Figure::default();
        figure.heading((0.0, 0.0), title);
        let mut x = 0.0;
        for (kind, colour) in kinds.iter().zip([colour::FIRST, colour::SECOND]).filter(|_| kinds.len() > 1) {
            figure.fill((x, LINE * 1.6), (12.0, 12.0), colour);
            figure.text((x + 18.0, LINE * 1.5), Align::Left, *kind);
            x += 40.0 + kind.chars().count() as f64 * CHARACTER;
        }
        Self { figure, count: 0 }
    }

    /// Adds one of something that was measured, with its values for each kind of level.
    pub(crate) fn add(&mut self, name: &str, values: &[Vec<f64>]) {
        let (wide, high) = (BARS as f64 * BAR + 40.0, HEIGHT + LINE * 4.0);
        let corner = ((self.count % ACROSS) as f64 * wide, LINE * 3.5 + (self.count / ACROSS) as f64 * high);
        one(&mut self.figure, corner, name, values);
        self.count += 1;
    }
}

fn one(figure: &mut Figure, (left, top): (f64, f64), name: &str, values: &[Vec<f64>]) {
    figure.heading((left, top), name);
    let base = top + LINE * 1.5 + HEIGHT;
    figure.fill((left, base), (BARS as f64 * BAR, 1.0), colour::INK);
    let ends = values.iter().flatten().fold(None, |ends: Option<(f64, f64)>, value| {
        Some(ends.map_or((*value, *value), |(low, high)| (low.min(*value), high.max(*value))))
    });
    let Some((low, high)) = ends else {
        figure.text((left, base - LINE), Align::Left, "nothing to measure");
        return;
    };
    let opacity = if values.len() > 1 { 0.6 } else { 1.0 };
    for (values, colour) in values.iter().zip([colour::FIRST, colour::SECOND]) {
        let counts = counts(values, low, high);
        let most = counts.iter().max().copied().unwrap_or(0).max(1) as f64;
        for (index, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            // What is there has to be seen, however little it is.
            let height = (count as f64 / most * HEIGHT).max(1.0);
            let at = (left + index as f64 * BAR, base - height);
            figure.fill_through(at, (BAR - 1.0, height), colour, opacity);
        }
    }
    figure.text((left, base + 3.0), Align::Left, short(low));
    figure.text((left + BARS as f64 * BAR, base + 3.0), Align::Right, short(high));
}

/// How many of the values fall into each bar.
fn counts(values: &[f64], low: f64, high: f64) -> [usize; BARS] {
    let mut counts = [0; BARS];
    for value in values {
        counts[place(*value, low, high, BARS)] += 1;
    }
    counts
}

/// Which of so many parts between two ends a value falls into.
pub(super) fn place(value: f64, low: f64, high: f64, parts: usize) -> usize {
    if high <= low {
        return parts / 2;
    }
    // Not a number at all is at the beginning, too: the cast says so.
    (((value - low) / (high - low) * parts as f64) as usize).min(parts - 1)
}

/// A number with as many digits as fit.
pub(super) fn short(value: f64) -> String {
    let digits = match value.abs() {
        1000.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_once() {
        let values: Vec<f64> = (0..1000).map(|n| f64::from(n % 37)).collect();
        assert_eq!(counts(&values, 0.0, 36.0).iter().sum::<usize>(), 1000);
        assert_eq!(counts(&[5.0; 7], 5.0, 5.0).iter().sum::<usize>(), 7);
        assert_eq!([0.0, 36.0].map(|value| place(value, 0.0, 36.0, 10)), [0, 9]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 0.256, 12.0, 12.34, 1234.5].map(short), ["0", "0.26", "12", "12.3", "1234"]);
    }
}

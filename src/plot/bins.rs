//! Equal bins of a round width.

use crate::numbers::{rounded, thousands};

/// Bins that cover a sample. Whole numbers get bins of whole widths, so that no bin holds more of them than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bins {
    /// The smallest value of the first bin.
    first: f64,
    width: f64,
    pub(super) count: usize,
    pub(super) is_integer: bool,
}

impl Bins {
    /// Bins for a chart in the terminal.
    pub(crate) fn of(samples: &[Vec<f64>]) -> Option<Self> {
        Self::at_most(12, samples)
    }

    /// Bins for a plot: up to 40, but fewer for a small sample, which would be all gaps.
    pub(super) fn for_plot(samples: &[Vec<f64>]) -> Option<Self> {
        let largest = samples.iter().map(Vec::len).max().unwrap_or(0);
        Self::at_most((3 * largest.isqrt() as u32).clamp(10, 40), samples)
    }

    /// At most `limit` bins, or one more because of rounding; `None` if there are no values.
    fn at_most(limit: u32, samples: &[Vec<f64>]) -> Option<Self> {
        let values = || samples.iter().flatten().copied();
        let (min, max) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let is_integer = values().all(|value| value.fract() == 0.0);
        let width = match is_integer {
            true => round_width((max - min + 1.0) / f64::from(limit)).max(1.0),
            false => round_width((max - min) / f64::from(limit)),
        };
        let first = (min / width).floor() * width;
        Some(Self { first, width, count: ((max - first) / width) as usize + 1, is_integer })
    }

    /// Where a bin begins on an axis. The bar of a single whole number is centred on that number.
    pub(super) fn start(&self, bin: usize) -> f64 {
        self.first + bin as f64 * self.width - if self.is_integer { 0.5 } else { 0.0 }
    }

    pub(super) fn range(&self) -> std::ops::Range<f64> {
        self.start(0)..self.start(self.count)
    }

    pub(super) fn index(&self, value: f64) -> usize {
        (((value - self.first) / self.width) as usize).min(self.count - 1)
    }

    /// The number of values in each bin.
    pub(super) fn counts(&self, values: &[f64]) -> Vec<u64> {
        let mut counts = vec![0; self.count];
        values.iter().for_each(|value| counts[self.index(*value)] += 1);
        counts
    }

    /// The number of values in each bin, with the range of the bin.
    pub(crate) fn labelled(&self, values: &[f64]) -> Vec<(String, u64)> {
        let label = |bin: usize| {
            let (from, to) = (self.first + bin as f64 * self.width, self.first + (bin + 1) as f64 * self.width);
            match self.is_integer {
                true if self.width == 1.0 => thousands(from as u64),
                true => format!("{} to {}", thousands(from as u64), thousands(to as u64 - 1)),
                false => format!("{} to {}", rounded(from), rounded(to)),
            }
        };
        self.counts(values).into_iter().enumerate().map(|(bin, count)| (label(bin), count)).collect()
    }

    /// A tick of an axis. Positions between whole numbers have no label.
    pub(super) fn tick(&self, value: f64) -> String {
        if self.is_integer && value.fract() != 0.0 { String::new() } else { rounded(value) }
    }
}

/// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not below `least`.
fn round_width(least: f64) -> f64 {
    if least <= 0.0 {
        return 1.0;
    }
    let mut power = 1.0;
    while power > least {
        power /= 10.0;
    }
    while power * 10.0 < least {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|width| *width >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_round() {
        assert_eq!(
            [0.0, 0.03, 0.2, 1.0, 1.5, 3.0, 7.0, 120.0].map(round_width),
            [1.0, 0.05, 0.2, 1.0, 2.0, 5.0, 10.0, 200.0]
        );
    }

    #[test]
    fn every_value_is_in_one_bin() {
        let values: Vec<f64> = (0..997).map(|n| f64::from(n * n % 7_919 + 300)).collect();
        for limit in [5, 12, 40] {
            let bins = Bins::at_most(limit, std::slice::from_ref(&values)).unwrap();
            assert!(bins.count <= limit as usize + 1, "{bins:?}");
            assert_eq!(bins.counts(&values).iter().sum::<u64>(), 997);
        }
        assert_eq!(Bins::of(&[vec![], vec![]]), None);
        assert_eq!(Bins::of(&[vec![0.37; 7]]).unwrap().counts(&[0.37; 7]), [7]);
    }

    #[test]
    fn evenly_spread_whole_numbers_fill_the_bins_evenly() {
        for span in 3..200 {
            let values: Vec<f64> = (0..span).map(f64::from).collect();
            let bins = Bins::at_most(40, std::slice::from_ref(&values)).unwrap();
            let counts = bins.counts(&values);
            assert!(counts[..counts.len() - 1].iter().all(|count| *count == counts[0]), "{span}: {counts:?}");
        }
    }

    #[test]
    fn labels_name_the_values_in_a_bin() {
        let labels = |values: &[f64]| Bins::of(&[values.to_vec()]).unwrap().labelled(values)[0].0.clone();
        assert_eq!(labels(&[3.0, 5.0]), "3");
        assert_eq!(labels(&[300.0, 1_400.0]), "300 to 399");
        assert_eq!(labels(&[0.1, 0.9]), "0.1 to 0.2");
    }
}

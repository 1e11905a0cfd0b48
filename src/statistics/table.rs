//! Tables of statistics: one row for each metric, or one for each level.

use std::io;

use undercroft_mapgen::{Metric, Seed};

use super::Statistics;
use crate::numbers::{quartiles, rounded};

/// One metric over many levels.
struct Summary {
    metric: Metric,
    mean: f64,
    deviation: f64,
    quartiles: [f64; 5],
    /// The first seeds with the minimum and the maximum.
    extremes: [Seed; 2],
}

fn summaries(statistics: &Statistics) -> anyhow::Result<Vec<Summary>> {
    let summaries = Metric::ALL.into_iter().map(|metric| summary(statistics, metric));
    summaries.filter_map(Result::transpose).collect()
}

/// `None` if no level has a value.
fn summary(statistics: &Statistics, metric: Metric) -> anyhow::Result<Option<Summary>> {
    let values = statistics.sorted(metric)?;
    let Some(quartiles) = quartiles(&values) else { return Ok(None) };
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    let column = statistics.column(metric)?;
    let first_with = |value: f64| column.iter().position(|here| *here == value).unwrap_or(0) as u64;
    let extremes = [quartiles[0], quartiles[4]].map(|value| statistics.seed(first_with(value)));
    Ok(Some(Summary { metric, mean, deviation: variance.sqrt(), quartiles, extremes }))
}

impl Summary {
    fn cells(&self, number: fn(f64) -> String) -> Vec<String> {
        let numbers = [self.mean, self.deviation].into_iter().chain(self.quartiles).map(number);
        let seeds = self.extremes.iter().map(ToString::to_string);
        std::iter::once(self.metric.name().to_owned()).chain(numbers).chain(seeds).collect()
    }
}

/// The summary of each metric, for the terminal.
pub(crate) fn text_rows(statistics: &Statistics) -> anyhow::Result<Vec<Vec<String>>> {
    let heading = ["", "mean", "std dev", "min", "25 %", "median", "75 %", "max", "seed of min", "seed of max"];
    let mut rows = vec![heading.map(String::from).to_vec()];
    rows.extend(summaries(statistics)?.iter().map(|summary| summary.cells(rounded)));
    Ok(rows)
}

/// The summary of each metric, as CSV.
pub(crate) fn write_table(statistics: &Statistics, out: impl io::Write) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "metric",
        "mean",
        "deviation",
        "min",
        "lower-quartile",
        "median",
        "upper-quartile",
        "max",
        "seed-of-min",
        "seed-of-max",
    ])?;
    for summary in summaries(statistics)? {
        csv.write_record(summary.cells(|value| value.to_string()))?;
    }
    Ok(csv.flush()?)
}

/// One row for each level, as CSV. A value that a level does not have is empty.
pub(crate) fn write_levels(statistics: &Statistics, out: impl io::Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["seed"].into_iter().chain(Metric::ALL.map(Metric::name)))?;
    for row in statistics.rows()? {
        let (seed, row) = row?;
        let values = row.iter().map(|value| if value.is_nan() { String::new() } else { value.to_string() });
        csv.write_record(std::iter::once(seed.to_string()).chain(values))?;
    }
    csv.flush()
}

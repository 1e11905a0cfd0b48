//! The figures of many levels: a row for each metric, and a row for each level.

use std::fmt::Write as _;
use std::io;

use undercroft_mapgen::{Metric, Seed};

use super::Statistics;

/// One metric over many levels.
pub(crate) struct Row<'a> {
    pub(crate) metric: Metric,
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    /// Least, first quarter, median, third quarter, most.
    pub(crate) quartiles: [f64; 5],
    /// The seeds with the least and the most.
    pub(crate) extremes: [&'a Seed; 2],
}

/// Least, first quarter, median, third quarter and most of values in their order; `None` where there are none.
pub(crate) fn quartiles<T: Copy>(sorted: &[T]) -> Option<[T; 5]> {
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| sorted[last * quarter / 4]))
}

/// A row for each metric that any of the levels has.
pub(crate) fn rows(statistics: &Statistics) -> Vec<Row<'_>> {
    Metric::ALL.into_iter().filter_map(|metric| row(statistics, metric)).collect()
}

fn row(statistics: &Statistics, metric: Metric) -> Option<Row<'_>> {
    let mut values: Vec<(f64, &Seed)> =
        statistics.samples.iter().filter_map(|sample| Some((sample.value(metric)?, &sample.seed))).collect();
    // Stable: of several seeds with the same value, the first is named.
    values.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let quartiles = quartiles(&values)?.map(|(value, _)| value);
    let count = values.len() as f64;
    let mean = values.iter().map(|(value, _)| value).sum::<f64>() / count;
    let variance = values.iter().map(|(value, _)| (value - mean) * (value - mean)).sum::<f64>() / count;
    let first_of_most = values.iter().find(|(value, _)| *value == quartiles[4])?;
    Some(Row { metric, mean, deviation: variance.sqrt(), quartiles, extremes: [values[0].1, first_of_most.1] })
}

/// The table in columns of text.
pub(crate) fn text(statistics: &Statistics) -> Vec<[String; 10]> {
    let heading =
        ["", "mean", "deviation", "least", "quarter", "median", "three quarters", "most", "seed of least", "of most"];
    let cells = |row: &Row<'_>| {
        let [least, quarter, median, three, most] = row.quartiles.map(number);
        let [low, high] = row.extremes.map(ToString::to_string);
        let name = row.metric.name().to_owned();
        [name, number(row.mean), number(row.deviation), least, quarter, median, three, most, low, high]
    };
    std::iter::once(heading.map(String::from)).chain(rows(statistics).iter().map(cells)).collect()
}

/// The table for other programs.
pub(crate) fn table_csv(statistics: &Statistics) -> String {
    let mut text =
        String::from("metric,mean,deviation,least,quarter,median,three-quarters,most,seed-of-least,seed-of-most\n");
    for Row { metric, mean, deviation, quartiles, extremes } in rows(statistics) {
        let quartiles = quartiles.map(|value| value.to_string()).join(",");
        let extremes = extremes.map(|seed| field(&seed.to_string())).join(",");
        let _ = writeln!(text, "{},{mean},{deviation},{quartiles},{extremes}", metric.name());
    }
    text
}

/// A row for each level.
pub(crate) fn csv(statistics: &Statistics, out: &mut impl io::Write) -> io::Result<()> {
    writeln!(out, "seed,{}", Metric::ALL.map(Metric::name).join(","))?;
    for sample in &statistics.samples {
        let values = Metric::ALL.map(|metric| sample.value(metric).map(|value| value.to_string()).unwrap_or_default());
        writeln!(out, "{},{}", field(&sample.seed.to_string()), values.join(","))?;
    }
    Ok(())
}

/// A field of a CSV file.
pub(crate) fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A number with as many digits as people read.
pub(crate) fn number(value: f64) -> String {
    let digits = match value.abs() {
        100.0.. => 1,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

//! The figures of many levels: a row for each metric, and a row for each level.

use std::fmt::Write as _;
use std::io;

use undercroft_mapgen::{Metric, Seed};

use super::Statistics;

/// One metric over many levels.
pub(crate) struct Row {
    pub(crate) metric: Metric,
    pub(crate) mean: f64,
    pub(crate) deviation: f64,
    /// Least, first quarter, median, third quarter, most.
    pub(crate) quartiles: [f64; 5],
    /// The seeds with the least and the most.
    pub(crate) extremes: [Seed; 2],
}

/// Least, first quarter, median, third quarter and most of values in their order; `None` where there are none.
pub(crate) fn quartiles<T: Copy>(sorted: &[T]) -> Option<[T; 5]> {
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| sorted[last * quarter / 4]))
}

/// A row for each metric that any of the levels has.
pub(crate) fn rows(statistics: &Statistics<'_>) -> anyhow::Result<Vec<Row>> {
    let rows = Metric::ALL.into_iter().map(|metric| row(statistics, metric));
    rows.filter_map(Result::transpose).collect()
}

fn row(statistics: &Statistics<'_>, metric: Metric) -> anyhow::Result<Option<Row>> {
    let column = statistics.column(metric)?;
    let mut values: Vec<f64> = column.iter().copied().filter(|value| !value.is_nan()).collect();
    values.sort_by(f64::total_cmp);
    let Some(quartiles) = quartiles(&values) else { return Ok(None) };
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    // Of several seeds with the same value, the first is named.
    let first_with = |value: f64| column.iter().position(|here| *here == value).unwrap_or(0) as u64;
    let extremes = [quartiles[0], quartiles[4]].map(|value| statistics.seed(first_with(value)));
    Ok(Some(Row { metric, mean, deviation: variance.sqrt(), quartiles, extremes }))
}

/// The table in columns of text.
pub(crate) fn text(statistics: &Statistics<'_>) -> anyhow::Result<Vec<[String; 10]>> {
    let heading =
        ["", "mean", "deviation", "least", "quarter", "median", "three quarters", "most", "seed of least", "of most"];
    let cells = |row: &Row| {
        let [least, quarter, median, three, most] = row.quartiles.map(number);
        let [low, high] = row.extremes.each_ref().map(ToString::to_string);
        let name = row.metric.name().to_owned();
        [name, number(row.mean), number(row.deviation), least, quarter, median, three, most, low, high]
    };
    Ok(std::iter::once(heading.map(String::from)).chain(rows(statistics)?.iter().map(cells)).collect())
}

/// The table for other programs.
pub(crate) fn table_csv(statistics: &Statistics<'_>) -> anyhow::Result<String> {
    let mut text =
        String::from("metric,mean,deviation,least,quarter,median,three-quarters,most,seed-of-least,seed-of-most\n");
    for Row { metric, mean, deviation, quartiles, extremes } in rows(statistics)? {
        let quartiles = quartiles.map(|value| value.to_string()).join(",");
        let extremes = extremes.map(|seed| field(&seed.to_string())).join(",");
        let _ = writeln!(text, "{},{mean},{deviation},{quartiles},{extremes}", metric.name());
    }
    Ok(text)
}

/// A row for each level.
pub(crate) fn csv(statistics: &Statistics<'_>, out: &mut impl io::Write) -> io::Result<()> {
    writeln!(out, "seed,{}", Metric::ALL.map(Metric::name).join(","))?;
    for group in statistics.groups(1) {
        let (levels, columns) = group?;
        for (row, level) in levels.enumerate() {
            write!(out, "{}", field(&statistics.seed(level).to_string()))?;
            for column in &columns {
                match column[row] {
                    value if value.is_nan() => write!(out, ",")?,
                    value => write!(out, ",{value}")?,
                }
            }
            writeln!(out)?;
        }
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

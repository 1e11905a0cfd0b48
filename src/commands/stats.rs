//! `undercroft stats`: what many levels of one kind are like.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use undercroft_mapgen::Metric;

use crate::arguments::{KindArguments, RowFormat, Stats};
use crate::output::{Output, print};
use crate::plot::{Figure, Series, heat_map, histograms, thousands};
use crate::progress;
use crate::report::{in_words, note, usage};
use crate::source::fresh_seed;
use crate::statistics::{self, Statistics};
use crate::text::{BOLD, columns};

pub(crate) fn run(arguments: &Stats) -> anyhow::Result<()> {
    // Both kinds get the same seeds, a fresh one as well.
    let mut kind = arguments.kind.clone();
    kind.seed.get_or_insert_with(fresh_seed);
    let mut kinds = vec![kind.levels(arguments.count)?];
    if let Some(other) = &arguments.against {
        // What is changed is the first; the other is taken as it is.
        let other = KindArguments { recipe: Some(other.clone()), plan: None, settings: Vec::new(), ..kind };
        kinds.push(other.levels(arguments.count)?);
    }
    let rows = arguments.rows.unwrap_or(RowFormat::Csv);
    check(rows)?;
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder).map_err(|error| anyhow!("--out {}: {}", folder.display(), in_words(&error)))?;
    }
    kinds[0].tell_seed();

    let mut all: Vec<Statistics> = Vec::new();
    for levels in &kinds {
        let bar = progress::bar(arguments.count, "levels");
        let statistics = Statistics::of(levels.name().to_owned(), levels, || bar.inc(1));
        bar.finish_and_clear();
        all.push(statistics?);
    }
    for statistics in &all {
        print(&summary(statistics))?;
    }
    match &arguments.out {
        Some(folder) => write_all(folder, &all, arguments.heat, rows),
        None => Ok(()),
    }
}

fn summary(statistics: &Statistics) -> String {
    let mut text =
        format!("{BOLD}{}{BOLD:#}, {} levels\n\n", statistics.name, thousands(statistics.samples.len() as u64));
    text += &columns(&statistics::text(statistics));
    text += "\n\nVetoes\n";
    let vetoes = statistics.vetoes();
    match vetoes.is_empty() {
        true => text += "  none: every first draft passed\n",
        false => {
            let rows: Vec<[String; 3]> = vetoes
                .iter()
                .map(|(reason, count, seed)| [format!("  {count}"), reason.clone(), format!("as with seed {seed}")])
                .collect();
            text += &(columns(&rows) + "\n");
        }
    }
    for (seed, failure) in statistics.failures().take(5) {
        text += &format!("  no level of seed {seed}: {failure}\n");
    }
    let times = statistics.times();
    if !times.is_empty() {
        let rows: Vec<[String; 2]> = times
            .iter()
            .map(|(step, time)| [format!("  {step}"), format!("{:.1} µs", time.as_secs_f64() * 1e6)])
            .collect();
        text += &format!("\nMean time\n{}\n", columns(&rows));
    }
    text + "\n"
}

fn write_all(folder: &Path, all: &[Statistics], heat: [Metric; 2], rows: RowFormat) -> anyhow::Result<()> {
    for statistics in all {
        let ending = if all.len() > 1 { format!("-{}", statistics.name) } else { String::new() };
        write_rows(folder, &format!("levels{ending}"), statistics, rows)?;
        write(folder, &format!("table{ending}.csv"), statistics::table_csv(statistics).as_bytes())?;
    }
    let names: Vec<&str> = all.iter().map(|statistics| statistics.name.as_str()).collect();
    let title = format!("{}, {} levels", names.join(" against "), thousands(all[0].samples.len() as u64));
    let values: Vec<(Metric, Vec<f64>, Vec<f64>)> = Metric::ALL
        .into_iter()
        .map(|metric| {
            let of = |index: usize| all.get(index).map(|statistics| statistics.values(metric)).unwrap_or_default();
            (metric, of(0), of(1))
        })
        // Where nothing is ever counted there is nothing to see.
        .filter(|(_, one, other)| one.iter().chain(other).any(|value| *value != 0.0))
        .collect();
    let series: Vec<Series<'_>> =
        values.iter().map(|(metric, one, other)| Series { name: metric.name(), values: [one, other] }).collect();
    draw(folder, "histograms", &histograms(&title, &names, &series))?;

    let pairs = |statistics: &Statistics| {
        let pair = |sample: &statistics::Sample| Some([sample.value(heat[0])?, sample.value(heat[1])?]);
        statistics.samples.iter().filter_map(pair).collect::<Vec<_>>()
    };
    let panels: Vec<(&str, Vec<[f64; 2]>)> =
        all.iter().map(|statistics| (statistics.name.as_str(), pairs(statistics))).collect();
    draw(folder, "range", &heat_map(&title, heat.map(Metric::name), &panels))?;
    note(format_args!("written: tables, histograms and the range in {}", folder.display()));
    Ok(())
}

/// Whether rows can be written in this form, before a million levels are made for nothing.
fn check(rows: RowFormat) -> anyhow::Result<()> {
    match rows {
        RowFormat::Parquet if cfg!(not(feature = "parquet")) => Err(usage(
            "--rows parquet: this undercroft was built without it; build it with `cargo build --release --features parquet`",
        )),
        _ => Ok(()),
    }
}

fn write_rows(folder: &Path, name: &str, statistics: &Statistics, rows: RowFormat) -> anyhow::Result<()> {
    match rows {
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => {
            let file = format!("{name}.parquet");
            write_with(folder, &file, |out| statistics::parquet_file::write(statistics, out))
        }
        // Without the feature, other forms were refused before anything was made.
        _ => write_with(folder, &format!("{name}.csv"), |out| statistics::csv(statistics, out)),
    }
}

fn draw(folder: &Path, name: &str, figure: &Figure) -> anyhow::Result<()> {
    write(folder, &format!("{name}.svg"), figure.svg().as_bytes())?;
    let mut bytes = Vec::new();
    figure.picture().write_png(&mut bytes)?;
    write(folder, &format!("{name}.png"), &bytes)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(folder, name, |out| out.write_all(bytes))
}

fn write_with(folder: &Path, name: &str, write: impl FnOnce(&mut Output) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = Output::to(Some(&folder.join(name)))?;
    out.put(write)?;
    out.finish()
}

//! `undercroft stats`: what many levels of one kind are like.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use undercroft_mapgen::Metric;

use crate::arguments::{KindArguments, RowFormat, Stats};
use crate::levels::fresh_seed;
use crate::messages::{in_words, note, usage};
use crate::output::{Output, print};
use crate::plot::{Figure, Histograms, heat_map, thousands};
use crate::progress;
use crate::statistics::{self, Statistics};
use crate::text_layout::{BOLD, columns};

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

    let mut all: Vec<Statistics<'_>> = Vec::new();
    for levels in &kinds {
        let bar = progress::bar(arguments.count, "levels");
        let statistics = Statistics::of(levels.name().to_owned(), levels, || bar.inc(1));
        bar.finish_and_clear();
        all.push(statistics?);
    }
    for statistics in &all {
        print(&summary(statistics)?)?;
    }
    match &arguments.out {
        Some(folder) => write_all(folder, &all, arguments.heat, rows),
        None => Ok(()),
    }
}

fn summary(statistics: &Statistics<'_>) -> anyhow::Result<String> {
    let mut text = format!("{BOLD}{}{BOLD:#}, {} levels\n\n", statistics.name, thousands(statistics.count()));
    text += &columns(&statistics::text(statistics)?);
    text += "\n\nVetoes\n";
    let vetoes = statistics.vetoes();
    match vetoes.is_empty() {
        true => text += "  none: every first draft passed\n",
        false => {
            let rows: Vec<[String; 3]> = vetoes
                .iter()
                .map(|(reason, count, seed)| {
                    [format!("  {count}"), (*reason).to_owned(), format!("as with seed {seed}")]
                })
                .collect();
            text += &(columns(&rows) + "\n");
        }
    }
    for (seed, failure) in &statistics.failures {
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
    Ok(text + "\n")
}

fn write_all(folder: &Path, all: &[Statistics<'_>], heat: [Metric; 2], rows: RowFormat) -> anyhow::Result<()> {
    for statistics in all {
        let ending = if all.len() > 1 { format!("-{}", statistics.name) } else { String::new() };
        write_rows(folder, &format!("levels{ending}"), statistics, rows)?;
        write(folder, &format!("table{ending}.csv"), statistics::table_csv(statistics)?.as_bytes())?;
    }
    let names: Vec<&str> = all.iter().map(|statistics| statistics.name.as_str()).collect();
    let title = format!("{}, {} levels", names.join(" against "), thousands(all[0].count()));
    let mut histograms = Histograms::new(&title, &names);
    for metric in Metric::ALL {
        let values = all.iter().map(|statistics| statistics.values(metric)).collect::<anyhow::Result<Vec<_>>>()?;
        // Where nothing is ever counted there is nothing to see.
        if values.iter().flatten().any(|value| *value != 0.0) {
            histograms.add(metric.name(), &values);
        }
    }
    draw(folder, "histograms", &histograms.figure)?;

    let pairs = |statistics: &Statistics<'_>| {
        let columns = [statistics.column(heat[0])?, statistics.column(heat[1])?];
        let pairs = columns[0].iter().zip(&columns[1]).map(|(x, y)| [*x, *y]);
        anyhow::Ok(pairs.filter(|pair| pair.iter().all(|value| !value.is_nan())).collect::<Vec<_>>())
    };
    let panels = all
        .iter()
        .map(|statistics| Ok((statistics.name.as_str(), pairs(statistics)?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
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

fn write_rows(folder: &Path, name: &str, statistics: &Statistics<'_>, rows: RowFormat) -> anyhow::Result<()> {
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

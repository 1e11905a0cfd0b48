//! `undercroft stats`: what many levels of one kind have in common, and how they differ.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use undercroft_mapgen::Metric;

use crate::arguments::{LevelArguments, parsers};
use crate::levels::{Levels, random_seed};
use crate::library::Library;
use crate::messages::{note, usage};
use crate::numbers::thousands;
use crate::output::{Output, create_directory, print};
use crate::parts::{Part, Run};
use crate::plot::{self, ExpressiveRange, Figure, Histograms};
use crate::progress;
use crate::statistics::{self, Statistics, by_step, microseconds};
use crate::text_layout::{BOLD, columns};

/// Measures many levels: tables, histograms, heat maps, vetoes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft stats caves
  undercroft stats halls --count 10000 --seed 1 --out halls-figures
  undercroft stats caves --against my-caves.toml --heat open,path --out both
  undercroft stats halls --by-step open,loops,dead-ends
  undercroft stats caves --count 1000000 --rows parquet --out million
  undercroft stats caves --count 1000000 --seed 1 --part 3/100 --out parts
  undercroft stats --merge parts --out million

--out receives a summary (table.csv), one row per level (levels.csv or levels.parquet), histograms
and a heat map (as SVG and PNG). With --part it receives only that part's rows; --merge gives what a
single run over all seeds would have given.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Number of levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = parsers::count, allow_negative_numbers = true)]
    count: u64,

    /// Compare with another recipe, measured on the same seeds
    #[arg(long, value_name = "RECIPE")]
    against: Option<String>,

    /// The two metrics of the heat map (see `undercroft list metrics`)
    #[arg(long, value_name = "X,Y", default_value = "open,path", value_parser = parsers::metric_pair)]
    heat: [Metric; 2],

    /// Show the means of these metrics after each step of the recipe, instead of all metrics at the end
    #[arg(
        long,
        value_name = "METRICS",
        value_delimiter = ',',
        value_parser = parsers::metric,
        conflicts_with_all = ["plan", "part", "merge", "out"]
    )]
    by_step: Vec<Metric>,

    /// Write tables and plots into this directory, which is created if needed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Format of the rows in --out
    #[arg(long, value_name = "FORMAT", default_value = "csv", requires = "out")]
    rows: RowFormat,

    /// Measure only this part of the levels, and write its rows and a report to --out; does nothing if they already exist
    #[arg(long, value_name = "K/N", requires = "out", requires = "seed", conflicts_with = "against")]
    part: Option<Part>,

    /// Take the levels from the parts in this directory instead of generating them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["part", "against", "LevelArguments"])]
    merge: Option<PathBuf>,
}

/// The format of the rows, one for each level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RowFormat {
    /// Comma-separated values: levels.csv
    Csv,
    /// Columns for data frames and databases: levels.parquet; needs the feature `parquet`, which is on by default
    Parquet,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    if arguments.rows == RowFormat::Parquet && cfg!(not(feature = "parquet")) {
        return Err(usage("--rows parquet: this build does not support it; build with `--features parquet`"));
    }
    if let Some(directory) = &arguments.merge {
        let merged = Statistics::merge(directory)?;
        print(&summary(&merged)?)?;
        let Some(out) = &arguments.out else { return Ok(()) };
        create_directory("--out", out)?;
        return write_all(out, &[merged], arguments);
    }
    let mut level = arguments.level.clone();
    level.seed.get_or_insert_with(random_seed);
    let mut compared = vec![Levels::new(library, &level, arguments.count)?];
    if let Some(other) = &arguments.against {
        // Settings apply to the first recipe only.
        let other = LevelArguments { recipe: other.clone(), plan: None, settings: Vec::new(), ..level };
        compared.push(Levels::new(library, &other, arguments.count)?);
    }
    if let Some(directory) = &arguments.out {
        create_directory("--out", directory)?;
        if let Some(part) = arguments.part {
            return measure_part(part, directory, &compared[0], arguments);
        }
    }
    compared[0].print_seed();
    if !arguments.by_step.is_empty() {
        return compared.iter().try_for_each(|levels| print_by_step(levels, &arguments.by_step));
    }

    let mut all: Vec<Statistics> = Vec::new();
    for levels in &compared {
        let bar = progress::bar(arguments.count, "levels");
        let statistics = Statistics::collect(levels, 0, levels.count, &bar);
        bar.finish_and_clear();
        all.push(statistics?);
    }
    for statistics in &all {
        print(&summary(statistics)?)?;
    }
    match &arguments.out {
        Some(directory) => write_all(directory, &all, arguments),
        None => Ok(()),
    }
}

/// Measures one part, unless that has been done already.
fn measure_part(part: Part, directory: &Path, levels: &Levels, arguments: &Arguments) -> anyhow::Result<()> {
    let run = Run {
        command: "stats",
        arguments: arguments.level.description(levels.name()),
        first_seed: levels.seed(0),
        count: levels.count,
    };
    run.make(part, directory, |first, count| {
        let bar = progress::bar(count, "levels");
        let statistics = Statistics::collect(levels, first, count, &bar);
        bar.finish_and_clear();
        let statistics = statistics?;
        write_rows(&statistics, arguments.rows, |extension| part.file(directory, extension))?;
        Ok(statistics.details())
    })
}

/// Prints the means of some metrics after each step.
fn print_by_step(levels: &Levels, metrics: &[Metric]) -> anyhow::Result<()> {
    let bar = progress::bar(levels.count, "levels");
    let means = by_step::means(levels, metrics, &bar);
    bar.finish_and_clear();
    let Some(rows) = means? else { return Err(usage("--by-step: only for the levels of a recipe")) };
    let heading =
        format!("{BOLD}{}{BOLD:#}, means of {} levels after each step", levels.name(), thousands(levels.count));
    print(&format!("{heading}\n\n{}\n\n", columns(&rows)))
}

/// Writes one row for each level to the file of that extension.
fn write_rows(statistics: &Statistics, format: RowFormat, file: impl Fn(&str) -> PathBuf) -> anyhow::Result<()> {
    match format {
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => {
            Output::write_file(&file("parquet"), |out| statistics::parquet_file::write(statistics, out))
        }
        // Without the feature, Parquet was refused at the start.
        _ => Output::write_file(&file("csv"), |out| statistics::write_levels(statistics, out)),
    }
}

fn summary(statistics: &Statistics) -> anyhow::Result<String> {
    let mut text = format!("{BOLD}{}{BOLD:#}, {} levels\n\n", statistics.name, thousands(statistics.count()));
    text += &columns(&statistics::text_rows(statistics)?);
    if let Some(similarity) = statistics.similarity() {
        text += &format!(
            "\n\nSimilarity of two levels: {similarity:.3}, where 0 is chance and 1 is the same walkable cells"
        );
    }
    text += "\n\nVetoes\n";
    let vetoes = statistics.vetoes().into_iter();
    let vetoes: Vec<[String; 3]> = vetoes
        .map(|(reason, count, seed)| [format!("  {count}"), reason.to_owned(), format!("for example, seed {seed}")])
        .collect();
    match vetoes.is_empty() {
        true => text += "  none: every first draft passed\n",
        false => text += &(columns(&vetoes) + "\n"),
    }
    for (seed, failure) in &statistics.failures {
        text += &format!("  no level for seed {seed}: {failure}\n");
    }
    let times: Vec<[String; 2]> =
        statistics.mean_times().map(|(step, time)| [format!("  {step}"), microseconds(time)]).collect();
    if !times.is_empty() {
        text += &format!("\nMean time per level\n{}\n", columns(&times));
    }
    Ok(text + "\n")
}

fn write_all(directory: &Path, all: &[Statistics], arguments: &Arguments) -> anyhow::Result<()> {
    for statistics in all {
        let suffix = if all.len() > 1 { format!("-{}", statistics.name) } else { String::new() };
        let mut table = Vec::new();
        statistics::write_table(statistics, &mut table)?;
        Output::write_file(&directory.join(format!("table{suffix}.csv")), |out| out.write_all(&table))?;
        write_rows(statistics, arguments.rows, |extension| directory.join(format!("levels{suffix}.{extension}")))?;
    }
    let names: Vec<&str> = all.iter().map(|statistics| statistics.name.as_str()).collect();
    let each = if all.len() > 1 { " each" } else { "" };
    let title = format!("{}: {} levels{each}", names.join(" and "), thousands(all[0].count()));
    let histograms = Histograms::new(&title, &names, |recipe, metric| all[recipe].sorted(metric))?;
    write_figure(directory, "histograms", &histograms)?;
    let range = ExpressiveRange::new(&title, &names, arguments.heat, |recipe, metric| all[recipe].column(metric))?;
    write_figure(directory, "range", &range)?;
    note(format_args!("wrote tables, histograms and a heat map to {}", directory.display()));
    Ok(())
}

fn write_figure(directory: &Path, name: &str, figure: &impl Figure) -> anyhow::Result<()> {
    let (svg, picture) = (plot::svg(figure)?, plot::picture(figure)?);
    Output::write_file(&directory.join(format!("{name}.svg")), |out| out.write_all(svg.as_bytes()))?;
    Output::write_file(&directory.join(format!("{name}.png")), |out| picture.write_png(out))
}

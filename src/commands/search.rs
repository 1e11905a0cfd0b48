//! `undercroft search`: seeds whose levels meet a condition.

use std::ops::ControlFlow;

use anyhow::bail;
use undercroft_mapgen::{Condition, Metric};

use crate::arguments::{LevelArguments, parsers};
use crate::levels::{Levels, is_out_of_attempts};
use crate::library::Library;
use crate::messages::{note, usage};
use crate::numbers::{rounded, thousands};
use crate::output::print;
use crate::text_layout::columns;
use crate::{parallel, progress};

/// Levels measured at a time: few enough that little work is wasted once the last seed is found.
const BATCH: u64 = 64;

/// Finds seeds whose levels meet a condition
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft search halls --where 'rooms >= 12 and loops >= 3 and path > 60'
  undercroft search caves --where 'open < 0.4' --best path --count 3 --max-seeds 20000
  undercroft list metrics                          list what can be measured

Conditions compare metrics and numbers with < <= > >= = != and combine them with + - * / and, or, not.
Exit status: 0 if enough seeds were found, 1 if not.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Condition that levels must meet, as in 'rooms >= 12 and loops >= 3'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,

    /// Search all seeds up to --max-seeds for those with the highest value of this metric
    #[arg(long, value_name = "METRIC", value_parser = parsers::metric)]
    best: Option<Metric>,

    /// Number of seeds to find
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parsers::count, allow_negative_numbers = true)]
    count: u64,

    /// Number of seeds to try
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = parsers::count, allow_negative_numbers = true)]
    max_seeds: u64,
}

/// A level that meets the condition.
struct Match {
    index: u64,
    /// The metric to maximise, or 0.
    score: f64,
    /// The metrics of the table.
    values: Vec<Option<f64>>,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let condition = arguments.condition.as_deref().map(parse).transpose()?;
    if condition.is_none() && arguments.best.is_none() {
        return Err(usage("nothing to search for: use --where 'rooms >= 12', --best path, or both"));
    }
    let levels = Levels::new(library, &arguments.level, arguments.max_seeds)?;
    levels.print_seed();
    levels.check()?;
    let metrics = table_metrics(arguments);
    let bar = progress::bar(arguments.max_seeds, "seeds");
    let mut matches: Vec<Match> = Vec::new();
    let mut tried = 0;
    let searched = parallel::for_each_in_order(
        arguments.max_seeds,
        BATCH,
        &bar,
        |index| find_match(&levels, index, condition.as_ref(), arguments.best, &metrics),
        |index, found| {
            matches.extend(found);
            tried = index + 1;
            let is_enough = arguments.best.is_none() && matches.len() as u64 >= arguments.count;
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    );
    bar.finish_and_clear();
    searched?;
    if arguments.best.is_some() {
        matches.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.index.cmp(&other.index)));
    }
    matches.truncate(usize::try_from(arguments.count).unwrap_or(usize::MAX));

    if !matches.is_empty() {
        print(&table(&levels, &metrics, &matches))?;
    }
    note(format_args!("{} found in {} seeds", matches.len(), thousands(tried)));
    if (matches.len() as u64) < arguments.count {
        bail!(
            "found only {} of {} seeds; try more with --max-seeds, or relax the condition",
            matches.len(),
            arguments.count
        );
    }
    Ok(())
}

/// Parses a condition; an error points at its column.
fn parse(text: &str) -> anyhow::Result<Condition> {
    Condition::parse(text).map_err(|error| {
        let indent = " ".repeat(error.column.saturating_sub(1));
        usage(format!("--where: {}\n  {text}\n  {indent}^", error.problem))
    })
}

/// The metrics in the condition and, if these are few, some that are always of interest.
fn table_metrics(arguments: &Arguments) -> Vec<Metric> {
    let condition = arguments.condition.as_deref().unwrap_or_default();
    let words: Vec<&str> = condition.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
    let is_used = |metric: &Metric| words.contains(&metric.name()) || arguments.best == Some(*metric);
    let mut metrics: Vec<Metric> = Metric::ALL.into_iter().filter(is_used).collect();
    let usual = [Metric::Open, Metric::Rooms, Metric::Loops, Metric::Path];
    if metrics.len() < usual.len() {
        metrics.extend(usual.into_iter().filter(|metric| !is_used(metric)));
    }
    metrics
}

fn find_match(
    levels: &Levels,
    index: u64,
    condition: Option<&Condition>,
    best: Option<Metric>,
    metrics: &[Metric],
) -> anyhow::Result<Option<Match>> {
    let level = match levels.level(index) {
        Ok(level) => level,
        Err(error) if is_out_of_attempts(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let survey = level.survey();
    if condition.is_some_and(|condition| !condition.holds(&survey)) {
        return Ok(None);
    }
    let score = best.map_or(Some(0.0), |metric| metric.measure(&survey));
    let values = metrics.iter().map(|metric| metric.measure(&survey)).collect();
    Ok(score.map(|score| Match { index, score, values }))
}

fn table(levels: &Levels, metrics: &[Metric], matches: &[Match]) -> String {
    let names = metrics.iter().map(|metric| metric.name().to_owned());
    let mut rows: Vec<Vec<String>> = vec![std::iter::once("seed".to_owned()).chain(names).collect()];
    rows.extend(matches.iter().map(|found| {
        let values = found.values.iter().map(|value| value.map(rounded).unwrap_or_default());
        std::iter::once(levels.seed(found.index).to_string()).chain(values).collect()
    }));
    columns(&rows) + "\n"
}

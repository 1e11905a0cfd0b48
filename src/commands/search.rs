//! `undercroft search`: seeds whose levels meet a condition.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use csv::StringRecord;
use serde_json::{Value, json};
use undercroft_mapgen::{Condition, Metric, Seed};

use crate::arguments::{LevelArguments, parsers};
use crate::levels::{Levels, is_out_of_attempts};
use crate::library::Library;
use crate::messages::{note, usage};
use crate::numbers::{rounded, thousands};
use crate::output::{Output, print};
use crate::parts::{self, Part, Report, Run};
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
  undercroft search halls --where 'loops >= 20' --max-seeds 10000000 --seed 1 --part 3/100 --out parts
  undercroft search --merge parts
  undercroft list metrics                          list what can be measured

Conditions compare metrics and numbers with < <= > >= = != and combine them with + - * / and, or, not.
With --part, --out receives what that part of the seeds has to offer; --merge gives what a single search would have found.
Exit status: 0 if enough seeds were found, 1 if not.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Condition that levels must meet, as in 'rooms >= 12 and loops >= 3'
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "merge")]
    condition: Option<String>,

    /// Search all seeds up to --max-seeds for those with the highest value of this metric
    #[arg(long, value_name = "METRIC", value_parser = parsers::metric, conflicts_with = "merge")]
    best: Option<Metric>,

    /// Number of seeds to find
    #[arg(
        long, value_name = "N", default_value_t = 10, value_parser = parsers::count, allow_negative_numbers = true,
        conflicts_with = "merge",
    )]
    count: u64,

    /// Number of seeds to try
    #[arg(
        long, value_name = "N", default_value_t = 10_000, value_parser = parsers::count, allow_negative_numbers = true,
        conflicts_with = "merge",
    )]
    max_seeds: u64,

    /// Search only this part of the seeds, and write what it finds to --out; does nothing if that already exists
    #[arg(long, value_name = "K/N", requires = "out", requires = "seed")]
    part: Option<Part>,

    /// Directory for the rows and the report of --part, which is created if needed
    #[arg(long, value_name = "DIR", requires = "part")]
    out: Option<PathBuf>,

    /// Take what was found from the parts in this directory instead of searching
    #[arg(long, value_name = "DIR", conflicts_with_all = ["part", "LevelArguments"])]
    merge: Option<PathBuf>,
}

/// A level that meets the condition.
struct Match {
    seed: Seed,
    /// How many seeds were tried, this one included.
    tried: u64,
    /// The metrics of the table.
    values: Vec<Option<f64>>,
}

/// What was found among the seeds tried so far.
struct Found {
    /// The metrics of the table.
    metrics: Vec<Metric>,
    /// The metric to maximise.
    best: Option<Metric>,
    /// How many matches are wanted.
    count: u64,
    matches: Vec<Match>,
    /// How many seeds were tried.
    tried: u64,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    if let Some(directory) = &arguments.merge {
        return report(&merge(directory)?);
    }
    let condition = arguments.condition.as_deref().map(parse).transpose()?;
    if condition.is_none() && arguments.best.is_none() {
        return Err(usage("nothing to search for: use --where 'rooms >= 12', --best path, or both"));
    }
    let levels = Levels::new(library, &arguments.level, arguments.max_seeds)?;
    levels.print_seed();
    levels.check()?;
    let search = |first, count| search(arguments, &levels, condition.as_ref(), first, count);
    let (Some(part), Some(directory)) = (arguments.part, &arguments.out) else {
        return report(&search(0, arguments.max_seeds)?);
    };
    let condition = arguments.condition.as_deref().unwrap_or_default();
    let best = arguments.best.map_or("", Metric::name);
    let level = arguments.level.description(levels.name());
    let run = Run {
        command: "search",
        arguments: format!("{level}, where `{condition}`, best `{best}` of {}", arguments.count),
        first_seed: levels.seed(0),
        count: levels.count,
    };
    run.make(part, directory, |first, count| {
        let found = search(first, count)?;
        Output::write_file(&part.file(directory, "csv"), |out| found.write_csv(out))?;
        Ok(found.details())
    })
}

/// Searches `count` seeds from the `first` on.
fn search(
    arguments: &Arguments,
    levels: &Levels,
    condition: Option<&Condition>,
    first: u64,
    count: u64,
) -> anyhow::Result<Found> {
    let metrics = table_metrics(arguments);
    let mut found =
        Found { metrics, best: arguments.best, count: arguments.count, matches: Vec::new(), tried: first + count };
    let bar = progress::bar(count, "seeds");
    let (metrics, matches) = (&found.metrics, &mut found.matches);
    let searched = parallel::for_each_in_order(
        count,
        BATCH,
        &bar,
        |index| find_match(levels, first + index, condition, arguments.best, metrics),
        |_, found| {
            matches.extend(found);
            let is_enough = arguments.best.is_none() && matches.len() as u64 >= arguments.count;
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    );
    bar.finish_and_clear();
    searched?;
    found.choose();
    Ok(found)
}

/// What a search of all parts in a directory would have found.
fn merge(directory: &Path) -> anyhow::Result<Found> {
    let reports = parts::reports("search", directory)?;
    let mut merged: Option<Found> = None;
    for report in &reports {
        let part = Found::read(report)?;
        match &mut merged {
            None => merged = Some(part),
            Some(merged) => {
                merged.matches.extend(part.matches);
                merged.tried = part.tried;
            }
        }
    }
    let Some(mut merged) = merged else { bail!("--merge {}: no parts here", directory.display()) };
    merged.choose();
    Ok(merged)
}

impl Found {
    /// Keeps as many matches as are wanted: the best ones, or the first. Of equals, the first is better.
    fn choose(&mut self) {
        let wanted = usize::try_from(self.count).unwrap_or(usize::MAX);
        if let Some(column) = self.metrics.iter().position(|metric| self.best == Some(*metric)) {
            let score = |found: &Match| found.values[column].unwrap_or(f64::NEG_INFINITY);
            self.matches.sort_by(|one, other| score(other).total_cmp(&score(one)));
        }
        self.matches.truncate(wanted);
        if let Some(last) = self.matches.last().filter(|_| self.best.is_none() && self.matches.len() == wanted) {
            self.tried = last.tried;
        }
    }

    /// One row for each match, as CSV. A value that a level does not have is empty.
    fn write_csv(&self, out: impl io::Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(["seed", "tried"].into_iter().chain(self.metrics.iter().map(|metric| metric.name())))?;
        for found in &self.matches {
            let values = found.values.iter().map(|value| value.map(|value| value.to_string()).unwrap_or_default());
            csv.write_record([found.seed.to_string(), found.tried.to_string()].into_iter().chain(values))?;
        }
        csv.flush()
    }

    /// What merging has to know besides the matches.
    fn details(&self) -> Value {
        let metrics: Vec<&str> = self.metrics.iter().map(|metric| metric.name()).collect();
        json!({
            "metrics": metrics,
            "best": self.best.map(Metric::name),
            "count": self.count,
            "tried": self.tried,
            "rows": self.matches.len(),
        })
    }

    /// Reads a part.
    fn read(report: &Report) -> anyhow::Result<Self> {
        let details = &report.details;
        let metric = |name: &Value| name.as_str().and_then(Metric::named);
        let Some(names) = details["metrics"].as_array() else { return Err(report.damaged("it names no metrics")) };
        let mut found = Self {
            metrics: names.iter().filter_map(metric).collect(),
            best: metric(&details["best"]),
            count: details["count"].as_u64().unwrap_or(0),
            matches: Vec::new(),
            tried: details["tried"].as_u64().unwrap_or(0),
        };
        let columns = found.metrics.len();
        report.read_csv(|row| {
            found.matches.push(Match::read(row).filter(|found| found.values.len() == columns)?);
            Some(Ok(()))
        })?;
        report.check_rows(found.matches.len() as u64)?;
        Ok(found)
    }
}

impl Match {
    /// A row of [`Found::write_csv`].
    fn read(row: &StringRecord) -> Option<Self> {
        let mut fields = row.iter();
        let seed = Seed::from(fields.next()?);
        let tried = fields.next()?.parse().ok()?;
        let value = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some) };
        Some(Self { seed, tried, values: fields.map(value).collect::<Result<_, _>>().ok()? })
    }
}

/// Prints what was found.
fn report(found: &Found) -> anyhow::Result<()> {
    if !found.matches.is_empty() {
        print(&table(found))?;
    }
    let matches = found.matches.len();
    note(format_args!("{matches} found in {} seeds", thousands(found.tried)));
    if (matches as u64) < found.count {
        bail!("found only {matches} of {} seeds; try more with --max-seeds, or relax the condition", found.count);
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
    if best.is_some_and(|metric| metric.measure(&survey).is_none()) {
        return Ok(None);
    }
    let values = metrics.iter().map(|metric| metric.measure(&survey)).collect();
    Ok(Some(Match { seed: levels.seed(index), tried: index + 1, values }))
}

fn table(found: &Found) -> String {
    let names = found.metrics.iter().map(|metric| metric.name().to_owned());
    let mut rows: Vec<Vec<String>> = vec![std::iter::once("seed".to_owned()).chain(names).collect()];
    rows.extend(found.matches.iter().map(|found| {
        let values = found.values.iter().map(|value| value.map(rounded).unwrap_or_default());
        std::iter::once(found.seed.to_string()).chain(values).collect()
    }));
    columns(&rows) + "\n"
}

//! `undercroft search`: seeds whose levels are as one wishes.

use indicatif::ProgressBar;
use rayon::prelude::*;
use undercroft_mapgen::{BuildError, Condition, Metric};

use crate::arguments::Search;
use crate::levels::Levels;
use crate::messages::{note, usage};
use crate::output::print;
use crate::progress;
use crate::statistics::number;

/// How many seeds are looked at before it is asked whether enough are found.
const BATCH: u64 = 64;

/// A seed that was found.
struct Found {
    index: u64,
    best: f64,
    /// The metrics that the table shows.
    values: Vec<Option<f64>>,
}

pub(crate) fn run(arguments: &Search) -> anyhow::Result<()> {
    let condition = arguments.condition.as_deref().map(condition).transpose()?;
    if condition.is_none() && arguments.best.is_none() {
        return Err(usage("say what to look for: --where 'rooms >= 12', --best path, or both"));
    }
    let levels = arguments.kind.levels(arguments.most)?;
    levels.tell_seed();
    levels.check()?;
    let shown = shown(arguments);
    let bar = progress::bar(arguments.most, "seeds");
    let search = Looking { levels: &levels, condition: condition.as_ref(), arguments, shown: &shown, bar: &bar };
    let found = search.run();
    let looked_at = bar.position();
    bar.finish_and_clear();
    let mut found = found?;
    if arguments.best.is_some() {
        found.sort_by(|one, other| other.best.total_cmp(&one.best).then(one.index.cmp(&other.index)));
    }
    found.truncate(usize::try_from(arguments.count).unwrap_or(usize::MAX));

    print(&table(&levels, &shown, &found))?;
    note(format_args!("{} found among {looked_at} seeds", found.len()));
    match (found.len() as u64) < arguments.count {
        true => Err(anyhow::anyhow!(
            "only {} of {} were found; look at more seeds with --most, or ask for less",
            found.len(),
            arguments.count
        )),
        false => Ok(()),
    }
}

fn condition(text: &str) -> anyhow::Result<Condition> {
    Condition::parse(text).map_err(|error| {
        let under = " ".repeat(error.column.saturating_sub(1));
        usage(format!("--where: {}\n  {text}\n  {under}^", error.problem))
    })
}

/// The metrics that are asked about, and the usual ones.
fn shown(arguments: &Search) -> Vec<Metric> {
    let asked = arguments.condition.as_deref().unwrap_or_default();
    let words: Vec<&str> = asked.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
    let usual = [Metric::Open, Metric::Rooms, Metric::Loops, Metric::Path];
    let is_asked = |metric: &Metric| words.contains(&metric.name()) || arguments.best == Some(*metric);
    let mut shown: Vec<Metric> = Metric::ALL.into_iter().filter(is_asked).collect();
    if shown.len() < usual.len() {
        shown.extend(usual.into_iter().filter(|metric| !is_asked(metric)));
    }
    shown
}

struct Looking<'a> {
    levels: &'a Levels,
    condition: Option<&'a Condition>,
    arguments: &'a Search,
    shown: &'a [Metric],
    bar: &'a ProgressBar,
}

impl Looking<'_> {
    /// Looks through the seeds in their order, many at a time, until enough are found. What is found does not depend on
    /// the number of cores.
    fn run(&self) -> anyhow::Result<Vec<Found>> {
        let mut found: Vec<Found> = Vec::new();
        let mut first = 0;
        while first < self.arguments.most {
            let end = first.saturating_add(BATCH).min(self.arguments.most);
            let batch: Vec<Option<Found>> =
                (first..end).into_par_iter().map(|index| self.look(index)).collect::<anyhow::Result<_>>()?;
            found.extend(batch.into_iter().flatten());
            if self.arguments.best.is_none() && found.len() as u64 >= self.arguments.count {
                break;
            }
            first = end;
        }
        Ok(found)
    }

    fn look(&self, index: u64) -> anyhow::Result<Option<Found>> {
        let made = self.levels.level(index);
        self.bar.inc(1);
        let shown = match made {
            Ok(shown) => shown,
            // A seed without a level is not what was looked for.
            Err(error) if matches!(error.downcast_ref(), Some(BuildError::OutOfAttempts { .. })) => return Ok(None),
            Err(error) => return Err(error),
        };
        let survey = shown.survey();
        if self.condition.is_some_and(|condition| !condition.holds(&survey)) {
            return Ok(None);
        }
        let best = match self.arguments.best {
            Some(metric) => match metric.measure(&survey) {
                Some(value) => value,
                None => return Ok(None),
            },
            None => 0.0,
        };
        let values = self.shown.iter().map(|metric| metric.measure(&survey)).collect();
        Ok(Some(Found { index, best, values }))
    }
}

fn table(levels: &Levels, shown: &[Metric], found: &[Found]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let heading = std::iter::once("seed".to_owned()).chain(shown.iter().map(|metric| metric.name().to_owned()));
    let rows = found.iter().map(|found| {
        let value = |value: &Option<f64>| value.map(number).unwrap_or_default();
        std::iter::once(levels.seed(found.index).to_string()).chain(found.values.iter().map(value)).collect()
    });
    let rows: Vec<Vec<String>> = std::iter::once(heading.collect()).chain(rows).collect();
    let widths: Vec<usize> =
        (0..=shown.len()).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

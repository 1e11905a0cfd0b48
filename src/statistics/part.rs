//! One part of many levels, measured by itself: on another machine, or again after a failure.
//!
//! A part is two files in the same directory: its rows, and a report that appears only once the rows are complete. Merging
//! reads the rows of all parts in order, so that the result is that of a single run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};
use undercroft_mapgen::{GENERATOR_VERSION, Metric, Seed};

use super::spool::{Row, Spool};
use super::{MAX_FAILURES, SPOOL, Statistics, StepTimes};
use crate::messages::describe;
use crate::output::Output;

/// The most parts that a run may have.
const MAX_PARTS: u64 = 1_000_000;
/// How many missing parts an error names.
const MAX_NAMED: usize = 10;

/// `3/1000` is the third of a thousand parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    number: u64,
    of: u64,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let usage = || format!("expected NUMBER/COUNT, as in 3/1000, with at most {MAX_PARTS} parts");
        let (number, of) = typed.split_once('/').ok_or_else(usage)?;
        let number = number.parse().map_err(|_| usage())?;
        let of = of.parse().map_err(|_| usage())?;
        if number == 0 || number > of || of > MAX_PARTS {
            return Err(usage());
        }
        Ok(Self { number, of })
    }
}

impl Part {
    /// The first level of the part, and how many it has of `count`.
    pub(crate) fn range(self, count: u64) -> (u64, u64) {
        let start = |number: u64| (u128::from(count) * u128::from(number) / u128::from(self.of)) as u64;
        let (first, end) = (start(self.number - 1), start(self.number));
        (first, end - first)
    }

    /// The name of the part's files, without the extension. Names sort as parts do.
    fn stem(self) -> String {
        let width = self.of.to_string().len();
        format!("part-{:0width$}-of-{}", self.number, self.of)
    }

    /// The file of the part's rows.
    pub(crate) fn rows(self, directory: &Path, extension: &str) -> PathBuf {
        directory.join(format!("{}.{extension}", self.stem()))
    }

    fn report(self, directory: &Path) -> PathBuf {
        directory.join(format!("{}.json", self.stem()))
    }

    /// Whether the part of this run is complete.
    ///
    /// # Errors
    /// If the directory holds this part of another run.
    pub(crate) fn is_done(self, directory: &Path, run: &str) -> anyhow::Result<bool> {
        let path = self.report(directory);
        if !path.exists() {
            return Ok(false);
        }
        let report = read_report(&path)?;
        match report["run"].as_str() == Some(run) {
            true => Ok(true),
            false => bail!("{}: is part of another run; choose another directory for --out", path.display()),
        }
    }

    /// Writes the report, which marks the rows as complete.
    pub(crate) fn write_report(self, directory: &Path, run: &str, statistics: &Statistics) -> anyhow::Result<()> {
        let vetoes = statistics.vetoes.iter();
        let vetoes: Vec<Value> =
            vetoes.map(|(reason, (count, seed))| json!([reason, count, seed.to_string()])).collect();
        let failures = statistics.failures.iter();
        let failures: Vec<Value> = failures.map(|(seed, reason)| json!([seed.to_string(), reason])).collect();
        let report = json!({
            "run": run,
            "name": statistics.name,
            "first_seed": statistics.first_seed.to_string(),
            "part": self.number,
            "of": self.of,
            "rows": statistics.count(),
            "vetoes": vetoes,
            "failures": failures,
        });
        Output::write_file(&self.report(directory), |out| {
            std::io::Write::write_all(out, format!("{report}\n").as_bytes())
        })
    }
}

/// Identifies a run by everything that its rows depend on.
pub(crate) fn identity(arguments: &str, first_seed: &Seed, count: u64) -> String {
    format!("generator {GENERATOR_VERSION}, {arguments}, seed {first_seed}, {count} levels")
}

/// Reads all parts in a directory.
///
/// # Errors
/// If parts are missing, damaged, or of different runs.
pub(crate) fn merge(directory: &Path) -> anyhow::Result<Statistics> {
    let reports = reports(directory)?;
    let [first, ..] = &reports[..] else {
        bail!("--merge {}: no parts here; create them with --part 1/N --out {0}", directory.display());
    };
    let of = first["of"].as_u64().unwrap_or(0);
    let mut by_number = BTreeMap::new();
    for report in &reports {
        if report["run"] != first["run"] || report["of"] != first["of"] {
            bail!(
                "--merge {}: has parts of different runs: {} and {}",
                directory.display(),
                first["run"],
                report["run"]
            );
        }
        by_number.insert(report["part"].as_u64().unwrap_or(0), report);
    }
    let missing: Vec<String> =
        (1..=of).filter(|number| !by_number.contains_key(number)).take(MAX_NAMED).map(|n| n.to_string()).collect();
    if !missing.is_empty() {
        let count = of - by_number.len() as u64;
        bail!("--merge {}: {count} of {of} parts are missing, among them {}", directory.display(), missing.join(", "));
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut merged = Statistics {
        name: text(&first["name"]),
        first_seed: Seed::from(text(&first["first_seed"])),
        spool: Spool::new().context(SPOOL)?,
        vetoes: BTreeMap::new(),
        failures: Vec::new(),
        times: StepTimes::default(),
        first: 0,
    };
    for (number, report) in by_number {
        let part = Part { number, of };
        let before = merged.spool.len();
        read_rows(part, directory, &mut |row| merged.spool.push(row).context(SPOOL))?;
        let (found, expected) = (merged.spool.len() - before, report["rows"].as_u64().unwrap_or(0));
        if found != expected {
            let stem = part.stem();
            bail!("{}: {stem} has {found} rows, but its report says {expected}; measure it again", directory.display());
        }
        for veto in report["vetoes"].as_array().into_iter().flatten() {
            let seed = Seed::from(text(&veto[2]));
            merged.vetoes.entry(text(&veto[0])).or_insert((0, seed)).0 += veto[1].as_u64().unwrap_or(0);
        }
        for failure in report["failures"].as_array().into_iter().flatten() {
            if merged.failures.len() < MAX_FAILURES {
                merged.failures.push((Seed::from(text(&failure[0])), text(&failure[1])));
            }
        }
    }
    merged.spool.flush().context(SPOOL)?;
    Ok(merged)
}

fn reports(directory: &Path) -> anyhow::Result<Vec<Value>> {
    let problem = |error: std::io::Error| anyhow!("--merge {}: {}", directory.display(), describe(&error));
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("part-") && name.ends_with(".json") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| read_report(path)).collect()
}

fn read_report(path: &Path) -> anyhow::Result<Value> {
    let text = crate::text_files::read(path)?;
    serde_json::from_str(&text).with_context(|| format!("{}: not the report of a part", path.display()))
}

/// Calls `push` with every row of a part, from its CSV or Parquet file.
fn read_rows(part: Part, directory: &Path, push: &mut dyn FnMut(&Row) -> anyhow::Result<()>) -> anyhow::Result<()> {
    #[cfg(feature = "parquet")]
    {
        let path = part.rows(directory, "parquet");
        if path.exists() {
            return super::parquet_file::read(&path, push);
        }
    }
    let path = part.rows(directory, "csv");
    let damaged = || format!("{}: not the rows of a part; measure it again", path.display());
    let mut reader = csv::Reader::from_path(&path).with_context(damaged)?;
    for record in reader.records() {
        let record = record.with_context(damaged)?;
        let mut row: Row = [f64::NAN; Metric::ALL.len()];
        if record.len() != row.len() + 1 {
            bail!(damaged());
        }
        for (value, text) in row.iter_mut().zip(record.iter().skip(1)).filter(|(_, text)| !text.is_empty()) {
            *value = text.parse().with_context(damaged)?;
        }
        push(&row)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_every_level_once() {
        for (count, of) in [(10, 3), (1, 5), (1_000_003, 7), (u64::MAX, 1_000)] {
            let mut next = 0;
            for number in 1..=of {
                let (first, length) = Part { number, of }.range(count);
                assert_eq!(first, next);
                next += length;
            }
            assert_eq!(next, count);
        }
    }

    #[test]
    fn malformed_parts_are_refused() {
        assert_eq!("3/10".parse(), Ok(Part { number: 3, of: 10 }));
        for typed in ["", "3", "0/5", "6/5", "1/0", "a/b", "1/99999999"] {
            assert!(typed.parse::<Part>().unwrap_err().contains("3/1000"), "{typed}");
        }
    }
}

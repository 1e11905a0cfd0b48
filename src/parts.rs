//! One part of a long run, made by itself: on another machine, or again after a failure.
//!
//! A part is two files in the same directory: its rows, and a report that appears only once the rows are complete. Merging
//! reads the rows of all parts in order, so that the result is that of a single run.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use csv::StringRecord;
use serde_json::{Value, json};
use undercroft_game::record::RULES_VERSION;
use undercroft_mapgen::{GENERATOR_VERSION, Seed};

use crate::messages::{describe, note};
use crate::output::{Output, create_directory};

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
    /// The first item of the part, and how many it has of `count`.
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

    /// The part's file with this extension.
    pub(crate) fn file(self, directory: &Path, extension: &str) -> PathBuf {
        directory.join(format!("{}.{extension}", self.stem()))
    }
}

/// A run that is made in parts.
pub(crate) struct Run {
    /// The command, as in `stats`.
    pub(crate) command: &'static str,
    /// Everything that the rows depend on besides the seeds.
    pub(crate) arguments: String,
    pub(crate) first_seed: Seed,
    /// The number of seeds.
    pub(crate) count: u64,
}

impl Run {
    /// Identifies the run by everything that its rows depend on.
    fn identity(&self) -> String {
        let Self { arguments, first_seed, count, .. } = self;
        format!("generator {GENERATOR_VERSION}, rules {RULES_VERSION}, {arguments}, seed {first_seed}, {count} seeds")
    }

    /// Makes one part, unless that has been done already. `make` gets the first seed's number and how many there are, writes
    /// the rows, and returns what merging has to know.
    ///
    /// # Errors
    /// If the directory holds this part of another run.
    pub(crate) fn make(
        &self,
        part: Part,
        directory: &Path,
        make: impl FnOnce(u64, u64) -> anyhow::Result<Value>,
    ) -> anyhow::Result<()> {
        create_directory("--out", directory)?;
        let path = part.file(directory, "json");
        if path.exists() {
            let report = Report::read(&path)?;
            if report.command != self.command || report.run != self.identity() {
                bail!("{}: is part of another run; choose another directory for --out", path.display());
            }
            note("this part already exists");
            return Ok(());
        }
        let (first, count) = part.range(self.count);
        let details = make(first, count)?;
        let report = json!({
            "command": self.command,
            "run": self.identity(),
            "part": part.number,
            "of": part.of,
            "details": details,
        });
        Output::write_file(&path, |out| writeln!(out, "{report}"))
    }
}

/// The report of a part, which marks its rows as complete.
pub(crate) struct Report {
    command: String,
    run: String,
    part: Part,
    path: PathBuf,
    /// What merging has to know.
    pub(crate) details: Value,
}

impl Report {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let not_a_report = || format!("{}: not the report of a part", path.display());
        let mut report: Value = serde_json::from_str(&crate::text_files::read(path)?).with_context(not_a_report)?;
        let text = |key: &str| report[key].as_str().map(str::to_owned).with_context(not_a_report);
        let number = |key: &str| report[key].as_u64().with_context(not_a_report);
        Ok(Self {
            command: text("command")?,
            run: text("run")?,
            part: Part { number: number("part")?, of: number("of")? },
            path: path.to_owned(),
            details: report["details"].take(),
        })
    }

    /// The file of the part's rows.
    pub(crate) fn rows(&self, extension: &str) -> PathBuf {
        self.path.with_extension(extension)
    }

    /// An error in the files of the part.
    pub(crate) fn damaged(&self, problem: impl Display) -> anyhow::Error {
        anyhow!("{}: {problem}; remove this file and make the part again", self.path.display())
    }

    /// Fails unless the part has as many rows as its report says.
    pub(crate) fn check_rows(&self, found: u64) -> anyhow::Result<()> {
        let expected = self.details["rows"].as_u64().unwrap_or(0);
        if found != expected {
            return Err(self.damaged(format_args!("the part has {found} rows instead of {expected}")));
        }
        Ok(())
    }

    /// Calls `push` with every row of the part's CSV file. It returns `None` if a row makes no sense.
    pub(crate) fn read_csv(
        &self,
        mut push: impl FnMut(&StringRecord) -> Option<anyhow::Result<()>>,
    ) -> anyhow::Result<()> {
        let path = self.rows("csv");
        let damaged = || self.damaged(format_args!("its rows, {}, cannot be read", path.display()));
        let mut reader = csv::Reader::from_path(&path).map_err(|_| damaged())?;
        for record in reader.records() {
            push(&record.map_err(|_| damaged())?).ok_or_else(damaged)??;
        }
        Ok(())
    }
}

/// Reads the reports of all parts of a run, in order.
///
/// # Errors
/// If parts are missing, damaged, of different runs, or of another command.
pub(crate) fn reports(command: &str, directory: &Path) -> anyhow::Result<Vec<Report>> {
    let merge = format!("--merge {}", directory.display());
    let mut reports = read_reports(directory)?;
    reports.sort_by_key(|report| report.part.number);
    reports.dedup_by_key(|report| report.part.number);
    let Some(first) = reports.first() else {
        bail!("{merge}: no parts here; create them with --part 1/N --out {}", directory.display());
    };
    if first.command != command {
        bail!("{merge}: has parts of `undercroft {0}`; use `undercroft {0} --merge`", first.command);
    }
    if let Some(other) = reports.iter().find(|other| other.run != first.run || other.part.of != first.part.of) {
        bail!("{merge}: has parts of different runs: {} and {}", first.run, other.run);
    }
    let of = first.part.of;
    let is_there = |number: &u64| reports.binary_search_by_key(number, |report| report.part.number).is_ok();
    let missing: Vec<String> =
        (1..=of).filter(|number| !is_there(number)).take(MAX_NAMED).map(|number| number.to_string()).collect();
    if !missing.is_empty() {
        let count = of.saturating_sub(reports.len() as u64);
        bail!("{merge}: {count} of {of} parts are missing, among them {}", missing.join(", "));
    }
    Ok(reports)
}

fn read_reports(directory: &Path) -> anyhow::Result<Vec<Report>> {
    let problem = |error: std::io::Error| anyhow!("--merge {}: {}", directory.display(), describe(&error));
    let mut reports = Vec::new();
    for entry in fs::read_dir(directory).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("part-") && name.ends_with(".json") {
            reports.push(Report::read(&path)?);
        }
    }
    Ok(reports)
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

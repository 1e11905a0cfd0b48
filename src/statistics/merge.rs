//! Statistics as parts: what a part's report has to say, and all parts read back as one run.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};
use undercroft_mapgen::{Metric, Seed};

use super::spool::{Row, Spool};
use super::{MAX_FAILURES, SPOOL, Similarity, Statistics, StepTimes};
use crate::parts::{self, Report};

impl Statistics {
    /// What merging has to know about a part besides its rows.
    pub(crate) fn details(&self) -> Value {
        let vetoes = self.vetoes.iter();
        let vetoes: Vec<Value> =
            vetoes.map(|(reason, (count, seed))| json!([reason, count, seed.to_string()])).collect();
        let failures = self.failures.iter();
        let failures: Vec<Value> = failures.map(|(seed, reason)| json!([seed.to_string(), reason])).collect();
        json!({
            "name": self.name,
            "first_seed": self.first_seed.to_string(),
            "rows": self.count(),
            "vetoes": vetoes,
            "failures": failures,
        })
    }

    /// Reads all parts in a directory.
    ///
    /// # Errors
    /// If parts are missing, damaged, or of different runs.
    pub(crate) fn merge(directory: &Path) -> anyhow::Result<Self> {
        let reports = parts::reports("stats", directory)?;
        let first = &reports[0].details;
        let mut merged = Self {
            name: text(&first["name"]),
            first_seed: Seed::from(text(&first["first_seed"])),
            spool: Spool::new().context(SPOOL)?,
            vetoes: BTreeMap::new(),
            failures: Vec::new(),
            times: StepTimes::default(),
            similarity: Similarity::default(),
            first: 0,
        };
        for report in &reports {
            merged.add_part(report)?;
        }
        merged.spool.flush().context(SPOOL)?;
        Ok(merged)
    }

    fn add_part(&mut self, report: &Report) -> anyhow::Result<()> {
        let before = self.spool.len();
        read_rows(report, &mut |row| self.spool.push(row).context(SPOOL))?;
        report.check_rows(self.spool.len() - before)?;
        for veto in report.details["vetoes"].as_array().into_iter().flatten() {
            let seed = Seed::from(text(&veto[2]));
            self.vetoes.entry(text(&veto[0])).or_insert((0, seed)).0 += veto[1].as_u64().unwrap_or(0);
        }
        for failure in report.details["failures"].as_array().into_iter().flatten() {
            if self.failures.len() < MAX_FAILURES {
                self.failures.push((Seed::from(text(&failure[0])), text(&failure[1])));
            }
        }
        Ok(())
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Calls `push` with every row of a part, from its CSV or Parquet file.
fn read_rows(report: &Report, push: &mut dyn FnMut(&Row) -> anyhow::Result<()>) -> anyhow::Result<()> {
    #[cfg(feature = "parquet")]
    {
        let path = report.rows("parquet");
        if path.exists() {
            return super::parquet_file::read(&path, push);
        }
    }
    report.read_csv(|record| {
        let mut row: Row = [f64::NAN; Metric::ALL.len()];
        if record.len() != row.len() + 1 {
            return None;
        }
        for (value, text) in row.iter_mut().zip(record.iter().skip(1)).filter(|(_, text)| !text.is_empty()) {
            *value = text.parse().ok()?;
        }
        Some(push(&row))
    })
}

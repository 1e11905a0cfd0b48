//! Many levels of one recipe or plan, measured.

pub(crate) mod by_step;
mod merge;
#[cfg(feature = "parquet")]
pub(crate) mod parquet_file;
mod sample;
mod similarity;
mod spool;
mod table;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use undercroft_mapgen::{Metric, Seed};

use crate::levels::Levels;
use crate::parallel;
use sample::{Sample, StepTimes};
use similarity::Similarity;
use spool::{Row, Spool};

pub(crate) use sample::{measure, veto_reason};
pub(crate) use table::{text_rows, write_levels, write_table};

/// Levels measured at a time.
const BATCH: u64 = 256;
/// How many seeds without a level are listed.
const MAX_FAILURES: usize = 5;
const SPOOL: &str =
    "cannot store measurements in a temporary file; free some space, or set TMPDIR to another directory";

/// The measurements of many levels, on disk in the order of their seeds.
pub(crate) struct Statistics {
    pub(crate) name: String,
    /// The seed of the run's first level.
    first_seed: Seed,
    /// How many levels of the run precede the first one here.
    first: u64,
    spool: Spool,
    /// How many drafts were vetoed for each reason, and the first seed with one.
    vetoes: BTreeMap<String, (u64, Seed)>,
    /// The first few seeds for which no draft passed, and why.
    pub(crate) failures: Vec<(Seed, String)>,
    times: StepTimes,
    similarity: Similarity,
}

impl Statistics {
    /// Generates and measures `count` levels from the `first` on, on all cores.
    pub(crate) fn collect(levels: &Levels, first: u64, count: u64, progress: &ProgressBar) -> anyhow::Result<Self> {
        levels.check()?;
        let mut statistics = Self {
            name: levels.name().to_owned(),
            first_seed: levels.seed(0),
            first,
            spool: Spool::new().context(SPOOL)?,
            vetoes: BTreeMap::new(),
            failures: Vec::new(),
            times: StepTimes::default(),
            similarity: Similarity::default(),
        };
        parallel::for_each_in_order(
            count,
            BATCH,
            progress,
            |index| sample::sample(levels, first + index),
            |index, sample| {
                statistics.spool.push(&sample.row).context(SPOOL)?;
                statistics.add(index, sample);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        statistics.spool.flush().context(SPOOL)?;
        Ok(statistics)
    }

    /// Adds up what is not stored per level.
    fn add(&mut self, index: u64, sample: Sample) {
        let seed = self.seed(index);
        for reason in sample.vetoes {
            self.vetoes.entry(reason).or_insert_with(|| (0, seed.clone())).0 += 1;
        }
        if let Some(failure) = sample.failure.filter(|_| self.failures.len() < MAX_FAILURES) {
            self.failures.push((seed, failure));
        }
        self.times.add_all(&sample.times);
        sample.open.iter().for_each(|open| self.similarity.add(open));
    }

    /// The number of levels.
    pub(crate) const fn count(&self) -> u64 {
        self.spool.len()
    }

    /// The seed of a level.
    pub(crate) fn seed(&self, index: u64) -> Seed {
        self.first_seed.after(self.first + index)
    }

    /// A metric of all levels; NaN for a level that has no value.
    pub(crate) fn column(&self, metric: Metric) -> anyhow::Result<Vec<f64>> {
        let values = self.spool.rows().context(SPOOL)?.map(|row| Ok(row?[metric as usize]));
        values.collect::<io::Result<_>>().context(SPOOL)
    }

    /// The values of a metric, sorted, without the levels that have none.
    pub(crate) fn sorted(&self, metric: Metric) -> anyhow::Result<Vec<f64>> {
        let mut values = self.column(metric)?;
        values.retain(|value| !value.is_nan());
        values.sort_by(f64::total_cmp);
        Ok(values)
    }

    /// The seed and all metrics of every level.
    fn rows(&self) -> io::Result<impl Iterator<Item = io::Result<(Seed, Row)>>> {
        Ok((0..).zip(self.spool.rows()?).map(|(level, row)| Ok((self.seed(level), row?))))
    }

    /// The reasons for vetoes, most common first: how many there were, and a seed with one.
    pub(crate) fn vetoes(&self) -> Vec<(&str, u64, &Seed)> {
        let mut vetoes: Vec<(&str, u64, &Seed)> =
            self.vetoes.iter().map(|(reason, (count, seed))| (reason.as_str(), *count, seed)).collect();
        vetoes.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        vetoes
    }

    /// How similar the levels are, from 0 as if by chance to 1 for all the same; `None` if they cannot be compared.
    pub(crate) fn similarity(&self) -> Option<f64> {
        self.similarity.of_pairs()
    }

    /// The mean time that a level spends in each step, over all of its drafts.
    pub(crate) fn mean_times(&self) -> impl Iterator<Item = (&str, Duration)> {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX).max(1);
        self.times.0.iter().map(move |(label, sum)| (label.as_str(), *sum / count))
    }
}

/// `12.3 µs`
pub(crate) fn microseconds(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}

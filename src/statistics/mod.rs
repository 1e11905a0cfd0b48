//! Many levels of one kind, measured.

#[cfg(feature = "parquet")]
pub(crate) mod parquet_file;
mod sample;
mod spool;
mod table;

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::time::Duration;

use anyhow::Context;
use rayon::prelude::*;
use undercroft_mapgen::{Metric, Seed};

use crate::levels::Levels;
use sample::{Sample, Times};
use spool::{BLOCK, Spool};

pub(crate) use sample::{measure, reason_of};
pub(crate) use table::{csv, field, number, quartiles, table_csv, text};

/// What many levels of one kind come to. Their figures are on disk, in the order of their seeds.
pub(crate) struct Statistics<'a> {
    pub(crate) name: String,
    levels: &'a Levels,
    spool: Spool,
    /// How many drafts were given up for each reason, and the first seed of which one was.
    vetoes: BTreeMap<String, (u64, Seed)>,
    /// The first few seeds of which no draft passed, and why not.
    pub(crate) failures: Vec<(Seed, String)>,
    /// The time of each step of all levels together.
    times: Times,
}

/// How many seeds without a level are told.
const TOLD_FAILURES: usize = 5;

impl<'a> Statistics<'a> {
    /// Makes and measures all levels on all cores; they come back in the order of their seeds, whatever the number of
    /// cores. `tell` hears each time that one is done.
    pub(crate) fn of(name: String, levels: &'a Levels, tell: impl Fn() + Sync) -> anyhow::Result<Self> {
        // What can never be made is told at once, and not by each of a million levels.
        levels.check()?;
        let spool = Spool::new().context(SPOOL)?;
        let mut statistics =
            Self { name, levels, spool, vetoes: BTreeMap::new(), failures: Vec::new(), times: Times::new() };
        for first in (0..levels.count).step_by(BLOCK as usize) {
            let block = (first..levels.count.min(first + BLOCK)).into_par_iter().map(|index| {
                let sample = sample::measured(levels, index);
                tell();
                sample
            });
            let block = block.collect::<anyhow::Result<Vec<Sample>>>()?;
            let figures: Vec<_> = block.iter().map(|sample| sample.figures).collect();
            statistics.spool.push(&figures).context(SPOOL)?;
            (first..).zip(block).for_each(|(index, sample)| statistics.add(index, sample));
        }
        Ok(statistics)
    }

    /// Sums up what is not kept of each level.
    fn add(&mut self, index: u64, sample: Sample) {
        for reason in sample.vetoes {
            self.vetoes.entry(reason).or_insert_with(|| (0, self.levels.seed(index))).0 += 1;
        }
        if let Some(failure) = sample.failure.filter(|_| self.failures.len() < TOLD_FAILURES) {
            self.failures.push((self.levels.seed(index), failure));
        }
        for (index, (label, time)) in sample.times.into_iter().enumerate() {
            match self.times.get_mut(index) {
                Some((_, sum)) => *sum += time,
                None => self.times.push((label, time)),
            }
        }
    }

    /// How many levels there are.
    pub(crate) const fn count(&self) -> u64 {
        self.spool.levels()
    }

    /// The seed of a level.
    pub(crate) fn seed(&self, index: u64) -> Seed {
        self.levels.seed(index)
    }

    /// A metric of all levels, in their order; no number where a level has none.
    pub(crate) fn column(&self, metric: Metric) -> anyhow::Result<Vec<f64>> {
        self.spool.column(metric, 0..self.spool.blocks()).context(SPOOL)
    }

    /// The values of a metric on all levels that have it.
    pub(crate) fn values(&self, metric: Metric) -> anyhow::Result<Vec<f64>> {
        Ok(self.column(metric)?.into_iter().filter(|value| !value.is_nan()).collect())
    }

    /// All metrics of so many levels at a time, and which levels they are of.
    fn groups(&self, blocks: u64) -> impl Iterator<Item = io::Result<(Range<u64>, Vec<Vec<f64>>)>> {
        (0..self.spool.blocks()).step_by(blocks as usize).map(move |first| {
            let last = (first + blocks).min(self.spool.blocks());
            let columns = Metric::ALL.into_iter().map(|metric| self.spool.column(metric, first..last));
            Ok((first * BLOCK..(last * BLOCK).min(self.count()), columns.collect::<io::Result<_>>()?))
        })
    }

    /// Vetoes by their reason, the commonest first: how many, and a seed that shows one.
    pub(crate) fn vetoes(&self) -> Vec<(&str, u64, &Seed)> {
        let mut vetoes: Vec<(&str, u64, &Seed)> =
            self.vetoes.iter().map(|(reason, (count, seed))| (reason.as_str(), *count, seed)).collect();
        vetoes.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        vetoes
    }

    /// The mean time of each step, in the recipe's order; those of all drafts of a level count together.
    pub(crate) fn times(&self) -> Vec<(String, Duration)> {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX).max(1);
        self.times.iter().map(|(label, sum)| (label.clone(), *sum / count)).collect()
    }
}

const SPOOL: &str =
    "the figures cannot be kept in a temporary file: make some room, or set TMPDIR to a folder that has some";

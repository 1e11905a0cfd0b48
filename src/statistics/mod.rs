//! Many levels of one kind, measured.

#[cfg(feature = "parquet")]
pub(crate) mod parquet_file;
mod sample;
mod table;

use std::collections::BTreeMap;
use std::time::Duration;

use rayon::prelude::*;
use undercroft_mapgen::{Metric, Seed};

use crate::source::Levels;

use sample::Times;
pub(crate) use sample::{Sample, measure, reason_of};
pub(crate) use table::{csv, field, number, quartiles, table_csv, text};

/// What many levels of one kind come to.
pub(crate) struct Statistics {
    pub(crate) name: String,
    /// In the order of their seeds.
    pub(crate) samples: Vec<Sample>,
    /// The time of each step of all levels together.
    times: Times,
}

/// How many levels are made before what is not kept of them is summed up.
const BLOCK: u64 = 4_096;

impl Statistics {
    /// Makes and measures all levels on all cores; they come back in the order of their seeds, whatever the number of
    /// cores. `tell` hears each time that one is done.
    pub(crate) fn of(name: String, levels: &Levels, tell: impl Fn() + Sync) -> anyhow::Result<Self> {
        // What can never be made is told at once, and not by each of a million levels.
        levels.check()?;
        let mut statistics = Self { name, samples: Vec::new(), times: Times::new() };
        for first in (0..levels.count).step_by(BLOCK as usize) {
            let block = (first..levels.count.min(first + BLOCK)).into_par_iter().map(|index| {
                let sample = sample::measured(levels, index);
                tell();
                sample
            });
            for (sample, times) in block.collect::<anyhow::Result<Vec<_>>>()? {
                statistics.samples.push(sample);
                statistics.add_times(times);
            }
        }
        Ok(statistics)
    }

    fn add_times(&mut self, times: Times) {
        for (index, (label, time)) in times.into_iter().enumerate() {
            match self.times.get_mut(index) {
                Some((_, sum)) => *sum += time,
                None => self.times.push((label, time)),
            }
        }
    }

    /// The values of a metric on all levels that have it.
    pub(crate) fn values(&self, metric: Metric) -> Vec<f64> {
        self.samples.iter().filter_map(|sample| sample.value(metric)).collect()
    }

    /// Vetoes by their reason, the commonest first: how many, and a seed that shows one.
    pub(crate) fn vetoes(&self) -> Vec<(String, u64, &Seed)> {
        let mut reasons: BTreeMap<&str, (u64, &Seed)> = BTreeMap::new();
        for sample in &self.samples {
            for reason in &sample.vetoes {
                reasons.entry(reason).or_insert((0, &sample.seed)).0 += 1;
            }
        }
        let mut vetoes: Vec<(String, u64, &Seed)> =
            reasons.into_iter().map(|(reason, (count, seed))| (reason.to_owned(), count, seed)).collect();
        vetoes.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        vetoes
    }

    /// Seeds of which no draft passed.
    pub(crate) fn failures(&self) -> impl Iterator<Item = (&Seed, &str)> {
        self.samples.iter().filter_map(|sample| Some((&sample.seed, sample.failure.as_deref()?)))
    }

    /// The mean time of each step, in the recipe's order; those of all drafts of a level count together.
    pub(crate) fn times(&self) -> Vec<(String, Duration)> {
        let count = u32::try_from(self.samples.len()).unwrap_or(u32::MAX).max(1);
        self.times.iter().map(|(label, sum)| (label.clone(), *sum / count)).collect()
    }
}

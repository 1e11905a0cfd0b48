//! The measurements of one level and of how it was made.

use std::sync::Arc;
use std::time::{Duration, Instant};

use undercroft_mapgen::{BitGrid, Level, Metric, Recipe, Seed, Survey, Veto};

use super::spool::Row;
use crate::levels::{Levels, View, is_out_of_attempts};

/// What one seed gave.
pub(super) struct Sample {
    pub(super) row: Row,
    /// The reasons for which drafts were vetoed.
    pub(super) vetoes: Vec<String>,
    /// Why no draft passed, if none did.
    pub(super) failure: Option<String>,
    pub(super) times: StepTimes,
    /// The walkable cells.
    pub(super) open: Option<BitGrid>,
}

/// The time spent in each step of a recipe, and in the checks at the end.
#[derive(Default)]
pub(super) struct StepTimes(pub(super) Vec<(String, Duration)>);

impl StepTimes {
    fn add(&mut self, index: usize, label: &str, time: Duration) {
        match self.0.get_mut(index) {
            Some((_, sum)) => *sum += time,
            None => self.0.push((label.to_owned(), time)),
        }
    }

    pub(super) fn add_all(&mut self, others: &Self) {
        others.0.iter().enumerate().for_each(|(index, (label, time))| self.add(index, label, *time));
    }
}

/// All metrics of a level.
pub(crate) fn measure(survey: &Survey<'_>) -> [Option<f64>; Metric::ALL.len()] {
    Metric::ALL.map(|metric| metric.measure(survey))
}

/// Generates a level and measures it. A seed for which no draft passes is also counted.
pub(super) fn sample(levels: &Levels, index: u64) -> anyhow::Result<Sample> {
    let (mut vetoes, mut times) = (Vec::new(), StepTimes::default());
    let level = match levels.recipe() {
        Some((recipe, depth)) => {
            build(recipe, &levels.seed(index), depth, &mut vetoes, &mut times).map(|level| View::Whole(Arc::new(level)))
        }
        None => levels.level(index),
    };
    let (values, failure, open) = match level {
        Ok(level) => (measure(&level.survey()), None, Some(level.open().clone())),
        Err(error) if is_out_of_attempts(&error) => ([None; Metric::ALL.len()], Some(error.to_string()), None),
        Err(error) => return Err(error),
    };
    Ok(Sample { row: values.map(|value| value.unwrap_or(f64::NAN)), vetoes, failure, times, open })
}

fn build(
    recipe: &Recipe,
    seed: &Seed,
    depth: u32,
    vetoes: &mut Vec<String>,
    times: &mut StepTimes,
) -> anyhow::Result<Level> {
    let steps = recipe.steps().count();
    let mut previous_end = Instant::now();
    let level = recipe.watch(seed, depth, &mut |snapshot| {
        match snapshot.label {
            Some(label) => times.add(snapshot.step - 1, label, previous_end.elapsed()),
            None if snapshot.veto.is_some() => times.add(steps, "checks", previous_end.elapsed()),
            None => {}
        }
        vetoes.extend(snapshot.veto.map(veto_reason));
        previous_end = Instant::now();
    })?;
    times.add(steps, "checks", previous_end.elapsed());
    Ok(level)
}

/// The check and the reason with every number replaced by `N`, so that vetoes that differ only in numbers are counted
/// together.
pub(crate) fn veto_reason(veto: &Veto) -> String {
    let mut text = format!("{}: ", veto.check);
    for letter in veto.reason.chars() {
        match letter.is_ascii_digit() {
            true if text.ends_with('N') => {}
            true => text.push('N'),
            false => text.push(letter),
        }
    }
    text
}

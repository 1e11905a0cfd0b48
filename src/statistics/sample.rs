//! One level, measured; and how it came to be.

use std::time::{Duration, Instant};

use undercroft_mapgen::{BuildError, Level, Metric, Recipe, Seed, Survey, Veto};

use super::spool::Figures;
use crate::levels::{Levels, Shown};

/// What became of one seed.
pub(super) struct Sample {
    pub(super) figures: Figures,
    /// The reasons for which drafts were given up.
    pub(super) vetoes: Vec<String>,
    /// Why there is no level, where there is none.
    pub(super) failure: Option<String>,
    pub(super) times: Times,
}

/// The time of each step, by its label, and of the checks at the end.
pub(super) type Times = Vec<(String, Duration)>;

/// All metrics of a level.
pub(crate) fn measure(survey: &Survey<'_>) -> [Option<f64>; Metric::ALL.len()] {
    Metric::ALL.map(|metric| metric.measure(survey))
}

/// Makes a level and measures it. A seed of which no draft passes is a sample, too.
pub(super) fn measured(levels: &Levels, index: u64) -> anyhow::Result<Sample> {
    let seed = levels.seed(index);
    let mut watch = Watch::default();
    let made = match levels.recipe() {
        Some((recipe, depth)) => watched(recipe, &seed, depth, &mut watch).map(|level| Shown::Level(Box::new(level))),
        None => levels.level(index),
    };
    let (values, failure) = match made {
        Ok(shown) => (measure(&shown.survey()), None),
        Err(error) if matches!(error.downcast_ref(), Some(BuildError::OutOfAttempts { .. })) => {
            ([None; Metric::ALL.len()], Some(error.to_string()))
        }
        Err(error) => return Err(error),
    };
    let figures = values.map(|value| value.unwrap_or(f64::NAN));
    Ok(Sample { figures, vetoes: watch.vetoes, failure, times: watch.times })
}

/// What is seen while a level is made.
#[derive(Default)]
struct Watch {
    vetoes: Vec<String>,
    times: Times,
}

impl Watch {
    fn add(&mut self, index: usize, label: &str, time: Duration) {
        match self.times.get_mut(index) {
            Some((_, sum)) => *sum += time,
            None => self.times.push((label.to_owned(), time)),
        }
    }
}

fn watched(recipe: &Recipe, seed: &Seed, depth: u32, watch: &mut Watch) -> anyhow::Result<Level> {
    let steps = recipe.steps().count();
    let mut since = Instant::now();
    let made = recipe.watch(seed, depth, &mut |stage| {
        match stage.label {
            Some(label) => watch.add(stage.step - 1, label, since.elapsed()),
            None if stage.veto.is_some() => watch.add(steps, "checks", since.elapsed()),
            None => {}
        }
        if let Some(veto) = stage.veto {
            watch.vetoes.push(reason_of(veto));
        }
        since = Instant::now();
    });
    if made.is_ok() {
        watch.add(steps, "checks", since.elapsed());
    }
    Ok(made?)
}

/// The check and its reason, with every number as `N`: what differs in numbers alone is one reason.
pub(crate) fn reason_of(veto: &Veto) -> String {
    let mut text = String::new();
    let mut in_number = false;
    for letter in veto.reason.chars() {
        if letter.is_ascii_digit() {
            if !in_number {
                text.push('N');
            }
            in_number = true;
        } else {
            in_number = false;
            text.push(letter);
        }
    }
    format!("{}: {text}", veto.check)
}

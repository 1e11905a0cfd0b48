//! The means of some metrics after each step of a recipe: which step does what to the levels.

use std::ops::ControlFlow;

use indicatif::ProgressBar;
use undercroft_mapgen::{BuildError, Metric, Recipe, Seed, Survey};

use crate::levels::Levels;
use crate::numbers::rounded;
use crate::parallel;

/// Levels measured at a time.
const BATCH: u64 = 64;

/// The values of the metrics after each step of one level's last draft.
type Course = Vec<Vec<Option<f64>>>;

/// A table with a row for each step and a column for each metric; `None` for levels of a plan, which are made together.
pub(crate) fn means(
    levels: &Levels,
    metrics: &[Metric],
    progress: &ProgressBar,
) -> anyhow::Result<Option<Vec<Vec<String>>>> {
    levels.check()?;
    let Some((recipe, depth)) = levels.recipe() else { return Ok(None) };
    let labels: Vec<&str> = recipe.steps().map(|(label, _)| label).collect();
    let mut sums = vec![vec![(0.0, 0_u32); metrics.len()]; labels.len()];
    parallel::for_each_in_order(
        levels.count,
        BATCH,
        progress,
        |index| course(recipe, &levels.seed(index), depth, metrics),
        |_, course| {
            for (sums, values) in sums.iter_mut().zip(course) {
                for ((sum, count), value) in sums.iter_mut().zip(values) {
                    *sum += value.unwrap_or(0.0);
                    *count += u32::from(value.is_some());
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let mean = |(sum, count): &(f64, u32)| if *count == 0 { String::new() } else { rounded(sum / f64::from(*count)) };
    let heading = std::iter::once("").chain(metrics.iter().map(|metric| metric.name())).map(String::from).collect();
    let rows = labels
        .iter()
        .zip(&sums)
        .map(|(label, sums)| std::iter::once((*label).to_owned()).chain(sums.iter().map(mean)).collect());
    Ok(Some(std::iter::once(heading).chain(rows).collect()))
}

/// Measures a level after each step. A seed for which no draft passes has no values.
fn course(recipe: &Recipe, seed: &Seed, depth: u32, metrics: &[Metric]) -> anyhow::Result<Course> {
    let mut course = Course::new();
    let built = recipe.watch(seed, depth, &mut |snapshot| {
        if snapshot.step == 0 {
            course.clear();
        } else if snapshot.label.is_some() {
            let survey = Survey::of_draft(snapshot.draft);
            course.push(metrics.iter().map(|metric| metric.measure(&survey)).collect());
        }
    });
    match built {
        Ok(_) => Ok(course),
        Err(BuildError::OutOfAttempts { .. }) => Ok(Course::new()),
        Err(error) => Err(error.into()),
    }
}

//! Measuring many levels: samples for histograms, and seeds that meet a condition.

use serde::Serialize;
use undercroft_mapgen::{BuildError, Condition, Frame, Metric, Survey};

use crate::{LevelRequest, Problem, Studio};

/// The metrics of some levels.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    seeds: Vec<String>,
    /// One list of values for each metric, in the order of the metrics.
    values: Vec<Vec<Option<f64>>>,
    /// The number of seeds for which no draft passed every check.
    failed: u32,
}

/// What a search found among some seeds.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    seeds: Vec<String>,
    failed: u32,
}

impl Studio {
    /// Measures the levels of `count` seeds, starting `from` places after the request's.
    ///
    /// # Errors
    /// If the request is invalid.
    pub fn sample(&mut self, request: &LevelRequest, from: u32, count: u32) -> Result<Sample, Problem> {
        let mut sample = Sample { seeds: Vec::new(), values: vec![Vec::new(); Metric::ALL.len()], failed: 0 };
        sample.failed = self.survey(request, from, count, |seed, survey| {
            sample.seeds.push(seed);
            for (values, metric) in sample.values.iter_mut().zip(Metric::ALL) {
                values.push(metric.measure(survey));
            }
        })?;
        Ok(sample)
    }

    /// The seeds among `count` whose levels meet a condition.
    ///
    /// # Errors
    /// If the request or the condition is invalid.
    pub fn search(&mut self, request: &LevelRequest, condition: &str, from: u32, count: u32) -> Result<Found, Problem> {
        let condition = Condition::parse(condition)?;
        let mut seeds = Vec::new();
        let failed = self.survey(request, from, count, |seed, survey| {
            if condition.holds(survey) {
                seeds.push(seed);
            }
        })?;
        Ok(Found { seeds, failed })
    }

    /// Calls `see` with the survey of each level. Returns the number of seeds without a level.
    fn survey(
        &mut self,
        request: &LevelRequest,
        from: u32,
        count: u32,
        mut see: impl FnMut(String, &Survey<'_>),
    ) -> Result<u32, Problem> {
        let content = request.content(self.content())?;
        let recipe = match request.is_plan() || request.endless {
            true => None,
            false => Some(request.recipe(&content)?),
        };
        let mut failed = 0;
        for offset in from..from.saturating_add(count) {
            let seed = request.seed().after(offset.into());
            let frame = match &recipe {
                Some(recipe) => match recipe.build_at(&seed, request.depth()) {
                    Ok(level) => Frame::Level(level.into()),
                    Err(BuildError::OutOfAttempts { .. }) => {
                        failed += 1;
                        continue;
                    }
                    Err(error) => return Err(error.into()),
                },
                None => self.make(&LevelRequest { seed: seed.to_string(), ..request.clone() })?,
            };
            let survey = match &frame {
                Frame::Level(level) => Survey::of(level),
                Frame::Draft(draft) => Survey::of_draft(draft),
            };
            see(seed.to_string(), &survey);
        }
        Ok(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_a_value_for_each_seed_and_metric() {
        let sample = Studio::new().sample(&LevelRequest::of("rooms", "5"), 2, 3).unwrap();
        assert_eq!(sample.seeds, ["7", "8", "9"]);
        assert!(sample.values.iter().all(|values| values.len() == 3));
    }

    #[test]
    fn a_search_finds_the_seeds_that_a_sample_shows() {
        let request = LevelRequest::of("rooms", "1");
        let sample = Studio::new().sample(&request, 0, 20).unwrap();
        let rooms = &sample.values[Metric::ALL.iter().position(|metric| *metric == Metric::Rooms).unwrap()];
        let expected: Vec<&String> =
            sample.seeds.iter().zip(rooms).filter(|(_, rooms)| **rooms >= Some(12.0)).map(|(seed, _)| seed).collect();
        let found = Studio::new().search(&request, "rooms >= 12", 0, 20).unwrap();
        assert!(!expected.is_empty() && found.seeds.iter().collect::<Vec<_>>() == expected, "{found:?}");
        assert!(Studio::new().search(&request, "rooms >= twelve", 0, 1).is_err());
    }
}

//! Requirements of a recipe: a metric must lie within a range.

use std::fmt;

use super::{Metric, Survey};
use crate::check::{Check, Veto};
use crate::draft::Draft;

/// A metric that must lie within a range. In a recipe file:
///
/// ```toml
/// [require]
/// loops = "2.."
/// path = "30..90"
/// dead-ends = "..5"
/// rooms = 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Requirement {
    /// The metric.
    pub metric: Metric,
    /// The lowest allowed value.
    pub min: f64,
    /// The highest allowed value.
    pub max: f64,
}

/// A range is invalid, or its metric cannot be required.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequirementError {
    /// The text is not a range.
    #[error("`{0}` is not a range: write `2..`, `..5`, `2..5` or `3`")]
    Range(String),
    /// Drafts cannot be checked for this metric.
    #[error("`{}` cannot be required: it is known only for finished levels", .0.name())]
    Metric(Metric),
}

impl Requirement {
    /// Parses a range, which includes both ends: `2..`, `..5`, `2..5` or `3`.
    ///
    /// ```
    /// use undercroft_mapgen::{Metric, Requirement};
    /// let requirement = Requirement::parse(Metric::Loops, "2..")?;
    /// assert!(requirement.allows(Some(2.0)) && !requirement.allows(Some(1.0)) && !requirement.allows(None));
    /// assert_eq!(requirement.range(), "2..");
    /// assert!(Requirement::parse(Metric::Loops, "5..2").is_err());
    /// # Ok::<(), undercroft_mapgen::RequirementError>(())
    /// ```
    ///
    /// # Errors
    /// The text is not a range, or the metric cannot be measured on drafts.
    pub fn parse(metric: Metric, range: &str) -> Result<Self, RequirementError> {
        if !metric.applies_to_drafts() {
            return Err(RequirementError::Metric(metric));
        }
        let error = || RequirementError::Range(range.into());
        let number = |text: &str, default: f64| match text.trim() {
            "" => Ok(default),
            text => text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(error),
        };
        // A single number that is missing becomes NaN, which no comparison below accepts.
        let (min, max) = match range.split_once("..") {
            Some((min, max)) => (number(min, f64::NEG_INFINITY)?, number(max, f64::INFINITY)?),
            None => (number(range, f64::NAN)?, number(range, f64::NAN)?),
        };
        let is_range = min <= max && (min.is_finite() || max.is_finite());
        is_range.then_some(Self { metric, min, max }).ok_or_else(error)
    }

    /// Whether a measured value lies within the range; a missing value does not.
    #[must_use]
    pub fn allows(&self, value: Option<f64>) -> bool {
        value.is_some_and(|value| (self.min..=self.max).contains(&value))
    }

    /// The range as recipes write it.
    #[must_use]
    pub fn range(&self) -> String {
        let end = |end: f64| if end.is_finite() { end.to_string() } else { String::new() };
        if self.min == self.max { end(self.min) } else { format!("{}..{}", end(self.min), end(self.max)) }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.metric.name(), self.range())
    }
}

impl Check for Requirement {
    fn name(&self) -> &str {
        "require"
    }

    fn depends_only_on_ground(&self) -> bool {
        self.metric.depends_only_on_ground()
    }

    fn judge(&self, draft: &Draft) -> Result<(), Veto> {
        let value = self.metric.measure(&Survey::of_draft(draft));
        if self.allows(value) {
            return Ok(());
        }
        let rounded = |value: f64| ((value * 1000.0).round() / 1000.0).to_string();
        let measured = value.map_or("nothing to measure".into(), rounded);
        let reason = format!("{} = {measured}; the recipe requires {}", self.metric.name(), self.range());
        Err(Veto::new("require", reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_read_back_as_written() {
        for range in ["2..", "..5", "2..5", "3", "0.25..0.5"] {
            assert_eq!(
                Requirement::parse(Metric::Open, range).map(|requirement| requirement.range()),
                Ok(range.into())
            );
        }
        for bad in ["", "..", "a..b", "5..2", "1..2..3", "nan", "inf..", "2-5"] {
            assert_eq!(Requirement::parse(Metric::Open, bad), Err(RequirementError::Range(bad.into())));
        }
        assert!(Requirement::parse(Metric::Attempts, "1..").is_err());
    }

    #[test]
    fn a_veto_gives_the_measured_value_and_the_required_range() {
        let loops = Requirement::parse(Metric::Loops, "1..").unwrap();
        let veto = loops.judge(&Draft::parse("####\n#..#\n####")).unwrap_err();
        assert_eq!(veto.to_string(), "require: loops = 0; the recipe requires 1..");
        assert!(loops.judge(&Draft::parse("######\n#....#\n#.##.#\n#....#\n######")).is_ok());
    }
}

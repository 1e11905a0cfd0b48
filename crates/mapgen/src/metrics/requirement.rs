//! What a recipe demands of its levels: a metric within a range.

use std::fmt;

use super::{Metric, Survey};
use crate::check::{Check, Veto};
use crate::draft::Draft;

/// A metric that has to lie within a range. In a recipe file:
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
    /// What is measured.
    pub metric: Metric,
    /// The least that will do.
    pub least: f64,
    /// The most that will do.
    pub most: f64,
}

impl Requirement {
    /// Reads `2..`, `..5`, `2..5` or `3`; both ends are within the range.
    ///
    /// ```
    /// use undercroft_mapgen::{Requirement, Metric};
    /// let demand = Requirement::parse(Metric::Loops, "2..").unwrap();
    /// assert!(demand.allows(Some(2.0)) && !demand.allows(Some(1.0)) && !demand.allows(None));
    /// assert_eq!(demand.range(), "2..");
    /// assert!(Requirement::parse(Metric::Loops, "5..2").is_err());
    /// ```
    ///
    /// # Errors
    /// How a range is written, where this is none.
    pub fn parse(metric: Metric, range: &str) -> Result<Self, String> {
        let how = || format!("`{range}` is not a range: write `2..`, `..5`, `2..5` or `3`");
        let number = |text: &str, missing: f64| match text.trim() {
            "" => Ok(missing),
            text => text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(how),
        };
        let (least, most) = match range.split_once("..") {
            Some((least, most)) => (number(least, f64::NEG_INFINITY)?, number(most, f64::INFINITY)?),
            None => {
                let one = number(range, f64::NAN)?;
                (one, one)
            }
        };
        if !metric.applies_to_drafts() {
            return Err(format!("{} cannot be demanded", metric.name()));
        }
        // A missing number is no number: an empty text is refused here, too.
        if least <= most && (least.is_finite() || most.is_finite()) {
            Ok(Self { metric, least, most })
        } else {
            Err(how())
        }
    }

    /// Whether a measured value will do. What cannot be measured will not.
    #[must_use]
    pub fn allows(&self, value: Option<f64>) -> bool {
        value.is_some_and(|value| (self.least..=self.most).contains(&value))
    }

    /// The range as it is written in a recipe.
    #[must_use]
    pub fn range(&self) -> String {
        let end = |end: f64| if end.is_finite() { end.to_string() } else { String::new() };
        if self.least == self.most { end(self.least) } else { format!("{}..{}", end(self.least), end(self.most)) }
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
        let name = self.metric.name();
        let measured = value.map_or("nothing to measure".into(), |value| round(value).to_string());
        Err(Veto::new("require", format!("{name} = {measured}, and the recipe asks for {}", self.range())))
    }
}

/// A value with as many digits as people read.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_read_back_as_written() {
        for range in ["2..", "..5", "2..5", "3", "0.25..0.5"] {
            let demand = Requirement::parse(Metric::Open, range).unwrap();
            assert_eq!(demand.range(), range);
        }
        for bad in ["", "..", "a..b", "5..2", "1..2..3", "nan", "inf..", "2-5"] {
            assert!(Requirement::parse(Metric::Open, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_veto_says_what_was_measured_and_what_was_asked_for() {
        let demand = Requirement::parse(Metric::Loops, "1..").unwrap();
        let veto = demand.judge(&Draft::parse("####\n#..#\n####")).unwrap_err();
        assert_eq!(veto.to_string(), "require: loops = 0, and the recipe asks for 1..");
        assert!(demand.judge(&Draft::parse("######\n#....#\n#.##.#\n#....#\n######")).is_ok());
    }
}

//! Conditions on metrics, as people type them: `rooms >= 12 and (loops >= 3 or area("treasury") = 1)`.

use super::expression::{self, Names, Node, Word};
use super::{ConditionError, Metric, Survey, areas};
use crate::suggest::did_you_mean;

/// A condition on the metrics of a level, with `and`, `or`, `not`, comparisons, arithmetic and parentheses.
///
/// `area("treasury")` is the number of areas with that name, kind, tag or role.
///
/// ```
/// use undercroft_mapgen::{Condition, Recipe, Survey};
/// let condition = Condition::parse("rooms >= 3 and path > 10")?;
/// let level = Recipe::named("rooms").unwrap().build(1).unwrap();
/// assert!(condition.holds(&Survey::of(&level)));
/// let error = Condition::parse("rooms >= 3 and pth > 10").unwrap_err();
/// assert_eq!(error.to_string(), "at column 16: no metric is called `pth`; did you mean `path`?");
/// # Ok::<(), undercroft_mapgen::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    node: Node<Measure>,
}

/// A word that stands for a number.
#[derive(Clone, Debug, PartialEq)]
enum Measure {
    Metric(Metric),
    Area(String),
}

impl Word for Measure {
    const EXAMPLE: &'static str = "rooms >= 12";
    const WHAT: &'static str = "a number or a metric";

    fn read(word: &str, next: &mut Names<'_, '_>) -> Result<Self, String> {
        if word == "area" {
            let remedy = "write the name of an area after it, as in `area(\"treasury\") >= 1`";
            return next.argument().map(Self::Area).ok_or_else(|| remedy.to_owned());
        }
        Metric::named(word).map(Self::Metric).ok_or_else(|| {
            format!("no metric is called `{word}`; {}", did_you_mean(word, Metric::ALL.map(Metric::name)))
        })
    }

    fn is_boolean(&self) -> bool {
        false
    }
}

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// The first error, with its column.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        expression::parse(text).map(|node| Self { node })
    }

    /// Whether the condition holds on a level. Comparisons with a metric that cannot be measured there are false.
    #[must_use]
    pub fn holds(&self, survey: &Survey<'_>) -> bool {
        self.node.holds(&|measure: &Measure| match measure {
            Measure::Metric(metric) => metric.measure(survey),
            Measure::Area(name) => Some(areas::called(survey, name)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;

    fn holds(text: &str) -> bool {
        let draft = Draft::parse("#######\n#.....#\n#.###.#\n#.....#\n#######");
        Condition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).holds(&Survey::of_draft(&draft))
    }

    fn error(text: &str) -> String {
        Condition::parse(text).map(|_| ()).expect_err(text).to_string()
    }

    #[test]
    fn conditions_are_evaluated() {
        for good in [
            "loops = 1",
            "loops == 1 and dead-ends = 0",
            "loops > 3 or longest >= 6",
            "not loops > 3",
            "not (loops > 3 or rooms > 0)",
            "(loops + 2) * 3 - 1 = 8",
            "loops<2and rooms<=0",
            "-loops < 0",
            "1 + 2 * 3 = 7",
            "open > 0.3 and open < .35",
            "longest / 4 != 2",
            "area(\"corridor\") = 1 and area(\"vault\") = 0 and areas = 1",
        ] {
            assert!(holds(good), "{good}");
        }
        for bad in ["loops > 1", "path > 0 or path <= 0", "loops = 1 and rooms = 1", "not loops = 1"] {
            assert!(!holds(bad), "{bad}");
        }
    }

    #[test]
    fn errors_point_at_their_column() {
        assert_eq!(error("loops >= "), "at column 10: a number or a metric is missing");
        assert_eq!(error("loops >= 3 rooms > 2"), "at column 12: `rooms` is unexpected; is an `and` missing?");
        assert_eq!(error("loops"), "at column 6: a comparison is missing, as in `rooms >= 12`");
        assert_eq!(error("(loops > 2"), "at column 11: `)` is missing");
        assert_eq!(error("loops > 2 && rooms > 1"), "at column 11: `&` is unexpected; is an `and` missing?");
        assert_eq!(error("loops > 1.2.3"), "at column 9: `1.2.3` is not a number");
        assert_eq!(error("1 < loops < 3"), "at column 11: join comparisons with `and`");
        assert!(error("loops > 2 and 3").starts_with("at column 11: `and` joins conditions"));
        assert!(error("(loops > 2) + 1 > 3").starts_with("at column 13: `+` takes numbers"));
        assert!(error("rooms > 1 and area > 1").starts_with("at column 15: write the name of an area after it"));
        assert_eq!(error("area(\"vault) > 1"), "at column 6: the closing `\"` is missing");
        assert!(error("").starts_with("at column 1:"));
        assert!(error("loops > €").starts_with("at column 9: `€`"));
        assert!(error(&"(".repeat(999)).contains("nested deeper"));
        assert!(error(&"not ".repeat(999)).contains("nested deeper"));
    }

    #[test]
    fn a_condition_of_fifty_thousand_terms_is_refused() {
        assert!(error(&format!("loops > 1{}", " and loops > 1".repeat(50_000))).contains("too long"));
        assert!(error(&"(".repeat(100_000)).contains("too long"));
        let long = format!("loops > 1{}", " and loops > 1".repeat(249));
        assert!(Condition::parse(&long).is_ok());
    }

    #[test]
    fn the_parser_never_panics() {
        let tokens = ["loops", "and", "or", "not", "(", ")", ">", "=", "3", "-", "*", "é", "..", " ", "area", "\""];
        let mut rng = crate::Seed::from(1).fork("conditions").rng();
        for _ in 0..20_000 {
            let count = rng.below(9);
            let text: String = (0..count).map(|_| tokens[rng.below(tokens.len() as u32) as usize]).collect();
            let _ = Condition::parse(&text);
        }
    }
}

//! Tunes a recipe: lists its parameters with their values, documentation and valid ranges, for editors to show.
//!
//! ```
//! use undercroft_mapgen::{ParameterRange, Recipe};
//! let caves = Recipe::named("caves").unwrap();
//! let chance = caves.tunables().into_iter().find(|known| known.path == "scatter.chance").unwrap();
//! assert_eq!(ParameterRange::of(&caves, &chance), ParameterRange::Real(0.0, 1.0));
//! let sparse = caves.tuned("scatter.chance", "0.4")?;
//! assert!(sparse.build(42).is_ok());
//! # Ok::<(), undercroft_mapgen::TuningError>(())
//! ```

mod range;

use toml::Value;

pub use range::ParameterRange;

use crate::{Recipe, Registry, StepKind};

/// The parameters for the size of a level.
const WIDTH: &str = "width";
const HEIGHT: &str = "height";

/// Why a parameter cannot have a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TuningError {
    /// The value has the wrong type.
    #[error("`{value}` is not {expected}")]
    WrongType {
        /// The value as typed.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The recipe would be invalid.
    #[error("{0}")]
    Refused(String),
}

/// A parameter of one of a recipe's steps, or the width or height of its levels.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tunable {
    /// `smooth.passes`, or `smooth.2.passes` for the second of several; `width` or `height`.
    pub path: String,
    /// The index of the step; `None` for the width and height.
    pub step: Option<usize>,
    /// The name of the parameter.
    pub name: String,
    /// Its value; `None` for an option that is not set.
    pub value: Option<Value>,
    /// What it does.
    pub doc: String,
}

impl Tunable {
    /// Whether it is the width or height of the level.
    #[must_use]
    pub const fn is_side(&self) -> bool {
        self.step.is_none()
    }

    /// The value as a user would type it.
    #[must_use]
    pub fn typed(&self) -> String {
        self.value.as_ref().map(Self::written).unwrap_or_default()
    }

    /// A value as a user would type it: words need no quotes, unless they could be mistaken for something else.
    #[must_use]
    pub fn written(value: &Value) -> String {
        match value.as_str() {
            Some(word) if is_plain_word(word) => word.to_owned(),
            _ => value.to_string(),
        }
    }
}

impl Recipe {
    /// Everything about the recipe that can be tuned: its size, then the parameters of its steps.
    #[must_use]
    pub fn tunables(&self) -> Vec<Tunable> {
        let side = |name: &str, cells: u32, doc: &str| Tunable {
            path: name.into(),
            step: None,
            name: name.into(),
            value: Some(i64::from(cells).into()),
            doc: doc.into(),
        };
        let mut all = vec![
            side(WIDTH, self.size().width, "The width of the level in cells."),
            side(HEIGHT, self.size().height, "The height of the level in cells."),
        ];
        let labels: Vec<&str> = self.steps().map(|(label, _)| label).collect();
        for (index, (label, step)) in self.steps().enumerate() {
            let count = |labels: &[&str]| labels.iter().filter(|other| **other == label).count();
            let prefix = match count(&labels) {
                1 => label.to_owned(),
                _ => format!("{label}.{}", count(&labels[..=index])),
            };
            let values = step.parameters();
            let kind = Registry::standard().get(step.name());
            for known in kind.map_or(&[][..], |kind: &StepKind| kind.parameters) {
                let name = known.name();
                all.push(Tunable {
                    path: format!("{prefix}.{name}"),
                    step: Some(index),
                    value: values.get(&name).cloned(),
                    doc: known.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim().to_owned(),
                    name,
                });
            }
        }
        all
    }

    /// The recipe with one parameter set to a value as a user would type it.
    ///
    /// # Errors
    /// If there is no such parameter, or the recipe would be invalid.
    pub fn tuned(&self, path: &str, value: &str) -> Result<Self, TuningError> {
        let recipe = self.changed(path, value).map_err(|error| self.explained(path, value, error))?;
        recipe.validate().map_err(|error| TuningError::Refused(error.to_string()))?;
        Ok(recipe)
    }

    fn changed(&self, path: &str, value: &str) -> Result<Self, TuningError> {
        let recipe = self.clone();
        if path != WIDTH && path != HEIGHT {
            let changed = recipe.set(&format!("{path}={value}"));
            return changed.map_err(|error| TuningError::Refused(error.problem));
        }
        let Ok(side) = value.trim().parse() else {
            return Err(TuningError::WrongType { value: value.to_owned(), expected: "a number of cells" });
        };
        let size = recipe.size();
        Ok(if path == WIDTH { recipe.sized(side, size.height) } else { recipe.sized(size.width, side) })
    }

    /// Replaces a parser's error with one in terms of the parameter.
    fn explained(&self, path: &str, value: &str, error: TuningError) -> TuningError {
        let is_of_the_parser = |problem: &str| problem.starts_with("invalid ") || problem.starts_with("expected ");
        if !matches!(&error, TuningError::Refused(problem) if is_of_the_parser(problem)) {
            return error;
        }
        let parameter = self.tunables().into_iter().find(|known| known.path == path);
        let expected = match parameter.and_then(|parameter| parameter.value) {
            Some(Value::Integer(_)) => "a whole number that fits here",
            Some(Value::Float(_)) => "a number",
            Some(Value::Boolean(_)) => "`true` or `false`",
            Some(Value::String(_)) => "a word",
            _ => return error,
        };
        TuningError::WrongType { value: value.trim().to_owned(), expected }
    }
}

fn is_plain_word(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_ ".contains(letter))
        && word.trim() == word
        && !["true", "false", "inf", "nan"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_value_is_refused_with_a_reason() {
        let halls = Recipe::named("halls").unwrap();
        let problem = |path, value| halls.tuned(path, value).unwrap_err().to_string();
        assert_eq!(problem("doors.chance", "2"), "chance: 2 is not a number from 0 to 1");
        assert_eq!(problem("loops.distance", "far"), "`far` is not a whole number that fits here");
        assert!(problem("loops.distance", "-3").contains("whole number"));
        assert!(problem("width", "1").contains("too small"));
        assert!(problem("width", "wide").contains("not a number of cells"));
        assert!(problem("height", "99999999").contains("too large"));
    }
}

//! What is viewed: a recipe whose parameters can be changed, or a plan.

use std::sync::Arc;

use toml::Value;
use undercroft_mapgen::{Plan, Recipe, Registry, StepKind};

/// What is viewed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A recipe.
    Recipe {
        /// As its file says.
        as_written: Box<Recipe>,
        /// As the user has changed it.
        changed: Box<Recipe>,
    },
    /// A plan, whose levels cannot be changed.
    Plan(Arc<Plan>),
}

/// Why a parameter cannot have a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParameterError {
    #[error("a plan has no parameters")]
    Plan,
    #[error("`{value}` is not {expected}")]
    WrongType { value: String, expected: &'static str },
    #[error("{0}")]
    Refused(String),
}

/// The parameters for the size of a level.
const WIDTH: &str = "width";
const HEIGHT: &str = "height";

impl Target {
    /// An unchanged recipe.
    #[must_use]
    pub fn recipe(recipe: Recipe) -> Self {
        Self::Recipe { as_written: Box::new(recipe.clone()), changed: Box::new(recipe) }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Recipe { changed, .. } => changed.name(),
            Self::Plan(plan) => plan.name(),
        }
    }

    /// The parameters of the recipe, its size first.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let Self::Recipe { as_written, changed } = self else { return Vec::new() };
        let side = |path: &str, of: fn(&Recipe) -> u32, doc: &str| Parameter {
            path: path.into(),
            value: Some(i64::from(of(changed)).into()),
            as_written: Some(i64::from(of(as_written)).into()),
            doc: doc.into(),
        };
        let mut all = vec![
            side(WIDTH, |recipe| recipe.size().width, "The width of the level in cells."),
            side(HEIGHT, |recipe| recipe.size().height, "The height of the level in cells."),
        ];
        let labels: Vec<&str> = changed.steps().map(|(label, _)| label).collect();
        for (index, ((label, step), (_, written))) in changed.steps().zip(as_written.steps()).enumerate() {
            let count = |labels: &[&str]| labels.iter().filter(|other| **other == label).count();
            let prefix = match count(&labels) {
                1 => label.to_owned(),
                _ => format!("{label}.{}", count(&labels[..=index])),
            };
            let (now, then) = (step.parameters(), written.parameters());
            let kind = Registry::standard().get(step.name());
            for known in kind.map_or(&[][..], |kind: &StepKind| kind.parameters) {
                let name = known.name();
                all.push(Parameter {
                    path: format!("{prefix}.{name}"),
                    value: now.get(&name).cloned(),
                    as_written: then.get(&name).cloned(),
                    doc: known.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
                });
            }
        }
        all
    }

    /// The recipe with one parameter changed.
    pub(super) fn with(&self, path: &str, value: &str) -> Result<Recipe, ParameterError> {
        let Self::Recipe { changed, .. } = self else { return Err(ParameterError::Plan) };
        let recipe = set((**changed).clone(), path, value).map_err(|error| self.explain(path, value, error))?;
        validated(recipe)
    }

    /// Replaces a parser's complaint by one in terms of the parameter.
    fn explain(&self, path: &str, value: &str, error: ParameterError) -> ParameterError {
        if !matches!(&error, ParameterError::Refused(problem) if problem.starts_with("invalid ")) {
            return error;
        }
        let parameter = self.parameters().into_iter().find(|known| known.path == path);
        let expected = match parameter.and_then(|parameter| parameter.value) {
            Some(Value::Integer(_)) => "a whole number that fits here",
            Some(Value::Float(_)) => "a number",
            Some(Value::Boolean(_)) => "`true` or `false`",
            Some(Value::String(_)) => "a word",
            _ => return error,
        };
        ParameterError::WrongType { value: value.trim().to_owned(), expected }
    }

    /// Replaces the changed recipe.
    pub(super) fn replace(&mut self, recipe: Recipe) {
        if let Self::Recipe { changed, .. } = self {
            **changed = recipe;
        }
    }

    /// The recipe with one parameter, or all of them, as written.
    pub(super) fn reset(&self, path: Option<&str>) -> Result<Recipe, ParameterError> {
        let Self::Recipe { as_written, .. } = self else { return Err(ParameterError::Plan) };
        let mut recipe = (**as_written).clone();
        let Some(path) = path else { return Ok(recipe) };
        let mut waiting = self.parameters();
        waiting.retain(|known| known.is_changed() && known.path != path);
        // Some values are valid only after others, such as a new minimum above the old maximum.
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut refused = None;
            waiting.retain(|parameter| match set(recipe.clone(), &parameter.path, &parameter.typed()) {
                Ok(changed) => {
                    recipe = changed;
                    false
                }
                Err(error) => {
                    refused = Some(error);
                    true
                }
            });
            if let Some(error) = refused.filter(|_| waiting.len() == before) {
                return Err(error);
            }
        }
        validated(recipe)
    }
}

fn validated(recipe: Recipe) -> Result<Recipe, ParameterError> {
    recipe.validate().map_err(|error| ParameterError::Refused(error.to_string()))?;
    Ok(recipe)
}

fn set(recipe: Recipe, path: &str, value: &str) -> Result<Recipe, ParameterError> {
    if path != WIDTH && path != HEIGHT {
        let changed = recipe.set(&format!("{path}={value}"));
        return changed.map_err(|error| ParameterError::Refused(error.problem));
    }
    let Ok(side) = value.trim().parse() else {
        return Err(ParameterError::WrongType { value: value.to_owned(), expected: "a number of cells" });
    };
    let size = recipe.size();
    Ok(if path == WIDTH { recipe.sized(side, size.height) } else { recipe.sized(size.width, side) })
}

/// A parameter of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    /// `smooth.passes`, or `smooth.2.passes` for the second of several.
    pub(super) path: String,
    pub(super) value: Option<Value>,
    pub(super) as_written: Option<Value>,
    pub(super) doc: String,
}

impl Parameter {
    pub(super) fn is_changed(&self) -> bool {
        self.value != self.as_written
    }

    /// Whether it is the width or height of the level.
    pub(super) fn is_side(&self) -> bool {
        self.path == WIDTH || self.path == HEIGHT
    }

    /// The value as a user would type it.
    pub(super) fn typed(&self) -> String {
        self.value.as_ref().map(typed).unwrap_or_default()
    }
}

/// A value as a user would type it: words need no quotes, unless they could be taken for something else.
pub(super) fn typed(value: &Value) -> String {
    match value.as_str() {
        Some(word) if is_plain_word(word) => word.to_owned(),
        _ => value.to_string(),
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

    fn halls() -> Target {
        Target::recipe(Recipe::named("halls").unwrap())
    }

    #[test]
    fn resetting_one_parameter_keeps_the_others() {
        let mut halls = halls();
        for (path, value) in [("lakes.narrowest", "8"), ("doors.chance", "0.5")] {
            let recipe = halls.with(path, value).unwrap();
            halls.replace(recipe);
        }
        let recipe = halls.reset(Some("lakes.narrowest")).unwrap();
        halls.replace(recipe);
        let changed: Vec<String> =
            halls.parameters().into_iter().filter(Parameter::is_changed).map(|known| known.path).collect();
        assert_eq!(changed, ["doors.chance"]);
        halls.replace(halls.reset(None).unwrap());
        assert!(!halls.parameters().iter().any(Parameter::is_changed));
    }

    #[test]
    fn an_invalid_value_is_refused_with_a_reason() {
        let problem = |path, value| halls().with(path, value).unwrap_err().to_string();
        assert_eq!(problem("doors.chance", "2"), "chance: 2 is not a number from 0 to 1");
        assert_eq!(problem("loops.distance", "far"), "`far` is not a whole number that fits here");
        assert!(problem("loops.distance", "-3").contains("whole number"));
        assert!(problem("width", "1").contains("too small"));
        assert!(problem("width", "wide").contains("not a number of cells"));
        assert!(problem("height", "99999999").contains("too large"));
    }
}

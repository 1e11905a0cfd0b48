//! What is viewed: a recipe whose parameters can be changed, or a plan.

use std::ops::Deref;
use std::sync::Arc;

use toml::Value;
use undercroft_mapgen::{Plan, Recipe, Tunable, TuningError};

/// What is viewed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A recipe.
    Recipe {
        /// The recipe as written in its file.
        as_written: Box<Recipe>,
        /// The recipe with the user's changes.
        changed: Box<Recipe>,
    },
    /// A plan, whose levels cannot be changed.
    Plan(Arc<Plan>),
}

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
        let written = as_written.tunables().into_iter().map(|known| known.value);
        let now = changed.tunables().into_iter();
        now.zip(written).map(|(now, as_written)| Parameter { now, as_written }).collect()
    }

    /// The recipe with one parameter changed.
    pub(super) fn with(&self, path: &str, value: &str) -> Result<Recipe, TuningError> {
        match self {
            Self::Recipe { changed, .. } => changed.tuned(path, value),
            Self::Plan(_) => Err(TuningError::Refused("a plan has no parameters".into())),
        }
    }

    /// Replaces the changed recipe.
    pub(super) fn replace(&mut self, recipe: Recipe) {
        if let Self::Recipe { changed, .. } = self {
            **changed = recipe;
        }
    }

    /// The recipe with one parameter, or all of them, reset to what the file says.
    pub(super) fn reset(&self, path: Option<&str>) -> Result<Recipe, TuningError> {
        let Self::Recipe { as_written, .. } = self else {
            return Err(TuningError::Refused("a plan has no parameters".into()));
        };
        let mut recipe = (**as_written).clone();
        let Some(path) = path else { return Ok(recipe) };
        let mut waiting = self.parameters();
        waiting.retain(|known| known.is_changed() && known.path != path);
        // Some values are valid only after others, such as a new minimum above the old maximum.
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut refused = None;
            waiting.retain(|parameter| match recipe.tuned(&parameter.path, &parameter.typed()) {
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
        Ok(recipe)
    }
}

/// A parameter of a recipe, and the value that its file gives it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    now: Tunable,
    pub(super) as_written: Option<Value>,
}

impl Parameter {
    pub(super) fn is_changed(&self) -> bool {
        self.now.value != self.as_written
    }
}

impl Deref for Parameter {
    type Target = Tunable;

    fn deref(&self) -> &Tunable {
        &self.now
    }
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
            halls.parameters().into_iter().filter(Parameter::is_changed).map(|known| known.path.clone()).collect();
        assert_eq!(changed, ["doors.chance"]);
        halls.replace(halls.reset(None).unwrap());
        assert!(!halls.parameters().iter().any(Parameter::is_changed));
    }
}

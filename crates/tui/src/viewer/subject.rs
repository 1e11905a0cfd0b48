//! What is looked at: a recipe that can be changed, or a plan; with a seed and a depth.

use std::sync::Arc;

use undercroft_mapgen::{Plan, Recipe, Registry, Seed, StepKind};

/// What is looked at.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A recipe.
    Recipe {
        /// As its file says.
        as_written: Box<Recipe>,
        /// As it has been changed.
        changed: Box<Recipe>,
    },
    /// A plan, whose levels can only be looked at.
    Plan(Arc<Plan>),
}

/// The names of the two sides of a level among the parameters.
pub(super) const WIDTH: &str = "width";
pub(super) const HEIGHT: &str = "height";

impl Subject {
    /// A recipe as it is.
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
            side(WIDTH, |recipe| recipe.size().width, "How many cells the level is wide."),
            side(HEIGHT, |recipe| recipe.size().height, "How many cells the level is high."),
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
    pub(super) fn with(&self, path: &str, value: &str) -> Result<Recipe, String> {
        let Self::Recipe { changed, .. } = self else { return Err("a plan has no parameters".into()) };
        let recipe = set((**changed).clone(), path, value).map_err(|problem| self.in_words(path, value, problem))?;
        recipe.validate().map_err(|error| error.to_string())?;
        Ok(recipe)
    }

    /// What is wrong with a value, in words that are not a programmer's.
    fn in_words(&self, path: &str, value: &str, problem: String) -> String {
        if !problem.starts_with("invalid ") {
            return problem;
        }
        let parameter = self.parameters().into_iter().find(|known| known.path == path);
        let kind = match parameter.and_then(|parameter| parameter.value) {
            Some(toml::Value::Integer(_)) => "a whole number that can be used here",
            Some(toml::Value::Float(_)) => "a number",
            Some(toml::Value::Boolean(_)) => "`true` or `false`",
            Some(toml::Value::String(_)) => "a word",
            _ => return problem,
        };
        format!("`{}` is not {kind}", value.trim())
    }

    /// Takes a recipe in place of the one that was there.
    pub(super) fn take(&mut self, recipe: Recipe) {
        if let Self::Recipe { changed, .. } = self {
            **changed = recipe;
        }
    }

    /// The recipe with one parameter, or all of them, as written.
    pub(super) fn reset(&self, path: Option<&str>) -> Result<Recipe, String> {
        let Self::Recipe { as_written, .. } = self else { return Err("a plan has no parameters".into()) };
        let Some(path) = path else { return Ok((**as_written).clone()) };
        let mut recipe = (**as_written).clone();
        let mut waiting: Vec<Parameter> =
            self.parameters().into_iter().filter(|known| known.is_changed() && known.path != path).collect();
        // Some make sense only after others, as a new smallest above the old largest.
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut refused = Err(String::new());
            waiting.retain(|parameter| match set(recipe.clone(), &parameter.path, &parameter.typed()) {
                Ok(changed) => {
                    recipe = changed;
                    false
                }
                Err(problem) => {
                    refused = Err(problem);
                    true
                }
            });
            if waiting.len() == before {
                return refused;
            }
        }
        recipe.validate().map_err(|error| error.to_string())?;
        Ok(recipe)
    }

    /// The arguments that make the level that is looked at, each as one types it.
    pub(super) fn arguments(&self, typed: &str, seed: &Seed, depth: u32) -> String {
        let mut line = match self {
            Self::Recipe { .. } => quoted(typed),
            Self::Plan(_) => format!("--plan {}", quoted(typed)),
        };
        line += &match seed.to_string() {
            // It would be taken for an option.
            text if text.starts_with('-') => format!(" {}", quoted(&format!("--seed={text}"))),
            text => format!(" --seed {}", quoted(&text)),
        };
        let usual = if matches!(self, Self::Plan(_)) { 0 } else { 1 };
        if depth != usual {
            line += &format!(" --depth {depth}");
        }
        if let Self::Recipe { as_written, changed } = self
            && as_written.size() != changed.size()
        {
            line += &format!(" --size {}", changed.size());
        }
        for parameter in self.parameters().iter().filter(|parameter| parameter.is_changed() && !parameter.is_side()) {
            line += &format!(" --set {}", quoted(&format!("{}={}", parameter.path, parameter.typed())));
        }
        line
    }
}

fn set(recipe: Recipe, path: &str, value: &str) -> Result<Recipe, String> {
    if path != WIDTH && path != HEIGHT {
        return recipe.set(&format!("{path}={value}")).map_err(|error| error.problem);
    }
    let Ok(side) = value.trim().parse() else { return Err(format!("`{value}` is not a number of cells")) };
    let size = recipe.size();
    Ok(if path == WIDTH { recipe.sized(side, size.height) } else { recipe.sized(size.width, side) })
}

/// Something that can be changed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    /// `smooth.passes`, or `smooth.2.passes` where there are several.
    pub(super) path: String,
    pub(super) value: Option<toml::Value>,
    pub(super) as_written: Option<toml::Value>,
    pub(super) doc: String,
}

impl Parameter {
    pub(super) fn is_changed(&self) -> bool {
        self.value != self.as_written
    }

    fn is_side(&self) -> bool {
        self.path == WIDTH || self.path == HEIGHT
    }

    /// The value as one types it.
    pub(super) fn typed(&self) -> String {
        self.value.as_ref().map(typed).unwrap_or_default()
    }
}

/// A value as one types it: words need no quotes, unless they could be taken for something else.
pub(super) fn typed(value: &toml::Value) -> String {
    match value.as_str() {
        Some(word) if is_plain_word(word) => word.to_owned(),
        _ => value.to_string(),
    }
}

fn is_plain_word(word: &str) -> bool {
    let begins_well = word.chars().next().is_some_and(|letter| letter.is_ascii_alphabetic());
    begins_well
        && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_ ".contains(letter))
        && word.trim() == word
        && !["true", "false", "inf", "nan"].contains(&word)
}

/// An argument as one types it in a shell.
fn quoted(argument: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+%@".contains(letter);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halls() -> Subject {
        Subject::recipe(Recipe::named("halls").unwrap())
    }

    #[test]
    fn what_was_changed_becomes_a_command_that_can_be_typed() {
        let mut vaults = Subject::recipe(Recipe::named("vaults").unwrap());
        for (path, value) in [("stamp in rock.reach", "4"), ("start.at", "centre"), ("width", "90")] {
            let recipe = vaults.with(path, value).unwrap();
            vaults.take(recipe);
        }
        assert_eq!(
            vaults.arguments("vaults", &Seed::from("it's dark"), 3),
            "vaults --seed 'it'\\''s dark' --depth 3 --size 90x50 --set 'stamp in rock.reach=4' --set start.at=centre"
        );
        assert_eq!(
            vaults.arguments("./my vaults.toml", &Seed::from("-1"), 1).split(" --si").next().unwrap(),
            "'./my vaults.toml' --seed=-1"
        );
    }

    #[test]
    fn one_parameter_is_reset_and_the_others_stay() {
        let mut halls = halls();
        for (path, value) in [("lakes.narrowest", "8"), ("doors.chance", "0.5")] {
            let recipe = halls.with(path, value).unwrap();
            halls.take(recipe);
        }
        let recipe = halls.reset(Some("lakes.narrowest")).unwrap();
        halls.take(recipe);
        let changed: Vec<String> =
            halls.parameters().into_iter().filter(Parameter::is_changed).map(|known| known.path).collect();
        assert_eq!(changed, ["doors.chance"]);
        halls.take(halls.reset(None).unwrap());
        assert!(!halls.parameters().iter().any(Parameter::is_changed));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_reason() {
        let halls = halls();
        assert_eq!(halls.with("doors.chance", "2").unwrap_err(), "chance: 2 is not a number from 0 to 1");
        assert_eq!(
            halls.with("loops.distance", "far").unwrap_err(),
            "`far` is not a whole number that can be used here"
        );
        assert!(halls.with("loops.distance", "-3").unwrap_err().contains("whole number"));
        assert!(halls.with("width", "1").unwrap_err().contains("too small"));
        assert!(halls.with("width", "wide").unwrap_err().contains("not a number of cells"));
        assert!(halls.with("height", "99999999").unwrap_err().contains("too large"));
    }
}

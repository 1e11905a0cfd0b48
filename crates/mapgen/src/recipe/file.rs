//! Recipe files: reads TOML with the position of every error, applies settings, and writes recipes back.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::{Entry, Recipe, Where};
use crate::content::{Content, ContentError, SourceFile, plain_words};
use crate::metrics::{Metric, Requirement, RequirementError};
use crate::suggest::did_you_mean;
use crate::{BadParameter, Tileset};

/// The most steps in a recipe file. The longest built-in recipe has fewer than thirty.
const MAX_STEPS: usize = 1_000;

/// The keys of a recipe file besides its steps.
const KEYS: [&str; 6] = ["name", "description", "size", "attempts", "require", "step"];

/// An invalid setting (`STEP.PARAMETER=VALUE`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting}: {problem}")]
#[non_exhaustive]
pub struct SettingError {
    /// The setting, as given.
    pub setting: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl Recipe {
    /// Parses a recipe from the text of a TOML file. The steps and vaults that it names come from `content`.
    ///
    /// ```
    /// use undercroft_mapgen::{Content, Recipe, SourceFile};
    /// let text = r#"
    ///     name = "den"
    ///     description = "A small cave."
    ///     size = "30x20"
    ///     [[step]]
    ///     do = "scatter"
    ///     chance = 0.55
    ///     [[step]]
    ///     do = "smooth"
    ///     [[step]]
    ///     do = "connect"
    /// "#;
    /// let recipe = Recipe::parse(SourceFile::new("den.toml", text), Content::standard())?;
    /// assert_eq!(recipe.steps().count(), 3);
    /// let error = Recipe::parse(SourceFile::new("den.toml", &text.replace("chance", "chanse")), Content::standard());
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     "den.toml:7:5: `scatter` has no parameter `chanse`; did you mean `chance`?"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a valid recipe. The error says where the problem is and how to fix it.
    pub fn parse(source: SourceFile<'_>, content: &Content) -> Result<Self, ContentError> {
        Self::parse_in(source, content, content.tiles())
    }

    /// Parses a recipe written for a tileset.
    pub(crate) fn parse_in(
        source: SourceFile<'_>,
        content: &Content,
        tileset: &Arc<Tileset>,
    ) -> Result<Self, ContentError> {
        source.refuse_control_characters()?;
        let file = DeTable::parse(source.text).map_err(|error| source.toml_error(&error))?;
        let reader = Reader { source, content, tileset };
        let recipe = reader.recipe(file)?;
        match recipe.missing_tiles() {
            Some(missing) => Err(source.error(0..0, missing.to_string())),
            None => Ok(recipe),
        }
    }

    /// Changes a parameter of a step, as in `scatter.chance=0.45`. The value is TOML or plain text. A label shared by
    /// several steps sets them all; `smooth.2` is the second step labelled `smooth`.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let caves = Recipe::named("caves").unwrap();
    /// assert!(caves.clone().set("scatter.chance=0.45").is_ok());
    /// let error = caves.set("scatter.chance=2").unwrap_err();
    /// assert_eq!(error.to_string(), "scatter.chance=2: chance: 2 is not a number from 0 to 1");
    /// ```
    ///
    /// # Errors
    /// If there is no such step or parameter, or the value is invalid.
    pub fn set(mut self, setting: &str) -> Result<Self, SettingError> {
        let problem = |problem: String| SettingError { setting: setting.into(), problem };
        let parts = setting.split_once('=').and_then(|(path, value)| Some((path.rsplit_once('.')?, value)));
        let Some(((label, parameter), value)) = parts else {
            return Err(problem("a setting is written STEP.PARAMETER=VALUE, as in `scatter.chance=0.45`".into()));
        };
        let (label, parameter) = (label.trim(), parameter.trim());
        let chosen = self.steps_labelled(label, problem)?;
        self.validated = OnceLock::new();
        for index in chosen {
            let entry = &mut self.steps[index];
            if parameter == "where" {
                let place = Where::parse(value.trim().trim_matches('"'));
                entry.place = Some(place.map_err(|error| problem(format!("where: {error}")))?);
                continue;
            }
            let Some(kind) = entry.step.kind() else {
                return Err(problem(format!("`{}` has no parameters", entry.step.name())));
            };
            let known = kind.parameter(parameter).ok_or_else(|| problem(kind.unknown_parameter(parameter)))?;
            let value = ValueDeserializer::from(parse_value(value.trim()));
            let changed = entry.step.with_parameter(known, value, &self.tileset);
            entry.step = changed.map_err(|error| problem(plain_words(&error)))?;
            entry.step.check(&self.tileset).map_err(|error| problem(error.to_string()))?;
        }
        Ok(self)
    }

    /// Changes several parameters. Their order does not matter, even where one is valid only after another, such as a
    /// minimum above the old maximum.
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let rooms = Recipe::named("rooms").unwrap();
    /// assert!(rooms.clone().set("rooms.min-side=20").is_err());
    /// assert!(rooms.set_all(&["rooms.min-side=20", "rooms.max-side=24"]).is_ok());
    /// ```
    ///
    /// # Errors
    /// The first setting that is invalid in any order.
    pub fn set_all<S: AsRef<str>>(mut self, settings: &[S]) -> Result<Self, SettingError> {
        let mut pending: Vec<&str> = settings.iter().map(AsRef::as_ref).collect();
        while !pending.is_empty() {
            let mut refused: Vec<(&str, SettingError)> = Vec::new();
            let before = pending.len();
            for setting in pending {
                match self.clone().set(setting) {
                    Ok(changed) => self = changed,
                    Err(error) => refused.push((setting, error)),
                }
            }
            if refused.len() == before {
                // Not empty: at least one was pending.
                return Err(refused.swap_remove(0).1);
            }
            pending = refused.into_iter().map(|(setting, _)| setting).collect();
        }
        Ok(self)
    }

    /// The recipe, with the vaults in `content` available to steps that choose among all vaults.
    pub(crate) fn with_content(mut self, content: &Content) -> Result<Self, ContentError> {
        for entry in &mut self.steps {
            if let Some(bound) = entry.step.with_content(content)? {
                entry.step = bound;
                self.validated = OnceLock::new();
            }
        }
        Ok(self)
    }

    /// The recipe as the text of a TOML file, without the parameters that have their default value.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let text = |text: &str| toml::Value::from(text).to_string();
        let mut file = format!("name = {}\n", text(&self.name));
        file += &format!("description = {}\n", text(&self.description));
        file += &format!("size = \"{}\"\n", self.size);
        file += &format!("attempts = {}\n", self.attempts);
        if !self.requirements.is_empty() {
            file += "\n[require]\n";
        }
        for requirement in &self.requirements {
            file += &format!("{} = {}\n", requirement.metric.name(), text(&requirement.range()));
        }
        for ((label, step), place) in self.steps().zip(self.places()) {
            file += &format!("\n[[step]]\ndo = {}\n", text(step.name()));
            if label != step.name() {
                file += &format!("as = {}\n", text(label));
            }
            if let Some(place) = place {
                file += &format!("where = {}\n", text(&place.to_string()));
            }
            let defaults = step.kind().map(|kind| kind.defaults()).unwrap_or_default();
            for (key, value) in &step.parameters() {
                if defaults.get(key) != Some(value) {
                    file += &format!("{key} = {value}\n");
                }
            }
        }
        file
    }

    /// The indices of the steps that a label refers to.
    pub(super) fn steps_labelled(
        &self,
        label: &str,
        problem: impl Fn(String) -> SettingError,
    ) -> Result<Vec<usize>, SettingError> {
        let with_label = |label: &str| -> Vec<usize> {
            self.steps.iter().enumerate().filter(|(_, entry)| entry.label == label).map(|(index, _)| index).collect()
        };
        let all = with_label(label);
        if !all.is_empty() {
            return Ok(all);
        }
        if let Some((label, number)) = label.rsplit_once('.') {
            let these = with_label(label);
            if let Some(index) = number.parse::<usize>().ok().and_then(|number| these.get(number.wrapping_sub(1))) {
                return Ok(vec![*index]);
            }
            if !these.is_empty() {
                return Err(problem(format!(
                    "there is no step `{label}.{number}`; the last is `{label}.{}`",
                    these.len()
                )));
            }
        }
        let labels = self.steps.iter().map(|entry| entry.label.as_str());
        Err(problem(format!("the recipe has no step `{label}`; {}", did_you_mean(label, labels))))
    }
}

/// A value typed on the command line: TOML if it parses, text otherwise.
fn parse_value(typed: &str) -> Spanned<DeValue<'_>> {
    match DeValue::parse(typed) {
        Ok(value) => value,
        Err(_) => Spanned::new(0..typed.len(), DeValue::String(typed.into())),
    }
}

/// The context for reading a recipe file.
struct Reader<'a> {
    source: SourceFile<'a>,
    content: &'a Content,
    tileset: &'a Arc<Tileset>,
}

impl Reader<'_> {
    fn recipe(&self, file: Spanned<DeTable<'_>>) -> Result<Recipe, ContentError> {
        let mut recipe = Recipe::new(80, 50).tileset(self.tileset.clone());
        let mut described = [("name", false), ("description", false), ("step", false)];
        for (key, value) in file.into_inner() {
            let name = key.as_ref();
            if let Some((_, seen)) = described.iter_mut().find(|(known, _)| *known == name) {
                *seen = true;
            }
            match name.as_ref() {
                "name" => recipe.name = self.value::<String>(value)?.into(),
                "description" => recipe.description = self.value(value)?,
                "size" => recipe.size = self.size(&value)?,
                "attempts" => recipe.attempts = self.number(value, 1..=10_000)?,
                "require" => recipe = self.requirements(value)?.into_iter().fold(recipe, Recipe::require),
                "step" => recipe.steps = self.steps(value)?,
                unknown => {
                    let problem = format!("a recipe has no `{unknown}`; {}", did_you_mean(unknown, KEYS));
                    return Err(self.source.error(key.span(), problem));
                }
            }
        }
        if let Some((key, _)) = described.iter().find(|(_, seen)| !seen) {
            let remedy = if *key == "step" {
                "add at least one `[[step]]`".to_owned()
            } else {
                format!("add `{key} = \"…\"`")
            };
            return Err(self.source.error(0..0, format!("the recipe has no `{key}`; {remedy}")));
        }
        Ok(recipe)
    }

    fn value<T: serde::de::DeserializeOwned>(&self, value: Spanned<DeValue<'_>>) -> Result<T, ContentError> {
        let span = value.span();
        T::deserialize(ValueDeserializer::from(value)).map_err(|error| self.error_in(&span, &error))
    }

    /// A TOML error at its own position, or at that of the value being read.
    fn error_in(&self, span: &Range<usize>, error: &toml::de::Error) -> ContentError {
        self.source.error(error.span().unwrap_or_else(|| span.clone()), plain_words(error))
    }

    fn number(&self, value: Spanned<DeValue<'_>>, range: std::ops::RangeInclusive<u32>) -> Result<u32, ContentError> {
        let span = value.span();
        let number: i64 = self.value(value)?;
        match u32::try_from(number).ok().filter(|number| range.contains(number)) {
            Some(number) => Ok(number),
            None => {
                let problem = format!("{number} is not a number from {} to {}", range.start(), range.end());
                Err(self.source.error(span, problem))
            }
        }
    }

    fn size(&self, value: &Spanned<DeValue<'_>>) -> Result<undercroft_grid::Size, ContentError> {
        let sides = value.as_ref().as_str().and_then(|text| text.split_once('x'));
        let size = sides.and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
        match size {
            Some((width, height)) => Ok(undercroft_grid::Size::new(width, height)),
            None => Err(self.source.error(value.span(), "a size is written \"WIDTHxHEIGHT\", as in \"80x50\"")),
        }
    }

    fn requirements(&self, value: Spanned<DeValue<'_>>) -> Result<Vec<Requirement>, ContentError> {
        let span = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            return Err(self.source.error(span, "requirements are written under `[require]`, as in `loops = \"2..\"`"));
        };
        let mut requirements = Vec::new();
        for (key, value) in table {
            let typed: &str = key.as_ref();
            let metric = Metric::named(typed).filter(|metric| metric.applies_to_drafts()).ok_or_else(|| {
                let known = Metric::ALL.into_iter().filter(|metric| metric.applies_to_drafts()).map(Metric::name);
                let problem = format!("no metric is called `{typed}`; {}", did_you_mean(typed, known));
                self.source.error(key.span(), problem)
            })?;
            let range = match value.as_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.to_string(),
                _ => String::new(),
            };
            let problem = |error: RequirementError| self.source.error(value.span(), error.to_string());
            requirements.push(Requirement::parse(metric, &range).map_err(problem)?);
        }
        Ok(requirements)
    }

    fn steps(&self, value: Spanned<DeValue<'_>>) -> Result<Vec<Entry>, ContentError> {
        let span = value.span();
        let DeValue::Array(steps) = value.into_inner() else {
            return Err(self.source.error(span, "steps are written as tables under `[[step]]`"));
        };
        if steps.len() > MAX_STEPS {
            let problem = format!("{} steps are too many: a recipe has at most {MAX_STEPS}", steps.len());
            return Err(self.source.error(span, problem));
        }
        steps.into_iter().map(|step| self.step(step)).collect()
    }

    fn step(&self, value: Spanned<DeValue<'_>>) -> Result<Entry, ContentError> {
        let span = value.span();
        let DeValue::Table(mut table) = value.into_inner() else {
            return Err(self.source.error(span, "a step is a table with the key `do`"));
        };
        let Some((_, verb)) = table.remove_entry("do") else {
            return Err(self.source.error(span, "the step does not say what to `do`"));
        };
        let verb_span = verb.span();
        let name: String = self.value(verb)?;
        let Some(kind) = self.content.registry().get(&name) else {
            return Err(self.source.error(verb_span, self.content.registry().unknown(&name)));
        };
        let label = match table.remove_entry("as") {
            Some((_, label)) => self.value(label)?,
            None => name,
        };
        let place = match table.remove_entry("where") {
            Some((_, text)) => Some(self.place(text)?),
            None => None,
        };
        let mut step = kind.default_step();
        let mut places = Vec::new();
        for (key, value) in table {
            let (typed, span): (&str, _) = (key.as_ref(), value.span());
            let parameter = kind.parameter(typed);
            let unknown = || self.source.error(key.span(), kind.unknown_parameter(typed));
            let value = ValueDeserializer::from(value);
            let changed = step.with_parameter(parameter.ok_or_else(unknown)?, value, self.tileset);
            step = changed.map_err(|error| self.error_in(&span, &error))?;
            places.push((typed.to_owned(), span));
        }
        if let Some(bound) = step.with_content(self.content)? {
            step = bound;
        }
        let checked = step.check(self.tileset).and_then(|()| self.content.check_spawns(step.spawn_names()));
        match checked {
            // Missing tiles that only default values name are reported together, once the whole recipe is read.
            Err(BadParameter { parameter, missing_tile: Some(name), .. })
                if Tileset::standard().id(&name).is_some() && !places.iter().any(|(typed, _)| *typed == parameter) => {}
            other => other.map_err(|error| self.bad_parameter(kind.name, error, &places, &verb_span))?,
        }
        Ok(Entry { label, step, place })
    }

    /// The condition of a step. An error is reported at its column if the text is written on one line.
    fn place(&self, value: Spanned<DeValue<'_>>) -> Result<Where, ContentError> {
        let span = value.span();
        let text: String = self.value(value)?;
        Where::parse(&text).map_err(|error| {
            let before: usize = text.chars().take(error.column - 1).map(char::len_utf8).sum();
            let is_plain = self.source.text.get(span.clone()).is_some_and(|quoted| quoted.len() == text.len() + 2);
            let start = if is_plain { span.start + 1 + before } else { span.start };
            self.source.error(start..span.end, format!("where: {}", error.problem))
        })
    }

    /// An error at the parameter's value, or at the step's name if the parameter has its default value.
    fn bad_parameter(
        &self,
        step: &str,
        error: BadParameter,
        places: &[(String, Range<usize>)],
        verb: &Range<usize>,
    ) -> ContentError {
        let place = places.iter().find(|(name, _)| *name == error.parameter).map_or(verb, |(_, span)| span);
        self.source.error(place.clone(), format!("{step}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let head = "name = \"x\"\ndescription = \"x\"\n";
        let text = format!("{head}{text}");
        match Recipe::parse(SourceFile::new("x.toml", &text), Content::standard()) {
            Ok(_) => panic!("the recipe was accepted:\n{text}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_give_the_position_and_the_remedy() {
        assert_eq!(
            error("[[step]]\ndo = \"smoth\"\n"),
            "x.toml:4:6: no step is called `smoth`; did you mean `smooth`?"
        );
        assert_eq!(
            error("[[step]]\ndo = \"scatter\"\nchance = 2\n"),
            "x.toml:5:10: scatter: chance: 2 is not a number from 0 to 1"
        );
        assert_eq!(
            error("[[step]]\ndo = \"fill\"\ntile = \"flor\"\n"),
            "x.toml:5:8: fill: tile: no tile is called `flor`; did you mean `floor`?"
        );
        assert!(error("sise = \"3x3\"\n").starts_with("x.toml:3:1: a recipe has no `sise`; did you mean `size`?"));
        assert!(error("size = \"3by3\"\n[[step]]\ndo=\"fill\"").starts_with("x.toml:3:8: a size is written"));
        let requirement = |text: &str| error(&format!("[require]\n{text}\n[[step]]\ndo=\"fill\""));
        assert!(
            requirement("lops = \"2..\"").starts_with("x.toml:4:1: no metric is called `lops`; did you mean `loops`?")
        );
        assert!(requirement("loops = \"many\"").starts_with("x.toml:4:9: `many` is not a range"));
        assert!(error("").contains("add at least one `[[step]]`"));
        assert!(error("[[step]]\ndo = \"scatter\"\nchance = \"half\"\n").starts_with("x.toml:5:10:"));
        assert!(error("[[step]\n").starts_with("x.toml:3:"));
        assert_eq!(
            error("[[step]]\ndo = \"spawn\"\nwhere = \"room and dead-ende\"\n"),
            "x.toml:5:19: where: nothing is called `dead-ende`; did you mean `dead-end`?"
        );
    }

    #[test]
    fn levels_meet_every_requirement_or_are_rejected() {
        let text = Recipe::named("rooms").unwrap().to_toml();
        let with = |requirements: &str| {
            let text = text.replacen("\n[[step]]", &format!("\n[require]\n{requirements}\n\n[[step]]"), 1);
            let recipe = Recipe::parse(SourceFile::new("x.toml", &text), Content::standard());
            recipe.unwrap_or_else(|error| panic!("{error}\n{text}"))
        };
        let recipe = with("rooms = \"11..\"\nloops = \"..9\"");
        assert_eq!(recipe.to_toml().matches("rooms = \"11..\"").count(), 1);
        for seed in 0..20 {
            assert!(recipe.build(seed).unwrap().rooms().len() >= 11);
        }
        let error = with("rooms = 1000").build(1).unwrap_err().to_string();
        assert!(error.contains("require: rooms = ") && error.contains("requires 1000"), "{error}");
    }

    #[test]
    fn a_written_recipe_reads_back_the_same() {
        for name in Recipe::names() {
            let recipe = Recipe::named(name).unwrap();
            let text = recipe.to_toml();
            let again = Recipe::parse(SourceFile::new("again.toml", &text), Content::standard());
            let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again.to_toml(), text);
            assert_eq!(again.build(1).unwrap().fingerprint(), recipe.build(1).unwrap().fingerprint());
        }
    }
}

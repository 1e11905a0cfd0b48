//! The steps that recipe files can name.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::step::{Parameter, Parameters, Step};
use crate::suggest::did_you_mean;

/// The steps that recipe files can name: the built-in ones and any you add.
///
/// ```
/// use undercroft_mapgen::Registry;
/// let steps = Registry::standard();
/// assert!(steps.get("smooth").is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    kinds: BTreeMap<&'static str, StepKind>,
}

/// The description of a step type.
#[derive(Clone, Copy, Debug)]
pub struct StepKind {
    /// The name in recipe files.
    pub name: &'static str,
    /// What the step does, line by line. The first line is a summary.
    pub doc: &'static [&'static str],
    /// The parameters of the step.
    pub parameters: &'static [Parameter],
    make: fn() -> Arc<dyn Step>,
}

impl StepKind {
    /// Describes a step type that has [`Parameters`].
    #[must_use]
    pub fn of<T: Parameters>() -> Self {
        Self { name: T::NAME, doc: T::DOC, parameters: T::PARAMETERS, make: || Arc::new(T::default()) }
    }

    /// A step with default parameters.
    #[must_use]
    pub fn default_step(&self) -> Arc<dyn Step> {
        (self.make)()
    }

    /// What the step does, in one sentence.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.doc.first().map_or("", |line| line.trim())
    }

    /// The default values of the parameters, as in a recipe file. Parameters without a default are left out.
    #[must_use]
    pub fn defaults(&self) -> toml::Table {
        self.default_step().parameters()
    }

    /// The parameter with this name in recipe files.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|parameter| parameter.name() == name)
    }

    /// "`smooth` has no parameter `pases`; did you mean `passes`?"
    pub(crate) fn unknown_parameter(&self, name: &str) -> String {
        let known: Vec<String> = self.parameters.iter().map(Parameter::name).collect();
        match known.len() {
            0 => format!("`{}` has no parameters", self.name),
            _ => format!(
                "`{}` has no parameter `{name}`; {}",
                self.name,
                did_you_mean(name, known.iter().map(String::as_str))
            ),
        }
    }
}

static STANDARD: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry::default();
    crate::steps::register_all(&mut registry);
    registry
});

impl Registry {
    /// The built-in steps.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Adds a step so that recipe files can name it. It replaces any step of the same name.
    pub fn register<T: Parameters>(&mut self) {
        self.kinds.insert(T::NAME, StepKind::of::<T>());
    }

    /// The step with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&StepKind> {
        self.kinds.get(name)
    }

    /// All steps, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &StepKind> {
        self.kinds.values()
    }

    /// "no step is called `smoth`; did you mean `smooth`?"
    pub(crate) fn unknown(&self, name: &str) -> String {
        format!("no step is called `{name}`; {}", did_you_mean(name, self.kinds.keys().copied()))
    }
}

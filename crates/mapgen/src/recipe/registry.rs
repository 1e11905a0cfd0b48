//! The steps that recipe files can name.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::step::{Parameter, Parameters, Step};
use crate::suggest::did_you_mean;

/// The steps that recipe files can name: ours, and those that you add.
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

/// All that is known of a kind of step without running it.
#[derive(Clone, Copy, Debug)]
pub struct StepKind {
    /// What recipes call it.
    pub name: &'static str,
    /// What it does; the first line says it in a sentence.
    pub doc: &'static [&'static str],
    /// Its parameters.
    pub parameters: &'static [Parameter],
    make: fn() -> Arc<dyn Step>,
}

impl StepKind {
    /// The kind of a step that has [`Parameters`].
    #[must_use]
    pub fn of<T: Parameters>() -> Self {
        Self { name: T::NAME, doc: T::DOC, parameters: T::PARAMETERS, make: || Arc::new(T::default()) }
    }

    /// The step with all its defaults.
    #[must_use]
    pub fn default_step(&self) -> Arc<dyn Step> {
        (self.make)()
    }

    /// What it does, in a sentence.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.doc.first().map_or("", |line| line.trim())
    }

    /// The defaults of its parameters, as in a recipe file. A parameter without a default is not in it.
    #[must_use]
    pub fn defaults(&self) -> toml::Table {
        self.default_step().parameters()
    }

    /// The parameter of that name in recipe files.
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
    /// All our steps.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Adds a step, so that recipe files can name it. It takes the place of one with the same name.
    pub fn register<T: Parameters>(&mut self) {
        self.kinds.insert(T::NAME, StepKind::of::<T>());
    }

    /// The step of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&StepKind> {
        self.kinds.get(name)
    }

    /// All steps by name.
    pub fn iter(&self) -> impl Iterator<Item = &StepKind> {
        self.kinds.values()
    }

    /// "no step is called `smoth`; did you mean `smooth`?"
    pub(crate) fn unknown(&self, name: &str) -> String {
        format!("no step is called `{name}`; {}", did_you_mean(name, self.kinds.keys().copied()))
    }
}

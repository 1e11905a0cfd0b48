//! The list of parameters: which one is selected, what it can be, and why the last change was refused.

use undercroft_mapgen::ParameterRange;

use super::target::{Parameter, Target};

/// The parameters of the recipe.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    pub(super) list: Vec<Parameter>,
    pub(super) index: usize,
    /// The valid values of the selected parameter.
    pub(super) range: Option<ParameterRange>,
    /// Why the last change was refused.
    pub(super) refusal: Option<String>,
}

impl Parameters {
    /// The parameters of a target, with the first one after the size selected.
    pub(super) fn of(target: &Target) -> Self {
        let mut parameters = Self { index: 2, ..Self::default() };
        parameters.reload(target);
        parameters
    }

    /// Reads the parameters again after the recipe has changed.
    pub(super) fn reload(&mut self, target: &Target) {
        self.list = target.parameters();
        self.select(self.index.min(self.list.len().saturating_sub(1)), target);
    }

    pub(super) fn selected(&self) -> Option<&Parameter> {
        self.list.get(self.index)
    }

    pub(super) fn select(&mut self, index: usize, target: &Target) {
        if let Some(parameter) = self.list.get(index) {
            self.range = match target {
                Target::Recipe { changed, .. } => Some(ParameterRange::of(changed, parameter)),
                Target::Plan(_) => None,
            };
            (self.index, self.refusal) = (index, None);
        }
    }

    /// Selects the parameter some lines down, wrapping around.
    pub(super) fn select_by(&mut self, by: isize, target: &Target) {
        let count = self.list.len() as isize;
        if count > 0 {
            self.select((self.index as isize + by).rem_euclid(count) as usize, target);
        }
    }

    /// The value some steps up or down; `None` if it must be typed.
    pub(super) fn next_value(&self, steps: i64) -> Option<String> {
        self.range.as_ref()?.next(self.selected()?.value.as_ref()?, steps)
    }

    pub(super) fn changed(&self) -> usize {
        self.list.iter().filter(|parameter| parameter.is_changed()).count()
    }
}

//! Checks that only plan files need. The others apply to every plan.

use toml::Spanned;

use super::format::{PlanFile, StretchFile};
use super::{ContentError, Depths, PlanError, SourceFile};

/// An error in the plan as a whole, at its position in the file.
pub(super) fn place(source: &SourceFile<'_>, file: &PlanFile, error: &PlanError) -> ContentError {
    let stretch =
        |depths: &Depths| file.stretch.iter().map(Spanned::as_ref).find(|stretch| stretch.depths.as_ref() == depths);
    let depths = |depths: &Depths| stretch(depths).map(|stretch| stretch.depths.span());
    let stairs = |stretch: &StretchFile| stretch.stairs.as_ref().map(Spanned::span);
    let span = match error {
        PlanError::Gap { before: Some(range), .. }
        | PlanError::Overlap { depths: range, .. }
        | PlanError::NoRecipe { depths: range }
        | PlanError::NoRoomForStairs { depths: range } => depths(range),
        PlanError::Stairs { depths, .. } => stretch(depths).and_then(stairs),
        PlanError::Lock { depth, .. } => file.lock.iter().find(|lock| lock.as_ref().depth == *depth).map(Spanned::span),
        PlanError::Goal { .. } | PlanError::GoalCount { .. } => file.goal.as_ref().map(Spanned::span),
        _ => None,
    };
    source.error(span.unwrap_or_else(|| file.levels.span()), error.to_string())
}

pub(super) fn check_tables_are_used(source: &SourceFile<'_>, file: &PlanFile) -> Result<(), ContentError> {
    let used = |name: &str| {
        let mut lists = file.stretch.iter().flat_map(|stretch| stretch.as_ref().tables());
        lists.any(|(_, names)| names.as_ref().as_slice().iter().any(|used| used == name))
    };
    match file.tables.iter().find(|(name, _)| !used(name)) {
        Some((name, place)) => Err(source.error(place.span(), format!("no stretch uses the table `{name}`"))),
        None => Ok(()),
    }
}

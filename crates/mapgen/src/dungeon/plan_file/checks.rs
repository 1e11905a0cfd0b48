//! Checks that only plan files need. The others apply to every plan.

use std::ops::Range;

use toml::Spanned;

use super::format::{PlanFile, StretchFile};
use super::{ContentError, Depths, PlanError, SourceFile};

/// The most stretches in a plan, locks in a plan, recipes and tables that all stretches name, and kinds in a table. Built-in
/// plans have at most a few dozen of each.
const MOST: usize = 1_000;
/// The most settings of a stretch. Each applies to all of its recipes.
const MOST_SETTINGS: usize = 100;

/// Refuses a plan that would take minutes to read.
pub(super) fn check_counts(source: &SourceFile<'_>, file: &PlanFile) -> Result<(), ContentError> {
    let limit = |count: usize, most: usize, span: Range<usize>, what: &str| match count <= most {
        true => Ok(()),
        false => Err(source.error(span, format!("too many {what}: at most {most}"))),
    };
    let last = |spans: Option<Range<usize>>| spans.unwrap_or(0..0);
    limit(file.stretch.len(), MOST, last(file.stretch.last().map(Spanned::span)), "stretches in a plan")?;
    limit(file.lock.len(), MOST, last(file.lock.last().map(Spanned::span)), "locks in a plan")?;
    let (mut recipes, mut tables) = (0, 0);
    for stretch in file.stretch.iter().map(Spanned::as_ref) {
        if let Some(names) = &stretch.recipe {
            recipes += names.as_ref().as_slice().len();
            limit(recipes, MOST, names.span(), "recipes in a plan")?;
        }
        for (_, names) in stretch.tables() {
            tables += names.as_ref().as_slice().len();
            limit(tables, MOST, names.span(), "tables in the stretches of a plan")?;
        }
        limit(stretch.set.len(), MOST_SETTINGS, last(stretch.set.last().map(Spanned::span)), "settings in a stretch")?;
    }
    file.tables.values().try_for_each(|table| limit(table.as_ref().kinds.len(), MOST, table.span(), "kinds in a table"))
}

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

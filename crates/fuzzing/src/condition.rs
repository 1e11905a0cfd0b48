//! Conditions on levels and on cells.

use std::sync::LazyLock;

use undercroft_mapgen::{Condition, Level, Recipe, Survey, Where};

use crate::text;

static LEVEL: LazyLock<Level> =
    LazyLock::new(|| Recipe::named("bsp").expect("a built-in recipe").sized(40, 24).build(1).expect("a valid recipe"));

/// A condition as for `search --where`.
pub(crate) fn condition(data: &[u8]) {
    let Some(condition) = text(data).and_then(|text| Condition::parse(text).ok()) else { return };
    let _ = condition.holds(&Survey::of(&LEVEL));
}

/// The `where` of a step.
pub(crate) fn place(data: &[u8]) {
    let Some(place) = text(data).and_then(|text| Where::parse(text).ok()) else { return };
    let cells = place.cells(LEVEL.as_draft());
    let again = Where::parse(&place.to_string()).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(again.cells(LEVEL.as_draft()), cells, "{place}: a written condition reads back");
}

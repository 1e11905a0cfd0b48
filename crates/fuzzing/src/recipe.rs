//! Recipe files and settings: whatever is accepted becomes a level that keeps every promise.

use std::sync::LazyLock;

use undercroft_mapgen::{Content, Recipe, SourceFile};
use undercroft_testing::assert_keeps_promises;

use crate::text;

/// The longest side of a level.
const SIDE: u32 = 40;
/// The most steps to run.
const STEPS: usize = 20;

/// A recipe file.
pub(crate) fn recipe(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(recipe) = Recipe::parse(SourceFile::new("recipe.toml", text), Content::standard()) else { return };
    let written = recipe.to_toml();
    let again = Recipe::parse(SourceFile::new("written.toml", &written), Content::standard());
    let again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.to_toml(), written, "a written recipe reads back");
    build(recipe, data.len() as u64);
}

/// Settings for `--set`, one per line, of the recipe that the first line names.
pub(crate) fn setting(data: &[u8]) {
    static RECIPES: LazyLock<Vec<Recipe>> =
        LazyLock::new(|| Recipe::names().filter_map(|name| Recipe::named(name).ok()).collect());
    let Some(text) = text(data) else { return };
    let mut lines = text.lines();
    let Some(name) = lines.next() else { return };
    let Some(recipe) = RECIPES.iter().find(|recipe| recipe.name() == name) else { return };
    let settings: Vec<&str> = lines.take(8).collect();
    if let Ok(recipe) = recipe.clone().set_all(&settings) {
        build(recipe, data.len() as u64);
    }
}

/// Builds a small level and judges it.
fn build(recipe: Recipe, seed: u64) {
    let size = recipe.size();
    // Requirements and required vaults may be impossible to meet, and each attempt takes its time.
    let recipe = recipe.sized(size.width.min(SIDE), size.height.min(SIDE)).attempts(3);
    let can_fail = !recipe.requirements().is_empty() || recipe.to_toml().contains("required = true");
    if recipe.level_size().area() > 10_000 || recipe.steps().count() > STEPS || recipe.validate().is_err() {
        return;
    }
    match recipe.build(seed) {
        Ok(level) => assert_keeps_promises(level.as_draft()),
        Err(_) if can_fail => {}
        Err(error) => panic!("a valid recipe makes no level: {error}\n{}", recipe.to_toml()),
    }
}

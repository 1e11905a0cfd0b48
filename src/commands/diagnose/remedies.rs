//! Remedies for a recipe that makes no levels, or few: single changes, each tried out.

use toml::Value;
use undercroft_mapgen::Recipe;

/// How many seeds must pass with a change.
const SEEDS: u64 = 5;
/// How many drafts each may take.
const DRAFTS: u32 = 3;
/// How many remedies to name.
const MOST_REMEDIES: usize = 3;
/// Changes are only tried on levels of at most this many cells, so that the answer comes quickly.
const MOST_CELLS: usize = 100_000;

/// Single changes that let the recipe make its levels in a few drafts, the smallest first. `None` if there are none, or
/// if the level is too large to try.
pub(super) fn find(recipe: &Recipe, depth: u32) -> Option<Vec<String>> {
    if recipe.size().area() > MOST_CELLS {
        return None;
    }
    let mut found: Vec<String> = Vec::new();
    for (change, changed) in changes(recipe) {
        let passes = |seed: u64| changed.build_at(seed, depth).is_ok_and(|level| level.attempts() <= DRAFTS);
        if (1..=SEEDS).all(passes) {
            found.push(format!("It works with {change}: {SEEDS} of {SEEDS} seeds take at most {DRAFTS} drafts."));
        }
        if found.len() == MOST_REMEDIES {
            break;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Recipes that differ in one thing: a parameter at its default, more or less of it, a larger map. Invalid
/// recipes are left out.
fn changes(recipe: &Recipe) -> impl Iterator<Item = (String, Recipe)> {
    let recipe = recipe.clone().attempts(DRAFTS);
    let labels: Vec<&str> = recipe.steps().map(|(label, _)| label).collect();
    let mut settings: Vec<(u32, String)> = Vec::new();
    for (index, (label, step)) in recipe.steps().enumerate() {
        let count = |labels: &[&str]| labels.iter().filter(|other| **other == label).count();
        let path = match count(&labels) {
            1 => label.to_owned(),
            _ => format!("{label}.{}", count(&labels[..=index])),
        };
        let defaults = step.kind().map(|kind| kind.defaults()).unwrap_or_default();
        for (key, value) in &step.parameters() {
            let default = defaults.get(key).filter(|default| *default != value);
            settings.extend(default.map(|default| (0, format!("{path}.{key}={default}"))));
            for (rank, factor) in [(1, 2.0), (1, 0.5), (2, 4.0), (2, 0.25), (3, 10.0), (3, 0.0)] {
                let scaled = match value {
                    Value::Integer(number) => Some(Value::Integer((*number as f64 * factor) as i64)),
                    Value::Float(number) => Some(Value::Float(number * factor)),
                    _ => None,
                };
                let scaled = scaled.filter(|scaled| scaled != value && Some(scaled) != default);
                settings.extend(scaled.map(|scaled| (rank, format!("{path}.{key}={scaled}"))));
            }
        }
    }
    settings.sort_by_key(|(rank, _)| *rank);
    let larger = [(3, 2), (2, 1), (3, 1)].map(|(times, per)| {
        let size = recipe.size();
        let larger = recipe.clone().sized(size.width * times / per, size.height * times / per);
        (format!("`--size {}`", larger.size()), larger)
    });
    let settings = settings.into_iter().filter_map(move |(_, setting)| {
        let changed = recipe.clone().set(&setting).ok()?;
        Some((format!("`--set {setting}`"), changed))
    });
    settings.chain(larger).filter(|(_, changed)| changed.validate().is_ok())
}

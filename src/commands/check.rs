//! `undercroft check`: whether content files are good, and where they are not.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use toml::de::DeTable;
use undercroft_mapgen::{Recipe, Registry, Source, Tileset};

use crate::output::print;
use crate::recipes;
use crate::report::note;

pub(crate) fn run(files: &[PathBuf]) -> anyhow::Result<()> {
    let mut bad = 0;
    for file in files {
        match check(file) {
            Ok(what) => print(&format!("{}: ok, {what}\n", file.display()))?,
            Err(error) => {
                bad += 1;
                note(format_args!("{error:#}"));
            }
        }
    }
    match (bad, files.len()) {
        (0, _) => Ok(()),
        (_, 1) => Err(anyhow!("the file is not good")),
        (_, all) => Err(anyhow!("{bad} of {all} files are not good")),
    }
}

/// What the file is, where it is good.
fn check(path: &Path) -> anyhow::Result<String> {
    let text = recipes::read(path)?;
    let name = path.display().to_string();
    let source = Source::new(&name, &text);
    match kind(source)? {
        Kind::Recipe => recipe(source),
        Kind::Tileset => {
            let tileset = Tileset::parse(source)?;
            Ok(format!("a tileset of {} tiles", tileset.iter().count()))
        }
    }
}

fn recipe(source: Source<'_>) -> anyhow::Result<String> {
    let recipe = Recipe::parse(source, Registry::standard())?;
    // Errors from here on are of the recipe as a whole, and have no line of their own.
    let level = recipe.build(1).map_err(|error| anyhow!("{}: {error}", source.name))?;
    let steps = recipe.steps().count();
    Ok(format!(
        "the recipe `{}`, {}, {steps} steps, tried with seed {}",
        recipe.name(),
        recipe.size(),
        level.about.seed
    ))
}

/// What a content file holds.
enum Kind {
    Recipe,
    Tileset,
}

/// What the file holds, by the keys it has.
fn kind(source: Source<'_>) -> anyhow::Result<Kind> {
    let file = DeTable::parse(source.text)
        .map_err(|error| source.error(error.span().unwrap_or_default(), error.message().trim()))?;
    let has = |key: &str| file.as_ref().iter().any(|(known, _)| known.as_ref() == key);
    if has("tile") {
        return Ok(Kind::Tileset);
    }
    if has("step") {
        return Ok(Kind::Recipe);
    }
    if source.text.trim().is_empty() {
        bail!("{}: the file is empty", source.name);
    }
    bail!("{}: neither a recipe (with [[step]]) nor a tileset (with [[tile]])", source.name)
}

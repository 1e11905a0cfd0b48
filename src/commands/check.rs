//! `undercroft check`: whether content files are good, and where they are not.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use toml::de::DeTable;
use undercroft_game::Content;
use undercroft_mapgen::{Recipe, Registry, SourceFile, Tileset, Vault};

use crate::levels::read_plan;
use crate::messages::note;
use crate::output::print;
use crate::recipes;

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

/// What a content file can hold, the keys that tell it, and what checks it. The game's content comes before tilesets:
/// it may have tiles as well.
const KINDS: [(&str, &[&str], Checker); 5] = [
    ("a recipe", &["step"], recipe),
    ("a plan", &["stretch"], plan),
    ("a vault", &["map"], vault),
    ("content of the game", &["creature", "item", "table", "event", "kit", "blessing", "settings"], game),
    ("a tileset", &["tile"], tileset),
];

/// Says what the file is, where it is good.
type Checker = fn(SourceFile<'_>, &Path) -> anyhow::Result<String>;

fn check(path: &Path) -> anyhow::Result<String> {
    let text = recipes::read(path)?;
    let name = path.display().to_string();
    let source = SourceFile::new(&name, &text);
    let file = DeTable::parse(&text)
        .map_err(|error| source.error(error.span().unwrap_or_default(), error.message().trim()))?;
    let has = |key: &str| file.as_ref().iter().any(|(known, _)| known.as_ref() == key);
    if let Some((_, _, checker)) = KINDS.iter().find(|(_, keys, _)| keys.iter().any(|key| has(key))) {
        return checker(source, path);
    }
    if text.trim().is_empty() {
        bail!("{name}: the file is empty");
    }
    let known: Vec<String> =
        KINDS.iter().map(|(what, keys, _)| format!("{what} (it has `{}`)", keys.join("` or `"))).collect();
    bail!("{name}: this is none of what is known: {}", known.join(", "))
}

fn recipe(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    let recipe = Recipe::parse(source, Registry::standard())?;
    // Errors from here on are of the recipe as a whole, and have no line of their own.
    let level = recipe.build(1).map_err(|error| anyhow!("{}: {error}", source.name))?;
    let steps = recipe.steps().count();
    Ok(format!(
        "the recipe `{}`, {}, {steps} steps, tried with seed {}",
        recipe.name(),
        recipe.size(),
        level.metadata.seed
    ))
}

fn tileset(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    let tileset = Tileset::parse(source)?;
    Ok(format!("a tileset of {} tiles", tileset.iter().count()))
}

fn plan(source: SourceFile<'_>, path: &Path) -> anyhow::Result<String> {
    let plan = read_plan(source, path)?;
    let levels = plan.levels().map_or("no last level".into(), |levels| format!("{levels} levels"));
    Ok(format!("the plan `{}`, {levels}", plan.name()))
}

fn game(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    let content = Content::with(&[source])?;
    let (creatures, items) = (content.creatures().count(), content.items().count());
    Ok(format!("content of the game, which has {creatures} creatures and {items} items with it"))
}

fn vault(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    Ok(format!("the vault `{}`", Vault::parse(source)?.name()))
}

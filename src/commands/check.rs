//! `undercroft check`: validates content files and says where they are wrong.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use toml::de::DeTable;
use undercroft_game::Content as GameContent;
use undercroft_mapgen::{Content, Recipe, SourceFile, Tileset, Vault};

use crate::messages::note;
use crate::output::print;
use crate::recipes;

/// Validates content files
///
/// The keys of a file tell what it is: a recipe has `step`, a tileset `tile`, a plan `stretch`, a vault `map`, and game
/// content `creature`, `item` and the like. For a recipe, a level is generated as well.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft check my-caves.toml
  undercroft check recipes/*.toml tiles.toml

Exit status: 0 if all files are valid, 1 otherwise.")]
pub(crate) struct Arguments {
    /// Content files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut invalid = 0;
    for file in &arguments.files {
        match check(file) {
            Ok(description) => print(&format!("{}: ok, {description}\n", file.display()))?,
            Err(error) => {
                invalid += 1;
                note(format_args!("{error:#}"));
            }
        }
    }
    match (invalid, arguments.files.len()) {
        (0, _) => Ok(()),
        (_, 1) => Err(anyhow!("invalid file")),
        (_, all) => Err(anyhow!("{invalid} of {all} files are invalid")),
    }
}

/// Validates a file and describes it.
type Check = fn(SourceFile<'_>, &Path) -> anyhow::Result<String>;

/// The kinds of file, and the keys that identify them. Game content may contain tiles, so it comes before tilesets.
const KINDS: [(&str, &[&str], Check); 5] = [
    ("a recipe", &["step"], check_recipe),
    ("a plan", &["stretch"], check_plan),
    ("a vault", &["map"], check_vault),
    (
        "game content",
        &["creature", "item", "table", "event", "starting-kit", "blessing", "settings"],
        check_game_content,
    ),
    ("a tileset", &["tile"], check_tileset),
];

fn check(path: &Path) -> anyhow::Result<String> {
    let text = recipes::read(path)?;
    let name = path.display().to_string();
    let source = SourceFile::new(&name, &text);
    let file = DeTable::parse(&text)
        .map_err(|error| source.error(error.span().unwrap_or_default(), error.message().trim()))?;
    let has = |key: &str| file.as_ref().iter().any(|(known, _)| known.as_ref() == key);
    if let Some((_, _, check)) = KINDS.iter().find(|(_, keys, _)| keys.iter().any(|key| has(key))) {
        return check(source, path);
    }
    if text.trim().is_empty() {
        bail!("{name}: the file is empty");
    }
    let known: Vec<String> =
        KINDS.iter().map(|(kind, keys, _)| format!("{kind} (has `{}`)", keys.join("` or `"))).collect();
    bail!("{name}: unrecognised file type; expected {}", known.join(", "))
}

fn check_recipe(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    let recipe = Recipe::parse(source, Content::standard())?;
    // From here on, an error concerns the recipe as a whole and has no line number.
    let level = recipe.build(1).map_err(|error| anyhow!("{}: {error}", source.name))?;
    let (name, size, steps) = (recipe.name(), recipe.size(), recipe.steps().count());
    Ok(format!("recipe `{name}`, {size}, {steps} steps, tried with seed {}", level.metadata().seed))
}

fn check_tileset(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    let tileset = Tileset::parse(source)?;
    Ok(format!("tileset of {} tiles", tileset.iter().count()))
}

fn check_plan(source: SourceFile<'_>, path: &Path) -> anyhow::Result<String> {
    let plan = recipes::parse_plan(source, path)?;
    let levels = plan.levels().map_or("endless".into(), |levels| format!("{levels} levels"));
    Ok(format!("plan `{}`, {levels}", plan.name()))
}

fn check_game_content(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    let content = GameContent::with(&[source])?;
    let (creatures, items) = (content.creatures().count(), content.items().count());
    Ok(format!("game content; with it, the game has {creatures} creatures and {items} items"))
}

fn check_vault(source: SourceFile<'_>, _: &Path) -> anyhow::Result<String> {
    Ok(format!("vault `{}`", Vault::parse(source)?.name()))
}

//! Finds recipes by name or path, and changes them as the arguments ask.

use std::fs::File;
use std::io::Read;
use std::path::{self, Path};

use anyhow::{anyhow, bail};
use undercroft_mapgen::{BuildError, Recipe, Registry, SettingError, SourceFile};

use crate::messages::{in_words, usage};

/// The largest content file that is read. The largest of ours has a few thousand bytes.
const LARGEST_FILE: u64 = 4 << 20;

/// The recipe to use when none is named: our best-looking dungeon.
pub(crate) fn usual() -> &'static str {
    Recipe::names().find(|name| *name == "halls").unwrap_or("caves")
}

/// The recipe of that name, or in that file.
pub(crate) fn find(name_or_path: &str) -> anyhow::Result<Recipe> {
    if is_path(name_or_path) {
        let text = read(Path::new(name_or_path))?;
        return Ok(Recipe::parse(SourceFile::new(name_or_path, &text), Registry::standard())?);
    }
    Recipe::named(name_or_path).map_err(|error| match error {
        BuildError::UnknownRecipe { .. } => usage(format!("{error}\n{}", hint(name_or_path))),
        other => other.into(),
    })
}

/// Whether the recipe is named by a file rather than by a name.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains(path::is_separator) || Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

fn hint(name: &str) -> String {
    let all = "`undercroft list recipes` shows all of them";
    match Path::new(name).exists() {
        true => format!("to read the file of that name, write ./{name}"),
        false => all.to_owned(),
    }
}

/// The text of a content file.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let open = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().map_err(|error| anyhow!("cannot read {name}: {}", in_words(&error)))?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{name}: larger than {} MiB; is this the right file?", LARGEST_FILE >> 20);
    }
    // Some binary files are all small bytes, which are good UTF-8; but no text has a zero in it.
    let text_until = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let good = text_until.find('\0').unwrap_or(text_until.len());
    if good == bytes.len() {
        return Ok(text_until.to_owned());
    }
    let problem = "from here on it is not text in UTF-8; is this the right file?";
    Err(SourceFile::new(&name.to_string(), &text_until[..good]).error(good..good, problem).into())
}

/// The recipe with all settings made. Their order does not matter where one makes sense only after another, as with a
/// new smallest above the old largest.
pub(crate) fn with_settings(mut recipe: Recipe, settings: &[String]) -> anyhow::Result<Recipe> {
    let mut waiting: Vec<&String> = settings.iter().collect();
    while !waiting.is_empty() {
        let mut refused: Vec<(&String, SettingError)> = Vec::new();
        let before = waiting.len();
        for setting in waiting {
            match recipe.clone().set(setting) {
                Ok(changed) => recipe = changed,
                Err(error) => refused.push((setting, error)),
            }
        }
        if let Some((_, error)) = refused.first().filter(|_| refused.len() == before) {
            let remedy = format!("`undercroft explain {}` shows its steps and their parameters", recipe.name());
            return Err(usage(format!("--set {error}\n{remedy}")));
        }
        waiting = refused.into_iter().map(|(setting, _)| setting).collect();
    }
    Ok(recipe)
}

/// Checks that the recipe makes sense. Where it does so only without what the arguments changed, they are at fault.
pub(crate) fn validate(recipe: &Recipe, as_written: &Recipe) -> anyhow::Result<()> {
    recipe.validate().map_err(|error| match as_written.validate() {
        Ok(()) => usage(format!("as --size and --set change it, {error}")),
        Err(error) => error.into(),
    })
}

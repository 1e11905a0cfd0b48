//! Recipes and plans by name or path, with parameters set from the arguments.

use std::fs::File;
use std::io::Read;
use std::path::{self, Path};

use anyhow::{anyhow, bail};
use undercroft_mapgen::{Content, ContentError, LookupError, Plan, Recipe, SettingError, Size, SourceFile};

use crate::messages::{describe, usage};

/// The recipe used unless one is named.
pub(crate) const DEFAULT_RECIPE: &str = "halls";
/// The largest content file that is read. The largest built-in one has a few thousand bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// The recipe of that name, or in that file.
pub(crate) fn find(name_or_path: &str) -> anyhow::Result<Recipe> {
    if is_path(name_or_path) {
        let text = read(Path::new(name_or_path))?;
        return Ok(Recipe::parse(SourceFile::new(name_or_path, &text), Content::standard())?);
    }
    Recipe::named(name_or_path).map_err(|error| match error {
        LookupError::Unknown { .. } if Path::new(name_or_path).exists() => {
            usage(format!("{error}\nto read the file of that name, write ./{name_or_path}"))
        }
        LookupError::Unknown { .. } => usage(format!("{error}\n`undercroft list recipes` lists them all")),
        other => other.into(),
    })
}

/// A recipe as written, and with its size and parameters set.
pub(crate) fn find_and_set(name: &str, size: Option<Size>, settings: &[String]) -> anyhow::Result<(Recipe, Recipe)> {
    let as_written = find(name)?;
    let mut recipe = with_settings(as_written.clone(), settings)?;
    if let Some(size) = size {
        recipe = recipe.sized(size.width, size.height);
    }
    // A recipe that is valid as written was broken by the arguments.
    recipe.validate().map_err(|error| match as_written.validate() {
        Ok(()) => usage(format_args!("with --size and --set applied, {error}")),
        Err(error) => error.into(),
    })?;
    Ok((as_written, recipe))
}

/// The plan of that name, or in that file.
pub(crate) fn find_plan(name_or_path: &str) -> anyhow::Result<Plan> {
    if is_path(name_or_path) {
        let path = Path::new(name_or_path);
        let text = read(path)?;
        return Ok(parse_plan(SourceFile::new(name_or_path, &text), path)?);
    }
    Plan::named(name_or_path)
        .map_err(|error| usage(format!("--plan: {}\n`undercroft list plans` lists them all", error)))
}

/// Parses a plan whose own recipes and maps lie beside its file.
pub(crate) fn parse_plan(source: SourceFile<'_>, path: &Path) -> Result<Plan, ContentError> {
    let directory = path.parent().unwrap_or(Path::new(""));
    Plan::parse_with(source, Content::standard(), &|name| read(&directory.join(name)).ok())
}

/// Whether this is a path to a file rather than the name of something built in.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains(path::is_separator) || Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

/// The text of a content file.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let open = || -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().map_err(|error| anyhow!("cannot read {name}: {}", describe(&error)))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        bail!("{name}: larger than {} MiB; is this the right file?", MAX_FILE_BYTES >> 20);
    }
    // Some binary files are valid UTF-8 throughout, but no text contains a NUL byte.
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let text = valid.split('\0').next().unwrap_or_default();
    if text.len() == bytes.len() {
        return Ok(text.to_owned());
    }
    let problem = "not UTF-8 text from here on; is this the right file?";
    Err(SourceFile::new(&name.to_string(), text).error(text.len()..text.len(), problem).into())
}

/// Applies all settings. Their order does not matter, even where one is valid only after another, such as a minimum
/// above the old maximum.
fn with_settings(mut recipe: Recipe, settings: &[String]) -> anyhow::Result<Recipe> {
    let mut pending: Vec<&String> = settings.iter().collect();
    while !pending.is_empty() {
        let mut refused: Vec<(&String, SettingError)> = Vec::new();
        let before = pending.len();
        for setting in pending {
            match recipe.clone().set(setting) {
                Ok(changed) => recipe = changed,
                Err(error) => refused.push((setting, error)),
            }
        }
        if let Some((_, error)) = refused.first().filter(|_| refused.len() == before) {
            let remedy = format!("`undercroft explain {}` shows its steps and their parameters", recipe.name());
            return Err(usage(format!("--set {error}\n{remedy}")));
        }
        pending = refused.into_iter().map(|(setting, _)| setting).collect();
    }
    Ok(recipe)
}

//! The game's content: what is built in, and what a directory of content files adds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use toml::de::DeTable;
use undercroft_game::Content;
use undercroft_mapgen::SourceFile;

use crate::messages::describe;
use crate::recipes;

/// Keys of recipes, plans and vaults, which may lie in the same directory.
const OTHER_KEYS: [&str; 3] = ["step", "stretch", "map"];

/// The built-in content and, if a directory is given, what its files add and replace, in the order of their names.
pub(crate) fn read(directory: Option<&Path>) -> anyhow::Result<Arc<Content>> {
    let Some(directory) = directory else { return Ok(Content::standard()) };
    let mut files: Vec<(String, String)> = Vec::new();
    for path in toml_files(directory)? {
        let text = recipes::read(&path)?;
        if !is_mapgen_content(&text) {
            files.push((path.display().to_string(), text));
        }
    }
    if files.is_empty() {
        bail!("--content {}: no content files (*.toml) in this directory", directory.display());
    }
    let sources: Vec<SourceFile<'_>> = files.iter().map(|(name, text)| SourceFile::new(name, text)).collect();
    Ok(Arc::new(Content::with(&sources)?))
}

fn toml_files(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let problem = |error: std::io::Error| anyhow!("--content {}: {}", directory.display(), describe(&error));
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Whether this is a recipe, a plan or a vault. A file that is not valid TOML is not: parsing it will say why.
fn is_mapgen_content(text: &str) -> bool {
    let Ok(table) = DeTable::parse(text) else { return false };
    table.as_ref().iter().any(|(key, _)| OTHER_KEYS.iter().any(|other| key.as_ref() == *other))
}

//! The game's catalogue: what comes with it, and what a folder of content files adds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use toml::de::DeTable;
use undercroft_game::Content;
use undercroft_mapgen::SourceFile;

use crate::messages::in_words;
use crate::recipes;

/// What recipes, plans and vaults have and the game's content has not: they may lie in the same folder.
const OTHERS: [&str; 3] = ["step", "stretch", "map"];

/// What comes with the game and, where a folder is named, what its files add and replace, in the order of their names.
pub(crate) fn read(folder: Option<&Path>) -> anyhow::Result<Arc<Content>> {
    let Some(folder) = folder else { return Ok(Content::standard()) };
    let mut files: Vec<(String, String)> = Vec::new();
    for path in toml_files(folder)? {
        let text = recipes::read(&path)?;
        if !is_other(&text) {
            files.push((path.display().to_string(), text));
        }
    }
    if files.is_empty() {
        bail!("--content {}: there is no content file in it; their names end in .toml", folder.display());
    }
    let sources: Vec<SourceFile<'_>> = files.iter().map(|(name, text)| SourceFile::new(name, text)).collect();
    Ok(Arc::new(Content::with(&sources)?))
}

fn toml_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let problem = |error: std::io::Error| anyhow!("--content {}: {}", folder.display(), in_words(&error));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Whether the file is none of ours. One that cannot be read is: then the error tells why.
fn is_other(text: &str) -> bool {
    let Ok(table) = DeTable::parse(text) else { return false };
    table.as_ref().iter().any(|(key, _)| OTHERS.iter().any(|other| key.as_ref() == *other))
}

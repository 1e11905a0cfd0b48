//! Recipes, plans and game content: the built-in content, and what texts or a folder add to it.

use std::fs;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use undercroft_game::GameContent;
use undercroft_mapgen::{self as mapgen, Class, ContentKind, Plan, Recipe, SourceFile, Tileset};

use crate::errors::{build_error, content_error, error, lookup_error};

/// The largest content file that is read, as for the command.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// The content that recipes and plans come from.
#[pyclass(frozen, module = "undercroft")]
pub(crate) struct Content {
    maps: mapgen::Content,
    game: Arc<GameContent>,
}

#[pymethods]
impl Content {
    /// The built-in content, and the files of a folder and of a list of (path, text) added to it.
    #[new]
    #[pyo3(signature = (folder=None, files=Vec::new(), tileset=None))]
    fn new(folder: Option<PathBuf>, files: Vec<(String, String)>, tileset: Option<&str>) -> PyResult<Self> {
        let mut all = folder.map_or_else(|| Ok(Vec::new()), |folder| read_folder(&folder))?;
        all.extend(files);
        let mut maps = mapgen::Content::default();
        let (map_files, game_files): (Vec<_>, Vec<_>) = all.iter().partition(|(path, text)| {
            !path.ends_with(".toml") || ContentKind::of(SourceFile::new(path, text)).is_some()
        });
        for (path, text) in &map_files {
            maps.add(SourceFile::new(path, text)).map_err(|problem| content_error(&problem))?;
        }
        let mut texts: Vec<&str> = map_files.iter().map(|(_, text)| text.as_str()).collect();
        let own_tileset;
        if let Some(name) = tileset {
            let tiles = if is_path(name) {
                own_tileset = read(Path::new(name))?;
                texts.push(&own_tileset);
                Arc::new(
                    Tileset::parse(SourceFile::new(name, &own_tileset)).map_err(|problem| content_error(&problem))?,
                )
            } else {
                texts.push(name);
                maps.tileset(name).map_err(|problem| lookup_error(&problem))?
            };
            maps.use_tileset(tiles);
        }
        let game = if all.is_empty() && tileset.is_none() {
            GameContent::standard()
        } else {
            let sources: Vec<SourceFile<'_>> =
                game_files.iter().map(|(path, text)| SourceFile::new(path, text)).collect();
            Arc::new(GameContent::with(&sources).map_err(|problem| content_error(&problem))?.with_maps(texts))
        };
        Ok(Self { maps, game })
    }

    /// The names of all recipes, plans, vaults or tilesets.
    fn names(&self, kind: &str) -> PyResult<Vec<String>> {
        let found = ContentKind::ALL.into_iter().find(|known| known.folder() == kind);
        let Some(found) = found else {
            return Err(error(format!("unknown kind of content `{kind}`; use recipes, plans, vaults or tilesets")));
        };
        Ok(self.maps.names(found).into_iter().map(String::from).collect())
    }
}

impl Content {
    /// The recipe of that name, in that file, or written in that text, with its size and parameters set.
    pub(crate) fn recipe(&self, recipe: &str, size: Option<(u32, u32)>, settings: &[String]) -> PyResult<Recipe> {
        let parsed = |name: &str, text: &str| {
            Recipe::parse(SourceFile::new(name, text), &self.maps).map_err(|problem| content_error(&problem))
        };
        let found = match () {
            () if recipe.contains('\n') => parsed("recipe.toml", recipe)?,
            () if is_path(recipe) => parsed(recipe, &read(Path::new(recipe))?)?,
            () => self.maps.recipe(recipe).map_err(|problem| lookup_error(&problem))?,
        };
        let mut found = found.set_all(settings).map_err(error)?;
        if let Some((width, height)) = size {
            found = found.sized(width, height);
        }
        found.validate().map_err(|problem| build_error(&problem))?;
        Ok(found)
    }

    /// The plan of that name, in that file, or written in that text.
    pub(crate) fn plan(&self, plan: &str) -> PyResult<Plan> {
        let parsed = |name: &str, text: &str, beside: &Path| {
            let read_beside = |name: &str| read(&beside.join(name)).ok();
            Plan::parse_with(SourceFile::new(name, text), &self.maps, &read_beside)
                .map_err(|problem| content_error(&problem))
        };
        match () {
            () if plan.contains('\n') => parsed("plan.toml", plan, Path::new("")),
            () if is_path(plan) => {
                let path = Path::new(plan);
                parsed(plan, &read(path)?, path.parent().unwrap_or(Path::new("")))
            }
            () => self.maps.plan(plan).map_err(|problem| lookup_error(&problem)),
        }
    }

    /// A plan for the game, whose creatures and items must be known.
    pub(crate) fn game_plan(&self, plan: &str) -> PyResult<Plan> {
        let mut maps = self.maps.clone();
        maps.name_spawns(Class::Creature, self.game.creatures().map(|(_, kind)| kind.name.as_str()));
        maps.name_spawns(Class::Item, self.game.items().map(|(_, kind)| kind.name.as_str()));
        Self { maps, game: self.game.clone() }.plan(plan)
    }

    pub(crate) fn game(&self) -> &Arc<GameContent> {
        &self.game
    }
}

/// Whether this is a path to a file rather than a name.
fn is_path(name: &str) -> bool {
    name.contains(path::is_separator) || name.ends_with(".toml")
}

fn read(path: &Path) -> PyResult<String> {
    let problem = |reason: String| error(format!("cannot read {}: {reason}", path.display()));
    let length = fs::metadata(path).map_err(|reason| problem(reason.to_string()))?.len();
    if length > MAX_FILE_BYTES {
        return Err(problem(format!("larger than {} MiB; is this the right file?", MAX_FILE_BYTES >> 20)));
    }
    let bytes = fs::read(path).map_err(|reason| problem(reason.to_string()))?;
    String::from_utf8(bytes).map_err(|_| problem("not UTF-8 text; is this the right file?".into()))
}

/// The paths and texts of a folder's files: those at its top, and those in the folders of each kind.
fn read_folder(folder: &Path) -> PyResult<Vec<(String, String)>> {
    let mut paths = list(folder, &["toml"])?;
    for inner in ContentKind::ALL.map(|kind| folder.join(kind.folder())) {
        if inner.is_dir() {
            paths.extend(list(&inner, &["toml", "txt"])?);
        }
    }
    if paths.is_empty() {
        return Err(error(format!("{}: no content files here", folder.display())));
    }
    paths.iter().map(|path| Ok((path.display().to_string(), read(path)?))).collect()
}

fn list(folder: &Path, extensions: &[&str]) -> PyResult<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|reason| error(format!("{}: {reason}", folder.display())))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|found| extensions.iter().any(|known| found == *known)));
    paths.sort();
    Ok(paths)
}

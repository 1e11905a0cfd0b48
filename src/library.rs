//! Everything that commands look up by name: the built-in content, and what a content folder adds. Recipes and plans may
//! also be read from a file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use toml::de::DeTable;
use undercroft_export::read_pins;
use undercroft_game::GameContent;
use undercroft_mapgen::steps::Paste;
use undercroft_mapgen::{
    Class, Content, ContentError, ContentKind, LookupError, Plan, Recipe, SourceFile, Tileset, did_you_mean,
};

use crate::arguments::LevelArguments;
use crate::messages::usage;
use crate::text_files::{self, is_path};

/// The recipe used unless one is named.
pub(crate) const DEFAULT_RECIPE: &str = "halls";

/// The built-in content, and what a folder adds to it and replaces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    folder: Option<PathBuf>,
    /// The tileset that was chosen, by name or path, and its file if it comes from one.
    tileset: Option<(String, Option<TextFile>)>,
    maps: Content,
    /// The folder's recipes, plans, vaults, tilesets, missions and drawn maps.
    map_files: Vec<TextFile>,
    /// The folder's creatures, items, tables and the like.
    game_files: Vec<TextFile>,
    /// The folder's art sheets.
    art_files: Vec<TextFile>,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A recipe, plan, vault, tileset or mission.
    Map(ContentKind),
    /// Text that a plan refers to.
    Drawing,
    /// Creatures, items, tables, tile events, starting kits, blessings or the settings of the rules.
    Game,
    /// An art sheet.
    Art,
    /// Something else, or invalid TOML.
    Unknown,
}

/// The keys of game content. A file with `settings` has those of the rules.
pub(crate) const GAME_KEYS: [&str; 8] =
    ["creature", "item", "table", "event", "starting-kit", "blessing", "settings", "tile"];
/// The folder of art sheets.
const ART: &str = "art";

impl FileKind {
    pub(crate) fn of(file: SourceFile<'_>) -> Self {
        if !file.name.ends_with(".toml") {
            return Self::Drawing;
        }
        if let Some(kind) = ContentKind::of(file) {
            return Self::Map(kind);
        }
        let table = DeTable::parse(file.text);
        let has =
            |key: &str| table.as_ref().is_ok_and(|table| table.as_ref().iter().any(|(known, _)| known.as_ref() == key));
        let folder = Path::new(file.name).parent().and_then(Path::file_name);
        match () {
            () if has("image") || folder.is_some_and(|folder| folder == ART) => Self::Art,
            () if GAME_KEYS.into_iter().any(has) => Self::Game,
            () => Self::Unknown,
        }
    }
}

/// The path and the text of a file.
#[derive(Clone, Debug)]
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { path: path.display().to_string(), text: text_files::read(path)? })
    }

    pub(crate) fn source(&self) -> SourceFile<'_> {
        SourceFile::new(&self.path, &self.text)
    }
}

impl Library {
    /// Reads the folder, if there is one. Its files are parsed when they are used.
    pub(crate) fn open(folder: Option<&Path>) -> anyhow::Result<Self> {
        let Some(folder) = folder else { return Ok(Self::default()) };
        let mut library = Self { folder: Some(folder.into()), ..Self::default() };
        for path in files_in(folder).context("--content")? {
            library.add(TextFile::read(&path)?)?;
        }
        if library.files().next().is_none() {
            let folders = ContentKind::ALL.map(|kind| format!("{}/", kind.folder())).join(", ");
            bail!("--content {}: no content files here or in {folders}", folder.display());
        }
        Ok(library)
    }

    /// Uses the tileset of that name, or in that file, for all levels.
    pub(crate) fn use_tileset(&mut self, name_or_path: &str) -> anyhow::Result<()> {
        let file = is_path(name_or_path).then(|| TextFile::read(Path::new(name_or_path))).transpose()?;
        let tiles = match &file {
            Some(file) => Arc::new(Tileset::parse(file.source())?),
            None => self.maps.tileset(name_or_path).map_err(|error| match error {
                LookupError::Unknown { .. } => {
                    usage(format!("--tileset: {error}\nfor a file, give its path, as in ./{name_or_path}.toml"))
                }
                other => other.into(),
            })?,
        };
        self.tileset = Some((name_or_path.to_owned(), file));
        self.set_tiles(tiles);
        Ok(())
    }

    /// The library with the files as they are now.
    pub(crate) fn read_again(&self) -> anyhow::Result<Self> {
        let mut library = Self::open(self.folder())?;
        if let Some((tileset, _)) = &self.tileset {
            library.use_tileset(tileset)?;
        }
        Ok(library)
    }

    /// The path of the chosen tileset, if it comes from a file.
    pub(crate) fn tileset_file(&self) -> Option<&Path> {
        self.tileset.as_ref().and_then(|(path, file)| file.is_some().then_some(Path::new(path)))
    }

    /// Uses these tiles for all levels.
    pub(crate) fn set_tiles(&mut self, tiles: Arc<Tileset>) {
        self.maps.use_tileset(tiles);
    }

    fn add(&mut self, file: TextFile) -> Result<(), ContentError> {
        match FileKind::of(file.source()) {
            FileKind::Art => self.art_files.push(file),
            FileKind::Game | FileKind::Unknown => self.game_files.push(file),
            FileKind::Map(_) | FileKind::Drawing => {
                self.maps.add(file.source())?;
                self.map_files.push(file);
            }
        }
        Ok(())
    }

    /// The content folder.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The options that commands need to use the same folder and tileset, with a space before each, ready to be pasted
    /// into a shell.
    pub(crate) fn option(&self) -> String {
        let is_plain = |letter: char| letter.is_alphanumeric() || "/._-".contains(letter);
        let option = |name: &str, value: &str| match value.chars().all(is_plain) {
            true => format!(" {name} {value}"),
            false => format!(" {name} '{}'", value.replace('\'', r"'\''")),
        };
        let folder = self.folder.iter().map(|folder| option("--content", &folder.display().to_string()));
        let tileset = self.tileset.iter().map(|(tileset, _)| option("--tileset", tileset));
        folder.chain(tileset).collect()
    }

    /// The files of the folder.
    pub(crate) fn files(&self) -> impl Iterator<Item = &TextFile> {
        self.map_files.iter().chain(&self.game_files).chain(&self.art_files)
    }

    /// The paths of the folder's art sheets.
    pub(crate) fn art_files(&self) -> impl Iterator<Item = &Path> + Clone {
        self.art_files.iter().map(|file| Path::new(&file.path))
    }

    /// Steps, recipes, plans, vaults, tilesets and missions. Creature and item names are not checked.
    pub(crate) const fn maps(&self) -> &Content {
        &self.maps
    }

    /// The game's content: the built-in content and, if there is a folder, what its files add and replace. Saves also depend
    /// on the folder's recipes, plans and the like.
    pub(crate) fn game(&self) -> Result<Arc<GameContent>, ContentError> {
        if self.folder.is_none() && self.tileset.is_none() {
            return Ok(GameContent::standard());
        }
        let sources: Vec<SourceFile<'_>> = self.game_files.iter().map(TextFile::source).collect();
        let tileset = self.tileset.iter().map(|(name, file)| file.as_ref().map_or(name.as_str(), |file| &file.text));
        let maps = self.map_files.iter().map(|file| file.text.as_str()).chain(tileset);
        Ok(Arc::new(GameContent::with(&sources)?.with_maps(maps)))
    }

    /// The game's content with one more file.
    pub(crate) fn game_with(&self, file: &TextFile) -> Result<Arc<GameContent>, ContentError> {
        let mut library = self.clone();
        library.game_files.push(file.clone());
        library.folder.get_or_insert_default();
        library.game()
    }

    /// The library for the game and for checks: recipes and plans mention only creatures and items that the game has.
    pub(crate) fn with_known_names(mut self) -> Result<Self, ContentError> {
        let game = self.game()?;
        self.maps.name_spawns(Class::Creature, game.creatures().map(|(_, kind)| kind.name.as_str()));
        self.maps.name_spawns(Class::Item, game.items().map(|(_, kind)| kind.name.as_str()));
        Ok(self)
    }

    /// The recipe of that name, or in that file.
    pub(crate) fn recipe(&self, name_or_path: &str) -> anyhow::Result<Recipe> {
        if is_path(name_or_path) {
            let text = text_files::read(Path::new(name_or_path))?;
            return Ok(Recipe::parse(SourceFile::new(name_or_path, &text), &self.maps)?);
        }
        self.maps.recipe(name_or_path).map_err(|error| match error {
            LookupError::Unknown { .. } if Path::new(name_or_path).exists() => {
                usage(format!("{error}\nto read the file of that name, write ./{name_or_path}"))
            }
            LookupError::Unknown { .. } => usage(format!("{error}\n`undercroft list recipes` lists them all")),
            other => other.into(),
        })
    }

    /// A recipe as written, and with its size and parameters set.
    pub(crate) fn recipe_and_set(&self, level: &LevelArguments) -> anyhow::Result<(Recipe, Recipe)> {
        let LevelArguments { recipe: name, size, settings, pins, .. } = level;
        let mut as_written = self.recipe(name)?;
        if let Some(pins) = pins {
            as_written = as_written.pinned(self.pins(pins)?);
        }
        let mut recipe = as_written.clone().set_all(settings).map_err(|error| {
            let remedy = format!("`undercroft explain {}` shows its steps and their parameters", as_written.name());
            usage(format!("--set {error}\n{remedy}"))
        })?;
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

    /// The drawing that a map pins.
    fn pins(&self, path: &Path) -> anyhow::Result<Paste> {
        let mut beside = |name: &str| {
            let file = path.with_file_name(name);
            text_files::read(&file).map_err(io::Error::other)
        };
        read_pins(&text_files::read_bytes(path)?, self.maps.tiles(), &mut beside)
            .with_context(|| format!("--pins {}", path.display()))
    }

    /// The plan of that name, or in that file.
    pub(crate) fn plan(&self, name_or_path: &str) -> anyhow::Result<Plan> {
        if is_path(name_or_path) {
            let path = Path::new(name_or_path);
            let text = text_files::read(path)?;
            return Ok(self.parse_plan(SourceFile::new(name_or_path, &text), path)?);
        }
        self.maps.plan(name_or_path).map_err(|error| match error {
            LookupError::Unknown { .. } => usage(format!("--plan: {error}\n`undercroft list plans` lists them all")),
            other => other.into(),
        })
    }

    /// Parses a plan whose own recipes and maps lie beside its file.
    pub(crate) fn parse_plan(&self, source: SourceFile<'_>, path: &Path) -> Result<Plan, ContentError> {
        let directory = path.parent().unwrap_or(Path::new(""));
        Plan::parse_with(source, &self.maps, &|name| text_files::read(&directory.join(name)).ok())
    }
}

/// The folders inside a content folder that are read.
fn known_folders() -> impl Iterator<Item = &'static str> + Clone {
    ContentKind::ALL.into_iter().map(ContentKind::folder).chain([ART])
}

/// What is wrong with the folders inside a content folder: those that hold TOML files but are not read.
pub(crate) fn ignored_folders(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut remarks = Vec::new();
    for inner in text_files::folders(folder)? {
        let name = inner.file_name().map(|name| name.display().to_string()).unwrap_or_default();
        let is_known = known_folders().any(|known| known == name);
        let ignored = if is_known { text_files::folders(&inner)? } else { vec![inner] };
        for path in ignored {
            if text_files::list(&path, &["toml"])?.is_empty() {
                continue;
            }
            let remedy = match is_known {
                true => format!("move its files up into {name}/"),
                false => did_you_mean(&name, known_folders()),
            };
            remarks.push(format!("{}: files in this folder are not read; {remedy}", path.display()));
        }
    }
    Ok(remarks)
}

/// The files of a content folder: those at its top, and those in the folders of each kind.
pub(crate) fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = text_files::list(folder, &["toml"])?;
    for kind in ContentKind::ALL {
        let inner = folder.join(kind.folder());
        if inner.is_dir() {
            paths.extend(text_files::list(&inner, &["toml", "txt"])?);
        }
    }
    let art = folder.join(ART);
    if art.is_dir() {
        paths.extend(text_files::list(&art, &["toml"])?);
    }
    Ok(paths)
}

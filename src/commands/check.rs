//! `undercroft check`: validates content files and whole content folders, and shows where the errors are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use toml::de::DeTable;
use undercroft_game::GameContent;
use undercroft_mapgen::{
    ContentError, ContentKind, Dungeon, Floor, Pattern, Plan, Recipe, SourceFile, StairKind, Tileset, Vault,
    did_you_mean,
};
use undercroft_tui::Settings;

use crate::art;
use crate::levels::DEFAULT_DEPTH;
use crate::library::{FileKind, GAME_KEYS, Library, TextFile, files_in, ignored_folders};
use crate::messages::{note, usage};
use crate::output::print;

/// How many levels of a recipe, and how many depths of a plan, are tried.
const TRIED: u32 = 20;
/// No more levels are tried once they have this many cells in all.
const TRIED_CELLS: usize = 1 << 20;
/// What art draws apart from creatures and items.
const DRAWN_THINGS: [&str; 4] = ["start", "hero", StairKind::Up.tile_name(), StairKind::Down.tile_name()];
/// Keys of the settings of `play` and `view`.
const SETTINGS_KEYS: [&str; 7] = ["plan", "scheme", "mouse", "travel-delay", "screen", "theme", "keys"];

/// Validates content files and content folders
///
/// A file's type follows from its folder, or else from its keys: a recipe has `step`, a plan `stretch`, a vault `map`,
/// a tileset `tile`, a mission `region`, art `image`, and game content `creature`, `item` and the like. Recipes and plans are also tried
/// out. They may use only creatures and items that the game or `--content` defines.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft check my-caves.toml
  undercroft check recipes/*.toml tiles.toml
  undercroft check my-content                     every file in a content folder
  undercroft check --content my-content new.toml  a file that uses the folder

Exit status: 0 if all files are valid, 1 otherwise.")]
pub(crate) struct Arguments {
    /// Content files, or content folders [default: the folder given by --content]
    #[arg(value_name = "FILE|DIR")]
    files: Vec<PathBuf>,

    /// Accept any creature or item name, for the levels of your own game
    #[arg(long)]
    free_names: bool,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let tiles = library.maps().tiles().clone();
    let mut tally = Tally { free_names: arguments.free_names, tiles, files: 0, invalid: 0 };
    let paths = match (arguments.files.as_slice(), library.folder()) {
        ([], None) => return Err(usage("name a file or a folder to check")),
        ([], Some(folder)) => vec![folder.to_path_buf()],
        (files, _) => files.to_vec(),
    };
    for path in &paths {
        if path.is_dir() {
            tally.check_folder(path)?;
        } else {
            let checked = Checker::new(library.clone(), arguments.free_names).and_then(|checker| checker.file(path));
            tally.count(path, checked)?;
        }
    }
    match (tally.invalid, tally.files) {
        (0, _) => Ok(()),
        (_, 1) => Err(anyhow!("invalid file")),
        (invalid, all) => Err(anyhow!("{invalid} of {all} files are invalid")),
    }
}

/// How many files were checked.
struct Tally {
    free_names: bool,
    /// The tiles that folders are checked with.
    tiles: Arc<Tileset>,
    files: u32,
    invalid: u32,
}

impl Tally {
    /// Prints the result for a file.
    fn count(&mut self, path: &Path, checked: anyhow::Result<String>) -> anyhow::Result<()> {
        self.files += 1;
        match checked {
            Ok(description) => print(&format!("{}: ok, {description}\n", path.display())),
            Err(error) => {
                self.invalid += 1;
                note(format_args!("{error:#}"));
                Ok(())
            }
        }
    }

    /// Checks every file in a folder, each with the others available.
    fn check_folder(&mut self, folder: &Path) -> anyhow::Result<()> {
        let opened = Library::open(Some(folder)).and_then(|mut library| {
            library.set_tiles(self.tiles.clone());
            Checker::new(library, self.free_names)
        });
        match opened {
            Ok(checker) => files_in(folder)?.iter().try_for_each(|path| match checker.file(path) {
                Err(error) if is_elsewhere(&error, path) => {
                    self.files += 1;
                    note(format_args!("{}: not tried, because a file it uses is invalid", path.display()));
                    Ok(())
                }
                checked => self.count(path, checked),
            }),
            Err(error) => self.count(folder, Err(error)),
        }?;
        ignored_folders(folder)?.into_iter().for_each(note);
        Ok(())
    }
}

/// Whether an error is in a file other than the one being checked.
fn is_elsewhere(error: &anyhow::Error, path: &Path) -> bool {
    let at = error.downcast_ref::<ContentError>();
    at.is_some_and(|error| Path::new(&error.file) != path)
}

/// Checks files against a library.
struct Checker {
    library: Library,
    game: Arc<GameContent>,
    free_names: bool,
}

impl Checker {
    fn new(library: Library, free_names: bool) -> anyhow::Result<Self> {
        let game = library.game()?;
        let library = if free_names { library } else { library.with_known_names()? };
        Ok(Self { library, game, free_names })
    }

    /// Validates a file and describes it.
    fn file(&self, path: &Path) -> anyhow::Result<String> {
        let file = TextFile::read(path)?;
        let source = file.source();
        match FileKind::of(source) {
            FileKind::Map(ContentKind::Recipe) => self.recipe(source),
            FileKind::Map(ContentKind::Plan) => self.plan(source, path),
            FileKind::Map(ContentKind::Vault) => self.vault(source),
            FileKind::Map(ContentKind::Tileset) => {
                Ok(format!("tileset of {} tiles", Tileset::parse(source)?.iter().count()))
            }
            FileKind::Map(ContentKind::Mission) => {
                Ok(format!("mission `{}`", Pattern::parse_for(source, self.library.maps())?.name()))
            }
            FileKind::Drawing if path.extension().is_some_and(|extension| extension == "txt") => {
                Ok("drawn map, checked with the plan that uses it".into())
            }
            FileKind::Game => self.game_content(&file),
            FileKind::Art => {
                let art = art::read(path, &self.library)?;
                self.things(source)?;
                Ok(format!("art, pictures of {} pixels", art.sheet().tile_size()))
            }
            _ => Self::settings_or_unknown(source),
        }
    }

    fn recipe(&self, source: SourceFile<'_>) -> anyhow::Result<String> {
        let recipe = Recipe::parse(source, self.library.maps())?;
        // From here on, an error concerns the recipe as a whole and has no line number.
        let mut cells = 0;
        for seed in 1..=TRIED {
            recipe.build(u64::from(seed)).map_err(|error| anyhow!("{}: {error}", source.name))?;
            cells += recipe.level_size().area();
            if cells > TRIED_CELLS {
                break;
            }
        }
        for remark in recipe.steps().flat_map(|(_, step)| step.remarks(DEFAULT_DEPTH)) {
            note(format_args!("{}: {remark}", source.name));
        }
        let (name, size, steps) = (recipe.name(), recipe.level_size(), recipe.steps().count());
        Ok(format!("recipe `{name}`, {size}, {steps} steps"))
    }

    fn plan(&self, source: SourceFile<'_>, path: &Path) -> anyhow::Result<String> {
        let plan = self.library.parse_plan(source, path)?;
        let levels = plan.levels().map_or("endless".into(), |levels| format!("{levels} levels"));
        let description = format!("plan `{}`, {levels}", plan.name());
        try_out(plan).map_err(|error| anyhow!("{}: {error}", source.name))?;
        Ok(description)
    }

    fn vault(&self, source: SourceFile<'_>) -> anyhow::Result<String> {
        let vault = Vault::parse_for(source, self.library.maps())?;
        Ok(format!("vault `{}`, {}", vault.name(), vault.size()))
    }

    fn game_content(&self, file: &TextFile) -> anyhow::Result<String> {
        let game = match self.library.files().any(|known| known.path == file.path) {
            true => self.game.clone(),
            false => self.library.game_with(file)?,
        };
        let (creatures, items) = (game.creatures().count(), game.items().count());
        Ok(format!("game content; with it, the game has {creatures} creatures and {items} items"))
    }

    /// Checks that the things for which an art sheet has pictures exist.
    fn things(&self, source: SourceFile<'_>) -> Result<(), ContentError> {
        let Ok(file) = DeTable::parse(source.text) else { return Ok(()) };
        let things = file.as_ref().get("things").and_then(|things| things.as_ref().as_table());
        for key in things.into_iter().flat_map(|things| things.keys()).filter(|_| !self.free_names) {
            let name = key.as_ref();
            let is_known = self.game.creature_named(name).is_some() || self.game.item_named(name).is_some();
            if !is_known && !DRAWN_THINGS.contains(&&**name) {
                let creatures = self.game.creatures().map(|(_, kind)| kind.name.as_str());
                let items = self.game.items().map(|(_, kind)| kind.name.as_str());
                let known: Vec<&str> = creatures.chain(items).chain(DRAWN_THINGS).collect();
                let suggestion = did_you_mean(name, known);
                return Err(source.error(key.span(), format!("nothing is called `{name}`; {suggestion}")));
            }
        }
        Ok(())
    }

    fn settings_or_unknown(source: SourceFile<'_>) -> anyhow::Result<String> {
        let file = DeTable::parse(source.text)
            .map_err(|error| source.error(error.span().unwrap_or_default(), error.message().trim()))?;
        let has = |key: &str| file.as_ref().iter().any(|(known, _)| known.as_ref() == key);
        if SETTINGS_KEYS.into_iter().any(has) {
            Settings::read(source)?;
            return Ok("settings of `undercroft play`".into());
        }
        if source.text.trim().is_empty() {
            bail!("{}: the file is empty", source.name);
        }
        bail!(
            "{}: unrecognised file type; expected a recipe (has `step`), a plan (has `stretch`), a vault (has `map`), a \
             tileset (has `tile`), a mission (has `region`), art (has `image`) or game content (has `{}`)",
            source.name,
            GAME_KEYS[..7].join("` or `")
        )
    }
}

/// Makes the levels of a plan for one seed, or the first of them.
fn try_out(plan: Plan) -> anyhow::Result<()> {
    let levels = plan.levels().unwrap_or(TRIED).min(TRIED);
    let dungeon = Dungeon::new(plan, 1);
    let mut cells = 0;
    for depth in 0..levels {
        if let Floor::Bounded(level) = dungeon.level(depth)? {
            cells += level.size().area();
        }
        if cells > TRIED_CELLS {
            break;
        }
    }
    Ok(())
}

//! `undercroft view`: a level and how it is generated, in the terminal.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use undercroft_export::Overlay;
use undercroft_tui::{Console, Ending, RecipeFiles, Saved, Target, ViewRequest, Viewer};

use crate::arguments::{DataArguments, LevelArguments, parsers};
use crate::levels::{DEFAULT_DEPTH, random_seed};
use crate::library::{Library, files_in};
use crate::messages::{describe, usage};
use crate::output::{print, write_whole};
use crate::terminal;
use crate::text_files::is_path;

/// Shows a level and how it is generated, with parameters to change
///
/// Step back and forth through the steps of a recipe, browse seeds, change parameters and see the result at once, show
/// overlays, and save the recipe to a file. The level is remade when the recipe file or a file in the content folder
/// changes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft view caves
  undercroft view halls --seed 42 --overlay path
  undercroft view my-caves.toml --set scatter.chance=0.45
  undercroft view --plan undercroft --depth 5

Press ? for the keys. On exit, prints the command that generates the level shown last.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Overlay to show at first
    #[arg(long, value_name = "OVERLAY", value_parser = parsers::overlay())]
    overlay: Option<Overlay>,

    #[command(flatten)]
    data: DataArguments,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<ExitCode> {
    let level = &arguments.level;
    // Invalid arguments are reported even if there is no terminal.
    let target = target(level, library)?;
    let (name, default_depth) = match &level.plan {
        Some(plan) => (plan, 0),
        None => (&level.recipe, DEFAULT_DEPTH),
    };
    terminal::require("the viewer")?;
    let settings = terminal::read_only_settings(&arguments.data)?;
    let capabilities = terminal::capabilities(&settings);
    let seed = level.seed.clone().unwrap_or_else(random_seed);
    let depth = level.depth.unwrap_or(default_depth);
    let request = ViewRequest::new(target, name, seed, depth);
    let files = WatchedFiles::new(level.clone(), library);
    let mut viewer = Viewer::new(Console::new(settings, capabilities), Box::new(files), request)?;
    viewer.show_overlay(arguments.overlay);
    let ending = undercroft_tui::run(&mut viewer)?;
    // After a signal, there may be nobody to read it.
    if ending == Ending::Quit {
        print(&format!("{}{}\n", viewer.command_line(), library.option()))?;
    }
    Ok(terminal::exit_code(ending))
}

/// The recipe or plan to view.
fn target(level: &LevelArguments, library: &Library) -> anyhow::Result<Target> {
    let Some(name) = &level.plan else {
        let (as_written, changed) = library.recipe_and_set(level)?;
        return Ok(Target::Recipe { as_written: Box::new(as_written), changed: Box::new(changed) });
    };
    let plan = library.plan(name)?;
    if let Some((levels, depth)) = plan.levels().zip(level.depth).filter(|(levels, depth)| depth >= levels) {
        return Err(usage(format!("--depth {depth}: the deepest level of plan `{name}` is {}", levels - 1)));
    }
    Ok(Target::Plan(Arc::new(plan)))
}

/// Saves recipes relative to the current directory, and watches the files and the content folder that the level is made
/// from.
#[derive(Debug)]
struct WatchedFiles {
    level: LevelArguments,
    library: Library,
    /// The files when they were last read.
    seen: Vec<Version>,
}

/// A file, when it was written, and its size.
type Version = (PathBuf, Option<SystemTime>, u64);

impl WatchedFiles {
    fn new(level: LevelArguments, library: &Library) -> Self {
        let mut files = Self { level, library: library.clone(), seen: Vec::new() };
        files.seen = files.versions();
        files
    }

    fn versions(&self) -> Vec<Version> {
        let name = self.level.plan.as_ref().unwrap_or(&self.level.recipe);
        let own = is_path(name).then(|| PathBuf::from(name)).into_iter().chain(self.level.pins.clone());
        let tileset = self.library.tileset_file().map(Path::to_path_buf);
        let folder = self.library.folder().into_iter().flat_map(|folder| files_in(folder).unwrap_or_default());
        let version = |path: PathBuf| {
            let about = path.metadata().ok();
            let written = about.as_ref().and_then(|about| about.modified().ok());
            (path, written, about.map_or(0, |about| about.len()))
        };
        own.into_iter().chain(tileset).chain(folder).map(version).collect()
    }
}

impl RecipeFiles for WatchedFiles {
    fn watches(&self) -> bool {
        !self.seen.is_empty()
    }

    fn reload(&mut self) -> Option<Result<Target, String>> {
        let now = self.versions();
        if now == self.seen {
            return None;
        }
        self.seen = now;
        let library = self.library.read_again();
        Some(library.and_then(|library| target(&self.level, &library)).map_err(|error| format!("{error:#}")))
    }

    fn save(&mut self, name: &str, text: &str, replace: bool) -> Result<Saved, Box<dyn Error + Send + Sync>> {
        match write_whole(Path::new(name), text.as_bytes(), replace) {
            Ok(true) => Ok(Saved::Written),
            Ok(false) => Ok(Saved::Exists),
            Err(error) => Err(format!("{name}: {}", describe(&error)).into()),
        }
    }
}

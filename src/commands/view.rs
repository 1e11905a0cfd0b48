//! `undercroft view`: a level and how it is generated, in the terminal.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use undercroft_export::Overlay;
use undercroft_tui::{Console, Ending, RecipeFiles, Saved, Target, ViewRequest, Viewer};

use crate::arguments::{DataArguments, LevelArguments, parsers};
use crate::levels::{DEFAULT_DEPTH, random_seed};
use crate::library::Library;
use crate::messages::{describe, usage};
use crate::output::{print, write_whole};
use crate::terminal;

/// Shows a level and how it is generated, with parameters to change
///
/// Step back and forth through the steps of a recipe, leaf through seeds, change parameters and see the result at once,
/// show overlays, and save the recipe to a file.
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
    let (target, name, default_depth) = match &level.plan {
        Some(name) => {
            let plan = library.plan(name)?;
            if let Some((levels, depth)) = plan.levels().zip(level.depth).filter(|(levels, depth)| depth >= levels) {
                return Err(usage(format!("--depth {depth}: the deepest level of plan `{name}` is {}", levels - 1)));
            }
            (Target::Plan(Arc::new(plan)), name.as_str(), 0)
        }
        None => {
            let (as_written, changed) = library.recipe_and_set(&level.recipe, level.size, &level.settings)?;
            let target = Target::Recipe { as_written: Box::new(as_written), changed: Box::new(changed) };
            (target, level.recipe.as_str(), DEFAULT_DEPTH)
        }
    };
    terminal::require("the viewer")?;
    let settings = terminal::read_only_settings(&arguments.data)?;
    let capabilities = terminal::capabilities(&settings);
    let seed = level.seed.clone().unwrap_or_else(random_seed);
    let depth = level.depth.unwrap_or(default_depth);
    let request = ViewRequest::new(target, name, seed, depth);
    let mut viewer = Viewer::new(Console::new(settings, capabilities), Box::new(CurrentDirectory), request)?;
    viewer.show_overlay(arguments.overlay);
    let ending = undercroft_tui::run(&mut viewer)?;
    // After a signal, nobody may be there to read it.
    if ending == Ending::Quit {
        print(&format!("{}\n", viewer.command_line()))?;
    }
    Ok(terminal::exit_code(ending))
}

/// Saves recipes relative to the current directory.
#[derive(Debug)]
struct CurrentDirectory;

impl RecipeFiles for CurrentDirectory {
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Result<Saved, Box<dyn Error + Send + Sync>> {
        match write_whole(Path::new(name), text.as_bytes(), replace) {
            Ok(true) => Ok(Saved::Written),
            Ok(false) => Ok(Saved::Exists),
            Err(error) => Err(format!("{name}: {}", describe(&error)).into()),
        }
    }
}

//! What the commands that need a screen share: the terminal, the data folder, the settings, the world.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use undercroft_mapgen::{Plan, SourceFile};
use undercroft_saves::{Shelf, World};
use undercroft_tui::{App, Capabilities, Context, DEFAULTS, Ending, PlayError, Settings, Start};

use crate::arguments::{ContentArguments, DataFolder};
use crate::levels::{find_plan, fresh_seed};
use crate::messages::note;
use crate::{game_content, recipes};

/// Whether somebody can see and type.
pub(crate) fn has_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Refuses to go on where nobody can see and type.
pub(crate) fn need_terminal() -> anyhow::Result<()> {
    if has_terminal() {
        return Ok(());
    }
    bail!("the game needs a terminal to be seen and played in, and there is none; `undercroft generate` needs none")
}

/// What a game is played in.
pub(crate) fn world(content: &ContentArguments) -> anyhow::Result<World> {
    let find = |name: &str| match recipes::is_path(name) {
        true => find_plan(name).map_err(|error| format!("{error:#}")),
        false => Plan::named(name).map_err(|error| error.problem),
    };
    Ok(World { content: game_content::read(content.folder())?, find_plan: Arc::new(find) })
}

/// The name of a plan as it is kept in saves: paths are whole, so that they are found from everywhere.
pub(crate) fn whole_name(name: &str) -> anyhow::Result<String> {
    find_plan(name)?;
    if !recipes::is_path(name) {
        return Ok(name.to_owned());
    }
    Ok(std::path::absolute(name)?.to_string_lossy().into_owned())
}

/// All that the screens share.
pub(crate) fn context(folder: &DataFolder, world: World) -> anyhow::Result<Context> {
    let saves = match (&folder.data_dir, Shelf::usual_folder()) {
        (Some(folder), _) => Ok(Shelf::open(folder).context("--data-dir")?),
        (None, Some(folder)) => Shelf::open(folder).map_err(PlayError::from),
        (None, None) => Err(PlayError::NoSaveDirectory),
    };
    let settings = match &saves {
        Ok(saves) => settings(&saves.settings_file())?,
        Err(_) => Settings::standard(),
    };
    let capabilities = capabilities(&settings);
    let mut context = Context::new(settings, capabilities, world, saves);
    context.fresh_seed = fresh_seed;
    Ok(context)
}

/// The settings for who only looks: they are read where there are some, and nothing is written.
pub(crate) fn settings_to_look_with(folder: &DataFolder) -> anyhow::Result<Settings> {
    let folder = folder.data_dir.clone().or_else(Shelf::usual_folder);
    match folder.map(|folder| folder.join("settings.toml")).filter(|path| path.exists()) {
        Some(path) => settings(&path),
        None => Ok(Settings::standard()),
    }
}

/// What this terminal can display.
pub(crate) fn capabilities(settings: &Settings) -> Capabilities {
    Capabilities { colours: settings.colours(|name| std::env::var(name).ok()), ascii: settings.ascii }
}

/// Reads the settings; on the first start, writes the file with every default.
fn settings(path: &Path) -> anyhow::Result<Settings> {
    if !path.exists() {
        if let Err(error) = write_defaults(path) {
            note(format_args!("{} cannot be written: {error}", path.display()));
        }
        return Ok(Settings::standard());
    }
    let text = recipes::read(path)?;
    Ok(Settings::read(SourceFile::new(&path.display().to_string(), &text))?)
}

/// Writes the file whole or not at all.
fn write_defaults(path: &Path) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(DEFAULTS.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Runs the game.
pub(crate) fn run(context: Context, start: Start) -> anyhow::Result<ExitCode> {
    let mut app = App::new(context, start)?;
    Ok(exit_code(undercroft_tui::run(&mut app)?))
}

/// The code of how a program was left.
pub(crate) fn exit_code(ending: Ending) -> ExitCode {
    match ending {
        Ending::Quit => ExitCode::SUCCESS,
        // As a shell tells of a process that a signal has ended.
        Ending::Signal(signal) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
    }
}

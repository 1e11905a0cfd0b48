//! What the commands that take over the terminal share: its capabilities, the settings and the saves.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use undercroft_mapgen::{ContentKind, SourceFile, Tileset};
use undercroft_saves::{Resources, SaveDirectory};
use undercroft_tui::{App, Capabilities, Context, DEFAULTS, Ending, PlayError, Settings, Start};

use crate::arguments::DataArguments;
use crate::levels::random_seed;
use crate::library::Library;
use crate::messages::{describe, note};
use crate::output::write_whole;
use crate::text_files;
use crate::today::today;

/// Whether standard input and output are a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Fails unless standard input and output are a terminal.
pub(crate) fn require(what: &str) -> anyhow::Result<()> {
    match is_interactive() {
        true => Ok(()),
        false => bail!("{what} needs a terminal; `undercroft generate` works without one"),
    }
}

/// What a game needs: content, and plans by name or path.
pub(crate) fn resources(library: &Library) -> anyhow::Result<Resources> {
    let plans = library.maps().names(ContentKind::Plan).into_iter().map(Into::into).collect();
    let content = library.game()?;
    let library = library.clone();
    let find = move |name: &str| match text_files::is_path(name) {
        true => library.plan(name).map_err(|error| format!("{error:#}").into()),
        false => Ok(library.maps().plan(name)?),
    };
    Ok(Resources { content, plans, find_plan: Arc::new(find) })
}

/// The name of a plan as saves record it. Paths become absolute, so that they work from any directory.
pub(crate) fn recorded_plan_name(library: &Library, name: &str) -> anyhow::Result<String> {
    library.plan(name)?;
    if !text_files::is_path(name) {
        return Ok(name.to_owned());
    }
    Ok(std::path::absolute(name)?.to_string_lossy().into_owned())
}

/// What all screens share.
pub(crate) fn context(arguments: &DataArguments, resources: Resources) -> anyhow::Result<Context> {
    let saves = match (&arguments.data_dir, SaveDirectory::default_folder()) {
        (Some(directory), _) => Ok(SaveDirectory::open(directory).context("--data-dir")?),
        (None, Some(directory)) => SaveDirectory::open(directory).map_err(PlayError::from),
        (None, None) => Err(PlayError::NoSaveDirectory),
    };
    let settings = match &saves {
        Ok(saves) => settings(&saves.settings_file())?,
        Err(_) => Settings::standard(),
    };
    let capabilities = capabilities(&settings);
    let mut context = Context::new(settings, capabilities, resources, saves);
    context.console.tileset = tileset(&context)?;
    context.fresh_seed = random_seed;
    context.today = today;
    context.variable = |name| std::env::var(name).ok();
    Ok(context)
}

/// The tileset of the settings. Its path is relative to the settings file.
fn tileset(context: &Context) -> anyhow::Result<Option<Arc<Tileset>>> {
    let Some(path) = &context.console.settings.tileset else { return Ok(None) };
    let path = match &context.saves {
        Ok(saves) => saves.settings_file().with_file_name(path),
        Err(_) => path.clone(),
    };
    let text = text_files::read(&path).context("the tileset in settings.toml")?;
    Ok(Some(Arc::new(Tileset::parse(SourceFile::new(&path.display().to_string(), &text))?)))
}

/// The settings for a command that only looks: reads the file if there is one, and writes nothing.
pub(crate) fn read_only_settings(arguments: &DataArguments) -> anyhow::Result<Settings> {
    let directory = arguments.data_dir.clone().or_else(SaveDirectory::default_folder);
    match directory.map(|directory| directory.join("settings.toml")).filter(|path| path.exists()) {
        Some(path) => settings(&path),
        None => Ok(Settings::standard()),
    }
}

/// What this terminal can display.
pub(crate) fn capabilities(settings: &Settings) -> Capabilities {
    settings.capabilities(|name| std::env::var(name).ok())
}

/// Reads the settings. On the first start, writes the file with every default.
fn settings(path: &Path) -> anyhow::Result<Settings> {
    if !path.exists() {
        if let Err(error) = write_defaults(path) {
            note(format_args!("warning: cannot write {}: {}", path.display(), describe(&error)));
        }
        return Ok(Settings::standard());
    }
    let text = text_files::read(path)?;
    Ok(Settings::read(SourceFile::new(&path.display().to_string(), &text))?)
}

fn write_defaults(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    write_whole(path, DEFAULTS.as_bytes(), false).map(drop)
}

/// Runs the game.
pub(crate) fn run(context: Context, start: Start) -> anyhow::Result<ExitCode> {
    let mut app = App::new(context, start)?;
    Ok(exit_code(undercroft_tui::run(&mut app)?))
}

/// The exit status for how the program ended.
pub(crate) fn exit_code(ending: Ending) -> ExitCode {
    match ending {
        Ending::Quit => ExitCode::SUCCESS,
        // What a shell reports for a process that was ended by a signal.
        Ending::Signal(signal) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
    }
}

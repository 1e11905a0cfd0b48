//! `undercroft replay`: shows or verifies a recorded game.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use undercroft_saves::{Replay, SaveDirectory, Verdict};
use undercroft_tui::Start;

use crate::arguments::DataArguments;
use crate::library::Library;
use crate::messages::note;
use crate::output::print;
use crate::{terminal, text_files};

/// Shows a recorded game
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft replay game.replay
  undercroft replay game.replay --verify")]
pub(crate) struct Arguments {
    /// Replay, or save of an unfinished game
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Plan file that the game was played on, if the replay is somebody else's and the plan is not beside it
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Play it without a screen, and fail unless it ends in the recorded state
    #[arg(long)]
    verify: bool,

    #[command(flatten)]
    data: DataArguments,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<ExitCode> {
    let replay = Replay::read(&arguments.file)?;
    let mut resources = terminal::resources(library)?;
    if text_files::is_path(replay.plan()) {
        let plan = plan_file(arguments, replay.plan())?;
        let find = resources.find_plan.clone();
        resources.find_plan = Arc::new(move |_: &str| find(&plan));
    }
    if arguments.verify {
        note(format_args!("{}, seed {}: {} actions", replay.plan(), replay.seed(), replay.actions().len()));
        match replay.verify(&resources)? {
            Verdict::Same { hash, unproven } => {
                print(&format!("verified: the game ends in the recorded state, hash {hash:016x}\n"))?;
                if unproven > 0 {
                    note(format_args!("no state was recorded after the last {unproven} actions"));
                }
            }
            Verdict::Differs { good, bad } => {
                bail!("the game differs from the recording: the same after {good} actions, different after {bad}")
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    terminal::require("the replay")?;
    let context = terminal::context(&arguments.data, resources.clone())?;
    let start = replay.start(&resources)?;
    terminal::run(context, Start::Replay(Box::new(start), replay.actions().to_vec()))
}

/// The plan file of a replay: the given one, or the one that the replay names if that can be trusted. A replay in the
/// player's own folder may name any file; other replays may only name a file beside them.
fn plan_file(arguments: &Arguments, named: &str) -> anyhow::Result<String> {
    if let Some(plan) = &arguments.plan {
        return Ok(plan.display().to_string());
    }
    let own = arguments.data.data_dir.clone().or_else(SaveDirectory::default_folder);
    let file = arguments.file.canonicalize().unwrap_or_else(|_| arguments.file.clone());
    if own.and_then(|own| own.canonicalize().ok()).is_some_and(|own| file.starts_with(own)) {
        return Ok(named.to_owned());
    }
    let beside = Path::new(named).file_name().map(|name| file.with_file_name(name)).filter(|path| path.is_file());
    match beside {
        Some(path) => Ok(path.display().to_string()),
        None => bail!(
            "this game was played on the plan file {named}, which is not beside the replay; to use it, add --plan {named}"
        ),
    }
}

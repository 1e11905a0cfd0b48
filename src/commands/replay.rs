//! `undercroft replay`: shows or verifies a recorded game.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use undercroft_saves::{Replay, Verdict};
use undercroft_tui::Start;

use crate::arguments::DataArguments;
use crate::library::Library;
use crate::messages::note;
use crate::output::print;
use crate::terminal;

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

    /// Play it without a screen, and fail unless it ends in the recorded state
    #[arg(long)]
    verify: bool,

    #[command(flatten)]
    data: DataArguments,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<ExitCode> {
    let replay = Replay::read(&arguments.file)?;
    let resources = terminal::resources(library)?;
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

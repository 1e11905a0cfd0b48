//! `undercroft replay`: a game that was played, shown again or verified.

use std::process::ExitCode;

use anyhow::bail;
use undercroft_saves::{Replay, Verdict};
use undercroft_tui::Start;

use crate::arguments::Replay as Arguments;
use crate::messages::note;
use crate::terminal;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let replay = Replay::read(&arguments.file)?;
    let world = terminal::world(&arguments.content)?;
    if arguments.verify {
        note(format_args!("{}, seed {}: {} actions", replay.plan(), replay.seed(), replay.actions().len()));
        match replay.verify(&world)? {
            Verdict::Same { hash, unproven } => {
                println!("the same, with the hash {hash:016x}");
                if unproven > 0 {
                    note(format_args!("nothing tells of the state after the last {unproven} actions"));
                }
            }
            Verdict::Differs { good, bad } => {
                bail!("not the same: it was so after {good} actions, and is not after {bad}")
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    terminal::need_terminal()?;
    let context = terminal::context(&arguments.folder, world.clone())?;
    let start = replay.start(&world)?;
    terminal::run(context, Start::Replay(Box::new(start), replay.actions().to_vec()))
}

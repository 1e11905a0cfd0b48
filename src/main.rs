//! The `undercroft` command: reads its arguments, opens files, and lets the library crates do the rest.

mod arguments;
mod commands;
mod format;
mod game_content;
mod levels;
mod map_files;
mod messages;
mod output;
mod parallel;
mod plot;
mod progress;
mod recipes;
mod simulation;
mod statistics;
mod storyboard;
mod terminal;
mod text_layout;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => messages::failure(&error),
    }
}

fn run(command: Option<Command>) -> anyhow::Result<ExitCode> {
    match command {
        // The variables of the environment are read by the parser: it is asked again.
        None if terminal::has_terminal() => return run(Arguments::parse_from(["undercroft", "play"]).command),
        None => commands::welcome::run(),
        Some(Command::Play(arguments)) => return commands::play::run(&arguments),
        Some(Command::Replay(arguments)) => return commands::replay::run(&arguments),
        Some(Command::View(arguments)) => return commands::view::run(&arguments),
        Some(Command::Generate(arguments)) => commands::generate::run(&arguments),
        Some(Command::Gallery(arguments)) => commands::gallery::run(&arguments),
        Some(Command::Animate(arguments)) => commands::animate::run(&arguments),
        Some(Command::List { what, content }) => commands::list::run(what, &content),
        Some(Command::Explain { name }) => commands::explain::run(&name),
        Some(Command::Check { files }) => commands::check::run(&files),
        Some(Command::Inspect(arguments)) => commands::inspect::run(&arguments),
        Some(Command::Stats(arguments)) => commands::stats::run(&arguments),
        Some(Command::Search(arguments)) => commands::search::run(&arguments),
        Some(Command::Diagnose(arguments)) => commands::diagnose::run(&arguments),
        Some(Command::Simulate(arguments)) => commands::simulate::run(&arguments),
        Some(Command::Completions { shell }) => commands::completions::run(shell),
        Some(Command::Man { out }) => commands::man::run(out.as_deref()),
    }?;
    Ok(ExitCode::SUCCESS)
}

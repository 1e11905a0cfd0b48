//! The `undercroft` command: parses arguments, opens files, and leaves the rest to the library crates.

mod arguments;
mod cli;
mod commands;
mod format;
mod game_content;
mod levels;
mod map_files;
mod messages;
mod numbers;
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

fn main() -> ExitCode {
    cli::Cli::parse().run().unwrap_or_else(|error| messages::report(&error))
}

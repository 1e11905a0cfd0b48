//! The `undercroft` command: parses arguments, opens files, and leaves the rest to the library crates.

mod arguments;
mod art;
mod cli;
mod commands;
mod format;
mod interrupt;
mod levels;
mod library;
mod map_files;
mod messages;
mod numbers;
mod output;
mod parallel;
mod parts;
mod plot;
mod progress;
mod simulation;
mod statistics;
mod storyboard;
mod studio;
mod terminal;
mod text_files;
mod text_layout;
mod today;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::Cli::parse().run().unwrap_or_else(|error| messages::report(&error))
}

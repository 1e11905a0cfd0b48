//! The command line: its commands, and the code that each one runs.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    animate, check, completions, diagnose, explain, gallery, generate, inspect, list, man, play, replay, search,
    simulate, stats, view, welcome,
};
use crate::terminal;

/// Generates dungeons: the same seed always gives the same dungeon, and every walkable cell can be reached.
///
/// Without a command, starts the game. Without a terminal to play in, prints a level and suggests what to try next.
#[derive(Debug, Parser)]
#[command(
    name = "undercroft",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  undercroft                                      play the game
  undercroft generate caves --seed 42             print a cave
  undercroft generate caves --out caves.png       draw one as a picture
  undercroft list recipes                         list the kinds of level
  undercroft explain caves                        show how one is made and what can be changed

Results go to standard output, everything else to standard error.
Exit status: 0 on success, 1 on failure, 2 on invalid arguments, 128 + N when ended by signal N."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Arguments),
    Replay(replay::Arguments),
    Generate(Box<generate::Arguments>),
    View(Box<view::Arguments>),
    Gallery(Box<gallery::Arguments>),
    Animate(Box<animate::Arguments>),
    List(list::Arguments),
    Explain(explain::Arguments),
    Check(check::Arguments),
    Inspect(Box<inspect::Arguments>),
    Stats(Box<stats::Arguments>),
    Search(Box<search::Arguments>),
    Diagnose(Box<diagnose::Arguments>),
    Simulate(Box<simulate::Arguments>),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Cli {
    /// Runs the command.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            // Parsed again so that `play` reads its environment variables.
            None if terminal::is_interactive() => return Self::parse_from(["undercroft", "play"]).run(),
            None => welcome::run(),
            Some(Command::Play(arguments)) => return play::run(&arguments),
            Some(Command::Replay(arguments)) => return replay::run(&arguments),
            Some(Command::View(arguments)) => return view::run(&arguments),
            Some(Command::Generate(arguments)) => generate::run(&arguments),
            Some(Command::Gallery(arguments)) => gallery::run(&arguments),
            Some(Command::Animate(arguments)) => animate::run(&arguments),
            Some(Command::List(arguments)) => list::run(&arguments),
            Some(Command::Explain(arguments)) => explain::run(&arguments),
            Some(Command::Check(arguments)) => check::run(&arguments),
            Some(Command::Inspect(arguments)) => inspect::run(&arguments),
            Some(Command::Stats(arguments)) => stats::run(&arguments),
            Some(Command::Search(arguments)) => search::run(&arguments),
            Some(Command::Diagnose(arguments)) => diagnose::run(&arguments),
            Some(Command::Simulate(arguments)) => simulate::run(&arguments),
            Some(Command::Completions(arguments)) => completions::run(&arguments),
            Some(Command::Man(arguments)) => man::run(&arguments),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}

//! The command line: its commands, and the code that each one runs.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use undercroft_game::record::RULES_VERSION;
use undercroft_mapgen::GENERATOR_VERSION;

use crate::commands::{
    animate, check, completions, diagnose, explain, gallery, generate, inspect, list, man, play, replay, scores,
    search, simulate, stats, studio, view, welcome,
};
use crate::interrupt;
use crate::library::Library;
use crate::terminal;

/// The program's version, and the two versions that decide which level a seed gives and which saves can be played.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let program = env!("CARGO_PKG_VERSION");
    format!("{program} (generator version {GENERATOR_VERSION}, rules version {RULES_VERSION})")
});

/// Generates dungeons: the same seed always gives the same dungeon, and every walkable cell can be reached.
///
/// Without a command, starts the game. Without a terminal to play in, prints a level and suggests what to try next.
#[derive(Debug, Parser)]
#[command(
    name = "undercroft",
    version = VERSION.as_str(),
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

    /// Folder of your own recipes, plans, vaults, tilesets, creatures and items, used along with the built-in ones
    #[arg(long, value_name = "DIR", env = "UNDERCROFT_CONTENT", global = true)]
    content: Option<PathBuf>,

    /// Tiles that levels are made of: name of a tileset, or path to a tileset file [default: standard]
    #[arg(long, value_name = "TILESET", global = true)]
    tileset: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Arguments),
    Replay(replay::Arguments),
    Scores(scores::Arguments),
    Generate(Box<generate::Arguments>),
    View(Box<view::Arguments>),
    Studio(studio::Arguments),
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
        let takes_over_terminal =
            matches!(self.command, None | Some(Command::Play(_) | Command::Replay(_) | Command::View(_)));
        if !takes_over_terminal {
            interrupt::watch().context("cannot listen to signals")?;
        }
        let mut library = match self.command {
            // The studio shows what is wrong with a file, and opens empty folders too.
            Some(Command::Studio(_)) => Library::default(),
            _ => Library::open(self.content.as_deref())?,
        };
        if let Some(tileset) = &self.tileset {
            library.use_tileset(tileset)?;
        }
        match self.command {
            // Parsed again so that `play` reads its environment variables.
            None if terminal::is_interactive() => {
                let play = Self::parse_from(["undercroft", "play"]);
                return Self { content: self.content, tileset: self.tileset, ..play }.run();
            }
            None => welcome::run(&library),
            Some(Command::Play(arguments)) => return play::run(&arguments, &library),
            Some(Command::Replay(arguments)) => return replay::run(&arguments, &library),
            Some(Command::View(arguments)) => return view::run(&arguments, &library),
            Some(Command::Scores(arguments)) => scores::run(&arguments),
            Some(Command::Generate(arguments)) => generate::run(&arguments, &library),
            Some(Command::Studio(arguments)) => studio::run(&arguments, self.content.as_deref()),
            Some(Command::Gallery(arguments)) => gallery::run(&arguments, &library),
            Some(Command::Animate(arguments)) => animate::run(&arguments, &library),
            Some(Command::List(arguments)) => list::run(&arguments, &library),
            Some(Command::Explain(arguments)) => explain::run(&arguments, &library),
            Some(Command::Check(arguments)) => check::run(&arguments, &library),
            Some(Command::Inspect(arguments)) => inspect::run(&arguments, &library),
            Some(Command::Stats(arguments)) => stats::run(&arguments, &library),
            Some(Command::Search(arguments)) => search::run(&arguments, &library),
            Some(Command::Diagnose(arguments)) => diagnose::run(&arguments, &library),
            Some(Command::Simulate(arguments)) => simulate::run(&arguments, &library),
            Some(Command::Completions(arguments)) => completions::run(&arguments),
            Some(Command::Man(arguments)) => man::run(&arguments),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// The arguments of an example as a shell splits them, without redirections, other commands and comments.
    fn arguments(example: &str) -> Vec<String> {
        let example = example.split("   ").next().unwrap_or_default();
        let example = example.split(['>', '|', '&', '#']).next().unwrap_or_default();
        let example = example.split(" <").next().unwrap_or_default();
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for letter in example.chars() {
            match letter {
                '\'' | '"' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                letter => words.last_mut().expect("never empty").push(letter),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    #[test]
    fn the_examples_in_the_help_and_the_readme_are_valid() {
        let command = Cli::command();
        let helps = command.get_subcommands().chain([&command]).filter_map(clap::Command::get_after_help);
        let helps: Vec<String> = helps.map(ToString::to_string).collect();
        let examples = helps.iter().flat_map(|help| help.lines()).filter_map(|line| line.strip_prefix("  undercroft "));
        let readme = include_str!("../README.md").lines();
        let readme = readme.filter_map(|line| line.strip_prefix("cargo run --release -- "));
        let examples: Vec<&str> = examples.chain(readme).filter(|example| !example.trim().is_empty()).collect();
        assert!(examples.len() > 50, "{examples:?}");
        for example in examples {
            // Quoted characters in a condition are not shell operators.
            let words = match example.split_once("--where '") {
                Some((before, _)) => arguments(before),
                None => arguments(example),
            };
            let words = std::iter::once("undercroft".to_owned()).chain(words);
            assert!(Cli::try_parse_from(words).is_ok(), "{example}");
        }
    }
}

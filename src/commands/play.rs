//! `undercroft play`: the game in the terminal.

use std::process::ExitCode;

use undercroft_game::{DAILY_PLAN, daily_seed};
use undercroft_mapgen::Seed;
use undercroft_tui::Start;

use crate::arguments::DataArguments;
use crate::levels::random_seed;
use crate::library::Library;
use crate::terminal;
use crate::today::today;

/// Plays the game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft play
  undercroft play --plan kobolds --seed 'a walk in the dark'
  undercroft play --plan my-plan.toml --data-dir ./games
  undercroft play --daily

The data directory holds settings, saves, scores and replays; its settings.toml lists every key and every default.")]
pub(crate) struct Arguments {
    /// Start a game of this plan: its name (see `undercroft list plans`), or path to a plan file [default: with --seed,
    /// the plan in the settings; otherwise the title screen opens]
    #[arg(long, value_name = "PLAN")]
    plan: Option<String>,

    /// Start a game with this seed: a number or any text [default: random]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<Seed>,

    /// Start today's dungeon: the same for everybody, with its own score table
    #[arg(long, conflicts_with_all = ["plan", "seed"])]
    daily: bool,

    #[command(flatten)]
    data: DataArguments,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<ExitCode> {
    terminal::require("the game")?;
    let library = library.clone().with_known_names()?;
    let context = terminal::context(&arguments.data, terminal::resources(&library)?)?;
    let date = if arguments.daily { today() } else { None };
    let start = match (&arguments.plan, &arguments.seed) {
        _ if date.is_some() => Start::Game(DAILY_PLAN.into(), daily_seed(&date.unwrap_or_default())),
        (None, None) => Start::Title,
        (plan, seed) => {
            let plan =
                terminal::recorded_plan_name(&library, plan.as_deref().unwrap_or(&context.console.settings.plan))?;
            Start::Game(plan, seed.clone().unwrap_or_else(random_seed))
        }
    };
    terminal::run(context, start)
}

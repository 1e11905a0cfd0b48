//! `undercroft simulate`: games played by a bot, to see how hard a plan is and what kills the hero.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use undercroft_game::Bot;
use undercroft_mapgen::Seed;

use crate::arguments::parsers;
use crate::levels::{print_seeds, random_seed};
use crate::library::Library;
use crate::messages::{note, usage};
use crate::numbers::thousands;
use crate::output::{Output, create_directory, print};
use crate::parts::{self, Part, Run};
use crate::plot::{self, BarChart, Bins, GameCharts};
use crate::progress;
use crate::simulation::{PlayedGame, Replays, Simulation, Tally};
use crate::terminal::recorded_plan_name;
use crate::text_layout::{BOLD, columns};

/// Lets a bot play whole games without a screen, and reports how they end
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft simulate --games 1000
  undercroft simulate --plan kobolds --games 200 --seed 1 --out kobolds.svg --out kobolds.csv
  undercroft simulate --games 1000 --bot bump
  undercroft simulate --content my-creatures --check
  undercroft simulate --games 100000 --seed 1 --part 3/100 --out parts
  undercroft simulate --merge parts --out games.csv
  undercroft simulate --games 5 --seed 1 --replays bot && undercroft replay bot/undercroft-1.replay")]
pub(crate) struct Arguments {
    /// Plan to play: its name (see `undercroft list plans`), or path to a plan file
    #[arg(long, value_name = "PLAN", default_value = "undercroft")]
    plan: String,

    /// Number of games; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parsers::count, allow_negative_numbers = true)]
    games: u64,

    /// Seed of the first game: a number or any text [default: random]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<Seed>,

    /// Abandon a game after this many turns
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = parsers::count, allow_negative_numbers = true)]
    turns: u64,

    /// How the bot plays
    #[arg(long, value_name = "BOT", default_value = "full")]
    bot: BotStyle,

    /// Stay at a depth until the given turn, as in 1:5000, to see whether lingering pays off
    #[arg(long, value_name = "DEPTH:TURN", value_parser = linger)]
    linger: Option<(u32, u64)>,

    /// Check every rule after every turn, and replay each game from its actions
    #[arg(long)]
    check: bool,

    /// Write a replay of each game into this directory, for `undercroft replay`
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,

    /// Write charts (.svg) or one row per game (.csv) to this file; may be repeated. With --part: the parts' directory
    #[arg(long, value_name = "PATH")]
    out: Vec<PathBuf>,

    /// Play only this part of the games, and write its rows and a report to --out; does nothing if they already exist
    #[arg(long, value_name = "K/N", requires = "out", requires = "seed")]
    part: Option<Part>,

    /// Take the games from the parts in this directory instead of playing them
    #[arg(
        long, value_name = "DIR",
        conflicts_with_all = ["part", "plan", "games", "seed", "turns", "bot", "linger", "check", "replays"],
    )]
    merge: Option<PathBuf>,
}

/// How the bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BotStyle {
    /// Uses items, kicks and terrain
    Full,
    /// Only walks and bumps into its enemies
    Bump,
}

fn linger(text: &str) -> Result<(u32, u64), String> {
    let parts = text.split_once(':').and_then(|(depth, turn)| Some((depth.parse().ok()?, turn.parse().ok()?)));
    parts.ok_or_else(|| "expected DEPTH:TURN, as in 1:5000".into())
}

impl Arguments {
    fn bot(&self) -> Bot {
        let bot = match self.bot {
            BotStyle::Full => Bot::new(),
            BotStyle::Bump => Bot::bumping(),
        };
        self.linger.map_or_else(|| bot.clone(), |(depth, turn)| bot.clone().lingering(depth, turn))
    }
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    if let Some(directory) = &arguments.merge {
        let reports = reports(arguments)?;
        let (title, games) = merge(directory)?;
        return report(&title, &games, &reports);
    }
    let library = library.clone().with_known_names()?;
    let replays = match &arguments.replays {
        Some(directory) => {
            create_directory("--replays", directory)?;
            Some(Replays { directory: directory.clone(), plan: recorded_plan_name(&library, &arguments.plan)? })
        }
        None => None,
    };
    let simulation = Simulation {
        content: library.game()?,
        plan: Arc::new(library.plan(&arguments.plan)?),
        first_seed: arguments.seed.clone().unwrap_or_else(random_seed),
        max_turns: arguments.turns,
        bot: arguments.bot(),
        check: arguments.check,
        replays,
    };
    let checked = if simulation.check { ", every rule checked after every turn" } else { "" };
    let title = format!("{} games of {}{checked}", thousands(arguments.games), simulation.plan.name());
    if let Some(part) = arguments.part {
        return play_part(part, &title, &simulation, arguments);
    }
    let reports = reports(arguments)?;
    print_seeds(&simulation.first_seed, arguments.games);
    let games = play(&simulation, 0, arguments.games)?;
    report(&title, &games, &reports)
}

/// Plays `count` games from the `first` on.
fn play(simulation: &Simulation, first: u64, count: u64) -> anyhow::Result<Vec<PlayedGame>> {
    let started = Instant::now();
    let bar = progress::bar(count, "games");
    let games = simulation.run(first, count, &bar);
    bar.finish_and_clear();
    let games = games?;
    let turns: u64 = games.iter().map(|game| game.turns).sum();
    let rate = turns as f64 / started.elapsed().as_secs_f64().max(0.001);
    note(format_args!("{} turns, {} per second", thousands(turns), thousands(rate as u64)));
    Ok(games)
}

/// Plays one part, unless that has been done already.
fn play_part(part: Part, title: &str, simulation: &Simulation, arguments: &Arguments) -> anyhow::Result<()> {
    let [directory] = &arguments.out[..] else {
        return Err(usage("--part writes to one directory; use --out once"));
    };
    let linger = arguments.linger.map(|(depth, turn)| format!(", linger {depth}:{turn}")).unwrap_or_default();
    let run = Run {
        command: "simulate",
        arguments: format!("{title}, {} turns, {:?} bot{linger}", arguments.turns, arguments.bot),
        first_seed: simulation.first_seed.clone(),
        count: arguments.games,
    };
    run.make(part, directory, |first, count| {
        let games = play(simulation, first, count)?;
        Output::write_file(&part.file(directory, "csv"), |out| Tally::of(&games).write_csv(out))?;
        Ok(json!({ "title": title, "rows": games.len() }))
    })
}

/// The title and the games of all parts in a directory.
fn merge(directory: &Path) -> anyhow::Result<(String, Vec<PlayedGame>)> {
    let (mut title, mut games) = (String::new(), Vec::new());
    for report in parts::reports("simulate", directory)? {
        let before = games.len();
        report.read_csv(|row| {
            games.push(PlayedGame::read(row)?);
            Some(Ok(()))
        })?;
        report.check_rows((games.len() - before) as u64)?;
        title = report.details["title"].as_str().unwrap_or_default().to_owned();
    }
    Ok((title, games))
}

/// Writes the files and prints the summary.
fn report(title: &str, games: &[PlayedGame], reports: &[(&PathBuf, Report)]) -> anyhow::Result<()> {
    let tally = Tally::of(games);
    for (path, report) in reports {
        match report {
            Report::Rows => Output::write_file(path, |out| tally.write_csv(out))?,
            Report::Charts => {
                let charts = GameCharts { title, charts: tally.charts(), turns: tally.turns() };
                let svg = plot::svg(&charts)?;
                Output::write_file(path, |out| out.write_all(svg.as_bytes()))?;
            }
        }
    }
    print(&summary(title, &tally))
}

/// What each file of --out receives.
fn reports(arguments: &Arguments) -> anyhow::Result<Vec<(&PathBuf, Report)>> {
    arguments.out.iter().map(|path| Ok((path, Report::of(path)?))).collect()
}

fn summary(title: &str, tally: &Tally<'_>) -> String {
    let turns = Bins::of(&[tally.turns()]).map(|bins| BarChart::new("Turns", bins.labelled(&tally.turns())));
    let charts: Vec<String> = tally.charts().iter().chain(&turns).map(BarChart::text).collect();
    format!("{BOLD}{title}{BOLD:#}\n\n{}\n{}\n", charts.join("\n"), columns(&tally.figures()))
}

/// What a file receives.
#[derive(Clone, Copy)]
enum Report {
    Rows,
    Charts,
}

impl Report {
    fn of(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Rows),
            Some("svg") => Ok(Self::Charts),
            _ => {
                let name = path.display();
                Err(usage(format!(
                    "--out {name}: unrecognised file type; use .svg for charts or .csv for one row per game"
                )))
            }
        }
    }
}

//! `undercroft simulate`: whole games without a screen, to see how hard a plan is and what kills.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;

use crate::arguments::Simulate;
use crate::levels::{find_plan, fresh_seed};
use crate::messages::{in_words, note, usage};
use crate::output::{Output, print};
use crate::plot::{Chart, bars, thousands};
use crate::simulation::{Played, Replays, Simulation, Tally};
use crate::terminal::whole_name;
use crate::text_layout::{BOLD, columns};
use crate::{game_content, progress};

pub(crate) fn run(arguments: &Simulate) -> anyhow::Result<()> {
    let forms = arguments.out.iter().map(|path| Ok((path.as_path(), Form::of(path)?)));
    let forms: Vec<(&Path, Form)> = forms.collect::<anyhow::Result<_>>()?;
    let replays = match &arguments.replays {
        Some(folder) => {
            fs::create_dir_all(folder)
                .map_err(|error| anyhow!("--replays {}: {}", folder.display(), in_words(&error)))?;
            Some(Replays { folder: folder.clone(), plan: whole_name(&arguments.plan)? })
        }
        None => None,
    };
    let simulation = Simulation {
        content: game_content::read(arguments.content.folder())?,
        plan: Arc::new(find_plan(&arguments.plan)?),
        first_seed: arguments.seed.clone().unwrap_or_else(fresh_seed),
        games: arguments.games,
        most_turns: arguments.turns,
        check: arguments.check,
        replays,
    };
    note(format_args!("seed: {} and the {} after it", simulation.first_seed, simulation.games - 1));
    let begun = Instant::now();
    let bar = progress::bar(simulation.games, "games");
    let games = simulation.run(|| bar.inc(1));
    bar.finish_and_clear();
    let games = games?;
    let turns: u64 = games.iter().map(|game| game.turns).sum();
    let rate = turns as f64 / begun.elapsed().as_secs_f64().max(0.001);
    note(format_args!("{} turns, {} a second", thousands(turns), thousands(rate as u64)));

    let title = title(&simulation);
    for (path, form) in forms {
        let mut out = Output::to(Some(path))?;
        let text = form.text(&title, &games);
        out.put(|out| out.write_all(text.as_bytes()))?;
        out.finish()?;
    }
    print(&summary(&title, &games))
}

fn title(simulation: &Simulation) -> String {
    let checked = if simulation.check { ", every rule checked after every turn" } else { "" };
    format!("{} games of {}{checked}", thousands(simulation.games), simulation.plan.name())
}

fn summary(title: &str, games: &[Played]) -> String {
    let tally = Tally::of(games);
    let charts: Vec<String> = tally.charts().iter().map(Chart::text).collect();
    format!("{BOLD}{title}{BOLD:#}\n\n{}\n{}\n", charts.join("\n"), columns(&tally.figures()))
}

/// What is written into a file.
#[derive(Clone, Copy)]
enum Form {
    /// A row for each game.
    Rows,
    /// The plot.
    Plot,
}

impl Form {
    fn of(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Rows),
            Some("svg") => Ok(Self::Plot),
            _ => {
                let name = path.display();
                Err(usage(format!(
                    "--out {name}: the name has to end in .svg for a plot, or .csv for a row for each game"
                )))
            }
        }
    }

    fn text(self, title: &str, games: &[Played]) -> String {
        let tally = Tally::of(games);
        match self {
            Self::Rows => tally.csv(),
            Self::Plot => bars(title, &tally.charts()).svg(),
        }
    }
}

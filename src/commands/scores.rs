//! `undercroft scores`: the table of finished games.

use anyhow::bail;
use undercroft_saves::{SaveDirectory, Score};

use crate::arguments::DataArguments;
use crate::messages::note;
use crate::output::print;
use crate::text_layout::columns;
use crate::today::today;

/// Lists the scores of finished games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft scores
  undercroft scores --plan kobolds --top 3
  undercroft scores --daily
  undercroft scores --daily 2026-11-17")]
pub(crate) struct Arguments {
    /// Only the games of this plan
    #[arg(long, value_name = "PLAN")]
    plan: Option<String>,

    /// Only the daily dungeon of this date [default: today, in UTC]
    #[arg(long, value_name = "DATE", num_args = 0..=1, default_missing_value = "")]
    daily: Option<String>,

    /// Maximum number of games to list
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    top: usize,

    #[command(flatten)]
    data: DataArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Some(folder) = arguments.data.data_dir.clone().or_else(SaveDirectory::default_folder) else {
        bail!("no folder for saved games is known; choose one with --data-dir");
    };
    let date = match arguments.daily.as_deref() {
        Some("") => today(),
        date => date.map(str::to_owned),
    };
    let is_wanted = |score: &Score| {
        arguments.plan.as_ref().is_none_or(|plan| *plan == score.plan)
            && date.as_deref().is_none_or(|date| score.daily() == Some(date))
    };
    // A folder that does not exist holds no scores, and listing them should not create it.
    let all = if folder.exists() { SaveDirectory::open(folder)?.scores()? } else { Vec::new() };
    let scores: Vec<Score> = all.into_iter().filter(is_wanted).take(arguments.top).collect();
    if scores.is_empty() {
        note("No finished games. `undercroft play` starts one.");
        return Ok(());
    }
    let mut rows: Vec<[String; 7]> =
        vec![["rank", "score", "plan", "depth", "level", "turns", "ending"].map(Into::into)];
    for (rank, score) in (1..).zip(scores) {
        rows.push([
            rank.to_string(),
            score.score.to_string(),
            score.plan,
            score.depth.to_string(),
            score.level.to_string(),
            score.turns.to_string(),
            format!("{}, seed {}", score.ending, score.seed),
        ]);
    }
    print(&(columns(&rows) + "\n"))
}

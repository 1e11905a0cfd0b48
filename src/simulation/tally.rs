//! What many games come to: figures for people, rows for other programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{End, Played};
use crate::plot::{Chart, thousands};
use crate::statistics::{field, quartiles};

/// The most causes that a chart names; the others are one bar.
const MOST_CAUSES: usize = 15;
/// Ranges of a histogram.
const RANGES: u64 = 12;

/// What many games come to.
pub(crate) struct Tally<'a> {
    games: &'a [Played],
}

impl<'a> Tally<'a> {
    pub(crate) const fn of(games: &'a [Played]) -> Self {
        Self { games }
    }

    fn count(&self, is: impl Fn(&End) -> bool) -> u64 {
        self.games.iter().filter(|game| is(&game.end)).count() as u64
    }

    fn deaths(&self) -> impl Iterator<Item = (&Played, &str)> {
        self.games.iter().filter_map(|game| match &game.end {
            End::Lost(cause) => Some((game, cause.as_str())),
            _ => None,
        })
    }

    /// Wins, deaths by depth and by cause, turns.
    pub(crate) fn charts(&self) -> Vec<Chart> {
        let ends = vec![
            ("won".into(), self.count(|end| *end == End::Won)),
            ("lost".into(), self.count(|end| matches!(end, End::Lost(_)))),
            ("unfinished".into(), self.count(|end| *end == End::Unfinished)),
        ];
        let mut depths: BTreeMap<u32, u64> = BTreeMap::new();
        let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
        for (game, cause) in self.deaths() {
            *depths.entry(game.depth).or_default() += 1;
            *causes.entry(cause).or_default() += 1;
        }
        let depths = depths.into_iter().map(|(depth, count)| (format!("depth {depth}"), count));
        let mut causes: Vec<(String, u64)> =
            causes.into_iter().map(|(cause, count)| (cause.to_owned(), count)).collect();
        causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if causes.len() > MOST_CAUSES {
            let others = causes.split_off(MOST_CAUSES);
            causes.push((format!("{} others", others.len()), others.iter().map(|(_, count)| count).sum()));
        }
        let turns: Vec<u64> = self.games.iter().map(|game| game.turns).collect();
        vec![
            Chart::new("How the games end", ends),
            Chart::new("Deaths by depth", depths.collect()),
            Chart::new("Deaths by cause", causes),
            Chart::histogram("Turns", &turns, RANGES),
        ]
    }

    /// Rows of figures: what, then least, first quarter, median, third quarter, most and mean.
    pub(crate) fn figures(&self) -> Vec<[String; 7]> {
        let column = |value: fn(&Played) -> Option<u64>| self.games.iter().filter_map(value).collect::<Vec<u64>>();
        let rows = [
            ("turns", column(|game| Some(game.turns))),
            ("level of experience", column(|game| Some(u64::from(game.level)))),
            ("deepest", column(|game| game.summary.map(|summary| u64::from(summary.deepest)))),
            ("kills", column(|game| game.summary.map(|summary| u64::from(summary.kills)))),
            ("wealth in copper", column(|game| game.summary.map(|summary| summary.wealth))),
            ("score", column(|game| game.summary.map(|summary| summary.score))),
        ];
        let heading = ["", "least", "quarter", "median", "three quarters", "most", "mean"].map(String::from);
        std::iter::once(heading).chain(rows.into_iter().filter_map(|(what, values)| row(what, values))).collect()
    }

    /// A row for each game, for other programs.
    pub(crate) fn csv(&self) -> String {
        let mut text = String::from("seed,end,cause,depth,deepest,turns,level,kills,wealth,score,hash\n");
        for game in self.games {
            let cause = if let End::Lost(cause) = &game.end { cause } else { "" };
            let number = |of: fn(&undercroft_game::Summary) -> u64| {
                game.summary.as_ref().map(|summary| of(summary).to_string()).unwrap_or_default()
            };
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{},{:016x}",
                field(&game.seed.to_string()),
                game.end.name(),
                field(cause),
                game.depth,
                number(|summary| u64::from(summary.deepest)),
                game.turns,
                game.level,
                number(|summary| u64::from(summary.kills)),
                number(|summary| summary.wealth),
                number(|summary| summary.score),
                game.hash
            );
        }
        text
    }
}

/// `None` where there are no values.
fn row(what: &str, mut values: Vec<u64>) -> Option<[String; 7]> {
    values.sort_unstable();
    let [least, quarter, median, three, most] = quartiles(&values)?.map(thousands);
    let mean = values.iter().map(|value| *value as f64).sum::<f64>() / values.len() as f64;
    Some([what.into(), least, quarter, median, three, most, format!("{mean:.1}")])
}

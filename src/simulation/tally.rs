//! The results of many games: charts and figures for people, rows for other programs.

use std::collections::BTreeMap;
use std::io;

use csv::StringRecord;
use undercroft_game::Summary;
use undercroft_mapgen::Seed;

use super::{End, PlayedGame};
use crate::numbers::{quartiles, thousands};
use crate::plot::BarChart;

/// A chart names this many causes of death; the others share a bar.
const MAX_CAUSES: usize = 15;

/// The results of many games.
pub(crate) struct Tally<'a> {
    games: &'a [PlayedGame],
}

impl<'a> Tally<'a> {
    pub(crate) const fn of(games: &'a [PlayedGame]) -> Self {
        Self { games }
    }

    /// Results, deaths by depth and by cause.
    pub(crate) fn charts(&self) -> [BarChart; 3] {
        let count = |name: &str| self.games.iter().filter(|game| game.end.name() == name).count() as u64;
        let ends = ["won", "lost", "unfinished"].map(|name| (name.to_owned(), count(name))).to_vec();
        let mut depths: BTreeMap<u32, u64> = BTreeMap::new();
        let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
        for game in self.games {
            if let End::Lost(cause) = &game.end {
                *depths.entry(game.depth).or_default() += 1;
                *causes.entry(cause).or_default() += 1;
            }
        }
        let depths = depths.into_iter().map(|(depth, count)| (format!("depth {depth}"), count)).collect();
        let mut causes: Vec<(String, u64)> =
            causes.into_iter().map(|(cause, count)| (cause.to_owned(), count)).collect();
        causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if causes.len() > MAX_CAUSES {
            let others = causes.split_off(MAX_CAUSES);
            causes.push((format!("{} others", others.len()), others.iter().map(|(_, count)| count).sum()));
        }
        [
            BarChart::new("Results", ends),
            BarChart::new("Deaths by depth", depths),
            BarChart::new("Deaths by cause", causes),
        ]
    }

    /// The turns of each game, sorted.
    pub(crate) fn turns(&self) -> Vec<f64> {
        let mut turns: Vec<f64> = self.games.iter().map(|game| game.turns as f64).collect();
        turns.sort_by(f64::total_cmp);
        turns
    }

    /// Rows of figures under a heading.
    pub(crate) fn figures(&self) -> Vec<[String; 7]> {
        let column = |value: fn(&PlayedGame) -> Option<u64>| self.games.iter().filter_map(value).collect();
        let rows: [(&str, Vec<u64>); 7] = [
            ("turns", column(|game| Some(game.turns))),
            ("experience level", column(|game| Some(u64::from(game.level)))),
            ("experience", column(|game| Some(game.experience))),
            ("deepest level", column(|game| Some(u64::from(game.summary?.deepest)))),
            ("kills", column(|game| Some(u64::from(game.summary?.kills)))),
            ("wealth in copper", column(|game| Some(game.summary?.wealth))),
            ("score", column(|game| Some(game.summary?.score))),
        ];
        let heading = ["", "min", "25 %", "median", "75 %", "max", "mean"].map(String::from);
        std::iter::once(heading).chain(rows.into_iter().filter_map(|(name, values)| figure(name, values))).collect()
    }

    /// One row for each game, as CSV.
    pub(crate) fn write_csv(&self, out: impl io::Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record([
            "seed",
            "end",
            "cause",
            "depth",
            "deepest",
            "turns",
            "level",
            "experience",
            "kills",
            "wealth",
            "score",
            "hash",
        ])?;
        for game in self.games {
            let cause = if let End::Lost(cause) = &game.end { cause.as_str() } else { "" };
            let number = |of: fn(&Summary) -> u64| {
                game.summary.as_ref().map(|summary| of(summary).to_string()).unwrap_or_default()
            };
            csv.write_record([
                &game.seed.to_string(),
                game.end.name(),
                cause,
                &game.depth.to_string(),
                &number(|summary| u64::from(summary.deepest)),
                &game.turns.to_string(),
                &game.level.to_string(),
                &game.experience.to_string(),
                &number(|summary| u64::from(summary.kills)),
                &number(|summary| summary.wealth),
                &number(|summary| summary.score),
                &format!("{:016x}", game.hash),
            ])?;
        }
        csv.flush()
    }
}

impl PlayedGame {
    /// A row of [`Tally::write_csv`]; `None` if it is not one.
    pub(crate) fn read(row: &StringRecord) -> Option<Self> {
        let fields: Vec<&str> = row.iter().collect();
        let [seed, end, cause, depth, deepest, turns, level, experience, kills, wealth, score, hash] = fields[..]
        else {
            return None;
        };
        let end = match end {
            "won" => End::Won,
            "lost" => End::Lost(cause.to_owned()),
            "unfinished" => End::Unfinished,
            _ => return None,
        };
        let (depth, turns, level) = (depth.parse().ok()?, turns.parse().ok()?, level.parse().ok()?);
        let summary = match &end {
            End::Unfinished => None,
            _ => Some(Summary {
                depth,
                deepest: deepest.parse().ok()?,
                turns,
                level,
                kills: kills.parse().ok()?,
                wealth: wealth.parse().ok()?,
                score: score.parse().ok()?,
            }),
        };
        Some(Self {
            seed: Seed::from(seed),
            end,
            depth,
            turns,
            level,
            experience: experience.parse().ok()?,
            summary,
            hash: u64::from_str_radix(hash, 16).ok().filter(|_| hash.len() == 16)?,
        })
    }
}

/// `None` if there are no values.
fn figure(name: &str, mut values: Vec<u64>) -> Option<[String; 7]> {
    values.sort_unstable();
    let [min, lower, median, upper, max] = quartiles(&values)?.map(thousands);
    let mean = values.iter().map(|value| *value as f64).sum::<f64>() / values.len() as f64;
    Some([name.into(), min, lower, median, upper, max, format!("{mean:.1}")])
}

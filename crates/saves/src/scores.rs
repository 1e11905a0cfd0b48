//! The high score table.
//!
//! Every finished game leaves a replay, and the table is brought up to date from the replays whenever it is read. So a
//! crash loses no score, and the table outlives replays that are deleted.

use serde::{Deserialize, Serialize};
use undercroft_game::daily_date;

use crate::{GameEntry, SaveDirectory, SaveError};

const FILE: &str = "scores.toml";
const INTRODUCTION: &str = "# The finished games. Missing ones are added from the replays.\n\n";

/// A finished game in the table of scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Score {
    /// The name of its replay, without an extension.
    pub game: String,
    /// The plan's name or path.
    pub plan: String,
    /// The seed.
    pub seed: String,
    /// The score.
    pub score: u64,
    /// How it ended: "won", "killed by a goblin".
    pub ending: String,
    /// The greatest depth reached.
    pub depth: u32,
    /// The hero's experience level.
    pub level: u32,
    /// The number of turns.
    pub turns: u64,
}

impl Score {
    fn of(entry: &GameEntry) -> Option<Self> {
        let ending = entry.outcome.as_ref()?;
        Some(Self {
            game: entry.path.file_stem()?.to_string_lossy().into_owned(),
            plan: entry.plan.clone(),
            seed: entry.seed.clone(),
            score: ending.summary.score,
            ending: ending.cause.clone().unwrap_or_else(|| "won".into()),
            depth: ending.summary.deepest,
            level: ending.summary.level,
            turns: ending.summary.turns,
        })
    }

    /// The date, if it was a daily dungeon.
    #[must_use]
    pub fn daily(&self) -> Option<&str> {
        daily_date(&self.plan, &self.seed)
    }
}

#[derive(Default, Serialize, Deserialize)]
struct Table {
    #[serde(default)]
    score: Vec<Score>,
}

impl SaveDirectory {
    /// The scores of all finished games, the highest first.
    ///
    /// # Errors
    /// If the table cannot be read, or a new score cannot be written to it.
    pub fn scores(&self) -> Result<Vec<Score>, SaveError> {
        let text = self.read_text(FILE)?;
        // A damaged table is kept beside the new one.
        let parsed = text.as_deref().map(toml::from_str::<Table>);
        if let (Some(Err(_)), Some(text)) = (&parsed, &text) {
            self.write_text(&format!("{FILE}.damaged"), text)?;
        }
        let is_damaged = matches!(parsed, Some(Err(_)));
        let mut scores = parsed.and_then(Result::ok).unwrap_or_default().score;
        let known = |stem: &str| scores.iter().any(|score| score.game == stem);
        let new: Vec<Score> = self.replays_except(known).iter().filter_map(Score::of).collect();
        let has_changed = is_damaged || !new.is_empty();
        scores.extend(new);
        scores.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.game.cmp(&b.game)));
        if has_changed {
            let table = Table { score: scores };
            // Strings and numbers can always be written as TOML.
            let text = toml::to_string(&table).unwrap_or_default();
            self.write_text(FILE, &format!("{INTRODUCTION}{text}"))?;
            return Ok(table.score);
        }
        Ok(scores)
    }
}

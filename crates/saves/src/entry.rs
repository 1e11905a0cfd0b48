//! A line of a list of games.

use std::path::PathBuf;
use std::time::SystemTime;

use undercroft_game::record::Ending;

/// A game of a list, as far as it can be told without playing it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file, as [`Shelf::resume`](crate::Shelf::resume) and [`Replay::read`](crate::Replay::read) take it.
    pub path: PathBuf,
    /// The plan, by its name or path.
    pub plan: String,
    /// The seed, as it is typed.
    pub seed: String,
    /// How many turns were played; for a game that was killed, as many more as there were actions since its last
    /// checkpoint, among them the few that take no time.
    pub turns: u64,
    /// How deep the hero is, from 0 at the top; as of the last checkpoint.
    pub depth: u32,
    /// The hero's level of experience; as of the last checkpoint.
    pub level: u32,
    /// When it was last written to.
    pub changed: SystemTime,
    /// Whether it is being played, here or by another process.
    pub in_use: bool,
    /// How it ended, if it did.
    pub outcome: Option<Ending>,
    /// What is wrong with it.
    pub trouble: Option<String>,
}

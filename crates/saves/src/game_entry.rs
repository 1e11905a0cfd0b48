//! An entry in a list of games.

use std::path::PathBuf;
use std::time::SystemTime;

use undercroft_game::record::Ending;

/// A save or a replay, described from its files without playing it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameEntry {
    /// The file, for [`SaveDirectory::resume`](crate::SaveDirectory::resume) or [`Replay::read`](crate::Replay::read).
    pub path: PathBuf,
    /// The plan's name or path.
    pub plan: String,
    /// The seed.
    pub seed: String,
    /// The number of turns. Actions since the last checkpoint count as turns even if they took no time.
    pub turns: u64,
    /// The hero's depth at the last checkpoint, 0 at the top.
    pub depth: u32,
    /// The hero's experience level at the last checkpoint.
    pub level: u32,
    /// The hero's hit points and their maximum. Only
    /// [`SaveDirectory::current_saves`](crate::SaveDirectory::current_saves) finds them out.
    pub hit_points: Option<(i32, i32)>,
    /// When it was last changed.
    pub changed: SystemTime,
    /// Whether it is being played, here or by another process.
    pub in_use: bool,
    /// How it ended, if it did.
    pub outcome: Option<Ending>,
    /// What is wrong with it, if anything.
    pub problem: Option<String>,
}

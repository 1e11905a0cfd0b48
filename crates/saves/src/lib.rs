#![doc = include_str!("../README.md")]

mod disk;
mod error;
#[cfg(test)]
mod fault_tests;
mod files;
mod game_entry;
mod listing;
mod lock;
mod replay;
mod resources;
mod resume;
mod save_directory;
mod save_paths;
mod saved_game;
mod scores;

pub use error::SaveError;
pub use game_entry::GameEntry;
pub use replay::{Replay, Verdict};
pub use resources::{FindPlan, NewGame, Resources};
pub use resume::Resumed;
pub use save_directory::SaveDirectory;
pub use saved_game::SavedGame;
pub use scores::Score;
pub use undercroft_game::record::Ending;

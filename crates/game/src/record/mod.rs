//! Games as bytes: the record of a game, action by action, and its checkpoints. No files: a browser can keep them as well.

mod ending;

pub use ending::Ending;

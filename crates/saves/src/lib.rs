//! Games on disk: nothing is lost when the game is killed.

mod entry;
mod error;
mod replay;
mod running;
mod shelf;
mod world;

pub use entry::Entry;
pub use error::ShelfError;
pub use replay::{Replay, Verdict};
pub use running::{Resumed, Running};
pub use shelf::Shelf;
pub use undercroft_game::record::Ending;
pub use world::{FindPlan, Setting, World};

//! Games as bytes: the record of a game, action by action, and its checkpoints. No files: a browser can keep them as well.
//!
//! A game is its plan, its seed and its actions. A **journal** is a header and then one frame for each action, so that it
//! can be kept by adding a few bytes each turn; every few hundred turns a mark says what the state's hash was. A
//! **checkpoint** is a whole state and the place in the journal that it belongs to: going on from it takes the actions
//! behind that place only. A **replay** is a journal that is over, packed into few frames.
//!
//! ```text
//! journal     magic version check | header | (state …) | action | action | mark | action | … | mark | ending
//! frame       kind 1 | length 2 | payload | check 4
//! checkpoint  magic version check | length 4 | header, place, hash, state | check 8
//! ```
//!
//! All checks are xxh3. Those of a journal are a chain: each goes on from the one before, so that a frame is good only
//! behind the very frames that it was written behind. [`recover`] gets out of damaged bytes what is left of a game.

mod checkpoint;
mod ending;
mod error;
mod frame;
mod header;
mod journal;
mod pack;
mod recover;
mod writer;

pub use checkpoint::Checkpoint;
pub use ending::Ending;
pub use error::{RecordError, RecoverError};
pub use header::Header;
pub use journal::{Journal, Mark, Tail};
pub use pack::{pack, play};
pub use recover::{CheckpointFate, JournalFate, Recovered, recover};
pub use writer::{Position, Writer};

/// The version of the bytes.
pub const FORMAT_VERSION: u32 = 1;

/// The version of the rules. It changes when, and only when, the same content, plan, seed and actions give another game.
pub const RULES_VERSION: u32 = 1;

//! Games as bytes: journals, checkpoints and replays. Nothing here touches files, so a browser can store games too.
//!
//! A plan, a seed and a list of actions define a game. A **journal** is a header followed by one frame per action, so that each
//! turn appends a few bytes; every few hundred turns a mark records the hash of the state. A **checkpoint** is a whole
//! state and its position in the journal, so that only the actions after it have to be played again. A **replay** is a
//! finished journal, compacted into a few frames.
//!
//! ```text
//! journal     magic version check | header | (state …) | action | action | mark | action | … | mark | ending
//! frame       kind 1 | length 2 | payload | check 4
//! checkpoint  magic version check | length 4 | header, position, hash, state | check 8
//! ```
//!
//! All checksums are XXH3. Those of a journal form a chain: each continues the one before, so that a frame is valid only
//! after exactly the frames it was written after. [`recover`] rescues what is left of a damaged game.

mod checkpoint;
mod ending;
mod error;
mod frame;
mod header;
mod journal;
mod playback;
mod recover;
mod writer;

pub use checkpoint::Checkpoint;
pub use ending::Ending;
pub use error::{RecordError, RecoverError};
pub use header::Header;
pub use journal::{Journal, Mark, Tail};
pub use playback::{compact, play_back};
pub use recover::{CheckpointState, FindPlan, JournalRepair, Recovered, recover};
pub use writer::{Position, Writer};

/// The version of the file format.
pub const FORMAT_VERSION: u32 = 1;

/// The version of the rules. It changes if, and only if, the same content, plan, seed and actions give a different game.
pub const RULES_VERSION: u32 = 4;

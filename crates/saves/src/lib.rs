//! Games on disk: nothing is lost when the game is killed.
//!
//! A [`Shelf`] is a folder with saves and replays. A [`Running`] game has every action on disk before the next one can be
//! done; when its process dies, [`Shelf::resume`] goes on at the same turn. A game that ends becomes a [`Replay`].
//!
//! ```
//! use undercroft_game::Action;
//! use undercroft_saves::{Replay, Setting, Shelf, World};
//! # let folder = tempfile::tempdir()?;
//! let (shelf, world) = (Shelf::open(folder.path())?, World::standard());
//! let mut running = shelf.begin(Setting { world: world.clone(), plan: "two-caves".into(), seed: "moss".into() })?;
//! running.act(Action::Wait)?;
//! drop(running);
//!
//! let save = &shelf.saves()[0];
//! let resumed = shelf.resume(&save.path, &world)?;
//! assert_eq!(resumed.running.game().view().turn(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `saves/NAME.save` | the journal: a few bytes for each action, only ever added to |
//! | `saves/NAME.checkpoint` | the last checkpoint, replaced whole |
//! | `saves/NAME.lock` | locked while the game is played; it has nothing in it |
//! | `saves/NAME.save.damaged` | what a damaged file was before it was mended |
//! | `replays/NAME.replay` | a game that is over |
//!
//! What the bytes mean is told in [`undercroft_game::record`].

mod entry;
mod error;
mod files;
mod list;
mod lock;
mod place;
mod replay;
mod resume;
mod running;
mod shelf;
mod world;

pub use entry::Entry;
pub use error::ShelfError;
pub use replay::{Replay, Verdict};
pub use resume::Resumed;
pub use running::Running;
pub use shelf::Shelf;
pub use undercroft_game::record::Ending;
pub use world::{FindPlan, Setting, World};

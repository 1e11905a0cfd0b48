//! Dungeons: a plan and a seed, from which any level, and any chunk of an endless level, can be made independently.

mod cache;
mod chunk;
mod depths;
#[expect(clippy::module_inception, reason = "the type is named after the module, and the file after the type")]
mod dungeon;
mod edited;
mod endless;
mod error;
mod floor;
mod ground;
mod level;
mod locks;
mod outline;
mod plan;
mod plan_builder;
mod plan_error;
mod plan_file;
#[cfg(feature = "serde")]
mod saved;
mod stairs;
mod table;

pub use chunk::{CHUNK_SIDE, ChunkAt};
pub use depths::{BadDepths, Depths};
pub use dungeon::Dungeon;
pub use edited::EditedDungeon;
pub use endless::Endless;
pub use error::DungeonError;
pub use floor::Floor;
pub use locks::StairLock;
pub use outline::Outline;
pub use plan::{Difficulty, Goal, Plan, StairUse};
pub use plan_builder::{LevelSource, PlanBuilder};
pub use plan_error::PlanError;
pub(crate) use stairs::is_clear_of_stairs;
pub use table::{Table, TableEntry};

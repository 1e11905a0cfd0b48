//! Generates dungeon levels from recipes. A seed always gives the same dungeon, and every walkable cell can be
//! reached.
//!
//! ```
//! use undercroft_mapgen::Recipe;
//!
//! let level = Recipe::named("caves")?.build(42)?;
//! println!("{level}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Recipe`] is an ordered list of [`Step`]s. Load one by name, parse it from TOML, or build it in Rust. Running
//! it with a [`Seed`] gives a [`Level`] that has passed every [`Check`].

mod attempts;
mod batch;
mod bits;
mod builder;
mod check;
mod checks;
mod content;
pub mod cp437;
mod dice;
mod draft;
mod drawing;
mod dungeon;
mod legend;
mod level;
mod metrics;
pub mod noise;
mod observer;
mod recipe;
mod rng;
mod rooms_and_halls;
#[cfg(feature = "serde")]
mod saved;
mod seed;
mod step;
pub mod steps;
mod suggest;
mod tile;
mod vault;
mod weighted;

pub use builder::{BuilderError, MapBuilder, TileRef};
pub use check::{Check, Veto};
pub use content::{Content, ContentError, ContentKind, LookupError, SourceFile};
pub use dice::{Dice, DiceError};
pub use draft::{Actor, Class, Draft, Metadata, Properties, Property, Spawn, Stair, StairKind, StampedVault};
pub use dungeon::{
    BadDepths, CHUNK_SIDE, ChunkAt, Depths, Dungeon, DungeonError, EditedDungeon, Endless, Floor, Goal, LevelSource,
    Outline, Plan, PlanBuilder, PlanError, StairUse, Table, TableEntry,
};
pub use legend::{LegendEntry, LegendSpawn};
pub use level::Level;
pub use metrics::{Condition, ConditionError, Metric, Requirement, RequirementError, Survey};
pub use observer::Observer;
pub use recipe::{BuildError, LONGEST_SIDE, MOST_CELLS, Recipe, Registry, SettingError, Snapshot, StepKind};
pub use rng::{Chance, Rng};
pub use rooms_and_halls::{RoomMap, RoomsAndHalls, rooms_and_halls};
#[doc(hidden)]
pub use seed::RowStream;
pub use seed::{Label, Seed, Stream};
#[doc(hidden)]
pub use step::support as step_support;
pub use step::{BadParameter, Describe, EndlessMode, Fact, Parameter, Parameters, Phase, Reach, Step, require};
#[doc(hidden)]
pub use suggest::{closest, did_you_mean};
pub use tile::{Colour, ColourError, Face, MissingTiles, Shape, Tile, TileInfo, Tileset};
/// Grids and what games ask of them: field of view, paths, distances and more, for levels and for maps of your own.
pub use undercroft_grid as grid;
pub use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};
pub use vault::{Terrain, Vault};
pub use weighted::{NoWeight, Weighted};

/// Changes when, and only when, some seed gives a different level than before.
pub const GENERATOR_VERSION: u32 = 2;

/// Compiles and runs the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

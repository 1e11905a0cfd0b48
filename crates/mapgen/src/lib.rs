//! Generates dungeon levels and whole dungeons. A seed always gives the same dungeon, on every machine, and every walkable
//! cell can be reached.
//!
//! ```
//! use undercroft_mapgen::{Recipe, Seed};
//!
//! let level = Recipe::named("caves")?.build(Seed::random())?;
//! println!("{level}\nseed {}, start {}, stairs {:?}", level.seed(), level.start(), level.stairs());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | A level in one line? | [`rooms_and_halls`], [`Recipe::named`] |
//! | A level of my own design? | [`Recipe`] and its [`steps`], in Rust or as a TOML file: [`Recipe::parse`] |
//! | My own step? | [`Step`], [`step!`] |
//! | A level drawn by my own code, or as text? | [`MapBuilder`], [`Recipe::by_hand`], [`Vault`] |
//! | A function that picks the tile of each cell? | [`Recipe::tiles_by`], [`noise`] |
//! | My own tiles? | [`Tileset::parse`], [`Recipe::tileset`] |
//! | What lives there? | [`Recipe::spawn`], [`Table`], [`Recipe::creatures_by`]; [`Spawn`] has any class and properties |
//! | A dungeon whose stairs line up from level to level? | [`Plan`], [`Dungeon`], [`Floor`] |
//! | An endless level? | [`PlanBuilder::endless`], [`Endless`] |
//! | A folder of recipes, plans and vaults? | [`Content`] |
//! | Which areas does a level have, and how do they connect? | [`Level::areas`]: [`Area`]s and [`Link`]s |
//! | Keys, locks and secrets? | [`Recipe::furnish`]: a [`Mission`] that follows a [`Pattern`] |
//! | Is the level good? | [`Metric`], [`Requirement`], [`Check`] |
//! | Field of view and paths? | [`grid`]: [`Level::open`] is a [`BitGrid`] |
//! | Where do random numbers come from? | [`Seed`], [`Stream`], [`Rng`]; [`Dice`] and [`Weighted`] tables |
//! | How was a level made, and which parameters can vary? | [`Timeline`]; [`Recipe::tunables`], [`ParameterRange`] |
//! | How is it saved? | The feature `serde`: [`Dungeon`], [`EditedDungeon`], [`Level`], [`Draft`] and everything inside them |
//!
//! Your own tiles are a text file. Its first two tiles are the wall and the floor of every recipe:
//!
//! ```
//! use std::sync::Arc;
//! use undercroft_mapgen::{Recipe, SourceFile, Tileset};
//!
//! let tiles = r##"
//!     [[tile]]
//!     name = "granite"
//!     glyph = "#"
//!     fg = "#807868"
//!     bg = "#302c28"
//!
//!     [[tile]]
//!     name = "dirt"
//!     glyph = "."
//!     fg = "#a08858"
//!     bg = "#302c28"
//!     walkable = true
//!     transparent = true
//! "##;
//! let tiles = Arc::new(Tileset::parse(SourceFile::new("mine.toml", tiles))?);
//! let mine = Recipe::new(40, 20).tileset(tiles).scatter(0.5).smooth(8).connect().start().build(42)?;
//! assert_eq!(mine.info(mine.start()).name, "dirt");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Your own step is a struct and a function; [`Step`] shows an example. A dungeon is a plan and a seed. It can make the
//! level at any depth without making the others:
//!
//! ```
//! use undercroft_mapgen::{Dungeon, Floor, Goal, Plan, Recipe, Table};
//!
//! let plan = Plan::new("five depths")
//!     .levels(0..=2, Recipe::new(60, 40).caves())
//!     .levels(3..=4, Recipe::named("halls")?)
//!     .creatures(1..=4, Table::one_in(80).with("rat", 3).with("ghoul", 1))
//!     .goal(Goal::new("lantern", 4))
//!     .build()?;
//! let dungeon = Dungeon::new(plan, "a walk in the dark");
//! if let Floor::Bounded(level) = dungeon.level(4)? {
//!     println!("{level}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A save needs only the seed, the depth and the player's changes, because the levels can be regenerated. With the
//! feature `serde`, levels, drafts, seeds and generators can be saved as they are. `examples/jam.rs` does all of this
//! in a hundred lines.
//!
//! Generation is slow in a debug build. These lines in your `Cargo.toml` optimise the dependencies and leave your own code
//! as it is:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```

mod areas;
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
mod mission;
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
mod timeline;
mod tuning;
mod vault;
mod weighted;

pub use areas::{Area, AreaKind, Areas, Link, LinkKind};
pub use builder::{BuilderError, MapBuilder, TileRef};
pub use check::{Check, Veto};
pub use content::{Content, ContentError, ContentKind, LookupError, SourceFile};
pub use dice::{Dice, DiceError};
pub use draft::{Actor, Class, Draft, Metadata, Properties, Property, Spawn, Stair, StairKind, StampedVault, Zones};
pub use dungeon::{
    BadDepths, CHUNK_SIDE, ChunkAt, Depths, Difficulty, Dungeon, DungeonError, EditedDungeon, Endless, Floor, Goal,
    LevelSource, Outline, Plan, PlanBuilder, PlanError, StairLock, StairUse, Table, TableEntry,
};
pub use legend::{LegendEntry, LegendSpawn};
pub use level::Level;
pub use metrics::{Condition, ConditionError, Metric, Requirement, RequirementError, Survey};
pub use mission::{Deed, Gate, Key, Ledge, Lock, Mission, Pattern, RegionOutline, Switch};
pub use observer::Observer;
pub use recipe::{BuildError, LONGEST_SIDE, MOST_CELLS, Recipe, Registry, SettingError, Snapshot, StepKind, Where};
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
pub use timeline::{Change, Frame, Moment, Outcome, Timeline, Wanted};
pub use tuning::{ParameterRange, Tunable, TuningError};
/// Grids and what games need from them: field of view, paths, distances and more, for levels and for your own maps.
pub use undercroft_grid as grid;
pub use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};
pub use vault::{Terrain, Vault, Vaults};
pub use weighted::{NoWeight, Weighted};

/// Increases whenever some seed gives a different level than before, and only then.
pub const GENERATOR_VERSION: u32 = 2;

/// Compiles and runs the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

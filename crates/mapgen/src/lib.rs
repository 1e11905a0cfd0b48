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
//! | A level, at once? | [`rooms_and_halls`], [`Recipe::named`] |
//! | A level to my taste? | [`Recipe`] and its [`steps`], in Rust or as a TOML file: [`Recipe::parse`] |
//! | A step of my own? | [`Step`], [`step!`] |
//! | A level drawn by hand? | [`MapBuilder`], [`Recipe::by_hand`], [`Vault`] |
//! | A tile for each place, from a function? | [`Recipe::tiles_by`], [`noise`] |
//! | My own tiles? | [`Tileset::parse`], [`Recipe::tileset`] |
//! | What lives there? | [`Recipe::spawn`], [`Table`], [`Recipe::creatures_by`]; [`Spawn`] has any class and properties |
//! | A dungeon with stairs that meet? | [`Plan`], [`Dungeon`], [`Floor`] |
//! | A level without end? | [`PlanBuilder::endless`], [`Endless`] |
//! | A folder of recipes, plans and vaults? | [`Content`] |
//! | What places does it have, and how do they hang together? | [`Level::areas`]: [`Area`]s and [`Link`]s |
//! | Keys, locks and secrets? | [`Recipe::furnish`]: a [`Mission`] that follows a [`Pattern`] |
//! | Is the level good? | [`Metric`], [`Requirement`], [`Check`] |
//! | What can be seen, and where does the path lead? | [`grid`]: [`Level::open`] is a [`BitGrid`] |
//! | Where do random numbers come from? | [`Seed`], [`Stream`], [`Rng`]; [`Dice`] and [`Weighted`] tables |
//! | How was it made, and what else could it be? | [`Timeline`]; [`Recipe::tunables`], [`ParameterRange`] |
//! | How is it saved? | The feature `serde`: [`Dungeon`], [`EditedDungeon`], [`Level`], [`Draft`] and all they are made of |
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
//! A step of your own is a struct and a function; see [`Step`] for one. A dungeon is a plan and a seed, and gives any depth
//! on its own:
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
//! A save needs only the seed, the depth and what has changed, because levels can be made again. With the feature `serde`,
//! levels, drafts, seeds and generators can be saved as they are. `examples/jam.rs` does all of this in a hundred lines.
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
    LevelSource, Outline, Plan, PlanBuilder, PlanError, StairUse, Table, TableEntry,
};
pub use legend::{LegendEntry, LegendSpawn};
pub use level::Level;
pub use metrics::{Condition, ConditionError, Metric, Requirement, RequirementError, Survey};
pub use mission::{Deed, Gate, Key, Ledge, Lock, Mission, Pattern, Switch};
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
/// Grids and what games ask of them: field of view, paths, distances and more, for levels and for maps of your own.
pub use undercroft_grid as grid;
pub use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};
pub use vault::{Terrain, Vault, Vaults};
pub use weighted::{NoWeight, Weighted};

/// Changes when, and only when, some seed gives a different level than before.
pub const GENERATOR_VERSION: u32 = 2;

/// Compiles and runs the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

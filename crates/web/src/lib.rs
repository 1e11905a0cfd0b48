//! Undercroft in the browser: what the pages in `web/` call, over [`undercroft_mapgen`], [`undercroft_export`] and
//! [`undercroft_game`].
//!
//! Everything is plain Rust that runs and is tested anywhere; only `javascript.rs` and the two `bindings.rs` deal with JavaScript. Requests and answers are
//! JSON, pictures and files are bytes, and an error is a [`Problem`] with its place.

#[cfg(feature = "studio")]
pub mod bindings;
mod catalogue;
mod cell;
mod files;
mod game;
pub mod javascript;
mod measure;
mod mission;
mod mission_graph;
mod picture;
mod problem;
mod recipe_info;
mod recipe_text;
mod request;
mod studio;

pub use catalogue::Catalogue;
pub use cell::CellInfo;
pub use files::{ExportRequest, File};
pub use game::{
    Command, GamePicture, LegendLine, Look, MapRequest, OwnContent, Painter, PlanLine, Play, Record, Resumed, Scene,
    Turn, Watch, legend,
};
#[cfg(feature = "game")]
pub use game::{GameHandle, Sprites};
pub use measure::{Found, Sample};
pub use picture::{PaintRequest, Painted};
pub use problem::Problem;
pub use recipe_info::{RangeInfo, RecipeInfo};
pub use recipe_text::Edit;
pub use request::LevelRequest;
pub use studio::{Figure, LevelSummary, Studio};

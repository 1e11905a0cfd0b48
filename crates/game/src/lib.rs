//! The rules of a roguelike in the dungeons of `undercroft-mapgen`: actions in, events out; no screen, no clock, no files.
//!
//! ```
//! use undercroft_game::{Action, Content, Direction, Game, narrate};
//! use undercroft_mapgen::Plan;
//!
//! let content = Content::standard();
//! let mut game = Game::new(content.clone(), Plan::named("two-caves")?, 42)?;
//! for event in game.act(Action::Walk(Direction::East)) {
//!     if let Some(line) = narrate(&event, &content) {
//!         println!("{line}");
//!     }
//! }
//! assert!(game.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | What can be done? | [`Action`] |
//! | What happened, and how is it told? | [`Event`], [`narrate`] |
//! | What does the hero see and know? | [`View`] |
//! | How does it end? | [`Outcome`] |
//! | What is there, and what does it do? | [`Content`] |
//! | How is it saved? | [`State`], [`Game::state`], [`Game::resume`], [`Game::hash`], [`record`] |
//! | How does one travel, explore and rest? | [`Errand`] |
//! | Who plays without a screen? | [`Bot`] |

mod action;
mod check;
mod content;
mod dice;
mod event;
mod game;
mod hash;
mod helpers;
mod level;
pub mod names;
mod narrate;
mod outcome;
mod practice;
pub mod record;
mod refusal;
mod rules;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use action::{Action, Direction, Improvement, Slot};
pub use content::{
    Ability, Blessing, Chanced, Condition, Content, CreatureKind, CreatureKindId, Deed, Drop, DropEntry, DropTable,
    Effect, Habit, ItemClass, ItemKind, ItemKindId, Kit, KitItem, Settings, TileEvent, TileRule,
};
pub use event::{Actor, Event};
pub use game::{Game, GameError};
pub use helpers::bot::Bot;
pub use helpers::errand::{Errand, Stop};
pub use narrate::narrate;
pub use outcome::{Cause, Outcome, Summary};
pub use refusal::Refusal;
pub use state::{Creature, CreatureId, Hero, Item, Mind, State};
pub use undercroft_grid::Point;
pub use view::{Bearing, Calling, Cell, Hunger, Offer, Sighting, Stats, View};

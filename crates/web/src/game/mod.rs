//! The game in the browser: what the play page calls, over [`undercroft_game`]. It adds no rules.
//!
//! A [`Play`] is a game in progress with its journal, byte for byte as the terminal writes it. A [`Watch`] shows a recorded
//! game again. Both are shown as a [`Scene`] in words and numbers, and painted by a [`Painter`].

#[cfg(feature = "game")]
mod bindings;
mod command;
mod legend;
mod own_content;
mod painter;
mod play;
mod scene;
#[cfg(test)]
mod tests;
mod watch;

#[cfg(feature = "game")]
pub use bindings::{GameHandle, Sprites};
pub use command::Command;
pub use legend::{LegendLine, legend};
pub use own_content::{OwnContent, PlanLine};
pub use painter::{GamePicture, Look, MapRequest, Painter};
pub use play::{Play, Resumed, Turn};
pub use scene::Scene;
pub use watch::{Record, Watch};

//! The terminal front end: the game and the viewer of levels, keys and settings, and a terminal that is always restored.
//!
//! | question | answer |
//! |---|---|
//! | How is the game shown and driven without a terminal? | [`App`]: [`Input`] in, a drawn screen out |
//! | What do the screens share? | [`Desk`] |
//! | What can be changed without a rebuild? | [`Settings`] |
//! | Which key asks for what? | [`Bindings`], [`COMMANDS`] |
//! | How are levels looked at? | [`Viewer`] |
//! | What does the terminal itself? | [`run`] |

mod app;
mod desk;
mod input;
mod keys;
mod layout;
mod log;
mod palette;
mod screens;
mod session;
mod settings;
mod terminal;
mod text;
mod viewer;
mod widgets;

pub use app::{App, First};
pub use desk::Desk;
pub use input::{Input, Pointer};
pub use keys::{Bindings, COMMANDS, Chord, Command, CommandInfo, Context, Key, VIEWING, ViewCommand};
pub use layout::{Regions, SMALLEST, is_large_enough, regions};
pub use log::{Line, Log, Tone};
pub use palette::Abilities;
pub use session::Session;
pub use settings::{Colours, DEFAULTS, Settings, Theme};
pub use terminal::{Ending, Program, TerminalError, run};
pub use viewer::{RecipeFiles, Saved, Subject, Viewer};

#![doc = include_str!("../README.md")]
//!
//! | question | answer |
//! |---|---|
//! | How do I run the game or the viewer on a terminal? | [`run`] |
//! | How do I drive it without one? | [`Program`]: [`Input`] in, a drawn buffer out |
//! | What is the game? | [`App`], whose screens share a [`Context`] |
//! | What is the level viewer? | [`Viewer`] |
//! | What can users change? | [`Settings`], with [`Bindings`] from keys to [`Command`]s |

mod app;
mod capabilities;
mod colour;
mod console;
mod context;
mod contrast;
mod hints;
mod input;
mod keys;
mod layout;
mod palette;
mod playthrough;
mod program;
mod screens;
mod settings;
mod terminal;
mod text;
mod viewer;
mod widgets;

pub use app::{App, Start};
pub use capabilities::Capabilities;
pub use console::Console;
pub use context::Context;
pub use input::{Input, Pointer};
pub use keys::{Bindings, COMMANDS, Chord, Command, CommandInfo, Key, KeyError, Mode, VIEWER_COMMANDS, ViewerCommand};
pub use layout::MINIMUM_SIZE;
#[doc(hidden)]
pub use layout::{PlayAreas, is_large_enough, play_areas};
pub use palette::Palette;
pub use playthrough::{PlayError, Playthrough};
pub use program::Program;
pub use screens::ScreenKind;
pub use settings::{Colours, DEFAULTS, Settings, Theme};
pub use terminal::{Ending, TerminalError, run};
pub use viewer::{RecipeFiles, Saved, Target, ViewRequest, Viewer, ViewerError};

//! The screens of the game, one file each. A screen turns input into a [`Transition`]; drawing it changes nothing.

pub(crate) mod confirm;
pub(crate) mod cursor;
pub(crate) mod dialog;
pub(crate) mod direction;
pub(crate) mod game_over;
pub(crate) mod help;
pub(crate) mod history;
pub(crate) mod inventory;
pub(crate) mod item;
pub(crate) mod key_list;
pub(crate) mod legend;
pub(crate) mod level_up;
pub(crate) mod menu;
pub(crate) mod new_game;
pub(crate) mod notice;
pub(crate) mod overview;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod save_list;
pub(crate) mod scores;
pub(crate) mod settings;
pub(crate) mod shop;
pub(crate) mod sights;
pub(crate) mod title;

use std::fmt::Debug;
use std::time::Duration;

use crate::context::Context;
use crate::input::Input;
use crate::widgets::canvas::Canvas;

/// A screen of the game.
pub(crate) trait Screen: Debug {
    fn kind(&self) -> ScreenKind;

    /// Responds to input.
    fn update(&mut self, input: &Input, context: &mut Context) -> Transition;

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context);

    /// Draws what remains visible of it around a box on top.
    fn draw_behind(&self, canvas: &mut Canvas<'_>, context: &Context) {
        self.draw(canvas, context);
    }

    /// The time until the next [`Input::Tick`]; `None` while nothing moves.
    fn delay(&self, _context: &Context) -> Option<Duration> {
        None
    }
}

/// The screens of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum ScreenKind {
    Title,
    NewGame,
    Saves,
    Replays,
    Play,
    /// A cursor on the map, to look, travel or aim.
    Cursor,
    /// Asks for a direction.
    Direction,
    Inventory,
    /// One item of the pack.
    Item,
    /// Asks how many of a stack to drop.
    Amount,
    Shop,
    LevelUp,
    /// The map of the whole level.
    Overview,
    /// What is in sight, in words.
    Sights,
    /// What the glyphs stand for.
    Legend,
    /// Earlier messages.
    History,
    Menu,
    Settings,
    /// The keys of all commands.
    Keys,
    /// Asks for a new key.
    AskKey,
    /// A question before something that cannot be undone.
    Confirm,
    Scores,
    Help,
    Notice,
    GameOver,
    Replay,
}

impl ScreenKind {
    /// Whether the screen below remains visible around it.
    pub(crate) const fn is_overlay(self) -> bool {
        !matches!(self, Self::Title | Self::Play | Self::Cursor | Self::Direction | Self::GameOver | Self::Replay)
    }
}

/// What an input does to the stack of screens.
#[derive(Debug)]
pub(crate) enum Transition {
    Stay,
    /// Nothing, because the key has no command here.
    UnknownKey,
    /// Opens a screen on top.
    Open(Box<dyn Screen>),
    /// Closes the topmost screen.
    Close,
    /// Replaces the topmost screen.
    Replace(Box<dyn Screen>),
    /// Closes the topmost screen and replaces the one below it.
    ReplaceBelow(Box<dyn Screen>),
    /// Replaces all screens.
    Reset(Vec<Box<dyn Screen>>),
}

impl Transition {
    pub(crate) fn open(screen: impl Screen + 'static) -> Self {
        Self::Open(Box::new(screen))
    }

    pub(crate) fn replace(screen: impl Screen + 'static) -> Self {
        Self::Replace(Box::new(screen))
    }

    pub(crate) fn reset(screen: impl Screen + 'static) -> Self {
        Self::Reset(vec![Box::new(screen)])
    }

    /// Quits the program.
    pub(crate) fn quit(context: &mut Context) -> Self {
        context.console.requests.quit = true;
        Self::Stay
    }
}

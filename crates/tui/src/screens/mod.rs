//! The screens: one file each. A screen takes input and says what to change; drawing it changes nothing.

pub(crate) mod cursor;
pub(crate) mod direction;
pub(crate) mod help;
pub(crate) mod history;
pub(crate) mod inventory;
pub(crate) mod item;
pub(crate) mod level_up;
pub(crate) mod menu;
pub(crate) mod new_game;
pub(crate) mod notice;
pub(crate) mod over;
pub(crate) mod overview;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod shelf_list;
pub(crate) mod shop;
pub(crate) mod title;

use std::fmt::Debug;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::desk::Desk;
use crate::input::Input;

/// One view of the game. Overlays are drawn over the screen below them.
pub(crate) trait Screen: Debug {
    /// Takes some input.
    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change;

    /// Draws itself.
    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk);

    /// Draws what is seen of it around a box that lies over it.
    fn draw_below(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        self.draw(buffer, screen, desk);
    }

    /// Whether the screen below is seen around it.
    fn is_overlay(&self) -> bool {
        true
    }

    /// How long to wait for input before a [`Input::Tick`]; for ever where nothing moves.
    fn wait(&self, _desk: &Desk) -> Option<Duration> {
        None
    }

    /// What it is called in the debug log.
    fn name(&self) -> &'static str;
}

/// What becomes of the screens.
#[derive(Debug)]
pub(crate) enum Change {
    /// Nothing.
    Stay,
    /// Another is laid over them.
    Open(Box<dyn Screen>),
    /// The topmost goes away.
    Close,
    /// The topmost becomes another.
    Become(Box<dyn Screen>),
    /// All of them become these.
    Restart(Vec<Box<dyn Screen>>),
}

impl Change {
    pub(crate) fn open(screen: impl Screen + 'static) -> Self {
        Self::Open(Box::new(screen))
    }

    pub(crate) fn to(screen: impl Screen + 'static) -> Self {
        Self::Become(Box::new(screen))
    }

    pub(crate) fn restart(screen: impl Screen + 'static) -> Self {
        Self::Restart(vec![Box::new(screen)])
    }
}

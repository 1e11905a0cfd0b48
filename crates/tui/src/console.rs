//! What every terminal program has: settings, the size of the window, and requests to the terminal.

use std::sync::Arc;

use ratatui::layout::Rect;
use undercroft_mapgen::Tileset;

use crate::capabilities::Capabilities;
use crate::keys::{Chord, Command, Mode};
use crate::settings::Settings;

/// The settings of a program, the size of its window, and its requests to the terminal.
#[derive(Debug)]
pub struct Console {
    /// The settings.
    pub settings: Settings,
    /// What the terminal can display.
    pub capabilities: Capabilities,
    /// How tiles look on the map; `None` for the look that comes with each level.
    pub tileset: Option<Arc<Tileset>>,
    /// Whether maps show the fronts of walls.
    pub oblique: bool,
    pub(crate) screen: Rect,
    pub(crate) requests: Requests,
    debug: Vec<String>,
}

/// Requests to the terminal that have not been fulfilled yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Requests {
    pub(crate) quit: bool,
    pub(crate) suspend: bool,
    pub(crate) redraw: bool,
}

impl Console {
    /// A console of 80 by 24 cells, until an [`Input::Resize`](crate::Input::Resize) says otherwise.
    #[must_use]
    pub fn new(settings: Settings, capabilities: Capabilities) -> Self {
        let screen = Rect::new(0, 0, 80, 24);
        let oblique = settings.oblique;
        Self {
            settings,
            capabilities,
            tileset: None,
            oblique,
            screen,
            requests: Requests::default(),
            debug: Vec::new(),
        }
    }

    /// Takes the debug log lines added since the last call.
    pub fn take_debug(&mut self) -> Vec<String> {
        std::mem::take(&mut self.debug)
    }

    pub(crate) fn debug(&mut self, line: String) {
        self.debug.push(line);
    }

    /// Handles the keys that work everywhere; returns whether this was one of them.
    pub(crate) fn press(&mut self, chord: Chord) -> bool {
        match self.settings.keys.command(Mode::Always, chord) {
            Some(Command::Leave) => self.requests.quit = true,
            Some(Command::Suspend) => self.requests.suspend = true,
            Some(Command::Redraw) => self.requests.redraw = true,
            _ => return false,
        }
        true
    }
}

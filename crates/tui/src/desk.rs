//! What all screens share: the settings, the world, the shelf, the game that is played, and what is asked of the terminal.

use ratatui::layout::Rect;
use undercroft_mapgen::Seed;
use undercroft_saves::{Shelf, World};

use crate::keys::{Chord, Command, Context};
use crate::palette::Abilities;
use crate::session::Session;
use crate::settings::Settings;
use crate::widgets::Look;

/// What all screens share.
#[derive(Debug)]
pub struct Desk {
    /// The settings.
    pub settings: Settings,
    /// What the terminal can show.
    pub abilities: Abilities,
    /// The content and the plans.
    pub world: World,
    /// Where games are kept, or why they cannot be.
    pub shelf: Result<Shelf, String>,
    /// Gives seeds that nobody has chosen.
    pub fresh_seed: fn() -> Seed,
    /// The game that is played.
    pub session: Option<Session>,
    pub(crate) screen: Rect,
    pub(crate) wishes: Wishes,
    /// Lines for the debug log that were not written yet.
    pub(crate) debug: Vec<String>,
}

/// What is asked of the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    pub(crate) leave: bool,
    pub(crate) suspend: bool,
    pub(crate) redraw: bool,
}

impl Desk {
    /// A desk with no game on it.
    #[must_use]
    pub fn new(settings: Settings, abilities: Abilities, world: World, shelf: Result<Shelf, String>) -> Self {
        Self {
            settings,
            abilities,
            world,
            shelf,
            fresh_seed: || Seed::from(0),
            session: None,
            screen: Rect::new(0, 0, 80, 24),
            wishes: Wishes::default(),
            debug: Vec::new(),
        }
    }

    pub(crate) fn look(&self) -> Look<'_> {
        Look { theme: &self.settings.theme, abilities: self.abilities }
    }

    /// What a key asks for while playing.
    pub(crate) fn play_command(&self, chord: Chord) -> Option<Command> {
        self.settings.keys.command(Context::Play, chord)
    }

    /// What a key asks for in lists and cursors.
    pub(crate) fn menu_command(&self, chord: Chord) -> Option<Command> {
        self.settings.keys.command(Context::Menus, chord)
    }

    /// The key for something while playing, as people write it.
    pub(crate) fn play_hint(&self, command: Command) -> String {
        self.settings.keys.hint(Context::Play, command)
    }

    /// The key for something in lists and cursors.
    pub(crate) fn menu_hint(&self, command: Command) -> String {
        self.settings.keys.hint(Context::Menus, command)
    }

    /// Says that a key means nothing here; the game is not touched.
    pub(crate) fn unknown_key(&mut self, chord: Chord, place: &str) {
        self.debug.push(format!("unknown key `{chord}` in {place}"));
    }

    /// Saves the game, if there is one, and takes it off the desk.
    pub(crate) fn put_away(&mut self) -> Option<String> {
        let mut session = self.session.take()?;
        let trouble = session.checkpoint().err();
        if let Some(trouble) = &trouble {
            self.debug.push(format!("no checkpoint: {trouble}"));
        }
        trouble
    }
}

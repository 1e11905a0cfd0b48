//! What all screens of the game share.

use std::error::Error;

use toml_edit::Value;
use undercroft_game::{Action, Tone, View};
use undercroft_mapgen::{Seed, SourceFile};
use undercroft_saves::{Resources, SaveDirectory};

use crate::capabilities::Capabilities;
use crate::console::Console;
use crate::hints::Hints;
use crate::keys::{Chord, Command, Mode};
use crate::playthrough::{PlayError, Playthrough};
use crate::settings::{DEFAULTS, Settings, set};

/// The settings file in the data folder.
const SETTINGS: &str = "settings.toml";

/// What all screens of the game share.
#[derive(Debug)]
pub struct Context {
    /// The settings, the window and the terminal's capabilities.
    pub console: Console,
    /// The content and the plans.
    pub resources: Resources,
    /// Where games are saved, or why they cannot be saved.
    pub saves: Result<SaveDirectory, PlayError>,
    /// Returns a seed for a game if the player has not chosen one.
    pub fresh_seed: fn() -> Seed,
    /// Today's date, such as `2026-11-17`, for the daily dungeon. `None` if it is unknown.
    pub today: fn() -> Option<String>,
    /// Reads an environment variable that announces what the terminal can display.
    pub variable: fn(&str) -> Option<String>,
    /// The current game.
    pub playthrough: Option<Playthrough>,
    /// The settings file as it was last changed here.
    settings_text: Option<String>,
    pub(crate) hints: Hints,
}

impl Context {
    /// A context without a current game.
    #[must_use]
    pub fn new(
        settings: Settings,
        capabilities: Capabilities,
        resources: Resources,
        saves: Result<SaveDirectory, PlayError>,
    ) -> Self {
        let console = Console::new(settings, capabilities);
        Self {
            console,
            resources,
            saves,
            fresh_seed: || Seed::from(0),
            today: || None,
            variable: |_| None,
            playthrough: None,
            settings_text: None,
            hints: Hints::default(),
        }
    }

    /// Changes settings, in memory and in the settings file, whose comments are kept. Each change is a path of tables and a
    /// key, with the value. If a setting is changed twice, the last change wins.
    pub(crate) fn change_settings(&mut self, changes: &[(&[&str], Value)]) -> Result<(), Box<dyn Error>> {
        let on_disk = match &self.saves {
            Ok(saves) => saves.read_text(SETTINGS)?,
            Err(_) => None,
        };
        let mut text = on_disk.or_else(|| self.settings_text.clone()).unwrap_or_else(|| DEFAULTS.to_owned());
        for (path, value) in changes {
            text = set(&text, path, value.clone())?;
        }
        let settings = Settings::read(SourceFile::new(SETTINGS, &text))?;
        if let Ok(saves) = &self.saves {
            saves.write_text(SETTINGS, &text)?;
        }
        self.console.oblique = settings.oblique;
        // Recomputed only when these settings change: tests and pictures choose their own capabilities.
        if (settings.colours, settings.ascii) != (self.console.settings.colours, self.console.settings.ascii) {
            self.console.capabilities = settings.capabilities(self.variable);
        }
        self.console.settings = settings;
        self.settings_text = Some(text);
        Ok(())
    }

    /// The current game as its player sees it.
    pub(crate) fn view(&self) -> Option<View<'_>> {
        Some(self.playthrough.as_ref()?.game().view())
    }

    /// Performs one of the player's actions.
    pub(crate) fn act(&mut self, action: Action) {
        if let Some(playthrough) = &mut self.playthrough {
            playthrough.log.age();
            playthrough.act(action);
        }
    }

    /// Reports which enemies have come into view, and gives a hint.
    pub(crate) fn tell(&mut self) {
        let Some(playthrough) = self.playthrough.as_mut().filter(|playthrough| playthrough.game().outcome().is_none())
        else {
            return;
        };
        playthrough.announce();
        if self.console.settings.hints {
            let (view, keys) = (playthrough.game().view(), &self.console.settings.keys);
            if let Some(hint) = self.hints.next(&view, keys, self.saves.as_ref().ok()) {
                playthrough.log.say(hint, Tone::Notable);
            }
        }
    }

    /// Adds a remark to the log without taking a turn.
    pub(crate) fn say(&mut self, text: &str) {
        if let Some(playthrough) = &mut self.playthrough {
            playthrough.log.age();
            playthrough.log.say(text, Tone::Faint);
        }
    }

    /// Starts a new game.
    pub(crate) fn begin(&mut self, plan: &str, seed: Seed) -> Result<(), PlayError> {
        self.playthrough = Some(Playthrough::begin(self.saves.as_ref().ok(), &self.resources, plan, seed)?);
        self.tell();
        Ok(())
    }

    /// Saves and closes the current game; returns what went wrong, if anything.
    pub(crate) fn close_game(&mut self) -> Option<PlayError> {
        let error = self.playthrough.take()?.checkpoint().err()?;
        self.console.debug(format!("no checkpoint: {error}"));
        Some(error)
    }

    /// The command that a key gives while playing.
    pub(crate) fn play_command(&self, chord: Chord) -> Option<Command> {
        self.console.settings.keys.command(Mode::Play, chord)
    }

    /// The command that a key gives in lists and boxes.
    pub(crate) fn menu_command(&self, chord: Chord) -> Option<Command> {
        self.console.settings.keys.command(Mode::Menus, chord)
    }

    /// The key for a command while playing.
    pub(crate) fn play_key(&self, command: Command) -> String {
        self.console.settings.keys.hint(Mode::Play, command)
    }

    /// The key for a command in lists and boxes.
    pub(crate) fn menu_key(&self, command: Command) -> String {
        self.console.settings.keys.hint(Mode::Menus, command)
    }
}

//! The settings: one place for all that can be changed without a rebuild, read from a file that lists every default.

mod file;
mod theme;

use std::path::PathBuf;

use undercroft_export::ColourDepth;
use undercroft_mapgen::{ContentError, SourceFile};

pub use theme::Theme;
pub(crate) use theme::shown;

use crate::keys::Bindings;

/// The text of the settings file with every default.
pub const DEFAULTS: &str = include_str!("../../content/settings.toml");

/// All that can be changed without a rebuild. Immutable while the game runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The plan that is offered first, by name or path.
    pub plan: String,
    /// Which key asks for what.
    pub keys: Bindings,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// How long each step of an errand is shown, in thousandths of a second.
    pub travel_delay: u16,
    /// Where the debug log is written.
    pub debug_log: Option<PathBuf>,
    /// How wide the sidebar is; by the size of the terminal where nothing is said.
    pub sidebar_width: Option<u16>,
    /// How high the log is; by the size of the terminal where nothing is said.
    pub log_height: Option<u16>,
    /// How many colours the terminal can show; as its environment says where nothing is said.
    pub colours: Option<Colours>,
    /// Whether only glyphs of ASCII are shown.
    pub ascii: bool,
    /// The colours of everything that is not on the map.
    pub theme: Theme,
}

/// How many colours are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: the terminal's own two.
    None,
    /// So many.
    Some(ColourDepth),
}

impl Settings {
    /// The defaults.
    #[must_use]
    pub fn standard() -> Self {
        // The file is embedded, and a test reads it.
        Self::read(SourceFile::new("content/settings.toml", DEFAULTS)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads a settings file. What it leaves out has its default.
    ///
    /// ```
    /// use undercroft_mapgen::SourceFile;
    /// use undercroft_tui::Settings;
    /// let settings = Settings::read(SourceFile::new("settings.toml", "mouse = false"))?;
    /// assert!(!settings.mouse);
    /// let error = Settings::read(SourceFile::new("settings.toml", "mose = false")).unwrap_err();
    /// assert_eq!(error.to_string(), "settings.toml:1:1: unknown field `mose`; did you mean `mouse`?");
    /// # Ok::<(), undercroft_mapgen::ContentError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong in it, with its place and what would be right.
    pub fn read(source: SourceFile<'_>) -> Result<Self, ContentError> {
        file::read(source)
    }

    /// How many colours to show: what the settings say, else what the environment does.
    #[must_use]
    pub fn colours(&self, variable: impl Fn(&str) -> Option<String>) -> Colours {
        self.colours.unwrap_or_else(|| colours_of(variable))
    }
}

/// How many colours the terminal can show, by its environment.
fn colours_of(variable: impl Fn(&str) -> Option<String>) -> Colours {
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return Colours::None;
    }
    let terminal = variable("TERM").unwrap_or_default();
    let colours = variable("COLORTERM").unwrap_or_default();
    match () {
        () if terminal == "dumb" => Colours::None,
        () if matches!(colours.as_str(), "truecolor" | "24bit") || terminal.ends_with("-direct") => {
            Colours::Some(ColourDepth::True)
        }
        // Terminals for Windows show all colours, and say nothing.
        () if cfg!(windows) => Colours::Some(ColourDepth::True),
        () if terminal.contains("256") || ["kitty", "alacritty", "foot"].iter().any(|name| terminal.contains(name)) => {
            Colours::Some(ColourDepth::Palette256)
        }
        () => Colours::Some(ColourDepth::Palette16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let with = |pairs: &[(&str, &str)]| {
            colours_of(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(with(&[("COLORTERM", "truecolor")]), Colours::Some(ColourDepth::True));
        assert_eq!(with(&[("TERM", "xterm-256color")]), Colours::Some(ColourDepth::Palette256));
        assert_eq!(with(&[("TERM", "linux")]), Colours::Some(ColourDepth::Palette16));
        assert_eq!(with(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(with(&[("COLORTERM", "24bit"), ("NO_COLOR", "")]), Colours::Some(ColourDepth::True));
        assert_eq!(with(&[("TERM", "dumb")]), Colours::None);
    }
}

//! The settings: everything that users can change without rebuilding, read from a file that lists every default.

mod edit;
mod file;
mod theme;

use std::path::PathBuf;

use undercroft_export::ColourDepth;
use undercroft_mapgen::{ContentError, SourceFile};

pub(crate) use edit::{set, strings};
pub use theme::Theme;

use crate::capabilities::Capabilities;
use crate::keys::Bindings;
use crate::palette::Palette;

/// The settings file with every default.
pub const DEFAULTS: &str = include_str!("../../content/settings.toml");

/// Everything that users can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The plan to offer first, by name or path.
    pub plan: String,
    /// The scheme of keys for playing: `wasd` or `vi`.
    pub scheme: &'static str,
    /// The key bindings.
    pub keys: Bindings,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// How long to show each step of travelling and exploring, in milliseconds.
    pub travel_delay: u16,
    /// Whether walking over useful items picks them up.
    pub auto_pickup: bool,
    /// Whether to give hints in the first games.
    pub hints: bool,
    /// The debug log.
    pub debug_log: Option<PathBuf>,
    /// How tiles look: the path of a tileset; `None` for the look that comes with each level.
    pub tileset: Option<PathBuf>,
    /// Whether maps show the fronts of walls.
    pub oblique: bool,
    /// The columns and rows of the window, for front ends that open one.
    pub window: (u16, u16),
    /// The width of the sidebar; `None` to follow the width of the window.
    pub sidebar_width: Option<u16>,
    /// The height of the log; `None` to follow the height of the window.
    pub log_height: Option<u16>,
    /// The colours to use; `None` to follow the environment.
    pub colours: Option<Colours>,
    /// The colours of the map and of everything else.
    pub palette: Palette,
    /// Whether to use ASCII glyphs only; `None` to follow the environment.
    pub ascii: Option<bool>,
    /// The colours of everything except the map.
    pub theme: Theme,
}

/// The colours that a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Only its own foreground and background.
    None,
    /// A palette.
    Some(ColourDepth),
}

impl Colours {
    /// What the settings file calls them; "auto" for none in particular.
    pub(crate) const fn name(colours: Option<Self>) -> &'static str {
        match colours {
            None => "auto",
            Some(Self::None) => "none",
            Some(Self::Some(ColourDepth::True)) => "24-bit",
            Some(Self::Some(ColourDepth::Palette256)) => "256",
            Some(Self::Some(ColourDepth::Palette16)) => "16",
        }
    }
}

impl Settings {
    /// The defaults.
    #[must_use]
    pub fn standard() -> Self {
        // The file is compiled in, and a test reads it.
        Self::read(SourceFile::new("content/settings.toml", DEFAULTS)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads a settings file. Everything it leaves out keeps its default.
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
    /// The first mistake in the file, with its line and column and a remedy.
    pub fn read(source: SourceFile<'_>) -> Result<Self, ContentError> {
        file::read(source)
    }

    /// What the terminal can display, according to the settings or else the environment.
    #[must_use]
    pub fn capabilities(&self, variable: impl Fn(&str) -> Option<String>) -> Capabilities {
        Capabilities {
            colours: self.colours.unwrap_or_else(|| colours_of(&variable)),
            ascii: self.ascii.unwrap_or_else(|| !has_unicode(&variable)),
        }
    }
}

/// Terminals without colours.
const MONOCHROME: [&str; 7] = ["dumb", "vt52", "vt100", "vt102", "vt220", "vt320", "xterm-mono"];

/// The colours that the environment announces.
fn colours_of(variable: &impl Fn(&str) -> Option<String>) -> Colours {
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return Colours::None;
    }
    let terminal = variable("TERM").unwrap_or_default();
    let is_true = matches!(variable("COLORTERM").as_deref(), Some("truecolor" | "24bit"));
    // Windows terminals have all colours but do not announce it.
    if MONOCHROME.contains(&terminal.as_str()) {
        Colours::None
    } else if is_true || terminal.ends_with("-direct") || cfg!(windows) {
        Colours::Some(ColourDepth::True)
    } else if ["256", "kitty", "alacritty", "foot"].iter().any(|name| terminal.contains(name)) {
        Colours::Some(ColourDepth::Palette256)
    } else {
        Colours::Some(ColourDepth::Palette16)
    }
}

/// Whether the environment announces UTF-8. The first variable that is set decides.
fn has_unicode(variable: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    // Windows has no such variables, but its terminals support Unicode.
    locale.map_or(cfg!(windows), |locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_announces_the_colours() {
        let with = |pairs: &[(&str, &str)]| {
            colours_of(&|name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(with(&[("COLORTERM", "truecolor")]), Colours::Some(ColourDepth::True));
        assert_eq!(with(&[("TERM", "xterm-256color")]), Colours::Some(ColourDepth::Palette256));
        assert_eq!(with(&[("TERM", "linux")]), Colours::Some(ColourDepth::Palette16));
        assert_eq!(with(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(with(&[("COLORTERM", "24bit"), ("NO_COLOR", "")]), Colours::Some(ColourDepth::True));
        assert_eq!(with(&[("TERM", "dumb")]), Colours::None);
        assert_eq!(with(&[("TERM", "vt100")]), Colours::None);
        assert_eq!(with(&[("TERM", "vt100"), ("COLORTERM", "truecolor")]), Colours::None);
        assert_eq!(with(&[]), Colours::Some(ColourDepth::Palette16));
    }

    #[test]
    #[cfg(not(windows))]
    fn the_environment_announces_the_glyphs() {
        let is_ascii = |text: &str, pairs: &[(&str, &str)]| {
            let settings = Settings::read(SourceFile::new("s.toml", text)).unwrap();
            let variable =
                |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            settings.capabilities(variable).ascii
        };
        assert!(is_ascii("", &[("LANG", "C")]));
        assert!(is_ascii("", &[("LANG", "POSIX")]));
        assert!(is_ascii("", &[]), "without any, the locale is C");
        assert!(is_ascii("", &[("LANG", "de_DE.ISO-8859-1")]));
        assert!(!is_ascii("", &[("LANG", "en_GB.UTF-8")]));
        assert!(!is_ascii("", &[("LANG", "C.utf8")]));
        assert!(is_ascii("", &[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]), "LC_ALL comes first");
        assert!(!is_ascii("", &[("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")]));
        assert!(!is_ascii("[screen]\nglyphs = \"cp437\"", &[("LANG", "C")]), "the settings come first");
        assert!(is_ascii("[screen]\nglyphs = \"ascii\"", &[("LANG", "C.UTF-8")]));
    }
}

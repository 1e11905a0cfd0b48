//! The colours of everything except the map.

use ratatui::style::Style;
use serde::Deserialize;
use undercroft_mapgen::Colour;

use crate::colour::{fg, shown};

/// The colours of everything except the map.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the settings file says what each is for")]
pub struct Theme {
    pub background: Colour,
    pub text: Colour,
    pub faint: Colour,
    #[serde(rename = "box")]
    pub boxes: Colour,
    pub title: Colour,
    pub accent: Colour,
    pub hero: Colour,
    pub good: Colour,
    pub warning: Colour,
    pub danger: Colour,
    pub magic: Colour,
    pub selection: Colour,
    pub health: Colour,
    pub health_low: Colour,
    pub health_critical: Colour,
    pub experience: Colour,
    pub food: Colour,
}

impl Theme {
    /// Plain text on the background.
    #[must_use]
    pub fn base(&self) -> Style {
        fg(self.text).bg(shown(self.background))
    }

    /// The colour for a number of hit points out of the most.
    #[must_use]
    pub const fn health_of(&self, left: i32, most: i32) -> Colour {
        let (left, most) = (left as i64, most as i64);
        match (left * 4 > most, left * 2 > most) {
            (false, _) => self.health_critical,
            (true, false) => self.health_low,
            (true, true) => self.health,
        }
    }
}

//! What screens are made of. Those that show a game read nothing but its [`View`](undercroft_game::View).

pub(crate) mod bar;
pub(crate) mod boxed;
pub(crate) mod camera;
pub(crate) mod help_page;
pub(crate) mod list;
pub(crate) mod log_box;
pub(crate) mod map;
pub(crate) mod play_view;
pub(crate) mod sidebar;

use crate::palette::Abilities;
use crate::settings::{Colours, Theme};

/// How things are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    pub(crate) theme: &'a Theme,
    pub(crate) abilities: Abilities,
}

impl Look<'_> {
    /// Whether there are no colours, so that something else has to tell things apart.
    pub(crate) fn is_plain(self) -> bool {
        self.abilities.colours == Colours::None
    }
}

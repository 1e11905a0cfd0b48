//! The play view: sidebar, map and log. Reused by all screens that show a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::View;

use super::Look;
use super::camera::Camera;
use super::log_box::{draw_log, draw_words};
use super::map::{Marks, draw_map};
use super::sidebar::{Hints, draw_sidebar};
use crate::layout::regions;
use crate::log::Log;
use crate::settings::Settings;

/// What the play view shows besides the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    pub(crate) title: String,
    pub(crate) marks: Marks,
    pub(crate) hints: Hints,
    /// Text in place of the log, with its title.
    pub(crate) words: Option<(String, String)>,
    /// The title of the log.
    pub(crate) log_title: String,
    /// What the log's box says in its bottom line.
    pub(crate) foot: String,
}

/// Draws the play view.
pub(crate) fn draw_play(
    buffer: &mut Buffer,
    screen: Rect,
    view: &View<'_>,
    log: &Log,
    extras: &Extras,
    settings: &Settings,
    look: Look<'_>,
) {
    let regions = regions(screen, settings);
    let camera = Camera::follow(view, regions.map, extras.marks.cursor);
    draw_sidebar(buffer, regions.sidebar, &extras.title, view, &extras.hints, look);
    draw_map(buffer, &camera, view, &extras.marks, look);
    match &extras.words {
        Some((title, text)) => draw_words(buffer, regions.log, title, text, &extras.foot, look),
        None => draw_log(buffer, regions.log, &extras.log_title, log, &extras.foot, look),
    }
}

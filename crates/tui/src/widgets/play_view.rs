//! The play view: sidebar, map and log, for all screens that show a game.

use undercroft_game::View;

use super::camera::Camera;
use super::canvas::Canvas;
use super::log_box::{draw_log, draw_text};
use super::map::{Marks, draw_map};
use super::sidebar::draw_sidebar;
use crate::layout::play_areas;
use crate::log::Log;
use crate::settings::Settings;

/// What the play view shows besides the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The title of the sidebar.
    pub(crate) title: String,
    pub(crate) marks: Marks,
    /// How to get help, at the bottom of the sidebar.
    pub(crate) help_hint: String,
    /// How to choose an improvement, when one is due.
    pub(crate) improve_hint: String,
    /// A text in place of the log.
    pub(crate) text: Option<String>,
    /// The title of the log's box.
    pub(crate) log_title: String,
    /// The bottom line of the log's box.
    pub(crate) hints: String,
}

/// Draws the play view.
pub(crate) fn draw_play(canvas: &mut Canvas<'_>, settings: &Settings, view: &View<'_>, log: &Log, extras: &Extras) {
    let areas = play_areas(canvas.area(), settings);
    let camera = Camera::follow(view, areas.map, extras.marks.cursor);
    draw_sidebar(canvas, areas.sidebar, view, extras);
    draw_map(canvas, &camera, view, &extras.marks);
    match &extras.text {
        Some(text) => draw_text(canvas, areas.log, &extras.log_title, &extras.hints, text),
        None => draw_log(canvas, areas.log, &extras.log_title, &extras.hints, log),
    }
}

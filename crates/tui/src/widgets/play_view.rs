//! The play view: sidebar, map and log, for all screens that show a game.

use ratatui::layout::{Position, Rect};
use undercroft_game::{Log, View};

use super::camera::Camera;
use super::canvas::Canvas;
use super::log_box::{draw_log, draw_text};
use super::map::{Marks, draw_map};
use super::sidebar::draw_sidebar;
use crate::layout::{PlayAreas, play_areas};
use crate::settings::Settings;
use crate::text::wrap;

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
    /// The key for earlier messages.
    pub(crate) history_key: String,
    /// The title of the log's box.
    pub(crate) log_title: String,
    /// The bottom line of the log's box.
    pub(crate) hints: String,
}

/// Where a text fits without hiding the cell in focus: in place of the log, else over the map, else across the screen.
fn text_area(screen: Rect, areas: &PlayAreas, text: &str, hints: &str, focus: Option<(u16, u16)>) -> Rect {
    let rows = |width: u16| {
        let hints = wrap(hints, width.saturating_sub(6)).len().max(1);
        (wrap(text, width.saturating_sub(4)).len() + hints + 1) as u16
    };
    let right = Rect { height: screen.height, y: screen.y, ..areas.map };
    let candidates = [right, screen].into_iter().flat_map(|column| {
        let height = rows(column.width).max(areas.log.height).min(column.height);
        let bottom = Rect { y: column.bottom() - height, height, ..column };
        [bottom, Rect { y: column.y, ..bottom }]
    });
    let hides = |area: &Rect| focus.is_some_and(|place| area.contains(place.into()));
    candidates.clone().find(|area| !hides(area)).or_else(|| candidates.clone().nth(2)).unwrap_or(areas.log)
}

/// Draws the play view.
pub(crate) fn draw_play(canvas: &mut Canvas<'_>, settings: &Settings, view: &View<'_>, log: &Log, extras: &Extras) {
    let areas = play_areas(canvas.area(), settings);
    let camera = Camera::follow(view, areas.map, extras.marks.cursor);
    let focus = camera.screen(extras.marks.cursor.unwrap_or(view.at()));
    draw_sidebar(canvas, areas.sidebar, view, extras);
    draw_map(canvas, &camera, view, &extras.marks);
    match &extras.text {
        Some(text) => {
            let area = text_area(canvas.area(), &areas, text, &extras.hints, focus);
            draw_text(canvas, area, &extras.log_title, &extras.hints, text);
        }
        None => draw_log(canvas, areas.log, extras, log),
    }
    canvas.focus = focus.map(Position::from);
}

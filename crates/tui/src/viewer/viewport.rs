//! The visible part of the map, and the cells under the cursor and the mouse.

use ratatui::layout::Rect;
use undercroft_export::Overlay;
use undercroft_mapgen::Point;

use super::Viewer;
use super::layout::Areas;
use crate::widgets::camera::Camera;

/// How many cells the map and the cursor move, for short and long moves.
const MAP_STEP: (i32, i32) = (2, 16);
const CURSOR_STEP: (i32, i32) = (1, 8);

/// The visible part of the map, and the cells under the cursor and the mouse.
#[derive(Debug, Default)]
pub(super) struct Viewport {
    /// The cell in the middle, if the user has moved the map.
    pub(super) centre: Option<Point>,
    pub(super) cursor: Option<Point>,
    /// The cell under the mouse.
    pub(super) hover: Option<Point>,
}

impl Viewer {
    /// The camera on an area of the screen; `None` before there is a level.
    pub(super) fn camera(&self, area: Rect) -> Option<Camera> {
        let centre = self.viewport.centre.or_else(|| self.default_centre())?;
        Some(Camera::within(self.playback.bounds()?, centre, area))
    }

    /// The centre of the map until the user moves it: the place of a veto, the eye of the sight overlay, or the middle of
    /// the level.
    fn default_centre(&self) -> Option<Point> {
        let frame = self.playback.frame()?;
        let is_sight = self.inspection.overlay == Some(Overlay::Sight) && self.viewport.cursor.is_none();
        let eye = frame.start.filter(|_| is_sight);
        let place = self.playback.veto().and_then(|veto| veto.at).or(eye).map(|at| frame.world(at));
        place.or_else(|| Some(self.playback.bounds()?.centre()))
    }

    /// The cell at a place on the screen.
    pub(super) fn cell_at(&self, (column, row): (u16, u16)) -> Option<Point> {
        let cell = self.camera(Areas::of(self.console.screen).map)?.cell_at(column, row)?;
        self.playback.bounds().filter(|bounds| bounds.contains(cell)).map(|_| cell)
    }

    /// Places the cursor at the start or in the middle of the map, or removes it.
    pub(super) fn toggle_cursor(&mut self) {
        let start = self.playback.frame().and_then(|frame| Some(frame.world(frame.start?)));
        let at = self.viewport.centre.or(start).or_else(|| self.default_centre());
        self.set_cursor(if self.viewport.cursor.is_some() { None } else { at });
        self.follow_cursor();
    }

    pub(super) fn set_cursor(&mut self, at: Option<Point>) {
        if at != self.viewport.cursor {
            self.viewport.cursor = at;
            if self.inspection.overlay == Some(Overlay::Sight) {
                self.inspect();
            }
        }
    }

    /// Moves the map if the cursor is out of sight.
    pub(super) fn follow_cursor(&mut self) {
        let camera = self.camera(Areas::of(self.console.screen).map);
        if let (Some(at), Some(camera)) = (self.viewport.cursor, camera)
            && camera.screen(at).is_none()
        {
            self.viewport.centre = Some(at);
        }
    }

    /// Moves the cursor, or the map if there is none.
    pub(super) fn push(&mut self, x: i32, y: i32, is_far: bool) {
        let (Some(at), Some(bounds)) = (self.viewport.cursor, self.playback.bounds()) else {
            return self.push_map(x, y, is_far);
        };
        let by = if is_far { CURSOR_STEP.1 } else { CURSOR_STEP.0 };
        let at = Point::new(
            at.x.saturating_add(x * by).clamp(bounds.x, bounds.right() - 1),
            at.y.saturating_add(y * by).clamp(bounds.y, bounds.bottom() - 1),
        );
        self.set_cursor(Some(at));
        self.follow_cursor();
    }

    /// Moves the map from where it is drawn, so that pushing against the edge leaves nothing to undo.
    pub(super) fn push_map(&mut self, x: i32, y: i32, is_far: bool) {
        let by = if is_far { MAP_STEP.1 } else { MAP_STEP.0 };
        let Some(Camera { corner, area }) = self.camera(Areas::of(self.console.screen).map) else { return };
        let middle = Point::new(corner.x + i32::from(area.width / 2), corner.y + i32::from(area.height / 2));
        self.viewport.centre = Some(Point::new(middle.x + x * by, middle.y + y * by));
    }
}

//! The camera: which cells of the world a part of the screen shows. It follows the hero.

use ratatui::layout::Rect;
use undercroft_game::{Point, View};

/// Which cell of the world is in the upper left corner of a part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Camera {
    pub(crate) corner: Point,
    pub(crate) area: Rect,
}

impl Camera {
    /// The camera that has the hero in the middle, or as near to it as the edge of the level allows. A level that fits is
    /// shown whole; something else to be seen moves the camera only where it must.
    pub(crate) fn follow(view: &View<'_>, area: Rect, also: Option<Point>) -> Self {
        let (here, bounds) = (view.at(), view.bounds());
        let (left, right) = bounds.map_or((None, None), |all| (Some(all.x), Some(all.right())));
        let (top, bottom) = bounds.map_or((None, None), |all| (Some(all.y), Some(all.bottom())));
        let corner = Point::new(
            along(here.x, left.zip(right), area.width, also.map(|at| at.x)),
            along(here.y, top.zip(bottom), area.height, also.map(|at| at.y)),
        );
        Self { corner, area }
    }

    /// The camera that has a place in the middle, or as near to it as the edge of what there is to see allows.
    pub(crate) fn within(bounds: undercroft_mapgen::Rect, at: Point, area: Rect) -> Self {
        let corner = Point::new(
            along(at.x, Some((bounds.x, bounds.right())), area.width, None),
            along(at.y, Some((bounds.y, bounds.bottom())), area.height, None),
        );
        Self { corner, area }
    }

    /// The camera with a place in its middle.
    pub(crate) fn centred(at: Point, area: Rect) -> Self {
        let half = |cells: u16| i32::from(cells / 2);
        let corner = Point::new(at.x.saturating_sub(half(area.width)), at.y.saturating_sub(half(area.height)));
        Self { corner, area }
    }

    /// Where a cell is on the screen.
    pub(crate) fn screen(&self, at: Point) -> Option<(u16, u16)> {
        let column = i64::from(at.x) - i64::from(self.corner.x);
        let row = i64::from(at.y) - i64::from(self.corner.y);
        let inside =
            (0..i64::from(self.area.width)).contains(&column) && (0..i64::from(self.area.height)).contains(&row);
        inside.then(|| (self.area.x + column as u16, self.area.y + row as u16))
    }

    /// The cell at a place of the screen.
    pub(crate) fn world(&self, column: u16, row: u16) -> Option<Point> {
        self.area.contains((column, row).into()).then(|| {
            let offset = Point::new(i32::from(column - self.area.x), i32::from(row - self.area.y));
            Point::new(self.corner.x.saturating_add(offset.x), self.corner.y.saturating_add(offset.y))
        })
    }
}

/// The first cell that is shown along one axis.
fn along(here: i32, bounds: Option<(i32, i32)>, room: u16, also: Option<i32>) -> i32 {
    let room = i64::from(room);
    let mut first = i64::from(here) - room / 2;
    if let Some((low, high)) = bounds.map(|(low, high)| (i64::from(low), i64::from(high))) {
        first = if high - low <= room { low - (room - (high - low)) / 2 } else { first.clamp(low, high - room) };
    }
    if let Some(also) = also.map(i64::from) {
        first = first.clamp(also - (room - 1).max(0), also);
    }
    first.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hero_is_in_the_middle_until_the_edge_is_near() {
        assert_eq!(along(100, None, 40, None), 80);
        assert_eq!(along(3, Some((0, 100)), 40, None), 0);
        assert_eq!(along(98, Some((0, 100)), 40, None), 60);
        assert_eq!(along(50, Some((0, 100)), 40, None), 30);
    }

    #[test]
    fn a_level_that_fits_is_shown_whole_and_in_the_middle() {
        for here in 0..20 {
            assert_eq!(along(here, Some((0, 20)), 40, None), -10);
        }
    }

    #[test]
    fn what_is_pointed_at_is_always_shown() {
        for also in -200..200 {
            let first = along(0, None, 40, Some(also));
            assert!((first..first + 40).contains(&also), "{also}");
        }
    }

    #[test]
    fn the_ends_of_the_plane_do_no_harm() {
        for here in [i32::MIN, i32::MAX] {
            let _ = along(here, None, 40, Some(here));
            let _ = along(here, None, 0, None);
        }
    }
}

//! The camera: the cells of the level that an area of the screen shows.

use ratatui::layout::Rect;
use undercroft_game::{Point, View};

/// The cell of the level in the upper left corner of an area of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Camera {
    pub(crate) corner: Point,
    pub(crate) area: Rect,
}

impl Camera {
    /// Centres on the hero as far as the edge of the level allows. A level that fits is shown whole. The camera moves only
    /// as far as it must to show `target` too.
    pub(crate) fn follow(view: &View<'_>, area: Rect, target: Option<Point>) -> Self {
        Self::along_both(view.at(), view.bounds(), area, target)
    }

    /// Centres on a cell as far as the bounds allow.
    pub(crate) fn within(bounds: undercroft_mapgen::Rect, at: Point, area: Rect) -> Self {
        Self::along_both(at, Some(bounds), area, None)
    }

    /// The cell in the middle.
    pub(crate) fn middle(&self) -> Point {
        self.corner + Point::new(i32::from(self.area.width / 2), i32::from(self.area.height / 2))
    }

    fn along_both(at: Point, bounds: Option<undercroft_mapgen::Rect>, area: Rect, target: Option<Point>) -> Self {
        let across = bounds.map(|all| (all.x, all.right()));
        let down = bounds.map(|all| (all.y, all.bottom()));
        let x = along(at.x, across, area.width, target.map(|at| at.x));
        let y = along(at.y, down, area.height, target.map(|at| at.y));
        Self { corner: Point::new(x, y), area }
    }

    /// The position of a cell on the screen.
    pub(crate) fn screen(&self, at: Point) -> Option<(u16, u16)> {
        let offset = |cell: i32, corner: i32, length: u16| {
            u16::try_from(i64::from(cell) - i64::from(corner)).ok().filter(|offset| *offset < length)
        };
        let column = offset(at.x, self.corner.x, self.area.width)?;
        let row = offset(at.y, self.corner.y, self.area.height)?;
        Some((self.area.x + column, self.area.y + row))
    }

    /// The cell at a position on the screen.
    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<Point> {
        self.area.contains((column, row).into()).then(|| {
            let offset = Point::new(i32::from(column - self.area.x), i32::from(row - self.area.y));
            Point::new(self.corner.x.saturating_add(offset.x), self.corner.y.saturating_add(offset.y))
        })
    }
}

/// The first cell shown along one axis.
fn along(here: i32, bounds: Option<(i32, i32)>, room: u16, target: Option<i32>) -> i32 {
    let room = i64::from(room);
    let mut first = i64::from(here) - room / 2;
    if let Some((low, high)) = bounds.map(|(low, high)| (i64::from(low), i64::from(high))) {
        first = if high - low <= room { low - (room - (high - low)) / 2 } else { first.clamp(low, high - room) };
    }
    if let Some(target) = target.map(i64::from) {
        first = first.clamp(target - (room - 1).max(0), target);
    }
    first.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hero_is_centred_until_the_edge_is_near() {
        assert_eq!(along(100, None, 40, None), 80);
        assert_eq!(along(3, Some((0, 100)), 40, None), 0);
        assert_eq!(along(98, Some((0, 100)), 40, None), 60);
        assert_eq!(along(50, Some((0, 100)), 40, None), 30);
    }

    #[test]
    fn a_level_that_fits_is_shown_whole_and_centred() {
        for here in 0..20 {
            assert_eq!(along(here, Some((0, 20)), 40, None), -10);
        }
    }

    #[test]
    fn the_target_is_always_shown() {
        for target in -200..200 {
            let first = along(0, None, 40, Some(target));
            assert!((first..first + 40).contains(&target), "{target}");
        }
    }

    #[test]
    fn the_ends_of_the_coordinate_range_do_not_overflow() {
        for here in [i32::MIN, i32::MAX] {
            let _ = along(here, None, 40, Some(here));
            let _ = along(here, None, 0, None);
        }
    }
}

//! Field of view: what can be seen from a cell.
//!
//! ```text
//! ............        ............
//! ..@.........        ..@.........
//! ...##.......   →    ...##?......
//! ............        ....??????..        @ looks around, # blocks sight, ? is hidden
//! ............        ....????????
//! ............        .....???????
//! ```
//!
//! This is Albert Ford's symmetric shadowcasting (<https://www.albertford.com/shadowcasting/>) in whole numbers. [`shadowcast`]
//! works for every radius; [`small_radius`] gives the same result from a table, several times as fast, for the radii most
//! games use.

use crate::{BitGrid, Point, Rect, Size};

mod shadowcast;
mod small_radius;

/// The cells visible from `from`, as a set of the map's size. A [`FieldOfView`] holds the same in less memory.
///
/// ```
/// use undercroft_grid::{BitGrid, Point, field_of_view};
/// let transparent = BitGrid::parse(".....\n.#...\n.....", |glyph| glyph == '.');
/// let seen = field_of_view(&transparent, Point::new(0, 1), None);
/// assert_eq!(seen.to_string(), "###..\n##...\n###..\n");
/// ```
#[must_use]
pub fn field_of_view(transparent: &BitGrid, from: Point, radius: Option<u32>) -> BitGrid {
    let mut seen = BitGrid::new(transparent.size());
    FieldOfView::from(transparent, from, radius).add_to(&mut seen);
    seen
}

/// The cells visible from a cell, stored as a window of the map around it: the cost depends on the radius, not on the size of
/// the map.
///
/// - It is symmetric: two transparent cells either see each other or do not.
/// - A cell that blocks sight is visible if any part of it is. So every wall of a room is visible from anywhere inside.
/// - A radius is a circle: offsets (x, y) with x² + y² ≤ r² + r. Without a radius, sight ends at the edge of the map.
/// - The origin is always visible, even if it blocks sight. Nothing is visible from outside the map.
///
/// ```
/// use undercroft_grid::{BitGrid, FieldOfView, Point, Size};
/// let transparent = BitGrid::full(Size::new(500, 500));
/// let view = FieldOfView::from(&transparent, Point::new(250, 250), Some(8));
/// assert_eq!(view.count(), 225);
/// assert!(view.sees(Point::new(258, 252)));
/// assert!(!view.sees(Point::new(257, 256)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldOfView {
    origin: Point,
    corner: Point,
    cells: BitGrid,
}

impl FieldOfView {
    /// Computes the view from a cell.
    #[must_use]
    pub fn from(transparent: &BitGrid, origin: Point, radius: Option<u32>) -> Self {
        let map = transparent.size();
        if !map.contains(origin) {
            return Self { origin, corner: origin, cells: BitGrid::new(Size::new(0, 0)) };
        }
        if let Some(radius @ ..=small_radius::MAX_RADIUS) = radius {
            let window = window_around(map, origin, radius);
            let cells = small_radius::look_around(transparent, window, origin - window.min(), radius);
            return Self { origin, corner: window.min(), cells };
        }
        let farthest = map.width.max(map.height);
        let reach = radius.unwrap_or(farthest).min(farthest);
        // Walls are usually near, so a small window is tried first.
        let mut tried = if reach < 128 { reach } else { 31 };
        loop {
            let window = window_around(map, origin, tried);
            let at = origin - window.min();
            let (mut cells, reaches_edge) = shadowcast::look_around(&transparent.cropped(window), at);
            if reaches_edge && tried < reach {
                tried = reach.min(tried * 4);
                continue;
            }
            if let Some(radius) = radius {
                keep_circle(&mut cells, at, radius);
            }
            return Self { origin, corner: window.min(), cells };
        }
    }

    /// Computes the view on your own map, even an endless one: `transparent` is called once for each cell at most `radius` rows and
    /// columns away. A radius above 1,024 counts as 1,024, which bounds the time.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use undercroft_grid::{FieldOfView, Point};
    /// let walls = HashSet::from([Point::new(2, 0)]);
    /// let view = FieldOfView::over(Point::new(0, 0), 8, |at| !walls.contains(&at));
    /// assert!(view.sees(Point::new(2, 0)) && view.sees(Point::new(-8, 0)));
    /// assert!(!view.sees(Point::new(3, 0)));
    /// ```
    #[must_use]
    pub fn over(origin: Point, radius: u32, transparent: impl FnMut(Point) -> bool) -> Self {
        let radius = radius.min(1_024);
        let area = Rect::new(origin.x, origin.y, 1, 1).grown(radius);
        let view = Self::from(&BitGrid::over(area, transparent), origin - area.min(), Some(radius));
        Self { origin, corner: view.corner + area.min(), cells: view.cells }
    }

    /// The cell that the view is from.
    #[must_use]
    pub const fn origin(&self) -> Point {
        self.origin
    }

    /// Whether a cell of the map is visible.
    #[must_use]
    pub fn sees(&self, at: Point) -> bool {
        self.cells.contains(at - self.corner)
    }

    /// The number of visible cells.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.count()
    }

    /// The visible cells, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.cells.points().map(|at| at + self.corner)
    }

    /// Adds the visible cells to a set of the map's size, such as all cells explored so far.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, FieldOfView, Point, Size};
    /// let transparent = BitGrid::full(Size::new(9, 1));
    /// let mut explored = BitGrid::new(transparent.size());
    /// for x in [1, 6] {
    ///     FieldOfView::from(&transparent, Point::new(x, 0), Some(1)).add_to(&mut explored);
    /// }
    /// assert_eq!(explored.to_string(), "###..###.\n");
    /// ```
    pub fn add_to(&self, seen: &mut BitGrid) {
        seen.unite_moved(&self.cells, self.corner);
    }
}

/// The cells of the map at most `distance` columns and rows away.
fn window_around(map: Size, origin: Point, distance: u32) -> Rect {
    map.rect().intersection(Rect::new(origin.x, origin.y, 1, 1).grown(distance))
}

/// Removes the cells of a window outside the radius. No row of the window is farther away than the radius.
fn keep_circle(cells: &mut BitGrid, centre: Point, radius: u32) {
    let window = cells.size();
    // A circle this large covers the whole window, and its square cannot overflow.
    let radius = i64::from(radius).min(i64::from(window.width) + i64::from(window.height));
    let mut half = radius;
    for dy in 0..=radius {
        while half * half + dy * dy > radius * radius + radius {
            half -= 1;
        }
        let left = (i64::from(centre.x) - half).max(0) as u32;
        let right = (i64::from(centre.x) + half + 1).min(i64::from(window.width)) as u32;
        for y in [i64::from(centre.y) - dy, i64::from(centre.y) + dy] {
            if (0..i64::from(window.height)).contains(&y) {
                cells.keep_span(y as u32, left..right);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::{maps, noise, on_map, small_maps, tall_maps};
    use crate::{FOUR, Grid, Neighbours};

    /// A direction in a quadrant as a fraction, and which side it takes when it passes exactly between two cells.
    #[derive(Clone, Copy)]
    struct Ray {
        columns: i64,
        rows: i64,
        to_the_right: bool,
    }

    impl Ray {
        /// The column of the cell that the ray passes through at a depth.
        fn column(self, depth: i64) -> i64 {
            // Rounded to the nearest column, ties to the right or to the left.
            let doubled = 2 * self.columns * depth;
            match self.to_the_right {
                true => (doubled + self.rows).div_euclid(2 * self.rows),
                false => -(-doubled + self.rows).div_euclid(2 * self.rows),
            }
        }
    }

    /// Whether a cell is visible, by definition. A transparent cell is visible if the ray to its centre, passing all corners it
    /// touches on the same side, meets nothing that blocks; a cell that blocks is visible if any ray to it is clear.
    fn sees_by_rays(transparent: &BitGrid, from: Point, to: Point) -> bool {
        let offset = to - from;
        let in_quadrant = |away: Point| {
            let right = Point::new(-away.y, away.x);
            let column = i64::from(offset.x * right.x + offset.y * right.y);
            let depth = i64::from(offset.x * away.x + offset.y * away.y);
            let clear = |ray: Ray| {
                (1..depth).all(|near| {
                    let (column, near) = (ray.column(near) as i32, near as i32);
                    let passed = Point::new(right.x * column + away.x * near, right.y * column + away.y * near);
                    transparent.contains(from + passed)
                })
            };
            let to_centre = |to_the_right| Ray { columns: column, rows: depth, to_the_right };
            column.abs() <= depth
                && match transparent.contains(to) {
                    true => clear(to_centre(false)) || clear(to_centre(true)),
                    false => rays_between(column, depth).into_iter().any(clear),
                }
        };
        from == to || FOUR.into_iter().any(in_quadrant)
    }

    /// Rays to a cell, one for each set of cells that rays to it can pass through.
    fn rays_between(column: i64, depth: i64) -> Vec<Ray> {
        let edges = |column: i64, depth: i64| [(2 * column - 1, 2 * depth), (2 * column + 1, 2 * depth)];
        let [left, right] = edges(column, depth);
        let not_before = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 >= b.0 * a.1;
        let mut turns: Vec<(i64, i64)> = (1..=depth)
            .flat_map(|near| (-near..=near).flat_map(move |column| edges(column, near)))
            .chain([(-1, 1), (1, 1)])
            .filter(|turn| not_before(*turn, left) && not_before(right, *turn))
            .filter(|turn| not_before(*turn, (-1, 1)) && not_before((1, 1), *turn))
            .collect();
        turns.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        turns
            .windows(2)
            .filter(|pair| pair[0].0 * pair[1].1 != pair[1].0 * pair[0].1)
            .map(|pair| Ray {
                columns: pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1,
                rows: 2 * pair[0].1 * pair[1].1,
                to_the_right: true,
            })
            .collect()
    }

    /// The view within a radius, computed only by the general algorithm.
    fn by_shadowcasting(transparent: &BitGrid, origin: Point, radius: u32) -> FieldOfView {
        let window = window_around(transparent.size(), origin, radius);
        let at = origin - window.min();
        let (mut cells, _) = shadowcast::look_around(&transparent.cropped(window), at);
        keep_circle(&mut cells, at, radius);
        FieldOfView { origin, corner: window.min(), cells }
    }

    proptest! {
        #[test]
        fn a_cell_is_visible_if_a_ray_reaches_it(
            transparent in prop_oneof![small_maps(), maps(), tall_maps()], at in (0..130, 0..40)
        ) {
            let from = on_map(&transparent, at);
            let seen = field_of_view(&transparent, from, None);
            for to in transparent.size().points() {
                prop_assert_eq!(
                    seen.contains(to), sees_by_rays(&transparent, from, to), "{} to {} in\n{}", from, to, transparent
                );
            }
        }

        #[test]
        fn views_are_symmetric(transparent in small_maps(), radius in prop::option::of(0..15_u32)) {
            let views = Grid::from_fn(transparent.size(), |at| FieldOfView::from(&transparent, at, radius));
            for a in transparent.points() {
                for b in transparent.points() {
                    prop_assert_eq!(views[a].sees(b), views[b].sees(a), "{} and {} in\n{}", a, b, transparent);
                }
            }
        }

        #[test]
        fn a_radius_keeps_a_circle_of_the_view(
            transparent in maps(), at in (0..130, 0..16), radius in prop_oneof![0..20_i32, 20..150_i32]
        ) {
            let from = on_map(&transparent, at);
            let all = field_of_view(&transparent, from, None);
            let view = FieldOfView::from(&transparent, from, Some(radius as u32));
            let expected = BitGrid::from_fn(transparent.size(), |at| {
                let Point { x, y } = at - from;
                all.contains(at) && x * x + y * y <= radius * radius + radius
            });
            let mut seen = BitGrid::new(transparent.size());
            view.add_to(&mut seen);
            prop_assert_eq!(&seen, &expected);
            prop_assert_eq!(view.points().collect::<Vec<_>>(), expected.points().collect::<Vec<_>>());
            prop_assert!(transparent.size().rect().grown(2).points().all(|at| view.sees(at) == expected.contains(at)));
        }
    }

    proptest! {
        #[test]
        fn a_closure_gives_the_view_of_its_cells(
            transparent in prop_oneof![maps(), tall_maps()], at in (0..130, 0..40), radius in 0..40_u32,
            corner in (-99..99, -99..99)
        ) {
            let corner = Point::from(corner);
            let from = on_map(&transparent, at);
            let expected = FieldOfView::from(&transparent, from, Some(radius));
            let view = FieldOfView::over(from + corner, radius, |at| transparent.contains(at - corner));
            prop_assert_eq!(view.origin(), from + corner);
            for at in transparent.size().points() {
                prop_assert_eq!(view.sees(at + corner), expected.sees(at), "{} from {} in\n{}", at, from, transparent);
            }
        }
    }

    #[test]
    fn a_view_of_an_endless_plain_ends_at_the_largest_radius() {
        let view = FieldOfView::over(Point::new(0, 0), u32::MAX, |_| true);
        assert!(view.sees(Point::new(1_024, 0)) && !view.sees(Point::new(1_025, 0)));
        for corner in [i32::MIN, i32::MAX] {
            assert!(FieldOfView::over(Point::new(corner, corner), 9, |_| true).sees(Point::new(corner, corner)));
        }
    }

    #[test]
    fn a_wall_casts_the_shadow_in_the_drawing() {
        let transparent = BitGrid::from_fn(Size::new(12, 6), |at| !Rect::new(3, 2, 2, 1).contains(at));
        let expected = BitGrid::parse(
            "............
             ..@.........
             ...##?......
             ....??????..
             ....????????
             .....???????",
            |glyph| glyph != '?',
        );
        assert_eq!(field_of_view(&transparent, Point::new(2, 1), None), expected);
    }

    #[test]
    fn small_radii_agree_with_shadowcasting_at_edges_and_corners() {
        for (percent, seed) in [(60, 1), (85, 2), (100, 3)] {
            let transparent = noise(Size::new(71, 21), percent, seed);
            for from in transparent.size().rect().points() {
                for radius in 0..=small_radius::MAX_RADIUS + 2 {
                    let expected = by_shadowcasting(&transparent, from, radius);
                    assert_eq!(FieldOfView::from(&transparent, from, Some(radius)), expected, "{radius} from {from}");
                }
            }
        }
    }

    #[test]
    fn a_room_and_its_walls_are_visible_from_anywhere_inside() {
        for size in [Size::new(70, 20), Size::new(400, 11), Size::new(9, 200)] {
            let mut transparent = BitGrid::new(size);
            transparent.insert_rect(size.interior());
            let seen = transparent.grown(Neighbours::Eight);
            for from in transparent.points().step_by(13) {
                assert_eq!(field_of_view(&transparent, from, None), seen, "from {from}");
            }
        }
    }

    #[test]
    fn nothing_is_visible_from_outside_the_map() {
        let transparent = BitGrid::full(Size::new(3, 3));
        for from in [Point::new(3, 0), Point::new(1, -1), Point::new(i32::MIN, i32::MAX)] {
            for radius in [None, Some(0), Some(8), Some(10), Some(u32::MAX)] {
                assert_eq!(FieldOfView::from(&transparent, from, radius).count(), 0, "{radius:?} from {from}");
            }
        }
    }

    #[test]
    fn the_largest_radius_covers_every_map() {
        let transparent = BitGrid::full(Size::new(65, 3));
        assert_eq!(FieldOfView::from(&transparent, Point::new(1, 1), Some(u32::MAX)).count(), 65 * 3);
    }
}

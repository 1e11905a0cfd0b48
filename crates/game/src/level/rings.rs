//! Cells by their distance from one.

use undercroft_grid::Point;

/// The cell itself, then the eight around it, then the sixteen around those, and so on; each ring row by row.
pub(crate) fn rings(centre: Point, most: i32) -> impl Iterator<Item = Point> {
    (0..=most)
        .flat_map(move |ring| {
            (-ring..=ring).flat_map(move |y| {
                // Inner rows of a ring have only their two ends.
                let step = if y.abs() == ring || ring == 0 { 1 } else { 2 * ring };
                (-ring..=ring).step_by(step as usize).map(move |x| Point::new(x, y))
            })
        })
        .filter_map(move |offset| {
            let (x, y) = (centre.x.checked_add(offset.x)?, centre.y.checked_add(offset.y)?);
            Some(Point::new(x, y))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_comes_once_and_near_ones_first() {
        let cells: Vec<Point> = rings(Point::new(5, -5), 3).collect();
        assert_eq!(cells.len(), 49);
        let distances: Vec<u32> = cells.iter().map(|at| at.chebyshev(Point::new(5, -5))).collect();
        assert!(distances.is_sorted(), "{distances:?}");
        let unique: std::collections::BTreeSet<Point> = cells.into_iter().collect();
        assert_eq!(unique.len(), 49);
    }

    #[test]
    fn nothing_lies_beyond_the_end_of_the_plane() {
        assert_eq!(rings(Point::new(i32::MAX, i32::MIN), 1).count(), 4);
    }
}

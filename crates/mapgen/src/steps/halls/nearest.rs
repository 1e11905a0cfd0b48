//! The nearest earlier room, found with a grid of buckets.

use undercroft_grid::{Grid, Point, Size};

use super::joins::Hall;
use super::tree::squared;

/// Joins each room to the nearest earlier one; on a tie, to the first.
pub(super) fn to_the_nearest_before(centres: &[Point], size: Size) -> Vec<Hall> {
    let Some(first) = centres.first() else {
        return Vec::new();
    };
    let mut buckets = Buckets::for_points(size, 1);
    buckets.insert(0, *first);
    let mut halls = Vec::with_capacity(centres.len());
    for (room, &centre) in centres.iter().enumerate().skip(1) {
        if room.is_power_of_two() {
            // With as many buckets as rooms, a search visits few of either.
            buckets = Buckets::for_points(size, 2 * room);
            centres[..room].iter().enumerate().for_each(|(earlier, at)| buckets.insert(earlier, *at));
        }
        if let Some(nearest) = buckets.nearest(centre) {
            halls.push((room, nearest));
        }
        buckets.insert(room, centre);
    }
    halls
}

/// Points by square of the map.
struct Buckets {
    side: i32,
    points: Grid<Vec<(usize, Point)>>,
}

impl Buckets {
    /// Buckets for about `count` points on a map of this size.
    fn for_points(size: Size, count: usize) -> Self {
        let area_of_each = (size.area() / count.max(1)).max(1) as u64;
        let side = (area_of_each.isqrt() as u32).max(4);
        let points =
            Grid::new(Size::new(size.width.div_ceil(side).max(1), size.height.div_ceil(side).max(1)), Vec::new());
        Self { side: side as i32, points }
    }

    fn bucket(&self, at: Point) -> Point {
        let size = self.points.size();
        let clamped = |coordinate: i32, count: u32| (coordinate / self.side).clamp(0, count as i32 - 1);
        Point::new(clamped(at.x, size.width), clamped(at.y, size.height))
    }

    fn insert(&mut self, room: usize, at: Point) {
        let bucket = self.bucket(at);
        self.points[bucket].push((room, at));
    }

    fn nearest(&self, to: Point) -> Option<usize> {
        let (here, size) = (self.bucket(to), self.points.size());
        let mut best: Option<(i64, usize)> = None;
        for ring in 0..size.width.max(size.height) as i32 {
            // Points in this ring are at least this far away.
            let nearer = i64::from(ring - 1) * i64::from(self.side);
            if best.is_some_and(|(distance, _)| ring > 0 && distance < nearer * nearer) {
                break;
            }
            for bucket in ring_around(here, ring).filter_map(|at| self.points.get(at)) {
                let here = bucket.iter().map(|&(room, at)| (squared(at, to), room)).min();
                best = best.into_iter().chain(here).min();
            }
        }
        best.map(|(_, room)| room)
    }
}

/// The cells at this distance from another, with diagonal steps counting as one.
fn ring_around(centre: Point, ring: i32) -> impl Iterator<Item = Point> {
    (-ring..=ring).flat_map(move |dy| {
        // The first and the last row are whole; of those between, only the two ends belong to the ring.
        let step = if dy.abs() == ring { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step.max(1) as usize).map(move |dx| centre + Point::new(dx, dy))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn buckets_agree_with_comparing_all_pairs() {
        for seed in 0..60 {
            let mut rng = Seed::from(seed).fork("nearest").rng();
            let size = Size::new(30 + rng.below(300), 10 + rng.below(200));
            // Some crowd together, so that buckets are unevenly full.
            let spread = if seed % 3 == 0 { 9 } else { size.height as i32 - 1 };
            let centres: Vec<Point> =
                (0..300).map(|_| Point::new(rng.range(0..=size.width as i32 - 1), rng.range(0..=spread))).collect();
            let nearest = |room: usize| (0..room).min_by_key(|other| (squared(centres[*other], centres[room]), *other));
            let expected: Vec<Hall> = (1..300).filter_map(|room| Some((room, nearest(room)?))).collect();
            assert_eq!(to_the_nearest_before(&centres, size), expected, "seed {seed}, {size}");
        }
    }

    #[test]
    fn a_ring_has_each_of_its_cells_once() {
        for ring in 0..5 {
            let mut cells: Vec<Point> = ring_around(Point::new(7, 7), ring).collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), if ring == 0 { 1 } else { 8 * ring as usize });
            assert!(cells.iter().all(|at| at.chebyshev(Point::new(7, 7)) == ring as u32));
        }
    }
}

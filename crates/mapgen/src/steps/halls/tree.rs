//! The Gabriel graph of rooms and its minimum spanning tree.

use undercroft_grid::{DisjointSet, Point};

use super::joins::Hall;

/// All halls between neighbouring rooms: no third room lies in the circle that has the hall as its diameter (Gabriel and
/// Sokal, 1969).
///
/// This graph is part of the Delaunay triangulation and contains the minimum spanning tree. Unlike the triangulation,
/// it is unique even if four rooms lie on a circle, and has no slivers along the outside.
pub(super) struct Web<'a> {
    centres: &'a [Point],
    halls: Vec<Hall>,
}

impl<'a> Web<'a> {
    pub(super) fn of(centres: &'a [Point]) -> Self {
        let points: Vec<_> =
            centres.iter().map(|at| delaunator::Point { x: f64::from(at.x), y: f64::from(at.y) }).collect();
        let triangulation = delaunator::triangulate(&points);
        let corner = |edge: usize| triangulation.triangles[edge];
        let mut halls = Vec::with_capacity(2 * centres.len());
        for (edge, &twin) in triangulation.halfedges.iter().enumerate() {
            // Inner edges are listed from both sides, outer ones from one.
            if twin < edge {
                continue;
            }
            let (from, to) = (corner(edge), corner(delaunator::next_halfedge(edge)));
            let across = [Some(edge), Some(twin).filter(|twin| *twin != delaunator::EMPTY)];
            let mut opposite = across.into_iter().flatten().map(|edge| corner(delaunator::prev_halfedge(edge)));
            if opposite.all(|room| is_acute(centres[room], centres[from], centres[to])) {
                halls.push((from.min(to), from.max(to)));
            }
        }
        // Rooms in one line form no triangles; each neighbours the next.
        if halls.is_empty() {
            let mut line: Vec<usize> = (0..centres.len()).collect();
            line.sort_unstable_by_key(|room| centres[*room]);
            halls = line.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
        }
        halls.sort_unstable_by_key(|&(from, to)| (squared(centres[from], centres[to]), from, to));
        Self { centres, halls }
    }

    /// All halls, shortest first.
    pub(super) fn halls(&self) -> impl Iterator<Item = Hall> {
        self.halls.iter().copied()
    }

    /// The shortest halls that join what is not joined yet (Kruskal, 1956).
    pub(super) fn shortest_joining(&self, joined: &mut DisjointSet) -> Vec<Hall> {
        let mut tree: Vec<Hall> = self.halls().filter(|hall| unite(joined, *hall)).collect();
        if joined.count() > 1 {
            // No known input leads here, but connectivity must not depend on a triangulation.
            let mut line: Vec<usize> = (0..self.centres.len()).collect();
            line.sort_unstable_by_key(|room| self.centres[*room]);
            tree.extend(line.windows(2).map(|pair| (pair[0], pair[1])).filter(|hall| unite(joined, *hall)));
        }
        tree
    }
}

/// Whether the angle at `at` between two other points is acute.
fn is_acute(at: Point, a: Point, b: Point) -> bool {
    let offset = |to: Point| (i64::from(to.x) - i64::from(at.x), i64::from(to.y) - i64::from(at.y));
    let (a, b) = (offset(a), offset(b));
    a.0 * b.0 + a.1 * b.1 > 0
}

/// The squared distance between two points.
pub(super) fn squared(a: Point, b: Point) -> i64 {
    let (dx, dy) = (i64::from(a.x) - i64::from(b.x), i64::from(a.y) - i64::from(b.y));
    dx * dx + dy * dy
}

/// Joins the two ends of a hall; returns `false` if they were joined already.
pub(super) fn unite(rooms: &mut DisjointSet, (from, to): Hall) -> bool {
    rooms.union(from as u32, to as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn the_tree_is_minimal_even_if_the_triangulation_is_not_unique() {
        // On a grid of points, the corners of every square lie on one circle.
        for seed in 0..200 {
            let mut rng = Seed::from(seed).fork("web").rng();
            let mut centres: Vec<Point> = (0..64).map(|index| Point::new(index % 8 * 5, index / 8 * 5)).collect();
            rng.shuffle(&mut centres);
            centres.truncate(3 + rng.below(40) as usize);
            let mut pairs: Vec<Hall> =
                (0..centres.len()).flat_map(|a| (a + 1..centres.len()).map(move |b| (a, b))).collect();
            pairs.sort_unstable_by_key(|&(a, b)| (squared(centres[a], centres[b]), a, b));
            let mut joined = DisjointSet::new(centres.len());
            let expected: Vec<Hall> = pairs.iter().copied().filter(|hall| unite(&mut joined, *hall)).collect();
            let web = Web::of(&centres);
            assert_eq!(
                web.shortest_joining(&mut DisjointSet::new(centres.len())),
                expected,
                "seed {seed}: {centres:?}"
            );
            let between = |&(a, b): &Hall| {
                let others = (0..centres.len()).filter(|room| *room != a && *room != b);
                others.filter(|room| !is_acute(centres[*room], centres[a], centres[b])).count()
            };
            let empty: Vec<Hall> = pairs.iter().copied().filter(|pair| between(pair) == 0).collect();
            assert_eq!(web.halls().collect::<Vec<_>>(), empty, "seed {seed}: {centres:?}");
        }
    }
}

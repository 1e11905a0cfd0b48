//! Divides a map among the regions of a pattern.
//!
//! ```text
//! 00000000        00000011        00000011
//! 00000000   →    00000111   →    00000111        region 2 is entered from region 1
//! 00000000        00011111        00022111
//! 00000000        00011111        00022211
//! ```
//!
//! Each region takes its share of the region that it is entered from, at the end farthest from what is there already.

use undercroft_grid::{BitGrid, Distances, FOUR, Grid, Neighbours, Point, Size, is_connected};

use crate::{Pattern, Rng};

/// The fewest cells between two gateways of the same region, and between any others.
const APART: [u32; 2] = [8, 4];
/// How many pairs of places for two gateways to compare.
const COMPARED: usize = 6;

/// The region of each cell.
pub(super) struct Territories {
    map: Grid<usize>,
}

impl Territories {
    /// A random division of a map; `None` if this one would tear a region apart.
    pub(super) fn divide(pattern: &Pattern, size: Size, rng: &mut Rng) -> Option<Self> {
        let mut divided = Self { map: Grid::new(size, 0) };
        let regions = pattern.regions();
        // How many regions each contains, itself included.
        let mut contained = vec![1; regions.len()];
        for region in (1..regions.len()).rev() {
            contained[regions[region].from] += contained[region];
        }
        for region in 1..regions.len() {
            let from = regions[region].from;
            let whole = divided.cells_of(from);
            divided.split(region, &whole, whole.count() * contained[region] / contained[from], rng);
            contained[from] -= contained[region];
            if !is_connected(&divided.cells_of(from), Neighbours::Four) {
                return None;
            }
        }
        Some(divided)
    }

    /// Gives some cells at one end of a region to a new one.
    fn split(&mut self, region: usize, whole: &BitGrid, share: usize, rng: &mut Rng) {
        let is_border = |at: &Point| at.four().any(|near| self.map.get(near).is_some() && !whole.contains(near));
        let mut ends: Vec<Point> = whole.points().filter(is_border).collect();
        if ends.is_empty() {
            ends.extend(whole.nth(rng.below(whole.count() as u32) as usize));
        }
        let Some((seed, _)) = Distances::from(whole, ends, Neighbours::Four).farthest() else { return };
        // Uneven ground makes the borders uneven.
        let rough = Distances::with_costs(whole.size(), [(seed, 0)], Neighbours::Eight, |at| {
            whole.contains(at).then(|| 2 + rng.below(4))
        });
        let mut nearest: Vec<Point> = whole.points().collect();
        // They are listed row by row, and equally near ones stay in that order.
        nearest.sort_by_cached_key(|at| rough.get(*at));
        nearest.into_iter().take(share).for_each(|at| self.map[at] = region);
    }

    /// The region of a cell.
    pub(super) fn at(&self, at: Point) -> usize {
        self.map[at]
    }

    fn cells_of(&self, region: usize) -> BitGrid {
        BitGrid::where_grid(&self.map, |own| *own == region)
    }

    /// The walls: the cells beside a region with a smaller number, diagonally too.
    pub(super) fn walls(&self) -> BitGrid {
        let is_lower = |at: Point, near: Point| self.map.get(near).is_some_and(|other| *other < self.map[at]);
        BitGrid::from_fn(self.map.size(), |at| at.eight().any(|near| is_lower(at, near)))
    }

    /// Places for the gateways into each region, as many as it has links; `None` if there are too few.
    pub(super) fn gateways(&self, pattern: &Pattern, rng: &mut Rng) -> Option<Vec<Vec<Point>>> {
        let walls = self.walls();
        let mut gateways: Vec<Vec<Point>> = vec![Vec::new()];
        for (region, entered) in pattern.regions().iter().enumerate().skip(1) {
            let mut sites: Vec<Point> =
                walls.points().filter(|at| self.joins(*at, [entered.from, region], &walls)).collect();
            sites.retain(|at| gateways.iter().flatten().all(|other| other.chebyshev(*at) >= APART[1]));
            rng.shuffle(&mut sites);
            let first = *sites.first()?;
            let mut own = vec![first];
            if entered.links.len() > 1 {
                let second = sites.iter().take(COMPARED).max_by_key(|at| at.chebyshev(first))?;
                own.extend(Some(*second).filter(|at| at.chebyshev(first) >= APART[0]));
            }
            if own.len() < entered.links.len() {
                return None;
            }
            gateways.push(own);
        }
        Some(gateways)
    }

    /// Whether a cell of the wall lies straight between two regions, with nothing but them around it.
    fn joins(&self, at: Point, regions: [usize; 2], walls: &BitGrid) -> bool {
        let inside = self.map.size().interior();
        let is_inside = |at: Point| inside.contains(at) && !walls.contains(at);
        let is_between = |across: Point| {
            let sides = [at + across, at - across];
            let aside = Point::new(across.y, across.x);
            sides.into_iter().all(is_inside)
                && regions.iter().all(|region| sides.iter().any(|side| self.map[*side] == *region))
                && [at + aside, at - aside].iter().all(|side| walls.contains(*side))
        };
        at.eight().all(|near| inside.contains(near) && regions.contains(&self.map[near]))
            && FOUR[2..].iter().any(|across| is_between(*across))
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Components;

    use super::*;
    use crate::Seed;

    #[test]
    fn only_the_gateways_join_the_regions_and_only_as_the_pattern_says() {
        for (index, pattern) in Pattern::all().iter().enumerate() {
            for seed in 0..10 {
                let mut rng = Seed::from(seed).fork("territories").fork(index as u32).rng();
                let found = (0..60).find_map(|_| {
                    let divided = Territories::divide(pattern, Size::new(60, 40), &mut rng)?;
                    let gateways = divided.gateways(pattern, &mut rng)?;
                    Some((divided, gateways))
                });
                let (divided, gateways) = found.unwrap_or_else(|| panic!("{}, seed {seed}", pattern.name()));
                let mut ground = divided.walls();
                ground.invert();
                // No region reaches another, even diagonally.
                let shut = Components::of(&ground, Neighbours::Eight);
                assert_eq!(shut.count(), Components::of(&ground, Neighbours::Four).count(), "\n{ground}");
                for label in 0..shut.count() as u32 {
                    let own = divided.at(shut.first(label));
                    assert!(shut.cells(label).points().all(|at| divided.at(at) == own), "\n{ground}");
                }
                for (region, own) in gateways.iter().enumerate() {
                    assert_eq!(own.len(), pattern.regions()[region].links.len());
                    for at in own {
                        let sides: Vec<usize> =
                            at.four().filter(|near| ground.contains(*near)).map(|near| divided.at(near)).collect();
                        assert_eq!(sides.len(), 2, "{at}\n{ground}");
                        assert!(sides.contains(&region) && sides.contains(&pattern.regions()[region].from));
                    }
                }
            }
        }
    }
}

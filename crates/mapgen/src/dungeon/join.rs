//! Joins all open cells of a piece of ground by winding tunnels, inside that piece alone.
//!
//! ```text
//! ..####..        ..####..
//! ..####..   →    .....#..
//! ########        #.##....
//! ##...###        ##...###
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::{Grid, Neighbours, Point, Regions, Size};

use crate::{Draft, Stream};

/// Opens ways between all open cells of the draft. Each closed cell costs what its place rolls, so that the cheapest
/// ways wind a little; what is carved becomes what fits.
///
/// All regions grow at once (Dijkstra's search from all their cells together); where two growths meet there is a
/// possible way. The cheapest of those that join everything are opened (Kruskal's tree).
pub(super) fn join(draft: &mut Draft, stream: Stream) {
    let open = draft.open();
    let regions = Regions::of(&open, Neighbours::Four);
    if regions.count() < 2 {
        return;
    }
    let growth = Growth::of(draft, &regions, stream);
    let mut united: Vec<u32> = (0..regions.count() as u32).collect();
    for (_, a, b) in growth.meetings() {
        let ends = [a, b].map(|at| root(&united, growth.region[at]));
        if ends[0] != ends[1] {
            united[ends[1] as usize] = ends[0];
            growth.carve_back(draft, a);
            growth.carve_back(draft, b);
        }
    }
}

fn root(united: &[u32], mut region: u32) -> u32 {
    while united[region as usize] != region {
        region = united[region as usize];
    }
    region
}

/// What a cell near the edge costs besides: ways keep inside, so that no pattern of edges shows.
fn toll_at_edge(at: Point, size: Size) -> u32 {
    let columns = at.x.min(size.width as i32 - 1 - at.x);
    let rows = at.y.min(size.height as i32 - 1 - at.y);
    4 * 5_u32.saturating_sub(columns.min(rows) as u32)
}

/// What has grown over each cell, from where, and at what cost.
struct Growth {
    region: Grid<u32>,
    cost: Grid<u32>,
    from: Grid<Point>,
}

impl Growth {
    fn of(draft: &Draft, regions: &Regions, stream: Stream) -> Self {
        let size = draft.size();
        let mut growth = Self {
            region: Grid::new(size, u32::MAX),
            cost: Grid::new(size, u32::MAX),
            from: Grid::from_fn(size, |at| at),
        };
        let mut next = BinaryHeap::new();
        for at in size.points() {
            if let Some(region) = regions.label(at) {
                growth.region[at] = region;
                growth.cost[at] = 0;
                if at.four().any(|near| size.contains(near) && regions.label(near).is_none()) {
                    next.push(Reverse((0, at.y, at.x)));
                }
            }
        }
        while let Some(Reverse((cost, y, x))) = next.pop() {
            let at = Point::new(x, y);
            if cost > growth.cost[at] {
                continue;
            }
            for near in at.four().filter(|near| size.contains(*near)) {
                let toll = 3 + (stream.at(draft.world(near)) % 7) as u32 + toll_at_edge(near, size);
                if cost + toll < growth.cost[near] {
                    growth.cost[near] = cost + toll;
                    growth.region[near] = growth.region[at];
                    growth.from[near] = at;
                    next.push(Reverse((cost + toll, near.y, near.x)));
                }
            }
        }
        growth
    }

    /// Pairs of neighbouring cells that were reached from different regions, the cheapest first.
    fn meetings(&self) -> Vec<(u32, Point, Point)> {
        let mut meetings = Vec::new();
        for (at, region) in self.region.iter() {
            for near in [at + Point::new(1, 0), at + Point::new(0, 1)] {
                if self.region.get(near).is_some_and(|other| other != region) {
                    meetings.push((self.cost[at] + self.cost[near], at, near));
                }
            }
        }
        meetings.sort_by_key(|(cost, at, near)| (*cost, at.y, at.x, near.y));
        meetings
    }

    /// Opens the way from a cell back to the region it was reached from.
    fn carve_back(&self, draft: &mut Draft, mut at: Point) {
        while self.cost[at] > 0 {
            draft.carve(at);
            at = self.from[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Size, Tile, Tileset};

    #[test]
    fn everything_is_joined_and_nothing_is_closed() {
        for seed in 0..200 {
            let stream = Seed::from(seed).fork("cells");
            let mut draft = Draft::new(Size::new(31, 17), Tileset::standard());
            for at in draft.size().points() {
                if stream.at(at) % 5 == 0 {
                    draft.set(at, Tile::FLOOR);
                }
            }
            let before = draft.open();
            join(&mut draft, stream.fork("join"));
            assert!(before.is_within(&draft.open()));
            assert_eq!(Regions::of(&draft.open(), Neighbours::Four).count(), 1, "seed {seed}:\n{draft}");
        }
    }
}

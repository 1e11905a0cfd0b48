//! The plain way to join all open cells, and that the fast one opens the same cells.

use undercroft_grid::{Grid, Size};

use super::*;
use crate::{Rng, Seed, Tile, Tileset};

/// Opens ways between all open cells of the draft. Each closed cell costs what its place rolls, so that the cheapest
/// ways wind a little; what is carved becomes what fits.
///
/// All regions grow at once (Dijkstra's search from all their cells together); where two growths meet there is a
/// possible way. The cheapest of those that join everything are opened (Kruskal's tree).
fn join_plainly(draft: &mut Draft, stream: Stream) {
    let open = draft.open();
    let regions = Components::of(&open, Neighbours::Four);
    if regions.count() < 2 {
        return;
    }
    let growth = Growth::of(draft, &regions, stream);
    let mut united: Vec<u32> = (0..regions.count() as u32).collect();
    for (_, a, b) in growth.meetings() {
        let ends = [a, b].map(|at| plain_root(&united, growth.region[at]));
        if ends[0] != ends[1] {
            united[ends[1] as usize] = ends[0];
            growth.carve_back(draft, a);
            growth.carve_back(draft, b);
        }
    }
}

fn plain_root(united: &[u32], mut region: u32) -> u32 {
    while united[region as usize] != region {
        region = united[region as usize];
    }
    region
}

/// What a cell near the edge costs besides: ways keep inside, so that no pattern of edges shows.
fn plain_toll_at_edge(at: Point, size: Size) -> u32 {
    let columns = at.x.min(size.width as i32 - 1 - at.x);
    let rows = at.y.min(size.height as i32 - 1 - at.y);
    4 * 5_u32.saturating_sub(columns.min(rows) as u32)
}

/// The cells of all regions that border on cells of none.
fn regions_rim(regions: &Components, cost: &Grid<u32>) -> Vec<Point> {
    let cells = regions.runs().flat_map(|(y, columns, _)| columns.map(move |x| Point::new(x as i32, y as i32)));
    cells.filter(|at| at.four().any(|near| cost.get(near).is_some_and(|cost| *cost > 0))).collect()
}

/// What has grown over each cell, from where, and at what cost.
struct Growth {
    region: Grid<u32>,
    cost: Grid<u32>,
    from: Grid<Point>,
}

impl Growth {
    fn of(draft: &Draft, regions: &Components, stream: Stream) -> Self {
        let size = draft.size();
        let mut growth = Self {
            region: Grid::new(size, u32::MAX),
            cost: Grid::new(size, u32::MAX),
            from: Grid::from_fn(size, |at| at),
        };
        for (y, columns, region) in regions.runs() {
            for at in columns.map(|x| Point::new(x as i32, y as i32)) {
                growth.region[at] = region;
                growth.cost[at] = 0;
            }
        }
        let toll = Grid::from_fn(size, |at| match growth.cost[at] {
            0 => 0,
            _ => 3 + (stream.at(draft.world(at)) % 7) as u32 + plain_toll_at_edge(at, size),
        });
        // The cells to go on from, by their cost. Every step costs something, so that all of one cost are known when their
        // turn comes; they are taken row by row.
        let mut waiting: Vec<Vec<Point>> = vec![regions_rim(regions, &growth.cost)];
        let mut cost = 0;
        while cost < waiting.len() {
            let mut now = std::mem::take(&mut waiting[cost]);
            now.sort_unstable_by_key(|at| (at.y, at.x));
            for at in now {
                if growth.cost[at] as usize != cost {
                    continue;
                }
                for near in at.four().filter(|near| size.contains(*near)) {
                    let there = cost + toll[near] as usize;
                    if there < growth.cost[near] as usize {
                        growth.cost[near] = there as u32;
                        growth.region[near] = growth.region[at];
                        growth.from[near] = at;
                        waiting.resize_with(waiting.len().max(there + 1), Vec::new);
                        waiting[there].push(near);
                    }
                }
            }
            cost += 1;
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

/// A chunk of small and large parts: cells that roll open, then some blocks of them, then some closed again.
fn chunk(rng: &mut Rng) -> Draft {
    let mut draft = Draft::new(Size::new(CHUNK_SIDE, CHUNK_SIDE), Tileset::standard());
    draft.origin = Point::new(rng.below(9_000) as i32 - 4_500, rng.below(9_000) as i32 - 4_500);
    let tiles = [Tile::FLOOR, Tile::WALL, draft.named("water").unwrap(), draft.named("tree").unwrap()];
    let single = rng.below(300);
    for _ in 0..rng.below(60) {
        let tile = tiles[rng.below(4) as usize];
        let (left, top) = (rng.below(CHUNK_SIDE) as i32, rng.below(CHUNK_SIDE) as i32);
        let (width, height) = (rng.below(20) as i32, rng.below(20) as i32);
        for at in (top..top + height).flat_map(|y| (left..left + width).map(move |x| Point::new(x, y))) {
            draft.set(at, tile);
        }
    }
    for _ in 0..single {
        draft.set(Point::new(rng.below(CHUNK_SIDE) as i32, rng.below(CHUNK_SIDE) as i32), tiles[rng.below(2) as usize]);
    }
    draft
}

#[test]
fn everything_is_joined_and_nothing_is_closed() {
    for seed in 0..200 {
        let stream = Seed::from(seed).fork("cells");
        let mut draft = chunk(&mut stream.rng());
        draft.set(Point::new(9, 9), Tile::FLOOR);
        let before = draft.open();
        join(&mut draft, stream.fork("join"));
        assert!(before.is_within(&draft.open()));
        assert_eq!(Components::of(&draft.open(), Neighbours::Four).count(), 1, "seed {seed}:\n{draft}");
    }
}

#[test]
fn the_ways_are_those_of_the_plain_search() {
    for seed in 0..400 {
        let stream = Seed::from(seed).fork("ways");
        let mut draft = chunk(&mut stream.rng());
        let mut plain = draft.clone();
        join(&mut draft, stream.fork("join"));
        join_plainly(&mut plain, stream.fork("join"));
        assert_eq!(draft, plain, "seed {seed}:\n{draft}\n{plain}");
    }
}

#[test]
fn parts_left_out_and_cells_added_are_as_if_they_had_been_on_the_map() {
    for seed in 0..200 {
        let stream = Seed::from(seed).fork("parts");
        let mut rng = stream.rng();
        let mut draft = chunk(&mut rng);
        let regions = Components::of(draft.as_open(), Neighbours::Four);
        let stays = |label: u32| regions.size(label) > 3;
        let mut parts = Parts::of(&regions, stays);
        for at in regions.cells_where(|label| !stays(label)).points() {
            draft.set(at, Tile::WALL);
        }
        for _ in 0..6 {
            let at = Point::new(rng.below(CHUNK_SIDE) as i32, rng.below(CHUNK_SIDE) as i32);
            parts.open(at);
            draft.carve(at);
        }
        let mut plain = draft.clone();
        parts.join(&mut draft, stream.fork("join"));
        join_plainly(&mut plain, stream.fork("join"));
        assert_eq!(draft, plain, "seed {seed}:\n{draft}\n{plain}");
    }
}

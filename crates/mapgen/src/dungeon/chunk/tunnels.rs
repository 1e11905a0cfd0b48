//! Joins the open cells of a chunk by winding tunnels that stay inside the chunk.
//!
//! ```text
//! ..####..        ..####..
//! ..####..   →    .....#..
//! ########        #.##....
//! ##...###        ##...###
//! ```
//!
//! All components grow at once: Dijkstra's search from all their cells, through closed cells whose cost is rolled by
//! place, so that the tunnels wind. Where the searches of two components meet, a tunnel joins them unless others have
//! already (Kruskal's tree). The search ends when one component is left, which is soon: most walls are thin.

use undercroft_grid::{Components, DisjointSet, Neighbours, Point};

use super::CHUNK_SIDE;
use crate::{Draft, Stream};

const SIDE: usize = CHUNK_SIDE as usize;
/// The length of a row in the arrays of a [`Search`]: a rim around the chunk saves the checks for its edge.
const STRIDE: usize = SIDE + 2;
/// More than any cell costs.
const BUCKETS: usize = 32;

/// The owner of cells that no search has reached.
const NOBODY: u16 = u16::MAX;
/// The owner of the rim, which no search enters.
const RIM: u16 = u16::MAX - 1;

/// Digs tunnels until all open cells of a chunk are one component.
pub(super) fn join(draft: &mut Draft, stream: Stream) {
    let components = Components::of(draft.open(), Neighbours::Four);
    if components.count() > 1 {
        Search::from(&components).run(draft, stream);
    }
}

/// Dijkstra's search from all components at once, with a bucket queue.
struct Search {
    /// The component whose search reached a cell first.
    owner: Vec<u16>,
    /// The cell before a closed one on the cheapest path to it; 0, a cell of the rim, for open cells.
    from: Vec<u16>,
    components: DisjointSet,
}

impl Search {
    fn from(components: &Components) -> Self {
        let mut owner = vec![RIM; STRIDE * STRIDE];
        for y in 0..SIDE {
            owner[index(0, y)..][..SIDE].fill(NOBODY);
        }
        for (y, columns, label) in components.runs() {
            owner[index(columns.start as usize, y as usize)..][..columns.len()].fill(label as u16);
        }
        Self { owner, from: vec![0; STRIDE * STRIDE], components: DisjointSet::new(components.count()) }
    }

    fn run(&mut self, draft: &mut Draft, stream: Stream) {
        let mut queue: [Vec<u16>; BUCKETS] = Default::default();
        let mut edges = draft.open().clone();
        edges.subtract(&draft.open().shrunk(Neighbours::Four));
        queue[0].extend(edges.points().map(|at| index(at.x as usize, at.y as usize) as u16));
        let mut bucket = 0;
        loop {
            let cells = std::mem::take(&mut queue[bucket]);
            for &cell in &cells {
                let owner = self.owner[usize::from(cell)];
                for near in neighbours(usize::from(cell)) {
                    match self.owner[near] {
                        RIM => {}
                        // A cell costs the same from every side, so the first search to see it has the cheapest path.
                        NOBODY => {
                            self.owner[near] = owner;
                            self.from[near] = cell;
                            queue[(bucket + cost(near, draft, stream)) % BUCKETS].push(near as u16);
                        }
                        other => {
                            if other != owner && self.components.union(u32::from(owner), u32::from(other)) {
                                self.dig(draft, usize::from(cell));
                                self.dig(draft, near);
                            }
                        }
                    }
                }
            }
            if self.components.count() == 1 {
                return;
            }
            bucket = (bucket + 1) % BUCKETS;
        }
    }

    /// Opens the path from a cell back to the component whose search reached it.
    fn dig(&self, draft: &mut Draft, mut cell: usize) {
        while self.from[cell] != 0 {
            draft.carve(point(cell));
            cell = usize::from(self.from[cell]);
        }
    }
}

/// What a tunnel pays for a cell. Cells near the edge cost more: tunnels along it would show where chunks end.
fn cost(cell: usize, draft: &Draft, stream: Stream) -> usize {
    let at = point(cell);
    let last = SIDE as i32 - 1;
    let ring = at.x.min(last - at.x).min(at.y).min(last - at.y) as usize;
    3 + (stream.at(draft.world(at)) % 7) as usize + 4 * 5_usize.saturating_sub(ring)
}

const fn index(x: usize, y: usize) -> usize {
    (y + 1) * STRIDE + x + 1
}

const fn point(index: usize) -> Point {
    Point::new((index % STRIDE) as i32 - 1, (index / STRIDE) as i32 - 1)
}

const fn neighbours(index: usize) -> [usize; 4] {
    [index - STRIDE, index - 1, index + 1, index + STRIDE]
}

#[cfg(test)]
mod tests {
    use undercroft_grid::is_connected;

    use super::*;
    use crate::{Seed, Size, Tile, Tileset};

    /// A chunk of blocks and single cells of all kinds.
    fn chunk(seed: u64) -> Draft {
        let mut rng = Seed::from(seed).fork("chunk").rng();
        let mut draft = Draft::new(Size::new(CHUNK_SIDE, CHUNK_SIDE), Tileset::standard());
        let tiles = [Tile::FLOOR, Tile::WALL, draft.named("water").unwrap(), draft.named("tree").unwrap()];
        for round in 0..rng.below(300) {
            let (longest, kinds) = if round < 60 { (20, 4) } else { (1, 2) };
            let corner = Point::new(rng.below(CHUNK_SIDE) as i32, rng.below(CHUNK_SIDE) as i32);
            let size = Size::new(1 + rng.below(longest), 1 + rng.below(longest));
            let tile = tiles[rng.below(kinds) as usize];
            size.points().for_each(|at| draft.set(at + corner, tile));
        }
        draft
    }

    #[test]
    fn tunnels_join_everything_and_close_nothing() {
        for seed in 0..200 {
            let mut draft = chunk(seed);
            draft.set(Point::new(9, 9), Tile::FLOOR);
            let before = draft.open().clone();
            join(&mut draft, Seed::from(seed).fork("join"));
            assert!(before.is_within(draft.open()), "seed {seed}:\n{draft}");
            assert!(is_connected(draft.open(), Neighbours::Four), "seed {seed}:\n{draft}");
        }
    }

    #[test]
    fn a_wall_of_one_cell_is_opened_once() {
        let mut draft = Draft::new(Size::new(CHUNK_SIDE, CHUNK_SIDE), Tileset::standard());
        for at in draft.size().points().filter(|at| at.x != 30) {
            draft.set(at, Tile::FLOOR);
        }
        let before = draft.open().count();
        join(&mut draft, Seed::from(1).fork("join"));
        assert_eq!(draft.open().count(), before + 1, "{draft}");
    }

    #[test]
    fn a_connected_chunk_stays_as_it_is() {
        let mut draft = chunk(3);
        join(&mut draft, Seed::from(1).fork("join"));
        let before = draft.clone();
        join(&mut draft, Seed::from(2).fork("join"));
        assert_eq!(draft, before);
    }
}

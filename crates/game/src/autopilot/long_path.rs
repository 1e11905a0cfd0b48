//! Paths over everything that the hero remembers of a level, however far beyond the active part.
//!
//! ```text
//! +----+----+----+
//! | @..|....|    |      A breadth-first search from the target back to the hero. What the hero knows around a distant
//! +----+.---+    |      target is often an island that no known path leads to, so a search from there ends soon.
//!      |....|..> |
//!      +----+----+
//! ```

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::Point;
use undercroft_mapgen::{CHUNK_SIDE, ChunkAt};

use super::known_map::can_walk;
use crate::action::Direction;
use crate::content::ItemClass;
use crate::game::Game;
use crate::level::coordinates::cell_of;
use crate::level::memory;
use crate::state::Cell;

/// The most cells that a search visits.
const MAX_CELLS: usize = 200_000;

/// The cells of a chunk.
const CELLS: Cell = (CHUNK_SIDE * CHUNK_SIDE) as Cell;

/// The path to a cell, without the hero's own cell. It does not lead across stairs that are `closed`.
pub(super) fn long_path(game: &Game, to: Point, closed: &[Point], braves_traps: bool) -> Option<Vec<Point>> {
    let from = game.state.hero.body.at;
    let mut map = Remembered { game, closed, braves_traps, from, to, chunks: BTreeMap::new() };
    if from == to || !map.is_open(to) {
        return None;
    }
    let mut queue = VecDeque::from([to]);
    for _ in 0..MAX_CELLS {
        let at = queue.pop_front()?;
        for direction in Direction::STRAIGHT_FIRST {
            let next = at + direction.offset();
            // At the end of the plane, positions wrap around.
            if next == to || next.chebyshev(at) != 1 || !map.can_step(at, direction) || !map.reach(next, direction) {
                continue;
            }
            if next == from {
                return Some(map.path());
            }
            queue.push_back(next);
        }
    }
    None
}

/// The level as the hero remembers it, chunk by chunk.
struct Remembered<'a> {
    game: &'a Game,
    closed: &'a [Point],
    braves_traps: bool,
    from: Point,
    to: Point,
    chunks: BTreeMap<ChunkAt, KnownChunk>,
}

struct KnownChunk {
    /// The cells that the hero believes it can walk on.
    open: Vec<bool>,
    /// The direction in which the search reached each cell.
    reached: Vec<Option<Direction>>,
}

impl Remembered<'_> {
    /// The chunk of a cell.
    fn chunk(&mut self, cell: Point) -> &mut KnownChunk {
        let at = ChunkAt::of(cell);
        self.chunks.entry(at).or_insert_with(|| {
            let mut chunk = KnownChunk::new(self.game, at, self.braves_traps);
            // Nobody climbs a ledge, and jumping off one is for the player to decide.
            let ledges = self.game.level.fixtures().filter(|cell| self.game.level.ledge(*cell).is_some());
            let closed = self.closed.iter().copied().filter(|stairs| *stairs != self.to).chain(ledges);
            for cell in closed.filter(|cell| ChunkAt::of(*cell) == at) {
                chunk.open[usize::from(cell_of(cell))] = false;
            }
            chunk
        })
    }

    fn is_open(&mut self, cell: Point) -> bool {
        cell == self.from || self.chunk(cell).open[usize::from(cell_of(cell))]
    }

    fn can_step(&mut self, at: Point, direction: Direction) -> bool {
        let offset = direction.offset();
        let beside = [at + Point::new(offset.x, 0), at + Point::new(0, offset.y)];
        self.is_open(at + offset) && (!direction.is_diagonal() || beside.into_iter().any(|cell| self.is_open(cell)))
    }

    /// Notes the direction in which a cell was reached; `false` if it has been reached before.
    fn reach(&mut self, cell: Point, direction: Direction) -> bool {
        let reached = &mut self.chunk(cell).reached[usize::from(cell_of(cell))];
        let is_new = reached.is_none();
        reached.get_or_insert(direction);
        is_new
    }

    /// Retraces the search, from the hero to the target.
    fn path(&mut self) -> Vec<Point> {
        let mut path = Vec::new();
        let mut at = self.from;
        while let Some(direction) = self.chunk(at).reached[usize::from(cell_of(at))].filter(|_| at != self.to) {
            at = at - direction.offset();
            path.push(at);
        }
        path
    }
}

impl KnownChunk {
    fn new(game: &Game, at: ChunkAt, braves_traps: bool) -> Self {
        let mut open = vec![false; CELLS.into()];
        let is_trap = |kind| game.content.item(kind).class == ItemClass::Trap;
        memory::recall_chunk(game, at, |cell, tile, item| {
            let is_avoided = !braves_traps && item.is_some_and(is_trap);
            open[usize::from(cell)] = !is_avoided && can_walk(game, game.level.flags_of(tile));
        });
        Self { open, reached: vec![None; CELLS.into()] }
    }
}

//! Ways over what the hero knows: for travelling and exploring, by people and by the bot.
//!
//! ```text
//! ####        ####
//! #@.#   →    #1.#      the way to the nearest place that is worth going to, over cells that
//! #..?        #.2       the hero has seen; ? is not seen yet, so that 2 is such a place
//! ####        ####
//! ```

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::{BitGrid, Grid, Neighbours, Point, Size};

use crate::action::Direction;
use crate::content::{Deed, ItemClass, ItemKindId};
use crate::game::Game;
use crate::level::memory;
use crate::level::stage::{Occupant, SIDE, cell_point};
use crate::state::{Creature, Memory};

/// What the hero believes of the stage.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    game: &'a Game,
    seen: BitGrid,
    /// Cells that the hero believes it can walk on, doors among them.
    open: BitGrid,
}

impl<'a> Known<'a> {
    pub(crate) fn of(game: &'a Game) -> Self {
        let size = Size::new(SIDE, SIDE);
        let mut seen = BitGrid::new(size);
        for (_, corner, memory) in memories(game) {
            for (y, row) in memory.seen.iter().enumerate() {
                // A chunk is 64 cells wide: its rows are words of the stage's.
                seen.row_mut(corner.y as u32 + y as u32)[corner.x as usize / 64] = *row;
            }
        }
        let mut open = game.stage.passable().clone();
        open.intersect(&seen);
        let mut known = Self { game, seen, open };
        known.mind_what_was_seen();
        known
    }

    /// Takes out what the hero would not walk into: traps that it knows, and those it sees standing in the way.
    fn mind_what_was_seen(&mut self) {
        let game = self.game;
        let opens = game.does.contains(&Deed::Open);
        for (at, _, memory) in memories(game) {
            for (cell, tile) in &memory.stale {
                let ground = game.stage.ground_of(*tile);
                self.set(cell_point(at, *cell), ground.walkable && (opens || !ground.shut));
            }
            for (cell, kind) in &memory.items {
                if game.content.item(*kind).class == ItemClass::Trap {
                    self.set(cell_point(at, *cell), false);
                }
            }
        }
        // Those farther away will have moved, or will be met: a way around them would change with every step.
        let here = game.state.hero.body.at;
        for at in here.eight().filter(|at| is_in_the_way(game, *at)) {
            self.set(at, false);
        }
        if !opens {
            let shut: Vec<Point> = self.open.points().collect();
            for at in shut.into_iter().map(|at| game.stage.world(at)).filter(|at| game.stage.ground(*at).shut) {
                self.set(at, false);
            }
        }
    }

    fn set(&mut self, at: Point, open: bool) {
        if let Some(local) = self.game.stage.local(at) {
            if open {
                self.open.insert(local);
            } else {
                self.open.remove(local);
            }
        }
    }

    /// The cells from which something could be seen that was not seen yet.
    pub(crate) fn frontier(&self) -> BitGrid {
        let mut unseen = self.seen.clone();
        unseen.invert();
        // Beyond the level, or the plane, there is nothing to see.
        let mut inside = BitGrid::new(unseen.size());
        let bounds = self.game.stage.bounds();
        for chunk in self.game.stage.chunks() {
            let cells = bounds.map_or(chunk.cells(), |bounds| bounds.intersection(chunk.cells()));
            if let Some(corner) = self.game.stage.local(cells.min()).filter(|_| !cells.is_empty()) {
                inside.insert_rect(undercroft_grid::Rect::new(corner.x, corner.y, cells.width, cells.height));
            }
        }
        unseen.intersect(&inside);
        let mut frontier = unseen.grown(Neighbours::Eight);
        frontier.intersect(&self.open);
        frontier
    }

    /// The cells with things on them, as the hero remembers, that pass.
    pub(crate) fn things(&self, passes: impl Fn(ItemKindId) -> bool) -> BitGrid {
        let mut found = BitGrid::new(self.open.size());
        for (at, _, memory) in memories(self.game) {
            for (cell, kind) in &memory.items {
                let place = cell_point(at, *cell);
                if let Some(local) = self.game.stage.local(place).filter(|_| !memory.left.contains(cell))
                    && passes(*kind)
                {
                    found.insert(local);
                }
            }
        }
        found
    }

    /// The way to the nearest of some cells of the stage, without where the hero stands; empty where it stands on one.
    pub(crate) fn way_to(&self, targets: &BitGrid) -> Option<Vec<Point>> {
        if targets.is_empty() {
            return None;
        }
        self.search(|at| targets.contains(at))
    }

    /// The way to one cell.
    pub(crate) fn way_to_cell(&self, to: Point) -> Option<Vec<Point>> {
        let local = self.game.stage.local(to)?;
        self.search(|at| at == local)
    }

    /// The way to the cell, of some, that is nearest to a place as the crow flies.
    pub(crate) fn way_towards(&self, targets: &BitGrid, place: Point) -> Option<Vec<Point>> {
        let (from, cells) = (self.start()?, self.reached());
        let reached = targets.points().filter(|at| cells.contains(*at) && *at != from);
        let best = reached.min_by_key(|at| (self.game.stage.world(*at).chebyshev(place), *at))?;
        self.search(|at| at == best)
    }

    fn start(&self) -> Option<Point> {
        self.game.stage.local(self.game.state.hero.body.at)
    }

    fn reached(&self) -> BitGrid {
        let mut reached = BitGrid::new(self.open.size());
        let mut queue = VecDeque::from_iter(self.start());
        while let Some(at) = queue.pop_front() {
            for direction in Direction::STRAIGHT_FIRST {
                let next = at + direction.offset();
                if self.may_step(at, direction) && reached.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        reached
    }

    fn may_step(&self, from: Point, direction: Direction) -> bool {
        let next = from + direction.offset();
        if !self.open.contains(next) {
            return false;
        }
        let passable = self.game.stage.passable();
        !direction.is_diagonal()
            || passable.contains(Point::new(next.x, from.y))
            || passable.contains(Point::new(from.x, next.y))
    }

    fn search(&self, is_target: impl Fn(Point) -> bool) -> Option<Vec<Point>> {
        let from = self.start()?;
        // For each cell that was reached, one more than the number of the direction that led there.
        let mut came = Grid::new(self.open.size(), 0_u8);
        came[from] = u8::MAX;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if is_target(at) {
                return Some(self.trace(&came, from, at));
            }
            for direction in Direction::STRAIGHT_FIRST {
                let next = at + direction.offset();
                if self.may_step(at, direction) && came[next] == 0 {
                    came[next] = direction as u8 + 1;
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn trace(&self, came: &Grid<u8>, from: Point, to: Point) -> Vec<Point> {
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            way.push(self.game.stage.world(at));
            let direction = Direction::ALL[usize::from(came[at] - 1)];
            at = at - direction.offset();
        }
        way.reverse();
        way
    }
}

/// Whether somebody stands on a cell who would not make room.
pub(crate) fn is_in_the_way(game: &Game, at: Point) -> bool {
    let Occupant::Creature(index) = game.stage.occupant(at) else { return false };
    let peaceful = |creature: &Creature| game.content.creature(creature.kind).peaceful;
    let makes_room = game.does.contains(&Deed::Swap) && game.state.creatures.get(index).is_some_and(peaceful);
    game.stage.sees(at) && !makes_room
}

/// What the hero remembers of each chunk of the stage, with the chunk's first cell on the stage.
fn memories(game: &Game) -> impl Iterator<Item = (undercroft_mapgen::ChunkAt, Point, &Memory)> {
    let level = game.state.levels.get(&game.state.depth);
    game.stage.chunks().filter_map(move |at| {
        let memory = &level?.chunks.get(&at)?.memory;
        Some((at, game.stage.local(at.cells().min())?, memory))
    })
}

/// The longest way over cells that are not on the stage.
const FARTHEST: usize = 200_000;

/// The way to a cell that may be far off the stage, over everything that the hero remembers of the level.
pub(crate) fn far_way(game: &Game, to: Point) -> Option<Vec<Point>> {
    let opens = game.does.contains(&Deed::Open);
    let is_open = |at: Point| {
        let ground = memory::recall(game, at).map(|(tile, _)| game.stage.ground_of(tile));
        ground.is_some_and(|ground| ground.walkable && (opens || !ground.shut))
    };
    let from = game.state.hero.body.at;
    let mut came: BTreeMap<Point, Direction> = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            let mut way = Vec::new();
            let mut at = to;
            while let Some(direction) = came.get(&at).filter(|_| at != from) {
                way.push(at);
                at = at - direction.offset();
            }
            way.reverse();
            return Some(way);
        }
        if came.len() > FARTHEST {
            return None;
        }
        // Four directions: this is for long ways, and never squeezes between corners.
        for direction in Direction::STRAIGHT_FIRST.into_iter().take(4) {
            let next = at + direction.offset();
            if next != from && !came.contains_key(&next) && next.chebyshev(at) == 1 && is_open(next) {
                came.insert(next, direction);
                queue.push_back(next);
            }
        }
    }
    None
}

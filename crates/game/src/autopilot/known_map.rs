//! The map as the hero knows it, and paths over it.
//!
//! ```text
//! ####        ####
//! #@.#   →    #1.#      the shortest path to the nearest cell worth visiting, over cells the
//! #..?        #.2       hero has seen; ? is unseen, which makes 2 worth a visit
//! ####        ####
//! ```

use std::collections::VecDeque;

use undercroft_grid::{BitGrid, Grid, Neighbours, Point, Rect, Size};
use undercroft_mapgen::{ChunkAt, StairKind, StairUse};

use super::long_path::long_path;
use crate::action::Direction;
use crate::content::{Ability, ItemClass, ItemKindId};
use crate::game::Game;
use crate::level::active_level::{Occupant, SIDE};
use crate::level::coordinates::cell_position;
use crate::level::memory;
use crate::level::tile_flags::TileFlags;
use crate::state::Memory;

/// The active level as the hero knows it.
#[derive(Clone, Debug)]
pub(crate) struct KnownMap<'a> {
    game: &'a Game,
    seen: BitGrid,
    /// Cells that the hero believes it can walk on, doors among them.
    open: BitGrid,
    /// Stairs that are taken by stepping on them. A path may end there, but not cross them.
    stairs: Vec<Point>,
    braves_traps: bool,
}

impl<'a> KnownMap<'a> {
    /// The map as the hero knows it. Known traps are closed unless the hero is willing to walk over them.
    pub(crate) fn new(game: &'a Game, braves_traps: bool) -> Self {
        let mut seen = BitGrid::new(Size::new(SIDE, SIDE));
        for (_, corner, memory) in memories(game) {
            for (y, row) in memory.seen.iter().enumerate() {
                // A chunk is 64 cells wide, so its rows are whole words.
                seen.row_mut(corner.y as u32 + y as u32)[corner.x as usize / 64] = *row;
            }
        }
        let mut open = game.level.passable().clone();
        open.intersect(&seen);
        let mut map = Self { game, seen, open, stairs: stairs_that_take_you(game), braves_traps };
        map.correct_open_cells();
        map
    }

    /// Adjusts the open cells to what the hero believes, and closes those it would not walk into.
    fn correct_open_cells(&mut self) {
        let game = self.game;
        for (chunk, _, memory) in memories(game) {
            for (cell, tile) in &memory.stale {
                self.set_open(cell_position(chunk, *cell), can_walk(game, game.level.flags_of(*tile)));
            }
            for (cell, kind) in &memory.items {
                if game.content.item(*kind).class == ItemClass::Trap && !self.braves_traps {
                    self.set_open(cell_position(chunk, *cell), false);
                }
            }
        }
        for at in self.stairs.clone() {
            self.set_open(at, false);
        }
        for at in game.level.fixtures() {
            if game.can_open(at) && memory::has_seen(&game.state, at) {
                self.set_open(at, true);
            }
            if game.level.ledge(at).is_some() {
                self.set_open(at, false);
            }
        }
        // Creatures farther away will have moved by then; avoiding them would change the path with every step.
        for at in game.state.hero.body.at.eight().filter(|at| is_in_the_way(game, *at)) {
            self.set_open(at, false);
        }
        if !game.abilities.contains(&Ability::Open) {
            let open: Vec<Point> = self.open.points().collect();
            for at in open.into_iter().map(|at| game.level.global(at)).filter(|at| game.level.flags(*at).closed) {
                self.set_open(at, false);
            }
        }
    }

    fn set_open(&mut self, at: Point, open: bool) {
        if let Some(local) = self.game.level.local(at) {
            self.open.put(local, open);
        }
    }

    /// The same map with the ledges above some cells open.
    pub(crate) fn with_ledges(&self, feet: &[Point]) -> Self {
        let level = &self.game.level;
        let ledges = level.fixtures().filter_map(|at| level.ledge(at)).filter(|ledge| feet.contains(&ledge.to));
        self.through(&ledges.map(|ledge| ledge.at).collect::<Vec<_>>())
    }

    /// The same map with every known ledge open.
    pub(crate) fn with_all_ledges(&self) -> Self {
        let level = &self.game.level;
        let known = |at: &Point| level.ledge(*at).is_some() && memory::has_seen(&self.game.state, *at);
        self.through(&level.fixtures().filter(known).collect::<Vec<_>>())
    }

    /// The same map with additional cells open.
    pub(crate) fn through(&self, cells: &[Point]) -> Self {
        let mut map = self.clone();
        cells.iter().for_each(|at| map.set_open(*at, true));
        map
    }

    /// The open cells beside a wall not yet searched for secret doors: first those in dead ends, then the others.
    pub(crate) fn unsearched(&self) -> (BitGrid, BitGrid) {
        let mut walls = self.seen.clone();
        walls.subtract(self.game.level.passable());
        for (_, corner, memory) in memories(self.game) {
            for (y, row) in memory.searched.iter().enumerate() {
                walls.row_mut(corner.y as u32 + y as u32)[corner.x as usize / 64] &= !*row;
            }
        }
        // Water and glass hide nothing.
        let opaque = BitGrid::from_fn(walls.size(), |at| {
            walls.contains(at) && !self.game.level.flags(self.game.level.global(at)).transparent
        });
        let mut beside = opaque.grown(Neighbours::Four);
        beside.intersect(&self.open);
        let exits = |at: Point| at.four().filter(|near| self.open.contains(*near)).count();
        let dead_ends = BitGrid::from_fn(beside.size(), |at| beside.contains(at) && exits(at) <= 1);
        (dead_ends, beside)
    }

    /// The open cells next to something unseen, and those known only from a map.
    pub(crate) fn frontier(&self) -> BitGrid {
        let mut unseen = self.seen.clone();
        unseen.invert();
        // There is nothing to see beyond the level or the plane.
        let mut inside = BitGrid::new(unseen.size());
        let bounds = self.game.level.bounds();
        for chunk in self.game.level.chunks() {
            let cells = bounds.map_or(chunk.cells(), |bounds| bounds.intersection(chunk.cells()));
            if let Some(corner) = self.game.level.local(cells.min()).filter(|_| !cells.is_empty()) {
                inside.insert_rect(Rect::new(corner.x, corner.y, cells.width, cells.height));
            }
        }
        unseen.intersect(&inside);
        let mut frontier = unseen.grown(Neighbours::Eight);
        for (chunk, _, memory) in memories(self.game) {
            for local in memory.mapped.iter().filter_map(|cell| self.game.level.local(cell_position(chunk, *cell))) {
                frontier.insert(local);
            }
        }
        frontier.intersect(&self.open);
        frontier
    }

    /// The cells where the hero remembers an item that passes a test, except items it dropped itself.
    pub(crate) fn items(&self, passes: impl Fn(ItemKindId) -> bool) -> BitGrid {
        let mut found = BitGrid::new(self.open.size());
        for (chunk, _, memory) in memories(self.game) {
            for (cell, kind) in memory.items.iter().filter(|(cell, _)| !memory.dropped.contains(cell)) {
                if let Some(local) = self.game.level.local(cell_position(chunk, *cell)).filter(|_| passes(*kind)) {
                    found.insert(local);
                }
            }
        }
        found
    }

    /// Converts cells of the active level to a set of local cells.
    pub(crate) fn cells(&self, cells: impl Iterator<Item = Point>) -> BitGrid {
        let mut set = BitGrid::new(self.open.size());
        for local in cells.filter_map(|at| self.game.level.local(at)) {
            set.insert(local);
        }
        set
    }

    /// The path to the nearest of the given local cells, without the hero's own cell.
    pub(crate) fn path_to_nearest(&self, targets: &BitGrid) -> Option<Vec<Point>> {
        if targets.is_empty() {
            return None;
        }
        self.search(|at| targets.contains(at))
    }

    /// The path to a cell over everything that the hero remembers of the level.
    pub(crate) fn path_to(&self, to: Point) -> Option<Vec<Point>> {
        self.short_path_to(to).or_else(|| long_path(self.game, to, &self.stairs, self.braves_traps))
    }

    /// The path to a cell that does not leave the active level.
    pub(crate) fn short_path_to(&self, to: Point) -> Option<Vec<Point>> {
        let local = self.game.level.local(to)?;
        self.search(|at| at == local)
    }

    /// The path to whichever reachable local cell is closest to a place as the crow flies.
    pub(crate) fn path_towards(&self, targets: &BitGrid, place: Point) -> Option<Vec<Point>> {
        let from = self.start()?;
        let came_from = self.explore_from(from, |_| false).0;
        let reached = targets.points().filter(|at| *at != from && came_from[*at].is_some());
        let best = reached.min_by_key(|at| (self.game.level.global(*at).chebyshev(place), *at))?;
        Some(self.trace(&came_from, from, best))
    }

    fn start(&self) -> Option<Point> {
        self.game.level.local(self.game.state.hero.body.at)
    }

    fn search(&self, is_target: impl Fn(Point) -> bool) -> Option<Vec<Point>> {
        let from = self.start()?;
        let (came_from, found) = self.explore_from(from, is_target);
        Some(self.trace(&came_from, from, found?))
    }

    /// A breadth-first search that stops at the first target. Returns the direction that led to each cell, and the target.
    fn explore_from(&self, from: Point, is_target: impl Fn(Point) -> bool) -> (Grid<Option<Direction>>, Option<Point>) {
        let mut came_from = Grid::new(self.open.size(), None);
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if is_target(at) {
                return (came_from, Some(at));
            }
            for direction in Direction::STRAIGHT_FIRST {
                let next = at + direction.offset();
                let opens = |at| is_target(at) && self.stairs.contains(&self.game.level.global(at));
                if next != from && self.can_step(at, direction, opens) && came_from[next].is_none() {
                    came_from[next] = Some(direction);
                    queue.push_back(next);
                }
            }
        }
        (came_from, None)
    }

    fn can_step(&self, from: Point, direction: Direction, opens: impl Fn(Point) -> bool) -> bool {
        let (passable, to) = (self.game.level.passable(), from + direction.offset());
        let goes = (self.open.contains(to) || opens(to)) && !direction.squeezes(from, |at| passable.contains(at));
        goes && !self.game.level.ledge_prevents(self.game.level.global(from), self.game.level.global(to))
    }

    fn trace(&self, came_from: &Grid<Option<Direction>>, from: Point, to: Point) -> Vec<Point> {
        let path = walk_back(from, to, |at| came_from[at]);
        path.into_iter().map(|at| self.game.level.global(at)).collect()
    }
}

/// The known stairs, in a plan where stepping on stairs takes them.
fn stairs_that_take_you(game: &Game) -> Vec<Point> {
    match game.plan().stair_use() {
        StairUse::Step => {
            [StairKind::Up, StairKind::Down].into_iter().flat_map(|kind| memory::stairs(game, kind)).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the hero could walk on a tile.
pub(super) fn can_walk(game: &Game, flags: TileFlags) -> bool {
    flags.walkable && (!flags.closed || game.abilities.contains(&Ability::Open))
}

/// Whether a creature in sight occupies a cell and would not make way.
pub(crate) fn is_in_the_way(game: &Game, at: Point) -> bool {
    let Occupant::Creature(index) = game.level.occupant(at) else { return false };
    let creature = game.state.creatures.get(index);
    let peaceful = creature.is_some_and(|creature| game.content.creature(creature.kind).peaceful);
    game.level.sees(at) && !(peaceful && game.abilities.contains(&Ability::Swap))
}

/// What the hero remembers of each active chunk, with the chunk's first local cell.
fn memories(game: &Game) -> impl Iterator<Item = (ChunkAt, Point, &Memory)> {
    let level = game.state.levels.get(&game.state.depth);
    game.level.chunks().filter_map(move |at| {
        let memory = &level?.chunks.get(&at)?.memory;
        Some((at, game.level.local(at.cells().min())?, memory))
    })
}

/// Follows the directions of a search back from its target.
fn walk_back(from: Point, to: Point, came_from: impl Fn(Point) -> Option<Direction>) -> Vec<Point> {
    let mut path = Vec::new();
    let mut at = to;
    while let Some(direction) = came_from(at).filter(|_| at != from) {
        path.push(at);
        at = at - direction.offset();
    }
    path.reverse();
    path
}

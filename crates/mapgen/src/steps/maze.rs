//! Fills the rock with a maze.
//!
//! ```text
//! ###########        ###########
//! ###########        #.#.......#
//! ###########        #.#.###.#.#
//! ###########   →    #...#...#.#
//! ###########        #.###.###.#
//! ###########        #.....#...#
//! ###########        ###########
//! ```

use undercroft_grid::{FOUR, Grid, Point, Rect, Size};

use crate::{BadParameter, Chance, Draft, Fact, Observer, Rng, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Fills the rock with a maze.
    ///
    /// The growing tree algorithm makes a perfect maze, with exactly one path between any two cells. Braiding then
    /// opens some dead ends, which makes loops. Cells that were open before are kept, with a wall around them;
    /// `connect` joins them to the maze.
    pub struct Maze = "maze" {
        /// The width of the corridors.
        pub cell: u32 = 1,
        /// How often a corridor branches off at random instead of going on: 0 makes long, winding corridors, 1 many
        /// short ones.
        pub branching: f64 = 0.1,
        /// The share of dead ends to open.
        pub braid: f64 = 0.25,
        /// The tile of the floor.
        pub tile: String = "floor".into(),
    }
}

impl Step for Maze {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN, Fact::CONNECTED]
    }

    fn min_size(&self) -> Size {
        let side = self.cell.min(1_000) + 2;
        Size::new(side, side)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("cell", self.cell, 1..=100)?;
        require::share("branching", self.branching)?;
        require::share("braid", self.braid)?;
        require::walkable("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        let plan = Plan::for_map(draft.size(), self.cell);
        let open = draft.open();
        let is_free = |cell: Point| !open.meets_rect(plan.floor(cell).grown(1));
        let mut passages = Passages::new(plan.size, is_free);
        let mut grown = 0;
        passages.grow(Chance::clamped(self.branching), &mut stream.fork("grow").rng(), |cell, passage| {
            if observer.is_watching() {
                draft.fill(plan.floor(cell), tile);
                if let Some((from, direction)) = passage {
                    draft.fill(plan.passage(from, direction), tile);
                }
                grown += 1;
                observer.show_progress(grown, plan.size.area(), draft);
            }
        });
        passages.braid(Chance::clamped(self.braid), &mut stream.fork("braid").rng());
        for cell in plan.size.points() {
            let exits = passages.0[cell];
            if exits & FREE != 0 {
                draft.fill(plan.floor(cell), tile);
            }
            for direction in [RIGHT, DOWN].into_iter().filter(|direction| exits >> direction & 1 == 1) {
                draft.fill(plan.passage(cell, direction), tile);
            }
        }
        Ok(())
    }
}

/// Indices into [`FOUR`]; the opposite of direction `d` is `3 - d`.
const RIGHT: usize = 2;
const DOWN: usize = 3;
/// The lowest four bits of a cell are its open exits.
const EXITS: u8 = 0b1111;
/// The cell belongs to the maze.
const FREE: u8 = 0b1_0000;
/// The maze has reached the cell.
const VISITED: u8 = 0b10_0000;

/// How the cells of the maze lie on the map.
struct Plan {
    /// The size of the maze in cells.
    size: Size,
    first: Point,
    cell: u32,
}

impl Plan {
    fn for_map(map: Size, cell: u32) -> Self {
        let (count, spare) = (|side: u32| (side - 1) / (cell + 1), |side: u32| (side - 1) % (cell + 1));
        let first = Point::new(1 + (spare(map.width) / 2) as i32, 1 + (spare(map.height) / 2) as i32);
        Self { size: Size::new(count(map.width), count(map.height)), first, cell }
    }

    fn floor(&self, cell: Point) -> Rect {
        let pitch = self.cell as i32 + 1;
        Rect::new(self.first.x + cell.x * pitch, self.first.y + cell.y * pitch, self.cell, self.cell)
    }

    /// The gap in the wall to the next cell.
    fn passage(&self, cell: Point, direction: usize) -> Rect {
        let floor = self.floor(cell);
        match direction {
            RIGHT => Rect::new(floor.right(), floor.y, 1, self.cell),
            _ => Rect::new(floor.x, floor.bottom(), self.cell, 1),
        }
    }
}

/// The cells of a maze and the passages between them.
struct Passages(Grid<u8>);

impl Passages {
    fn new(size: Size, is_free: impl Fn(Point) -> bool) -> Self {
        Self(Grid::from_fn(size, |cell| if is_free(cell) { FREE } else { 0 }))
    }

    /// Grows a tree over connected free cells, then another until none is left. Calls `grown` with each new cell and
    /// the passage to it, which leads right or down from a cell.
    fn grow(&mut self, branching: Chance, rng: &mut Rng, mut grown: impl FnMut(Point, Option<(Point, usize)>)) {
        let mut growing: Vec<Point> = Vec::new();
        for root in self.0.size().points() {
            if self.0[root] & (FREE | VISITED) != FREE {
                continue;
            }
            self.0[root] |= VISITED;
            growing.push(root);
            grown(root, None);
            while let Some(newest) = growing.len().checked_sub(1) {
                let chosen = if rng.chance(branching) { rng.below(growing.len() as u32) as usize } else { newest };
                let at = growing[chosen];
                match self.pick(at, rng, |next| next & (FREE | VISITED) == FREE) {
                    Some(direction) => {
                        self.open(at, direction);
                        let next = at + FOUR[direction];
                        self.0[next] |= VISITED;
                        growing.push(next);
                        let forwards = matches!(direction, RIGHT | DOWN);
                        grown(next, Some(if forwards { (at, direction) } else { (next, 3 - direction) }));
                    }
                    None => _ = growing.swap_remove(chosen),
                }
            }
        }
    }

    /// Opens a share of the dead ends, into each other where they meet.
    fn braid(&mut self, share: Chance, rng: &mut Rng) {
        for at in self.0.size().points() {
            if !is_dead_end(self.0[at]) || !rng.chance(share) {
                continue;
            }
            let exit = self.pick(at, rng, is_dead_end).or_else(|| self.pick(at, rng, |next| next & FREE != 0));
            if let Some(direction) = exit {
                self.open(at, direction);
            }
        }
    }

    /// A random direction in which there is a wall, with a cell behind it that passes the test.
    fn pick(&self, at: Point, rng: &mut Rng, passes: impl Fn(u8) -> bool) -> Option<usize> {
        let closed = |direction: &usize| self.0[at] >> direction & 1 == 0;
        let mut choice = [0; 4];
        let mut count = 0;
        for direction in (0..4).filter(closed) {
            if self.0.get(at + FOUR[direction]).is_some_and(|next| passes(*next)) {
                choice[count] = direction;
                count += 1;
            }
        }
        rng.pick(&choice[..count]).copied()
    }

    fn open(&mut self, at: Point, direction: usize) {
        self.0[at] |= 1 << direction;
        self.0[at + FOUR[direction]] |= 1 << (3 - direction);
    }
}

const fn is_dead_end(cell: u8) -> bool {
    (cell & EXITS).count_ones() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use undercroft_grid::{Components, Neighbours, dead_ends};

    fn maze(step: &Maze, size: Size, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        step.apply(&mut draft, Seed::from(seed).fork("maze")).unwrap();
        draft
    }

    #[test]
    fn a_perfect_maze_has_one_path_between_any_two_cells() {
        for seed in 0..100 {
            let size = Size::new(3 + (seed % 37) as u32, 3 + (seed % 23) as u32);
            let step = Maze::default().braid(0.0).branching((seed % 5) as f64 / 4.0);
            let draft = maze(&step, size, seed);
            let open = draft.open();
            assert_eq!(Components::of(open, Neighbours::Four).count(), 1, "{draft}");
            // It is connected, and has as many cells as a tree has nodes and edges.
            let cells = ((size.width - 1) / 2 * ((size.height - 1) / 2)) as usize;
            assert_eq!(open.count(), 2 * cells - 1, "{draft}");
        }
    }

    #[test]
    fn braiding_opens_the_given_share_of_dead_ends() {
        let ends = |braid: f64| -> usize {
            let step = Maze::default().braid(braid);
            (0..20).map(|seed| dead_ends(maze(&step, Size::new(61, 41), seed).open()).count()).sum()
        };
        let (perfect, half, none) = (ends(0.0), ends(0.5), ends(1.0));
        assert_eq!(none, 0);
        assert!((3 * half..6 * half).contains(&(2 * perfect)), "{half} of {perfect} dead ends are left");
    }

    #[test]
    fn wide_corridors_fill_the_map_evenly() {
        let draft = maze(&Maze::default().cell(3).braid(0.0), Size::new(27, 19), 2);
        assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 1, "{draft}");
        assert_eq!(draft.open().bounding_rect(), Rect::new(2, 2, 23, 15), "{draft}");
    }

    #[test]
    fn rooms_are_left_alone() {
        let mut draft = Draft::new(Size::new(31, 21), Tileset::standard());
        let room = Rect::new(10, 6, 8, 7);
        draft.fill(room, crate::Tile::FLOOR);
        draft.rooms.push(room);
        Maze::default().apply(&mut draft, Seed::from(1).fork("maze")).unwrap();
        assert_eq!(draft.open().count_in(room.grown(1)), room.area(), "{draft}");
        assert_eq!(Components::of(draft.open(), Neighbours::Four).count(), 2, "{draft}");
    }
}

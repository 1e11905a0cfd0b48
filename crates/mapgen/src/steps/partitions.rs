//! Divides the map into a grid of partitions and carves a room in most of them.
//!
//! ```text
//! ################        ################
//! ################        #...####.....###
//! ################        #...####.....###
//! ################   →    ################
//! ################        ################
//! ################        ###..###########
//! ################        ################
//! ```

use std::sync::Arc;

use undercroft_grid::{BitGrid, Grid, Point, Rect, Size};

use crate::recipe::LONGEST_SIDE;
use crate::{
    BadParameter, Draft, EndlessMode, Fact, Observer, Reach, Step, Stream, Tile, Tileset, Veto, require, step,
};

/// A room and the walls on both sides.
const NARROWEST: u32 = 3;
/// The longest side of a partition of an endless grid.
const WIDEST: u32 = 1_000;
/// The most partitions across or down in a block of an endless grid.
const WIDEST_BLOCK: u32 = 100;

step! {
    /// Divides the map into a grid of partitions and carves a room in most of them.
    ///
    /// A room takes up between a third and all but two of its partition's columns and rows, so rooms never touch. A
    /// partition's rolls depend only on its place. If the size of a partition is given, the grid is endless from the
    /// world's (0, 0), and each block of `columns` by `rows` partitions has its own missing rooms.
    pub struct Partitions = "partitions" {
        /// The number of partitions across.
        pub columns: u32 = 3,
        /// The number of partitions down.
        pub rows: u32 = 3,
        /// The number of partitions without a room. At least one always has a room.
        pub missing: u32 = 1,
        /// The width of a partition; 0 divides the width of the map evenly.
        pub width: u32 = 0,
        /// The height of a partition; 0 divides the height of the map evenly.
        pub height: u32 = 0,
        /// The tile of the floor.
        pub tile: String = "floor".into(),
    }
}

impl Step for Partitions {
    fn reach(&self) -> Reach {
        match self.is_endless() {
            // A cell's own partition and those around it, so that halls between them can be dug.
            true => Reach::Cells(2 * self.width.max(self.height)),
            false => Reach::Whole,
        }
    }

    fn endless(&self, level: Size) -> EndlessMode {
        if self.is_endless() {
            return EndlessMode::Same;
        }
        let side = |side: u32, count: u32| (side / count.max(1)).clamp(NARROWEST, WIDEST);
        EndlessMode::Replaced(Arc::new(Self {
            columns: self.columns.clamp(1, WIDEST_BLOCK),
            rows: self.rows.clamp(1, WIDEST_BLOCK),
            width: side(level.width, self.columns),
            height: side(level.height, self.rows),
            ..self.clone()
        }))
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::ROOMS, Fact::LATTICE, Fact::OPEN]
    }

    fn min_size(&self) -> Size {
        let side =
            |count: u32, side: u32| if self.is_endless() { side } else { NARROWEST * count }.min(2 * LONGEST_SIDE);
        Size::new(side(self.columns.min(LONGEST_SIDE), self.width), side(self.rows.min(LONGEST_SIDE), self.height))
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        let most = if self.is_endless() { WIDEST_BLOCK } else { LONGEST_SIDE / NARROWEST };
        require::within("columns", self.columns, 1..=most)?;
        require::within("rows", self.rows, 1..=most)?;
        let most = (u64::from(self.columns) * u64::from(self.rows) - 1).max(1);
        require::within("missing", u64::from(self.missing), 0..=most)?;
        for (name, side, other) in [("width", self.width, self.height), ("height", self.height, self.width)] {
            if side != 0 || other != 0 {
                require::within(name, side, NARROWEST..=WIDEST)?;
            }
        }
        require::walkable("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        match self.is_endless() {
            true => self.carve_endless(draft, stream, tile, observer),
            false => self.carve_bounded(draft, stream, tile, observer),
        }
        match draft.rooms.is_empty() && !self.is_endless() && !draft.lenient {
            true => Err(Veto::new("partitions", "no partition has a room")),
            false => Ok(()),
        }
    }
}

impl Partitions {
    const fn is_endless(&self) -> bool {
        self.width > 0 && self.height > 0
    }

    /// One block of partitions over the whole map.
    fn carve_bounded(&self, draft: &mut Draft, stream: Stream, tile: Tile, observer: &mut Observer<'_>) {
        let size = draft.size();
        let missing = self.missing_of(stream, Point::new(0, 0));
        // Partitions differ by at most one cell.
        let edge = |index: i32, side: u32, count: u32| (i64::from(index) * i64::from(side) / i64::from(count)) as i32;
        let lattice = Grid::from_fn(missing.size(), |at| {
            let corner =
                |at: Point| Point::new(edge(at.x, size.width, self.columns), edge(at.y, size.height, self.rows));
            let end = corner(at + Point::new(1, 1)) - Point::new(1, 1);
            (!missing.contains(at)).then(|| {
                let room = add_room(draft, stream, at, Rect::spanning(corner(at), end), tile);
                observer.show(draft);
                room
            })
        });
        draft.lattice = Some(lattice);
    }

    /// Every partition of the endless grid that lies entirely on the map.
    fn carve_endless(&self, draft: &mut Draft, stream: Stream, tile: Tile, observer: &mut Observer<'_>) {
        let world = Rect::new(draft.origin.x, draft.origin.y, draft.size().width, draft.size().height);
        let sides = (i64::from(self.width), i64::from(self.height));
        let whole = |from: i32, length: u32, side: i64| {
            let (from, to) = (i64::from(from), i64::from(from) + i64::from(length));
            let (first, end) = (-(-from).div_euclid(side), to.div_euclid(side));
            (first, (end - first).max(0) as u32)
        };
        let (first_column, columns) = whole(world.x, world.width, sides.0);
        let (first_row, rows) = whole(world.y, world.height, sides.1);
        let block_side = (i64::from(self.columns), i64::from(self.rows));
        let mut latest: Option<(Point, BitGrid)> = None;
        let lattice = Grid::from_fn(Size::new(columns, rows), |at| {
            let (x, y) = (first_column + i64::from(at.x), first_row + i64::from(at.y));
            let block = Point::new(x.div_euclid(block_side.0) as i32, y.div_euclid(block_side.1) as i32);
            // Neighbouring partitions are usually in the same block, so its missing rooms need not be rolled again.
            let missing = match latest.take() {
                Some((of, missing)) if of == block => missing,
                _ => self.missing_of(stream, block),
            };
            let in_block = Point::new(x.rem_euclid(block_side.0) as i32, y.rem_euclid(block_side.1) as i32);
            let has_room = !missing.contains(in_block);
            latest = Some((block, missing));
            let corner = (x * sides.0 - i64::from(world.x), y * sides.1 - i64::from(world.y));
            let partition = Rect::new(corner.0 as i32, corner.1 as i32, self.width, self.height);
            has_room.then(|| {
                let room = add_room(draft, stream, Point::new(x as i32, y as i32), partition, tile);
                observer.show(draft);
                room
            })
        });
        draft.lattice = Some(lattice);
    }

    /// The partitions of a block without a room: a uniform random subset, by Floyd's algorithm.
    fn missing_of(&self, stream: Stream, block: Point) -> BitGrid {
        let mut missing = BitGrid::new(Size::new(self.columns, self.rows));
        let count = self.columns * self.rows;
        let mut rng = super::stream_of(stream.fork("missing"), block).rng();
        let place = |index: u32| Point::new((index % self.columns) as i32, (index / self.columns) as i32);
        for last in count - self.missing.min(count - 1)..count {
            if !missing.insert(place(rng.below(last + 1))) {
                missing.insert(place(last));
            }
        }
        missing
    }
}

/// Carves the room of a partition and returns its index.
fn add_room(draft: &mut Draft, stream: Stream, place: Point, partition: Rect, tile: Tile) -> usize {
    let room = room_of(stream, place, partition);
    draft.fill(room, tile);
    draft.rooms.push(room);
    draft.rooms.len() - 1
}

/// The room of the partition at a position in the grid.
fn room_of(stream: Stream, place: Point, partition: Rect) -> Rect {
    let mut rng = super::stream_of(stream, place).rng();
    let mut side = |of: u32| rng.range((of / 3).max(1) as i32..=of as i32 - 2);
    let (width, height) = (side(partition.width), side(partition.height));
    let x = rng.range(partition.x + 1..=partition.right() - 1 - width);
    let y = rng.range(partition.y + 1..=partition.bottom() - 1 - height);
    Rect::new(x, y, width as u32, height as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn partitioned(step: &Partitions, size: Size, origin: Point, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        draft.origin = origin;
        step.check(draft.tileset()).unwrap();
        step.apply(&mut draft, Seed::from(seed).fork("partitions")).unwrap();
        draft
    }

    #[test]
    fn rooms_lie_apart_inside_the_border_and_fill_at_least_a_third() {
        for seed in 0..300 {
            let step = Partitions::default().columns(1 + (seed % 5) as u32);
            let size = Size::new(20 + (seed % 41) as u32, 9 + (seed % 31) as u32);
            let draft = partitioned(&step, size, Point::new(0, 0), seed);
            assert_eq!(draft.rooms.len() as u32, step.columns * step.rows - 1, "{draft}");
            for (index, room) in draft.rooms.iter().enumerate() {
                assert!(size.interior().encloses(*room), "{room:?} in\n{draft}");
                let (across, down) = (size.width / step.columns, size.height / step.rows);
                assert!(room.width >= (across / 3).max(1) && room.width < across, "{room:?} in\n{draft}");
                assert!(room.height >= (down / 3).max(1) && room.height < down, "{room:?} in\n{draft}");
                let meets = |other: &Rect| room.grown(1).meets(other.grown(1));
                assert!(!draft.rooms[..index].iter().any(meets), "{room:?} in\n{draft}");
            }
        }
    }

    #[test]
    fn every_partition_is_missing_equally_often() {
        let step = Partitions::default();
        let mut times = [0_u32; 9];
        for seed in 0..4_500 {
            let missing = step.missing_of(Seed::from(seed).fork("partitions"), Point::new(0, 0));
            assert_eq!(missing.count(), 1);
            times[missing.first().map_or(0, |at| at.y * 3 + at.x) as usize] += 1;
        }
        // 500 each are expected, with a standard deviation of 21.
        assert!(times.iter().all(|times| (400..600).contains(times)), "{times:?}");
    }

    #[test]
    fn a_single_partition_always_has_its_room() {
        let step = Partitions::default().columns(1).rows(1);
        assert_eq!(partitioned(&step, Size::new(10, 10), Point::new(0, 0), 3).rooms.len(), 1);
        let greedy = Partitions::default().missing(9);
        assert!(greedy.check(&Tileset::standard()).is_err());
        let all_but_one = Partitions::default().missing(8);
        assert_eq!(partitioned(&all_but_one, Size::new(30, 30), Point::new(0, 0), 3).rooms.len(), 1);
    }

    #[test]
    fn endless_partitions_do_not_depend_on_the_window() {
        let step = Partitions::default().width(11).height(8);
        let Reach::Cells(margin) = step.reach() else { panic!("partitions of a given size are made by place") };
        let far = i32::MAX - 400;
        for corner in [Point::new(-150, -90), Point::new(far, far), Point::new(i32::MIN, i32::MIN + 7)] {
            let whole = partitioned(&step, Size::new(300, 200), corner, 5);
            for (x, y) in [(0, 0), (1, 3), (63, 17), (101, 51)] {
                let origin = corner + Point::new(x, y);
                let part = partitioned(&step, Size::new(150, 120), origin, 5);
                let inner = Rect::new(origin.x, origin.y, 150, 120).shrunk(margin);
                assert_eq!(part.window(inner).tiles(), whole.window(inner).tiles(), "{origin}");
                assert_eq!(part.window(inner).rooms, whole.window(inner).rooms, "{origin}");
            }
            let open = whole.open();
            assert!(open.count() * 6 > open.size().area(), "{whole}");
        }
    }
}

//! Splits the map in two again and again, and carves a room in each part (binary space partitioning).
//!
//! ```text
//! ###################        ###################
//! ###################        ##....#######...###
//! ###################        ##...........######
//! ###################   →    ##....####.########
//! ###################        ##########....#####
//! ###################        ##########....#####
//! ###################        ###################
//! ```

use undercroft_grid::{Point, Rect, Size};

use crate::recipe::LONGEST_SIDE;
use crate::{BadParameter, Draft, Fact, Observer, Rng, Step, Stream, Tile, Tileset, Veto, require, step};

step! {
    /// Splits the map in two again and again, and carves a room in each part.
    ///
    /// This is binary space partitioning. The two halves of every split are joined where they touch, so all rooms are
    /// connected and no hall runs through a third room.
    pub struct Bsp = "bsp" {
        /// The shortest side of a part, including its wall.
        pub min_part: u32 = 8,
        /// A part with a longer side is always split; others sometimes are.
        pub max_part: u32 = 18,
        /// Whether rooms are smaller than their parts and joined by halls. If not, the parts themselves are the rooms, wall
        /// to wall, with openings between them.
        pub rooms: bool = true,
        /// The tile of the floor.
        pub tile: String = "floor".into(),
    }
}

impl Step for Bsp {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::ROOMS, Fact::OPEN, Fact::CONNECTED]
    }

    fn min_size(&self) -> Size {
        let side = self.min_part.min(LONGEST_SIDE) + 1;
        Size::new(side, side)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("min-part", self.min_part, 4..=LONGEST_SIDE)?;
        require::within("max-part", self.max_part, 4..=LONGEST_SIDE)?;
        require::ordered(("min-part", self.min_part), ("max-part", self.max_part))?;
        require::walkable("tile", &self.tile, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let tile = draft.named(&self.tile)?;
        let size = draft.size();
        // Each part includes the walls to its left and above it; the map's last column and row are left over.
        let whole = Rect::new(0, 0, size.width - 1, size.height - 1);
        let tree = Tree::split(whole, self, &mut stream.fork("split").rng());
        if observer.is_watching() {
            tree.show_cuts(draft, tile, observer);
        }
        let mut rng = stream.fork("rooms").rng();
        let rooms: Vec<Option<Rect>> = tree.0.iter().map(|node| node.room(self.rooms, &mut rng)).collect();
        for room in rooms.iter().copied().flatten() {
            draft.fill(room, tile);
            draft.rooms.push(room);
            observer.show(draft);
        }
        let mut rng = stream.fork("joints").rng();
        for node in &tree.0 {
            if let Some(halves) = node.halves {
                let joint = tree.joint(halves, &rooms, self.rooms, &mut rng);
                joint.into_iter().flatten().for_each(|rect| draft.fill(halves.turned(rect), tile));
                observer.show(draft);
            }
        }
        Ok(())
    }
}

/// A node of the tree, which stands for a part of the map: a leaf with a room, or split in two.
struct Node {
    area: Rect,
    halves: Option<Halves>,
}

/// The two halves of a split, by their indices: left and right, or above and below.
#[derive(Clone, Copy)]
struct Halves {
    first: usize,
    second: usize,
    /// Whether one is above the other.
    is_down: bool,
}

impl Halves {
    /// Exchanges x and y if one half is above the other, so that the rest of the code can treat halves as lying side by
    /// side.
    const fn turned(self, rect: Rect) -> Rect {
        if self.is_down { Rect::new(rect.y, rect.x, rect.height, rect.width) } else { rect }
    }
}

impl Node {
    /// The floor of the part's room, unless it is split.
    fn room(&self, smaller: bool, rng: &mut Rng) -> Option<Rect> {
        let Rect { x, y, width, height } = self.area;
        if self.halves.is_some() {
            return None;
        }
        if !smaller {
            return Some(Rect::new(x + 1, y + 1, width - 1, height - 1));
        }
        // Halls run in the walls of parts, so the next ring inwards is the room's own wall.
        let (most_across, most_down) = (width as i32 - 3, height as i32 - 3);
        let (across, down) = (rng.range(most_across / 2 + 1..=most_across), rng.range(most_down / 2 + 1..=most_down));
        let left = rng.range(x + 2..=x + 2 + most_across - across);
        let top = rng.range(y + 2..=y + 2 + most_down - down);
        Some(Rect::new(left, top, across as u32, down as u32))
    }
}

/// The tree of parts, parents before their halves; the root is the whole map.
struct Tree(Vec<Node>);

impl Tree {
    fn split(whole: Rect, step: &Bsp, rng: &mut Rng) -> Self {
        let mut nodes = vec![Node { area: whole, halves: None }];
        let mut next = 0;
        while next < nodes.len() {
            let area = nodes[next].area;
            if let Some((is_down, cut)) = step.roll_cut(area, rng) {
                let halves = Halves { first: nodes.len(), second: nodes.len() + 1, is_down };
                let Rect { x, y, width, height } = halves.turned(area);
                nodes[next].halves = Some(halves);
                for half in [Rect::new(x, y, cut, height), Rect::new(x + cut as i32, y, width - cut, height)] {
                    nodes.push(Node { area: halves.turned(half), halves: None });
                }
            }
            next += 1;
        }
        Self(nodes)
    }

    /// Shows one cut after another on a copy that is all floor, where they can be seen.
    fn show_cuts(&self, draft: &Draft, tile: Tile, observer: &mut Observer<'_>) {
        let mut sketch = draft.clone();
        sketch.fill(draft.size().interior(), tile);
        observer.show(&sketch);
        for halves in self.0.iter().filter_map(|node| node.halves) {
            let second = halves.turned(self.0[halves.second].area);
            sketch.fill(halves.turned(Rect::new(second.x, second.y, 1, second.height)), Tile::WALL);
            observer.show(&sketch);
        }
    }

    /// The floor that joins two halves, turned so that they lie side by side.
    fn joint(&self, halves: Halves, rooms: &[Option<Rect>], smaller: bool, rng: &mut Rng) -> [Option<Rect>; 3] {
        let second = halves.turned(self.0[halves.second].area);
        let wall = second.x;
        let rows = second.height as i32 - 1;
        let start = rng.range(0..=rows - 1);
        // A pair of rooms that face each other. Walls may be in the way in some rows, but rooms are wider than walls,
        // so at least one row has a pair.
        let facing = (0..rows).map(|step| second.y + 1 + (start + step) % rows).find_map(|row| {
            let [left, right] = [(halves.first, wall - 1), (halves.second, wall)].map(|(half, column)| {
                let place = halves.turned(Rect::new(column, row, 1, 1)).min();
                rooms[self.leaf_at(half, place)].map(|room| halves.turned(room))
            });
            let (left, right) = (left?, right?);
            (smaller || (common_rows(left, right).is_some())).then_some((left, right))
        });
        let Some((left, right)) = facing else {
            return [None; 3];
        };
        let across = |row: i32, from: i32, to: i32| Some(Rect::spanning(Point::new(from, row), Point::new(to, row)));
        match common_rows(left, right) {
            Some((first, last)) => [across(rng.range(first..=last), left.right(), right.x - 1), None, None],
            None => {
                let (from, to) = (rng.range(left.y..=left.bottom() - 1), rng.range(right.y..=right.bottom() - 1));
                let along = Rect::spanning(Point::new(wall, from), Point::new(wall, to));
                [across(from, left.right(), wall), Some(along), across(to, wall, right.x - 1)]
            }
        }
    }

    /// The leaf that contains the cell.
    fn leaf_at(&self, from: usize, at: Point) -> usize {
        let mut index = from;
        while let Some(halves) = self.0[index].halves {
            index = if self.0[halves.first].area.contains(at) { halves.first } else { halves.second };
        }
        index
    }
}

impl Bsp {
    /// Whether to split a part and how: whether one half is above the other, and the length of the first.
    fn roll_cut(&self, area: Rect, rng: &mut Rng) -> Option<(bool, u32)> {
        let (width, height) = (area.width, area.height);
        let can_split = |side: u32| side >= 2 * self.min_part;
        let must = width.max(height) > self.max_part;
        if !(can_split(width) || can_split(height)) || (!must && rng.below(3) == 0) {
            return None;
        }
        let is_down = match (can_split(width), can_split(height)) {
            (true, false) => false,
            (false, true) => true,
            // Cut long parts across, so that rooms do not look like halls.
            _ if 4 * width > 5 * height => false,
            _ if 4 * height > 5 * width => true,
            _ => rng.coin(),
        };
        let side = if is_down { height } else { width };
        let shortest = self.min_part.max(side / 3);
        Some((is_down, rng.range(shortest as i32..=(side - shortest) as i32) as u32))
    }
}

/// The first and last row that two rectangles share.
fn common_rows(a: Rect, b: Rect) -> Option<(i32, i32)> {
    let (first, last) = (a.y.max(b.y), a.bottom().min(b.bottom()) - 1);
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use undercroft_grid::{Components, Neighbours};

    #[test]
    fn all_rooms_are_connected_and_none_touches_another() {
        for seed in 0..300 {
            let mut rng = Seed::from(seed).fork("sizes").rng();
            let min_part = 4 + rng.below(6);
            let max_part = min_part + rng.below(20);
            let size = Size::new(min_part + 1 + rng.below(90), min_part + 1 + rng.below(70));
            for rooms in [true, false] {
                let mut draft = Draft::new(size, Tileset::standard());
                let step = Bsp::default().min_part(min_part).max_part(max_part).rooms(rooms);
                step.apply(&mut draft, Seed::from(seed).fork("bsp")).unwrap();
                let components = Components::of(draft.open(), Neighbours::Four).count();
                assert_eq!(components, 1, "{step:?}, seed {seed}:\n{draft}");
                for (index, room) in draft.rooms.iter().enumerate() {
                    assert!(size.interior().encloses(*room), "{step:?}, seed {seed}: {room:?}\n{draft}");
                    let touches = |other: &Rect| room.grown(1).meets(*other);
                    assert!(!draft.rooms[..index].iter().any(touches), "{step:?}, seed {seed}: {room:?}\n{draft}");
                }
            }
        }
    }

    #[test]
    fn parts_that_are_rooms_leave_only_walls_and_openings() {
        let mut draft = Draft::new(Size::new(61, 41), Tileset::standard());
        Bsp::default().rooms(false).apply(&mut draft, Seed::from(4).fork("bsp")).unwrap();
        let floor: usize = draft.rooms.iter().map(|room| room.area()).sum();
        // One joint for each split, and one split fewer than rooms.
        assert_eq!(draft.open().count(), floor + draft.rooms.len() - 1, "{draft}");
    }
}

//! The shapes of halls.

use undercroft_grid::{BitGrid, Point, Rect, Size};

use crate::{Draft, Rng, Stream, Tile};

/// How far a winding hall may stray beyond its ends.
pub(super) const MAX_STRAY: u32 = 6;

/// The shape of halls. Each cell of a hall shares an edge with the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    L,
    Straight,
    Winding,
}

impl Shape {
    pub(super) const ALL: [Self; 3] = [Self::L, Self::Straight, Self::Winding];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::L => "l",
            Self::Straight => "straight",
            Self::Winding => "winding",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// Collects the cells of halls inside the border, to be carved together.
///
/// A vertical leg is a bit in each of many rows, far apart in memory. Where halls cover much of the map, it pays to
/// collect vertical legs on a transposed map, 64 cells at a time, and to transpose that once.
pub(super) struct Digger {
    inside: Rect,
    dug: BitGrid,
    /// The vertical legs, with rows and columns exchanged; absent if halls are few.
    vertical: Option<BitGrid>,
}

impl Digger {
    /// A digger for a map of this size; `are_many` says that halls will cover much of it.
    pub(super) fn new(size: Size, are_many: bool) -> Self {
        let vertical = are_many.then(|| BitGrid::new(Size::new(size.height, size.width)));
        Self { inside: size.interior(), dug: BitGrid::new(size), vertical }
    }

    /// Digs a hall from one cell to another, both included.
    pub(super) fn dig(&mut self, shape: Shape, from: Point, to: Point, stream: Stream) {
        let mut rng = stream.rng();
        match shape {
            Shape::L => self.bent(from, to, &mut rng),
            Shape::Straight => self.straight(from, to),
            Shape::Winding => self.winding(from, to, &mut rng),
        }
    }

    /// Makes the halls dug so far part of the draft: with the given tile, or with one that suits the ground they cross.
    /// Cells that are already open stay as they are.
    pub(super) fn carve(&mut self, draft: &mut Draft, tile: Option<Tile>) {
        if let Some(vertical) = &mut self.vertical {
            self.dug.unite(&vertical.transposed());
            vertical.clear();
        }
        match tile {
            None => draft.carve_all(&self.dug),
            Some(tile) => {
                let mut closed = self.dug.clone();
                closed.subtract(draft.open());
                draft.paint(closed, tile);
            }
        }
        self.dug.clear();
    }

    /// Two legs; a coin toss decides which comes first.
    fn bent(&mut self, from: Point, to: Point, rng: &mut Rng) {
        let knee = if rng.coin() { Point::new(to.x, from.y) } else { Point::new(from.x, to.y) };
        for leg in [Rect::spanning(from, knee), Rect::spanning(knee, to)] {
            let leg = leg.intersection(self.inside);
            match &mut self.vertical {
                Some(vertical) if leg.width == 1 => {
                    vertical.insert_rect(Rect::new(leg.y, leg.x, leg.height, leg.width));
                }
                _ => self.dug.insert_rect(leg),
            }
        }
    }

    fn open(&mut self, at: Point) {
        if self.inside.contains(at) {
            self.dug.insert(at);
        }
    }

    /// A straight line in steps along rows and columns.
    fn straight(&mut self, from: Point, to: Point) {
        let step = Point::new((to.x - from.x).signum(), (to.y - from.y).signum());
        let (across, down) = (i64::from(from.x.abs_diff(to.x)), i64::from(from.y.abs_diff(to.y)));
        let (mut gone_across, mut gone_down) = (0, 0);
        let mut at = from;
        self.open(at);
        while at != to {
            // Take the step whose middle is nearer to the line.
            if (2 * gone_across + 1) * down < (2 * gone_down + 1) * across {
                gone_across += 1;
                at.x += step.x;
            } else {
                gone_down += 1;
                at.y += step.y;
            }
            self.open(at);
        }
    }

    /// Many bends: short runs towards the end, now and then one to the side.
    fn winding(&mut self, from: Point, to: Point, rng: &mut Rng) {
        let length = from.manhattan(to);
        let ground = Rect::spanning(from, to).grown((2 + length / 8).min(MAX_STRAY)).intersection(self.inside);
        // A hall that wanders for too long goes straight to its end.
        let mut patience = 2 * length;
        let mut at = from;
        let mut last = Point::new(0, 0);
        self.open(at);
        while at != to && patience > 0 {
            let heading = heading(at, to, last, rng);
            for _ in 0..1 + rng.below(3) {
                let next = at + heading;
                let beyond = heading.x * (to.x - next.x) < 0 || heading.y * (to.y - next.y) < 0;
                let aside = heading.x * (to.x - at.x) <= 0 && heading.y * (to.y - at.y) <= 0;
                if at == to || patience == 0 || !ground.contains(next) || (beyond && !aside) {
                    break;
                }
                at = next;
                self.open(at);
                patience -= 1;
            }
            patience = patience.saturating_sub(1);
            last = heading;
        }
        self.bent(at, to, rng);
    }
}

/// Where a winding hall goes next: mostly towards its end, never straight back.
fn heading(at: Point, to: Point, last: Point, rng: &mut Rng) -> Point {
    let (across, down) = (at.x.abs_diff(to.x), at.y.abs_diff(to.y));
    let along_row = Point::new((to.x - at.x).signum(), 0);
    let along_column = Point::new(0, (to.y - at.y).signum());
    let back = Point::new(0, 0) - last;
    let main = if across > down { along_row } else { along_column };
    let towards = if rng.below((across + down).max(1)) < across { along_row } else { along_column };
    let far = across.max(down) > 3;
    let wanted = if far && rng.below(3) == 0 {
        let side = if rng.coin() { 1 } else { -1 };
        Point::new(main.y * side, main.x * side)
    } else {
        towards
    };
    if wanted == back { main } else { wanted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Tileset};
    use undercroft_grid::{Neighbours, flood};

    fn dug(shape: Shape, size: Size, from: Point, to: Point, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        dig(&mut draft, shape, from, to, None, seed);
        draft
    }

    fn dig(draft: &mut Draft, shape: Shape, from: Point, to: Point, tile: Option<Tile>, seed: u64) {
        let mut digger = Digger::new(draft.size(), false);
        digger.dig(shape, from, to, Seed::from(seed).fork("hall"));
        digger.carve(draft, tile);
    }

    #[test]
    fn every_shape_connects_its_ends_inside_the_border() {
        for seed in 0..400 {
            let mut rng = Seed::from(seed).fork("ends").rng();
            let size = Size::new(3 + rng.below(60), 3 + rng.below(40));
            let mut end = || Point::new(rng.range(1..=size.width as i32 - 2), rng.range(1..=size.height as i32 - 2));
            let (from, to) = (end(), end());
            for shape in Shape::ALL {
                let draft = dug(shape, size, from, to, seed);
                let open = draft.open();
                let hall = flood(open, from, Neighbours::Four);
                assert!(hall.contains(to) && hall == *open, "{shape:?} from {from} to {to}:\n{draft}");
                assert!(open.points().all(|at| !size.on_border(at)), "{shape:?} from {from} to {to}:\n{draft}");
                if shape != Shape::Winding {
                    assert_eq!(open.count() as u32, from.manhattan(to) + 1, "{shape:?} from {from} to {to}:\n{draft}");
                }
            }
        }
    }

    #[test]
    fn halls_carved_together_equal_halls_carved_one_by_one() {
        for seed in 0..200 {
            let mut rng = Seed::from(seed).fork("ends").rng();
            let size = Size::new(3 + rng.below(150), 3 + rng.below(90));
            let mut ground = Draft::new(size, Tileset::standard());
            let kinds = ground.tileset().iter().count() as u32;
            for at in size.points() {
                ground.set(at, Tile(if rng.below(3) == 0 { rng.below(kinds) as u8 } else { 0 }));
            }
            // Some of the ends lie off the map.
            let mut end = || Point::new(rng.range(-2..=size.width as i32 + 1), rng.range(-2..=size.height as i32 + 1));
            let halls: Vec<_> = (0..20).map(|hall| (end(), end(), Seed::from(seed).fork(hall))).collect();
            for tile in [None, ground.tileset().id("moss"), ground.tileset().id("water")] {
                let (mut one_by_one, mut at_once) = (ground.clone(), ground.clone());
                let [mut few, mut many] = [false, true].map(|are_many| Digger::new(size, are_many));
                for (from, to, stream) in &halls {
                    few.dig(Shape::L, *from, *to, *stream);
                    few.carve(&mut one_by_one, tile);
                    many.dig(Shape::L, *from, *to, *stream);
                }
                many.carve(&mut at_once, tile);
                assert_eq!(at_once.tiles(), one_by_one.tiles(), "seed {seed}:\n{at_once}\nnot\n{one_by_one}");
                for draft in [at_once, one_by_one] {
                    let walkable = BitGrid::from_fn(size, |at| draft.tileset().is_walkable(draft.tiles()[at]));
                    assert_eq!(*draft.open(), walkable, "seed {seed}:\n{draft}");
                }
            }
        }
    }

    #[test]
    fn halls_suit_the_ground_they_cross() {
        let mut draft = Draft::parse("#######\n##░≈♣.#\n#######");
        let (from, to) = (Point::new(1, 1), Point::new(5, 1));
        dig(&mut draft, Shape::L, from, to, None, 1);
        assert_eq!(draft.to_string(), "#######\n#·=~.·#\n#######\n");
        let mut draft = Draft::parse("#######\n##░≈♣.#\n#######");
        let moss = draft.named("moss").unwrap();
        dig(&mut draft, Shape::L, from, to, Some(moss), 1);
        assert_eq!(draft.to_string(), "#######\n#\"\"\"\"·#\n#######\n");
    }

    #[test]
    fn a_straight_hall_stays_close_to_the_line() {
        let from = Point::new(20, 20);
        for to in Size::new(41, 41).points().filter(|at| !Size::new(41, 41).on_border(*at)) {
            let draft = dug(Shape::Straight, Size::new(41, 41), from, to, 1);
            let (across, down) = (to.x - from.x, to.y - from.y);
            for at in draft.open().points() {
                let off = (at.x - from.x) * down - (at.y - from.y) * across;
                assert!(2 * off.abs() <= across.abs() + down.abs(), "{at} is off the line to {to}:\n{draft}");
            }
        }
    }
}

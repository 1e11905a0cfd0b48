//! How a hall runs from one end to the other.

use undercroft_grid::{BitGrid, Corner, Point, Rect, Size};

use crate::draft::paint::repaint;
use crate::{Draft, Rng, Stream, Tile};

/// How far beyond both of its ends a winding hall may go at most.
pub(super) const MOST_ASTRAY: u32 = 6;

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

/// Digs halls inside the border. What is open already stays as it is.
pub(super) struct Digger<'a> {
    draft: &'a mut Draft,
    inside: Rect,
    /// What each tile becomes.
    dug: [Tile; 256],
    /// Whether one can stand on all that: always, of a step that was checked.
    opens: bool,
    /// Whether rock becomes floor.
    leaves_floor: bool,
}

impl<'a> Digger<'a> {
    pub(super) fn new(draft: &'a mut Draft, tile: Option<Tile>) -> Self {
        let mut dug = [Tile::FLOOR; 256];
        for (id, info) in draft.tileset().iter() {
            dug[usize::from(id.0)] = match tile {
                Some(tile) if !info.walkable => tile,
                _ => draft.tileset().carved(id),
            };
        }
        let inside = draft.size().interior();
        let opens = tile.is_none_or(|tile| draft.tileset().is_walkable(tile));
        let leaves_floor = [Tile::WALL, Tile::FLOOR].iter().all(|tile| dug[usize::from(tile.0)] == Tile::FLOOR);
        Self { draft, inside, dug, opens, leaves_floor }
    }

    /// What is open, where there is nothing but rock and floor, and digging changes nothing about that.
    fn only_bits(&mut self) -> Option<&mut BitGrid> {
        self.draft.open_mut().filter(|_| self.leaves_floor)
    }

    /// What has been dug so far.
    pub(super) const fn draft(&self) -> &Draft {
        self.draft
    }

    /// Digs a hall from one cell to another, both of them included.
    pub(super) fn dig(&mut self, shape: Shape, from: Point, to: Point, stream: Stream) {
        let mut rng = stream.rng();
        match shape {
            Shape::L => self.bent(from, to, corner(&mut rng)),
            Shape::Straight => self.straight(from, to),
            Shape::Winding => self.winding(from, to, &mut rng),
        }
    }

    /// Digs bent halls as [`Digger::dig`] does, all at once. What comes of it is what digging one after the other would
    /// leave, as what is dug once stays as it is.
    ///
    /// They are drawn as bits, 64 cells of a leg at a time: along rows on one map, along columns on a turned one. The tiles
    /// are then gone through once, in the order in which they lie in memory. That pays where halls cover much of the map.
    pub(super) fn dig_bent_at_once(&mut self, halls: impl Iterator<Item = (Point, Point, Stream)>) {
        let size = self.draft.size();
        let mut along_rows = BitGrid::new(size);
        let mut along_columns = BitGrid::new(Size::new(size.height, size.width));
        for (from, to, stream) in halls {
            for leg in legs(from, to, corner(&mut stream.rng())) {
                let leg = leg.intersection(self.inside);
                match leg.width {
                    1 => along_columns.insert_rect(Rect::new(leg.y, leg.x, leg.height, leg.width)),
                    _ => along_rows.insert_rect(leg),
                }
            }
        }
        let mut dug = along_rows;
        dug.unite(&along_columns.transposed());
        if let Some(open) = self.only_bits() {
            open.unite(&dug);
            return;
        }
        let (tiles, open) = self.draft.tiles_and_open();
        dug.subtract(open);
        for y in 0..size.height {
            repaint(tiles.row_mut(y), dug.row(y), &self.dug);
        }
        open.unite(&dug);
        if !self.opens {
            // So it is not known what is open.
            self.draft.tiles_mut();
        }
    }

    /// Two legs.
    fn bent(&mut self, from: Point, to: Point, corner: Corner) {
        legs(from, to, corner).into_iter().for_each(|leg| self.leg(leg));
    }

    /// All cells between two of one row or column.
    fn leg(&mut self, leg: Rect) {
        let leg = leg.intersection(self.inside);
        if let Some(open) = self.only_bits() {
            open.insert_rect(leg);
            return;
        }
        let width = self.draft.size().width as usize;
        let tiles = self.draft.tiles_mut();
        if leg.width == 1 {
            // Down a column: a step from row to row, and no row to be cut out for a single cell.
            let first = leg.y as usize * width + leg.x as usize;
            let column = tiles.as_mut_slice().iter_mut().skip(first).step_by(width);
            for tile in column.take(leg.height as usize) {
                *tile = self.dug[usize::from(tile.0)];
            }
            return;
        }
        let columns = leg.x as usize..leg.x as usize + leg.width as usize;
        for y in leg.y..leg.bottom() {
            for tile in &mut tiles.row_mut(y as u32)[columns.clone()] {
                *tile = self.dug[usize::from(tile.0)];
            }
        }
    }

    fn open(&mut self, at: Point) {
        if !self.inside.contains(at) {
            return;
        }
        if let Some(open) = self.only_bits() {
            open.insert(at);
        } else {
            let tile = &mut self.draft.tiles_mut()[at];
            *tile = self.dug[usize::from(tile.0)];
        }
    }

    /// As near to the straight line as steps along rows and columns can be.
    fn straight(&mut self, from: Point, to: Point) {
        let step = Point::new((to.x - from.x).signum(), (to.y - from.y).signum());
        let (across, down) = (i64::from(from.x.abs_diff(to.x)), i64::from(from.y.abs_diff(to.y)));
        let (mut gone_across, mut gone_down) = (0, 0);
        let mut at = from;
        self.open(at);
        while at != to {
            // The step whose middle lies nearer to the line.
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

    /// In bends: short runs towards the end, now and then one to the side.
    fn winding(&mut self, from: Point, to: Point, rng: &mut Rng) {
        let length = from.manhattan(to);
        let ground = Rect::spanning(from, to).grown((2 + length / 8).min(MOST_ASTRAY)).intersection(self.inside);
        // A way that is led astray too often goes on straight.
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
        self.bent(at, to, corner(rng));
    }
}

/// Which leg of a bent hall comes first.
fn corner(rng: &mut Rng) -> Corner {
    if rng.coin() { Corner::RowFirst } else { Corner::ColumnFirst }
}

/// The two legs of a bent hall, which share its knee.
fn legs(from: Point, to: Point, corner: Corner) -> [Rect; 2] {
    let knee = match corner {
        Corner::RowFirst => Point::new(to.x, from.y),
        Corner::ColumnFirst => Point::new(from.x, to.y),
    };
    [Rect::spanning(from, knee), Rect::spanning(knee, to)]
}

/// Where a winding hall goes next: mostly on towards its end, never straight back.
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
        Digger::new(&mut draft, None).dig(shape, from, to, Seed::from(seed).fork("hall"));
        draft
    }

    #[test]
    fn every_shape_leads_from_end_to_end_inside_the_border() {
        for seed in 0..400 {
            let mut rng = Seed::from(seed).fork("ends").rng();
            let size = Size::new(3 + rng.below(60), 3 + rng.below(40));
            let mut end = || Point::new(rng.range(1..=size.width as i32 - 2), rng.range(1..=size.height as i32 - 2));
            let (from, to) = (end(), end());
            for shape in Shape::ALL {
                let draft = dug(shape, size, from, to, seed);
                let open = draft.open();
                let hall = flood(&open, from, Neighbours::Four);
                assert!(hall.contains(to) && hall == open, "{shape:?} from {from} to {to}:\n{draft}");
                assert!(open.points().all(|at| !size.on_border(at)), "{shape:?} from {from} to {to}:\n{draft}");
                if shape != Shape::Winding {
                    assert_eq!(open.count() as u32, from.manhattan(to) + 1, "{shape:?} from {from} to {to}:\n{draft}");
                }
            }
        }
    }

    #[test]
    fn halls_dug_at_once_are_those_dug_one_by_one() {
        for seed in 0..200 {
            let mut rng = Seed::from(seed).fork("ends").rng();
            let size = Size::new(3 + rng.below(150), 3 + rng.below(90));
            let mut ground = Draft::new(size, Tileset::standard());
            let kinds = ground.tileset().iter().count() as u32;
            for tile in ground.tiles_mut().as_mut_slice() {
                *tile = Tile(if rng.below(3) == 0 { rng.below(kinds) as u8 } else { 0 });
            }
            // Some of the ends lie off the map.
            let mut end = || Point::new(rng.range(-2..=size.width as i32 + 1), rng.range(-2..=size.height as i32 + 1));
            let halls: Vec<_> = (0..20).map(|hall| (end(), end(), Seed::from(seed).fork(hall))).collect();
            for tile in [None, ground.tileset().id("moss"), ground.tileset().id("water")] {
                let (mut one_by_one, mut at_once) = (ground.clone(), ground.clone());
                let mut digger = Digger::new(&mut one_by_one, tile);
                halls.iter().for_each(|(from, to, stream)| digger.dig(Shape::L, *from, *to, *stream));
                Digger::new(&mut at_once, tile).dig_bent_at_once(halls.iter().copied());
                assert_eq!(at_once.tiles(), one_by_one.tiles(), "seed {seed}:\n{at_once}\nnot\n{one_by_one}");
                for draft in [at_once, one_by_one] {
                    let walkable = BitGrid::from_fn(size, |at| draft.is_open(at));
                    assert_eq!(*draft.as_open(), walkable, "seed {seed}:\n{draft}");
                }
            }
        }
    }

    #[test]
    fn halls_are_of_the_ground_they_cross() {
        let mut draft = Draft::parse("#######\n##░≈♣.#\n#######");
        let (from, to) = (Point::new(1, 1), Point::new(5, 1));
        Digger::new(&mut draft, None).dig(Shape::L, from, to, Seed::from(1).fork("hall"));
        assert_eq!(draft.to_string(), "#######\n#·=~.·#\n#######\n");
        let mut draft = Draft::parse("#######\n##░≈♣.#\n#######");
        let moss = draft.named("moss").unwrap();
        Digger::new(&mut draft, Some(moss)).dig(Shape::L, from, to, Seed::from(1).fork("hall"));
        assert_eq!(draft.to_string(), "#######\n#\"\"\"\"·#\n#######\n");
    }

    #[test]
    fn a_straight_hall_keeps_to_the_line() {
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

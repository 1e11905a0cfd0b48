//! The ways to the hero, shared by all that hunt it.
//!
//! ```text
//! ..#..        32#..
//! .##..   →    2##..      steps to the hero; worked out ring by ring, only as far as somebody asks
//! @....        01234
//! ```
//!
//! A ring is found for 64 cells at once: a row of the window around the hero is one word. The cells that one more step
//! reaches are the shifted words of the rows around, without those that a slanting step would squeeze between two corners.

use undercroft_grid::{BitGrid, Point, Rect};

use crate::action::Direction;

/// How far from the hero a hunter can be, in columns and rows.
const REACH: i32 = 31;
/// Rows and columns of the window.
const ROWS: usize = 2 * REACH as usize + 1;
/// The longest way that is followed.
const LONGEST: usize = 60;

/// The cells within so many steps of the hero, a word for each row.
type Ring = [u64; ROWS];

/// The ways to a cell.
#[derive(Clone, Debug)]
pub(crate) struct Chase {
    /// Where the ways lead.
    target: Option<Point>,
    open: Ring,
    /// The cells within 0, 1, 2, … steps.
    rings: Vec<Ring>,
    /// No ring beyond the last has more cells.
    complete: bool,
}

impl Default for Chase {
    fn default() -> Self {
        Self { target: None, open: [0; ROWS], rings: Vec::new(), complete: true }
    }
}

impl Chase {
    /// The ways have to be worked out again.
    pub(crate) const fn forget(&mut self) {
        self.target = None;
    }

    pub(crate) fn leads_to(&self, target: Point) -> bool {
        self.target == Some(target)
    }

    /// Sets out from the hero: `local` is its place on the map of passable cells, `target` in the world.
    pub(crate) fn follow(&mut self, passable: &BitGrid, local: Point, target: Point) {
        let window = Rect::new(local.x, local.y, 1, 1).grown(REACH as u32);
        let cropped = passable.cropped(window);
        for (y, row) in self.open.iter_mut().enumerate() {
            *row = cropped.row(y as u32)[0];
        }
        let mut first = [0; ROWS];
        first[REACH as usize] = 1 << REACH;
        // The hero itself may stand where nobody could walk to, as after a fall: the way starts there all the same.
        self.open[REACH as usize] |= 1 << REACH;
        self.rings.clear();
        self.rings.push(first);
        self.complete = false;
        self.target = Some(target);
    }

    fn cell(&self, at: Point) -> Option<(usize, u32)> {
        let target = self.target?;
        let (x, y) = (i64::from(at.x) - i64::from(target.x), i64::from(at.y) - i64::from(target.y));
        let reach = i64::from(REACH);
        (x.abs() <= reach && y.abs() <= reach).then_some(((y + reach) as usize, (x + reach) as u32))
    }

    /// The steps from a cell to the hero, where they are not too many.
    pub(crate) fn steps(&mut self, at: Point) -> Option<usize> {
        let (row, column) = self.cell(at)?;
        if self.open[row] >> column & 1 == 0 {
            return None;
        }
        let has = |ring: &Ring| ring[row] >> column & 1 == 1;
        while !self.rings.last().is_some_and(has) {
            if self.complete {
                return None;
            }
            self.grow();
        }
        // The rings hold each other, so that the first one with the cell can be found by halving.
        Some(self.rings.partition_point(|ring| !has(ring)))
    }

    /// The directions in which the way becomes shorter, straight ones first, and then those in which it stays as long.
    pub(crate) fn ways(&mut self, at: Point) -> impl Iterator<Item = Direction> + use<> {
        let mut found = [None; 16];
        if let Some(steps) = self.steps(at).filter(|steps| *steps > 0)
            && let Some((row, column)) = self.cell(at)
        {
            // Nothing beside the cell is nearer than one step less, so that the rings need not be searched.
            let shorter = around(&self.rings[steps - 1], row, column);
            let as_long = around(self.rings.get(steps).unwrap_or(&self.open), row, column) & !shorter;
            let free = self.free_around(row, column);
            let mut count = 0;
            for within in [shorter & free, as_long & free] {
                for (direction, bit) in STRAIGHT_FIRST_BITS {
                    if within & bit != 0 {
                        found[count] = Some(direction);
                        count += 1;
                    }
                }
            }
        }
        found.into_iter().map_while(|direction| direction)
    }

    /// The cells around one that a step leads to without squeezing between two corners.
    fn free_around(&self, row: usize, column: u32) -> u32 {
        let open = around(&self.open, row, column);
        let has = |direction: Direction| open & bit_of(direction) != 0;
        let mut free = STRAIGHT;
        for (direction, bit) in STRAIGHT_FIRST_BITS.into_iter().skip(4) {
            if has(direction.turned(1)) || has(direction.turned(7)) {
                free |= bit;
            }
        }
        free
    }

    fn grow(&mut self) {
        let Some(last) = self.rings.last().copied() else {
            self.complete = true;
            return;
        };
        let mut next = last;
        // Rings are at most so high.
        let far = self.rings.len().min(REACH as usize);
        let middle = REACH as usize;
        for y in middle - far..=middle + far {
            let open = self.open[y];
            let mut reached = last[y] << 1 | last[y] >> 1;
            for (near, open_near) in [
                (y.checked_sub(1).map(|above| last[above]), y.checked_sub(1).map(|above| self.open[above])),
                (last.get(y + 1).copied(), self.open.get(y + 1).copied()),
            ] {
                let (near, open_near) = (near.unwrap_or(0), open_near.unwrap_or(0));
                reached |= near;
                // From the left: past the cell beside the goal, or past the one beside the start.
                reached |= (near << 1) & (open << 1 | open_near);
                reached |= (near >> 1) & (open >> 1 | open_near);
            }
            next[y] |= reached & open;
        }
        self.complete = next == last || self.rings.len() >= LONGEST;
        if next != last {
            self.rings.push(next);
        }
    }
}

/// Three by three cells as bits, row by row; the middle one is the cell itself.
const fn around(ring: &Ring, row: usize, column: u32) -> u32 {
    let mut bits = 0;
    let mut index = 0;
    while index < 3 {
        let y = row + index;
        if y >= 1 && y <= ROWS {
            // One to the left first, so that the cell before the first column is there to be cut off.
            let word = ring[y - 1] << 1 >> column;
            bits |= (word as u32 & 0b111) << (3 * index);
        }
        index += 1;
    }
    bits
}

/// The bit of the cell that lies in a direction.
const fn bit_of(direction: Direction) -> u32 {
    let offset = direction.offset();
    1 << ((offset.y + 1) * 3 + offset.x + 1)
}

const STRAIGHT: u32 =
    bit_of(Direction::North) | bit_of(Direction::East) | bit_of(Direction::South) | bit_of(Direction::West);

const STRAIGHT_FIRST_BITS: [(Direction, u32); 8] = {
    let mut bits = [(Direction::North, 0); 8];
    let mut index = 0;
    while index < 8 {
        bits[index] = (Direction::STRAIGHT_FIRST[index], bit_of(Direction::STRAIGHT_FIRST[index]));
        index += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::*;

    /// Steps to a cell by looking at one cell after another.
    fn steps_one_by_one(open: &BitGrid, to: Point) -> BTreeMap<Point, usize> {
        let mut steps = BTreeMap::from([(to, 0)]);
        let mut queue = std::collections::VecDeque::from([to]);
        while let Some(at) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = at + direction.offset();
                let beside = [Point::new(next.x, at.y), Point::new(at.x, next.y)];
                let squeezed = direction.is_diagonal() && !beside.iter().any(|at| open.contains(*at));
                if open.contains(next) && !squeezed && !steps.contains_key(&next) {
                    steps.insert(next, steps[&at] + 1);
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    proptest! {
        #[test]
        fn rings_agree_with_a_search_cell_by_cell(salt in any::<u64>(), open_share in 3..10_u64) {
            let stream = undercroft_mapgen::Seed::from(salt).fork("chase");
            let size = Size::new(63, 63);
            let middle = Point::new(31, 31);
            let open = BitGrid::from_fn(size, |at| at == middle || stream.at(at) % 10 < open_share);
            let mut chase = Chase::default();
            chase.follow(&open, middle, middle);
            let expected = steps_one_by_one(&open, middle);
            for at in size.points() {
                let known = expected.get(&at).copied().filter(|steps| *steps <= LONGEST);
                prop_assert_eq!(chase.steps(at), known, "{} in\n{}", at, open);
                if let (Some(steps), Some(direction)) = (known.filter(|steps| *steps > 0), chase.ways(at).next()) {
                    prop_assert_eq!(expected.get(&(at + direction.offset())).copied(), Some(steps - 1));
                }
            }
        }
    }

    #[test]
    fn the_way_does_not_squeeze_between_corners() {
        let open = BitGrid::parse(".#\n#.", |glyph| glyph == '.');
        let mut map = BitGrid::new(Size::new(63, 63));
        map.unite_moved(&open, Point::new(31, 31));
        let mut chase = Chase::default();
        chase.follow(&map, Point::new(31, 31), Point::new(500, 500));
        assert_eq!(chase.steps(Point::new(501, 501)), None);
    }
}

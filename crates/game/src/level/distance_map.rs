//! Steps to the hero from every cell nearby, shared by all hunters: a Dijkstra map, in roguelike terms.
//!
//! ```text
//! ..#..        32#..
//! .##..   →    2##..      a breadth-first search, extended only as far as needed
//! @....        01234
//! ```
//!
//! The search handles 64 cells at once. A row of the window around the hero is one word, and the cells one step farther
//! are the shifted words of the rows around, without diagonal steps that squeeze between two corners.

use undercroft_grid::{BitGrid, Point, Rect};

use crate::action::Direction;

/// How far the map reaches from the hero, in columns and rows.
const REACH: i32 = 31;
/// The rows and columns of the window.
const ROWS: usize = 2 * REACH as usize + 1;
/// The longest path that hunters follow.
const MAX_STEPS: usize = 60;

/// A set of cells of the window, one word per row.
type Cells = [u64; ROWS];

/// The distances to a cell.
#[derive(Clone, Debug)]
pub(crate) struct DistanceMap {
    target: Option<Point>,
    open: Cells,
    /// The cells within 0, 1, 2, … steps.
    within: Vec<Cells>,
    /// Whether the last set is as large as it can get.
    complete: bool,
}

impl Default for DistanceMap {
    fn default() -> Self {
        Self { target: None, open: [0; ROWS], within: Vec::new(), complete: true }
    }
}

impl DistanceMap {
    pub(crate) const fn clear(&mut self) {
        self.target = None;
    }

    pub(crate) fn leads_to(&self, target: Point) -> bool {
        self.target == Some(target)
    }

    /// Starts at a target, which is at `local` on the map of passable cells.
    pub(crate) fn start(&mut self, passable: &BitGrid, local: Point, target: Point) {
        let window = passable.cropped(Rect::new(local.x, local.y, 1, 1).grown(REACH as u32));
        for (y, row) in self.open.iter_mut().enumerate() {
            *row = window.row(y as u32)[0];
        }
        let mut first = [0; ROWS];
        first[REACH as usize] = 1 << REACH;
        // The hero may stand where nobody can walk, for example after a fall. Paths still lead there.
        self.open[REACH as usize] |= 1 << REACH;
        self.within.clear();
        self.within.push(first);
        self.complete = false;
        self.target = Some(target);
    }

    /// The row and the column of a cell in the window.
    fn cell(&self, at: Point) -> Option<(usize, u32)> {
        let target = self.target?;
        let (x, y) = (i64::from(at.x) - i64::from(target.x), i64::from(at.y) - i64::from(target.y));
        let reach = i64::from(REACH);
        (x.abs() <= reach && y.abs() <= reach).then_some(((y + reach) as usize, (x + reach) as u32))
    }

    /// The number of steps from a cell to the target; `None` if it is out of reach.
    pub(crate) fn steps(&mut self, at: Point) -> Option<usize> {
        let (row, column) = self.cell(at)?;
        if self.open[row] >> column & 1 == 0 {
            return None;
        }
        let has = |cells: &Cells| cells[row] >> column & 1 == 1;
        while !self.within.last().is_some_and(has) {
            if self.complete {
                return None;
            }
            self.expand();
        }
        Some(self.within.partition_point(|cells| !has(cells)))
    }

    /// The directions from a cell that shorten the path, straight ones first, then those that keep its length.
    pub(crate) fn downhill(&mut self, at: Point) -> impl Iterator<Item = Direction> + use<> {
        let mut found = [None; 16];
        if let Some(steps) = self.steps(at).filter(|steps| *steps > 0)
            && let Some((row, column)) = self.cell(at)
        {
            // No neighbour is closer than one step less, so two sets are enough.
            let shorter = neighbourhood(&self.within[steps - 1], row, column);
            let as_long = neighbourhood(self.within.get(steps).unwrap_or(&self.open), row, column) & !shorter;
            let free = self.unsqueezed(row, column);
            let ordered = [shorter & free, as_long & free].into_iter().flat_map(|cells| {
                Direction::STRAIGHT_FIRST.into_iter().filter(move |direction| cells & bit_of(*direction) != 0)
            });
            for (slot, direction) in found.iter_mut().zip(ordered) {
                *slot = Some(direction);
            }
        }
        found.into_iter().map_while(|direction| direction)
    }

    /// The neighbours of a cell that a step reaches without squeezing between two corners.
    fn unsqueezed(&self, row: usize, column: u32) -> u32 {
        let open = neighbourhood(&self.open, row, column);
        let is_open = |direction: Direction| open & bit_of(direction) != 0;
        let is_free = |direction: &Direction| {
            !direction.is_diagonal() || is_open(direction.turned(1)) || is_open(direction.turned(7))
        };
        Direction::ALL.into_iter().filter(is_free).fold(0, |free, direction| free | bit_of(direction))
    }

    /// One more step of the search.
    fn expand(&mut self) {
        let Some(last) = self.within.last().copied() else {
            self.complete = true;
            return;
        };
        let mut next = last;
        let (middle, height) = (REACH as usize, self.within.len().min(REACH as usize));
        for y in middle - height..=middle + height {
            let open = self.open[y];
            let mut reached = last[y] << 1 | last[y] >> 1;
            for near in [y.checked_sub(1), Some(y + 1).filter(|below| *below < ROWS)].into_iter().flatten() {
                let (near, open_near) = (last[near], self.open[near]);
                reached |= near;
                // A diagonal step needs one of the two cells beside it open.
                reached |= (near << 1) & (open << 1 | open_near);
                reached |= (near >> 1) & (open >> 1 | open_near);
            }
            next[y] |= reached & open;
        }
        self.complete = next == last || self.within.len() >= MAX_STEPS;
        if next != last {
            self.within.push(next);
        }
    }
}

/// The three by three cells around one as bits, row by row.
const fn neighbourhood(cells: &Cells, row: usize, column: u32) -> u32 {
    let mut bits = 0;
    let mut index = 0;
    while index < 3 {
        let y = row + index;
        if y >= 1 && y <= ROWS {
            // Shifted left first, so that there is a bit before the first column.
            let word = cells[y - 1] << 1 >> column;
            bits |= (word as u32 & 0b111) << (3 * index);
        }
        index += 1;
    }
    bits
}

/// The bit of a neighbour in a neighbourhood.
const fn bit_of(direction: Direction) -> u32 {
    let offset = direction.offset();
    1 << ((offset.y + 1) * 3 + offset.x + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, VecDeque};

    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::*;

    /// The oracle: a search cell by cell.
    fn plain_search(open: &BitGrid, to: Point) -> BTreeMap<Point, usize> {
        let mut steps = BTreeMap::from([(to, 0)]);
        let mut queue = VecDeque::from([to]);
        while let Some(at) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = at + direction.offset();
                let squeezed = direction.squeezes(at, |beside| open.contains(beside));
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
        fn distances_agree_with_a_plain_search(salt in any::<u64>(), open_share in 3..10_u64) {
            let stream = undercroft_mapgen::Seed::from(salt).fork("distances");
            let size = Size::new(63, 63);
            let middle = Point::new(31, 31);
            let open = BitGrid::from_fn(size, |at| at == middle || stream.at(at) % 10 < open_share);
            let mut map = DistanceMap::default();
            map.start(&open, middle, middle);
            let expected = plain_search(&open, middle);
            for at in size.points() {
                let known = expected.get(&at).copied().filter(|steps| *steps <= MAX_STEPS);
                prop_assert_eq!(map.steps(at), known, "{} in\n{}", at, open);
                if let (Some(steps), Some(direction)) = (known.filter(|steps| *steps > 0), map.downhill(at).next()) {
                    prop_assert_eq!(expected.get(&(at + direction.offset())).copied(), Some(steps - 1));
                }
            }
        }
    }

    #[test]
    fn paths_do_not_squeeze_between_corners() {
        let open = BitGrid::parse(".#\n#.", |glyph| glyph == '.');
        let mut passable = BitGrid::new(Size::new(63, 63));
        passable.unite_moved(&open, Point::new(31, 31));
        let mut map = DistanceMap::default();
        map.start(&passable, Point::new(31, 31), Point::new(500, 500));
        assert_eq!(map.steps(Point::new(501, 501)), None);
    }
}

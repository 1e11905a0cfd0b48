//! Looks for what is nearest to a part where that is behind a thin wall or none: nothing has to be grown for that.

use undercroft_grid::{BitGrid, Point, Rect};

use super::{NONE, Parts};
use crate::steps::connect::walls::{Side, THICKEST, Walls};
use crate::words::set_bits;

/// So many steps away is what lies behind the thickest of those walls.
const FARTHEST: usize = THICKEST + 1;

/// A cell of a region that a tunnel of others was dug near to.
#[derive(Clone, Copy)]
pub(super) struct NearDug {
    side: Side,
    /// How many steps away the tunnel is where nothing is in the way.
    steps: usize,
    /// The next of the same region.
    next: u32,
}

impl Parts<'_> {
    /// Looks for a tunnel from a part to another behind a thin wall; says whether there is any.
    pub(super) fn is_behind_wall(&self, open: &BitGrid, walls: &Walls, part: u32, tunnel: &mut Vec<Point>) -> bool {
        let around = Around { parts: self, open, inside: open.size().interior(), part };
        for steps in 1..=FARTHEST {
            let sources = [around.first_beside(walls, steps, tunnel), around.first_near_dug(steps, tunnel)];
            if let Some(first) = sources.into_iter().flatten().min_by_key(|at| self.order(*at)) {
                return around.is_way_from(first, steps, tunnel);
            }
        }
        false
    }

    /// Takes note of cells of other parts near those of a tunnel that was just dug, and counted to a part.
    pub(super) fn note_near_dug(&mut self, tunnel: &[Point], part: u32, open: &BitGrid) {
        if let [one, cells @ .., other] = tunnel {
            cells.iter().for_each(|at| self.note_near(*at, [*one, *other], part, open));
        }
    }

    /// The same for one of its cells, given its ends.
    ///
    /// What can be walked to from an end close by, without a step on a tunnel, is of the same region: so mostly nothing has to be
    /// asked for.
    fn note_near(&mut self, at: Point, ends: [Point; 2], part: u32, open: &BitGrid) {
        const SIDE: u32 = 2 * FARTHEST as u32 + 1;
        let [left, top] = [at.x, at.y].map(|middle| (middle as u32).saturating_sub(FARTHEST as u32));
        let rows = SIDE.min(open.size().height - top) as usize;
        let mut words = [0; SIDE as usize];
        open.column_words(left, top, &mut words[..rows]);
        // Rows of eight cells, of which the last is left out: so nothing is walked from a row's end to another's beginning.
        let mut around = words.iter().rev().fold(0, |all, row| all << 8 | row & 0x7f);
        let window = Rect::new(left as i32, top as i32, SIDE, SIDE);
        let bit = |at: Point| {
            let [x, y] = [at.x - left as i32, at.y - top as i32];
            if window.contains(at) { 1 << (8 * y + x) } else { 0 }
        };
        self.for_each_dug_near(window, |dug| around &= !bit(dug));
        let mut walked = ends.into_iter().fold(0, |walked, end| walked | bit(end)) & around;
        while around != walked {
            let next = (walked | walked << 1 | walked >> 1 | walked << 8 | walked >> 8) & around;
            if next == walked {
                break;
            }
            walked = next;
        }
        for bit in set_bits(around & !walked) {
            let near = Point::new((left + bit % 8) as i32, (top + bit / 8) as i32);
            let steps = at.manhattan(near) as usize;
            let region = if steps <= FARTHEST { self.label(near) } else { None };
            if let Some(region) = region.filter(|region| self.root(*region) != part) {
                let index = self.near_dug.len() as u32;
                let next = std::mem::replace(&mut self.parts[region as usize].near_dug, index);
                self.near_dug.push(NearDug { side: Side { at: near, behind: part }, steps, next });
            }
        }
    }

    /// Shows all cells of tunnels in the blocks of the map that a small window has cells of.
    #[inline(always)]
    fn for_each_dug_near(&self, window: Rect, mut see: impl FnMut(Point)) {
        let last = Point::new(window.right() - 1, window.bottom() - 1);
        let (first, below) = (self.block(window.min()), self.block(Point::new(window.min().x, last.y)));
        let columns = (last.x as usize / 64).min(self.blocks_in_row - 1) - window.min().x as usize / 64;
        for row in (first..=below).step_by(self.blocks_in_row) {
            // The last rows of the window may be off the map.
            for last_dug in self.last_dug.get(row..=row + columns).unwrap_or_default() {
                let mut dug = self.dug.get(*last_dug as usize);
                while let Some(cell) = dug {
                    see(cell.at);
                    dug = self.dug.get(cell.before as usize);
                }
            }
        }
    }

    /// The cells of a region that tunnels were dug near to.
    fn near_dug(&self, region: u32) -> impl Iterator<Item = &NearDug> {
        let at = |index: u32| (index != NONE).then(|| &self.near_dug[index as usize]);
        std::iter::successors(at(self.parts[region as usize].near_dug), move |near| at(near.next))
    }
}

/// A part, and what is around it.
struct Around<'a> {
    parts: &'a Parts<'a>,
    open: &'a BitGrid,
    inside: Rect,
    part: u32,
}

impl Around<'_> {
    /// The first cell of the part that is so many steps away from another region. `way` is for trying.
    fn first_beside(&self, walls: &Walls, steps: usize, way: &mut Vec<Point>) -> Option<Point> {
        // Without a wall there is none.
        let thickness = (steps > 1).then(|| steps - 1)?;
        let mut sides = self.parts.members(self.part).flat_map(|member| walls.beside(member, thickness));
        sides.find(|side| self.is_source(side, steps, way)).map(|side| side.at)
    }

    /// The first cell of the part that is so many steps away from a tunnel of others. `way` is for trying.
    fn first_near_dug(&self, steps: usize, way: &mut Vec<Point>) -> Option<Point> {
        let near = self.parts.members(self.part).flat_map(|member| self.parts.near_dug(member));
        let sources = near.filter(|near| near.steps == steps && self.is_source(&near.side, steps, way));
        sources.map(|near| near.side.at).min_by_key(|at| self.parts.order(*at))
    }

    /// Whether a cell is a source of a way of so many steps, given what may be at its end.
    fn is_source(&self, side: &Side, steps: usize, way: &mut Vec<Point>) -> bool {
        self.parts.root(side.behind) != self.part && self.is_way_from(side.at, steps, way)
    }

    /// Whether another part can be reached from a cell in just so many steps through rock; puts the way there that a search
    /// would find first, the other part's end first.
    fn is_way_from(&self, at: Point, steps: usize, way: &mut Vec<Point>) -> bool {
        way.clear();
        // A search begins with cells that have a closed one beside them.
        let is_way = at.four().any(|beside| !self.open.contains(beside)) && self.goes_on(at, at, steps, way);
        if is_way {
            way.push(at);
        }
        is_way
    }

    /// The same from a cell on the way, given the one before it. Does not give the cell itself.
    fn goes_on(&self, at: Point, before: Point, steps: usize, way: &mut Vec<Point>) -> bool {
        let mut beside = at.four().filter(|next| *next != before && self.inside.contains(*next));
        let next = beside.find(|next| match (self.open.contains(*next), steps) {
            (true, 1) => self.parts.part_of(*next) != Some(self.part),
            (false, 2..) => self.goes_on(*next, at, steps - 1, way),
            _ => false,
        });
        way.extend(next);
        next.is_some()
    }
}

//! Looks for what is nearest to a part that is spread over much of the map, where that is behind a thin wall or none: the whole
//! of such a part would take long to grow.

use undercroft_grid::internal::parallel;
use undercroft_grid::{BitGrid, Point, Rect};

use super::search::Room;
use super::{Order, Parts};
use crate::steps::connect::walls::{THICKEST, Walls};
use crate::steps::connect::window::Bounds;

/// So many steps away is what lies behind the thickest of those walls.
const FARTHEST: usize = THICKEST + 1;

/// A cell of a tunnel that was dug beside an open cell of a third part, which is not joined by that.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// The cell of the third part.
    at: Point,
    /// What region it was counted to, and what region the tunnel.
    regions: [u32; 2],
}

impl Parts<'_> {
    /// Takes note of the cells of other parts that a tunnel, which was just dug and counted to a part, runs beside.
    ///
    /// What is beside any of its cells but the first would have been nearer than what is at the tunnel's end: but for open cells
    /// of the border, where no tunnel ends.
    pub(super) fn note_touching(&mut self, tunnel: &[Point], part: u32, open: &BitGrid) {
        let within = open.size().interior().shrunk(1);
        for (cells, index) in tunnel.windows(3).zip(0..) {
            let [after, at, before] = [cells[0], cells[1], cells[2]];
            if index > 0 && within.contains(at) {
                continue;
            }
            for beside in at.four().filter(|beside| *beside != after && *beside != before && open.contains(*beside)) {
                let region = self.region_of(beside).filter(|region| self.root(*region) != part);
                self.touching.extend(region.map(|region| Touch { at: beside, regions: [region, part] }));
            }
        }
    }

    /// Looks for a tunnel from a part to another behind a thin wall; says whether there is any.
    pub(super) fn is_behind_wall(&self, open: &BitGrid, part: u32, room: &mut Room) -> bool {
        let around = Around { parts: self, open, inside: open.size().interior(), part };
        let touching = around.touching();
        let bounds = self.bounds(part).grown(FARTHEST as u32);
        for steps in 1..=FARTHEST {
            let mut first = First { around: &around, steps, found: None, way: &mut room.tunnel };
            touching.iter().for_each(|touch| first.try_around(*touch));
            let near_touch = first.found;
            let behind_wall = if steps > 1 { around.first_behind_wall(bounds, steps, room) } else { None };
            if let Some((_, at)) = [near_touch, behind_wall].into_iter().flatten().min_by_key(|(order, _)| *order) {
                return around.is_way_from(at, steps, &mut room.tunnel);
            }
        }
        false
    }
}

/// A part, and what is around it.
struct Around<'a> {
    parts: &'a Parts<'a>,
    open: &'a BitGrid,
    inside: Rect,
    part: u32,
}

/// The first cell of a part from which another can be reached in so many steps.
struct First<'a> {
    around: &'a Around<'a>,
    steps: usize,
    found: Option<(Order, Point)>,
    /// For trying.
    way: &'a mut Vec<Point>,
}

impl First<'_> {
    /// Tries the open cells beside the cells at both ends of a wall.
    fn try_beside(&mut self, one: Point, other: Point) {
        let around = self.around;
        let beside = || one.four().chain(other.four()).filter(|at| around.open.contains(*at));
        let mut regions = beside().filter_map(|at| around.parts.region_of(at));
        // Mostly all of it is one region: then it need not be asked for its part.
        let Some(first) = regions.next() else { return };
        let Some(second) = regions.find(|region| *region != first) else { return };
        let is_own = |region: u32| around.parts.root(region) == around.part;
        let is_first_own = is_own(first);
        if [second].into_iter().chain(regions).any(|region| is_own(region) != is_first_own) {
            beside().for_each(|at| self.try_at(at));
        }
    }

    /// Tries all cells around one where a part touches another: there open cells that can be walked between may be of two parts.
    fn try_around(&mut self, at: Point) {
        const RINGS: u32 = FARTHEST as u32 + 1;
        for at in Rect::new(at.x, at.y, 1, 1).grown(RINGS).points().filter(|at| self.around.open.contains(*at)) {
            self.try_at(at);
        }
    }

    /// Tries an open cell.
    fn try_at(&mut self, at: Point) {
        let Around { parts, part, .. } = self.around;
        if parts.label(at).is_some_and(|region| parts.root(region) == *part) {
            let order = parts.order(at);
            let is_first = self.found.is_none_or(|(first, _)| order < first);
            if is_first && self.around.is_way_from(at, self.steps, self.way) {
                self.found = Some((order, at));
            }
        }
    }
}

impl Around<'_> {
    /// The first cell of the part from which another is so many steps away behind a wall, within some bounds.
    fn first_behind_wall(&self, bounds: Bounds, steps: usize, room: &mut Room) -> Option<(Order, Point)> {
        /// So many words are worth a core of their own.
        const MANY: usize = 1 << 16;
        match parallel::threads_for(bounds.words(), MANY) {
            1 => self.first_within(bounds, steps, &mut room.walls, &mut room.tunnel),
            strips => self.first_in_strips(bounds, steps, strips as u32),
        }
    }

    fn first_within(
        &self,
        bounds: Bounds,
        steps: usize,
        walls: &mut Walls,
        way: &mut Vec<Point>,
    ) -> Option<(Order, Point)> {
        let mut first = First { around: self, steps, found: None, way };
        walls.for_each(self.open, bounds, steps - 1, |one, other| first.try_beside(one, other));
        first.found
    }

    /// The same, looking through so many strips of rows at once.
    fn first_in_strips(&self, bounds: Bounds, steps: usize, strips: u32) -> Option<(Order, Point)> {
        let ([left, top], [right, bottom]) = (bounds.first, bounds.last);
        let rows = (bottom - top + 1).div_ceil(strips);
        let strips = (top..=bottom).step_by(rows as usize);
        let strips = strips.map(|top| Bounds { first: [left, top], last: [right, bottom.min(top + rows - 1)] });
        let found = parallel::map(strips.collect(), |strip| {
            self.first_within(strip, steps, &mut Walls::default(), &mut Vec::new())
        });
        found.into_iter().flatten().min_by_key(|(order, _)| *order)
    }

    /// Where the part touches others, or others touch it.
    fn touching(&self) -> Vec<Point> {
        let is_here = |touch: &&Touch| {
            let [beside, tunnel] = touch.regions.map(|region| self.parts.root(region) == self.part);
            beside != tunnel
        };
        self.parts.touching.iter().filter(is_here).map(|touch| touch.at).collect()
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
            (true, 1) => self.is_other(*next),
            (false, 2..) => self.goes_on(*next, at, steps - 1, way),
            _ => false,
        });
        way.extend(next);
        next.is_some()
    }

    /// Whether an open cell is of another part.
    fn is_other(&self, at: Point) -> bool {
        self.parts.region_of(at).is_some_and(|region| self.parts.root(region) != self.part)
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Components, Neighbours, Size};

    use super::*;
    use crate::Seed;

    #[test]
    fn strips_have_the_same_first_cell_as_all_rows() {
        let mut found = 0;
        for seed in 0..100 {
            let stream = Seed::from(seed).fork("cells");
            let open = BitGrid::from_fn(Size::new(150, 60), |at| stream.at(Point::new(at.x / 3, at.y / 2)) % 100 < 45);
            let regions = Components::of(&open, Neighbours::Four);
            let parts = Parts::of(&open, &regions);
            for part in parts.all() {
                let around = Around { parts: &parts, open: &open, inside: open.size().interior(), part };
                let bounds = parts.bounds(part).grown(FARTHEST as u32);
                for steps in 2..=FARTHEST {
                    let whole = around.first_within(bounds, steps, &mut Walls::default(), &mut Vec::new());
                    found += usize::from(whole.is_some());
                    for strips in 1..6 {
                        assert_eq!(around.first_in_strips(bounds, steps, strips), whole, "seed {seed}, part {part}");
                    }
                }
            }
        }
        assert!(found > 1000, "only {found} parts are behind thin walls");
    }
}

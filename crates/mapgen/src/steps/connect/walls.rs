//! The thin walls of a map: where a region has another behind one or two cells of rock.
//!
//! ```text
//! ........        The rock between the two regions is one cell thick at the mark. Around the mark there are open cells
//! ...##...        in two groups, and no group can be walked to from the other beside the mark: only such places are
//! ##*#####        looked at, and they are found for 64 cells at once. Of a cave that is a cell in five hundred.
//! ........
//! ```

use std::ops::Range;

use undercroft_grid::{BitGrid, FOUR, Point, Regions, cores_for, each, vectorised};

use super::window::inner_columns;
use crate::words::set_bits;

/// So many cells of rock a wall has at most.
pub(super) const THICKEST: usize = 2;

/// The thin walls of a map, by the regions on one side of them.
pub(super) struct Walls {
    /// Of each thickness.
    walls: [Sides; THICKEST],
}

/// The cells of regions that have a wall of some thickness beside them.
#[derive(Default)]
struct Sides {
    /// Where those of each region begin, and at last where those of the last one end.
    starts: Vec<u32>,
    sides: Vec<Side>,
}

/// A cell of a region beside a wall, and a region behind that wall.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) at: Point,
    pub(super) behind: u32,
}

/// A cell beside a wall, while they are collected.
struct Found {
    region: u32,
    side: Side,
}

impl Walls {
    /// Those of a map, and of its regions, which are all that is open.
    pub(super) fn of(open: &BitGrid, regions: &Regions) -> Self {
        /// So many words are worth a core of their own.
        const MANY: usize = 1 << 15;
        let rows = open.size().height;
        let strips = cores_for(open.words_in_row() * rows as usize, MANY) as u32;
        let strips: Vec<Range<u32>> =
            (0..strips).map(|strip| rows * strip / strips..rows * (strip + 1) / strips).collect();
        let found = each(strips, |rows| {
            let mut search = Search::on(open, regions);
            rows.for_each(|y| search.look_along(y));
            search.found
        });
        Self {
            walls: std::array::from_fn(|index| Sides::of(regions.count(), found.iter().map(|found| &found[index][..]))),
        }
    }

    /// The cells of a region beside walls of so many cells, row by row.
    pub(super) fn beside(&self, region: u32, thickness: usize) -> &[Side] {
        let Sides { starts, sides } = &self.walls[thickness - 1];
        &sides[starts[region as usize] as usize..starts[region as usize + 1] as usize]
    }
}

impl Sides {
    /// Orders what was found by regions, of which there are so many, and in each by rows.
    fn of<'a>(regions: usize, found: impl Iterator<Item = &'a [Found]> + Clone) -> Self {
        let all = || found.clone().flatten();
        let mut starts = vec![0; regions + 1];
        for Found { region, .. } in all() {
            starts[*region as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let nowhere = Side { at: Point::new(0, 0), behind: 0 };
        let mut sides = vec![nowhere; end as usize];
        for Found { region, side } in all() {
            let place = &mut starts[*region as usize];
            *place -= 1;
            sides[*place as usize] = *side;
        }
        for places in starts.windows(2) {
            sides[places[0] as usize..places[1] as usize].sort_unstable_by_key(|side| (side.at.y, side.at.x));
        }
        Self { starts, sides }
    }
}

/// The search for thin walls on a map, row by row.
struct Search<'a> {
    open: &'a BitGrid,
    regions: &'a Regions,
    /// For each word of a row the columns that are inside the border, with a word of nothing at both ends.
    inner: Vec<u64>,
    /// The rows above, here, below and below that, with a word of nothing at both ends.
    rows: [Vec<u64>; 4],
    /// The places in the row where walls may be: of one cell, of two side by side, of two one below the other. The cell is the
    /// left or the upper one.
    places: [Vec<u64>; 3],
    found: [Vec<Found>; THICKEST],
}

impl<'a> Search<'a> {
    fn on(open: &'a BitGrid, regions: &'a Regions) -> Self {
        let words = open.words_in_row();
        let mut inner = vec![0; words + 2];
        for (inner, word) in inner[1..=words].iter_mut().zip(0..) {
            *inner = inner_columns(64 * word, open.size().width);
        }
        Self {
            open,
            regions,
            inner,
            rows: std::array::from_fn(|_| vec![0; words + 2]),
            places: std::array::from_fn(|_| vec![0; words]),
            found: [const { Vec::new() }; THICKEST],
        }
    }

    /// Finds the walls whose first cell is in a row.
    fn look_along(&mut self, y: u32) {
        let height = self.open.size().height;
        if y == 0 || y + 1 >= height {
            return;
        }
        for (row, y) in self.rows.iter_mut().zip(y - 1..) {
            let words = row.len() - 2;
            match y < height {
                true => row[1..=words].copy_from_slice(self.open.row(y)),
                false => row.fill(0),
            }
        }
        vectorised(
            #[inline(always)]
            || mark(&self.rows, &self.inner, &mut self.places),
        );
        let is_last = y + 2 == height;
        for word in 0..self.places[0].len() {
            let [one, beside, below] = [self.places[0][word], self.places[1][word], self.places[2][word]];
            if one | beside | below != 0 {
                let cell = |bit: u32| Point::new(64 * word as i32 + bit as i32, y as i32);
                set_bits(one).map(cell).for_each(|at| self.add_one(at));
                set_bits(beside).map(cell).for_each(|at| self.add_two(at, at + Point::new(1, 0)));
                set_bits(if is_last { 0 } else { below })
                    .map(cell)
                    .for_each(|at| self.add_two(at, at + Point::new(0, 1)));
            }
        }
    }

    /// The open cells beside one, and their regions.
    fn beside(&self, at: Point) -> [Option<(Point, u32)>; 4] {
        FOUR.map(|step| {
            let at = at + step;
            if self.open.contains(at) { self.regions.label(at).map(|region| (at, region)) } else { None }
        })
    }

    /// Adds what lies on the sides of a wall of one cell.
    fn add_one(&mut self, wall: Point) {
        let beside = self.beside(wall);
        for (at, region) in beside.into_iter().flatten() {
            for (_, behind) in beside.into_iter().flatten().filter(|(_, behind)| *behind != region) {
                self.found[0].push(Found { region, side: Side { at, behind } });
            }
        }
    }

    /// Adds what lies on both sides of a wall of two cells.
    fn add_two(&mut self, wall: Point, second: Point) {
        let [near, far] = [self.beside(wall), self.beside(second)];
        for (at, region) in near.into_iter().flatten() {
            for (behind, other) in far.into_iter().flatten().filter(|(_, other)| *other != region) {
                self.found[1].push(Found { region, side: Side { at, behind: other } });
                self.found[1].push(Found { region: other, side: Side { at: behind, behind: region } });
            }
        }
    }
}

/// Marks the places in a row where walls may be, given it with the one above and two below.
///
/// Going around such a place clockwise, the open cells beside it come in groups: a cell begins one if it cannot be walked to
/// from the one before it. Where there is but one group all is of one region.
#[inline(always)]
fn mark(rows: &[Vec<u64>; 4], inner: &[u64], places: &mut [Vec<u64>; 3]) {
    let words = inner.len() - 2;
    let [above, here, below, last] = rows;
    let [one, two_beside, two_below] = places;
    // All of one length, so that no word is asked for twice.
    let [above, here, below, last] = [&above[..words + 2], &here[..words + 2], &below[..words + 2], &last[..words + 2]];
    let [one, two_beside, two_below] = [&mut one[..words], &mut two_beside[..words], &mut two_below[..words]];
    for word in 0..words {
        // Not by a method that takes a closure, which would not be compiled for wide vectors.
        let (n, h, s, ss) = (Row::at(above, word), Row::at(here, word), Row::at(below, word), Row::at(last, word));
        let inner = Row::at(inner, word);
        // The first in each group of cells that are beside the place on one side, or aslant from each other.
        let north = n.here & !(n.left & h.left);
        let east = h.right & !(n.right & n.here);
        let south = s.here & !(s.right & h.right);
        let west = h.left & !(s.left & s.here);
        let rock = inner.here & !h.here;
        one[word] = rock & at_least_two([north, east, south, west]);
        let far_east = h.second & !(n.second & n.right);
        let south_east = s.right & !(s.second & h.second);
        let groups = [north, n.right & !n.here, far_east, south_east, s.here & !s.right, west];
        two_beside[word] = rock & inner.right & !h.right & at_least_two(groups);
        let far_south = ss.here & !(ss.right & s.right);
        let south_west = s.left & !(ss.left & ss.here);
        let groups = [north, east, s.right & !h.right, far_south, south_west, h.left & !s.left];
        two_below[word] = rock & !s.here & at_least_two(groups);
    }
}

/// A word of a row, and what lies beside its cells: to the left, to the right, and to the right of that.
struct Row {
    here: u64,
    left: u64,
    right: u64,
    second: u64,
}

impl Row {
    #[inline(always)]
    fn at(row: &[u64], word: usize) -> Self {
        let [before, here, after] = [row[word], row[word + 1], row[word + 2]];
        Self { here, left: here << 1 | before >> 63, right: here >> 1 | after << 63, second: here >> 2 | after << 62 }
    }
}

/// The cells that are in at least two of some sets.
#[inline(always)]
fn at_least_two<const COUNT: usize>(sets: [u64; COUNT]) -> u64 {
    let (mut once, mut twice) = (0, 0);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    twice
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use undercroft_grid::{Neighbours, Size};

    use super::*;
    use crate::Seed;

    /// A thickness, a region, a cell of it, and what is behind the wall there.
    type Wall = (usize, u32, [i32; 2], u32);

    /// All walls, cell by cell.
    fn plain(open: &BitGrid, regions: &Regions) -> BTreeSet<Wall> {
        let is_rock = |at: &Point| open.size().interior().contains(*at) && !open.contains(*at);
        let mut walls = BTreeSet::new();
        for one in open.size().points().filter(is_rock) {
            let seconds = one.four().filter(is_rock).map(|second| (2, second));
            for (thickness, last) in std::iter::once((1, one)).chain(seconds) {
                for (at, behind) in one.four().flat_map(|at| last.four().map(move |behind| (at, behind))) {
                    if let (Some(region), Some(behind)) = (regions.label(at), regions.label(behind))
                        && region != behind
                    {
                        walls.insert((thickness, region, [at.x, at.y], behind));
                    }
                }
            }
        }
        walls
    }

    #[test]
    fn all_thin_walls_are_found_and_no_others() {
        for seed in 0..300 {
            let stream = Seed::from(seed).fork("cells");
            let (share, block) = (20 + seed % 60, 1 + seed as i32 / 7 % 3);
            let size = Size::new(1 + seed as u32 * 7 % 150, 1 + seed as u32 * 5 % 40);
            let open = BitGrid::from_fn(size, |at| stream.at(Point::new(at.x / block, at.y / block)) % 100 < share);
            let regions = Regions::of(&open, Neighbours::Four);
            let walls = Walls::of(&open, &regions);
            let mut found = BTreeSet::new();
            for (thickness, region) in [1, 2]
                .into_iter()
                .flat_map(|thickness| (0..regions.count() as u32).map(move |region| (thickness, region)))
            {
                let beside = walls.beside(region, thickness);
                assert!(beside.is_sorted_by_key(|side| (side.at.y, side.at.x)), "seed {seed}");
                found.extend(beside.iter().map(|side| (thickness, region, [side.at.x, side.at.y], side.behind)));
            }
            assert_eq!(found, plain(&open, &regions), "seed {seed}:\n{open}");
        }
    }
}

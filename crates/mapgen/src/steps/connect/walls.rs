//! Finds the thin walls of a map: places where open cells have others behind one or two cells of rock.
//!
//! ```text
//! ........        The rock is one cell thick at the mark. Around the mark there are open cells in two groups, and no
//! ...##...        group can be walked to from the other beside the mark: only such places are looked at, and they are
//! ##*#####        found for 64 cells at once. Of a cave that is a cell in six thousand, and one in five hundred for two
//! ........        cells of rock.
//! ```

use undercroft_grid::internal::simd;
use undercroft_grid::{BitGrid, Point};

use super::window::{Bounds, inner_columns};
use crate::words::set_bits;

/// So many cells of rock a wall has at most.
pub(super) const THICKEST: usize = 2;

/// The search for thin walls on a map, row by row. It serves many searches in turn, so that none has to ask for memory.
#[derive(Default)]
pub(super) struct Walls {
    /// For each word of the rows the columns that are inside the border, with a word more at both ends.
    inner: Vec<u64>,
    /// The rows above, here, below and below that, with a word more at both ends.
    rows: [Vec<u64>; 4],
    /// Where in the row walls may be: of one cell, or of two side by side, and of two one below the other. The cell is the
    /// left or the upper one.
    places: [Vec<u64>; 2],
}

impl Walls {
    /// Shows the places within some bounds where a wall of so many cells may be: its cells at both ends.
    pub(super) fn for_each(
        &mut self,
        open: &BitGrid,
        bounds: Bounds,
        thickness: usize,
        mut see: impl FnMut(Point, Point),
    ) {
        let height = open.size().height;
        let last = (bounds.last[0] as usize / 64).min(open.words_in_row() - 1);
        let words = bounds.first[0] as usize / 64..last + 1;
        // With a word at each end in which nothing is marked: that of the map where it has one.
        let (before, after) = (words.start.checked_sub(1), words.end);
        let read = |row: &mut Vec<u64>, y: u32| {
            row.clear();
            let on_map = if y < height { open.row(y) } else { &[] };
            row.push(before.and_then(|word| on_map.get(word).copied()).unwrap_or(0));
            row.extend_from_slice(on_map.get(words.clone()).unwrap_or_default());
            row.resize(words.len() + 1, 0);
            row.push(on_map.get(after).copied().unwrap_or(0));
        };
        self.inner.clear();
        let inner = |word: usize| inner_columns(64 * word as u32, open.size().width);
        self.inner.push(before.map_or(0, inner));
        self.inner.extend(words.clone().chain([after]).map(inner));
        for places in &mut self.places {
            places.clear();
            places.resize(words.len(), 0);
        }
        // No wall is on the border.
        let rows = bounds.first[1].max(1)..(bounds.last[1] + 1).min(height.saturating_sub(1));
        for (row, y) in self.rows[1..].iter_mut().zip(rows.start - 1..) {
            read(row, y);
        }
        for y in rows {
            self.rows.rotate_left(1);
            read(&mut self.rows[3], y + 2);
            self.mark(thickness);
            let is_last = y + 2 >= height;
            for (index, (beside, below)) in self.places[0].iter().zip(&self.places[1]).enumerate() {
                if beside | below != 0 {
                    let cell = |bit: u32| Point::new((64 * (words.start + index)) as i32 + bit as i32, y as i32);
                    let second = if thickness == 1 { Point::new(0, 0) } else { Point::new(1, 0) };
                    set_bits(*beside).map(cell).for_each(|at| see(at, at + second));
                    let below = if is_last { 0 } else { *below };
                    set_bits(below).map(cell).for_each(|at| see(at, at + Point::new(0, 1)));
                }
            }
        }
    }

    /// Marks the places in a row.
    fn mark(&mut self, thickness: usize) {
        let [above, here, below, last] = &self.rows;
        let [places, places_below] = &mut self.places;
        simd::dispatch(
            #[inline(always)]
            || match thickness {
                1 => mark_one([above, here, below], &self.inner, places),
                _ => mark_two([above, here, below, last], &self.inner, places, places_below),
            },
        );
    }
}

// Going around a place clockwise, the open cells beside it come in groups: a cell begins one if it cannot be walked to from the one
// before it. Where there is but one group all of it is connected.

/// Marks the places in a row for walls of one cell, given it with the one above and the one below.
#[inline(always)]
fn mark_one([above, here, below]: [&[u64]; 3], inner: &[u64], places: &mut [u64]) {
    let words = places.len();
    // All of one length, so that it is asked but once whether there is a word.
    let (above, here, below) = (&above[..words + 2], &here[..words + 2], &below[..words + 2]);
    let inner = &inner[..words + 2];
    for word in 0..words {
        // Not by a method that takes a closure, which would not be compiled for wide vectors.
        let (n, h, s) = (Row::at(above, word), Row::at(here, word), Row::at(below, word));
        let rock = inner[word + 1] & !h.here;
        places[word] =
            rock & at_least_two([n.starts_north(&h), h.starts_east(&n), s.starts_south(&h), h.starts_west(&s)]);
    }
}

/// Marks the places in a row for walls of two cells, given it with the one above and two below: of two side by side, and of two
/// one below the other.
#[inline(always)]
fn mark_two([above, here, below, last]: [&[u64]; 4], inner: &[u64], beside: &mut [u64], lower: &mut [u64]) {
    let words = beside.len();
    let (above, here, below) = (&above[..words + 2], &here[..words + 2], &below[..words + 2]);
    let (last, inner, lower) = (&last[..words + 2], &inner[..words + 2], &mut lower[..words]);
    for word in 0..words {
        let (n, h, s, ss) = (Row::at(above, word), Row::at(here, word), Row::at(below, word), Row::at(last, word));
        let inner = Row::at(inner, word);
        let rock = inner.here & !h.here;
        let (north, east, west) = (n.starts_north(&h), h.starts_east(&n), h.starts_west(&s));
        let far_east = h.second & !(n.second & n.right);
        let south_east = s.right & !(s.second & h.second);
        let groups = [north, n.right & !n.here, far_east, south_east, s.here & !s.right, west];
        beside[word] = rock & inner.right & !h.right & at_least_two(groups);
        let far_south = ss.here & !(ss.right & s.right);
        let south_west = s.left & !(ss.left & ss.here);
        let groups = [north, east, s.right & !h.right, far_south, south_west, h.left & !s.left];
        lower[word] = rock & !s.here & at_least_two(groups);
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
        let (before, here, after) = (row[word], row[word + 1], row[word + 2]);
        Self { here, left: here << 1 | before >> 63, right: here >> 1 | after << 63, second: here >> 2 | after << 62 }
    }

    /// Where the cell of this row begins a group that is above a cell of the row given, coming from that cell's left.
    #[inline(always)]
    fn starts_north(&self, row: &Self) -> u64 {
        self.here & !(self.left & row.left)
    }

    /// Where the cell to the right begins a group, coming from the row above.
    #[inline(always)]
    fn starts_east(&self, above: &Self) -> u64 {
        self.right & !(above.right & above.here)
    }

    /// Where the cell of this row begins a group that is below a cell of the row given, coming from that cell's right.
    #[inline(always)]
    fn starts_south(&self, row: &Self) -> u64 {
        self.here & !(self.right & row.right)
    }

    /// Where the cell to the left begins a group, coming from the row below.
    #[inline(always)]
    fn starts_west(&self, below: &Self) -> u64 {
        self.left & !(below.left & below.here)
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

    use undercroft_grid::{Components, Neighbours, Size};

    use super::*;
    use crate::Seed;

    /// The cells at both ends of all walls of so many cells that are between two regions.
    fn plain(open: &BitGrid, thickness: usize) -> BTreeSet<[i32; 4]> {
        let regions = Components::of(open, Neighbours::Four);
        let is_rock = |at: &Point| open.size().interior().contains(*at) && !open.contains(*at);
        let mut walls = BTreeSet::new();
        for one in open.size().points().filter(is_rock) {
            let [right, below] = [Point::new(1, 0), Point::new(0, 1)].map(|step| one + step);
            let ends = if thickness == 1 { vec![one] } else { vec![right, below] };
            for other in ends.into_iter().filter(is_rock) {
                let parts = |end: Point| end.four().filter_map(|at| regions.label(at)).collect::<BTreeSet<_>>();
                if parts(one).iter().any(|part| parts(other).iter().any(|other| part != other)) {
                    walls.insert([one.x, one.y, other.x, other.y]);
                }
            }
        }
        walls
    }

    #[test]
    fn all_thin_walls_between_regions_are_found() {
        let mut search = Walls::default();
        for seed in 0..400 {
            let stream = Seed::from(seed).fork("cells");
            let (share, block) = (20 + seed % 60, 1 + seed as i32 / 7 % 3);
            let size = Size::new(1 + seed as u32 * 7 % 200, 1 + seed as u32 * 5 % 40);
            let open = BitGrid::from_fn(size, |at| stream.at(Point::new(at.x / block, at.y / block)) % 100 < share);
            let first = [0, 1].map(|axis| stream.at(Point::new(-1, axis)) as u32 % 30);
            for first in [[0, 0], first] {
                let bounds = Bounds { first, last: [size.width + 2, size.height + 2] };
                for thickness in 1..=THICKEST {
                    let mut found = BTreeSet::new();
                    search.for_each(&open, bounds, thickness, |one, other| {
                        found.insert([one.x, one.y, other.x, other.y]);
                    });
                    for wall in plain(&open, thickness) {
                        let within = wall[0] >= first[0] as i32 && wall[1] >= first[1] as i32;
                        assert!(!within || found.contains(&wall), "seed {seed}: {wall:?} of\n{open}");
                    }
                    for [x, y, other_x, other_y] in found {
                        let ends = [Point::new(x, y), Point::new(other_x, other_y)];
                        assert!(
                            ends.iter().all(|end| size.interior().contains(*end) && !open.contains(*end)),
                            "{seed}"
                        );
                    }
                }
            }
        }
    }
}

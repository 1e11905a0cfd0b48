//! The parts of the open cells while they are joined.

mod bounds;
mod search;
mod thin;

pub(super) use search::{LARGE, Search};

use std::ops::Range;
use std::sync::Arc;

use undercroft_grid::internal::{Fragment, parallel};
use undercroft_grid::{BitGrid, Components, Point};

use self::thin::Touch;
use super::window::Bounds;

/// Where a list ends.
const NONE: u32 = u32::MAX;

/// The rows of a block of the map, which should have few cells that were dug.
const BLOCK_ROWS: usize = 8;

/// The parts of the open cells while they are joined: regions, united by tunnels.
pub(super) struct Parts<'a> {
    regions: &'a Components,
    /// Rectangles that hold the regions, not much larger than they.
    regions_bounds: Arc<Vec<Bounds>>,
    /// What is known of each region, and of the part that is known by it.
    parts: Vec<Part>,
    /// The cells of all tunnels.
    dug: Vec<Dug>,
    /// Where tunnels run beside open cells of parts that they do not join.
    touching: Vec<Touch>,
    /// For each block of the map, a word wide and some rows high, so many of them side by side, the cell of it that was dug
    /// last.
    blocks_in_row: usize,
    last_dug: Vec<u32>,
}

/// Cells of a region: its bits in a square of eight by eight cells, and which square that is.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) bits: u64,
    /// The square's column and row among all.
    pub(super) column: u32,
    pub(super) row: u32,
}

impl Cells {
    const fn of(piece: Fragment) -> Self {
        Self { bits: piece.cells, column: piece.corner.x as u32 / 8, row: piece.corner.y as u32 / 8 }
    }
}

/// A region, and the part of which it is the root: regions united by tunnels.
#[derive(Clone, Copy)]
struct Part {
    /// The region's parent in the forest of united regions.
    parent: u32,
    /// Where the region is among the members of its part.
    place: u32,
    /// The next of those members.
    next: u32,
    // The rest is told of a part by its root.
    members: u32,
    last_member: u32,
    first_dug: u32,
    last_dug: u32,
    /// How many cells the part has.
    size: usize,
    bounds: Bounds,
}

impl Part {
    /// A region for itself.
    const fn of(label: u32, size: usize, bounds: Bounds) -> Self {
        Self {
            parent: label,
            place: 0,
            next: NONE,
            members: 1,
            last_member: label,
            first_dug: NONE,
            last_dug: NONE,
            size,
            bounds,
        }
    }
}

/// Where a cell comes among those of its part: its region's place, its row, its column.
pub(super) type Order = (Option<u32>, i32, i32);

/// A cell of a tunnel.
#[derive(Clone, Copy)]
struct Dug {
    at: Point,
    /// To which region it was counted.
    region: u32,
    /// The next cell of the same part's tunnels.
    next: u32,
    /// The cell that was dug before in the same block.
    before: u32,
}

impl<'a> Parts<'a> {
    /// The regions of what is open, each a part.
    pub(super) fn of(open: &BitGrid, regions: &'a Components) -> Self {
        let bounds = bounds::of_all(regions);
        let parts = parallel::map_below(bounds.len(), |label| {
            Part::of(label as u32, regions.size(label as u32), bounds[label])
        });
        let blocks_in_row = open.words_in_row();
        let blocks_below = (open.size().height as usize).div_ceil(BLOCK_ROWS);
        Self {
            regions,
            regions_bounds: Arc::new(bounds),
            parts,
            dug: Vec::new(),
            touching: Vec::new(),
            blocks_in_row,
            last_dug: vec![NONE; blocks_in_row * blocks_below],
        }
    }

    /// Others of the same regions, of which nothing is known yet.
    pub(super) fn like(&self) -> Self {
        let (regions_bounds, nothing) = (self.regions_bounds.clone(), Vec::new());
        Self { regions_bounds, parts: Vec::new(), dug: Vec::new(), touching: Vec::new(), last_dug: nothing, ..*self }
    }

    /// Becomes what another is, in the memory it has.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.parts.clone_from(&other.parts);
        self.dug.clone_from(&other.dug);
        self.touching.clone_from(&other.touching);
        self.last_dug.clone_from(&other.last_dug);
    }

    /// All regions.
    pub(super) fn all(&self) -> Range<u32> {
        0..self.parts.len() as u32
    }

    /// Keeps those of some regions that parts are known by; gives the largest of these parts, and of equals the first.
    pub(super) fn keep_roots(&self, left: &mut Vec<u32>) -> Option<u32> {
        /// So many are looked through by one core.
        const AT_ONCE: usize = 1 << 13;
        let size = |part: &u32| self.size(*part);
        let kept = parallel::map(left.chunks(AT_ONCE).collect(), |some: &[u32]| {
            let roots: Vec<u32> = some.iter().copied().filter(|part| self.root(*part) == *part).collect();
            // Of equals the first, which is the last that is asked about.
            let largest = roots.iter().copied().rev().max_by_key(size);
            (roots, largest)
        });
        left.clear();
        kept.iter().for_each(|(roots, _)| left.extend_from_slice(roots));
        kept.iter().filter_map(|(_, largest)| *largest).rev().max_by_key(size)
    }

    /// By which of its regions a part is known.
    pub(super) fn root(&self, mut label: u32) -> u32 {
        while self.parts[label as usize].parent != label {
            label = self.parts[label as usize].parent;
        }
        label
    }

    /// Whether a part is to be joined in a round: not the largest, and not if another has reached it in this round, as it is
    /// joined already.
    pub(super) fn has_turn(&self, part: u32, largest: u32) -> bool {
        part != largest && self.root(part) == part
    }

    /// How many cells a part has.
    pub(super) fn size(&self, part: u32) -> usize {
        self.parts[part as usize].size
    }

    /// A rectangle that holds a part and its tunnels, and is not much larger.
    pub(super) fn bounds(&self, part: u32) -> Bounds {
        self.parts[part as usize].bounds
    }

    /// The region that a cell is in.
    pub(super) fn label(&self, at: Point) -> Option<u32> {
        self.regions.label(at)
    }

    /// The region that a cell was counted to when it was dug.
    pub(super) fn dug_for(&self, at: Point) -> Option<u32> {
        let mut dug = self.dug.get(self.last_dug[self.block(at)] as usize);
        while let Some(cell) = dug.filter(|cell| cell.at != at) {
            dug = self.dug.get(cell.before as usize);
        }
        dug.map(|cell| cell.region)
    }

    /// The region that an open cell is in or was counted to.
    fn region_of(&self, at: Point) -> Option<u32> {
        self.label(at).or_else(|| self.dug_for(at))
    }

    /// The block of the map that a cell is in.
    const fn block(&self, at: Point) -> usize {
        at.y as usize / BLOCK_ROWS * self.blocks_in_row + at.x as usize / 64
    }

    /// The regions of a part, in their order.
    fn members(&self, part: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(part), |member| {
            let next = self.parts[*member as usize].next;
            (next != NONE).then_some(next)
        })
    }

    /// Lists the cells of a part's own tunnels.
    fn list_tunnels(&self, part: u32, cells: &mut Vec<Point>) {
        cells.clear();
        let mut dug = self.parts[part as usize].first_dug;
        while let Some(cell) = self.dug.get(dug as usize) {
            cells.push(cell.at);
            dug = cell.next;
        }
    }

    /// Where a cell that a way may begin at comes among the cells of its part. It is always one of a region.
    pub(super) fn order(&self, at: Point) -> Order {
        (self.regions.label(at).map(|label| self.parts[label as usize].place), at.y, at.x)
    }

    /// Unites a part and the one at the other end of its tunnel, whose cells have just been opened. That end is in a region, if
    /// one is given, or was dug.
    pub(super) fn join(&mut self, part: u32, region: Option<u32>, tunnel: &[Point], open: &BitGrid) {
        let other = self.root(region.or_else(|| self.dug_for(tunnel[0])).unwrap_or(part));
        let [members, others] = [part, other].map(|part| self.parts[part as usize].members);
        let [winner, loser] = if others >= members { [other, part] } else { [part, other] };
        for &at in &tunnel[1..tunnel.len() - 1] {
            self.add_dug(at, winner);
        }
        self.unite(winner, loser);
        self.note_touching(tunnel, winner, open);
    }

    /// Counts a cell that was dug to a part.
    fn add_dug(&mut self, at: Point, part: u32) {
        let (dug, block) = (self.dug.len() as u32, self.block(at));
        let before = std::mem::replace(&mut self.last_dug[block], dug);
        let part_of = &mut self.parts[part as usize];
        self.dug.push(Dug { at, region: part, next: part_of.first_dug, before });
        if part_of.first_dug == NONE {
            part_of.last_dug = dug;
        }
        part_of.first_dug = dug;
        part_of.size += 1;
        part_of.bounds = part_of.bounds.with(Bounds::of_cell(at));
    }

    /// Makes a part one with another, with its members behind those of the other.
    fn unite(&mut self, winner: u32, loser: u32) {
        let mut place = self.parts[winner as usize].members;
        let mut member = loser;
        while let Some(region) = self.parts.get_mut(member as usize) {
            region.place = place;
            place += 1;
            member = region.next;
        }
        let Part { last_member, first_dug, last_dug, size, bounds, .. } = self.parts[loser as usize];
        self.parts[loser as usize].parent = winner;
        let part = &mut self.parts[winner as usize];
        part.members = place;
        part.size += size;
        part.bounds = part.bounds.with(bounds);
        let before = std::mem::replace(&mut part.last_member, last_member);
        if first_dug != NONE {
            let own = std::mem::replace(&mut part.first_dug, first_dug);
            self.dug[last_dug as usize].next = own;
            if own == NONE {
                part.last_dug = last_dug;
            }
        }
        self.parts[before as usize].next = loser;
    }
}

//! Joins regions by the shortest tunnels, in rounds.

mod spread;

use std::cell::RefCell;

use undercroft_grid::{BitGrid, Neighbours, Piece, Point, Regions};

use super::growth::Growth;
use super::strips::Strips;
use super::window::{Bounds, Window};
use crate::{Draft, Veto, Viewer};

/// Where a list ends.
const NONE: u32 = u32::MAX;

/// Parts that lie in so many words are looked around strip by strip.
const LARGE: usize = 8192;

/// Digs tunnels until all open cells are one region.
pub(crate) fn join_all(draft: &mut Draft) -> Result<(), Veto> {
    let regions = Regions::of(draft.as_open(), Neighbours::Four);
    join_regions(draft, &regions, |_| true, &mut Viewer::nobody())
}

/// Digs tunnels until the regions that pass, which are all that is open, are one.
///
/// In each round every part but the largest tunnels to what is nearest to it.
pub(super) fn join_regions(
    draft: &mut Draft,
    regions: &Regions,
    passes: impl Fn(u32) -> bool,
    viewer: &mut Viewer<'_>,
) -> Result<(), Veto> {
    let left: Vec<u32> = (0..regions.count() as u32).filter(|label| passes(*label)).collect();
    if left.len() == 1 {
        return Ok(());
    }
    Parts::of(draft, regions).join(draft, left, viewer)
}

/// The parts of the open cells while they are joined: regions, united by tunnels.
struct Parts<'a> {
    regions: &'a Regions,
    /// For each piece of a region the next of the same one.
    next_pieces: Vec<u32>,
    /// What is known of each region, and of the part that is known by it.
    parts: Vec<Part>,
    /// The cells of all tunnels.
    dug: Vec<Dug>,
    /// A region and another that a tunnel was counted to which touches a cell of the first, but ends beside another.
    touching: Vec<[u32; 2]>,
    /// For each word of the map, so many in a row, the cell of it that was dug last.
    words_in_row: usize,
    last_dug: Vec<u32>,
    search: Search,
    /// Parts that lie in so many words are looked around strip by strip.
    large: usize,
    /// For parts that are far from all others; made when the first is.
    growth: Option<Growth>,
}

/// What a search for a tunnel needs. It serves many in turn, also of levels one after the other, so that none has to ask
/// for memory.
#[derive(Default)]
struct Search {
    /// The cells of the part that is being grown, and of its tunnels.
    part: Vec<Cells>,
    shut: Vec<Point>,
    window: Window,
    /// For parts that are spread over much of the map: which regions are of the part.
    strips: Strips,
    is_member: Vec<bool>,
    /// The tunnel that was found last: both ends included, the other part's first. And another, to compare.
    tunnel: Vec<Point>,
    other_tunnel: Vec<Point>,
}

thread_local! {
    /// What the last level on this thread was searched with.
    static SPARE: RefCell<Search> = RefCell::default();
}

/// So many bytes at most are kept for the next level.
const MOST_SPARE: usize = 4 << 20;

impl Search {
    /// For how many bytes it has memory.
    fn bytes(&self) -> usize {
        let words = self.window.words() + self.strips.words();
        size_of::<u64>() * words + size_of::<Cells>() * self.part.capacity() + self.is_member.capacity()
    }
}

impl Drop for Parts<'_> {
    fn drop(&mut self) {
        let search = std::mem::take(&mut self.search);
        if search.bytes() <= MOST_SPARE {
            SPARE.set(search);
        }
    }
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
    const fn of(piece: Piece) -> Self {
        Self { bits: piece.cells, column: piece.corner.x as u32 / 8, row: piece.corner.y as u32 / 8 }
    }
}

/// A region, and the part of which it is the root: regions united by tunnels.
struct Part {
    /// The region's parent in the forest of united regions.
    parent: u32,
    /// Where the region is among the members of its part.
    place: u32,
    /// The next of those members.
    next: u32,
    first_piece: u32,
    // The rest is told of a part by its root.
    members: u32,
    last_member: u32,
    first_dug: u32,
    last_dug: u32,
    /// How many cells the part has.
    size: usize,
    bounds: Bounds,
}

/// Where a cell comes among those of its part: its region's place, its row, its column.
type Order = (Option<u32>, i32, i32);

/// A cell of a tunnel.
struct Dug {
    at: Point,
    /// To which region it was counted.
    region: u32,
    /// The next cell of the same part's tunnels.
    next: u32,
    /// The cell that was dug before in the same word.
    before: u32,
}

impl<'a> Parts<'a> {
    fn of(draft: &Draft, regions: &'a Regions) -> Self {
        let part = |label: u32| Part {
            parent: label,
            place: 0,
            next: NONE,
            first_piece: NONE,
            members: 1,
            last_member: label,
            first_dug: NONE,
            last_dug: NONE,
            size: regions.size(label),
            bounds: Bounds::NOTHING,
        };
        let mut parts: Vec<Part> = (0..regions.count() as u32).map(part).collect();
        let add = |(piece, index): (Piece, u32)| {
            let part = &mut parts[piece.label as usize];
            part.bounds = part.bounds.with(Bounds::of(Cells::of(piece)));
            std::mem::replace(&mut part.first_piece, index)
        };
        let next_pieces = regions.pieces().zip(0..).map(add).collect();
        let words_in_row = draft.as_open().words_in_row();
        Self {
            regions,
            next_pieces,
            parts,
            dug: Vec::new(),
            touching: Vec::new(),
            words_in_row,
            last_dug: vec![NONE; words_in_row * draft.size().height as usize],
            search: SPARE.take(),
            large: LARGE,
            growth: None,
        }
    }

    /// Joins those of the parts that are left until they are one.
    fn join(&mut self, draft: &mut Draft, mut left: Vec<u32>, viewer: &mut Viewer<'_>) -> Result<(), Veto> {
        loop {
            left.retain(|part| self.root(*part) == *part);
            // Of equals the first, which is the last that is asked about.
            let Some(largest) = left.iter().rev().copied().max_by_key(|part| self.parts[*part as usize].size) else {
                return Err(Veto::new("connect", "there is no open cell to connect"));
            };
            if left.len() == 1 {
                return Ok(());
            }
            let mut dug = false;
            for &part in &left {
                // A part that another has reached in this round is joined already.
                if part == largest || self.root(part) != part {
                    continue;
                }
                if self.find_tunnel(draft, part) {
                    self.dig(draft);
                    viewer.show(draft);
                    dug = true;
                }
            }
            if !dug {
                return Err(Veto::new("connect", "some open cells cannot be reached by any tunnel"));
            }
        }
    }

    fn root(&self, mut label: u32) -> u32 {
        while self.parts[label as usize].parent != label {
            label = self.parts[label as usize].parent;
        }
        label
    }

    /// The part of an open cell.
    fn part(&self, at: Point) -> Option<u32> {
        let region = self.regions.label(at).or_else(|| {
            let mut dug = self.dug.get(self.last_dug[self.word(at)] as usize);
            while let Some(cell) = dug.filter(|cell| cell.at != at) {
                dug = self.dug.get(cell.before as usize);
            }
            dug.map(|cell| cell.region)
        });
        region.map(|region| self.root(region))
    }

    /// The word of the map that a cell is in.
    const fn word(&self, at: Point) -> usize {
        at.y as usize * self.words_in_row + at.x as usize / 64
    }

    /// Finds the shortest way through closed cells inside the border from the part to another; says whether there is any.
    ///
    /// Of several it is the one that a search would find first that began with the part's cells, region by region,
    /// row by row, and went on in the order of [`FOUR`](undercroft_grid::FOUR).
    fn find_tunnel(&mut self, draft: &Draft, part: u32) -> bool {
        let (mut search, open) = (std::mem::take(&mut self.search), draft.as_open());
        let is_large = self.parts[part as usize].bounds.words() >= self.large;
        let is_near = is_large && self.is_near_strip(open, part, &mut search) || self.is_near(open, part, &mut search);
        let is_found = is_near || {
            let mut growth = self.growth.take().unwrap_or_else(|| Growth::over(open));
            let is_found = growth.nearest(&search.part, &search.shut, |at| self.order(at), &mut search.tunnel);
            self.growth = Some(growth);
            is_found
        };
        self.search = search;
        is_found
    }

    /// Looks for a tunnel to what is near a part; says whether there is any.
    fn is_near(&self, open: &BitGrid, part: u32, search: &mut Search) -> bool {
        search.part.clear();
        for region in self.members(part) {
            let mut piece = self.parts[region as usize].first_piece;
            while let Some(next) = self.next_pieces.get(piece as usize) {
                search.part.push(Cells::of(self.regions.piece(piece as usize)));
                piece = *next;
            }
        }
        self.list_tunnels(part, &mut search.shut);
        let (bounds, order) = (self.parts[part as usize].bounds, |at: Point| self.order(at));
        search.window.nearest(open, &search.part, &search.shut, bounds, order, &mut search.tunnel)
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

    /// The regions of a part, in their order.
    fn members(&self, part: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(part), |member| {
            let next = self.parts[*member as usize].next;
            (next != NONE).then_some(next)
        })
    }

    /// Where a cell that a way may begin at comes among the cells of its part. It is always one of a region.
    fn order(&self, at: Point) -> Order {
        (self.regions.label(at).map(|label| self.parts[label as usize].place), at.y, at.x)
    }

    /// Opens the cells of the tunnel that was found last, and unites the parts at its ends.
    fn dig(&mut self, draft: &mut Draft) {
        let tunnel = std::mem::take(&mut self.search.tunnel);
        // Both ends of a tunnel are open cells.
        let ends = [tunnel[0], tunnel[tunnel.len() - 1]].map(|end| self.part(end).unwrap_or(0));
        let members = ends.map(|part| self.parts[part as usize].members);
        let [winner, loser] = if members[0] >= members[1] { ends } else { [ends[1], ends[0]] };
        for &at in &tunnel[1..tunnel.len() - 1] {
            draft.carve(at);
            if let Some(growth) = &mut self.growth {
                growth.open(at);
            }
            self.add_dug(at, winner);
        }
        self.unite(winner, loser);
        if let [_, at, .., _] = tunnel[..] {
            // A part that is as near as the other end is touched, and not joined.
            let open = at.four().filter(|beside| draft.is_open(*beside));
            for region in open.filter_map(|beside| self.regions.label(beside)) {
                if self.root(region) != winner {
                    self.touching.push([region, winner]);
                }
            }
        }
        self.search.tunnel = tunnel;
    }

    /// Counts a cell that was dug to a part.
    fn add_dug(&mut self, at: Point, part: u32) {
        let (dug, word) = (self.dug.len() as u32, self.word(at));
        let before = std::mem::replace(&mut self.last_dug[word], dug);
        let part_of = &mut self.parts[part as usize];
        self.dug.push(Dug { at, region: part, next: part_of.first_dug, before });
        if part_of.first_dug == NONE {
            part_of.last_dug = dug;
        }
        part_of.first_dug = dug;
        part_of.size += 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::connect::plain;
    use crate::{Seed, Size, Tile, Tileset};

    /// Scattered cells, blocks, or caves, on maps of awkward sizes.
    fn ground(seed: u64) -> Draft {
        let mut rng = Seed::from(seed).fork("ground").rng();
        let size = Size::new(1 + rng.below(150), 1 + rng.below(40));
        let share = 1 + rng.below(70);
        let block = 1 + rng.below(4) as i32;
        let stream = Seed::from(seed).fork("cells");
        let mut draft = Draft::new(size, Tileset::standard());
        for at in size.points() {
            let open = stream.at(Point::new(at.x / block, at.y / block)) % 100 < u64::from(share);
            // Regions on the border are no trouble either.
            if open && (seed.is_multiple_of(5) || !size.on_border(at)) {
                draft.set(at, Tile::FLOOR);
            }
        }
        draft
    }

    #[test]
    fn tunnels_are_those_that_searching_cell_by_cell_finds() {
        for seed in 0..3_000 {
            let before = ground(seed);
            let mut plain = before.clone();
            let result = plain::join_all(&mut plain);
            // Parts that are looked around in windows, and all of them strip by strip.
            for large in [LARGE, 0] {
                let mut fast = before.clone();
                let regions = Regions::of(fast.as_open(), Neighbours::Four);
                let mut parts = Parts::of(&fast, &regions);
                parts.large = large;
                let all = (0..regions.count() as u32).collect();
                assert_eq!(parts.join(&mut fast, all, &mut Viewer::nobody()), result, "seed {seed}:\n{before}");
                let same = fast == plain;
                assert!(same, "seed {seed}, large from {large} words, from\n{before}\nfast\n{fast}\nplain\n{plain}");
            }
        }
    }
}

//! Looks ahead for the tunnels of a round on several cores, and digs the same tunnels as one core would.
//!
//! ```text
//! part     0 1 2 3 4 5 | 6 7 8 9 10 11
//! core 1   digs ------>                  in turn, as always
//! core 2                looks ahead -->  on a copy of the map, as if core 1 had dug nothing
//! then                  digs -------->   what was found ahead; looks again where core 1 came near
//! ```
//!
//! Parts are numbered by rows, so that those of a band lie together and hardly meet those of another. What was found for a
//! part ahead is what would be found in its turn, if up to then the same tunnels were dug where the search
//! looked: within the bounds of the part and its tunnels, and as far around them as the other part was. Then the part has
//! the same regions, united in the same order, as each tunnel that joined one of them has an end in those bounds; and all
//! that is open there is the same.

use std::ops::Range;

use undercroft_grid::{BitGrid, Point, Rect, Size, both};

use super::join::Joining;
use super::parts::{Parts, Search};
use super::window::Bounds;

/// Looks ahead, on as many copies of the map as there are cores besides the one that digs.
#[derive(Default)]
pub(super) struct Ahead<'a> {
    copies: Vec<Copy<'a>>,
}

/// A copy of the map and its parts.
struct Copy<'a> {
    open: BitGrid,
    parts: Parts<'a>,
    search: Search,
    /// What was found on it for the parts of a band, in their turn, and the cells of all tunnels.
    found: Vec<Found>,
    cells: Vec<Point>,
}

/// A tunnel that was found ahead.
struct Found {
    part: u32,
    /// What was looked at.
    seen: Bounds,
    /// Which cells are its.
    cells: Range<usize>,
}

impl<'a> Ahead<'a> {
    /// Lets each of the parts but the largest tunnel to what is nearest to it, looking through so many bands of them at once,
    /// which are two or more. Says whether any tunnel was dug.
    pub(super) fn round(&mut self, joining: &mut Joining<'a>, left: &[u32], largest: u32, bands: usize) -> bool {
        let bands: Vec<&[u32]> = left.chunks(left.len().div_ceil(bands)).collect();
        self.copy(joining, bands.len() - 1);
        let mut dug = Places::on(joining.draft.size());
        let (mut is_dug, ()) = both(
            || joining.round(bands[0], largest, |_, tunnel| dug.add(tunnel)),
            || look_ahead(&mut self.copies, &bands[1..], largest),
        );
        for (copy, band) in self.copies.iter().zip(&bands[1..]) {
            is_dug |= copy.dig(joining, band, largest, &mut dug);
        }
        is_dug
    }

    /// Makes so many copies of what has become of the map.
    fn copy(&mut self, joining: &Joining<'a>, count: usize) {
        self.copies.truncate(count);
        let (open, parts) = (joining.draft.as_open(), &joining.parts);
        for copy in &mut self.copies {
            both(|| copy.open.clone_from(open), || copy.parts.copy_from(parts));
        }
        while self.copies.len() < count {
            let (open, parts) = both(|| open.clone(), || parts.clone());
            let search = Search::with_large(joining.search.large);
            self.copies.push(Copy { open, parts, search, found: Vec::new(), cells: Vec::new() });
        }
    }
}

/// Looks ahead on each copy for the parts of a band.
fn look_ahead(copies: &mut [Copy<'_>], bands: &[&[u32]], largest: u32) {
    if let ([copy, copies @ ..], [band, bands @ ..]) = (copies, bands) {
        both(|| copy.look_ahead(band, largest), || look_ahead(copies, bands, largest));
    }
}

impl Copy<'_> {
    /// Digs on the copy the tunnels of the parts of a band, as if nothing were dug by the bands before it.
    fn look_ahead(&mut self, band: &[u32], largest: u32) {
        self.found.clear();
        self.cells.clear();
        let top = self.parts.bounds(band[0]).first[1];
        for &part in band {
            // What reaches into the bands before has hardly a chance.
            let bounds = self.parts.bounds(part);
            let has_turn = part != largest && self.parts.root(part) == part && bounds.first[1] >= top;
            if !has_turn || !self.parts.find_near_tunnel(&self.open, part, &mut self.search) {
                continue;
            }
            let tunnel = self.search.tunnel();
            for at in &tunnel[1..tunnel.len() - 1] {
                self.open.insert(*at);
            }
            self.parts.join(tunnel, &self.open);
            let first = self.cells.len();
            self.cells.extend_from_slice(tunnel);
            let seen = bounds.grown(tunnel.len() as u32);
            self.found.push(Found { part, seen, cells: first..self.cells.len() });
        }
    }

    /// Digs the tunnels of the parts of a band: those that were found ahead, where they are what would be found now. `dug`
    /// is where the bands before have dug. Says whether any tunnel was dug.
    fn dig(&self, joining: &mut Joining<'_>, band: &[u32], largest: u32, dug: &mut Places) -> bool {
        let (mut found, mut own) = (self.found.iter().peekable(), dug.none());
        let mut is_dug = false;
        for &part in band {
            let ahead = found.next_if(|found| found.part == part);
            let foreseen = ahead.map_or(&[][..], |ahead| &self.cells[ahead.cells.clone()]);
            let has_turn = joining.has_turn(part, largest);
            let is_sure = has_turn && ahead.is_some_and(|ahead| !dug.meet(ahead.seen));
            if is_sure {
                joining.search.put_tunnel(foreseen);
            }
            let is_found = is_sure || has_turn && joining.find_tunnel(part);
            let tunnel = if is_found { joining.search.tunnel() } else { &[] };
            if tunnel != foreseen {
                dug.add(tunnel);
                dug.add(foreseen);
            }
            own.add(tunnel);
            if is_found {
                joining.dig();
                is_dug = true;
            }
        }
        dug.squares.unite(&own.squares);
        is_dug
    }
}

/// Where tunnels are, roughly: the squares of the map that have cells of them.
struct Places {
    squares: BitGrid,
}

/// The side of such a square.
const SIDE: u32 = 16;

impl Places {
    fn on(size: Size) -> Self {
        Self { squares: BitGrid::new(Size::new(size.width.div_ceil(SIDE), size.height.div_ceil(SIDE))) }
    }

    /// None on the same map.
    fn none(&self) -> Self {
        Self { squares: BitGrid::new(self.squares.size()) }
    }

    fn add(&mut self, tunnel: &[Point]) {
        for at in tunnel {
            self.squares.insert(Point::new(at.x / SIDE as i32, at.y / SIDE as i32));
        }
    }

    /// Whether any may have a cell within some bounds.
    fn meet(&self, Bounds { first, last }: Bounds) -> bool {
        let [(x, width), (y, height)] = [0, 1].map(|axis| {
            let (first, last) = (first[axis] / SIDE, last[axis] / SIDE);
            (first as i32, last + 1 - first)
        });
        self.squares.meets_rect(Rect::new(x, y, width, height))
    }
}

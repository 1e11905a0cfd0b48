//! Looks ahead for the tunnels of a round on several cores, and digs the same tunnels as one core would.
//!
//! ```text
//! part     0 1 2 3 4 5 | 6 7 8 9 10 11 12 13
//! core 1   digs ------> digs ------------->     in turn; what was found ahead, where it is still right
//! core 2                looks ahead -->         on a copy of the map, as if core 1 had dug nothing
//! ```
//!
//! Parts are numbered by rows, so that those of a band lie together and hardly meet those of another. What was found for a
//! part ahead is what would be found in its turn, if up to then the same tunnels were dug where the search
//! looked: within the bounds of the part and its tunnels, and as far around them as the other part was. Then the part has
//! the same regions, united in the same order, as each tunnel that joined one of them has an end in those bounds; and all
//! that is open there is the same.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use undercroft_grid::internal::parallel;
use undercroft_grid::{BitGrid, Point, Rect, Size};

use super::join::Joining;
use super::parts::{LARGE, Parts, Search};
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
}

/// So many rows above a band are copied: more than any search looks around a part.
const ROWS_ABOVE: u32 = 64;

impl<'a> Ahead<'a> {
    /// Lets each of the parts but the largest tunnel to what is nearest to it, looking through so many bands of them at once,
    /// which are two or more. Says whether any tunnel was dug.
    pub(super) fn round(&mut self, joining: &mut Joining<'a>, left: &[u32], largest: u32, bands: usize) -> bool {
        let bands = split(&joining.parts, left, largest, bands);
        self.copies.truncate(bands.len() - 1);
        for (index, band) in bands.iter().skip(1).enumerate() {
            self.copy(joining, index, band);
        }
        let (mut queues, tasks): (Vec<_>, Vec<_>) = bands[1..].iter().map(|band| Queue::of(band)).unzip();
        let [dug, own] = [(); 2].map(|()| Places::on(joining.draft.size()));
        let mut digging = Digging { joining, largest, dug, own, is_dug: false };
        parallel::join(
            || {
                digging.dig_first(bands[0]);
                digging.follow(&mut queues);
            },
            || look_ahead(&mut self.copies, tasks, largest),
        );
        // All has been looked for now.
        digging.follow(&mut queues);
        digging.is_dug
    }

    /// Makes one of the copies what has become of the map where a band lies.
    fn copy(&mut self, joining: &Joining<'a>, index: usize, band: &[u32]) {
        let (open, parts) = (joining.draft.open(), &joining.parts);
        if index == self.copies.len() {
            let search = Search::with_large(joining.search.large);
            self.copies.push(Copy { open: BitGrid::new(open.size()), parts: parts.like(), search });
        }
        let copy = &mut self.copies[index];
        let first = parts.bounds(band[0]).first[1].saturating_sub(ROWS_ABOVE);
        let rows = || (first..open.size().height).for_each(|y| copy.open.row_mut(y).copy_from_slice(open.row(y)));
        parallel::join(rows, || copy.parts.copy_from(parts));
    }
}

/// Splits parts into so many bands, or fewer, whose searches take about as long.
fn split<'b>(parts: &Parts<'_>, left: &'b [u32], largest: u32, bands: usize) -> Vec<&'b [u32]> {
    let cost = |part: u32| if part == largest { 0 } else { cost(parts.bounds(part).words()) };
    let costs = parallel::map_below(left.len(), |index| cost(left[index]));
    let all: usize = costs.iter().sum();
    // Who digs what the others have found looks for less.
    let each = all / (4 * bands - 1) + 1;
    let (mut split, mut cost_so_far, mut start) = (Vec::new(), 0, 0);
    for (index, cost) in costs.into_iter().enumerate() {
        cost_so_far += cost;
        if cost_so_far >= each * (4 * split.len() + 3) {
            split.push(&left[start..=index]);
            start = index + 1;
        }
    }
    split.extend((start < left.len()).then(|| &left[start..]));
    split
}

/// How long it takes to look around a part that lies in so many words.
const fn cost(words: usize) -> usize {
    /// As long as it takes to look through so many words, for a part that is in none.
    const LEAST: usize = 60;
    // Thin walls are found faster than a part is grown.
    LEAST + if words < LARGE { words } else { words / 8 }
}

/// Looks ahead on each copy for the parts of a band.
fn look_ahead(copies: &mut [Copy<'_>], tasks: Vec<Task<'_>>, largest: u32) {
    parallel::map(copies.iter_mut().zip(tasks).collect(), |(copy, task)| copy.look_ahead(task, largest));
}

/// A tunnel that was found ahead.
struct Found {
    part: u32,
    /// The region at its other end, if that is in one.
    region: Option<u32>,
    /// What was looked at.
    seen: Bounds,
    /// Which cells are its.
    cells: Range<usize>,
}

/// What was found ahead for some parts of a band, one after the other.
struct Batch {
    parts: usize,
    found: Vec<Found>,
    cells: Vec<Point>,
}

/// A band that is to be looked through ahead.
struct Task<'b> {
    band: &'b [u32],
    begun: Arc<AtomicBool>,
    batches: Sender<Batch>,
}

/// What has been found for a band ahead, and not been dug yet.
struct Queue<'b> {
    /// The parts that are still to come.
    band: &'b [u32],
    begun: Arc<AtomicBool>,
    batches: Receiver<Batch>,
}

impl<'b> Queue<'b> {
    fn of(band: &'b [u32]) -> (Self, Task<'b>) {
        let (begun, (send, receive)) = (Arc::new(AtomicBool::new(false)), channel());
        (Self { band, begun: begun.clone(), batches: receive }, Task { band, begun, batches: send })
    }
}

impl Copy<'_> {
    /// Digs on the copy the tunnels of the parts of a band, as if nothing were dug by the bands before it.
    fn look_ahead(&mut self, task: Task<'_>, largest: u32) {
        /// So many parts are handed over at a time.
        const AT_ONCE: usize = 256;
        task.begun.store(true, Ordering::Release);
        let top = self.parts.bounds(task.band[0]).first[1];
        for parts in task.band.chunks(AT_ONCE) {
            let mut batch = Batch { parts: parts.len(), found: Vec::new(), cells: Vec::new() };
            for &part in parts {
                // What reaches into the bands before has hardly a chance.
                let bounds = self.parts.bounds(part);
                let has_turn = self.parts.has_turn(part, largest) && bounds.first[1] >= top;
                if has_turn && self.parts.find_near_tunnel(&self.open, part, &mut self.search) {
                    let tunnel = self.search.tunnel();
                    for at in &tunnel[1..tunnel.len() - 1] {
                        self.open.insert(*at);
                    }
                    let region = self.parts.label(tunnel[0]);
                    self.parts.join(part, region, tunnel, &self.open);
                    batch.add(part, region, bounds, tunnel);
                }
            }
            // Nobody wants it only where the one who digs has panicked.
            let _ = task.batches.send(batch);
        }
    }
}

impl Batch {
    /// Adds the tunnel of a part that lay within some bounds.
    fn add(&mut self, part: u32, region: Option<u32>, bounds: Bounds, tunnel: &[Point]) {
        let first = self.cells.len();
        self.cells.extend_from_slice(tunnel);
        self.found.push(Found {
            part,
            region,
            seen: bounds.grown(tunnel.len() as u32),
            cells: first..self.cells.len(),
        });
    }
}

/// The digging of a round.
struct Digging<'j, 'a> {
    joining: &'j mut Joining<'a>,
    largest: u32,
    /// Where the bands before the one that is gone through have dug, and where that was done otherwise than foreseen.
    dug: Places,
    /// Where the one that is gone through has dug.
    own: Places,
    is_dug: bool,
}

impl Digging<'_, '_> {
    /// Digs the tunnels of the first band.
    fn dig_first(&mut self, band: &[u32]) {
        let own = &mut self.own;
        self.is_dug |= self.joining.round(band, self.largest, |_, tunnel| own.add(tunnel));
        self.dug.unite(&mut self.own);
    }

    /// Digs the tunnels of the bands after it, as they are found ahead: until none is found before somebody begins to look.
    fn follow(&mut self, queues: &mut [Queue<'_>]) {
        for queue in queues {
            loop {
                match queue.batches.try_recv() {
                    Ok(batch) => {
                        let (parts, rest) = queue.band.split_at(batch.parts);
                        queue.band = rest;
                        self.dig(parts, &batch);
                    }
                    // Who has begun ends, whatever happens here.
                    Err(TryRecvError::Empty) if queue.begun.load(Ordering::Acquire) => std::thread::yield_now(),
                    Err(TryRecvError::Empty) => return,
                    Err(TryRecvError::Disconnected) => break,
                }
            }
            self.dug.unite(&mut self.own);
        }
    }

    /// Digs the tunnels of some parts: those that were found ahead, where they are what would be found now.
    fn dig(&mut self, parts: &[u32], batch: &Batch) {
        let mut found = batch.found.iter().peekable();
        for &part in parts {
            let ahead = found.next_if(|found| found.part == part);
            let foreseen = ahead.map_or(&[][..], |ahead| &batch.cells[ahead.cells.clone()]);
            let has_turn = self.joining.parts.has_turn(part, self.largest);
            let is_sure = has_turn && ahead.is_some_and(|ahead| !self.dug.meet(ahead.seen));
            if is_sure {
                self.joining.search.put_tunnel(foreseen);
            }
            let is_found = is_sure || has_turn && self.joining.find_tunnel(part);
            let tunnel = if is_found { self.joining.search.tunnel() } else { &[] };
            if tunnel != foreseen {
                self.dug.add(tunnel);
                self.dug.add(foreseen);
            }
            self.own.add(tunnel);
            match ahead {
                Some(ahead) if is_sure => self.joining.dig_to(part, ahead.region),
                _ if is_found => self.joining.dig(part),
                _ => continue,
            }
            self.is_dug = true;
        }
    }
}

/// Where tunnels are, roughly: the squares of the map that have cells of them.
struct Places {
    squares: BitGrid,
}

/// The side of such a square.
const SIDE: u32 = 16;

impl Places {
    /// None.
    fn on(size: Size) -> Self {
        Self { squares: BitGrid::new(Size::new(size.width.div_ceil(SIDE), size.height.div_ceil(SIDE))) }
    }

    fn add(&mut self, tunnel: &[Point]) {
        for at in tunnel {
            self.squares.insert(Point::new(at.x / SIDE as i32, at.y / SIDE as i32));
        }
    }

    /// Takes all of others.
    fn unite(&mut self, others: &mut Self) {
        self.squares.unite(&others.squares);
        others.squares.clear();
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

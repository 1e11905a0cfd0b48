//! The pieces of a set of cells: what is connected inside each square, and which pieces are one part.

use alloc::vec::Vec;
use core::ops::Range;

use crate::components::Fragment;
use crate::squares::{FIRST_COLUMN, FIRST_ROW, all_first_filled, first_filled, turned};
use crate::{BitGrid, Neighbours, Point, parallel, simd};

/// The most pieces that a square can have: every other cell.
const MOST: usize = 32;

/// In how many strips a map is looked through: a large one in as many as there are cores.
pub(super) fn strips(open: &BitGrid) -> usize {
    /// So many words are worth a core of their own.
    const MANY: usize = 1 << 15;
    parallel::threads_for(open.words().len(), MANY)
}

/// The rows of squares of a map in so many runs, or fewer where there are not so many.
pub(super) fn runs_of_bands(open: &BitGrid, count: usize) -> Vec<Range<usize>> {
    // A map without columns has no squares either.
    let bands = if open.words_in_row() == 0 { 0 } else { open.size().height.div_ceil(8) as usize };
    let count = count.min(bands).max(1);
    (0..count).map(|run| bands * run / count..bands * (run + 1) / count).collect()
}

/// The pieces of the squares of some rows, square by square, row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// The first of those rows of squares, and how many pieces there are before them.
    pub(super) first_band: usize,
    pub(super) first: usize,
    /// How many squares lie side by side.
    columns: usize,
    /// Where each square's pieces begin, and at last where those of the last square end.
    starts: Vec<u32>,
    /// The cells of each piece, and its square's row and column among all: the column in so many bits.
    pub(super) cells: Vec<u64>,
    pub(super) places: Vec<u32>,
    column_bits: u32,
    /// For each piece an earlier one of the same part; itself where there is none. Later the number of its part.
    pub(super) same: Vec<u32>,
}

/// Room for what is told of each piece while they are found.
#[derive(Default)]
pub(super) struct Room {
    cells: Vec<u64>,
    places: Vec<u32>,
    same: Vec<u32>,
    /// How many pieces there are; what is behind them tells nothing.
    count: usize,
}

impl Room {
    /// That may have to hold so many pieces. Mostly there is a piece or two in a square.
    fn for_pieces(count: usize) -> Self {
        let (cells, places, same) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        Self { cells, places, same, count: 0 }
    }

    /// Makes room for so many pieces.
    #[inline(always)]
    fn grow(&mut self, count: usize) {
        if self.cells.len() < count {
            self.cells.resize(count, 0);
            self.places.resize(count, 0);
            self.same.resize(count, 0);
        }
    }
}

impl Pieces {
    /// Finds the pieces of a map, of a large one in strips, and makes something of those of each strip.
    pub(super) fn in_strips<T: Send>(
        open: &BitGrid,
        neighbours: Neighbours,
        make: impl Fn(Self) -> T + Send + Sync,
    ) -> Vec<T> {
        parallel::map(runs_of_bands(open, strips(open)), |bands| make(Self::found(open, neighbours, bands)))
    }

    /// Finds the pieces of some rows of squares.
    pub(super) fn found(open: &BitGrid, neighbours: Neighbours, bands: Range<usize>) -> Self {
        let mut room = Room::for_pieces(open.size().width.div_ceil(8) as usize * (bands.len() + MOST));
        let mut pieces = Self::found_in(&mut room, open, neighbours, bands);
        let Room { mut cells, mut places, mut same, count } = room;
        cells.truncate(count);
        places.truncate(count);
        same.truncate(count);
        (pieces.cells, pieces.places, pieces.same) = (cells, places, same);
        pieces
    }

    /// The same in room that serves again and again.
    pub(super) fn found_again(room: &mut Room, open: &BitGrid, neighbours: Neighbours, bands: Range<usize>) -> Self {
        let pieces = Self::found_in(room, open, neighbours, bands);
        let Room { cells, places, same, count } = room;
        let (cells, places, same) = (&cells[..*count], &places[..*count], &same[..*count]);
        Self { cells: cells.to_vec(), places: places.to_vec(), same: same.to_vec(), ..pieces }
    }

    /// Finds the pieces of some rows of squares, and leaves what is told of each in the room.
    fn found_in(room: &mut Room, open: &BitGrid, neighbours: Neighbours, bands: Range<usize>) -> Self {
        simd::dispatch(
            #[inline(always)]
            || match neighbours {
                Neighbours::Four => Self::found_plainly::<false>(room, open, bands),
                Neighbours::Eight => Self::found_plainly::<true>(room, open, bands),
            },
        )
    }

    /// The entries in `same` of pieces that touch those of the strip below, and of the latter.
    pub(super) fn touching(&self, below: &Self, neighbours: Neighbours) -> Vec<[u32; 2]> {
        let last = self.end() - 1;
        let mut touching = Vec::new();
        for column in 0..self.columns {
            for piece in below.of_square(column, below.first_band) {
                // The columns above where it has neighbours, from the one before the square's first to the one behind it.
                let top = (below.cells[piece] & FIRST_ROW) << 1;
                let above = if neighbours == Neighbours::Eight { top | top << 1 | top >> 1 } else { top };
                let squares = [(column.wrapping_sub(1), above << 7), (column, above >> 1), (column + 1, above >> 9)];
                for (column, above) in squares.into_iter().filter(|(column, _)| *column < self.columns) {
                    let others = self.of_square(column, last).filter(|other| self.cells[*other] >> 56 & above != 0);
                    touching.extend(others.map(|other| [self.same[other], below.same[piece]]));
                }
            }
        }
        touching
    }

    /// Puts the numbers of parts, by their first pieces and from one on, into `same`; gives the number behind the last.
    pub(super) fn number(&mut self, first: u32) -> u32 {
        let mut next = first;
        for piece in 0..self.same.len() {
            let same = self.same[piece] as usize;
            // An earlier piece has its number already.
            self.same[piece] = if same == piece { next } else { self.same[same] };
            next += u32::from(same == piece);
        }
        next
    }

    /// Gives all entries in `same` new numbers. Pieces of what has none are left without cells, and with a number of none.
    pub(super) fn renumber(&mut self, numbers: &[Option<u32>]) {
        for (cells, same) in self.cells.iter_mut().zip(&mut self.same) {
            let number = numbers.get(*same as usize).copied().flatten();
            *same = number.unwrap_or(u32::MAX);
            *cells = if number.is_some() { *cells } else { 0 };
        }
    }

    #[inline(always)]
    fn found_plainly<const EIGHT: bool>(room: &mut Room, open: &BitGrid, bands: Range<usize>) -> Self {
        let words_in_row = open.words_in_row();
        let columns = open.size().width.div_ceil(8) as usize;
        let mut starts = alloc::vec![0; columns * bands.len() + 1];
        let column_bits = usize::BITS - columns.leading_zeros();
        let mut count = 0;
        let mut rows = open.words()[8 * bands.start * words_in_row..].chunks_exact(words_in_row.max(1));
        for band in 0..bands.len() {
            // Below the last row nothing is open.
            let rows: [&[u64]; 8] = core::array::from_fn(|_| rows.next().unwrap_or_default());
            room.grow(count + columns * MOST);
            let (before, here) = starts.split_at_mut(columns * band);
            let above = &before[before.len() - columns.min(before.len())..];
            let Room { cells, places, same, .. } = &mut *room;
            let mut pieces = Adding { cells, places, same, count };
            let mut left = count;
            for word in 0..words_in_row {
                let squares = turned(rows.map(|row| row.get(word).copied().unwrap_or(0)));
                // Mostly a square's first piece is its only one.
                let firsts = if EIGHT { squares.map(first_filled::<true>) } else { all_first_filled(squares) };
                for (column, square) in (8 * word..columns).zip(squares.into_iter().zip(firsts)) {
                    let start = pieces.count;
                    here[column] = start as u32;
                    let end_above = above.get(column + 1).copied().unwrap_or(here[0]) as usize;
                    let start_above = above.get(column).map_or(end_above, |start| *start as usize);
                    let place = ((bands.start + band) << column_bits | column) as u32;
                    pieces.add::<EIGHT>(square, place, left..start, start_above..end_above);
                    left = start;
                }
            }
            if EIGHT && band > 0 {
                pieces.join_corners(above, &here[..columns]);
            }
            count = pieces.count;
            here[columns] = count as u32;
        }
        room.count = count;
        Self { first_band: bands.start, columns, starts, column_bits, ..Self::default() }
    }

    /// The column and row of a piece's square among all.
    #[inline(always)]
    pub(super) fn place(&self, piece: usize) -> [u32; 2] {
        self.of_place(self.places[piece])
    }

    #[inline(always)]
    const fn of_place(&self, place: u32) -> [u32; 2] {
        [place & !(u32::MAX << self.column_bits), place >> self.column_bits]
    }

    /// Some of them, with their entries in `same`.
    #[inline(always)]
    pub(super) fn some(&self, pieces: Range<usize>) -> impl Iterator<Item = Fragment> {
        let (cells, places, same) = (&self.cells[pieces.clone()], &self.places[pieces.clone()], &self.same[pieces]);
        cells.iter().zip(places).zip(same).map(
            #[inline(always)]
            |((cells, place), same)| {
                let [x, y] = self.of_place(*place).map(|place| 8 * place as i32);
                Fragment { corner: Point::new(x, y), cells: *cells, label: *same }
            },
        )
    }

    /// The row of squares behind the last.
    pub(super) fn end(&self) -> usize {
        self.first_band + (self.starts.len() - 1).checked_div(self.columns).unwrap_or(0)
    }

    /// The pieces of a square, by its column and row among the squares.
    pub(super) fn of_square(&self, column: usize, band: usize) -> Range<usize> {
        let square = (band - self.first_band) * self.columns + column;
        self.starts[square] as usize..self.starts[square + 1] as usize
    }

    /// The pieces of those of some rows of squares that are among these.
    pub(super) fn of_bands(&self, bands: &Range<usize>) -> Range<usize> {
        let [start, end] = [bands.start, bands.end].map(|band| {
            let band = band.clamp(self.first_band, self.end()) - self.first_band;
            self.starts[band * self.columns] as usize
        });
        start..end
    }

    /// Puts the cells of all pieces whose entry in `same` passes into a set of no cells.
    pub(super) fn put_where(&self, set: &mut BitGrid, passes: impl Fn(u32) -> bool) {
        let words_in_row = set.words_in_row();
        for band in self.first_band..self.end() {
            for word in 0..words_in_row {
                let words = self.rows_where(word, band, &passes);
                if words != [0; 8] {
                    let rows = set.words_mut()[8 * band * words_in_row + word..].iter_mut().step_by(words_in_row);
                    rows.zip(words).for_each(|(row, words)| *row = words);
                }
            }
        }
    }

    /// The cells of such pieces in eight squares side by side, as eight rows of a word.
    #[inline(always)]
    fn rows_where(&self, word: usize, band: usize, passes: impl Fn(u32) -> bool) -> [u64; 8] {
        let first = (band - self.first_band) * self.columns;
        let starts = &self.starts[first..=first + self.columns];
        let squares = core::array::from_fn(|column| {
            let [start, end, ..] = starts[starts.len().min(8 * word + column)..] else { return 0 };
            let pieces = start as usize..end as usize;
            let pieces = self.cells[pieces.clone()].iter().zip(&self.same[pieces]);
            // What is forgotten has no cells, and no number either.
            pieces.fold(0, |all, (cells, same)| all | if *cells != 0 && passes(*same) { *cells } else { 0 })
        });
        // Where many squares are without any, nothing has to be turned.
        if squares == [0; 8] { squares } else { turned(squares) }
    }
}

/// The columns of the square above in whose last row a cell of a piece has a neighbour.
#[inline(always)]
const fn top_of<const EIGHT: bool>(piece: u64) -> u64 {
    let top = piece & FIRST_ROW;
    if EIGHT { top | top << 1 | top >> 1 } else { top }
}

/// Pieces while they are found.
struct Adding<'a> {
    cells: &'a mut [u64],
    places: &'a mut [u32],
    same: &'a mut [u32],
    /// How many there are so far: behind them is room for more.
    count: usize,
}

impl Adding<'_> {
    /// Adds the pieces of a square at some place, and joins them with those that they touch on the left and above. The first
    /// of them is known.
    #[inline(always)]
    fn add<const EIGHT: bool>(
        &mut self,
        (mut rest, mut piece): (u64, u64),
        place: u32,
        left: Range<usize>,
        above: Range<usize>,
    ) {
        while piece != 0 {
            rest &= !piece;
            let mut part = self.count as u32;
            self.cells[self.count] = piece;
            self.places[self.count] = place;
            self.same[self.count] = part;
            self.count += 1;
            let (side, top) = (piece & FIRST_COLUMN, top_of::<EIGHT>(piece));
            let side = if EIGHT { side | side << 8 | side >> 8 } else { side };
            for other in left.clone() {
                if self.cells[other] >> 7 & side != 0 {
                    part = self.join(part, other as u32);
                }
            }
            for other in above.clone() {
                if self.cells[other] >> 56 & top != 0 {
                    part = self.join(part, other as u32);
                }
            }
            piece = if rest == 0 { 0 } else { first_filled::<EIGHT>(rest) };
        }
    }

    /// Joins what touches across the corners of squares, given where pieces begin in a row of squares and the one above.
    fn join_corners(&mut self, above: &[u32], here: &[u32]) {
        let ends = |starts: &[u32], end: usize| {
            let mut ends: Vec<usize> = starts.iter().map(|start| *start as usize).collect();
            ends.push(end);
            ends
        };
        let (above, here) = (ends(above, here[0] as usize), ends(here, self.count));
        for column in 1..here.len() - 1 {
            // The last cell above on the left and the first one here; the first one above and the last on the left here.
            let corners = [(column - 1, 63, column, 0), (column, 56, column - 1, 7)];
            for (upper, upper_bit, lower, lower_bit) in corners {
                for piece in here[lower]..here[lower + 1] {
                    for other in above[upper]..above[upper + 1] {
                        if self.cells[piece] >> lower_bit & self.cells[other] >> upper_bit & 1 != 0 {
                            let part = self.root(piece as u32);
                            self.join(part, other as u32);
                        }
                    }
                }
            }
        }
    }

    /// Makes one of a part, given as its earliest piece, and that of another piece. Gives their earliest piece.
    #[inline(always)]
    fn join(&mut self, part: u32, piece: u32) -> u32 {
        let root = self.root(piece);
        let first = part.min(root);
        self.same[part.max(root) as usize] = first;
        first
    }

    /// The earliest piece of a part; halves the way there for the next time.
    #[inline(always)]
    fn root(&mut self, mut piece: u32) -> u32 {
        loop {
            let next = self.same[piece as usize];
            if next == piece {
                return piece;
            }
            let after = self.same[next as usize];
            self.same[piece as usize] = after;
            piece = after;
        }
    }
}

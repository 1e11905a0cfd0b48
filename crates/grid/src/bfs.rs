//! The rings of cells that lie one step, two steps and so on away from some sources.
//!
//! ```text
//! @..#.        012#8
//! .#.#.   →    1#3#7
//! .#...        2#456
//! ```
//!
//! This is what distances are made of. Two things make it fast. The cells that are not reached
//! yet are bits with a frame of clear ones around the map, so that no step asks whether it leaves the map. And whether a
//! cell is taken is added up instead of asked: each neighbour is written to the end of the list, which grows by its bit.
//! So there is no branch that a processor could guess wrong.

use alloc::vec::Vec;

use crate::{BitGrid, Neighbours, Point};

/// A cell, its column and row counted from the frame: one more than on the map.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reached {
    x: u32,
    y: u32,
}

impl Reached {
    pub(crate) const fn x(self) -> u32 {
        self.x - 1
    }

    pub(crate) const fn y(self) -> u32 {
        self.y - 1
    }
}

/// A set of cells with a frame of clear ones around the map: cell (0, 0) is at (1, 1).
pub(crate) struct Framed {
    words_in_row: usize,
    words: Vec<u64>,
}

impl Framed {
    pub(crate) fn of(cells: &BitGrid) -> Self {
        let (height, words_of_cells) = (cells.size().height as usize, cells.words_in_row());
        let words_in_row = (cells.size().width as usize + 2).div_ceil(64);
        let mut words = alloc::vec![0; words_in_row * (height + 2)];
        for (y, framed) in words.chunks_exact_mut(words_in_row).skip(1).take(height).enumerate() {
            let mut before = 0;
            for (framed, word) in framed.iter_mut().zip(cells.row(y as u32)) {
                *framed = word << 1 | before;
                before = word >> 63;
            }
            // A row of full words has its last cell in a word more.
            if let Some(framed) = framed.get_mut(words_of_cells) {
                *framed = before;
            }
        }
        Self { words_in_row, words }
    }

    /// Whether a cell of the map or its frame is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, at: Point) -> bool {
        self.words[at.y as usize * self.words_in_row + at.x as usize / 64] >> (at.x % 64) & 1 == 1
    }
}

/// Bfs that run over open cells, each of them once.
pub(crate) struct Bfs {
    neighbours: Neighbours,
    words_in_row: usize,
    /// The open cells that are not reached yet, with a frame of one clear cell around the map.
    unreached: Vec<u64>,
    /// The cells reached last, and as many useless ones behind them as it takes.
    last: Vec<Reached>,
    count: usize,
    /// The ring before, to be written over.
    spare: Vec<Reached>,
}

impl Bfs {
    /// Bfs that begin at all sources that are open.
    pub(crate) fn new(open: &BitGrid, sources: impl IntoIterator<Item = Point>, neighbours: Neighbours) -> Self {
        let Framed { words_in_row, words: unreached } = Framed::of(open);
        let mut bfs = Self { neighbours, words_in_row, unreached, last: Vec::new(), count: 0, spare: Vec::new() };
        for source in sources.into_iter().filter(|source| open.size().contains(*source)) {
            let at = Reached { x: source.x as u32 + 1, y: source.y as u32 + 1 };
            let (word, bit) = (at.y as usize * words_in_row + at.x as usize / 64, at.x % 64);
            if bfs.unreached[word] >> bit & 1 == 1 {
                bfs.unreached[word] &= !(1 << bit);
                bfs.last.push(at);
            }
        }
        bfs.count = bfs.last.len();
        bfs
    }

    /// The cells reached last: at first the sources.
    pub(crate) fn ring(&self) -> &[Reached] {
        &self.last[..self.count]
    }

    /// Goes one step further; says whether that reached any cell.
    pub(crate) fn spread(&mut self) -> bool {
        match self.neighbours {
            Neighbours::Four => self.spread_over([[0, !0], [!0, 0], [1, 0], [0, 1]]),
            Neighbours::Eight => {
                self.spread_over([[!0, !0], [0, !0], [1, !0], [!0, 0], [1, 0], [!0, 1], [0, 1], [1, 1]])
            }
        }
    }

    #[inline(always)]
    fn spread_over<const N: usize>(&mut self, offsets: [[u32; 2]; N]) -> bool {
        core::mem::swap(&mut self.last, &mut self.spare);
        let most = self.count * N + 1;
        if self.last.len() < most {
            self.last.resize(most.next_power_of_two(), Reached::default());
        }
        let (reached, unreached) = (&mut self.last[..most], &mut self.unreached[..]);
        let mut count = 0;
        for at in &self.spare[..self.count] {
            let row = at.y as usize * self.words_in_row;
            let rows = [row - self.words_in_row, row, row + self.words_in_row];
            for [dx, dy] in offsets {
                let near = Reached { x: at.x.wrapping_add(dx), y: at.y.wrapping_add(dy) };
                let word = &mut unreached[rows[dy.wrapping_add(1) as usize] + near.x as usize / 64];
                let bit = 1 << (near.x % 64);
                let taken = *word & bit != 0;
                *word &= !bit;
                reached[count] = near;
                count += usize::from(taken);
            }
        }
        self.count = count;
        count > 0
    }
}

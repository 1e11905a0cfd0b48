//! Breadth-first search: the cells one step, two steps and so on away from some sources.
//!
//! ```text
//! @..#.        012#8
//! .#.#.   →    1#3#7
//! .#...        2#456
//! ```
//!
//! Two things make it fast. The unreached cells are bits with a frame of clear ones around the map, so no step has to check whether it
//! leaves the map. And nothing branches on whether a neighbour is new: it is always written to the end of the list, which then grows by
//! its bit.

use alloc::vec::Vec;

use crate::{BitGrid, Neighbours, Point};

/// A cell in coordinates that count from the frame: one more than on the map.
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

/// A set of cells with a frame of one clear cell around the map: cell (0, 0) is at (1, 1).
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
            // The frame pushes the last cell of a row of full words into another word.
            if let Some(framed) = framed.get_mut(words_of_cells) {
                *framed = before;
            }
        }
        Self { words_in_row, words }
    }

    /// Whether a cell of the map or the frame is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, at: Point) -> bool {
        self.words[at.y as usize * self.words_in_row + at.x as usize / 64] >> (at.x % 64) & 1 == 1
    }
}

/// A breadth-first search over open cells.
pub(crate) struct Bfs {
    neighbours: Neighbours,
    words_in_row: usize,
    /// The open cells not reached yet, framed.
    unreached: Vec<u64>,
    /// The frontier; entries after its `count` cells are stale.
    frontier: Vec<Reached>,
    count: usize,
    /// The previous frontier.
    previous: Vec<Reached>,
}

impl Bfs {
    /// Starts a search at all sources that are open.
    pub(crate) fn new(open: &BitGrid, sources: impl IntoIterator<Item = Point>, neighbours: Neighbours) -> Self {
        let Framed { words_in_row, words: unreached } = Framed::of(open);
        let mut search =
            Self { neighbours, words_in_row, unreached, frontier: Vec::new(), count: 0, previous: Vec::new() };
        for source in sources.into_iter().filter(|source| open.size().contains(*source)) {
            let at = Reached { x: source.x as u32 + 1, y: source.y as u32 + 1 };
            let (word, bit) = (at.y as usize * words_in_row + at.x as usize / 64, at.x % 64);
            if search.unreached[word] >> bit & 1 == 1 {
                search.unreached[word] &= !(1 << bit);
                search.frontier.push(at);
            }
        }
        search.count = search.frontier.len();
        search
    }

    /// The cells reached by the last step; the sources at first.
    pub(crate) fn frontier(&self) -> &[Reached] {
        &self.frontier[..self.count]
    }

    /// Takes one step. Returns whether it reached any cell.
    pub(crate) fn step(&mut self) -> bool {
        match self.neighbours {
            Neighbours::Four => self.step_by([[0, !0], [!0, 0], [1, 0], [0, 1]]),
            Neighbours::Eight => self.step_by([[!0, !0], [0, !0], [1, !0], [!0, 0], [1, 0], [!0, 1], [0, 1], [1, 1]]),
        }
    }

    #[inline(always)]
    fn step_by<const N: usize>(&mut self, offsets: [[u32; 2]; N]) -> bool {
        core::mem::swap(&mut self.frontier, &mut self.previous);
        let most = self.count * N + 1;
        if self.frontier.len() < most {
            self.frontier.resize(most.next_power_of_two(), Reached::default());
        }
        let (reached, unreached) = (&mut self.frontier[..most], &mut self.unreached[..]);
        let mut count = 0;
        for at in &self.previous[..self.count] {
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

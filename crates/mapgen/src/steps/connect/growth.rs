//! Grows a part into the rock around it, 64 cells at a time, until it meets another.
//!
//! ```text
//! ##########        ##########        ##########
//! #..####..#        #..1##1..#        #..####..#        The numbers are levels: 1 is a step away from the part on
//! #..####..#   →    #..12#1..#   →    #......#.#        the left, 2 two steps. In level 3 the other part is met.
//! #######.##        #112##3.##        ########.#
//! ##########        ##########        ##########
//! ```
//!
//! A level is a list of words, each with its place on the map: so a level costs by the words that it touches, not by its
//! cells, and nothing by the size of the map. Which of several shortest ways is taken must not depend on that: when the
//! other part is met, the levels are gone back through to find the cells that lie on a shortest way, which are few, and
//! only those are then searched cell by cell in the order that the rule asks for.

use std::ops::Range;

use undercroft_grid::{BitGrid, Point};

use super::parts::Cells;
use super::way;
use crate::words::set_bits;

/// Some of the 64 cells of a word: the word's index, and their bits.
type Bits = (u32, u64);

/// The map as words, and what one part's growing needs. It is made once and serves all parts in turn.
pub(super) struct Growth {
    words_in_row: usize,
    /// What is open. Here as in all that follows, the map has a row more above and below.
    open: Vec<u64>,
    /// What is inside the border: no tunnel goes farther. So what is shifted out at one side of the map and comes in at
    /// the other does no harm.
    inside: Vec<u64>,
    /// What is inside, not of the part itself, and not reached yet.
    free: Vec<u64>,
    /// The part's own words: level 0.
    sources: Vec<u32>,
    is_source: Vec<u64>,
    /// The levels one after the other, and where each ends.
    levels: Vec<Bits>,
    ends: Vec<usize>,
    /// What the level just made may reach, gathered word by word; all 0 but while it is used.
    near: Vec<u64>,
    touched: Vec<u32>,
    /// Cells of other parts that were met.
    met: Vec<Bits>,
    /// The part's own tunnels.
    shut: Vec<Point>,
}

impl Growth {
    pub(super) fn over(open: &BitGrid) -> Self {
        let words_in_row = open.words_in_row();
        let framed = |cells: &BitGrid| {
            let mut words = vec![0; words_in_row];
            (0..cells.size().height).for_each(|y| words.extend_from_slice(cells.row(y)));
            words.resize(words.len() + words_in_row, 0);
            words
        };
        let mut inside = BitGrid::new(open.size());
        inside.insert_rect(open.size().interior());
        let (open, inside) = (framed(open), framed(&inside));
        Self {
            words_in_row,
            free: inside.clone(),
            is_source: vec![0; open.len()],
            near: vec![0; open.len()],
            open,
            inside,
            sources: Vec::new(),
            levels: Vec::new(),
            ends: Vec::new(),
            touched: Vec::new(),
            met: Vec::new(),
            shut: Vec::new(),
        }
    }

    /// Opens a cell for all parts.
    pub(super) fn open(&mut self, at: Point) {
        let (word, bit) = self.place(at);
        self.open[word] |= bit;
    }

    /// Adds cells of the part itself, from which it grows.
    fn add_source(&mut self, cells: Cells) {
        let first = (8 * cells.row as usize + 1) * self.words_in_row + cells.column as usize / 8;
        for (row, byte) in cells.bits.to_le_bytes().into_iter().enumerate().filter(|(_, byte)| *byte != 0) {
            let (word, bits) = (first + row * self.words_in_row, u64::from(byte) << (8 * (cells.column % 8)));
            if self.is_source[word] == 0 {
                self.sources.push(word as u32);
            }
            self.is_source[word] |= bits;
            self.free[word] &= !bits;
        }
    }

    /// Adds a cell of the part itself from which it does not grow.
    fn shut(&mut self, at: Point) {
        let (word, bit) = self.place(at);
        self.free[word] &= !bit;
        self.shut.push(at);
    }

    /// Forgets the part.
    fn clear(&mut self) {
        for word in self.sources.drain(..) {
            self.is_source[word as usize] = 0;
            self.free[word as usize] = self.inside[word as usize];
        }
        for (word, _) in self.levels.drain(..) {
            self.free[word as usize] = self.inside[word as usize];
        }
        while let Some(at) = self.shut.pop() {
            let (word, _) = self.place(at);
            self.free[word] = self.inside[word];
        }
        self.ends.clear();
        self.met.clear();
    }

    /// Finds the shortest way from the part to another. Of several it is the one that a search would find first that began
    /// with the sources in this order. Says whether there is any.
    ///
    /// From the part's own tunnels, which are `shut`, nothing is grown.
    pub(super) fn nearest<K: Ord>(
        &mut self,
        part: &[Cells],
        shut: &[Point],
        order: impl Fn(Point) -> K,
        tunnel: &mut Vec<Point>,
    ) -> bool {
        part.iter().for_each(|cells| self.add_source(*cells));
        shut.iter().for_each(|at| self.shut(*at));
        let is_found = self.grow_to_another(order, tunnel);
        self.clear();
        is_found
    }

    fn grow_to_another<K: Ord>(&mut self, order: impl Fn(Point) -> K, tunnel: &mut Vec<Point>) -> bool {
        for index in 0..self.sources.len() {
            let word = self.sources[index];
            let rim = self.rim(word);
            if rim != 0 {
                self.levels.push((word, rim));
            }
        }
        self.ends.push(self.levels.len());
        let mut last = 0..self.levels.len();
        while self.met.is_empty() {
            self.grow(last.clone());
            last = last.end..self.levels.len();
            if self.met.is_empty() && last.is_empty() {
                return false;
            }
            self.ends.push(self.levels.len());
        }
        let levels = self.on_shortest_ways();
        let sources = levels[0].iter().flat_map(|bits| self.points(*bits));
        let is_on = |level: usize, at: Point| {
            let (word, bit) = self.place(at);
            levels[level].iter().any(|(here, bits)| *here as usize == word && bits & bit != 0)
        };
        way::follow(sources, levels.len() - 1, order, is_on, tunnel);
        true
    }

    /// The sources of a word that have a closed cell beside them, or lie on the border. Only from those does it grow:
    /// what is open all around has only its own part beside it, or tunnels that reached it already.
    fn rim(&self, word: u32) -> u64 {
        let at = word as usize;
        let row = self.words_in_row;
        let left = self.open[at] << 1 | self.open[at - 1] >> 63;
        let right = self.open[at] >> 1 | self.open[at + 1] << 63;
        let open_around = self.open[at - row] & left & right & self.open[at + row];
        self.is_source[at] & !(open_around & self.inside[at])
    }

    /// Makes the level after the one in that range, or finds what of other parts it meets.
    fn grow(&mut self, last: Range<usize>) {
        for index in last {
            self.reach_out::<true>(self.levels[index]);
        }
        for &word in &self.touched {
            let index = word as usize;
            let near = self.near[index];
            self.near[index] = 0;
            let met = near & self.open[index];
            if met != 0 {
                self.met.push((word, met));
            }
            if near != met {
                self.levels.push((word, near & !met));
                self.free[index] &= !(near & !met);
            }
        }
        self.touched.clear();
    }

    /// Adds the neighbours of some cells of a word to `near`: only those that are free, or all.
    #[inline(always)]
    fn reach_out<const FREE: bool>(&mut self, (word, bits): Bits) {
        let row = self.words_in_row as u32;
        let mut add = |word: u32, bits: u64| {
            let bits = if FREE { bits & self.free[word as usize] } else { bits };
            if bits != 0 {
                let near = &mut self.near[word as usize];
                if *near == 0 {
                    self.touched.push(word);
                }
                *near |= bits;
            }
        };
        add(word - row, bits);
        add(word, bits << 1 | bits >> 1);
        add(word + row, bits);
        if bits & 1 == 1 {
            add(word - 1, 1 << 63);
        }
        if bits >> 63 == 1 {
            add(word + 1, 1);
        }
    }

    /// The cells of each level that lie on a shortest way to what was met, and at last that.
    fn on_shortest_ways(&mut self) -> Vec<Vec<Bits>> {
        // The last level may have been begun when the other part was met: nothing of it is on a shortest way.
        let levels = self.ends.len() - 1;
        let mut ways = vec![Vec::new(); levels + 1];
        ways[levels] = std::mem::take(&mut self.met);
        for level in (0..levels).rev() {
            for cells in &ways[level + 1] {
                self.reach_out::<false>(*cells);
            }
            let first = if level == 0 { 0 } else { self.ends[level - 1] };
            for &(word, bits) in &self.levels[first..self.ends[level]] {
                let bits = bits & self.near[word as usize];
                if bits != 0 {
                    ways[level].push((word, bits));
                }
            }
            for word in self.touched.drain(..) {
                self.near[word as usize] = 0;
            }
        }
        ways
    }

    /// The cells of a word.
    fn points(&self, (word, bits): Bits) -> impl Iterator<Item = Point> + use<> {
        let (y, x) = (word as usize / self.words_in_row - 1, word as usize % self.words_in_row * 64);
        set_bits(bits).map(move |bit| Point::new((x as u32 + bit) as i32, y as i32))
    }

    /// A cell's word and its bit there, no bit for a cell left of the map. The cell is on the map or a step off it.
    const fn place(&self, at: Point) -> (usize, u64) {
        if at.x < 0 {
            return (0, 0);
        }
        ((at.y + 1) as usize * self.words_in_row + at.x as usize / 64, 1 << (at.x % 64))
    }
}

//! Finds what is nearest to a part where that is not far, in a window around the part, 64 cells at a time.
//!
//! ```text
//! ##########        ##########        ##########
//! #..####..#        #..1##1..#        #..####..#        The numbers are levels: 1 is a step away from the part on
//! #..####..#   →    #..12#1..#   →    #......#.#        the left, 2 two steps. In level 3 the other part is met.
//! #######.##        #112##3.##        ########.#
//! ##########        ##########        ##########
//! ```
//!
//! Most parts have another within a few cells. So all that is around a part is copied into a small bitmap, and grown
//! there as a whole: a level is one loop over its words without a branch, and each level is kept. When another part is
//! met, the cells that lie on a shortest way to it are found by going back through the levels, and only those, which
//! are few, are searched cell by cell in the order that the rule asks for.

use undercroft_grid::{BitGrid, Point};

use super::way;

/// How many cells the window has around the part: first, and where nothing was met within that.
const MARGINS: [u32; 2] = [6, 24];

/// The map, and the window on it that was looked through last.
///
/// The window is kept column of words by column of words, as most parts are few words wide. Above and below each column
/// there is a word that is not of the window, and on both sides a column of them, all 0: so nothing is grown over an edge,
/// and no word has to be asked where it lies.
pub(super) struct Window {
    /// What is open on the whole map.
    open: BitGrid,
    /// The column and row of the window's first cell.
    left: u32,
    top: u32,
    /// How many columns of words the window has.
    columns: usize,
    /// Words from a column to the next.
    stride: usize,
    /// Rock that a tunnel may be dug through.
    rock: Vec<u64>,
    /// Cells of other parts.
    others: Vec<u64>,
    /// Level after level, what is so many steps from the part or fewer; level 0 is the part's rim. The column behind a
    /// level is the one before the next.
    levels: Vec<u64>,
    /// What is open, and the part.
    around: Vec<u64>,
    part: Vec<u64>,
}

/// A row of a part, its first column, and one past the last.
pub(super) type Run = [u32; 3];

impl Window {
    pub(super) fn over(open: BitGrid) -> Self {
        let (rock, others, levels, around, part) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { open, left: 0, top: 0, columns: 0, stride: 0, rock, others, levels, around, part }
    }

    /// What is open on the whole map.
    pub(super) const fn map(&self) -> &BitGrid {
        &self.open
    }

    /// Opens a cell for all parts.
    pub(super) fn open(&mut self, at: Point) {
        self.open.insert(at);
    }

    /// The shortest way from a part to another: both ends included, the other part's first. Of several the one that a
    /// search would find first that began with the part's cells in this order. `None` where it is far.
    ///
    /// From the part's own tunnels, which are `shut`, nothing is grown.
    pub(super) fn nearest<K: Ord>(
        &mut self,
        part: &[Run],
        shut: &[Point],
        order: impl Fn(Point) -> K,
    ) -> Option<Vec<Point>> {
        for margin in MARGINS {
            self.frame(part, margin)?;
            self.fill(part, shut);
            for level in 1..=margin as usize {
                if self.grow(level) {
                    return Some(self.first_way(level, order));
                }
            }
        }
        None
    }

    /// Chooses the window: the part with so many cells around it. `None` where so large a window would take too much
    /// memory.
    fn frame(&mut self, part: &[Run], margin: u32) -> Option<()> {
        let (mut first, mut last) = ([u32::MAX; 2], [0; 2]);
        for [y, left, end] in part {
            first = [first[0].min(*y), first[1].min(*left)];
            last = [last[0].max(*y), last[1].max(end - 1)];
        }
        let size = self.open.size();
        [self.top, self.left] = first.map(|at| at.saturating_sub(margin));
        self.stride = ((last[0] + margin).min(size.height - 1) - self.top) as usize + 3;
        self.columns = ((last[1] + margin).min(size.width - 1) - self.left) as usize / 64 + 1;
        let most = 1_000_000.max(size.height as usize * self.open.words_in_row());
        (self.length() * (margin as usize / 4) <= most).then_some(())
    }

    /// How many words a level has, with the column before it.
    const fn length(&self) -> usize {
        self.stride * (self.columns + 1)
    }

    /// Copies what is around the part into the window.
    fn fill(&mut self, part: &[Run], shut: &[Point]) {
        let (length, stride) = (self.length(), self.stride);
        for words in [&mut self.part, &mut self.around, &mut self.rock, &mut self.others, &mut self.levels] {
            words.clear();
            words.resize(length + stride, 0);
        }
        for &[y, first, end] in part {
            self.add_to_part((y - self.top) as usize + 1, first - self.left, end - self.left - 1);
        }
        let size = self.open.size();
        let rows = stride - 2;
        // Nothing is dug on the border of the map.
        let below = rows - usize::from(self.top as usize + rows == size.height as usize);
        let inner = below.min(usize::from(self.top == 0))..below;
        for column in 0..self.columns {
            let here = (column + 1) * stride + 1..(column + 2) * stride - 1;
            let first = self.left + 64 * column as u32;
            self.open.column_words(first, self.top, &mut self.around[here.clone()]);
            let inside = inner_columns(first, size.width);
            let (around, part) = (&self.around[here.clone()][inner.clone()], &self.part[here.clone()][inner.clone()]);
            let rock = self.rock[here.clone()][inner.clone()].iter_mut();
            let others = self.others[here][inner.clone()].iter_mut();
            for (((rock, others), open), part) in rock.zip(others).zip(around).zip(part) {
                *rock = inside & !open;
                *others = inside & open & !part;
            }
        }
        for at in shut {
            let (word, bit) = self.place(*at);
            self.others[word] &= !bit;
        }
        // It grows from cells that have a closed one beside them: what is open all around has only its own part beside
        // it, or tunnels that reached it already. Outside of the map nothing is open.
        let rim = self.levels[stride..length].iter_mut();
        for ((rim, near), part) in rim.zip(Near::of(&self.around, stride).iter()).zip(&self.part[stride..]) {
            *rim = part & !near.all();
        }
    }

    /// Adds the cells of a row of the window from a column to another to the part.
    fn add_to_part(&mut self, row: usize, first: u32, last: u32) {
        let (from, unused) = (u64::MAX << (first % 64), u64::MAX >> (63 - last % 64));
        let [first, last] = [first, last].map(|x| (x as usize / 64 + 1) * self.stride + row);
        if first == last {
            self.part[first] |= from & unused;
        } else {
            self.part[first] |= from;
            (first + self.stride..last).step_by(self.stride).for_each(|word| self.part[word] = u64::MAX);
            self.part[last] |= unused;
        }
    }

    /// Makes a level of the one before it; says whether another part was met.
    fn grow(&mut self, level: usize) -> bool {
        let (length, stride) = (self.length(), self.stride);
        self.levels.resize((level + 1) * length + stride, 0);
        let (last, made) = self.levels[(level - 1) * length..].split_at_mut(length + stride);
        let (rock, others) = (&self.rock[stride..], &self.others[stride..]);
        let mut met = 0;
        for (((made, near), rock), others) in made.iter_mut().zip(Near::of(last, stride).iter()).zip(rock).zip(others) {
            let next = near.any();
            *made = next & rock | near.here;
            met |= next & others;
        }
        met != 0
    }

    /// The cells of other parts that are beside a level.
    fn met(&self, level: usize) -> Vec<Point> {
        let (length, stride) = (self.length(), self.stride);
        let level = &self.levels[level * length..][..length + stride];
        let mut met = Vec::new();
        // A dozen or so words are asked at once whether there is anything.
        for first in (stride..length).step_by(16) {
            let last = (first + 16).min(length);
            let near = Near::of(&level[first - stride..last + stride], stride);
            let others = &self.others[first..last];
            if near.iter().zip(others).fold(0, |met, (near, others)| met | near.any() & others) == 0 {
                continue;
            }
            for (index, (near, others)) in near.iter().zip(others).enumerate() {
                let mut bits = near.any() & others;
                while bits != 0 {
                    met.push(self.point(first + index, bits.trailing_zeros()));
                    bits &= bits - 1;
                }
            }
        }
        met
    }

    /// The way to what was met in a level.
    fn first_way<K: Ord>(&mut self, level: usize, order: impl Fn(Point) -> K) -> Vec<Point> {
        let length = self.length();
        // Back through the levels: a cell of a level that is beside one of the next on a shortest way is on one too. Such
        // cells are taken out of their level, which finds them once, and marks them.
        let mut behind = self.met(level - 1);
        let mut found = Vec::new();
        for level in (0..level).rev() {
            for near in behind.drain(..).flat_map(Point::four) {
                let (word, bit) = self.place(near);
                let here = &mut self.levels[level * length + word];
                if *here & bit != 0 {
                    *here &= !bit;
                    found.push(near);
                }
            }
            std::mem::swap(&mut behind, &mut found);
        }
        // Rock beside a cell of the level before it is in the level, but where it was taken out of it.
        let take = |level: usize, at: Point| {
            let (word, bit) = place(self.left, self.top, self.stride, at);
            let here = &mut self.levels[level * length + word];
            let is_left = self.rock[word] & !*here & bit != 0;
            *here |= self.rock[word] & bit;
            is_left
        };
        let way = way::back_from_first(behind, level, order, take);
        way::to_other(way, |at| {
            let (word, bit) = self.place(at);
            self.others[word] & bit != 0
        })
    }

    const fn place(&self, at: Point) -> (usize, u64) {
        place(self.left, self.top, self.stride, at)
    }

    /// The cell of a word's bit.
    const fn point(&self, word: usize, bit: u32) -> Point {
        let (column, row) = ((word / self.stride - 1) as u32, (word % self.stride - 1) as u32);
        Point::new((self.left + 64 * column + bit) as i32, (self.top + row) as i32)
    }
}

/// A cell's word in a window, and its bit there. The cell is in the window or a step off it.
const fn place(left: u32, top: u32, stride: usize, at: Point) -> (usize, u64) {
    let x = (at.x + 64 - left as i32) as usize;
    (x / 64 * stride + (at.y + 1 - top as i32) as usize, 1 << (x % 64))
}

/// The words of a window's columns with those around them.
struct Near<'a> {
    before: &'a [u64],
    up: &'a [u64],
    here: &'a [u64],
    down: &'a [u64],
    after: &'a [u64],
}

/// A word and the cells that lie above, to the left, to the right of and below its cells.
struct Word {
    here: u64,
    around: [u64; 4],
}

impl<'a> Near<'a> {
    /// Of all words but the first and the last column.
    fn of(words: &'a [u64], stride: usize) -> Self {
        let moved = |by: usize| &words[by..][..words.len() - 2 * stride];
        let [before, up, here, down, after] = [0, stride - 1, stride, stride + 1, 2 * stride].map(moved);
        Self { before, up, here, down, after }
    }

    fn iter(&self) -> impl Iterator<Item = Word> {
        let rows = self.up.iter().zip(self.here).zip(self.down);
        rows.zip(self.before.iter().zip(self.after)).map(|(((up, here), down), (before, after))| Word {
            here: *here,
            around: [*up, here << 1 | before >> 63, here >> 1 | after << 63, *down],
        })
    }
}

impl Word {
    /// Cells that have one of these beside them.
    fn any(&self) -> u64 {
        self.around.iter().fold(0, |all, side| all | side)
    }

    /// Cells that have nothing but these beside them.
    fn all(&self) -> u64 {
        self.around.iter().fold(u64::MAX, |all, side| all & side)
    }
}

/// The 64 columns from one on that are inside the border of a map.
const fn inner_columns(first: u32, width: u32) -> u64 {
    let columns = (width - 1).saturating_sub(first);
    let left = if first == 0 { u64::MAX - 1 } else { u64::MAX };
    if columns < 64 { left & !(u64::MAX << columns) } else { left }
}

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

/// How many cells the window has around the part: first, and where nothing was met within that.
const MARGINS: [u32; 2] = [6, 24];

/// The map, and the window on it that was looked through last.
pub(super) struct Window {
    /// What is open on the whole map.
    open: BitGrid,
    /// The column and row of the window's first cell, and how many rows it has.
    left: u32,
    top: u32,
    rows: usize,
    /// Words from a row to the next. The last of each is no part of the window, and always 0, as are a row above the
    /// first and one below the last: so nothing is grown over an edge, and no word needs a word about its neighbours.
    stride: usize,
    /// Rock that a tunnel may be dug through.
    rock: Vec<u64>,
    /// Cells of other parts.
    others: Vec<u64>,
    /// Level after level, what is so many steps from the part or fewer; level 0 is the part's rim.
    levels: Vec<u64>,
    /// What is open, and the part, while a window is made.
    around: Vec<u64>,
    part: Vec<u64>,
}

/// A row of a part, its first column, and one past the last.
pub(super) type Run = [u32; 3];

impl Window {
    pub(super) fn over(open: BitGrid) -> Self {
        let (rock, others, levels, around, part) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { open, left: 0, top: 0, rows: 0, stride: 0, rock, others, levels, around, part }
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
                if self.grow() {
                    return Some(self.first_way(level, order));
                }
            }
        }
        None
    }

    /// Chooses the window: the part with so many cells around it. `None` where so large a window would take too much
    /// memory.
    fn frame(&mut self, part: &[Run], margin: u32) -> Option<()> {
        let first = part.iter().fold([u32::MAX; 2], |[y, x], run| [y.min(run[0]), x.min(run[1])]);
        let last = part.iter().fold([0; 2], |[y, x], run| [y.max(run[0]), x.max(run[2] - 1)]);
        let size = self.open.size();
        [self.top, self.left] = first.map(|at| at.saturating_sub(margin));
        self.rows = ((last[0] + margin).min(size.height - 1) - self.top) as usize + 1;
        self.stride = ((last[1] + margin).min(size.width - 1) - self.left) as usize / 64 + 2;
        let most = 1_000_000.max(size.height as usize * self.open.words_in_row());
        (self.length() * (margin as usize / 4) <= most).then_some(())
    }

    /// How many words the window has, with what is around it.
    const fn length(&self) -> usize {
        self.stride * (self.rows + 2)
    }

    /// Copies what is around the part into the window.
    fn fill(&mut self, part: &[Run], shut: &[Point]) {
        let length = self.length();
        for words in [&mut self.part, &mut self.around] {
            words.clear();
            words.resize(length, 0);
        }
        for &[y, first, end] in part {
            let row = (y - self.top + 1) as usize * self.stride;
            set_span(&mut self.part[row..], (first - self.left) as usize, (end - self.left) as usize);
        }
        let columns = self.stride - 1;
        let (skipped, shift) = (self.left as usize / 64, self.left % 64);
        for row in 1..=self.rows {
            let words = &self.open.row(self.top + row as u32 - 1)[skipped..];
            let around = &mut self.around[row * self.stride..][..columns];
            for (around, word) in around.iter_mut().zip(words) {
                *around = word >> shift;
            }
            for (around, word) in around.iter_mut().zip(&words[1..]) {
                *around |= word << 1 << (63 - shift);
            }
        }
        let inside = self.inside();
        let kinds = self.around.iter().zip(&self.part).zip(&inside);
        self.rock.clear();
        self.rock.extend(kinds.clone().map(|((open, _), inside)| inside & !open));
        self.others.clear();
        self.others.extend(kinds.map(|((open, part), inside)| inside & open & !part));
        for at in shut {
            let (word, bit) = self.place(*at);
            self.others[word] &= !bit;
        }
        // It grows from cells that have a closed one beside them: what is open all around has only its own part beside
        // it, or tunnels that reached it already. Outside of the map nothing is open.
        let near = Near::of(&self.around, self.stride);
        self.levels.clear();
        self.levels.resize(self.stride, 0);
        self.levels.extend(near.iter().zip(&self.part[self.stride..]).map(|(near, part)| part & !near.all()));
        self.levels.resize(length, 0);
    }

    /// The cells of the window that are on the map, and not on its border: on that nothing is dug.
    fn inside(&self) -> Vec<u64> {
        let size = self.open.size();
        let columns: Vec<u64> = (0..self.stride as u32)
            .map(|index| {
                let first = self.left + 64 * index;
                let mask = if first == 0 { u64::MAX - 1 } else { u64::MAX };
                let columns = (size.width - 1).saturating_sub(first);
                if columns < 64 { mask & !(u64::MAX << columns) } else { mask }
            })
            .take(self.stride - 1)
            .chain([0])
            .collect();
        let mut inside = vec![0; self.length()];
        for row in 1..=self.rows {
            let y = self.top + row as u32 - 1;
            if y > 0 && y + 1 < size.height {
                inside[row * self.stride..][..self.stride].copy_from_slice(&columns);
            }
        }
        inside
    }

    /// Makes the next level; says whether another part was met.
    fn grow(&mut self) -> bool {
        let (length, stride) = (self.length(), self.stride);
        let last = self.levels.len() - length;
        self.levels.resize(last + 2 * length, 0);
        let (last, made) = self.levels[last..].split_at_mut(length);
        let near = Near::of(last, stride);
        let made = &mut made[stride..length - stride];
        let (rock, others) = (&self.rock[stride..], &self.others[stride..]);
        let mut met = 0;
        for (((made, near), rock), others) in made.iter_mut().zip(near.iter()).zip(rock).zip(others) {
            let next = near.any();
            *made = next & rock | near.here;
            met |= next & others;
        }
        met != 0
    }

    /// The cells of other parts that are beside a level.
    fn met(&self, level: usize) -> Vec<Point> {
        let near = Near::of(&self.levels[level * self.length()..][..self.length()], self.stride);
        let mut met = Vec::new();
        for (index, (near, others)) in near.iter().zip(&self.others[self.stride..]).enumerate() {
            let mut bits = near.any() & others;
            while bits != 0 {
                met.push(self.point(self.stride + index, bits.trailing_zeros()));
                bits &= bits - 1;
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
        // Asking for the order of a cell is dear, and mostly there are one or two.
        if behind.len() > 1 {
            behind.sort_by_cached_key(|at| order(*at));
        }
        // Each cell with the index of the one it was reached from.
        let mut reached: Vec<(Point, usize)> = behind.into_iter().map(|at| (at, usize::MAX)).collect();
        let mut last = 0..reached.len();
        for level in 1..level {
            for from in last.clone() {
                for next in reached[from].0.four() {
                    let (word, bit) = self.place(next);
                    // Rock beside a cell of the level before it is in the level, but where it was taken out of it.
                    let here = &mut self.levels[level * length + word];
                    if self.rock[word] & !*here & bit != 0 {
                        *here |= bit;
                        reached.push((next, from));
                    }
                }
            }
            last = last.end..reached.len();
        }
        // The first cell of the last level has another part beside it, as all of that level have.
        let mut from = last.start;
        let met = reached[from].0.four().into_iter().find(|at| {
            let (word, bit) = self.place(*at);
            self.others[word] & bit != 0
        });
        let mut way: Vec<Point> = met.into_iter().collect();
        while let Some(&(at, before)) = reached.get(from) {
            way.push(at);
            from = before;
        }
        way
    }

    /// A cell's word and its bit there. The cell is in the window or a step off it.
    const fn place(&self, at: Point) -> (usize, u64) {
        // Left of the map, where the window begins with it, there is nothing.
        let x = at.x - self.left as i32;
        if x < 0 {
            return (0, 0);
        }
        ((at.y + 1 - self.top as i32) as usize * self.stride + x as usize / 64, 1 << (x % 64))
    }

    /// The cell of a word's bit.
    const fn point(&self, word: usize, bit: u32) -> Point {
        let (row, column) = (word / self.stride - 1, word % self.stride * 64);
        Point::new((self.left + column as u32 + bit) as i32, (self.top + row as u32) as i32)
    }
}

/// The words of a window's rows with those around them.
struct Near<'a> {
    up: &'a [u64],
    before: &'a [u64],
    here: &'a [u64],
    after: &'a [u64],
    down: &'a [u64],
}

/// A word and the cells that lie above, to the left, to the right of and below its cells.
struct Word {
    here: u64,
    around: [u64; 4],
}

impl<'a> Near<'a> {
    fn of(words: &'a [u64], stride: usize) -> Self {
        let moved = |by: usize| &words[by..][..words.len() - 2 * stride];
        let [up, before, here, after, down] = [0, stride - 1, stride, stride + 1, 2 * stride].map(moved);
        Self { up, before, here, after, down }
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

/// Sets the bits of some columns of a row.
fn set_span(row: &mut [u64], first: usize, end: usize) {
    let last = (end - 1) / 64;
    for (word, bits) in row.iter_mut().enumerate().take(last + 1).skip(first / 64) {
        let from = if word == first / 64 { first % 64 } else { 0 };
        let unused = if word == last { 63 - (end - 1) % 64 } else { 0 };
        *bits |= u64::MAX << from & u64::MAX >> unused;
    }
}
